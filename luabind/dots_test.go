package luabind_test

import (
	"strings"
	"testing"
)

// TestDots: ... gives what it gives in Lua, wherever it stands, up to a bound.
func TestDots(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local function f(...) return ... end print(f(), (f(1, 2)), f(1, nil))", "nil 1 1 nil"},
		{"local function f(...) return ... end for i, v in f(ipairs({ 7 })) do print(i, v) end", "1 7"},
		{"local function f(a, ...) if a then print(a, (...), select('#', ...)) return f(...) end end f(1, nil, 3)", "1 nil 2"},
		{"local function f(...) local t, u = { ... }, { x = 1, ... } return #t, #u, select('#', ...), ... end print(f(1, 2, nil, 4))", "4 4 4 1 2 nil 4"},
		{"local function f(...) return 0, ... end print(select('#', f(1, 2)), select('#', (f(1, 2))))", "3 1"},
		{"local function f(...) local x = ... and 5 local y = ... or 6 return x, y, not ..., -..., ... == 1 end print(f(1, 2))", "5 1 false -1 true"},
		{"local function f(...) return ... .. 'x' .. ... end print(f('a', 'b'))", "axa"},
		{"local function f(...) local t = {} t[...] = ... t.x, t.y = ... return t[1], t.x, t.y end print(f(1, 2))", "1 1 2"},
		{"local function f(...) local a, b, c = ... return c, b, a end print(f(1, 2), f(3))", "nil nil nil 3"},
		{"local function f(...) print(..., ...) if ... then print('yes') end end f('a', 'b')", "a a b\nyes"},
		{"local t = {} for i = 1, 1000 do t[i] = i end local function f(...) return select('#', ...) end print(f(unpack(t)))", "1000"},
		{"local t = {} for i = 1, 1000 do t[i] = i end local function f(...) return select('#', ...) end\nprint(f(0, unpack(t)))", "error scripts/b.lua:2:77: ... stands for 1001 values; at most 1000 are allowed"},
	} {
		got := run(t, "behavior", c.body)
		if got != c.want && (!strings.HasPrefix(c.want, "error") || !strings.HasSuffix(got, c.want[strings.Index(c.want, ":2:")+6:])) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}
