//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// entrySteps is what it takes to copy an entry of a table from Lua to Go or back.
const entrySteps = 3

// handOut copies a value for others to see, and pays for its entries.
func (s *State) handOut(L *lua.LState, v lua.LValue) (engine.Value, error) {
	room := maxTableEntries
	out, err := copyValue(v, maxTableDepth, &room)
	s.charge(L, (maxTableEntries-room)*entrySteps)
	return out, err
}

// handIn makes a value that a script sees, and pays for its entries.
func (s *State) handIn(L *lua.LState, v engine.Value) lua.LValue {
	s.charge(L, entries(v)*entrySteps)
	return fromValue(v)
}

// entries counts the entries of a table and of those in it.
func entries(v engine.Value) int {
	if v.Kind() != engine.OtherValue {
		return 0
	}
	t, ok := v.Ref().(*engine.Table)
	if !ok {
		return 0
	}
	n := len(t.Entries)
	for i := range t.Entries {
		n += entries(t.Entries[i].Value)
	}
	return n
}

// Bounds on what names scripts may make up.
const (
	// maxWord bounds the bytes of the name of a board or of a key of one, which are
	// kept as long as the world.
	maxWord = 200
)

func checkWord(L *lua.LState, what, word string) {
	if len(word) > maxWord {
		L.RaiseError("the name of a %s has %d bytes; at most %d are allowed", what, len(word), maxWord)
	}
}
