package luabind_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestAPI calls the functions of bt in a behavior hook.
func TestAPI(t *testing.T) {
	const at = "error scripts/b.lua:2:"
	for _, c := range []struct{ body, want string }{
		{"print(bt.time(), bt.tick(), bt.dt)", "0.1 1 0.1"},
		{"print(bt.RUNNING, bt.SUCCESS, bt.FAILURE)", "running success failure"},
		{"print(bt.stimulus())", "nil"},
		{"print(bt.active('b'), bt.ran('b'), bt.since('b'))", "true false 0"},
		{"print(bt.ran('b', 64), bt.ran_ago('b', 64), bt.ran('b', '3'))", "false false false"},
		{"bt.ran('b', 65)", "problem scripts/b.lua:2:13: an agent remembers its last 64 ticks, and not 65: write a whole number from 1 to 64"},
		{"local n = 65; bt.ran_ago('b', n)", at + "31: bad argument #2 to 'ran_ago' (want a whole number of ticks, 1 to 64)"},
		{"bt.ran('b', -1)", "problem scripts/b.lua:2:13: an agent remembers its last 64 ticks, and not -1: write a whole number from 1 to 64"},
		{"bt.ran('b', 0/0)", at + "13: bad argument #2 to 'ran' (want a whole number of ticks, 1 to 64)"},
		{"bt.ran(unpack({}))", at + "8: bad argument #1 to 'ran' (string expected, got no value): write bt.ran(\"name\", ticks)"},
		{"bt.ran('other')", at + "8: bad argument #1 to 'ran' (tree main has no node \"other\" (it has b))"},
		{"bt.active('bb')", at + "11: bad argument #1 to 'active' (tree main has no node \"bb\": did you mean b?)"},
		{"bt.since(agent.list or {})", at + "10: bad argument #1 to 'since' (string expected, got table)"},
		{"print(bt.board('v').x)", "nil"},
		{"bt.board('v').x = 1 print(bt.board('v').x)", "nil"},
		{"bt.board(unpack({}))", at + "10: bad argument #1 to 'board' (string expected, got no value): write bt.board(\"name\")"},
		{"print(#bt.board('v'), pairs((select(1, bt.board('v')))))", "0 function table nil"},
		{"bt.board('v').f = print", at + "15: board v, entry \"f\": a function is not plain data; use numbers, strings, booleans and plain tables"},
		{"bt.board('v').f = agent", at + "15: board v, entry \"f\": the agent itself is not plain data; hand on agent.id, or a table of the fields that others need"},
		{"bt.board('v').f = bt.board('w')", at + "15: board v, entry \"f\": a board or an agent is not plain data; hand on its name or id, or the entries that others need"},
		{"bt.post(1, 'x', { from = agent })", at + "17: bad argument #3 to 'post' (the agent itself is not plain data"},
		{"bt.request(agent, 'x', agent)", at + "24: bad argument #3 to 'request' (the agent itself is not plain data"},
		{"bt.request(agent, 'x', { bt.board('w') })", at + "24: bad argument #3 to 'request' (a board or an agent is not plain data"},
		{"bt.board('v')[{}] = 1", at + "14: board v, entry table: keys are strings"},
		{"rawset(bt.board('v'), 'x', 1)", at + "1: rawset cannot change a board: write one of its entries, as in bt.board(\"village\").alarm = true"},
		{"table.insert(bt.board('v'), 1)", at + "1: table.insert cannot change a board: write one of its entries, as in bt.board(\"village\").alarm = true"},
		{"bt.post(99, 'noise')", ""},
		{"bt.post(agent.list or 'a', 'x')", at + "9: bad argument #1 to 'post' (number expected, got string)"},
		{"bt.post(1.5, 'x')", at + "9: bad argument #1 to 'post' (want the number of an agent)"},
		{"bt.post(0/0, 'x')", at + "9: bad argument #1 to 'post' (want the number of an agent)"},
		{"bt.post(agent.id, unpack({}))", at + "19: bad argument #2 to 'post' (string expected, got no value): write bt.post(id, "},
		{"bt.post(1, 'x', nil, -1)", at + "22: bad argument #4 to 'post' (want a number of seconds, 0 or more (at most thirty years))"},
		{"bt.post(1, 'x', nil, 0/0)", at + "22: bad argument #4 to 'post' (want a number of seconds, 0 or more (at most thirty years))"},
		{"bt.post(1, 'x', nil, 1e12)", at + "22: bad argument #4 to 'post' (want a number of seconds, 0 or more (at most thirty years))"},
		{"bt.request(agent, 'hit', {damage = 1}, {channel = 'hands', priority = 2})", ""},
		{"bt.request(agent, 'hit')", ""},
		{"bt.request({}, 'hit')", "bad argument #1 to 'request' (bt.request wants the agent that the hook was given)"},
		{"bt.request(agent.id, 'hit')", "bad argument #1 to 'request' (table expected, got number)"},
		{"bt.request(agent, unpack({}))", "bad argument #2 to 'request' (string expected, got no value)"},
		{"bt.request(agent, 'x', print)", "bad argument #3 to 'request' (a function is not plain data"},
		{"bt.request(agent, 'x', nil, {prio = 3})", "bad argument #4 to 'request' (want {channel = a string, priority = a number}, got \"prio\" = 3)"},
		{"bt.request(agent, 'x', nil, {priority = 0/0})", "want {channel = a string, priority = a number}"},
		{"bt.request(agent, 'x', nil, agent.list or 3)", "bad argument #4 to 'request' (table expected, got number)"},
		{"bt.reset({})", "bad argument #1 to 'reset' (bt.reset wants the agent that the hook was given)"},
		{"bt.reset(agent)", ""},
		{"bt.sleep(-1)", "bad argument #1 to 'sleep' (want a number of seconds, 0 or more (at most thirty years))"},
		{"bt.sleep(agent.list or 'x')", "bad argument #1 to 'sleep' (number expected, got string)"},
		{"print(pcall(bt.yield))", "bt.yield can only be used in run: write run = function(agent) ... end instead of behavior"},
		{"print(pcall(bt.wait, 1))", "bt.wait can only be used in run"},
		{"print(pcall(bt.wait_until, print))", "bt.wait_until can only be used in run"},
		{"bt.log('a', nil, true, 1.5, {}, print)", "a nil true 1.5 table function"},
		{"print()", ""},
		{"print(setmetatable({}, {__tostring = function() return 'T' end}))", "T"},
		{"print(setmetatable({}, {__tostring = function() return {} end}))", "table"},
		{"print(setmetatable({}, {__tostring = function() error('oh') end}))", at + "49: oh"},
		{"bt.nothing(bt.nothing)", "bt.nothing is not a function, and cannot be called"},
	} {
		if got := run(t, "behavior", c.body); got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestAPIWhileLoading checks that bt.log is the only function of bt that works while a file is loading.
func TestAPIWhileLoading(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{"bt.log('a', 1)", "load: a 1"},
		{"print('a')", "load: a"},
		{"local x = 1 + bt.dt", "problem scripts/b.lua:1:15: bt.dt cannot be used while a file is loaded; use it in a hook"},
		{"local b = bt\nlocal x = b.dt", "problem scripts/b.lua:2:11: bt.dt cannot be used while a file is loaded"},
		{"bt.time()", "bt.time cannot be used while a file is loaded; use it in a hook"},
		{"bt.tick()", "bt.tick cannot be used while a file is loaded"},
		{"bt.stimulus()", "bt.stimulus cannot be used while a file is loaded"},
		{"bt.ran('b')", "bt.ran cannot be used while a file is loaded"},
		{"bt.active('b')", "bt.active cannot be used while a file is loaded"},
		{"bt.since('b')", "bt.since cannot be used while a file is loaded"},
		{"bt.board('b')", "bt.board cannot be used while a file is loaded"},
		{"bt.post(1, 'b')", "bt.post cannot be used while a file is loaded"},
		{"bt.request({}, 'b')", "bt.request cannot be used while a file is loaded"},
		{"bt.reset({})", "bt.reset cannot be used while a file is loaded"},
		{"bt.sleep(1)", "bt.sleep cannot be used while a file is loaded"},
		{"bt.yield()", "bt.yield cannot be used while a file is loaded"},
		{"bt.wait(1)", "bt.wait cannot be used while a file is loaded"},
		{"bt.wait_until(print)", "bt.wait_until cannot be used while a file is loaded"},
		{"math.random()", "math.random cannot be used while a file is loaded"},
	} {
		s := newSession(t, options, one(c.call+"\nreturn {}\n"))
		s.game.Load()
		if got := s.take(); got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.call, got, c.want)
		}
	}
}

// TestAPIInDecide checks that a function with side effects is an error in a precondition, even if the check of the
// file cannot find the call.
func TestAPIInDecide(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{"post(1, 'x')", "bt.post in precondition, which must not change anything"},
		{"request(agent, 'x')", "bt.request in precondition, which must not change anything"},
		{"reset(agent)", "bt.reset in precondition, which must not change anything"},
		{"sleep(1)", "bt.sleep in precondition, which must not change anything"},
		{"yield()", "bt.yield in precondition; only run may wait"},
		{"wait(1)", "bt.wait in precondition; only run may wait"},
		{"wait_until(print)", "bt.wait_until in precondition; only run may wait"},
		{"board('v').x = 1", "writing to a board in precondition, which must not change anything"},
		{"log('x')", "main#1: x"},
		{"time()", ""}, {"tick()", ""}, {"stimulus()", ""}, {"ran('b')", ""}, {"active('b')", ""}, {"since('b')", ""}, {"board('v')", ""},
	} {
		name, rest, _ := strings.Cut(c.call, "(")
		s := newSession(t, options, hook("precondition", fmt.Sprintf("local t = { bt } local f = t[1][%q] f(%s return true", name, rest)))
		s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.call, got, c.want)
		}
	}
}

func TestTimePasses(t *testing.T) {
	s := newSession(t, options, hook("behavior", "print(bt.time(), bt.tick(), bt.dt, bt.since('b'), bt.ran('b'), bt.ran_ago('b', 2))"))
	s.spawn("main", nil)
	s.tick(2)
	s.game.Tick(0)
	s.want("main#1: 0.1 1 0.1 0 false false", "main#1: 0.2 2 0.1 0.1 true false", "main#1: 0.2 3 0 0.1 true true")
}

func TestStimulus(t *testing.T) {
	const file = `return {
  stimulus = "noise",
  behavior = function(agent)
    local data, name = bt.stimulus()
    print(type(data) == "table" and data.x or data, name)
    return "success"
  end,
}
`
	for _, c := range []struct {
		data value.Value
		want string
	}{
		{value.Value{}, "true noise"},
		{value.Number(3), "3 noise"},
		{value.Bool(false), "false noise"},
		{value.String("s"), "s noise"},
		{value.VectorOf(value.Vector{X: 2}), "2 noise"},
		{value.Other(make(chan int)), "a handle of chan int noise"}, // a handle
	} {
		s := newSession(t, options, one(file))
		a := s.spawn("main", nil)
		s.game.World().Post(a.ID(), engine.Stimulus{Name: "noise", Data: c.data})
		s.tick(2)
		s.want("main#1: " + c.want)
	}
}

func TestSleep(t *testing.T) {
	s := newSession(t, options, hook("behavior", "agent.n = (agent.n or 0) + 1 agent.dt = bt.dt bt.sleep(0.3)"))
	a := s.spawn("main", nil)
	s.tick(4)
	if n, dt := number(a, "n"), number(a, "dt"); n != 2 || dt < 0.29 || dt > 0.31 {
		t.Errorf("%v ticks, dt %v", n, dt)
	}
}

func TestReset(t *testing.T) {
	s := newSession(t, options, one(`return {
  on_enter = function() print("in") end,
  behavior = function(agent) agent.n = (agent.n or 0) + 1 if agent.n == 2 then bt.reset(agent) end end,
  on_exit = function(agent, params, memory, reason) print("out", reason) end,
}
`))
	a := s.spawn("main", nil)
	s.tick(3)
	s.want("main#1: in", "main#1: out reset", "main#1: in")
	if number(a, "n") != 3 {
		t.Errorf("n is %v", number(a, "n"))
	}
}

func TestLogIsBounded(t *testing.T) {
	s := newSession(t, options, hook("behavior", "for i = 1, 30 do print(i) end"))
	s.spawn("main", nil)
	s.spawn("main", nil)
	s.tick(2)
	lines := strings.Split(s.take(), "\n")
	if len(lines) != 2*2*21 {
		t.Fatalf("%d lines", len(lines))
	}
	if lines[19] != "main#1: 20" || lines[20] != "main#1: … more lines in this tick are left out" || lines[21] != "main#2: 1" || lines[42] != "main#1: 1" {
		t.Errorf("lines %q", lines[19:43])
	}

	got := run(t, "behavior", `print(("é"):rep(600) .. "end")`)
	if want := strings.Repeat("é", 500) + "…"; got != want {
		t.Errorf("a long line: %d bytes, want %d", len(got), len(want))
	}
	got = run(t, "behavior", `print("x" .. ("é"):rep(600))`)
	if want := "x" + strings.Repeat("é", 499) + "…"; got != want {
		t.Errorf("a long line: %q", got)
	}
}

// TestExplainSaysNothing checks that an explanation logs nothing, does not change the decision, and sees the same
// values as the tick.
func TestExplainSaysNothing(t *testing.T) {
	s := newSession(t, options, one(`return {
  precondition = function(agent)
    print("asked")
    local n, sum = 0, 0
    for k, v in pairs(agent) do n = n + 1 end
    for i, v in ipairs(agent.list) do sum = sum + v end
    return n == 3 and sum == 6 and #agent.list == 3 and next(agent) == "id" and math.random() >= 0
  end,
}
`))
	a := s.spawn("main", bough.Fields{"list": []int{1, 2, 3}})
	s.tick(1)
	if a.Status() != engine.Running {
		t.Errorf("status %v", a.Status())
	}
	s.take()
	if text := a.Explain().String(); !strings.Contains(text, "would run: b") {
		t.Errorf("explained as\n%s", text)
	}
	s.want()
}

// TestClockIsTheWorlds checks that the package never reads the time of day.
func TestClockIsTheWorlds(t *testing.T) {
	s := newSession(t, options, hook("behavior", "agent.t = bt.time()"))
	a := s.spawn("main", nil)
	s.game.Tick(1500 * time.Millisecond)
	if number(a, "t") != 1.5 {
		t.Errorf("t is %v", number(a, "t"))
	}
}
