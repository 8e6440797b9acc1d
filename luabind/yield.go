//go:build !luacore

package luabind

import (
	"fmt"
	"runtime"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// innerChunk is the name of the pieces of Lua below, which messages leave out.
const innerChunk = "(bough)"

// wrapSource defines coroutine.wrap by create and resume, whose threads count
// instructions; the library's own wrap makes threads that do not.
const wrapSource = `local create, resume, raise = ...
local function pass(ok, ...)
  if not ok then raise((...), 0) end
  return ...
end
return function(f)
  local co = create(f)
  return function(...) return pass(resume(co, ...)) end
end`

// When a coroutine goes on, the library hands its code the values it was
// resumed with as they are, without filling up those that are missing, and
// crashes on the first use of one. So functions that yield are called from
// these pieces of Lua, which take exactly the values that are there. The first
// is for coroutine.yield; the second, made for each name, for functions without
// results.
const (
	yieldSource = `local yield = ...
local function pass(...) return ... end
return function(...) return pass(yield(...)) end`
	pauseSource = `local %[1]s = ...
return function(...) %[1]s(...) end`
)

// bodySource makes a function of the library, or of the game, one that can be a
// coroutine. The library runs such a function when the coroutine begins, but drops its
// results, and does not notice that the coroutine has ended: the next time that it is
// resumed it crashes.
const bodySource = `local call = ...
local function pass(...) return ... end
return function(...) return pass(call(...)) end`

// inner runs one of the pieces of Lua and returns what it made.
func (s *State) inner(source string, args ...lua.LValue) lua.LValue {
	fn, err := s.L.Load(strings.NewReader(source), innerChunk)
	if err != nil {
		panic(fmt.Sprintf("luabind: %v in %s", err, source))
	}
	s.L.Push(fn)
	for _, a := range args {
		s.L.Push(a)
	}
	s.L.Call(len(args), 1)
	v := s.L.Get(-1)
	s.L.Pop(1)
	return v
}

// pausing returns what scripts see of a function that yields.
func (s *State) pausing(name string, f lua.LGFunction) lua.LValue {
	return s.inner(fmt.Sprintf(pauseSource, name), s.L.NewFunction(blameCaller(f)))
}

// blameCaller makes errors of a function that is called from an inner piece of
// Lua point at the script.
func blameCaller(f lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		returned := false
		defer func() {
			if returned {
				return
			}
			raised := recover()
			if err, ok := raised.(*lua.ApiError); ok {
				if text, isText := err.Object.(lua.LString); isText {
					err.Object = lua.LString(callerOf(L) + strings.TrimPrefix(string(text), L.Where(1)))
				}
			}
			if raised != nil {
				panic(raised)
			}
		}()
		n := f(L)
		returned = true
		return n
	}
}

// createSteps is what a coroutine costs of the budget, as it takes 5 kB.
const createSteps = 100

// registerCoroutines replaces create and wrap, since a thread of the library's
// own making would not count instructions, and yield, which must not be called
// everywhere; see mayYield.
func (s *State) registerCoroutines(co *lua.LTable) {
	s.registerResume(co)
	create := s.counting(co.RawGetString("create"))
	co.RawSetString("create", create)
	co.RawSetString("wrap", s.inner(wrapSource, create, co.RawGetString("resume"), s.L.GetGlobal("error")))
	co.RawSetString("yield", s.inner(yieldSource, s.L.NewFunction(blameCaller(func(L *lua.LState) int {
		if L == s.L {
			L.RaiseError("coroutine.yield called outside of a coroutine")
		}
		s.mayYield(L, "coroutine.yield")
		return -1
	}))))
	co.RawSetString("running", s.L.NewFunction(func(L *lua.LState) int {
		if L == s.L {
			L.Push(lua.LNil)
		} else {
			L.Push(L)
		}
		return 1
	}))
}

// counting returns coroutine.create for small threads that count instructions.
func (s *State) counting(create lua.LValue) *lua.LFunction {
	return s.L.NewFunction(func(L *lua.LState) int {
		L.CheckFunction(1)
		if s.limit > 0 {
			s.charge(L, createSteps)
		}
		s.admit(L)
		L.Push(create)
		L.Push(s.body(L.CheckFunction(1)))
		whole := L.Options
		L.Options.RegistrySize, L.Options.RegistryMaxSize, L.Options.MinimizeStackMemory = coRegistry, coRegistryMax, true
		L.Call(1, 1)
		L.Options = whole
		th := L.Get(-1).(*lua.LState)
		if s.limit > 0 {
			th.SetContext(&s.budget)
		}
		s.threads.add(s.ctx, th)
		s.loadedThread(th)
		if s.watched.on {
			s.watched.threads = append(s.watched.threads, th)
		}
		return 1
	})
}

// body returns what a coroutine runs that is made of fn.
func (s *State) body(fn *lua.LFunction) lua.LValue {
	if !fn.IsG {
		return fn
	}
	return s.inner(bodySource, fn)
}

// callKind is what a place in the code of the library tells about a coroutine.
type callKind uint8

const (
	otherCall  callKind = iota + 1
	resumeCall          // the coroutine was resumed here
	nestedCall          // the library itself called a function of the script
)

// mayYield raises an error where a coroutine cannot be left: below a call that
// the library itself makes, of a metamethod, an iterator or a callback. The
// library does not check this; it would go on in both places, and end the
// process sooner or later. That such a call is under way shows only on the
// stack of Go, where one of the two kinds of calls is a few frames away.
func (s *State) mayYield(L *lua.LState, name string) {
	if calledDirectly(L, name) {
		return
	}
	var callers [24]uintptr
	for _, pc := range callers[:runtime.Callers(3, callers[:])] {
		kind := s.callKinds[pc]
		if kind == 0 {
			kind = kindOf(pc)
			s.callKinds[pc] = kind
		}
		switch kind {
		case resumeCall:
			return
		case nestedCall:
			s.refuseYield(L, name)
		}
	}
	s.refuseYield(L, name)
}

// calledDirectly tells whether the function at the bottom of a coroutine calls
// the function name itself, as most do. Then nothing can stand between, and the
// stack of Go need not be searched, which takes longer than all the rest of a
// pause. The frames are: this function, the piece of Lua around it, its caller.
func calledDirectly(L *lua.LState, name string) bool {
	if _, more := L.GetStack(3); more {
		return false
	}
	frame, ok := L.GetStack(1)
	if !ok {
		return false
	}
	_, err := L.GetInfo("n", frame, lua.LNil)
	return err == nil && frame.Name == name[strings.LastIndexByte(name, '.')+1:]
}

func (s *State) refuseYield(L *lua.LState, name string) {
	L.RaiseError("%s cannot be used inside pcall, a metamethod, an iterator or a function that another one was given to call", name)
}

func kindOf(pc uintptr) callKind {
	f := runtime.FuncForPC(pc - 1)
	switch {
	case f == nil:
		return otherCall
	case strings.HasSuffix(f.Name(), "gopher-lua.threadRun"):
		return resumeCall
	case strings.HasSuffix(f.Name(), "gopher-lua.(*LState).callR"):
		return nestedCall
	}
	return otherCall
}
