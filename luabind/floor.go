//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// Floor calls hooks from a bare loop, without an engine: protected calls in the
// first state of a runtime, with the agent as their argument. It is what the
// cost of the engine is measured against.
type Floor struct {
	s      *State
	hooks  [][engine.NumHooks]function
	agents []*lua.LTable
	err    error
}

// NewFloor prepares the hooks of behaviors for agents of one runtime, all of
// which must have been made in its first state.
func NewFloor(behaviors []*engine.Behavior, agents []*engine.Agent) *Floor {
	f := &Floor{}
	for _, b := range behaviors {
		k := b.Code.(code)
		f.s = k.runtime.states[0]
		f.hooks = append(f.hooks, f.s.in(k.chunk).hooks)
	}
	for _, a := range agents {
		f.agents = append(f.agents, a.Fields().(*fields).table())
	}
	return f
}

// Len returns the number of agents.
func (f *Floor) Len() int { return len(f.agents) }

// Err returns the first error that a hook raised.
func (f *Floor) Err() error { return f.err }

// Ask calls the precondition of a behavior for an agent.
func (f *Floor) Ask(behavior, agent int) bool {
	return lua.LVAsBool(f.call(f.hooks[behavior][engine.HookPrecondition].fn, f.agents[agent]))
}

// Act calls the behavior hook of a behavior for an agent.
func (f *Floor) Act(behavior, agent int) {
	f.call(f.hooks[behavior][engine.HookBehavior].fn, f.agents[agent])
}

func (f *Floor) call(fn *lua.LFunction, agent *lua.LTable) lua.LValue {
	L := f.s.L
	if f.s.budget.total() < f.s.limit {
		f.s.budget.fill(f.s.whole())
	}
	L.Push(fn)
	L.Push(agent)
	if err := L.PCall(1, 1, nil); err != nil {
		f.err = err
		return lua.LNil
	}
	v := L.Get(-1)
	L.Pop(1)
	return v
}

// Field returns a number of an agent.
func (f *Floor) Field(agent int, name string) float64 {
	n, _ := f.agents[agent].RawGetString(name).(lua.LNumber)
	return float64(n)
}
