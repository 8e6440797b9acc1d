package strlib

import (
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// TestLen: looking for the end costs what was emptied behind it.
func TestLen(t *testing.T) {
	list := &lua.LTable{Metatable: lua.LNil}
	for i := range 1000 {
		list.RawSetInt(i+1, lua.LTrue)
	}
	if n, steps := Len(list); n != 1000 || steps != 0 {
		t.Errorf("a full list: %d, %d steps", n, steps)
	}
	for i := 200; i < 1000; i++ {
		list.RawSetInt(i+1, lua.LNil)
	}
	if n, steps := Len(list); n != 200 || steps != 800/lookedPerStep {
		t.Errorf("an emptied list: %d, %d steps", n, steps)
	}
}

// TestNext walks over tables with gaps: all that is left is found, in the same order,
// and a gap is paid for once.
func TestNext(t *testing.T) {
	table := &lua.LTable{Metatable: lua.LNil}
	for i := range 100 {
		table.RawSetInt(i+1, lua.LNumber(i))
	}
	for i := range 1000 {
		table.RawSet(lua.LNumber(-1-i), lua.LNumber(i))
	}
	if n, steps := walk(table); n != 1100 || steps != 0 {
		t.Errorf("full: %d entries, %d steps", n, steps)
	}
	for i := 10; i < 90; i++ {
		table.RawSetInt(i+1, lua.LNil)
	}
	for i := 100; i < 900; i++ {
		table.RawSet(lua.LNumber(-1-i), lua.LNil)
	}
	if n, steps := walk(table); n != 220 || steps < 105 || steps > 115 {
		t.Errorf("with gaps: %d entries, %d steps", n, steps)
	}
	for k, _ := table.Next(lua.LNil); k != lua.LNil; k, _ = table.Next(lua.LNil) {
		table.RawSet(k, lua.LNil)
	}
	if n, steps := walk(table); n != 0 || steps < 130 || steps > 145 {
		t.Errorf("empty: %d entries, %d steps", n, steps)
	}
}

func walk(t *lua.LTable) (entries, steps int) {
	k, _, n := Next(t, lua.LNil)
	for steps = n; k != lua.LNil; steps += n {
		entries++
		k, _, n = Next(t, k)
	}
	return entries, steps
}
