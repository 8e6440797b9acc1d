package luabind

import (
	"slices"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/lint"
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
	if params.Fields() {
		b.fields = params
		if b.hooks[engine.HookBehavior].run {
			return &running{b}
		}
		return &b
	}
	b.ready = b.prepare(engine.HookPrecondition, 2)
	if b.hooks[engine.HookBehavior].run {
		return &running{b}
	}
	b.act = b.prepare(engine.HookBehavior, 3)
	return &b
}

// Endless reports whether the source of a behavior shows that no result of a hook ends it. It returns false if the
// behavior was not made by a Runtime.
func Endless(b *engine.Behavior) bool {
	k, ok := b.Code.(code)
	hooks := &b.Hooks
	switch {
	case !ok, hooks[engine.HookChoose], hooks[engine.HookResult], hooks[engine.HookPostcondition], b.Children == kind.Sequential:
		return false
	case !hooks[engine.HookBehavior]:
		return true
	}
	const act = "behavior"
	script := k.chunk.compiled.script
	i := slices.IndexFunc(script.Hooks, func(h lint.Hook) bool { return h.Name == act })
	if i < 0 || script.Hooks[i].Raises { // an error is a Failure
		return false
	}
	// The hook may be another function than the source shows, such as one that calls it.
	if file, line := k.chunk.hooks[engine.HookBehavior].fn.Defined(); file != k.chunk.Path || line != script.Hooks[i].Line {
		return false
	}
	ends := func(r lint.Return) bool { return r.Kind != "none" && r.Kind != "nil" && r.Literal != `"running"` }
	return !slices.ContainsFunc(script.Returns(act), ends)
}

// Unwritten reports whether the source of a behavior shows that a hook which gives its result only raises an error, as in a
// script that is to be written. What the behavior will do is not known then. It returns false if the behavior was not made by a
// Runtime.
func Unwritten(b *engine.Behavior) bool {
	k, ok := b.Code.(code)
	return ok && slices.ContainsFunc(k.chunk.compiled.script.Hooks, func(h lint.Hook) bool {
		return h.Raises && slices.Contains(lint.Doing, h.Name)
	})
}

// prepare returns the prepared calls of a hook. It returns nil if the behavior does not have the hook, or if the
// hook takes more than args arguments.
func (b *binding) prepare(h engine.Hook, args uint8) *lua.Prepared {
	if f := &b.hooks[h]; f.fn != nil && f.args <= args {
		return b.s.L.Prepare(f.fn, b.params)
	}
	return nil
}

// noParams is the parameter table of a node without parameters.
var noParams = constantTable(nil)

// paramTable returns a constant table with the parameters of a node, for hooks.
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

// readFields puts the present values of the fields for which parameters stand into the table of the parameters. The table is
// that of all agents at a node, so this is done before each call.
func readFields(t *lua.Table, params engine.Params, c *engine.Context) {
	own, inLua := c.Fields().(*fields)
	for i := range params {
		p := &params[i]
		switch {
		case p.Field == (engine.Key{}):
		case inLua:
			t.SetConstant(lua.Name(p.Name), keyField(p.Field).Get(own.table()))
		default:
			t.SetConstant(lua.Name(p.Name), helper.FromValue(c.Fields().Get(p.Field)))
		}
	}
}

// fieldOf returns the field for which a parameter stands, or "".
func (b *binding) fieldOf(param string) string {
	if b != nil {
		for _, p := range b.fields {
			if p.Name == param {
				return p.Field.Name()
			}
		}
	}
	return ""
}

// binding is a behavior with one set of parameters, in one worker. Several nodes may share a binding.
type binding struct {
	hooks  *[engine.NumHooks]hook
	s      *state
	chunk  *Chunk
	params lua.Value
	ready  *lua.Prepared // prepared hook precondition; nil if it must be called by Call
	act    *lua.Prepared // prepared hook behavior; nil if it must be called by Call
	fields engine.Params // the parameters, if some stand for fields; otherwise nil
}

// nodeMemory is the value of Context.Memory for a node with a script.
type nodeMemory struct {
	table *lua.Table    // the memory argument of hooks; nil until a hook needs it
	co    *lua.Thread   // the coroutine of run while it is suspended
	wake  time.Duration // time before which co is not resumed
	until *lua.Function // if not nil, co is resumed once it returns true
}

// Place implements engine.Placer.
func (b *binding) Place(h engine.Hook) (pos diag.Pos, ok bool) {
	if f := b.hooks[h].fn; f != nil && !f.Native() {
		pos.File, pos.Line = f.Defined()
	}
	return pos, pos.Line > 0
}

// Call implements engine.Binding.
func (b *binding) Call(c *engine.Context, h engine.Hook) (engine.Answer, error) {
	b.s.enter(c, b)
	if b.fields != nil {
		readFields(b.params.Table(), b.fields, c)
	}
	b.s.L.SetGuard(c.Deciding()) // a hook that is called in Decide must not change anything
	f := &b.hooks[h]
	if f.run {
		ans, err := b.resume(c)
		b.s.meter.EndCall()
		return ans, inRun(err)
	}
	v, err := b.call(c, h, f)
	return b.answered(c, h, v, err)
}

// enter makes b the current binding. If this is another turn or context, it also begins the turn.
func (s *state) enter(c *engine.Context, b *binding) {
	if c.Turn() != s.turn || c != s.ctx {
		s.begin(c)
	}
	s.bound = b
}

// Ready implements engine.Direct.
func (b *binding) Ready(c *engine.Context) bool {
	if b.ready == nil {
		return b.callOrPanic(c, engine.HookPrecondition).Yes
	}
	s := b.s
	s.enter(c, b)
	s.L.SetGuard(true)
	yes := b.ready.Test(s.agent)
	if s.refusal != nil {
		panic(ended{})
	}
	s.meter.EndCall()
	return yes
}

// Run implements engine.Direct.
func (b *binding) Run(c *engine.Context) engine.Status {
	if b.act == nil {
		return b.callOrPanic(c, engine.HookBehavior).Status
	}
	var v lua.Value
	s, status := b.s, engine.Running
	s.enter(c, b)
	s.L.SetGuard(false)
	if b.hooks[engine.HookBehavior].args < 3 {
		v = b.act.Run(s.agent)
	} else {
		v = b.act.RunWith(s.agent, b.memory(c).ensureTable())
	}
	if s.refusal != nil {
		panic(ended{})
	}
	if !v.IsNil() {
		ans, err := b.answer(v, engine.Running)
		if err != nil {
			panic(ended{err})
		}
		status = ans.Status
	}
	s.meter.EndCall()
	return status
}

// callOrPanic is like Call, but panics with an error instead of returning it.
func (b *binding) callOrPanic(c *engine.Context, h engine.Hook) engine.Answer {
	ans, err := b.Call(c, h)
	if err != nil {
		panic(ended{err})
	}
	return ans
}

// ended is the panic value of a direct call whose error the script has not raised. Either the answer was invalid,
// or the script has caught the error about a refused change. In the second case err is nil.
type ended struct{ err error }

// Raised implements engine.Direct.
func (b *binding) Raised(c *engine.Context, h engine.Hook, r any) (engine.Answer, error) {
	e, ok := r.(ended)
	if !ok || e.err == nil {
		v, err := lua.Nil, error(nil)
		if !ok {
			v, err = b.s.L.Caught(r)
		}
		return b.answered(c, h, v, err)
	}
	b.s.meter.EndCall()
	return engine.Answer{}, e.err
}

// answered ends a call that has returned v or raised err, and returns its answer.
func (b *binding) answered(c *engine.Context, h engine.Hook, v lua.Value, err error) (ans engine.Answer, _ error) {
	switch {
	case err != nil || b.s.refusal != nil:
		err = b.failed(err)
	case h == engine.HookPrecondition:
		ans.Yes = v.Truth()
	default:
		ans, err = b.read(c, h, v)
	}
	b.s.meter.EndCall()
	return ans, err
}

// call calls a hook. It returns the error that the hook raises.
func (b *binding) call(c *engine.Context, h engine.Hook, f *hook) (lua.Value, error) {
	s := b.s
	if c.Explaining() {
		defer s.noteReads(c)()
	}
	switch f.args {
	case 0, 1:
		return s.L.Call1(f.fn, s.agent)
	case 2:
		return s.L.Call1(f.fn, s.agent, b.params)
	case 3:
		return s.L.Call1(f.fn, s.agent, b.params, b.third(c, h))
	}
	return s.L.Call1(f.fn, s.agent, b.params, b.third(c, h), b.fourth(c, h))
}

// failed returns the error of a hook that has raised err, or in which a change was refused. In the second case err
// may be nil, since the script may have caught the error.
func (b *binding) failed(err error) error {
	if refused := b.s.takeRefusal(); refused != nil {
		err = refused
	}
	return b.scriptError(err)
}

// begin prepares the state for a turn of an agent. It may be another agent, tick or world than before.
func (s *state) begin(c *engine.Context) {
	s.ctx, s.turn = c, c.Turn()
	if tick := c.Tick(); tick != s.tick {
		s.tick = tick
		s.L.Forget()
	}
	if own, ok := c.Fields().(*fields); ok {
		s.agent = own.table().Value()
	} else {
		s.agent = lua.Nil
	}
	s.meter.Begin(c)
}

func (b *binding) scriptError(err error) error { return b.s.scriptError(b.chunk, err) }

// noteReads records the fields of the agent that a hook reads, for an explanation of a decision. It does so until
// stop is called.
func (s *state) noteReads(c *engine.Context) (stop func()) {
	return c.Fields().(*fields).table().Watch(func(name string, v lua.Value) { c.NoteRead(name, helper.Show(v)) })
}

// third returns the third argument of a hook.
func (b *binding) third(c *engine.Context, h engine.Hook) lua.Value {
	switch h {
	case engine.HookPrecondition, engine.HookUtility, engine.HookPostcondition:
		return lua.Nil
	case engine.HookChoose:
		return b.s.offered.fill(b.s.L, c.Choices())
	}
	return b.memory(c).ensureTable()
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

// memory returns the memory of the node, and creates it on first use.
func (b *binding) memory(c *engine.Context) *nodeMemory {
	slot := c.Memory()
	if m, ok := (*slot).(*nodeMemory); ok {
		return m
	}
	m := &nodeMemory{}
	*slot = m
	return m
}

func (m *nodeMemory) ensureTable() lua.Value {
	if m.table == nil {
		m.table = lua.NewTable(0, 1)
	}
	return m.table.Value()
}

// running is the binding of a behavior that has a hook run, which is a coroutine.
type running struct{ binding }
