//go:build !luacore

package luabind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	lua "github.com/yuin/gopher-lua"
)

// driverID is the id of states that belong to drivers.
const driverID = -2

// NameDriver is what functions of a driver's file call the table of words.
const NameDriver = "t"

// DriverOptions configure a Driver.
type DriverOptions struct {
	// Words are what the functions of the file can call, as members of the table they get.
	Words []Word
	// Seed determines what math.random gives in the file.
	Seed uint64
	// Budget is how many instructions a function of the file may take. It must be above 0.
	Budget int
	// Print receives what the file prints; nil discards it.
	Print func(text string)
}

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

// CompileDriver checks and compiles a driver's file. The chunk is nil if the list holds an
// error.
func CompileDriver(path string, src []byte, words []string) (*Chunk, diag.List) {
	c, problems := Compile(path, "", src)
	if c == nil {
		return nil, problems
	}
	c.module = true
	problems = append(problems, c.script.CheckDriver(NameDriver, words)...)
	if problems.Err() != nil {
		return nil, problems
	}
	return c, problems
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

// modulesOf returns the modules in force that a file requires.
func (r *Runtime) modulesOf(c *Chunk) (map[string]*Chunk, *Error) {
	uses := map[string]*Chunk{}
	var names []string
	for _, m := range r.inForce() {
		if m.module {
			uses[m.Name] = m
			names = append(names, m.Name)
		}
	}
	for _, q := range c.Requires() {
		if uses[q.Name] == nil {
			return nil, &Error{At: q.Pos, Message: fmt.Sprintf("there is no module %q that works", q.Name),
				Hint: diag.DidYouMean(q.Name, names), Source: c.script.Line(q.Pos.Line)}
		}
	}
	return uses, nil
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

// DriverFunc is a function of a driver's file that can be called.
type DriverFunc struct {
	Name string
	Pos  diag.Pos // where the table gets it; without a line if that is not known
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
	slices.SortFunc(out, func(a, b DriverFunc) int {
		if (a.Pos.Line == 0) != (b.Pos.Line == 0) {
			return b.Pos.Line - a.Pos.Line
		}
		if c := a.Pos.Compare(b.Pos); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out, nil
}

func (d *Driver) value() (*lua.LTable, bool) {
	t, ok := d.s.in(d.chunk).value.(*lua.LTable)
	return t, ok
}

// places returns where the keys of the file's table are written.
func (d *Driver) places() map[string]diag.Pos {
	out := map[string]diag.Pos{}
	for _, k := range d.chunk.script.Keys {
		out[k.Name] = k.Pos
	}
	return out
}

func (d *Driver) misfit(at diag.Pos, message string) *Error {
	at.File = d.chunk.Path
	return &Error{At: at, Message: message, Source: d.chunk.script.Line(at.Line)}
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

// Failed returns what has gone wrong so far, nil if nothing has. It is for a word that has
// the game call functions of the file, as helpers.
func (d *Driver) Failed() error {
	if d.failure == nil {
		return nil
	}
	return d.failure
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
