package luabind

import (
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// code makes a loaded chunk callable by the engine.
type code struct {
	runtime *Runtime
	chunk   *Chunk
}

// Bind implements engine.Code.
func (k code) Bind(worker int, params engine.Params) engine.Binding {
	b := binding{hooks: &k.chunk.hooks, s: k.runtime.states[worker], chunk: k.chunk, params: paramTable(params)}
	if b.hooks[engine.HookBehavior].run {
		return &running{b}
	}
	return &b
}

// noParams is what hooks see of a node without parameters.
var noParams = constantTable(nil)

const nameParams = "params"

// paramTable returns what hooks see as the parameters of their node, which is constant.
func paramTable(params engine.Params) lua.Value {
	if len(params) == 0 {
		return noParams
	}
	return constantTable(params)
}

func constantTable(params engine.Params) lua.Value {
	t := lua.NewTable(0, len(params))
	for _, p := range params {
		set(t, p.Name, helper.FromValue(p.Value))
	}
	lua.Freeze(t.Value())
	return t.Value()
}

// binding is one behavior at one node for one worker.
type binding struct {
	hooks  *[engine.NumHooks]hook
	s      *State
	chunk  *Chunk
	params lua.Value
}

// nodeMemory is what an agent's node keeps in Context.Memory.
type nodeMemory struct {
	table *lua.Table    // the memory that hooks see; nil until one wants it
	co    *lua.Thread   // the coroutine of run, while it is suspended
	wake  time.Duration // clock before which co is not resumed
	until *lua.Function // co is resumed when this answers true
}

// Call implements engine.Binding.
func (b *binding) Call(c *engine.Context, h engine.Hook) (ans engine.Answer, err error) {
	s, f := b.s, &b.hooks[h]
	s.ctx = c
	if c.Turn() != s.turn {
		s.begin(c)
	}
	s.open()
	if f.run {
		ans, err = b.resume(c)
		err = inRun(err)
	} else {
		var v lua.Value
		if v, err = b.call(c, h, f); err == nil {
			if h == engine.HookPrecondition {
				ans.Yes = v.Truth()
			} else {
				ans, err = b.read(c, h, v)
			}
		}
	}
	s.meter.Settle()
	return ans, err
}

// call calls a hook. One that is asked in Decide can change nothing.
func (b *binding) call(c *engine.Context, h engine.Hook, f *hook) (v lua.Value, err error) {
	s := b.s
	s.bound = b
	pure := c.Deciding()
	if pure {
		s.guard()
	}
	var stop func()
	if c.Explaining() {
		stop = s.noteReads(c)
	}
	agent := s.agent(c)
	switch f.args {
	case 0:
		v, err = s.L.Call1(f.fn)
	case 1:
		v, err = s.L.Call1(f.fn, agent)
	case 2:
		v, err = s.L.Call1(f.fn, agent, b.params)
	case 3:
		v, err = s.L.Call1(f.fn, agent, b.params, b.third(c, h))
	default:
		v, err = s.L.Call1(f.fn, agent, b.params, b.third(c, h), b.fourth(c, h))
	}
	if stop != nil {
		stop()
	}
	if pure {
		if refused := s.unguard(); refused != nil {
			err = refused
		}
	}
	if err != nil {
		return v, b.scriptError(err)
	}
	return v, nil
}

// begin takes up another agent or tick.
func (s *State) begin(c *engine.Context) {
	s.turn = c.Turn()
	if tick := c.Tick(); tick != s.tick {
		s.tick = tick
		s.L.Forget()
	}
	s.dt = c.DT()
	s.meter.Begin(c)
}

func (b *binding) scriptError(err error) error { return b.s.scriptError(b.chunk, err, b.s.overHook) }

// agent returns what the hook sees as its agent.
func (s *State) agent(c *engine.Context) lua.Value {
	return c.Fields().(*fields).table().Value()
}

// noteReads notes the fields of the agent that a hook reads while a decision is explained, until stop is called.
func (s *State) noteReads(c *engine.Context) (stop func()) {
	return c.Fields().(*fields).table().Watch(func(name string, v lua.Value) { c.NoteRead(name, helper.Show(v)) })
}

// third returns the third argument of a hook.
func (b *binding) third(c *engine.Context, h engine.Hook) lua.Value {
	switch h {
	case engine.HookPrecondition, engine.HookUtility, engine.HookPostcondition:
		return lua.Nil
	case engine.HookChoose:
		return b.s.offer(c.Choices())
	}
	return b.memory(c).want()
}

// fourth returns the fourth argument of a hook.
func (b *binding) fourth(c *engine.Context, h engine.Hook) lua.Value {
	switch h {
	case engine.HookExit:
		return lua.String(c.Reason().String())
	case engine.HookReload:
		if b.chunk.prev != nil {
			return b.chunk.prev.value
		}
	case engine.HookResult:
		return statusWords[c.Result()]
	}
	return lua.Nil
}

// memory returns the memory of the node, making it if need be.
func (b *binding) memory(c *engine.Context) *nodeMemory {
	slot := c.Memory()
	if m, ok := (*slot).(*nodeMemory); ok {
		return m
	}
	m := &nodeMemory{}
	*slot = m
	return m
}

func (m *nodeMemory) want() lua.Value {
	if m.table == nil {
		m.table = lua.NewTable(0, 1)
	}
	return m.table.Value()
}

// running is the binding of a behavior whose hook run is a coroutine.
type running struct{ binding }

// MustRestart implements engine.Restarter: a suspended coroutine holds the old code and cannot go
// on in the new one.
func (b *running) MustRestart(memory any) bool {
	m, ok := memory.(*nodeMemory)
	return ok && m.co != nil
}
