//go:build !luacore

package luabind

import (
	"time"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// code makes a loaded chunk callable by the engine.
type code struct {
	runtime *Runtime
	chunk   *Chunk
}

// Bind implements engine.Code.
func (k code) Bind(worker int, params engine.Params) engine.Binding {
	s := k.runtime.states[worker]
	if in := s.in(k.chunk); in != nil {
		return s.callable(in, params)
	}
	return gone{k.chunk}
}

// BindAhead implements engine.AheadBinder, by the copy that Install is going to hand to the
// worker. It is for the goroutine that loads, after Replicate; the file that a copy could
// not be made of has none, nor has one that is installed.
func (k code) BindAhead(worker int, params engine.Params) engine.Binding {
	if k.chunk.replicas == nil {
		return nil
	}
	return k.runtime.states[worker].callable(k.chunk.replicas[worker], params)
}

// callable makes an instance of this state callable for nodes with some parameters. It
// touches nothing of the state that changes.
func (s *State) callable(in *instance, params engine.Params) engine.Binding {
	b := binding{hooks: in.hooks, s: s, chunk: in.chunk, params: s.noParams}
	if len(params) > 0 {
		b.params = s.paramTable(params)
	}
	if b.hooks[engine.HookBehavior].run {
		return &running{b}
	}
	return &b
}

// paramTable returns what hooks see as the parameters of their node.
func (s *State) paramTable(params engine.Params) *lua.LTable {
	t := newTable(0, len(params))
	for _, p := range params {
		t.RawSetString(p.Name, fromValue(p.Value))
	}
	return s.guardDeep(t, nameParams)
}

// binding is one behavior at one node in one state. The functions lie in it
// rather than behind it: a call then finds all that it needs in one place.
type binding struct {
	hooks  [engine.NumHooks]function
	s      *State
	chunk  *Chunk
	params *lua.LTable
}

// nodeMemory is what an agent's node keeps in Context.Memory.
type nodeMemory struct {
	table *lua.LTable    // the memory that hooks see; nil until one wants it
	co    *lua.LState    // the coroutine of run, while it is suspended
	wake  time.Duration  // clock before which co is not resumed
	until *lua.LFunction // co is resumed when this answers true
}

// Call implements engine.Binding.
//
// It recovers what a hook raises; see State.protected. What holds for all calls of a
// turn is looked at once, in begin: a call has two questions of its own to ask before
// the hook runs, and one behind it.
func (b *binding) Call(c *engine.Context, h engine.Hook) (ans engine.Answer, err error) {
	s, f := b.s, &b.hooks[h]
	s.ctx = c
	if c.Turn() != s.turn {
		s.begin(c)
	}
	if s.careful || f.run {
		return b.callWatched(c, h)
	}
	L, n := s.L, int(f.args)
	L.Push(f.fn)
	if n > 0 {
		L.Push(c.Fields().(*fields).table())
		if n > 1 {
			b.pushRest(c, h, n)
		}
	}
	returned := false
	defer func() {
		if !returned {
			err = b.raised(s.salvage(recover()))
			s.settle(c)
		}
	}()
	if f.mute {
		L.Call(n, 0)
		returned = true
	} else {
		L.Call(n, 1)
		returned = true
		v := L.Get(-1)
		L.Pop(1)
		if h == engine.HookPrecondition { // by far the most: read in place
			ans.Yes = isYes(v)
		} else {
			ans, err = b.read(c, h, v)
		}
	}
	s.settle(c)
	return ans, err
}

// callWatched is Call for what is rare or made for people who develop: coroutines,
// explanations, and hooks that must be seen to change nothing.
func (b *binding) callWatched(c *engine.Context, h engine.Hook) (engine.Answer, error) {
	defer b.s.settle(c)
	b.s.restrain(c)
	if !b.s.development {
		return b.callRare(c, h)
	}
	shared := b.s.sealFile(b.chunk).stow()
	ans, err := b.callRare(c, h)
	if changed := shared.restore(b.s, b.chunk, h); err == nil {
		err = changed
	}
	return ans, err
}

func (b *binding) callRare(c *engine.Context, h engine.Hook) (engine.Answer, error) {
	if b.hooks[h].run {
		ans, err := b.resume(c)
		return ans, inRun(err)
	}
	v, err := b.watchedValue(c, h)
	if err != nil || b.hooks[h].mute {
		return engine.Answer{}, err
	}
	return b.read(c, h, v)
}

// watchedValue calls a hook and returns its value, unless it did what it must not.
func (b *binding) watchedValue(c *engine.Context, h engine.Hook) (lua.LValue, error) {
	s, n := b.s, int(b.hooks[h].args)
	if s.development {
		s.watch(b, c)
	}
	s.L.Push(b.hooks[h].fn)
	if n > 0 {
		s.L.Push(s.agentTable(c))
		b.pushRest(c, h, n)
	}
	if err := s.protected(n, 1); err != nil {
		return nil, b.raised(err)
	}
	v := s.L.Get(-1)
	s.L.Pop(1)
	return v, b.wrote()
}

// begin takes up another agent or tick.
func (s *State) begin(c *engine.Context) {
	s.turn = c.Turn()
	s.careful = s.development || c.Explaining()
	if dt := c.DT(); dt != s.dt {
		s.setDT(dt)
	}
	if s.limit > 0 {
		s.openAccount(c)
	}
}

// raised ends the watch over a hook that raised an error, and returns the error.
func (b *binding) raised(err error) error {
	e := b.s.scriptError(b.chunk, err, b.s.overHook)
	e.Impure = b.wrote() != nil
	return e
}

// wrote ends the watch over a hook, if there is one, and tells what it wrote.
func (b *binding) wrote() error {
	if !b.s.watched.on {
		return nil
	}
	return b.s.unwatch(b.chunk)
}

func (b *binding) scriptError(err error) error {
	return b.s.scriptError(b.chunk, err, b.s.overHook)
}

func (s *State) setDT(dt time.Duration) {
	s.dt = dt
	s.bt.RawSetString("dt", lua.LNumber(dt.Seconds()))
}

// agentTable returns what the hook sees as its agent.
func (s *State) agentTable(c *engine.Context) *lua.LTable {
	t := c.Fields().(*fields).table()
	if c.Deciding() {
		return s.readOnly(t, c)
	}
	return t
}

// readOnly returns what stands for an agent in Decide, if anything does.
func (s *State) readOnly(t *lua.LTable, c *engine.Context) *lua.LTable {
	w := &s.watched
	switch {
	case c.Explaining():
		w.standIn = s.recordTable(t, c)
	case s.development:
		w.standIn = s.guardOf(t)
	default:
		return t
	}
	w.on, w.agent = true, t
	return w.standIn
}

// pushRest pushes the arguments behind the agent: params, memory, and the
// hook's own.
func (b *binding) pushRest(c *engine.Context, h engine.Hook, n int) {
	if n < 2 {
		return
	}
	L := b.s.L
	L.Push(b.params)
	if n < 3 {
		return
	}
	switch h {
	case engine.HookPrecondition, engine.HookUtility, engine.HookPostcondition:
		L.Push(lua.LNil)
	case engine.HookChoose:
		L.Push(b.s.offer(c.Choices()))
	default:
		L.Push(b.memory(c).want())
	}
	if n < 4 {
		return
	}
	switch h {
	case engine.HookExit:
		L.Push(lua.LString(c.Reason().String()))
	case engine.HookReload:
		L.Push(b.s.former(b.chunk))
	case engine.HookResult:
		L.Push(statusWords[c.Result()])
	default:
		L.Push(lua.LNil)
	}
}

// former returns the table of the version before c.
func (s *State) former(c *Chunk) lua.LValue {
	if in := s.in(c.prev); in != nil {
		return in.value
	}
	return lua.LNil
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

func (m *nodeMemory) want() *lua.LTable {
	if m.table == nil {
		m.table = newTable(0, 1)
	}
	return m.table
}

// running is the binding of a behavior whose hook run is a coroutine.
type running struct{ binding }

// MustRestart implements engine.Restarter: a suspended coroutine holds the old
// code and cannot go on in the new one.
func (b *running) MustRestart(memory any) bool {
	m, ok := memory.(*nodeMemory)
	return ok && m.co != nil
}
