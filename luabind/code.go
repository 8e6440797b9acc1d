package luabind

import (
	"fmt"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lint"
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
	t := s.L.NewTable()
	for _, p := range params {
		t.RawSetString(p.Name, fromValue(p.Value))
	}
	return &binding{hooks: s.instances[k.chunk].hooks, s: s, chunk: k.chunk, params: s.guardDeep(t, nameParams)}
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
// It recovers what a hook raises; see State.protected.
func (b *binding) Call(c *engine.Context, h engine.Hook) (ans engine.Answer, err error) {
	s, f := b.s, &b.hooks[h]
	s.ctx = c
	if dt := c.DT(); dt != s.dt {
		s.setDT(dt)
	}
	s.refill()
	if f.run {
		return b.resume(c)
	}
	L, n := s.L, int(f.args)
	L.Push(f.fn)
	if n > 0 {
		L.Push(s.agentTable(c))
		if n > 1 {
			b.pushRest(c, h, n)
		}
	}
	returned := false
	defer func() {
		if !returned {
			err = b.scriptError(s.salvage(recover()))
		}
	}()
	if f.mute {
		L.Call(n, 0)
		returned = true
		return engine.Answer{}, nil
	}
	L.Call(n, 1)
	returned = true
	v := L.Get(-1)
	L.Pop(1)
	switch h {
	case engine.HookPrecondition:
		return engine.Answer{Yes: lua.LVAsBool(v)}, nil
	case engine.HookBehavior:
		return b.answer(v, engine.Running)
	}
	return engine.Answer{}, nil
}

func (b *binding) scriptError(err error) error {
	return b.s.runtime.scriptError(b.chunk, err, b.s.limit)
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
	switch {
	case c.Explaining():
		return s.recordTable(t, c)
	case s.runtime.development:
		return s.guardOf(t)
	}
	return t
}

// guardOf returns the table that stands for an agent where it must not be
// written. One serves all agents of a state in turn, as there is never more
// than one hook under way.
func (s *State) guardOf(agent *lua.LTable) *lua.LTable {
	if s.guard == nil {
		s.guard = s.guardTable(agent, "the agent")
	}
	s.guard.Metatable.(*lua.LTable).RawSetString("__index", agent)
	return s.guard
}

// pushRest pushes the arguments behind the agent: params, memory, and the
// hook's own.
func (b *binding) pushRest(c *engine.Context, h engine.Hook, n int) {
	L := b.s.L
	L.Push(b.params)
	if n < 3 {
		return
	}
	if h == engine.HookPrecondition {
		L.Push(lua.LNil)
	} else {
		L.Push(b.memory(c).want(L))
	}
	if n < 4 {
		return
	}
	switch h {
	case engine.HookExit:
		L.Push(lua.LString(c.Reason().String()))
	case engine.HookReload:
		L.Push(b.s.former(b.chunk))
	default:
		L.Push(lua.LNil)
	}
}

// former returns the table of the version before c.
func (s *State) former(c *Chunk) lua.LValue {
	if in := s.instances[c.prev]; in != nil {
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

func (m *nodeMemory) want(L *lua.LState) *lua.LTable {
	if m.table == nil {
		m.table = L.NewTable()
	}
	return m.table
}

// answer reads the status that a hook returned.
func (b *binding) answer(v lua.LValue, none engine.Status) (engine.Answer, error) {
	st, ok := toStatus(v, none)
	if !ok {
		return engine.Answer{}, b.wrongStatus(v)
	}
	return engine.Answer{Status: st}, nil
}

// wrongStatus points at the return statement that gave the wrong value, as far
// as that is certain: by its literal, or because there is only one.
func (b *binding) wrongStatus(v lua.LValue) error {
	name := engine.HookBehavior.String()
	if b.hooks[engine.HookBehavior].run {
		name = keyRun
	}
	script := b.chunk.script
	e := &Error{At: script.KeyPos(name), Message: fmt.Sprintf("%s returned %s; want %s", name, show(v), wantStatus)}
	guilty := suspects(script.Returns(name), v)
	for i, r := range guilty {
		switch i {
		case 0:
			e.At = r.Pos
		case 1:
			e.Hint = fmt.Sprintf("or the return in line %d", r.Pos.Line)
		default:
			e.Hint += fmt.Sprintf(", %d", r.Pos.Line)
		}
	}
	e.Source = script.Line(e.At.Line)
	return e
}

// suspects returns the return statements that may have given v: those that
// spell it out, or else all that do not spell out something different.
func suspects(returns []lint.Return, v lua.LValue) []lint.Return {
	var exact, open []lint.Return
	for _, r := range returns {
		switch {
		case r.Literal == "" && r.Kind == "":
			open = append(open, r)
		case r.Literal != "" && r.Kind == v.Type().String() && sameLiteral(r, v):
			exact = append(exact, r)
		case r.Literal == "" && r.Kind == v.Type().String():
			exact = append(exact, r)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return open
}

func sameLiteral(r lint.Return, v lua.LValue) bool {
	switch x := v.(type) {
	case lua.LNumber:
		n, ok := numberConstant(r.Literal).(constant)
		return ok && n.v.num == float64(x)
	case lua.LString:
		return len(r.Literal) >= 2 && sameString(r.Literal, string(x))
	}
	return r.Literal == v.String()
}

// sameString tells whether a literal may stand for text. One with escapes or in
// long brackets is not taken apart.
func sameString(literal, text string) bool {
	if literal[0] == '[' || strings.Contains(literal, `\`) {
		return true
	}
	return literal[1:len(literal)-1] == text
}

// MustRestart implements engine.Restarter: a suspended coroutine holds the old
// code and cannot go on in the new one.
func (b *binding) MustRestart(memory any) bool {
	m, ok := memory.(*nodeMemory)
	return ok && m.co != nil
}
