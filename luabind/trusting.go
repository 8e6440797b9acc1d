package luabind

import (
	"github.com/bough-dev/bough/luabind/strlib"
	lua "github.com/yuin/gopher-lua"
)

// What a call of these functions takes beside the instruction that makes it.
const (
	// traceSteps is for the trace of the stack that the library writes for each error
	// that pcall catches. It goes through all calls under way, of which there may be
	// two hundred, so it is paid as if half of them were.
	traceSteps = 1000
	// digitsPerStep is how many characters of a number are read in one step.
	digitsPerStep = 32
)

// registerTrusting makes those functions of the library pay that would do any amount
// of work for one instruction.
func (s *State) registerTrusting(g *lua.LTable) {
	pcall := s.catching(g.RawGetString("pcall").(*lua.LFunction).GFunction)
	xpcall := s.catching(g.RawGetString("xpcall").(*lua.LFunction).GFunction)
	g.RawSetString("pcall", s.L.NewFunction(pcall))
	g.RawSetString("xpcall", s.L.NewFunction(func(L *lua.LState) int {
		L.Replace(2, closing(L, L.CheckFunction(2)))
		return xpcall(L)
	}))
	tonumber := g.RawGetString("tonumber").(*lua.LFunction).GFunction
	g.RawSetString("tonumber", s.L.NewFunction(s.payingDigits(tonumber)))
}

// payingDigits makes a function of numbers pay for texts that it reads as such.
func (s *State) payingDigits(f lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		for i := L.GetTop(); i > 0; i-- {
			if text, ok := L.Get(i).(lua.LString); ok {
				s.charge(L, len(text)/digitsPerStep)
			}
		}
		return f(L)
	}
}

// catching makes pcall or xpcall pay for an error, which then concerns the variables of
// those calls alone that it ends.
func (s *State) catching(call lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		hidden := strlib.HideOpenVars(L)
		defer strlib.ShowOpenVars(L, hidden)
		n := call(L)
		if L.Get(-n) == lua.LFalse {
			s.charge(L, traceSteps)
		}
		return n
	}
}

// closing returns a handler for xpcall that first closes the variables of the calls that
// the error ends, as the library forgets to if there is a handler.
func closing(L *lua.LState, handler *lua.LFunction) *lua.LFunction {
	return L.NewFunction(func(L *lua.LState) int {
		strlib.CloseOpenVars(L)
		L.Insert(handler, 1)
		L.Call(L.GetTop()-1, 1)
		return 1
	})
}
