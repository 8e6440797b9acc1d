package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/bough-dev/bough/luabind"
	lua "github.com/yuin/gopher-lua"
)

// Floor is gopher-lua's VM with the scripts of a scenario, whose hooks a bare loop
// calls, protected, with the agent as their argument. There is no engine: no tree,
// no answers, nothing that could be explained.
type Floor struct {
	state  *lua.LState
	count  *counter // of instructions; nil if they are not counted
	hooks  map[string]hooks
	agents []*lua.LTable
	err    error // the first error that a hook raised
}

// hooks are the functions of a behavior; those that it does not have are nil.
type hooks struct{ precondition, behavior *lua.LFunction }

// newFloor loads the scripts of a folder.
func newFloor(files fs.FS, counted bool) (*Floor, error) {
	f := &Floor{state: lua.NewState(), hooks: map[string]hooks{}}
	if counted {
		f.count = &counter{}
		f.count.left = luabind.LoadBudget
		f.state.SetContext(f.count)
	}
	names, err := fs.Glob(files, "*.lua")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if err := f.state.DoString(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		behavior := f.state.CheckTable(-1)
		f.state.Pop(1)
		var h hooks
		h.precondition, _ = behavior.RawGetString("precondition").(*lua.LFunction)
		h.behavior, _ = behavior.RawGetString("behavior").(*lua.LFunction)
		f.hooks[strings.TrimSuffix(name, ".lua")] = h
	}
	return f, nil
}

// spawn adds an agent without fields and returns its table.
func (f *Floor) spawn() *lua.LTable {
	a := f.state.NewTable()
	f.agents = append(f.agents, a)
	return a
}

// Field returns a number of an agent.
func (f *Floor) Field(agent int, name string) float64 {
	n, _ := f.agents[agent].RawGetString(name).(lua.LNumber)
	return float64(n)
}

func (f *Floor) ask(h hooks, agent *lua.LTable) bool {
	return lua.LVAsBool(f.call(h.precondition, agent))
}

func (f *Floor) act(h hooks, agent *lua.LTable) { f.call(h.behavior, agent) }

func (f *Floor) call(fn *lua.LFunction, agent *lua.LTable) lua.LValue {
	if f.count != nil {
		f.count.left = luabind.DefaultBudget
	}
	f.state.Push(fn)
	f.state.Push(agent)
	if err := f.state.PCall(1, 1, nil); err != nil {
		if f.err == nil {
			f.err = err
		}
		return lua.LNil
	}
	v := f.state.Get(-1)
	f.state.Pop(1)
	return v
}

// counter is a context that ends a script after a number of instructions: the VM
// asks for Done before each of them.
type counter struct {
	left int
}

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (c *counter) Done() <-chan struct{} {
	if c.left--; c.left >= 0 {
		return nil
	}
	return closed
}

func (c *counter) Err() error { return errors.New("too many instructions") }

// Deadline returns that there is none.
func (c *counter) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value returns nil.
func (c *counter) Value(any) any { return nil }
