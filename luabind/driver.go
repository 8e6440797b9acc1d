package luabind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/quota"
)

// Driver runs a Lua file that plays a game from outside, between its ticks, as a test
// does. The file gets the sandbox of scripts and the helpers that Go has bound, but not bt: it
// returns a table of functions, which get a table of words. A driver has a State of its own, in
// which the file has been run afresh. What the file holds can be changed by it.
//
// It belongs to the goroutine that ticks the game, which must have one worker.
type Driver struct {
	runtime *Runtime
	s       *State
	chunk   *Chunk
	o       DriverOptions
	value   lua.Value // what the file has returned
	words   lua.Value
	agents  map[*engine.Agent]*lua.Table
	handles map[*lua.Table]*engine.Agent
	stub    string // the helper for which a function of the file is called now
	failure *Error
	printed int
}

// NewDriver runs a file that CompileDriver has made, for one call of one of its functions.
// Modules that it requires are those in force. What is wrong with the file is the error.
func (r *Runtime) NewDriver(c *Chunk, o DriverOptions) (*Driver, *Error) {
	uses, err := r.modulesOf(c)
	if err != nil {
		return nil, err
	}
	r.seal()
	d := &Driver{runtime: r, o: o, s: newState(r), chunk: c.Link(uses, nil), agents: map[*engine.Agent]*lua.Table{}, handles: map[*lua.Table]*engine.Agent{}}
	d.words = d.wordTable()
	if err := d.load(); err != nil {
		return nil, err
	}
	d.s.L.Steps, d.s.L.Bytes = int64(o.Budget), quota.LoadBytes
	return d, nil
}

// load runs the file. Then its globals are constant.
func (d *Driver) load() (err *Error) {
	g, env, mt := d.globals(), lua.NewTable(0, 0), lua.NewTable(0, 3)
	set(mt, "__index", g.Value())
	set(mt, "__metatable", lua.String("read-only"))
	env.SetMetatable(mt)
	if d.value, err = d.s.runFile(d.chunk, d.chunk.compiled.code.Function(env)); err != nil {
		return err
	}
	for k, v, more := env.Next(lua.Nil); more; k, v, more = env.Next(lua.Nil) {
		put(g, k, v)
		put(env, k, lua.Nil)
	}
	set(mt, "__newindex", lua.NewFunction("newindex", func(c *lua.Call) error {
		return errorf("assignment to global %s; write local, or keep it in an agent field, memory or a board", helper.Show(c.Arg(2)))
	}).Value())
	return nil
}

// put is for tables that no script has frozen.
func put(t *lua.Table, k, v lua.Value) {
	if err := t.Set(k, v); err != nil {
		panic(err)
	}
}

// globals makes the table of what the file sees.
func (d *Driver) globals() *lua.Table {
	g := copied(d.runtime.globals)
	set(g, "print", lua.NewFunction("print", d.print).Value())
	set(g, "bt", d.readOnly("bt", func(*lua.Call) error {
		return errorf("bt is for behaviors; here it is %s: %s.tick, %s.active and so on", NameDriver, NameDriver, NameDriver)
	}))
	rand := engine.NewRand(d.o.Seed, 0)
	math := copied(g.Get(lua.Name("math")).Table())
	set(math, "random", lua.NewFunction("random", func(c *lua.Call) error { return drawn(c, &rand) }).Value())
	set(g, "math", math.Value())
	next := g.Get(lua.Name("next"))
	set(g, "pairs", lua.NewFunction("pairs", func(c *lua.Call) error {
		t := c.Table(1)
		if a := d.handles[t]; a != nil {
			t = a.Fields().(*fields).table()
		}
		c.Return(next)
		c.Return(t.Value())
		c.Return(lua.Nil)
		return nil
	}).Value())
	return g
}

// copied returns a table with the same entries.
func copied(t *lua.Table) *lua.Table {
	out := lua.NewTable(0, 32)
	for k, v, more := t.Next(lua.Nil); more; k, v, more = t.Next(k) {
		put(out, k, v)
	}
	return out
}

// readOnly returns an empty table that reads by index and refuses to be written.
func (d *Driver) readOnly(what string, index lua.Builtin) lua.Value {
	return standing(index, func(c *lua.Call) error { return errorf("%s is read-only: %s was written", what, helper.Show(c.Arg(2))) }).Value()
}

// standing returns an empty table that is read and written by functions.
func standing(index, newindex lua.Builtin) *lua.Table {
	mt := lua.NewTable(0, 3)
	set(mt, "__index", lua.NewFunction("index", index).Value())
	set(mt, "__newindex", lua.NewFunction("newindex", newindex).Value())
	set(mt, "__metatable", lua.String("read-only"))
	t := lua.NewTable(0, 0)
	t.SetMetatable(mt)
	lua.Freeze(t.Value())
	return t
}

// print hands on what the file prints, as many lines as an agent and its world together.
func (d *Driver) print(c *lua.Call) error {
	text := logText(c)
	if d.printed++; d.o.Print == nil || d.printed > engine.MaxLogLines+1 {
		return nil
	}
	if d.printed > engine.MaxLogLines {
		text = "… more lines are left out"
	}
	d.o.Print(text)
	return nil
}

// Functions returns the functions of the table that the file returns: in the order of the
// file, and behind them, by name, those whose names are made when it runs.
func (d *Driver) Functions() ([]DriverFunc, *Error) {
	table := d.value.Table()
	if table == nil {
		return nil, d.misfit(diag.Pos{Line: 1}, "the file returns no table; want: return { [\"what it shows\"] = function("+NameDriver+") ... end }")
	}
	var out []DriverFunc
	place := d.places()
	for k, v, more := table.Next(lua.Nil); more; k, v, more = table.Next(k) {
		name, ok := k.Text()
		if !ok {
			return nil, d.misfit(diag.Pos{Line: 1}, "function "+helper.Show(k)+" has no name; write: [\"what it shows\"] = function("+NameDriver+") ... end")
		}
		if fn := v.Function(); fn == nil || fn.Native() {
			return nil, d.misfit(place[name], fmt.Sprintf("%q is a %s and not a function of the file; what several functions share is kept in local variables above the table", name, v.Kind()))
		}
		out = append(out, DriverFunc{name, place[name]})
	}
	sortFunctions(out)
	return out, nil
}

// Call calls a function of the file with the table of words. The error is the first one
// that a word or the function itself has raised, also if the function has caught it.
func (d *Driver) Call(name string) *Error {
	fn := d.value.Table().Get(lua.Name(name))
	if _, err := d.s.L.Call(fn, d.words); err != nil && d.failure == nil {
		d.failure = d.scriptError(err)
	}
	return d.failure
}

// scriptError is what the file itself has raised.
func (d *Driver) scriptError(err error) *Error {
	e := d.s.scriptError(d.chunk, err, d.over)
	e.Stack = strings.ReplaceAll(e.Stack, "in the hook", "in the test")
	return e
}

// over says that the driver was stopped.
func (d *Driver) over(cause error) (message, hint string) {
	if cause == lua.ErrBytes {
		return fmt.Sprintf("takes memory without measure, more than %s in one test", megabytes(quota.LoadBytes)), "make fewer and smaller tables"
	}
	return fmt.Sprintf("still running after %d instructions; a loop without end, or too much for one test", d.o.Budget), ""
}

// DriverCall is a function of a driver's file.
type DriverCall struct {
	d  *Driver
	fn *lua.Function
}

// Call calls the function, without arguments, and returns its first result. It is for a
// word, while that is called.
func (f *DriverCall) Call() (engine.Value, error) {
	out, err := f.call(nil)
	if err != nil || len(out) == 0 {
		return engine.Value{}, err
	}
	return f.d.given(nil, out[0])
}

// call calls the function from within a word.
func (f *DriverCall) call(args []lua.Value) ([]lua.Value, error) {
	out, err := f.d.s.L.Call(f.fn.Value(), args...)
	if err != nil {
		return nil, f.d.scriptError(err)
	}
	return slices.Clone(out), nil
}
