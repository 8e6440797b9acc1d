package luabind

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Floor calls hooks from a bare loop, without an engine: protected calls in the first state of a
// runtime, with the agent as their argument. It is what the cost of the engine is measured against.
type Floor struct {
	s      *State
	hooks  []*[engine.NumHooks]hook
	agents []*lua.Table
	err    error
}

// NewFloor prepares the hooks of behaviors for agents of one runtime, all of which must have been
// made in its first state.
func NewFloor(behaviors []*engine.Behavior, agents []*engine.Agent) *Floor {
	f := &Floor{}
	for _, b := range behaviors {
		k := b.Code.(code)
		f.s = k.runtime.states[0]
		f.hooks = append(f.hooks, &k.chunk.hooks)
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
	return f.call(f.hooks[behavior][engine.HookPrecondition].fn, f.agents[agent]).Truth()
}

// Act calls the behavior hook of a behavior for an agent.
func (f *Floor) Act(behavior, agent int) {
	f.call(f.hooks[behavior][engine.HookBehavior].fn, f.agents[agent])
}

func (f *Floor) call(fn *lua.Function, agent *lua.Table) lua.Value {
	f.s.L.Steps, f.s.L.Bytes = int64(max(f.s.runtime.quota.Limits().Steps, DefaultBudget)), lua.Unlimited
	v, err := f.s.L.Call1(fn, agent.Value())
	if err != nil {
		f.err = err
	}
	return v
}

// Field returns a number of an agent.
func (f *Floor) Field(agent int, name string) float64 {
	n, _ := f.agents[agent].Get(lua.Name(name)).Float()
	return n
}
