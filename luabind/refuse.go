//go:build !luacore

package luabind

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// notInDecide says why, and what to do.
const notInDecide = "must not change anything, since it may be asked any number of times: move this to behavior or on_enter"

// asker is what the code under way is called in Decide.
func (s *State) asker() string {
	if s.watched.guard != "" {
		return "the " + s.watched.guard
	}
	return s.ctx.Hook().String()
}

// deciding tells whether the code under way must not change anything.
func (s *State) deciding() bool { return s.ctx != nil && s.ctx.Deciding() }

// refuse raises an error, and remembers it in case that the script catches it.
func (s *State) refuse(L *lua.LState, text string) {
	if s.watched.on && s.watched.refused == "" {
		s.watched.refused = callerOf(L) + text
	}
	L.RaiseError("%s", text)
}

// callerOf returns the place of the script that called the function under way: "path:12:".
func callerOf(L *lua.LState) string {
	for level := 1; ; level++ {
		if _, more := L.GetStack(level); !more {
			return ""
		}
		if w := L.Where(level); w != "" && !strings.HasPrefix(w, "[G]") && !strings.HasPrefix(w, innerChunk) {
			return w
		}
	}
}

// refuseWrite refuses that key of a guarded table is written.
func (s *State) refuseWrite(L *lua.LState, what string, key lua.LValue) {
	if s.deciding() {
		s.refuse(L, fmt.Sprintf("%s wrote %s of %s; it %s", s.asker(), show(key), what, notInDecide))
	}
	L.RaiseError("%s is read-only: %s was written", what, show(key))
}

// refuseCall refuses that a function of a library changes a guarded table.
func (s *State) refuseCall(L *lua.LState, function string, t *lua.LTable) {
	if what := whatOf(t); s.deciding() && what != "" {
		s.refuse(L, fmt.Sprintf("%s changed %s with %s; it %s", s.asker(), what, function, notInDecide))
	}
	if h := homeOf(t); h != nil {
		L.RaiseError("%s changed %s, but tables of %s %s", function, whatOf(t), h.chunk.Path, constantTables)
	}
	what := whatOf(t)
	if what == "" {
		what = "this table"
	}
	L.RaiseError("%s cannot change %s, which is read-only", function, what)
}
