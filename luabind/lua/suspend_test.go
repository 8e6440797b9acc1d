package lua_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// suspending is a script that replaces print by a function that suspends the coroutine in which the program runs.
// Inside metamethods and functions that Go functions call, where a yield is an error, that function prints directly.
// The program cannot tell that it runs in a coroutine.
const suspending = `
local print, yield, running, pcall, tostring, concat, select = print, coroutine.yield, coroutine.running, pcall, tostring, table.concat, select
local main = running()
local shared = coroutine
coroutine = {}
for k, v in pairs(shared) do coroutine[k] = v end
function coroutine.running() local co = running() if co ~= main then return co end end
return function(...)
  local list = { ... }
  for i = 1, select('#', ...) do list[i] = tostring(list[i]) end
  local text = concat(list, '\t')
  if running() ~= main or not pcall(yield, text) then print(text) end
end`

// TestSuspended checks that a program has the same output if it is suspended at each output, and two States resume it
// by turns.
func TestSuspended(t *testing.T) {
	n, suspensions := programs(4), 0
	for i := range n {
		seed := *luaSeed + uint64(i)
		chunk := compiled(t, newProgram(seed))
		want := measure(lua.NewState(), chunk, lua.Unlimited, lua.Unlimited)
		got, n := suspended(t, chunk)
		if got != want.said {
			t.Fatalf("seed %d: %s", seed, firstDifference(got, want.said))
		}
		suspensions += n
	}
	t.Logf("%d programs were suspended %d times", n, suspensions)
}

func suspended(t *testing.T, chunk *lua.Chunk) (said string, suspensions int) {
	var out bytes.Buffer
	states := [2]*lua.State{lua.NewState(), lua.NewState()}
	options := lib.Options{Output: &out, Random: func(*lua.Call) float64 { return 0.5 }}
	lib.Open(states[1], options)
	g := lib.Open(states[0], options)
	prepare := compiled(t, suspending).Function(g).Value()
	run := chunk.Function(g).Value()
	body := compiled(t, `local prepare, run = ... print = prepare() return run()`).Function(g).Value()
	thread := lua.NewThread(body)
	args := []lua.Value{prepare, run}
	for thread.Status() != lua.Dead {
		results, err := states[suspensions%2].Resume(thread, args...)
		if err != nil {
			fmt.Fprintln(&out, "error:", err)
		} else if thread.Status() == lua.Suspended {
			fmt.Fprintln(&out, results[0])
		}
		suspensions++
		args = nil
	}
	return out.String(), suspensions - 1
}

// TestYields checks a feature that Lua 5.1 does not have: a yield inside pcall.
func TestYields(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`print(pcall(coroutine.wrap(function() print(pcall(coroutine.yield, 1)) end)))`, "true\t1\n"},
		{`local co = coroutine.wrap(function(...) print(pcall(coroutine.yield, ...)) return 'end' end) print(co(1, 2)) print(co(3, nil))`, "1\t2\ntrue\t3\tnil\nend\n"},
		{`local co = coroutine.wrap(function() print(pcall(function() coroutine.yield(1) error('x', 0) end)) return 2 end) print(co(), co())`, "false\tx\n1\t2\n"},
		{`local co = coroutine.wrap(function() print(xpcall(function() coroutine.yield(1) error('x', 0) end, function(m) return m .. '!' end)) end) co() co()`, "false\tx!\n"},
		{`local co = coroutine.wrap(function() print(pcall(pcall, pcall, coroutine.yield, 'deep')) end) print(co()) co('in')`, "deep\ntrue\ttrue\ttrue\tin\n"},
		{`local co = coroutine.create(function() pcall(coroutine.yield) error({}) end) coroutine.resume(co) print(select('#', coroutine.resume(co)), coroutine.status(co))`, "2\tdead\n"},
		{`local co = coroutine.wrap(function() for i, v in coroutine.yield, 's', 'c' do print(i, v) end end) print(co()) print(co(1, 2)) print(co(3)) co(nil)`, "s\tc\n1\t2\ns\t1\n3\tnil\ns\t3\n"},
		{`local co = coroutine.wrap(function() local o = setmetatable({}, { __call = coroutine.yield }) return o(5) end) print(select(2, co())) print(co(6))`, "5\n6\n"},
		{`print(pcall(coroutine.yield))`, "false\tattempt to yield from outside a coroutine\n"},
		{`local co = coroutine.wrap(function() return pcall(function() local t = setmetatable({}, { __index = coroutine.yield }) return t.x end) end) print(co())`, "false\tp.lua:1: attempt to yield across metamethod/C-call boundary\n"},
		{`local co = coroutine.wrap(function() return pcall(table.sort, { 1, 2 }, coroutine.yield) end) print(co())`, "false\tattempt to yield across metamethod/C-call boundary\n"},
	} {
		if got := run(test.text); got != test.want {
			t.Errorf("%s\n\tsays %q, not %q", test.text, got, test.want)
		}
	}
}
