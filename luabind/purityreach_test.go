package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough"
)

// armed is a script that gives an agent fields with functions, coroutines and metatables. It also reports the state
// of the values behind them.
const armed = `-- fill.lua --
return { behavior = function(agent)
  agent.hp, agent.list = 5, { 3, 1 }
  local n, hidden = 0, { v = 0 }
  agent.count = function() n = n + 1 return n end
  agent.show = function() return n, hidden.v end
  agent.step = function() agent.hp = agent.hp - 1 return agent.hp end
  agent.health = function() return agent.hp, #agent.list end
  agent.co = coroutine.wrap(function() for i = 1, 9 do coroutine.yield(i) end end)
  agent.words = ("one two three"):gmatch("%a+")
  agent.thread = coroutine.create(function() for i = 1, 9 do coroutine.yield(i) end end)
  agent.class = { n = 0 }
  agent.class.__index = agent.class
  agent.class.get = function(self) return self.n end
  agent.object = setmetatable({}, agent.class)
  agent.proxy = setmetatable({}, { __index = function(t, k) return hidden end, __call = function() hidden.v = hidden.v + 1 end })
  agent.counted = setmetatable({}, { __index = function(t, k) n = n + 1 return n end })
  agent.apart = function() n = n + 1
    n = n + 1 end
  agent.me, agent.alias = agent, agent.list
  local odd = 0/0
  agent.odd = function(set) if set then odd = 1 end return odd end
  agent.kit = { count = agent.count, step = agent.step, co = agent.co, health = agent.health, caught = function() pcall(agent.step) return 1 end }
  return true end }
-- fill.bt --
tree fill
  fill
-- after.lua --
return { behavior = function(agent) print(agent.hp, agent.show()) print(agent.co(), agent.words(), agent.class.n, #agent.class, coroutine.resume(agent.thread)) print(agent.step()) return true end }
-- after.bt --
tree after
  after
`

// arm spawns an agent, runs the tree fill once, and then gives the agent the tree main.
func arm(s *session) *bough.Agent {
	s.t.Helper()
	if p := headlines(s.game.Load().Errors()); p != "" {
		s.t.Fatal(p)
	}
	a := s.spawn("fill", nil)
	s.tick(1)
	s.take()
	if err := s.game.SetTree(a, "main"); err != nil {
		s.t.Fatal(err)
	}
	return a
}

// unchanged checks that none of the values that armed has created is different.
func unchanged(s *session, a *bough.Agent, name string) {
	s.t.Helper()
	s.take()
	if err := s.game.SetTree(a, "after"); err != nil {
		s.t.Fatal(err)
	}
	s.tick(1)
	if got := s.take(); got != "fill#1: 5 0 0\nfill#1: 1 one 0 0 true 1\nfill#1: 4" {
		s.t.Errorf("%s: afterwards %s", name, got)
	}
}

// TestPureBehindFunctions checks changes that a hook makes through functions, metatables and coroutines. They must
// be reported and refused too.
func TestPureBehindFunctions(t *testing.T) {
	for _, c := range []struct{ file, body, want string }{
		{"", "who.count()", `error scripts/fill.lua:4:28: decide-assigns-local name="n" who="precondition" -> it`},
		{"", "pcall(who.count)", `error scripts/fill.lua:4:28: decide-assigns-local name="n" who="precondition" -> it`},
		{"", "who.step()", `error scripts/fill.lua:6:27: decide-writes key="\"hp\"" table="the agent" who="precondition" -> it`},
		{"", "pcall(who.step)", `decide-writes key="\"hp\"" table="the agent" who="precondition" -> it`},
		{"", "who.apart()", `error scripts/fill.lua:17:28: decide-assigns-local name="n" who="precondition" -> it`},
		{"", "pcall(who.step) pcall(who.count)", `decide-writes key="\"hp\"" table="the agent" who="precondition" -> it`},
		{"", "pcall(bt.post, 1, 'x') pcall(rawset, who, 'x', 1)", `decide-calls-action function="bt.post" who="precondition" -> it`},
		{"", "who.me.seen = true", `decide-writes key="\"seen\"" table="the agent" who="precondition" -> it`},
		{"", "if bt.tick() == 2 then print(who.list[1]) else who.alias[1] = 7 end", `decide-writes key="1" table="agent.list" who="precondition" -> it`},
		{"", "return who.odd(), who.me == who", ""},
		{"", "return who.counted.x", `decide-assigns-local name="n" who="precondition" -> it`},
		{"", "who.proxy()", `decide-writes key="\"v\"" table="hidden" who="precondition" -> it`},
		{"", "who.proxy.any.v = 2", `decide-writes key="\"v\"" table="hidden" who="precondition" -> it`},
		{"", "getmetatable(who.object).n = 2", `error scripts/b.lua:4:56: decide-writes key="\"n\"" table="agent.class" who="precondition" -> it`},
		{"", "table.insert(getmetatable(who.object), 1)", `decide-changes function="table.insert" table="agent.class" who="precondition" -> it`},
		{"", "who.co()", `error scripts/b.lua:4:31: decide-resumes who="precondition" -> it`},
		{"", "pcall(who.co)", `error scripts/b.lua:4:31: decide-resumes who="precondition" -> it`},
		{"", "who.words()", `error scripts/b.lua:4:31: decide-iterates who="precondition" -> it`},
		{"", "pcall(who.words)", `decide-iterates who="precondition" -> it`},
		{"", "for w in who.words do print(w) end", `decide-iterates who="precondition" -> it`},
		{"local it = ('a b c'):gmatch('%a')", "it()", `decide-iterates who="precondition" -> it`},
		{"", "for w in ('x y'):gmatch('%a') do for v in w:gmatch('.') do local u = v end end", ""},
		{"", "coroutine.resume(who.thread)", `decide-resumes who="precondition" -> it`},
		{"", "coroutine.wrap(function() who.co() end)()", `decide-resumes who="precondition" -> it`},
		{"local co = coroutine.wrap(function() while true do coroutine.yield() end end)", "co()", `decide-resumes who="precondition" -> it`},
		{"local n, kept = 0, setmetatable({}, { __call = function() end }) getmetatable(kept).__call = kept", "return kept.x", ""},
		{"", "return who.health()", ""},
		{"", "return who.show()", ""},
		{"", "return who.object:get() + #who.object", ""},
		{"", "local o = setmetatable({}, getmetatable(who.object)) o.n = 4 return o:get()", ""},
		{"", "local co = coroutine.wrap(function() coroutine.yield(who.hp) end) return co()", ""},
		{"", "local co = coroutine.create(function() return coroutine.wrap(function() return who.hp end)() end) return coroutine.resume(co)", ""},
		{"", "local fake = setmetatable({}, { __metatable = 'read-only', frozen = true, target = {}, __index = {} }) rawset(fake, 1, 1) for k in pairs(fake) do print(k) end", "fill#1: 1"},
	} {
		s := newSession(t, options, pureFiles("precondition", c.file, c.body)+armed)
		a := arm(s)
		s.tick(2)
		got := s.take()
		if c.want == "" && got != "" || !strings.Contains(got, c.want) || strings.Contains(got, "error") && !strings.Contains(got, ": decide-") {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
		unchanged(s, a, c.body)
	}
}

// TestExplainBehindFunctions checks that an explanation refuses changes through functions, metatables and
// coroutines.
func TestExplainBehindFunctions(t *testing.T) {
	for _, body := range []string{"who.count()", "who.words()", "who.step()", "who.co()", "who.proxy()", "getmetatable(who.object).n = 2"} {
		s := newSession(t, options, pureFiles("precondition", "", body)+armed)
		a := arm(s)
		if e := a.Explain(); !strings.Contains(e.Steps[0].Error, "must not change anything") {
			t.Errorf("%s: explained as %q", body, e.Steps[0].Error)
		}
		unchanged(s, a, body)
	}
}

// TestPureGuardsBehindFunctions checks that a guard cannot make changes through functions, metatables and
// coroutines.
func TestPureGuardsBehindFunctions(t *testing.T) {
	for _, c := range []struct{ guard, want string }{
		{`kit:count() > 0`, `scripts/main.bt:2:10: decide-assigns-local name="n" who="the condition" -> it`},
		{`kit:step() > 0`, `scripts/main.bt:2:10: decide-writes key="\"hp\"" table="the agent" who="the condition" -> it`},
		{`kit:caught()`, `scripts/main.bt:2:10: decide-writes key="\"hp\"" table="the agent" who="the condition" -> it`},
		{`kit:co() == 1`, `scripts/main.bt:2:10: decide-resumes who="the condition" -> it`},
		{`kit:health() == 5`, ""},
	} {
		s := newSession(t, options, "-- main.bt --\ntree main\n  b when "+c.guard+"\n-- b.lua --\nreturn {}\n"+armed)
		a := arm(s)
		s.tick(1)
		if got := s.take(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.guard, got, c.want)
		}
		unchanged(s, a, c.guard)
	}
}
