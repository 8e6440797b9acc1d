package luabind

import lua "github.com/yuin/gopher-lua"

func (s *State) registerStrings(t *lua.LTable) {
	lib := s.open("string", lua.OpenString)
	for _, n := range []string{"rep", "find", "match", "gmatch", "gsub"} {
		t.RawSetString(n, lib.RawGetString(n))
	}
}
