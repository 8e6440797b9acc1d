//go:build !luacore

package luabind

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	lua "github.com/yuin/gopher-lua"
)

// driverID is the id of states that belong to drivers.
const driverID = -2

// Driver runs a Lua file that plays a game from outside, between its ticks, as a test
// does. The file gets the sandbox of scripts and the helpers that Go has bound, but not bt: it
// returns a table of functions, which get a table of words. A driver has a Lua state of
// its own, in which the file has been run afresh.
//
// It belongs to the goroutine that ticks the game, which must have one worker.
type Driver struct {
	runtime *Runtime
	s       *State
	chunk   *Chunk
	o       DriverOptions
	at      *lua.LState // that called the word under way; else where to begin
	words   *lua.LTable
	agents  map[*engine.Agent]*lua.LTable
	handles map[*lua.LTable]*engine.Agent
	stub    string // the helper for which a function of the file is called now
	failure *Error
	printed int
}

// NewDriver runs a file that CompileDriver has made, for one call of one of its functions.
// Modules that it requires are those in force. What is wrong with the file is the error.
func (r *Runtime) NewDriver(c *Chunk, o DriverOptions) (*Driver, *Error) {
	d := &Driver{runtime: r, o: o, agents: map[*engine.Agent]*lua.LTable{}, handles: map[*lua.LTable]*engine.Agent{}}
	uses, err := r.modulesOf(c)
	if err != nil {
		return nil, err
	}
	d.chunk = c.Link(uses, nil)
	d.openState()
	d.words = d.wordTable()
	if err := d.s.instantiate(d.chunk); err != nil {
		d.Close()
		return nil, err
	}
	d.s.budget.excess, d.s.budget.caught = nil, false
	d.s.budget.sure = o.Budget
	d.s.budget.time.reset()
	d.s.budget.fill(o.Budget)
	return d, nil
}

// openState gives the driver its Lua state.
func (d *Driver) openState() {
	s := newState(d.runtime, driverID)
	s.development, s.limit = false, d.o.Budget
	s.L = s.newMainThread()
	for _, space := range d.runtime.registry.spaces {
		s.bind(space.Name, space.Helpers)
	}
	d.s, d.at = s, s.L
	s.globals.RawSetString("print", s.L.NewFunction(d.print))
	s.globals.RawSetString("bt", s.readOnlyTable(s.L.NewTable(), s.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("bt is for behaviors; here it is %s: %s.tick, %s.active and so on", NameDriver, NameDriver, NameDriver)
		return 0
	}), "bt"))
	rand := engine.NewRand(d.o.Seed, 0)
	targetOf(s.globals.RawGetString("math").(*lua.LTable)).RawSetString("random", s.L.NewFunction(func(L *lua.LState) int {
		return drawn(L, &rand)
	}))
}

// drawn is math.random from a generator.
func drawn(L *lua.LState, r *engine.Rand) int {
	if L.GetTop() == 0 {
		L.Push(lua.LNumber(r.Float64()))
		return 1
	}
	lo, hi := 1.0, float64(L.CheckNumber(1))
	if L.GetTop() > 1 {
		lo, hi = hi, float64(L.CheckNumber(2))
	}
	checkInterval(L, lo, hi)
	L.Push(lua.LNumber(r.IntRange(lo, hi)))
	return 1
}

// print hands on what the file prints, as many lines as an agent and its world together.
func (d *Driver) print(L *lua.LState) int {
	text := d.s.logText(L)
	d.s.budget.time.leave()
	defer d.s.budget.time.back()
	if d.printed++; d.o.Print == nil || d.printed > engine.MaxLogLines+1 {
		return 0
	}
	if d.printed > engine.MaxLogLines {
		text = "… more lines are left out"
	}
	d.o.Print(text)
	return 0
}

// Functions returns the functions of the table that the file returns: in the order of the
// file, and behind them, by name, those whose names are made when it runs.
func (d *Driver) Functions() ([]DriverFunc, *Error) {
	table, ok := d.value()
	if !ok {
		return nil, d.misfit(diag.Pos{Line: 1}, "the file returns no table; want: return { [\"what it shows\"] = function("+NameDriver+") ... end }")
	}
	var out []DriverFunc
	place := d.places()
	for k, v := table.Next(lua.LNil); k != lua.LNil; k, v = table.Next(k) {
		name, ok := k.(lua.LString)
		if !ok {
			return nil, d.misfit(diag.Pos{Line: 1}, "function "+show(k)+" has no name; write: [\"what it shows\"] = function("+NameDriver+") ... end")
		}
		if fn, ok := v.(*lua.LFunction); !ok || fn.IsG {
			return nil, d.misfit(place[string(name)], fmt.Sprintf("%q is a %s and not a function of the file; what several functions share is kept in local variables above the table", string(name), v.Type()))
		}
		out = append(out, DriverFunc{string(name), place[string(name)]})
	}
	sortFunctions(out)
	return out, nil
}

func (d *Driver) value() (*lua.LTable, bool) {
	t, ok := d.s.in(d.chunk).value.(*lua.LTable)
	return t, ok
}

// Call calls a function of the file with the table of words. The error is the first one
// that a word or the function itself has raised, also if the function has caught it.
func (d *Driver) Call(name string) *Error {
	table, _ := d.value()
	d.s.L.Push(table.RawGetString(name))
	d.s.L.Push(d.words)
	if err := d.s.protected(1, 0); err != nil && d.failure == nil {
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
func (d *Driver) over() (message, hint string) {
	switch {
	case d.s.budget.Err() == nil:
		return "", ""
	case d.s.budget.fuse.blown:
		return overMemory()
	case d.s.budget.time.blown:
		return overTime()
	}
	return fmt.Sprintf("still running after %d instructions; a loop without end, or too much for one test", d.o.Budget), ""
}

// Used returns how many instructions hooks of all workers have taken since the states were
// made, those of calls that took little left out. It may be called between ticks.
func (r *Runtime) Used() int {
	n := 0
	for _, s := range r.states {
		n += s.account.used
	}
	return n
}

// Close frees the Lua state.
func (d *Driver) Close() { d.s.root.Close() }
