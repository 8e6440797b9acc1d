package luabind

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// Word is something that a driver's file can do: t.NAME(...).
type Word struct {
	Name string
	// Usage shows how it is called, for messages: "t.tick(3)".
	Usage string
	// Least and Most are how many arguments it takes.
	Least, Most int
	// Call does it. An agent is handed over as an engine.Other(*engine.Agent), a function of
	// the file as an engine.Other(*DriverCall), a board as an engine.Other(*DriverBoard);
	// tables are copies. An error is raised where the word stands; see Explained.
	Call func(args []engine.Value) (engine.Value, error)
}

// Explained is an error of a word with more to say than one line.
type Explained struct {
	Message string
	Notes   []string
}

// Error implements error.
func (e *Explained) Error() string { return e.Message }

// DriverBoard is a board as a driver's file sees it.
type DriverBoard struct {
	Name string
	Get  func(key string) engine.Value
	Set  func(key string, v engine.Value)
}

// noWord is the error of a word that does not exist.
func noWord(name string, names []string) error {
	hint := diag.DidYouMean(name, names)
	if hint == "" {
		hint = "there are " + strings.Join(names, ", ")
	}
	return fmt.Errorf("%s has no word %s: %s", NameDriver, name, hint)
}

// span says how many arguments are taken.
func span(least, most int) string {
	switch {
	case most == 0:
		return "no arguments"
	case least == most && most == 1:
		return "1 argument"
	case least == most:
		return fmt.Sprintf("%d arguments", most)
	case most == least+1:
		return fmt.Sprintf("%d or %d arguments", least, most)
	}
	return fmt.Sprintf("%d to %d arguments", least, most)
}

// wordTable makes the table of words.
func (d *Driver) wordTable() lua.Value {
	words := lua.NewTable(0, len(d.o.Words))
	var names []string
	for i := range d.o.Words {
		w := &d.o.Words[i]
		names = append(names, w.Name)
		set(words, w.Name, lua.NewFunction(NameDriver+"."+w.Name, func(c *lua.Call) error { return d.do(c, w) }).Value())
	}
	return d.readOnly(NameDriver, func(c *lua.Call) error {
		v := words.Get(c.Arg(2))
		if v.IsNil() {
			name, _ := c.Arg(2).Text()
			return d.raise(c, noWord(name, names))
		}
		c.Return(v)
		return nil
	})
}

// do calls a word.
func (d *Driver) do(c *lua.Call, w *Word) error {
	args, err := d.args(c, w)
	var v engine.Value
	if err == nil {
		v, err = w.Call(args)
	}
	if err != nil {
		return d.raise(c, err)
	}
	c.Return(d.shown(c, v))
	return nil
}

// args reads the arguments of a word.
func (d *Driver) args(c *lua.Call, w *Word) ([]engine.Value, error) {
	n := c.Len()
	switch {
	case d.stub != "":
		return nil, fmt.Errorf("%s.%s in the function that stands for %s: that may only look at its arguments and at local variables, as it is called in the midst of a tick", NameDriver, w.Name, d.stub)
	case n > 0 && c.Arg(1).Equal(d.words):
		return nil, fmt.Errorf("write %s.%s, with a dot and not a colon", NameDriver, w.Name)
	case n < w.Least || n > w.Most:
		return nil, fmt.Errorf("%s.%s takes %s, got %d: want %s", NameDriver, w.Name, span(w.Least, w.Most), n, w.Usage)
	}
	args := make([]engine.Value, n)
	for i := range args {
		v, err := d.given(c, c.Arg(i+1))
		if err != nil {
			return nil, fmt.Errorf("%s.%s: argument %d: %w", NameDriver, w.Name, i+1, err)
		}
		args[i] = v
	}
	return args, nil
}

// given makes a value for a word of one of the file.
func (d *Driver) given(c *lua.Call, v lua.Value) (engine.Value, error) {
	if a := d.handles[v.Table()]; a != nil {
		return engine.Other(a), nil
	}
	if fn := v.Function(); fn != nil {
		return engine.Other(&DriverCall{d, fn}), nil
	}
	return d.data(c, v)
}

// data copies a value in which no agent and no function stands.
func (d *Driver) data(c *lua.Call, v lua.Value) (engine.Value, error) {
	if a := d.agentIn(v.Table(), helper.MaxDepth); a != nil {
		return engine.Value{}, fmt.Errorf("the agent %s cannot be data: behaviors know others by their number; write its id", a.Label())
	}
	return helper.ToValueIn(c, v)
}

// agentIn returns an agent that stands in a table, nil if there is none.
func (d *Driver) agentIn(t *lua.Table, depth int) *engine.Agent {
	if a := d.handles[t]; a != nil || t == nil || depth == 0 {
		return a
	}
	for k, v, more := t.Next(lua.Nil); more; k, v, more = t.Next(k) {
		if a := d.agentIn(v.Table(), depth-1); a != nil {
			return a
		}
	}
	return nil
}

// shown makes a value for the file of one that a word has given.
func (d *Driver) shown(c *lua.Call, v engine.Value) lua.Value {
	switch x := v.Ref().(type) {
	case *engine.Agent:
		return d.handle(x)
	case *DriverBoard:
		return d.board(x)
	}
	return helper.FromValueIn(c, v)
}

// raise returns the error that ends the function under way, and remembers it in case that the
// function catches it.
func (d *Driver) raise(c *lua.Call, err error) error {
	if d.failure == nil {
		d.failure = d.placed(c, err)
	}
	return err
}

// placed gives an error the place of the word, and those of the functions around it.
func (d *Driver) placed(c *lua.Call, err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok { // of a function that was called back
		return e
	}
	e := &Error{At: diag.Pos{File: d.chunk.Path}, Message: err.Error()}
	var places []lua.Position
	for _, l := range c.Trace() {
		if l.At.Line > 0 {
			places = append(places, l.At)
		}
	}
	for i, p := range slices.Compact(places) {
		if i > 0 {
			e.Notes = append(e.Notes, "called from "+p.String())
			continue
		}
		e.At = diag.Pos{File: p.File, Line: p.Line, Col: p.Col}
		if file := d.runtime.fileAt(d.chunk, p.File); file != nil {
			e.Source = file.compiled.script.Line(p.Line)
			e.At.Col = calleeCol(e.Source, p.Col)
		}
	}
	if x, ok := errors.AsType[*Explained](err); ok {
		e.Notes = append(e.Notes, x.Notes...)
	}
	return e
}

// handle returns the table that stands for an agent in the file: its fields, and nothing
// else. It is the same one for each word that gives the agent. What is read is the agent's
// own, so that a.pos.x can be written; what is written is copied, so that two agents never
// share a table.
func (d *Driver) handle(a *engine.Agent) lua.Value {
	if t := d.agents[a]; t != nil {
		return t.Value()
	}
	own := a.Fields().(*fields).table()
	t := standing(func(c *lua.Call) error {
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

// written returns what a field of an agent is given.
func (d *Driver) written(c *lua.Call, a *engine.Agent) (lua.Value, error) {
	if err := d.mayWrite(a, c.Arg(2)); err != nil {
		return lua.Nil, err
	}
	v, err := d.data(c, c.Arg(3))
	if err != nil {
		return lua.Nil, fmt.Errorf("field %s of %s: %w", helper.Show(c.Arg(2)), a.Label(), err)
	}
	return helper.FromValueIn(c, v), nil
}

// mayWrite tells what speaks against writing a field of an agent.
func (d *Driver) mayWrite(a *engine.Agent, key lua.Value) error {
	name, ok := key.Text()
	switch {
	case !a.Alive():
		return fmt.Errorf("%s is gone; it was removed from the game", a.Label())
	case d.stub != "":
		return fmt.Errorf("the function that stands for %s writes %s of %s: that may only look, as it is called in the midst of a tick", d.stub, helper.Show(key), a.Label())
	case !ok:
		return fmt.Errorf("%s has the field %s: the names of fields are texts", a.Label(), helper.Show(key))
	case Reserved(name):
		return fmt.Errorf("%s.%s is set by the engine and cannot be written", a.Name(), name)
	}
	return nil
}

// board returns the table that stands for a board in the file.
func (d *Driver) board(b *DriverBoard) lua.Value {
	return standing(func(c *lua.Call) error {
		key, ok := boardKey(c.Arg(2))
		if !ok {
			return d.raise(c, noBoardKey(b, c.Arg(2)))
		}
		c.Return(helper.FromValueIn(c, b.Get(key)))
		return nil
	}, func(c *lua.Call) error {
		key, ok := boardKey(c.Arg(2))
		if !ok {
			return d.raise(c, noBoardKey(b, c.Arg(2)))
		}
		v, err := d.data(c, c.Arg(3))
		if err != nil {
			return d.raise(c, fmt.Errorf("board %s, entry %s: %w", b.Name, key, err))
		}
		b.Set(key, v)
		return nil
	}).Value()
}

func noBoardKey(b *DriverBoard, key lua.Value) error {
	return fmt.Errorf("board %s, entry %s: %w", b.Name, helper.Show(key), errBoardKey)
}
