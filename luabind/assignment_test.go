package luabind_test

import "testing"

// TestAssignment: what is assigned to local variables means what it does in Lua 5.1.
func TestAssignment(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local a, b = 1, 2 a, b = b, a print(a, b)", "2 1"},
		{"local a, b, c = 1, 2, 3 a, b, c = c, a, b print(a, b, c)", "3 1 2"},
		{"local a, b = 0, 1 for i = 1, 10 do a, b = b, a + b end print(a, b)", "55 89"},
		{"local a, b = 1, 2 a, b = b, a + 0 print(a, b) a, b = b + 0, a print(a, b)", "2 1\n1 2"},
		{"local a, b = 1, 2 local a, b = b, a print(a, b)", "2 1"},
		{"local a, t = 1, {} t.x, a = a, 5 print(t.x, a) a, t.x = t.x, a print(t.x, a)", "1 5\n5 1"},
		{"local a, t = 1, {} t, a = a, t print(type(t), type(a))", "number table"},
		{"local i, t = 1, {} i, t[i] = i + 1, 20 print(i, t[1], t[2])", "2 20 nil"},
		{"local i, t = 1, {} t[i], i = 20, i + 1 print(t[1], t[2], i)", "20 nil 2"},
		{"local t, k = { a = {} }, 'a' local u = t t[k].x, t, k = 1, nil, 'b' print(u.a.x, t, k)", "1 nil b"},
		{"local t = { a = 1, b = 2 } t.a, t.b = t.b, t.a print(t.a, t.b)", "2 1"},
		{"local x, y = 1, 2 local function swap() x, y = y, x end swap() print(x, y)", "2 1"},
		{"local a, b = 1, 2 local function get() return a end a, b = b, get() print(a, b)", "2 1"},
		{"local a, b, c = 1, 2, 3 a, b, c = c, b print(a, b, c) a, b = 7, 8, 9 print(a, b)", "3 2 nil\n7 8"},
		{"local function two() return 7, 8 end local a, b, c = 1, 2, 3 a, b, c = b, two() print(a, b, c) a, b, c = two(), 5 print(a, b, c) a, b = two() print(a, b) a, b = (two()) print(a, b)", "2 7 8\n7 5 nil\n7 8\n7 nil"},
		{"local t = {} local function f(...) t[1], t.n, t.m = ... local a, b = 1, 2 a, b = ... return a, b end print(f(7, 8)) print(t[1], t.n, t.m)", "7 8\n7 8 nil"},
		{"local c c, c = 1, 2 print(c)", "1"},
		{"local function f(a) local b, c = 1, 2 a = (select(1, a, 9)) print(a, b, c) end f(7)", "7 1 2"},
		{"local function f(a) local b, c = 1, 2 a = math.abs(a), math.abs(b) print(a, b, c) end f(-7)", "7 1 2"},
		{"local function f(a) local b, c = 1, 2 a = ((a.g)(b, c)) print(a, b, c) end f({ g = math.max })", "2 1 2"},
		{"local function f(...) local a, b = 1, 2 a = (...) print(a, b) end f(7, 8)", "7 2"},
		{"local f, g = 1, 2 f, g = function() return g end, 3 print(f(), g)", "3 3"},

		{"local x, t = 5, {} x = t.flag and 7 print(x)", "nil"},
		{"local x, t = 5, {} x = t.flag or 7 print(x) x = 1 and t.flag and 3 print(x)", "7\nnil"},
		{"local x, y = 5, 1 x = not y and 7 print(x) x = 5 x = y and not y and 7 print(x)", "false\nfalse"},
		{"local function no() return false end local x = 5 x = no() and 7 print(x) x = 5 x = no() and no() or 8 print(x)", "false\n8"},
		{"local x = { y = { alive = false } } x = x.y and x.y.alive and x.y print(x)", "false"},
		{"local x = 5 local function set() x = agent.none and 7 end set() print(x)", "nil"},
		{"local a, b, t = 1, 2, {} a, b = t.none and 3, t.none and 4 print(a, b)", "nil nil"},
		{"local x = 1 x = x == 1 and 'one' or 'more' print(x) x = x == 1 and 'one' or 'more' print(x)", "one\nmore"},
		{"local a, b = agent.none.x, 1 a, b = b, a", "error scripts/b.lua:2:20: agent.none (nil) is used as if it were a table: it has no field 'x': the agent has no field none; if that may be so, ask before: if agent.none then ... end"},
		{"local a, b = 1, 2\na, b = b, agent.none.x", "error scripts/b.lua:3:17: agent.none (nil) is used as if it were a table: it has no field 'x': the agent has no field none; if that may be so, ask before: if agent.none then ... end"},
	} {
		if got := run(t, "behavior", c.body); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}
