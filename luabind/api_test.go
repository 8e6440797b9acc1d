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
		{"bt.ran('b', 65)", `problem scripts/b.lua:2:13: ticks-not-remembered limit=64 text="65" -> it`},
		{"local n = 65; bt.ran_ago('b', n)", at + `31: wrong-argument function="bt.ran_ago" given="n (65)" n=2 name="ticks" want="a whole number of ticks, 1 to 64" -> write-code code="bt.ran_ago(\"name\", 1)"`},
		{"bt.ran('b', -1)", `problem scripts/b.lua:2:13: ticks-not-remembered limit=64 text="-1" -> it`},
		{"bt.ran('b', 0/0)", at + `13: wrong-argument function="bt.ran" given="0/0 (nan)" n=2 name="ticks" want="a whole number of ticks, 1 to 64" -> write-code code="bt.ran(\"name\", 1)"`},
		{"bt.ran(unpack({}))", at + `8: missing-argument function="bt.ran" n=1 name="node" want="a text" -> write-code code="bt.ran(\"name\")"`},
		{"bt.ran('other')", at + `8: node-not-in-tree name="other" tree="main" -> it-has names=[b]`},
		{"bt.active('bb')", at + `11: node-not-in-tree name="bb" tree="main" -> did-you-mean near="b"`},
		{"bt.since(agent.list or {})", at + `10: wrong-argument function="bt.since" given="agent.list or {} (table)" n=1 name="node" want="a text" -> write-code code="bt.since(\"name\")"`},
		{"print(bt.board('v').x)", "nil"},
		{"bt.board('v').x = 1 print(bt.board('v').x)", "nil"},
		{"bt.board(unpack({}))", at + `10: missing-argument function="bt.board" n=1 name="name" want="a text" -> write-code code="bt.board(\"name\")"`},
		{"print(#bt.board('v'), pairs((select(1, bt.board('v')))))", "0 function table nil"},
		{"bt.board('v').f = print", at + `15: board-entry-refused board="v" key="\"f\"" reason=(not-plain-data kind="function") -> use-plain-data`},
		{"bt.board('v').f = agent", `problem scripts/b.lua:2:19: agent-not-data -> write-code code="agent.id"`},
		{"local a = agent bt.board('v').f = a", at + `31: board-entry-refused board="v" key="\"f\"" reason=(agent-not-data) -> hand-on-fields`},
		{"bt.board('v').f = bt.board('w')", at + `15: board-entry-refused board="v" key="\"f\"" reason=(view-not-data) -> hand-on-entries`},
		{"bt.post(1, 'x', { from = agent })", at + "17: agent-not-data -> hand-on-fields"},
		{"bt.request(agent, 'x', agent)", at + "24: agent-not-data -> hand-on-fields"},
		{"bt.request(agent, 'x', { bt.board('w') })", at + "24: view-not-data -> hand-on-entries"},
		{"bt.board('v')[{}] = 1", at + `14: board-key-not-text board="v" key="table"`},
		{"rawset(bt.board('v'), 'x', 1)", at + `1: board-changed function="rawset" -> it`},
		{"table.insert(bt.board('v'), 1)", at + `1: board-changed function="table.insert" -> it`},
		{"bt.claim('v', 'x') bt.claim('v', 'y', { n = 1 }) bt.unclaim('v', 'z') print(bt.board('v').x)", "nil"},
		{"bt.claim('v', agent.list or {})", at + `15: wrong-argument function="bt.claim" given="agent.list or {} (table)" n=2 name="entry" want="a text" -> write-code code="bt.claim(\"board\", \"entry\")"`},
		{"bt.claim('v', 'f', agent)", `problem scripts/b.lua:2:20: agent-not-data -> write-code code="bt.claim('v', 'f')"`},
		{"local a = agent bt.claim('v', 'f', a)", at + `17: board-entry-refused board="v" key="\"f\"" reason=(agent-not-data) -> hand-on-fields`},
		{"bt.unclaim(agent.list or {}, 'x')", at + `12: wrong-argument function="bt.unclaim" given="agent.list or {} (table)" n=1 name="board" want="a text" -> write-code code="bt.unclaim(\"board\", \"entry\")"`},
		{"bt.post(99, 'noise')", ""},
		{"bt.post(agent.list or 'a', 'x')", at + `9: wrong-argument function="bt.post" given="agent.list or 'a' (\"a\")" n=1 name="id" want="a number" -> write-code code="bt.post(id, \"name\"), where id is the number of an agent"`},
		{"bt.post(1.5, 'x')", at + `9: wrong-argument function="bt.post" given="1.5" n=1 name="id" want="the number of an agent" -> write-code code="bt.post(id, \"name\"), where id is the number of an agent"`},
		{"bt.post(0/0, 'x')", at + `9: wrong-argument function="bt.post" given="0/0 (nan)" n=1 name="id" want="the number of an agent" -> write-code code="bt.post(id, \"name\"), where id is the number of an agent"`},
		{"bt.post(agent.id, unpack({}))", at + `19: missing-argument function="bt.post" n=2 name="name" want="a text" -> write-code code="bt.post(id, \"name\"), where id is the number of an agent"`},
		{"bt.post(1, 'x', nil, -1)", at + `22: wrong-argument function="bt.post" given="-1" n=4 name="ttl" want="a number of seconds, 0 or more (at most thirty years)" -> write-code code="bt.post(id, \"name\", { x = 1 }, 1), where id is the number of an agent"`},
		{"bt.post(1, 'x', nil, 0/0)", at + `22: wrong-argument function="bt.post" given="0/0 (nan)" n=4 name="ttl" want="a number of seconds, 0 or more (at most thirty years)" -> write-code code="bt.post(id, \"name\", { x = 1 }, 1), where id is the number of an agent"`},
		{"bt.post(1, 'x', nil, 1e12)", at + `22: wrong-argument function="bt.post" given="1000000000000" n=4 name="ttl" want="a number of seconds, 0 or more (at most thirty years)" -> write-code code="bt.post(id, \"name\", { x = 1 }, 1), where id is the number of an agent"`},
		{"bt.request(agent, 'hit', {damage = 1}, {channel = 'hands', priority = 2})", ""},
		{"bt.request(agent, 'hit')", ""},
		{"bt.request({}, 'hit')", `wrong-argument function="bt.request" given="table" n=1 name="agent" want="the agent that the hook was given" -> write-code code="bt.request(agent, \"kind\")"`},
		{"local id = agent.id; bt.request(id, 'hit')", `wrong-argument function="bt.request" given="id (1)" n=1 name="agent" want="a table" -> write-code code="bt.request(agent, \"kind\")"`},
		{"bt.request(agent, unpack({}))", `missing-argument function="bt.request" n=2 name="kind" want="a text" -> write-code code="bt.request(agent, \"kind\")"`},
		{"bt.request(agent, 'x', print)", `not-plain-data kind="function" -> use-plain-data`},
		{"bt.request(agent, 'x', nil, {prio = 3})", `unknown-request-option name="prio" -> want-one-of names=[channel priority]`},
		{"bt.request(agent, 'x', nil, {priority = 0/0})", `wrong-request-option given="nan" name="priority" want="a number"`},
		{"bt.request(agent, 'x', nil, agent.list or 3)", `wrong-argument function="bt.request" given="agent.list or 3 (3)" n=4 name="options" want="a table" -> write-code code="bt.request(agent, \"kind\", { x = 1 }, { channel = \"name\", priority = 1 })"`},
		{"bt.reset({})", `wrong-argument function="bt.reset" given="table" n=1 name="agent" want="the agent that the hook was given" -> write-code code="bt.reset(agent)"`},
		{"bt.reset(agent)", ""},
		{"bt.sleep(0 - 1)", `wrong-argument function="bt.sleep" given="0 - 1 (-1)" n=1 name="seconds" want="a number of seconds, 0 or more (at most thirty years)" -> write-code code="bt.sleep(1)"`},
		{"bt.sleep(agent.list or 'x')", `wrong-argument function="bt.sleep" given="agent.list or 'x' (\"x\")" n=1 name="seconds" want="a number" -> write-code code="bt.sleep(1)"`},
		{"print(pcall(bt.yield))", "bt.yield can only be used in run: wait in run = function(agent) ... end instead of behavior; run is called once, so what is to repeat goes into a loop in it"},
		{"print(pcall(bt.wait, 1))", "bt.wait can only be used in run"},
		{"print(pcall(bt.wait_until, print))", "bt.wait_until can only be used in run"},
		{"bt.log('a', nil, true, 1.5, {}, print)", "a nil true 1.5 table function"},
		{"print()", ""},
		{"print(setmetatable({}, {__tostring = function() return 'T' end}))", "T"},
		{"print(setmetatable({}, {__tostring = function() return {} end}))", "table"},
		{"print(setmetatable({}, {__tostring = function() error('oh') end}))", at + `49: script-error text="oh"`},
		{"bt.nothing(bt.nothing)", `not-a-function what="bt.nothing (nil)" -> lacks-name name="nothing" owner="bt"`},
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
		{"local x = 1 + bt.dt", `problem scripts/b.lua:1:15: used-while-loading function="bt.dt" -> it`},
		{"local b = bt\nlocal x = b.dt", `problem scripts/b.lua:2:11: used-while-loading function="bt.dt" -> it`},
		{"bt.time()", `used-while-loading function="bt.time" -> it`},
		{"bt.tick()", `used-while-loading function="bt.tick" -> it`},
		{"bt.stimulus()", `used-while-loading function="bt.stimulus" -> it`},
		{"bt.ran('b')", `used-while-loading function="bt.ran" -> it`},
		{"bt.active('b')", `used-while-loading function="bt.active" -> it`},
		{"bt.since('b')", `used-while-loading function="bt.since" -> it`},
		{"bt.board('b')", `used-while-loading function="bt.board" -> it`},
		{"bt.post(1, 'b')", `used-while-loading function="bt.post" -> it`},
		{"bt.request({}, 'b')", `used-while-loading function="bt.request" -> it`},
		{"bt.reset({})", `used-while-loading function="bt.reset" -> it`},
		{"bt.sleep(1)", `used-while-loading function="bt.sleep" -> it`},
		{"bt.yield()", `used-while-loading function="bt.yield" -> it`},
		{"bt.wait(1)", `used-while-loading function="bt.wait" -> it`},
		{"bt.wait_until(print)", `used-while-loading function="bt.wait_until" -> it`},
		{"math.random()", "random-while-loading -> it"},
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
		{"post(1, 'x')", `decide-calls-action function="bt.post" who="precondition" -> it`},
		{"request(agent, 'x')", `decide-calls-action function="bt.request" who="precondition" -> it`},
		{"claim('v', 'x')", `decide-calls-action function="bt.claim" who="precondition" -> it`},
		{"unclaim('v', 'x')", `decide-calls-action function="bt.unclaim" who="precondition" -> it`},
		{"reset(agent)", `decide-calls-action function="bt.reset" who="precondition" -> it`},
		{"sleep(1)", `decide-calls-action function="bt.sleep" who="precondition" -> it`},
		{"yield()", `wait-outside-run function="bt.yield" -> it`},
		{"wait(1)", `wait-outside-run function="bt.wait" -> it`},
		{"wait_until(print)", `wait-outside-run function="bt.wait_until" -> it`},
		{"board('v').x = 1", `decide-writes key="\"x\"" table="bt.board(\"v\")" who="precondition" -> it`},
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
