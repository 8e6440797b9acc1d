package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
	"pgregory.net/rapid"
)

// TestConcat: .. means what it does in Lua, wherever it stands.
func TestConcat(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"print('a' .. 'b' .. 'c')", "abc"},
		{"print(1 .. 2, 1.5 .. '', -1 .. '')", "12 1.5 -1"},
		{"local function f() return 'x', 'y' end print('a' .. f(), (f()) .. f() .. 'b', f() .. 'c')", "ax xxb xc"},
		{"local function f(...) return 'a' .. ... end print(f('b', 'c'))", "ab"},
		{"local function f() return 'a' .. 'b' end print(f(), (f()))", "ab ab"},
		{"local t = { ['a' .. 'b'] = 1, 'c' .. 'd', x = 'e' .. 'f' } t['g' .. 'h'] = t.ab .. t[1] print(t.ab, t[1], t.x, t.gh)", "1 cd ef 1cd"},
		{"for i = ('1' .. '0') + 0, (1 .. 1) + 0 do print(i .. '') end", "10\n11"},
		{"for k, v in pairs({ a = 'b' .. 'c' }) do print(k .. v) end", "abc"},
		{"local i = 0 while i .. '' ~= '2' do i = i + 1 end print(i)", "2"},
		{"local i = 0 repeat i = i + 1 until i .. '' == '3' print(i)", "3"},
		{"if 'a' .. 'b' == 'ab' then print('yes') elseif 'a' .. '' == 'b' then else print('no' .. '') end", "yes"},
		{"print(not ('a' .. 'b'), #('a' .. 'b'), -('1' .. '2'), ('1' .. '2') + 1, ('a' .. 'b') < 'b', 'a' .. 'b' and 'c' .. 'd')", "false 2 -12 13 true cd"},
		{"print(('a' .. 'b'):upper() .. ('c'):rep(2), ('x' .. 'y').len == nil)", "ABcc false"},
		{"local mt = { __concat = function(a, b) return 'meta' end } local t = setmetatable({}, mt) print(t .. 'a', 'a' .. t, 'a' .. 'b' .. t, t .. t)", "meta meta ameta meta"},
		{"local mt = { __concat = function(a, b) return { a, b } end } local t = setmetatable({}, mt) print(#('x' .. t))", "2"},
		{"do local function g() return (function() return 'in' .. 'ner' end)() end print(g()) end", "inner"},
		{"local o = {} function o:m(x) return self.n .. x end o.n = 'n' print(o:m('a' .. 'b'))", "nab"},
		{"print(" + strings.TrimSuffix(strings.Repeat("'ab' .. ", 150), " .. ") + ")", strings.Repeat("ab", 150)},
		{"local x = nil .. 'a'", "error scripts/b.lua:2:15: cannot calculate nil .. 'a' (string)"},
		{"local x = 'a' .. {}", "error scripts/b.lua:2:15: cannot calculate 'a' (string) .. {} (table): of a table name the entry that is meant, or write table.concat for a list"},
		{"local x = 'a' .. 'b' ..\n'c' .. true", "cannot calculate string .. boolean"},
		{"local x = 'a' .. nil .. 'b'", "cannot calculate nil .. 'b' (string)"},
	} {
		if got := run(t, "behavior", c.body); got != c.want && (!strings.Contains(got, "error") || !strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
	s := newSession(t, options, `
-- main.bt --
tree main "One."
  root
    b when name .. id == "main1" and ("a" .. "b"):len() == 2
-- root.lua --
return {}
-- b.lua --
local text = "at " .. "load"
return { behavior = function() print(text) end }
`).clean()
	s.spawn("main", nil)
	s.tick(1)
	s.want("main#1: at load")
}

// TestNext: a loop over next needs no third value.
func TestNext(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local n = 0 for k, v in next, { 1, 2, 3 } do n = n + v end print(n)", "6"},
		{"local t = { 4, 5 } local n = 7 for k, v in next, t do print(k, v) end", "1 4\n2 5"},
		{"local n = 3 for k in next, { 1, 2 } do print(k) end", "1\n2"},
		{"local n = 3 for k in next, { 1, 2 }, 1 do print(k) end", "2"},
		{"local i = 0 for x in function() i = i + 1 if i < 3 then return i end end do print(x) end", "1\n2"},
		{"local n = 3 for k, v in next, params.list do print(k, v) end", "1 8\n2 9"},
	} {
		s := newSession(t, options, one("return { params = { list = { 8, 9 } }, behavior = function(agent, params)\n"+c.body+"\nend }\n"))
		s.spawn("main", nil)
		s.tick(1)
		if got := strings.ReplaceAll(s.take(), "main#1: ", ""); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestConcatIsLuas joins random values here and by the library.
func TestConcatIsLuas(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	literal := rapid.SampledFrom([]string{"'a'", "''", "1", "2.5", "-3", "1e300", "0/0", "nil", "true", "({})", "'x' .. 'y'", "(1 .. 2)"})
	rapid.Check(t, func(rt *rapid.T) {
		parts := rapid.SliceOfN(literal, 2, 60).Draw(rt, "parts")
		if rapid.Bool().Draw(rt, "plain") {
			for i := range parts {
				if parts[i] == "nil" || parts[i] == "true" || parts[i] == "({})" {
					parts[i] = "7"
				}
			}
		}
		e := strings.Join(parts, " .. ")
		want := ""
		if err := L.DoString("result = " + e); err != nil {
			want = "error"
		} else {
			want = strings.ReplaceAll(L.GetGlobal("result").String(), "NaN", "nan") // as Lua writes it
		}
		got := run(t, "behavior", "print("+e+")")
		if strings.HasPrefix(got, "error") {
			got = "error"
		}
		if got != want {
			rt.Fatal(fmt.Sprintf("%s\ngot  %s\nwant %s", e, got, want))
		}
	})
}

// TestRewritten: what becomes a call means the same as before.
func TestRewritten(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local function f(n) return n == 0 and 0 or 1 + f(n - 1) end print(f(5))", "5"},
		{"local f = function(n) return n end print(f(1), (function() return 2 end)())", "1 2"},
		{"local f, g = function() return 1 end, function() return 2 end print(f(), g())", "1 2"},
		{"local t = {} function t.f(x) return x end function t:g(x) return self == t and x end t.u = {} function t.u.v:w(...) return ... end", "nothing (nil) is used as if it were a table: it has no field 'w'"},
		{"local t = {} function t.f(x) return x end function t:g(x) return self == t, x end print(t.f(1), t:g(2))", "1 true 2"},
		{"local t = { u = {} } function t.u.f(...) return select('#', ...) end function t.u:g(...) return select('#', ...) end print(t.u.f(1, 2), t.u:g(1, 2))", "2 2"},
		{"print(#'abc', #{ 1, 2 }, #{ 1, nil, 3 }, #setmetatable({}, { __len = function() return 7 end }))", "3 2 3 7"},
		{"local n = 0 for i = 1, #'abc' do n = n + #('x'):rep(i) end print(n, -#'ab', not #'a', #'a' == 1)", "6 -2 false true"},
		{"local function f() return 1, 2, 3 end local function g(...) return #{ ... }, #{ f() }, #{ (f()) }, #{ f(), f() }, #{ ..., x = 1 }, #{ (...) } end print(g(1, 2))", "2 3 1 4 1 1"},
		{"print(#{ unpack({ 1, 2, 3 }) }, ({ 4, ('a b'):match('(%w) (%w)') })[3])", "3 b"},
		{"local fs = {} for i = 1, 3 do fs[i] = function() return i end end print(fs[1](), fs[2](), fs[3]())", "1 2 3"},
		{"local x = #5", "# stands before what is neither a table nor a text"},
	} {
		if got := run(t, "behavior", c.body); got != c.want && (!strings.Contains(got, "error") || !strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}
