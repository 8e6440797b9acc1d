package luabind

import lua "github.com/yuin/gopher-lua"

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
	for _, name := range []string{"pcall", "xpcall"} {
		call := g.RawGetString(name).(*lua.LFunction).GFunction
		g.RawSetString(name, s.L.NewFunction(func(L *lua.LState) int {
			n := call(L)
			if L.Get(-n) == lua.LFalse {
				s.charge(L, traceSteps)
			}
			return n
		}))
	}
	tonumber := g.RawGetString("tonumber").(*lua.LFunction).GFunction
	g.RawSetString("tonumber", s.L.NewFunction(func(L *lua.LState) int {
		if text, ok := L.Get(1).(lua.LString); ok {
			s.charge(L, len(text)/digitsPerStep)
		}
		return tonumber(L)
	}))
}
