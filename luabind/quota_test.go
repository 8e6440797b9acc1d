package luabind_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
)

// greedy holds behaviors that use up the memory in different ways. want is a part of the error with which the
// behavior ends.
var greedy = []struct{ name, body, want string }{
	{"a chain of lists", `behavior = function(agent)
    for i = 1, 300 do
      local a = {}
      a[65000] = 1
      agent.last = { a, agent.last }
    end
  end`, "MB in agent.last ("},
	{"a log of maps", `behavior = function(agent)
    agent.n = (agent.n or 0) + 1
    for i = 1, 100 do
      local seen = {}
      for x = 1, 5 do seen[math.random(200, 255) * 256 + x] = true end
      agent.log = { seen, agent.log }
    end
  end`, "MB in agent.log ("},
	{"memory", `behavior = function(agent, params, memory)
    memory.n, memory.t = memory.n or 0, memory.t or {}
    for i = 1, 500 do
      memory.n = memory.n + 1
      memory.t["k" .. memory.n] = { x = i, y = 2 }
    end
  end`, "MB in memory.t of root/keep ("},
	{"coroutines", `behavior = function(agent)
    local function deep(n)
      if n == 0 then coroutine.yield() return 0 end
      local a, b, c, d, e, f, g, h, i, j, k, l = n, n, n, n, n, n, n, n, n, n, n, n
      return 1 + deep(n - 1)
    end
    agent.c = agent.c or {}
    for i = 1, 20 do
      local co = coroutine.create(function() deep(150) end)
      coroutine.resume(co)
      agent.c[#agent.c + 1] = co
    end
  end`, "MB in agent.c ("},
	{"a run", `run = function(agent)
    local list = {}
    while true do
      for i = 1, 500 do list[#list + 1] = { i } end
      bt.yield()
    end
  end`, "MB in run of root/keep ("},
	{"captured variables", `behavior = function(agent)
    local function box() local inner = {} return function(x) inner[#inner + 1] = { x } end end
    agent.put = agent.put or box()
    for i = 1, 500 do agent.put(i) end
  end`, "MB in agent.put ("},
	{"stimuli", `behavior = function(agent)
    local base = ("y"):rep(15000) .. bt.tick()
    local t = {}
    for i = 1, 55 do t[i] = base .. i end
    bt.post(agent.id, "fat", t, 1e8)
  end`, "MB in stimuli ("},
	{"requests", `behavior = function(agent)
    local base = ("y"):rep(15000) .. bt.tick()
    local t = {}
    for i = 1, 55 do t[i] = base .. i end
    bt.request(agent, "fat", t, { channel = "c" .. bt.tick() % 64 })
  end`, "MB in requests ("},
	{"texts", `behavior = function(agent)
    agent.texts = agent.texts or {}
    for i = 1, 20 do agent.texts[#agent.texts + 1] = ("x"):rep(8000) .. i end
  end`, "MB in agent.texts ("},
	{"keys that are tables", `behavior = function(agent)
    agent.set = agent.set or {}
    for i = 1, 500 do agent.set[{ i }] = true end
  end`, "MB in agent.set ("},
}

// TestGreedyAgents checks that a behavior that keeps more and more ends with an error at its line. The error must
// name the hook, and the place of the values. A single agent and each of four agents must fail in the same tick. The
// memory of all agents must stay within the bound that package quota documents, and another behavior must not be
// affected.
func TestGreedyAgents(t *testing.T) {
	for _, g := range greedy {
		t.Run(g.name, func(t *testing.T) {
			const keep, together = 1 << 20, 16 << 20
			alone := 0
			for _, agents := range []int{1, 4} {
				s, list := newKeeper(t, bough.Options{Seed: 1, Limits: bough.Limits{Keep: keep, KeepTogether: together}, Workers: agents}, g.body, agents)
				at := s.strike(1000)
				if at == 0 {
					t.Fatalf("nothing after 1000 ticks: %v", kept(s, list))
				}
				text := s.faults[0].Error()
				if !strings.Contains(text, "#1 keeps 1") || !strings.Contains(text, strings.TrimPrefix(g.want, "MB")) || s.faults[0].Pos.Line < 3 || !strings.Contains(text, " of root/keep has made most since it was counted before; the agent is not ticked until") {
					t.Errorf("%d agents, tick %d: %s\nwant %s", agents, at, text, g.want)
				}
				if alone == 0 {
					alone = at
				} else if at != alone && g.name != "a log of maps" {
					t.Errorf("in tick %d for one agent, in tick %d for %d", alone, at, agents)
				}
				s.tick(20)
				for _, a := range list {
					if bytes, _ := s.game.Kept(a); bytes > keep*5/4+1<<20 || a.Suspended() && bytes <= keep {
						t.Errorf("%s keeps %d bytes, suspended: %v", a.Label(), bytes, a.Suspended())
					}
				}
				s.wantGood(list)
			}
		})
	}
}

func kept(s *session, list []*bough.Agent) string {
	bytes, largest := s.game.Kept(list[0])
	return fmt.Sprint(bytes, largest)
}

// TestHundredGreedyAgents checks a hundred agents that keep as much as they can. Together they must stay within the
// bound that package quota documents, whether they grow slowly or within one tick.
func TestHundredGreedyAgents(t *testing.T) {
	const keep, together = 1 << 18, 16 << 20
	for _, tt := range []struct{ records, most int }{{25, together * 25 / 16}, {1250, 100 * (keep*5/4 + keep/8)}} {
		s, list := newKeeper(t, bough.Options{Seed: 1, Limits: bough.Limits{Keep: keep, KeepTogether: together}}, fmt.Sprintf(`behavior = function(agent)
    agent.t = agent.t or {}
    for i = 1, %d do agent.t[#agent.t + 1] = { x = i, y = 2 } end
  end`, tt.records), 100)
		at := s.strike(100)
		s.tick(3)
		held, bytes := 0, 0
		for _, a := range list {
			n, _ := s.game.Kept(a)
			bytes += n
			if a.Suspended() {
				held++
			}
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("from tick %d on %d agents are suspended and keep %d kB; the heap is %d MB", at, held, bytes>>10, m.HeapAlloc>>20)
		if held != 100 || bytes > tt.most || bytes < together {
			t.Errorf("%d agents are suspended and keep %d bytes; want at most %d: %s", held, bytes, tt.most, s.said())
		}
	}
}

// TestClassChain checks that each metatable on the way to a field costs a step.
func TestClassChain(t *testing.T) {
	s, _ := newKeeper(t, bough.Options{}, `behavior = function(agent)
    local t, x = {}, nil
    for i = 1, 25 do t = setmetatable({ a = 1 }, { __index = t }) end
    for i = 1, 9000 do
      x = t.nothing x = t.nothing x = t.nothing x = t.nothing
    end
  end`, 1)
	s.tick(1)
	if got := s.said(); !strings.Contains(got, "scripts/keep.lua:5:") && !strings.Contains(got, "scripts/keep.lua:6:") || !strings.Contains(got, "hook-runs-too-long limit=100000") {
		t.Error(got)
	}
}

// TestKeepIsJudgedByWhatIsKept checks that garbage does not count as kept, whatever its amount.
func TestKeepIsJudgedByWhatIsKept(t *testing.T) {
	s, list := newKeeper(t, bough.Options{Limits: bough.Limits{Keep: 64 << 10, KeepTogether: 256 << 10}, Workers: 2}, `behavior = function(agent)
    local list = {}
    for i = 1, 300 do list[i] = { x = i } end
    agent.last = { text = ("x"):rep(1000), best = list[7] }
  end`, 20)
	s.tick(100)
	s.wantNone()
	s.wantGood(list)
}

// TestMemoryOfFailedNode checks that an agent does not stay suspended if the node whose memory was too large has
// failed, since its memory was dropped.
func TestMemoryOfFailedNode(t *testing.T) {
	s, list := newKeeper(t, bough.Options{Limits: bough.Limits{Keep: 64 << 10}}, `behavior = function(agent, params, memory)
    memory.t = memory.t or {}
    if agent.off then return end
    for i = 1, 100 do memory.t[#memory.t + 1] = { i } end
  end`, 1)
	if s.strike(100) == 0 {
		t.Fatal("no error was raised")
	}
	list[0].Set(engine.KeyOf("off"), value.Bool(true))
	s.tick(5)
	if list[0].Suspended() {
		t.Error("the agent is suspended")
	}
	s.wantGood(list)
}

// TestExcessIsTheSame checks the tick in which an agent is stopped, and the text of the error. They must not depend
// on the number of workers, or on calls of Kept and Explain.
func TestExcessIsTheSame(t *testing.T) {
	for _, g := range greedy {
		var first string
		for workers := 1; workers <= 3; workers++ {
			s, list := newKeeper(t, bough.Options{Seed: 1, Limits: bough.Limits{Keep: 256 << 10, KeepTogether: 1 << 20}, Workers: workers}, g.body, 5)
			at := 0
			for at < 1000 && len(s.faults) == 0 {
				at++
				s.tick(1)
				if workers == 2 {
					kept(s, list)
					list[at%5].Explain()
				}
			}
			s.tick(3)
			text := fmt.Sprint(at, s.said())
			if first == "" {
				first = text
			}
			if text != first || !strings.Contains(text, "-too-much agent=") {
				t.Errorf("%s: with %d workers\n%s\nwith 1\n%s", g.name, workers, text, first)
			}
		}
	}
}

// TestHandedOn checks that the number of bytes that an agent may pass on in one tick is bounded, whoever receives
// them.
func TestHandedOn(t *testing.T) {
	for _, act := range []string{`bt.post(2, "fat", t, 100)`, `bt.request(agent, "fat", t, { channel = "c" .. k })`, `bt.board("b")["k" .. k] = t`} {
		s, list := newKeeper(t, bough.Options{}, `behavior = function(agent)
    local text = ("y"):rep(15000)
    local t = {}
    for i = 1, 55 do t[i] = text .. i end
    for k = 1, 20 do `+act+` end
  end`, 2)
		list[1].Pause()
		s.tick(1)
		if got := s.said(); !strings.Contains(got, "scripts/keep.lua:6:") || !strings.Contains(got, `too-much-handed-on agent="main#1" most="4.0 MB"`) {
			t.Errorf("%s: %s", act, got)
		}
	}
}

// TestFullBoards checks the bounds on all boards together, and the largest boards that the error names.
func TestFullBoards(t *testing.T) {
	type board struct {
		name            string
		entries, weight int
	}
	for _, tt := range []struct {
		boards []board
		want   string
	}{
		{[]board{{"a", 1000, 1}, {"b", 5000, 1}, {"c", 1000, 1}, {"d", 3000, 1}}, `boards-have-too-many-entries board="x" key="k" largest=[b (5,000) d (3,000) a (1,000)] most="10,000" -> it`},
		{[]board{{"a", 9, 1 << 20}, {"b", 55, 1 << 20}}, `boards-too-large board="x" key="k" largest=[b (55.0 MB) a (9.0 MB)] most="64.0 MB" -> it`},
	} {
		s, _ := newKeeper(t, bough.Options{}, `behavior = function() bt.board("x").k = "some" end`, 1)
		for _, b := range tt.boards {
			for i := range b.entries {
				s.game.World().SetBoard(b.name, strconv.Itoa(i), value.String(strings.Repeat("y", b.weight)))
			}
		}
		if s.tick(1); !strings.Contains(s.said(), tt.want) {
			t.Errorf("got %s, want %s", s.said(), tt.want)
		}
		s.game.World().SetBoard("a", "0", value.Value{})
		s.tick(2)
		if got := s.game.World().Board("x", "k"); got.Str() != "some" {
			t.Errorf("%v was written after an entry was removed", got)
		}
	}
}

// TestNoBudgetBoundsNothing checks that an agent may keep any amount if there is no budget.
func TestNoBudgetBoundsNothing(t *testing.T) {
	const hoard = "behavior = function(agent) local t = {} for i = 1, 1e6 do t[i] = i end agent.t = t end"
	s, list := newKeeper(t, bough.Options{Limits: bough.Limits{Budget: luabind.NoBudget}}, hoard, 1)
	s.tick(3)
	s.wantNone()
	if bytes, _ := s.game.Kept(list[0]); bytes <= luabind.DefaultKeep || list[0].Suspended() {
		t.Errorf("the agent keeps %d bytes, suspended: %v", bytes, list[0].Suspended())
	}
}

// hoarding returns a hook that creates lists of a megabyte and keeps them. Between two lists it runs filler.
func hoarding(filler string) string {
	return "local t = {} for i = 1, 1e9 do local u = {} for k = 1, 16 do u[2 ^ k - 1] = 1 end t[i] = u for j = 1, " + filler + " do end end"
}

// TestHoard checks that a behavior that fills the memory slowly is stopped long before it has used up its
// instructions: these would be enough for gigabytes. A behavior that creates garbage must not be stopped.
func TestHoard(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{hoarding("0"), "hook-takes-too-much-memory"},
		{hoarding("120"), "hook-takes-too-much-memory"},
		{hoarding("400"), "hook-takes-too-much-memory"},
		{"for i = 1, 1000 do local u = {} for k = 1, 12 do u[2 ^ k - 1] = 1 end end", ""},
		{"local s = {} for i = 1, 100 do s[i % 10] = (\"x\"):rep(9000 + i) end", ""},
		{"local t = {} for i = 1, 9000 do t[i] = { x = i } end", ""},
	} {
		s := newSession(t, bough.Options{Seed: 1, Limits: bough.Limits{Keep: -1, Budget: 100 * luabind.DefaultBudget}}, hook("behavior", c.body))
		s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q; want %q", c.body, got, c.want)
		}
	}
	runtime.GC()
}
