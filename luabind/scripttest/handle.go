package scripttest

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// readOnly returns an empty table. Reads call index, and writes are errors.
func readOnly(what string, index lua.Builtin) lua.Value {
	return helper.NewView(index, func(c *lua.Call) error {
		return message.ReadOnlyTable(helper.Show(c.Arg(2)), what)
	}).Value()
}

// handle returns the table that represents an agent in the test file. The table has the fields of the agent, and
// nothing else. All words return the same table for an agent. A read returns the value in the field itself, so that
// a.pos.x can be written. A write stores a copy, so that two agents never share a table.
func (d *driver) handle(a *engine.Agent) lua.Value {
	if t := d.agents[a]; t != nil {
		return t.Value()
	}
	own := luabind.TableOf(a.Fields())
	t := helper.NewView(func(c *lua.Call) error {
		c.Return(own.Get(c.Arg(2)))
		return nil
	}, func(c *lua.Call) error {
		v, err := d.written(c, a)
		if err != nil {
			return d.raise(c, err)
		}
		c.Set(own, c.Arg(2), v)
		return nil
	})
	d.agents[a], d.handles[t] = t, a
	return t.Value()
}

// written converts a value in the test file to a value for a field of an agent.
func (d *driver) written(c *lua.Call, a *engine.Agent) (lua.Value, error) {
	if err := d.mayWrite(a, c.Arg(2)); err != nil {
		return lua.Nil, err
	}
	v, err := d.data(c, c.Arg(3))
	if err != nil {
		return lua.Nil, message.Around(err, func(reason diag.Words) diag.Words {
			return message.TestFieldRefused(a.Label(), helper.Show(c.Arg(2)), reason)
		})
	}
	name, _ := c.Arg(2).Text()
	if w := d.play.game.Bundle().Declared().Refuse(name, v); w.Text != "" {
		return lua.Nil, w
	}
	return helper.FromValueIn(c, v), nil
}

// mayWrite returns an error if the test must not write a field of an agent.
func (d *driver) mayWrite(a *engine.Agent, key lua.Value) error {
	name, ok := key.Text()
	switch {
	case !a.Alive():
		return message.AgentRemoved(a.Label())
	case d.stub != "":
		return message.StandInWrites(a.Label(), d.stub, helper.Show(key))
	case !ok:
		return message.FieldNameNotText(a.Label(), helper.Show(key))
	case luabind.Reserved(name):
		return message.EngineFieldWritten(a.Name(), name)
	}
	return nil
}

// board is a board of the game, in the form in which a word returns it.
type board struct {
	world *engine.World
	name  string
}

// boardTable returns the table that represents a board in the test file.
func (d *driver) boardTable(b *board) lua.Value {
	return helper.NewView(func(c *lua.Call) error {
		key, err := luabind.BoardKey(b.name, c.Arg(2))
		if err != nil {
			return d.raise(c, err)
		}
		c.Return(helper.FromValueIn(c, b.world.Board(b.name, key)))
		return nil
	}, func(c *lua.Call) error {
		key, err := luabind.BoardKey(b.name, c.Arg(2))
		if err != nil {
			return d.raise(c, err)
		}
		v, err := d.data(c, c.Arg(3))
		if err != nil {
			return d.raise(c, message.Around(err, func(reason diag.Words) diag.Words { return message.BoardEntryRefused(b.name, key, reason) }))
		}
		if w := d.play.game.Bundle().Declared().RefuseEntry(b.name, key, v); w.Text != "" {
			return d.raise(c, w)
		}
		b.world.SetBoard(b.name, key, v)
		return nil
	}).Value()
}
