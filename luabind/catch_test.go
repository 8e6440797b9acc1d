package luabind_test

import (
	"strings"
	"testing"
)

// TestCaughtErrors: closures and the functions around them go on sharing their variables
// when pcall has caught an error, as in Lua 5.1.
func TestCaughtErrors(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local x = 1 local function get() return x end pcall(error, 'e') x = 2 print(get())", "2"},
		{"local x = 1 local function get() return x end pcall(function() x = 3 error('e') end) print(x, get()) x = 2 print(get())", "3 3\n2"},
		{"local x = 1 local function get() return x end xpcall(function() x = 3 error('e') end, function() x = x + 1 end) print(x, get()) x = 2 print(get())", "4 4\n2"},
		{"local x = 1 local function set(v) x = v end local function f() pcall(error) set(7) return x end print(f(), x)", "7 7"},
		{"local function fail() local v = 5 local function add() v = v + 1 return v end error(add) end local _, add = pcall(fail) local a, b, c = 1, 2, 3 print(add(), add(), a, b, c)", "6 7 1 2 3"},
		{"local function fail() local v = 5 local function add() v = v + 1 return v end error(add) end local _, add = xpcall(fail, function(e) e() return e end) local a, b, c = 1, 2, 3 print(add(), add(), a, b, c)", "7 8 1 2 3"},
		{"local x = 1 local function get() return x end pcall(function() local y = 1 local function inner() y = y + 1 x = y end pcall(function() inner() error('e') end) inner() y = 10 inner() end) print(x, get())", "11 11"},
		{"local x = 1 local function get() return x end local z pcall(function() return z.y end) x = 2 print(get(), (pcall(pcall, error, 'e')))", "2 true"},
		{"local x = 1 local co = coroutine.wrap(function() local function get() return x end coroutine.yield(get()) pcall(error) x = x + 1 coroutine.yield(get()) end) print(co()) x = 5 print(co(), x)", "1\n6 6"},
		{"print((xpcall(error, function(e) return e end)), (pcall(xpcall, error)))", "false false"},
	} {
		if got := run(t, "behavior", c.body); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestCaughtErrorsNameTheFunction: an error on an argument says of which function, also
// where pcall has called it.
func TestCaughtErrorsNameTheFunction(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{"pcall(math.max, 1, 2, 'x')", "bad argument #3 to max (number expected, got string)"},
		{"xpcall(math.floor, function(e) return e end)", "bad argument #1 to floor"},
		{"pcall(setmetatable, 1, 2)", "bad argument #1 to setmetatable (table expected, got number)"},
		{"pcall(string.rep, 'x', {})", "bad argument #2 to rep (number expected, got table)"},
		{"pcall(bt.since, {})", "bad argument #1 to since (string expected, got table)"},
		{"pcall(function() return math.max(1, 2, 'x') end)", "bad argument #3 to max (number expected, got string)"},
	} {
		if got := run(t, "behavior", "print(select(2, "+c.call+"))"); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.call, got, c.want)
		}
	}
}
