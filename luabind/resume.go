//go:build !luacore

package luabind

import lua "github.com/yuin/gopher-lua"

// registerResume replaces coroutine.resume and coroutine.status. The library resumes a
// coroutine that has itself resumed the one which asks, and then runs on in both until
// the process ends.
func (s *State) registerResume(co *lua.LTable) {
	resume := co.RawGetString("resume").(*lua.LFunction).GFunction
	co.RawSetString("resume", s.L.NewFunction(func(L *lua.LState) int {
		if th := L.CheckThread(1); th != L && waitsFor(th, L) {
			L.Push(lua.LFalse)
			L.Push(lua.LString("can not resume a normal thread, which waits for this one"))
			return 2
		}
		s.resumed(L, L.CheckThread(1))
		return resume(L)
	}))
	status := co.RawGetString("status").(*lua.LFunction).GFunction
	co.RawSetString("status", s.L.NewFunction(func(L *lua.LState) int {
		if th := L.CheckThread(1); th != L && waitsFor(th, L) {
			L.Push(lua.LString("normal"))
			return 1
		}
		return status(L)
	}))
}

// waitsFor tells whether th has resumed L, directly or through others.
func waitsFor(th, L *lua.LState) bool {
	for p := L.Parent; p != nil; p = p.Parent {
		if p == th {
			return true
		}
	}
	return false
}
