package lua_test

import (
	"strings"
	"testing"
)

// TestBracketsBehindCalls checks that positions are correct after a call without arguments. The syntax tree does not
// contain the parentheses of such a call.
func TestBracketsBehindCalls(t *testing.T) {
	const f = "local function f() return { x = { y = 'y' } } end local function none() end\n"
	for text, want := range map[string]string{
		"if nil then f() else print('else') end":                     "else\n",
		"if nil then f() elseif none() then f() else print 'no' end": "no\n",
		"print(f().x.y)":                                             "y\n",
		"print(f()['x'].y)":                                          "y\n",
		"print(({ (none()), x = 'named' }).x)":                       "named\n",
		"print(none().x)":                                            "error: p.lua:2: attempt to index a nil value\n",
		"print(f() and none().x\n\n, 1)":                             "error: p.lua:2: attempt to index a nil value\n",
		"f().x.z() local function r(n) return n and r end":           "error: p.lua:2: attempt to call field 'z' (a nil value)\n",
		"none() local function r(n) return n or r(1) end print(r())": "1\n",
	} {
		if got := run(f + text); got != want {
			t.Errorf("%s\n\tsays %q, not %q", text, got, want)
		}
	}
}

// TestItemsWinOverKeys checks constructors with items, such as 1, and entries with number keys, such as [2] = 1. If an
// item and an entry have the same key, the table must get the item. Both kinds must count for the length.
func TestItemsWinOverKeys(t *testing.T) {
	const count = "local function count(t) local n = 0 for k in pairs(t) do n = n + 1 end return n end\nlocal function id(...) return ... end\n"
	for text, want := range map[string]string{
		"local t = { [2] = 'k', 1, 2 } print(count(t), #t, t[2])":            "2\t2\t2\n",
		"local t = { [2] = 'k', id(1), 2 } print(count(t), #t, t[2])":        "2\t2\t2\n",
		"local t = { [2] = 'k', id(1, 2, 3) } print(count(t), #t, t[2])":     "3\t3\t2\n",
		"local t = { [3] = 'k', 1, 2 } print(count(t), #t, t[3])":            "3\t3\tk\n",
		"local t = { [4] = 'k', 1, [3] = id(0), 2 } print(count(t), #t)":     "4\t4\n",
		"local t = { 1, [1] = 'k', [2] = 'k' } print(count(t), #t, t[1])":    "2\t2\t1\n",
		"local t = { [2] = 'k', nil, 'b' } print(count(t), t[2])":            "1\tb\n",
		"local t = { [1] = 'k', nil } print(count(t), #t)":                   "0\t0\n",
		"local t = { [3] = 'k', [2] = 'k', id(1) } t[4] = 4 print(#t, t[4])": "4\t4\n",
	} {
		if got := run(count + text); got != want {
			t.Errorf("%s\n\tsays %q, not %q", text, got, want)
		}
	}
}

// TestPlacesOfMistakes checks that an error has the right line, even at the end of a file.
func TestPlacesOfMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"\n  local a = {4\n\n":         "error: p.lua:2: not-closed\n",
		"a = ":                         "error: p.lua:1: text-ends-without-value\n",
		"x = 'abc":                     "error: p.lua:1: string-not-closed\n",
		"\nfor k in\n 3\ndo end":       "error: p.lua:3: attempt to call a number value\n",
		"do goto l local aa ::l:: end": "",
		"x = 1\ny = 'abc\n":            "error: p.lua:2: string-not-closed\n",
		"for i = 1, 3do end":           "error: p.lua:1: malformed-number\n",
		"x = 1..2":                     "error: p.lua:1: malformed-number\n",
		"\nx = 'a\\999'":               "error: p.lua:2: large-escape\n",
		"x = { 1,\n, 2 }":              "error: p.lua:2: unexpected-instead-of-value\n",
		"local s = 'x'\n(s:rep(1))":    "error: p.lua:2: call-in-brackets\n",
		"x = 1;(type(x))":              "error: p.lua:1: call-in-brackets\n",
		"goto l local aa ::l:: aa()":   "error: p.lua:1: <goto l> jumps into the scope of local 'aa'\n",
	} {
		if got := run(text); got != want {
			t.Errorf("%q\n\tsays %q, not %q", text, got, want)
		}
	}
}

// TestOrderOfTargets checks which local variables are read before a call in the same statement, and which are read
// after it.
func TestOrderOfTargets(t *testing.T) {
	const names = "local i, t, u = 1, {}, {} local function set(n, v) i = n return v end local function both() return u end\n"
	for text, want := range map[string]string{
		"t[i] = set(2, 'a') print(t[1], t[2])":                                                                     "nil\ta\n",
		"t[i], u.x = set(2, 'a'), 1 print(t[1], t[2])":                                                             "nil\ta\n",
		"t[i], i = set(2, 'a'), 5 print(t[1], t[2], i)":                                                            "a\tnil\t5\n",
		"t[i], t[set(2, 'k')], i = 'a', 'b', 5 print(t[1], t[2], t.k)":                                             "nil\ta\tb\n",
		"t[i], i, t[set(2, 'k')] = 'a', 5, 'b' print(t[1], t[2], t.k)":                                             "a\tnil\tb\n",
		"(true and t)[i], t = set(2, 'a'), u print(t[1], t[2])":                                                    "nil\tnil\n",
		"print(i + set(5, 1), i .. set(3, ''), ('x' and i) + set(7, 1))":                                           "6\t5\t8\n",
		"local o = setmetatable({}, { __index = function() i = 9 end }) local x = { i, o.x, i } print(x[1], x[3])": "1\t9\n",
		"local o = setmetatable({}, { __newindex = print }) print(pcall(function() o[nil] = 1 end))":               "false\tp.lua:2: table index is nil\n",
	} {
		if got := run(names + text); got != want {
			t.Errorf("%s\n\tsays %q, not %q", text, got, want)
		}
	}
}

// TestTooManyVariables checks that the number of variables and registers of a function is bounded.
func TestTooManyVariables(t *testing.T) {
	local := func(n int) string { return strings.Repeat("local x = 1\n", n) }
	for text, want := range map[string]string{
		local(199) + "print(1)": "1\n",
		local(201):              "error: p.lua:201: main function has more than 200 local variables\n",
		"\nlocal function f() " + local(201) + " end":         "error: p.lua:202: function at line 2 has more than 200 local variables\n",
		local(199) + "do local a end do local a end":          "",
		"print(#{" + strings.Repeat("1, ", 6000) + "1})":      "6001\n",
		"print(#{" + strings.Repeat("print(), ", 600) + "1})": strings.Repeat("\n", 600) + "601\n",
		"print(#(" + strings.Repeat("'a' .. ", 900) + "'b'))": "901\n",
	} {
		if got := run(text); got != want {
			t.Errorf("%.60q\n\tsays %.80q, not %.80q", text, got, want)
		}
	}
}
