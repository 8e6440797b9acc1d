package strlib

import (
	"slices"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
	"pgregory.net/rapid"
)

// do makes an expression of a list, a statement about it, and what the list is
// afterwards.
func do(list, statement string) string {
	return `(function() local t = {` + list + `} local r = (function() ` + statement + ` end)()
		local out = {} for i = 1, #t do out[i] = tostring(t[i]) end return table.concat(out, " "), r end)()`
}

func TestList(t *testing.T) {
	check(t, [][2]string{
		{`table.concat({})`, `""`}, {`table.concat({"a", 1, 2.5})`, `"a12.5"`}, {`table.concat({"a", "b"}, ", ")`, `"a, b"`},
		{`table.concat({1, 2, 3}, 0)`, `"10203"`}, {`table.concat({1, 2, 3, 4}, ",", 2, 3)`, `"2,3"`}, {`table.concat({1, 2}, ",", 3)`, `""`},
		{`table.concat({1, 2}, ",", 2, 1)`, `""`}, {`table.concat({[0] = "z", "a"}, "-", 0, 1)`, `"z-a"`},
		{`table.concat({[2^53] = "x"}, "-", 2^53, 2^53)`, `"x"`}, {`table.concat({[2^63] = "x"}, "-", 2^63, 2^63)`, `"x"`},
		{do(``, `table.insert(t, "a") table.insert(t, "b")`), `"a b" nil`},
		{do(`1, 2, 3`, `table.insert(t, 1, 0)`), `"0 1 2 3" nil`}, {do(`1, 2, 3`, `table.insert(t, 4, 9)`), `"1 2 3 9" nil`},
		{do(`1, 2, 3`, `table.insert(t, 3, 9)`), `"1 2 9 3" nil`}, {do(`1, 2`, `table.insert(t, nil)`), `"1 2" nil`},
		{do(`1, 2, 3`, `t[3] = nil table.insert(t, 9)`), `"1 2 9" nil`}, {do(`1, 2, 3`, `t[3] = nil table.insert(t, 2, 9)`), `"1 9 2" nil`},
		{do(`1`, `table.insert(t, 4, 9) return t[4]`), `"1 nil nil 9" 9`},
		{do(`1, 2, 3`, `return table.remove(t)`), `"1 2" 3`}, {do(`1, 2, 3`, `return table.remove(t, 1)`), `"2 3" 1`},
		{do(`1, 2, 3`, `t[3] = nil return table.remove(t)`), `"1" 2`}, {do(`1, 2, 3`, `t[3] = nil return table.remove(t, 1)`), `"2" 1`},
		{do(``, `return table.remove(t)`), `"" nil`}, {do(`1`, `return table.remove(t, 5)`), `"1" nil`}, {do(`1`, `return table.remove(t, -5e9)`), `"1" nil`},
		{do(`1`, `return table.remove(t, 0)`), `"1" nil`}, {do(`1, 2`, `return table.remove(t, "1")`), `"2" 1`},
		{`unpack({1, 2, 3})`, `1 2 3`}, {`unpack({1, 2, 3}, 2)`, `2 3`}, {`unpack({1, 2, 3}, 2, 2)`, `2`}, {`unpack({1}, 1, 3)`, `1 nil nil`},
		{`unpack({})`, ``}, {`unpack({}, 5)`, ``}, {`unpack({[0] = "z", "a"}, -1, 1)`, `nil "z" "a"`}, {`unpack({}, 1e308, 1e308)`, `nil`},
		{`unpack({[-2] = 1}, -2, -2)`, `1`}, {`select("#", unpack({}, 1, 1000))`, `1000`}, {`unpack({}, math.huge, -math.huge)`, ``},
	})
}

func TestSort(t *testing.T) {
	check(t, [][2]string{
		{do(`3, 1, 2`, `table.sort(t)`), `"1 2 3" nil`}, {do(``, `table.sort(t)`), `"" nil`}, {do(`"b", "a", "B"`, `table.sort(t, nil)`), `"B a b" nil`},
		{do(`3, 1, 2`, `table.sort(t, function(a, b) return a > b end)`), `"3 2 1" nil`}, {do(`3, 1, 2`, `t[3] = nil table.sort(t)`), `"1 3" nil`},
		{do(`3, 1, 2`, `return pcall(table.sort, t, function() error("x") end)`), `"3 1 2" false`},
		{`(function() local t = {0/0, 2, 0/0, 1} table.sort(t) return #t end)()`, `4`},
		{`(function() local mt = {__lt = function(a, b) return a.n < b.n end}
			local t = {setmetatable({n = 2}, mt), setmetatable({n = 1}, mt)} table.sort(t) return t[1].n end)()`, `1`},
		{`(function() local t = {} for i = 1, 65535 do t[i] = (i * 7919) % 65536 end table.sort(t)
			for i = 2, #t do if t[i-1] > t[i] then return i end end return #t end)()`, `65535`},
	})
}

// TestSortAny sorts by any answers at all: it must end with the same elements.
func TestSortAny(t *testing.T) {
	s := newScript(t, 1<<40)
	sort := s.L.GetGlobal("table").(*lua.LTable).RawGetString("sort")
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 200).Draw(t, "list")
		answers := rapid.SliceOfN(rapid.Bool(), 1, 50).Draw(t, "answers")
		tbl := s.L.NewTable()
		for i, v := range list {
			tbl.RawSetInt(i+1, lua.LNumber(v))
		}
		asked := 0
		less := s.L.NewFunction(func(L *lua.LState) int {
			L.Push(lua.LBool(answers[asked%len(answers)]))
			asked++
			return 1
		})
		if got := s.call(sort, tbl, less); got != "" {
			t.Fatal(got)
		}
		var after []int
		for i := range tbl.Len() {
			after = append(after, int(tbl.RawGetInt(i+1).(lua.LNumber)))
		}
		slices.Sort(list)
		slices.Sort(after)
		if !slices.Equal(list, after) {
			t.Fatalf("%v became %v", list, after)
		}
	})
}

func TestFuncs(t *testing.T) {
	var names []string
	for _, f := range append(Strings(nil), Tables(nil)...) {
		names = append(names, strings.TrimPrefix(f.Lib+"."+f.Name, "."))
	}
	const want = "string.byte string.char string.find string.format string.gmatch string.gsub string.lower string.match string.rep string.reverse " +
		"string.sub string.upper table.concat table.insert table.maxn table.remove table.sort unpack"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestNoCharge runs without anybody to pay.
func TestNoCharge(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	for _, f := range Strings(nil) {
		if f.Name != "find" {
			continue
		}
		L.Push(L.NewFunction(f.Call))
		L.Push(lua.LString(strings.Repeat("a", 1000)))
		L.Push(lua.LString("a-b"))
		L.Call(2, 1)
		if L.Get(-1) != lua.LNil {
			t.Error("found", L.Get(-1))
		}
	}
}
