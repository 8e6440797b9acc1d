package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// shown is Lua code that defines show, which prints the number of arguments of a hook, and each argument.
const shown = `local function show(name, ...)
  local s = name .. " " .. select("#", ...)
  for i = 1, select("#", ...) do
    local v = select(i, ...)
    if type(v) == "table" then v = v.id and "agent" or v.p and "params" or v.m and "memory " .. v.m or v.doc and "table " .. v.doc or "new memory" end
    s = s .. " " .. tostring(v)
  end
  print(s)
end
`

// TestHookArguments checks that each hook receives the arguments that it declares, and that a vararg hook receives
// all arguments.
func TestHookArguments(t *testing.T) {
	file := func(doc string) string {
		return shown + `return {
  doc = "` + doc + `", params = { p = 1 },
  precondition = function(...) show("precondition", ...) return true end,
  on_enter = function(...) show("on_enter", ...) local a, p, m = ... m.m = "kept" end,
  behavior = function(...) show("behavior", ...) end,
  on_exit = function(...) show("on_exit", ...) end,
  on_reload = function(...) show("on_reload", ...) end,
}
`
	}
	s := newSession(t, options, one(file("old")))
	a := s.spawn("main", nil)
	s.tick(1)
	s.want("main#1: precondition 4 agent params nil nil", "main#1: on_enter 4 agent params new memory nil", "main#1: behavior 4 agent params memory kept nil")
	s.save("-- b.lua --\n" + file("new"))
	s.want("main#1: on_reload 4 agent params memory kept table old")
	s.game.Despawn(a)
	s.want("main#1: on_exit 4 agent params memory kept despawned")
}

// TestFewerArguments checks that a hook receives no more arguments than it declares, and that a memory is created
// only for hooks that declare one.
func TestFewerArguments(t *testing.T) {
	s := newSession(t, options, one(`return {
  precondition = function() return true end,
  on_enter = function(agent) agent.entered = true end,
  behavior = function(agent, params) agent.ran = params ~= nil end,
  on_exit = function() print("out") end,
}
`)).clean()
	a := s.spawn("main", nil)
	s.tick(1)
	if !a.Get(engine.KeyOf("entered")).Truthy() || !a.Get(engine.KeyOf("ran")).Truthy() {
		t.Error("hooks did not run")
	}
	s.game.Despawn(a)
	s.want("main#1: out")
}

// TestMemory checks that the memory is empty when a node is entered, is kept while the node is active, is separate
// for each agent and node, and is dropped after the exit.
func TestMemory(t *testing.T) {
	s := newSession(t, options, `
-- main.bt --
tree main "Two nodes."
  root
    b id=one +
    b id=two
-- root.lua --
return {}
-- b.lua --
return {
  on_enter = function(agent, params, memory) assert(next(memory) == nil) memory.n = 0 end,
  behavior = function(agent, params, memory)
    memory.n = memory.n + 1
    print(memory.n)
    if memory.n == 2 then return "success" end
  end,
  on_exit = function(agent, params, memory, reason) print(reason, memory.n) end,
}
`).clean()
	s.spawn("main", nil)
	s.tick(3)
	s.want("main#1: 1", "main#1: 1", "main#1: 2", "main#1: success 2", "main#1: 2", "main#1: success 2", "main#1: 1", "main#1: 1")
}

// TestParamsBelongToTheNode checks that all agents share the params table of a node, and that each node has its
// own.
func TestParamsBelongToTheNode(t *testing.T) {
	s := newSession(t, options, `
-- main.bt --
tree main "Two nodes."
  root
    b 1 +
    b 2 speed=4
-- root.lua --
return {}
-- b.lua --
return {
  params = { speed = 3, which = 0 }, args = { "which" },
  behavior = function(agent, params) print(params.which, params.speed, params.other) end,
}
`).clean()
	s.spawn("main", nil)
	s.spawn("main", nil)
	s.tick(1)
	s.want("main#1: 1 3 nil", "main#1: 2 4 nil", "main#2: 1 3 nil", "main#2: 2 4 nil")
}

func TestReasons(t *testing.T) {
	const file = `return {
  precondition = function(agent) return not agent.stop end,
  behavior = function(agent) if agent.fail then error("oh") end return agent.status end,
  on_exit = function(agent, params, memory, reason) print(reason) end,
}
`
	for want, act := range map[string]func(*session, *bough.Agent){
		"success":   func(s *session, a *bough.Agent) { a.Set(engine.KeyOf("status"), value.String("success")) },
		"failure":   func(s *session, a *bough.Agent) { a.Set(engine.KeyOf("status"), value.Bool(false)) },
		"aborted":   func(s *session, a *bough.Agent) { a.Set(engine.KeyOf("stop"), value.Bool(true)) },
		"error":     func(s *session, a *bough.Agent) { a.Set(engine.KeyOf("fail"), value.Bool(true)) },
		"reset":     func(s *session, a *bough.Agent) { a.Reset() },
		"despawned": func(s *session, a *bough.Agent) { s.game.Despawn(a) },
		"switched":  func(s *session, a *bough.Agent) { s.game.SetTree(a, "main") },
		"closed":    func(s *session, a *bough.Agent) { s.game.World().Close() },
		"reloaded": func(s *session, a *bough.Agent) {
			s.save("-- b.lua --\n" + strings.Replace(file, "return {", "return { restart_on_reload = true,", 1))
		},
	} {
		s := newSession(t, options, one(file))
		a := s.spawn("main", nil)
		s.tick(1)
		s.take()
		act(s, a)
		if a.Alive() && want != "closed" {
			s.tick(1)
		}
		if got := s.take(); !strings.Contains(got, "main#1: "+want) {
			t.Errorf("%s: %s", want, got)
		}
	}
}

// TestWrongStatus checks that the position of the error is the return statement that returned the value.
func TestWrongStatus(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"return #agent.name", `2:8: result-not-status hook="behavior" value="4"`},
		{"return agent.id", `2:8: result-not-status hook="behavior" value="1"`},
		{"return print", `2:8: result-not-status hook="behavior" value="function"`},
		{"if agent.id == 2 then return true end\nreturn agent.name", `3:8: result-not-status hook="behavior" value="\"main\""`},
		{"if agent.id == 2 then return agent.x end\nif agent.id == 3 then return true end\nreturn agent.name", `2:30: result-not-status hook="behavior" value="\"main\"" -> or-other-return lines=[4]`},
		{"local f = function() return 5 end\nreturn f()", `3:8: result-not-status hook="behavior" value="5"`},
		{"return nil, 5", ""},
	} {
		got := run(t, "behavior", c.body)
		want := c.want
		if want != "" {
			want = "error scripts/b.lua:" + want
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" || strings.HasSuffix(want, "or false") && got != want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, want)
		}
	}
	const until = `scripts/b.lua:2:15: wrong-argument function="bt.wait_until" given="agent.ready (nil)" n=1 name="f" want="a function" -> write-code code="bt.wait_until(function() return agent.ready end)"`
	if got := run(t, "run", "bt.wait_until(agent.ready)"); !strings.Contains(got, until) {
		t.Error(got)
	}
	if got := run(t, "run", "bt.log('x') return agent.id"); !strings.Contains(got, `scripts/b.lua:2:20: result-not-status hook="run" value="1"`) {
		t.Errorf("run: %s", got)
	}
}

// TestSpelledOutWrongStatus checks that returning a literal that is not a status is an error of the file.
func TestSpelledOutWrongStatus(t *testing.T) {
	for _, c := range []struct{ hook, body, want string }{
		{"behavior", "return 7", `2:8: unknown-status hook="behavior" value="a number" -> want-status statuses=["running" "success" "failure"]`},
		{"behavior", "if agent.x then return 'sucess' end", `2:24: unknown-status hook="behavior" value="'sucess'" -> did-you-mean near="\"success\""`},
		{"run", "bt.yield() return agent.x and 'success' or 'failed'", `2:44: unknown-status hook="run" value="'failed'" -> did-you-mean near="\"failure\""`},
		{"behavior", "return [[a\nb]]", `2:8: unknown-status hook="behavior" value="a long text" -> want-status statuses=["running" "success" "failure"]`},
		{"behavior", "return \"\\115uccess\"", ""},
		{"behavior", "return agent.x and [[success]] or '\\115uccess'", ""},
	} {
		got := run(t, c.hook, c.body)
		if want := "problem scripts/b.lua:" + c.want; c.want != "" && !strings.HasPrefix(got, want) || c.want == "" && got != "" {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, want)
		}
	}
}

func TestStatuses(t *testing.T) {
	for body, want := range map[string]engine.Status{
		"": engine.Running, "return": engine.Running, "return nil": engine.Running, "return 'running'": engine.Running, "return bt.RUNNING": engine.Running,
		"return true": engine.Success, "return 'success'": engine.Success, "return bt.SUCCESS": engine.Success,
		"return false": engine.Failure, "return 'failure'": engine.Failure, "return bt.FAILURE": engine.Failure,
		"local function f() return 'success' end return f()": engine.Success, "if agent.no then return true end": engine.Running,
		"error('x')": engine.Failure, "return agent.name": engine.Failure,
	} {
		s := newSession(t, options, hook("behavior", body))
		a := s.spawn("main", nil)
		s.tick(1)
		if a.Status() != want {
			t.Errorf("%s: %v, want %v", body, a.Status(), want)
		}
	}
	for value, want := range map[string]engine.Status{
		"nil": engine.Failure, "false": engine.Failure, "true": engine.Running, "0": engine.Running, "''": engine.Running, "{}": engine.Running,
	} {
		s := newSession(t, options, hook("precondition", "return "+value))
		a := s.spawn("main", nil)
		s.tick(1)
		if a.Status() != want {
			t.Errorf("precondition %s: %v, want %v", value, a.Status(), want)
		}
	}
}

// TestBadTables checks the errors for invalid values that a file returns.
func TestBadTables(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"", `scripts/b.lua:1:1: file-returns-no-behavior table="" what="nothing" -> end-with-behavior`},
		{"local M, n = {}, 1\nfunction M.behavior(agent) end\n", `scripts/b.lua:2:28: file-returns-no-behavior table="M" what="nothing" -> it`},
		{"local M, N = {}, {}\nfunction M.behavior() end\nfunction N.f() end", `file-returns-no-behavior table="M" what="nothing" -> it`},
		{"local step = { behavior = function(agent) agent.x = 1 end }", `scripts/b.lua:1:59: file-returns-no-behavior table="step" what="nothing" -> it`},
		{"local step = { go = function(agent) agent.x = 1 end }", `file-returns-no-behavior table="" what="nothing" -> end-with-behavior`},
		{"return { stimulus = { 'whistle', 'bell', 'horn' } }", `wrong-field name="stimulus" value="table with 3 elements" want="a text" -> one-stimulus-each first="\"whistle\"" others=["bell" "horn"]`},
		{"return { stimulus = { 'whistle' } }", `wrong-field name="stimulus" value="table with 1 element" want="a text" -> write-it text="stimulus = \"whistle\""`},
		{"return { stimulus = {} }", `wrong-field name="stimulus" value="table" want="a text" -> one-stimulus`},
		{"local n = 1\nreturn nil", `scripts/b.lua:2:1: file-returns-no-behavior table="" what="nothing" -> end-with-behavior`},
		{"return 5", `file-returns-no-behavior table="" what="5" -> end-with-behavior`},
		{"return function() end", `file-returns-no-behavior table="" what="a function" -> function-into-table`},
		{"local t = {} t['beha' .. 'vior'] = 5 return t", `hook-not-function name="behavior" value="5"`},
		{"local t = {} t.behavior = print return t", `hook-not-function name="behavior" value="function"`},
		{"return { params = 5 }", `wrong-field name="params" value="5" want="a table"`},
		{"return { doc = {} }", `wrong-field name="doc" value="table" want="a text"`},
		{"return { non_exclusive = 'yes' }", `wrong-field name="non_exclusive" value="\"yes\"" want="a boolean"`},
		{"return { children = 'sequencial' }", `unknown-children-rule value="sequencial" -> did-you-mean near="sequential"`},
		{"return { children = 'sequence' }", `unknown-children-rule value="sequence" -> did-you-mean near="sequential"`},
		{"return { children = 'x' }", `unknown-children-rule value="x" -> want-one-of names=[exclusive sequential priority sticky dynamic_priority random utility goal]`},
		{"return { args = { 1 } }", `args-not-names value="1" -> it`},
		{"return { params = { 1 } }", `params-not-names key="1" -> it`},
		{"return { params = { f = print } }", `param-refused name="f" reason=(not-plain-data kind="function") -> use-plain-data`},
		{"local t = {} t.t = t return { params = { t = t } }", `param-refused name="t" reason=(data-too-deep most=8) -> hand-on-less`},
		{"local t = { behavior = function() end } t['r' .. 'un'] = t.behavior return t", `both-defined key="run" other="behavior" -> it`},
		{"return setmetatable({}, { __index = function(t, k) while true do end end })", ""},
		{"return setmetatable({}, { __index = function(t, k) error('asked for ' .. k) end })", ""},
		{"return setmetatable({}, { __index = { behavior = function() print('never') end } })", ""},
	} {
		s := newSession(t, options, one(c.file))
		problems := headlines(s.game.Load().Errors())
		if !strings.Contains(problems, c.want) || c.want == "" && problems != "" {
			t.Errorf("%s\ngot  %s\nwant %s", c.file, problems, c.want)
		}
		if c.want == "" {
			s.spawn("main", nil)
			s.tick(1)
			s.want()
		}
	}
}

// TestOldCodeIsBlamed checks an error that the old version of a file raises while it is replaced. The error must
// show the source line of the old version.
func TestOldCodeIsBlamed(t *testing.T) {
	s := newSession(t, options, one("return {\n  restart_on_reload = true,\n  on_exit = function() error('old') end,\n}\n"))
	s.spawn("main", nil)
	s.tick(1)
	s.save("-- b.lua --\nreturn {\n  behavior = function() end,\n  doc = 'new',\n}\n")
	if len(s.faults) != 1 {
		t.Fatalf("%d faults", len(s.faults))
	}
	d := s.faults[0].Diagnostic()
	if d.Pos.Line != 3 || d.Source != "  on_exit = function() error('old') end," || d.Message != "old" {
		t.Errorf("%+v", d)
	}
	s.save("-- b.lua --\nreturn {\n  behavior = function() error('broken' end,\n}\n")
	s.take()
	s.faults = nil
	s.save("-- lib/m.lua --\nreturn { f = function()\n  error('in module')\nend }\n-- b.lua --\nlocal m = require 'lib.m'\nreturn {\n  behavior = function() m.f() end,\n}\n")
	s.tick(1)
	if len(s.faults) != 1 {
		t.Fatalf("%d faults: %s", len(s.faults), s.take())
	}
	text := s.faults[0].Error()
	for _, want := range []string{"scripts/lib/m.lua:2:3: in module", "  error('in module')", "scripts/b.lua:3"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
