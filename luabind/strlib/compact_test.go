package strlib

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// content writes a table in the order of next.
func content(t *lua.LTable) string {
	var b strings.Builder
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		fmt.Fprintf(&b, "%v=%v ", k, v)
	}
	return b.String()
}

// TestCompact: a table made anew has what it had, in the same order, and no more room than
// that takes.
func TestCompact(t *testing.T) {
	table := &lua.LTable{Metatable: lua.LNil}
	inner := &lua.LTable{Metatable: lua.LNil}
	for _, k := range []lua.LValue{lua.LString("b"), lua.LNumber(3), lua.LTrue, lua.LNumber(-1), lua.LNumber(1), lua.LNumber(0.5), inner, lua.LString("a"), lua.LNumber(1e9)} {
		table.RawSet(k, lua.LString("of "+k.Type().String()))
	}
	for i := range 1000 {
		k := lua.LString(fmt.Sprint("churn", i))
		table.RawSet(k, lua.LTrue)
		table.RawSet(k, lua.LNil)
	}
	table.RawSetString("a", lua.LNil)
	table.RawSetString("last", lua.LTrue)
	before, length := content(table), table.Len()
	if places, keys, live := Size(table); places != 3 || keys != 1008 || live != 7 {
		t.Fatalf("%d places, %d keys, %d live", places, keys, live)
	}
	Compact(table)
	if places, keys, live := Size(table); places != 3 || keys != 7 || live != 7 {
		t.Errorf("%d places, %d keys, %d live", places, keys, live)
	}
	if after := content(table); after != before || table.Len() != length {
		t.Errorf("length %d, %s\nwas %d, %s", table.Len(), after, length, before)
	}
}

// TestPartsOfTextsAreFree: to keep a letter of a long text is not to keep the text.
func TestPartsOfTextsAreFree(t *testing.T) {
	const texts = 500
	for _, code := range []string{"s:sub(i % 9 + 1, i % 9 + 2)", "s:match('^(..)')", "s:find('^(..)')"} {
		L := lua.NewState()
		for _, f := range Strings(nil) {
			L.GetGlobal("string").(*lua.LTable).RawSetString(f.Name, L.NewFunction(f.Call))
		}
		before := inUse()
		if err := L.DoString(fmt.Sprintf("list = {} for i = 1, %d do local s = ('x'):rep(16000) list[i] = { %s } end", texts, code)); err != nil {
			t.Fatal(err)
		}
		if took := inUse() - before; took > texts*1000 {
			t.Errorf("%s: %d bytes are kept for each", code, took/texts)
		}
		runtime.KeepAlive(L)
		L.Close()
	}
}

func inUse() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
