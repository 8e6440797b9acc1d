package scripttest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// nameWords is the name that test files use for the table of words.
const nameWords = "t"

// driver is a running test file. It controls the game from outside, between ticks.
type driver struct {
	file    *luabind.Standalone
	chunk   *luabind.Chunk
	play    *play     // the test in which words act
	words   lua.Value // the table of words
	agents  map[*engine.Agent]*lua.Table
	handles map[*lua.Table]*engine.Agent
	stub    string         // the helper for which a function of the file is running as a stand-in, or ""
	failure *luabind.Error // the first failure
}

// newDriver creates a driver, and runs the file level of the test file.
func newDriver(p *play, c *luabind.Chunk) (*driver, *luabind.Error) {
	d := &driver{chunk: c, play: p, agents: map[*engine.Agent]*lua.Table{}, handles: map[*lua.Table]*engine.Agent{}}
	d.words = d.wordTable()
	var err *luabind.Error
	d.file, err = p.game.Runtime().RunStandalone(c, luabind.StandaloneOptions{
		What:    "test",
		Globals: map[string]lua.Value{"bt": noBT, "pairs": lua.NewFunction("pairs", d.pairs).Value()},
		Seed:    p.suite.o.Seed,
		Budget:  testBudget,
		Print:   func(text string) { p.printed = append(p.printed, text) },
	})
	return d, err
}

// noBT is the value of bt in a test file. Any use of it is an error.
var noBT = readOnly("bt", func(*lua.Call) error {
	return message.BtInTest()
})

// pairs is like pairs in Lua, but also iterates over the fields of agents.
func (d *driver) pairs(c *lua.Call) error {
	t := c.Table(1)
	if a := d.handles[t]; a != nil {
		t = luabind.TableOf(a.Fields())
	}
	c.Return(lua.Next.Value())
	c.Return(t.Value())
	c.Return(lua.Nil)
	return nil
}

// tests returns the functions in the table that the file returns, in the order of the file. Functions with computed
// names come last, sorted by name.
func (d *driver) tests() ([]*Test, *luabind.Error) {
	table := d.file.Value.Table()
	if table == nil {
		return nil, d.misfit(d.chunk.Script().Ending(), message.TestTableMissing())
	}
	at := map[string]diag.Pos{}
	for _, k := range d.chunk.Script().Keys {
		at[k.Name] = k.Pos
	}
	var out []*Test
	file := strings.TrimPrefix(strings.TrimPrefix(d.chunk.Path, d.play.suite.o.Prefix), "/")
	for k, v, more := table.Next(lua.Nil); more; k, v, more = table.Next(k) {
		name, ok := k.Text()
		if !ok {
			return nil, d.misfit(diag.Pos{Line: 1}, message.TestWithoutName(helper.Show(k)))
		}
		if tests := testsIn(v.Table()); len(tests) > 0 {
			return nil, d.misfit(at[name], message.GroupOfTests(name, tests))
		}
		if fn := v.Function(); fn == nil || fn.Native() {
			return nil, d.misfit(at[name], message.TestNotFunction(message.TypeName(v.Kind().String()), name))
		}
		pos := at[name]
		pos.File = d.chunk.Path
		out = append(out, &Test{File: file, Name: name, Pos: pos, suite: d.play.suite, chunk: d.chunk})
	}
	slices.SortFunc(out, func(a, b *Test) int {
		if (a.Pos.Line == 0) != (b.Pos.Line == 0) {
			return b.Pos.Line - a.Pos.Line
		}
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Name, b.Name))
	})
	return out, nil
}

// testsIn returns the names of the functions in a table, which may be nil.
func testsIn(t *lua.Table) (names []string) {
	if t == nil {
		return nil
	}
	for k, v, more := t.Next(lua.Nil); more; k, v, more = t.Next(k) {
		if name, ok := k.Text(); ok && v.Function() != nil {
			names = append(names, strconv.Quote(name))
		}
	}
	slices.Sort(names)
	return names
}

// misfit returns an error at a position in the file.
func (d *driver) misfit(at diag.Pos, w diag.Words) *luabind.Error {
	at.File = d.chunk.Path
	return &luabind.Error{At: at, Words: w, Source: d.chunk.Script().Line(at.Line)}
}

// run calls a function of the file with the table of words. It returns the first error that a word or the function
// has raised, even if the function has caught that error.
func (d *driver) run(name string) *luabind.Error {
	_, err := d.file.Call(d.file.Value.Table().Get(lua.Name(name)), d.words)
	d.fail(err)
	return d.failure
}

// fail records err if it is the first failure. err may be nil.
func (d *driver) fail(err *luabind.Error) {
	if d.failure == nil {
		d.failure = err
	}
}

// callback is a function of the test file that was passed to a word.
type callback struct {
	d  *driver
	fn *lua.Function
}

// call calls the function, either from a word or during a tick.
func (f *callback) call(args ...lua.Value) ([]lua.Value, error) {
	out, err := f.d.file.Call(f.fn.Value(), args...)
	if err != nil {
		return nil, err
	}
	return slices.Clone(out), nil // the next call overwrites out
}
