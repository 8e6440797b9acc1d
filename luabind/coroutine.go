//go:build !luacore

package luabind

import (
	"errors"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// resume runs the coroutine of a run hook up to its next bt.yield, bt.wait or
// bt.wait_until.
func (b *binding) resume(c *engine.Context) (engine.Answer, error) {
	s, m := b.s, b.memory(c)
	fn := b.hooks[engine.HookBehavior].fn
	var args []lua.LValue
	if m.co == nil {
		m.co = s.newThread()
		args = b.runArgs(c, m)
	} else if m.co.Dead {
		m.co = nil
		return engine.Answer{}, b.stolen()
	} else if ready, err := b.awake(c, m); !ready || err != nil {
		return engine.Answer{}, err
	}
	s.node = m
	state, values, err := s.goOn(m.co, fn, args)
	s.node = nil
	switch state {
	case lua.ResumeYield:
		return engine.Answer{}, nil
	case lua.ResumeError:
		m.co = nil
		return engine.Answer{}, b.scriptError(err)
	}
	m.co = nil
	var v lua.LValue = lua.LNil
	if len(values) > 0 {
		v = values[0]
	}
	return b.answer(v, engine.Success)
}

// inRun makes an error that of a run hook, which the engine knows as behavior.
func inRun(err error) error {
	if e, ok := err.(*Error); ok {
		if e.Hook = keyRun; e.Hint == hintSpread {
			e.Hint = "call bt.yield() in it now and then, to go on in the next tick"
		}
	}
	return err
}

// stolen is the error of a run hook that a script has resumed to its end by itself.
func (b *binding) stolen() error {
	script := b.chunk.script
	e := &Error{At: script.KeyPos(keyRun), Message: "run was resumed by another coroutine and has ended there", Hint: "leave what coroutine.running() gives in run to the engine"}
	e.Source = script.Line(e.At.Line)
	return e
}

// goOn resumes a coroutine. An error says where it was raised.
func (s *State) goOn(co *lua.LState, fn *lua.LFunction, args []lua.LValue) (state lua.ResumeState, values []lua.LValue, err error) {
	returned := false
	defer func() {
		if !returned {
			state, err = lua.ResumeError, s.salvage(recover())
		}
	}()
	state, err, values = s.L.Resume(co, fn, args...)
	returned = true
	if api, ok := err.(*lua.ApiError); ok && api.StackTrace == "" {
		api.StackTrace = scriptStack(co)
	}
	return state, values, err
}

func (b *binding) runArgs(c *engine.Context, m *nodeMemory) []lua.LValue {
	args := []lua.LValue{b.s.agentTable(c), b.params}
	n := int(b.hooks[engine.HookBehavior].args)
	if n > 2 {
		args = append(args, m.want())
	}
	return args[:min(n, len(args))]
}

// awake tells whether what the coroutine waits for has come.
func (b *binding) awake(c *engine.Context, m *nodeMemory) (bool, error) {
	if c.Time() < m.wake {
		return false, nil
	}
	if m.until == nil {
		return true, nil
	}
	b.s.L.Push(m.until)
	b.s.waiting = true
	err := b.s.protected(0, 1)
	b.s.waiting = false
	if err != nil {
		return false, b.s.scriptError(b.chunk, err, b.s.overHook)
	}
	ok := lua.LVAsBool(b.s.L.Get(-1))
	b.s.L.Pop(1)
	if ok {
		m.until = nil
	}
	return ok, nil
}

var errNotInRun = errors.New("can only be used in run: write run = function(agent) ... end instead of behavior")

// suspends raises an error unless L is the coroutine of a run hook.
func (s *State) suspends(L *lua.LState, name string) {
	if s.waiting {
		L.RaiseError("%s cannot be used in the function of bt.wait_until, which has to answer at once: return true when the waiting is over", name)
	}
	if s.node == nil {
		L.RaiseError("%s %v", name, errNotInRun)
	}
	if s.node.co != L {
		L.RaiseError("%s called in a coroutine of the script's own; use coroutine.yield there", name)
	}
	s.mayYield(L, name)
}

func (s *State) apiYield(L *lua.LState) int {
	s.suspends(L, "bt.yield")
	return L.Yield()
}

func (s *State) apiWait(L *lua.LState) int {
	s.suspends(L, "bt.wait")
	s.node.wake = s.ctx.Time() + seconds(L, 1)
	return L.Yield()
}

func (s *State) apiWaitUntil(L *lua.LState) int {
	s.suspends(L, "bt.wait_until")
	s.node.until = L.CheckFunction(1)
	return L.Yield()
}
