//go:build !luacore

package luabind

import (
	"strings"

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
	pcall := s.catching(g, g.RawGetString("pcall").(*lua.LFunction).GFunction)
	xpcall := s.catching(g, g.RawGetString("xpcall").(*lua.LFunction).GFunction)
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
func (s *State) catching(g *lua.LTable, call lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		hidden := strlib.HideOpenVars(L)
		defer strlib.ShowOpenVars(L, hidden)
		f, _ := L.Get(1).(*lua.LFunction)
		n := call(L)
		if L.Get(-n) == lua.LFalse {
			s.charge(L, traceSteps)
			if message, ok := L.Get(-1).(lua.LString); ok && f != nil && f.IsG {
				L.Pop(1)
				L.Push(naming(g, message, f))
			}
		}
		return n
	}
}

// naming puts the name of a function into its message on an argument. The library takes the
// name from the call, and there is none in a script where pcall calls.
func naming(g *lua.LTable, message lua.LString, f *lua.LFunction) lua.LString {
	const nameless = " to (anonymous) ("
	if !strings.Contains(string(message), nameless) {
		return message
	}
	name := nameIn(g, f)
	for _, lib := range []string{"string", "table", "math", "bt"} {
		if t, ok := g.RawGetString(lib).(*lua.LTable); ok && name == "" {
			name = nameIn(targetOf(t), f)
		}
	}
	if name == "" {
		return message
	}
	return lua.LString(strings.Replace(string(message), nameless, " to "+name+" (", 1))
}

// nameIn returns the name under which a function stands in a table, "" if it does not. Of
// several it is the first in the alphabet.
func nameIn(t *lua.LTable, f *lua.LFunction) (name string) {
	t.ForEach(func(k, v lua.LValue) {
		if text, ok := k.(lua.LString); ok && v == f && (name == "" || string(text) < name) {
			name = string(text)
		}
	})
	return name
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
