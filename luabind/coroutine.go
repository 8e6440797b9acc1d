package luabind

import (
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// resume runs the coroutine of a run hook up to its next bt.yield, bt.wait or bt.wait_until.
func (b *binding) resume(c *engine.Context) (engine.Answer, error) {
	s, m := b.s, b.memory(c)
	var args []lua.Value
	if m.co == nil {
		m.co = lua.NewThread(b.hooks[engine.HookBehavior].fn.Value())
		args = b.runArgs(c, m)
	} else if m.co.Status() == lua.Dead {
		m.co = nil
		return engine.Answer{}, b.errCoroutineEnded()
	} else if ready, err := b.awake(c, m); !ready || err != nil {
		return engine.Answer{}, err
	}
	s.node = m
	values, err := s.L.Resume(m.co, args...)
	s.node = nil
	switch {
	case err != nil:
		m.co = nil
		return engine.Answer{}, b.scriptError(err)
	case m.co.Status() != lua.Dead:
		return engine.Answer{}, nil
	}
	m.co = nil
	var v lua.Value
	if len(values) > 0 {
		v = values[0]
	}
	return b.answer(v, engine.Success)
}

// inRun marks an error as one of the hook run. The engine calls that hook behavior.
func inRun(err error) error {
	if e, ok := err.(*Error); ok {
		if e.hook = keyRun; e.Words.Remedy != nil && e.Words.Remedy.Code == message.SpreadOverTicks().Code {
			e.Words = e.Words.With(message.YieldNowAndThen())
		}
	}
	return err
}

// errCoroutineEnded returns the error for a run hook whose coroutine the script itself has resumed until it ended.
func (b *binding) errCoroutineEnded() error {
	script := b.chunk.compiled.script
	return newError(script, script.KeyPos(keyRun), message.RunEndedElsewhere())
}

func (b *binding) runArgs(c *engine.Context, m *nodeMemory) []lua.Value {
	args := []lua.Value{b.s.agent, b.params}
	n := int(b.hooks[engine.HookBehavior].args)
	if n > 2 {
		args = append(args, m.ensureTable())
	}
	return args[:min(n, len(args))]
}

// Waits implements engine.Waiter.
func (*running) Waits(memory any, clock time.Duration) (w engine.Waiting, ok bool) {
	m, _ := memory.(*nodeMemory)
	if m == nil || m.co == nil {
		return w, false
	}
	at := m.co.Where()
	return engine.Waiting{Pos: diag.Pos{File: at.File, Line: at.Line}, Left: max(0, m.wake-clock), Until: m.until != nil}, true
}

// Bounds of what Calls returns, so that a deep recursion does not make an explanation long.
const (
	maxWaitingCalls = 8
	maxLocals       = 20 // of all calls together
)

// Calls implements engine.Waiter.
func (*running) Calls(memory any) (list []engine.WaitingCall) {
	m, _ := memory.(*nodeMemory)
	if m == nil || m.co == nil {
		return nil
	}
	room := maxLocals
	for at, locals := range m.co.Calls {
		if len(list) == maxWaitingCalls {
			break
		}
		call := engine.WaitingCall{Function: at.Function, Pos: at.At.String()}
		for _, l := range locals[:min(room, len(locals))] {
			call.Locals = append(call.Locals, engine.Term{Text: l.Name, Value: helper.ShowEntries(l.Value)})
		}
		room -= len(call.Locals)
		list = append(list, call)
	}
	return list
}

// awake reports whether the coroutine of a node can be resumed now.
func (b *binding) awake(c *engine.Context, m *nodeMemory) (bool, error) {
	if c.Time() < m.wake {
		return false, nil
	}
	if m.until == nil {
		return true, nil
	}
	b.s.waiting = true
	v, err := b.s.L.Call1(m.until)
	b.s.waiting = false
	if err != nil {
		return false, b.scriptError(err)
	}
	if v.Truth() {
		m.until = nil
	}
	return v.Truth(), nil
}

// suspends returns an error unless the coroutine of a run hook is running. name is the function that wants to
// suspend it.
func (s *state) suspends(name string) error {
	switch {
	case s.waiting:
		return message.WaitInWaitUntil(name)
	case s.node == nil:
		return message.WaitOutsideRun(name)
	case s.node.co != s.L.Current():
		return message.WaitInOwnCoroutine(name)
	}
	return nil
}

func (s *state) apiYield(c *lua.Call) error {
	if err := s.suspends("bt.yield"); err != nil {
		return err
	}
	return c.Yield()
}

func (s *state) apiWait(c *lua.Call) error {
	if err := s.suspends("bt.wait"); err != nil {
		return err
	}
	d, err := seconds(c, 1)
	if err != nil {
		return err
	}
	s.node.wake = s.ctx.Time() + d
	return c.Yield()
}

func (s *state) apiWaitUntil(c *lua.Call) error {
	if err := s.suspends("bt.wait_until"); err != nil {
		return err
	}
	s.node.until = c.Callable(1).Function()
	return c.Yield()
}
