package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// spent returns the identity of the error of a hook that was stopped after n instructions.
func spent(hook string, n int) string {
	remedy := "spread-over-ticks"
	if hook == "run" {
		remedy = "yield-now-and-then"
	}
	return fmt.Sprintf("hook-runs-too-long limit=%d -> %s", n, remedy)
}

// TestBudgetIsExact checks that an endless loop stops after the same number of rounds in every run and with any
// number of workers. With twice the budget, it stops after twice as many rounds.
func TestBudgetIsExact(t *testing.T) {
	count := func(o bough.Options, name string) float64 {
		s := newSession(t, o, hook(name, "agent.n = 0 while true do agent.n = agent.n + 1 end"))
		s.spawn("main", nil)
		a := s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); !strings.Contains(got, spent(name, max(o.Limits.Budget, 0)+luabind.DefaultBudget*btoi(o.Limits.Budget == 0))) {
			t.Errorf("%s: %s", name, got)
		}
		return number(a, "n")
	}
	for _, name := range []string{"behavior", "run", "on_enter"} {
		first := count(options, name)
		if first < 10_000 || first > 50_000 {
			t.Errorf("%s: stopped after %v rounds", name, first)
		}
		for range 3 {
			if again := count(options, name); again != first {
				t.Errorf("%s: stopped after %v rounds, then after %v", name, first, again)
			}
		}
		if n := count(bough.Options{Workers: 3}, name); n != first {
			t.Errorf("%s: 3 workers stop after %v rounds, not %v", name, n, first)
		}
		small, large := count(bough.Options{Limits: bough.Limits{Budget: 4000}}, name), count(bough.Options{Limits: bough.Limits{Budget: 8000}}, name)
		if d := large - 2*small; d < 0 || d > 2 {
			t.Errorf("%s: %v rounds in 4000 instructions, %v in 8000", name, small, large)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestBudgetCannotBeEscaped checks that no construct keeps an endless loop running, and that the code after the
// loop is not reached.
func TestBudgetCannotBeEscaped(t *testing.T) {
	const forever = "while true do end"
	for _, body := range []string{
		"LOOP",
		"pcall(function() LOOP end)",
		"while true do pcall(function() LOOP end) end",
		"xpcall(function() LOOP end, function(e) LOOP end)",
		"xpcall(function() error('x') end, function(e) LOOP end)",
		"coroutine.wrap(function() LOOP end)()",
		"coroutine.resume(coroutine.create(function() LOOP end))",
		"coroutine.resume(coroutine.create(function() pcall(function() coroutine.wrap(function() LOOP end)() end) end))",
		"while true do coroutine.resume(coroutine.create(function() LOOP end)) end",
		"while true do coroutine.wrap(function() end)() end",
		"local x = setmetatable({}, { __index = function() LOOP end }).x",
		"setmetatable({}, { __newindex = function() LOOP end }).x = 1",
		"local x = setmetatable({}, { __add = function() LOOP end }) + 1",
		"local x = setmetatable({}, { __call = function() LOOP end })()",
		"print(setmetatable({}, { __tostring = function() LOOP end }))",
		"table.sort({ 1, 2, 3 }, function() LOOP end)",
		"string.gsub('aaa', 'a', function() LOOP end)",
		"for k in function() LOOP end do end",
		"for k in function() return 1 end do end",
		"local function f() return f() end f()",
		"repeat until false",
		"for i = 1, math.huge do end",
		"for i = 1, 1e15 do end",
		"local s = 'a' while true do s = s:rep(2) if #s > 1000 then s = 'a' end end",
		"('a'):rep(30):find(('a*'):rep(20) .. 'b')",
		"while true do bt.board('x').y = 1 end",
		"while true do math.random() end",
		"while true do print('x') end",
	} {
		code := strings.ReplaceAll(body, "LOOP", forever)
		for _, name := range []string{"behavior", "run"} {
			s := newSession(t, options, hook(name, "agent.begun = true\n"+code+"\nagent.reached = true"))
			a := s.spawn("main", nil)
			s.tick(1)
			want := spent(name, luabind.DefaultBudget)
			if strings.Contains(code, ":find(") {
				want = fmt.Sprintf(`call-takes-most function="find" limit=%d price=99956 -> simplify-pattern`, luabind.DefaultBudget)
			}
			if got := s.take(); !strings.Contains(got, want) {
				t.Errorf("%s %s: %.300s", name, code, got)
			}
			if number(a, "reached") != 0 || len(s.faults) != 1 || s.faults[0].Pos.Line == 0 {
				t.Errorf("%s %s: reached the end, or without a place", name, code)
			}
		}
	}
}

// TestBudgetIsPerCall checks that each hook call and each agent has the full budget, even if another call has used
// up its budget.
func TestBudgetIsPerCall(t *testing.T) {
	const work = "for i = 1, 20000 do end"
	s := newSession(t, options, one(`return {
  precondition = function() `+work+` return true end,
  on_enter = function() `+work+` end,
  behavior = function(agent)
    if agent.id == 2 then while true do end end
    `+work+` `+work+`
    agent.n = (agent.n or 0) + 1
  end,
  on_exit = function() `+work+` end,
}
`))
	for range 3 {
		s.spawn("main", nil)
	}
	s.tick(3)
	if len(s.faults) != 1 {
		t.Errorf("%d faults: %s", len(s.faults), s.take())
	}
	for a := range s.game.World().Agents() {
		if n, want := number(a, "n"), float64(3*btoi(a.ID() != 2)); n != want {
			t.Errorf("%s has worked %v times, want %v", a.Label(), n, want)
		}
	}

	s = newSession(t, options, hook("run", "while true do "+work+" "+work+" bt.yield() end"))
	s.spawn("main", nil)
	s.tick(20)
	s.want()
}

// TestBudgetIsLessThanOneCall checks that a call whose cost exceeds the remaining budget ends before the function
// does anything.
func TestBudgetIsLessThanOneCall(t *testing.T) {
	s := newSession(t, bough.Options{Seed: 1, Limits: bough.Limits{Budget: 1000}}, one("return { behavior = function(agent)\nif agent.x then\n"+strings.Repeat("agent.x = 5\n", 1500)+"end end }\n"))
	s.spawn("main", nil)
	s.tick(1)
	if got := s.take(); !strings.HasPrefix(got, "error scripts/b.lua:1:21: hook-runs-too-long limit=1000") {
		t.Error(got)
	}
}

// TestBudgetOfGuards checks that the Lua form of a guard also has a budget.
func TestBudgetOfGuards(t *testing.T) {
	s := newSession(t, options, `
-- main.bt --
tree main "One."
  root
    b when string.find(string.rep("a", 40), string.rep("a*", 20) .. "b")
-- root.lua --
return {}
-- b.lua --
return {}
`)
	s.spawn("main", nil)
	s.tick(1)
	if got := s.take(); !strings.Contains(got, `scripts/main.bt:3:12: call-takes-most function="find" limit=100000 `) {
		t.Errorf("got %s", got)
	}
}

func TestBudgetOfFiles(t *testing.T) {
	for _, code := range []string{
		"while true do end", "pcall(function() while true do end end)", "coroutine.wrap(function() while true do end end)()",
	} {
		s := newSession(t, options, one("local x = 1\n"+code+"\nreturn {}\n"))
		s.game.Load()
		if got, want := s.take(), fmt.Sprintf(": file-runs-too-long limit=%d", luabind.LoadBudget); !strings.HasPrefix(got, "problem scripts/b.lua:") || !strings.HasSuffix(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", code, got, want)
		}
	}
	s := newSession(t, options, one("local t = {}\nfor i = 1, 100000 do t['k' .. i] = i end\nt.behavior = function(agent) agent.n = t.k99999 end\nreturn t\n"))
	a := s.clean().spawn("main", nil)
	s.tick(1)
	if number(a, "n") != 99999 {
		t.Error("a table with 100000 keys does not work")
	}
}

// TestShareOfOneCall checks that the error names the call of a library function that has taken most of the budget in
// small portions. A helper, a call with a small share, and a function of the script that the call calls are not named.
func TestShareOfOneCall(t *testing.T) {
	const lists = `local l = {} for i = 1, 5000 do l[i] = i % 100 end `
	for code, want := range map[string]string{
		`string.find(string.rep("a", 40), string.rep("a*", 20) .. "b")`:                       `error scripts/b.lua:2:1: call-takes-most function="find" limit=100000 price=99955 -> simplify-pattern`,
		`local s = string.rep("a", 40):gsub(string.rep("a*", 20) .. "b", "")`:                 `call-takes-most function="gsub" limit=100000 price=99958 -> simplify-pattern`,
		`local s = string.rep("a", 40):match(string.rep("a*", 20) .. "b")`:                    `call-takes-most function="match" limit=100000 price=99959 -> simplify-pattern`,
		`for w in string.rep("a", 40):gmatch(string.rep("a*", 20) .. "b") do agent.w = w end`: `call-takes-most function="gmatch" limit=100000 price=99906 -> simplify-pattern`,
		lists + `table.sort(l)`: `call-takes-most function="sort" limit=100000 price=64982 -> take-less-at-once`,
		lists + `table.sort(l, function(a, b) while true do end end)`:         spent("behavior", luabind.DefaultBudget),
		lists + `for i = 1, 1000 do local s = table.concat(l, "", 1, 90) end`: spent("behavior", luabind.DefaultBudget),
		lists + `for i = 1, 90 do local s = table.concat(l) end`:              spent("behavior", luabind.DefaultBudget),
	} {
		s := newSession(t, options, hook("behavior", code))
		s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", code, got, want)
		}
	}
}

// TestPriceOfOneCall checks that the error names the operation that alone takes more than the budget.
func TestPriceOfOneCall(t *testing.T) {
	for code, want := range map[string]string{
		`local s = ("x"):rep(3000000)`:                    `2:17: call-takes-too-much function="rep" limit=100000 price=187500 -> it`,
		`local ok = pcall(string.rep, "xy", 1000000)`:     `2:12: call-takes-too-much function="rep" limit=100000 price=125000 -> it`,
		`local s = ("x"):rep(1500000) s = s .. s`:         `2:36: operation-takes-too-much limit=100000 price=187500 -> it`,
		`for i = 1, 9 do local s = ("x"):rep(500000) end`: spent("behavior", luabind.DefaultBudget),
		`local n = 0 while true do n = n + 1 end`:         spent("behavior", luabind.DefaultBudget),
	} {
		s := newSession(t, options, hook("behavior", code))
		s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", code, got, want)
		}
	}
	const large = `("x"):rep(30000000)`
	s := newSession(t, options, one("local s = "+large+"\nreturn {}\n"))
	s.game.Load()
	if got, want := s.take(), `1:17: call-takes-too-much function="rep" limit=1000000 price=1875000 -> it`; !strings.Contains(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	s = newSession(t, options, `
-- main.bt --
tree main
  root
    b when string.rep("x", 3000000) == "x"
-- root.lua --
return {}
-- b.lua --
return {}
`)
	s.spawn("main", nil)
	s.tick(1)
	if got, want := s.take(), `scripts/main.bt:3:12: call-takes-too-much function="rep" limit=100000 price=187500 -> it`; !strings.Contains(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNoBudget(t *testing.T) {
	o := options
	o.Limits.Budget = luabind.NoBudget
	for _, name := range []string{"behavior", "run"} {
		s := newSession(t, o, hook(name, `
    for i = 1, 300000 do agent.n = i end
    coroutine.wrap(function() for i = 1, 300000 do end end)()
    agent.s = ("a"):rep(100)
    error("end")`))
		a := s.spawn("main", nil)
		s.tick(2)
		if n := number(a, "n"); n != 300000 || len(s.faults) != 1 || s.faults[0].Err.Error() != "end" {
			t.Errorf("%s: came to %v: %s", name, n, s.take())
		}
	}
}
