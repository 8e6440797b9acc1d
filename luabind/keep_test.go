package luabind_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// keysForever is a behavior that adds more keys in each tick, and keeps all of them.
const keysForever = `behavior = function(agent)
    agent.seen = agent.seen or {}
    for i = 1, 50 do agent.seen["k" .. bt.tick() .. "," .. i] = true end
  end`

// TestKeepChurn checks that a table does not grow if its keys come and go, whatever the keys are, and that the
// remaining keys stay in order.
func TestKeepChurn(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{Limits: bough.Limits{Keep: 64 << 10}}, `behavior = function(agent)
    agent.seen = agent.seen or { first = 1, second = 2, 10, 20, nil, 40 }
    for i = 1, 50 do
      local k = "k" .. bt.tick() .. "," .. i
      agent.seen[k] = true
      agent.seen[k] = nil
    end
    local order = ""
    for k, v in pairs(agent.seen) do order = order .. tostring(k) .. "=" .. tostring(v) .. " " end
    agent.order, agent.length = order, #agent.seen
  end`, 1)
	s.tick(2000)
	s.wantNone()
	s.wantGood(agents)
	if got := agents[0].Get(engine.KeyOf("order")).Str(); got != "1=10 2=20 4=40 first=1 second=2 " || number(agents[0], "length") != 4 {
		t.Errorf("order %q, length %v", got, number(agents[0], "length"))
	}
	if bytes, largest := s.game.Runtime().Kept(agents[0]); bytes > 64<<10 {
		t.Errorf("%d bytes are kept: %v", bytes, largest)
	}
}

// TestKeepChurnInLoop checks that a table over which a suspended loop iterates does not drop keys that the loop
// needs to continue.
func TestKeepChurnInLoop(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{}, `run = function(agent)
    local t = {}
    for i = 1, 400 do t["k" .. i] = i end
    local visits = 0
    for k in pairs(t) do
      t[k] = nil
      visits = visits + 1
      for i = 1, 2000 do local x = i end
      bt.yield()
    end
    agent.visits = visits
  end`, 1)
	s.tick(500)
	s.wantNone()
	if number(agents[0], "visits") != 400 {
		t.Errorf("the loop came %v times", number(agents[0], "visits"))
	}
}

// TestKeepRefused checks that an agent that keeps more and more is suspended until a saved file corrects its
// behavior.
func TestKeepRefused(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{Limits: bough.Limits{Keep: 160 << 10}}, spread, 2)
	agents[1].Pause()
	for i := 0; i < 5000 && !strings.Contains(s.said(), "agent-keeps-too-much"); i++ {
		s.tick(1)
	}
	if !strings.Contains(s.said(), `agent-keeps-too-much agent="main#1"`) {
		t.Fatal(s.said())
	}
	n := number(agents[0], "n")
	s.tick(200)
	if number(agents[0], "n") != n {
		t.Error("the hooks of a suspended agent are called")
	}
	if text := agents[0].Explain().String(); !strings.Contains(text, ", suspended: it keeps too much\n") {
		t.Error(text)
	}
	agents[1].Resume()
	s.tick(10)
	if number(agents[1], "good") != 10 {
		t.Errorf("the neighbor ran %v times", number(agents[1], "good"))
	}
	good := number(agents[0], "good")
	s.save("-- keep.lua --\nreturn { behavior = function(agent) agent.root = nil end }\n")
	s.tick(200)
	if v := agents[0].Get(engine.KeyOf("root")); !v.IsNil() || number(agents[0], "good") < good+199 {
		t.Errorf("after the save: %v, good ran %v times", v, number(agents[0], "good")-good)
	}
}

// TestKeepConstants checks that the values of a file count for no agent, even if they are large.
func TestKeepConstants(t *testing.T) {
	s := newSession(t, bough.Options{Limits: bough.Limits{Keep: 32 << 10}}, `
-- main.bt --
tree main
  keep
-- keep.lua --
local map = {}
for i = 1, 5000 do map[i] = { i } end
return { behavior = function(agent)
  agent.map = map
  for i = 1, 1000 do local x = map[i] end
end }
`)
	a := s.spawn("main", nil)
	s.tick(500)
	s.want()
	if bytes, largest := s.game.Runtime().Kept(a); bytes > 2000 {
		t.Errorf("%d bytes are counted as the agent's: %v", bytes, largest)
	}
}

// TestKeepTogether checks that if all agents together keep too much, those that keep more than an equal share are
// suspended.
func TestKeepTogether(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{Limits: bough.Limits{KeepTogether: 512 << 10}}, `behavior = function(agent)
    agent.list = agent.list or {}
    for i = 1, agent.much or 1 do agent.list[#agent.list + 1] = i end
    for i = 1, 500 do local x = i end
  end`, 20)
	agents[6].Set(engine.KeyOf("much"), value.Number(200))
	if s.strike(2000) == 0 {
		t.Fatal("no error was raised")
	}
	if got := s.faults[0].Label; got != "main#7" || !strings.Contains(s.said(), `agents-keep-too-much agent="main#7"`) {
		t.Errorf("%s: %s", got, s.said())
	}
	s.tick(5)
	s.wantGood(agents)
}

// TestKeepAnything checks that a negative bound means no bound.
func TestKeepAnything(t *testing.T) {
	s, _ := newKeeper(t, bough.Options{Limits: bough.Limits{Keep: -1, KeepTogether: -1}}, keysForever, 1)
	s.tick(1000)
	s.wantNone()
}

// TestKeptIsAboutRight checks that the count of kept bytes is close to the memory that the process uses.
func TestKeptIsAboutRight(t *testing.T) {
	for _, what := range []string{"i", "{ i }", "{ x = i, y = i }", "('x'):rep(1000) .. i", "function() return i end", "coroutine.wrap(function() coroutine.yield(i) end)", "{}",
		"named()", "one()", "bt.board('b').t"} {
		n := 4000
		if strings.HasPrefix(what, "coroutine") {
			n = 150
		}
		s, agents := newKeeper(t, bough.Options{Limits: bough.Limits{Keep: -1, KeepTogether: -1}}, fmt.Sprintf(`behavior = function(agent)
    local function named() local p = {} p.x = agent.id return p end
    local function one() local p = {} p[1] = agent.id return p end
    bt.board("b").t = { x = 1, y = { 1 } }
    agent.list = agent.list or {}
    local n = #agent.list
    if n == %d then return end
    for i = n + 1, n + 50 do agent.list[i] = %s end
  end`, n, what), 1)
		before := heap()
		s.tick(100)
		took := int(heap()) - int(before)
		bytes, _ := s.game.Runtime().Kept(agents[0])
		if len(s.faults) > 0 || bytes < took/2 || bytes > took*2 {
			t.Errorf("%s: %d bytes by estimate, %d in truth %v", what, bytes, took, s.faults)
		}
		runtime.KeepAlive(s)
	}
}

// TestKeepFast checks that an agent that grows fast, with many small tables, is suspended when it keeps about twice
// the bound, and not much later.
func TestKeepFast(t *testing.T) {
	const keep = 4 << 20
	for _, what := range []string{"{ x = i }", "{ { x = { i } } }", "('x'):rep(500)"} {
		s, agents := newKeeper(t, bough.Options{Limits: bough.Limits{Keep: keep}}, fmt.Sprintf(`behavior = function(agent)
    agent.list = agent.list or { {} }
    local last = agent.list[#agent.list]
    if #last == 10000 then last = {} agent.list[#agent.list + 1] = last end
    for i = 1, 50 do last[#last + 1] = %s end
  end`, what), 1)
		s.strike(2000)
		if bytes, _ := s.game.Runtime().Kept(agents[0]); len(s.faults) == 0 || bytes > 3*keep {
			t.Errorf("%s: %d bytes are kept, %v", what, bytes, s.faults)
		}
	}
}

// TestKeepTogetherLess checks agents that were suspended because all agents together kept too much. They must be
// resumed once the agents that kept most of the bytes have been despawned.
func TestKeepTogetherLess(t *testing.T) {
	body := strings.Replace(spread, "for i = 1, 20 do", "for i = 1, agent.much or 0 do", 1)
	s, agents := newKeeper(t, bough.Options{Limits: bough.Limits{KeepTogether: 2 << 20}}, body, 12)
	for _, a := range agents {
		a.Set(engine.KeyOf("much"), value.Number(20))
	}
	a := agents[0]
	for i := 0; i < 3000 && !a.Suspended(); i++ {
		s.tick(1)
	}
	if !a.Suspended() {
		t.Fatal("the agent is not suspended: ", s.said())
	}
	for _, other := range agents[1:] {
		s.game.Despawn(other)
	}
	a.Set(engine.KeyOf("much"), value.Number(0))
	s.tick(200)
	if a.Suspended() {
		t.Error("the agent is suspended although all together keep little")
	}
}
