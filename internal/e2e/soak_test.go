package e2e

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"go.uber.org/goleak"
)

var soakTicks = flag.Int("soak.ticks", 2000, "how many ticks the soak test plays")

// The files of the soak test. %d is the number of the edit: each is another text.
var soakFiles = map[string]string{
	"main.bt": `# edit %d
condition weak = hp < 30

tree main speed=1
  root
    startled       +
    post           +
    board          +
    faulty         when hp > 90
    switch mood
      order        "weak"   case="weak"
      order        "strong"
    rest           when weak
    tree way       speed=speed
`,
	"way.bt": "# edit %d\ntree way speed=1\n  random\n    walk speed=speed\n    rest\n",
	"root.lua": `-- edit %d
return { behavior = function(agent) agent.n = (agent.n or 0) + 1 end }
`,
	"startled.lua": `-- edit %d
return { stimulus = "noise", behavior = function(agent) agent.heard = bt.stimulus().data; return true end }
`,
	"post.lua": `-- edit %d
return { behavior = function(agent) if agent.other then bt.post(agent.other, "noise", { from = agent.id }) end end }
`,
	"board.lua": `-- edit %d
local step = require("lib.step")
return { behavior = function(agent)
  bt.board("count")["k" .. agent.id %% 10] = step(bt.tick(), 1)
  bt.board("of" .. agent.id)["seen"] = nil
  bt.request(agent, "say", { text = "tick " .. bt.tick() }, { channel = "mouth" })
end }
`,
	"faulty.lua": `-- edit %d
return { behavior = function(agent) error("by intent in edit %[1]d") end }
`,
	"order.lua": `-- edit %d
return { args = { "kind" }, behavior = function(agent, params) return agent.n %% 3 ~= 0 end }
`,
	"rest.lua": `-- edit %d
return { run = function(agent, params, memory) memory.long = { agent.id }; bt.wait(0.2 + agent.id %% 3); bt.yield() end,
  on_exit = function(agent, params, memory, reason) agent.why = reason end }
`,
	"walk.lua": `-- edit %d
local step = require("lib.step")
return { params = { speed = 1 }, behavior = function(agent, params, memory)
  memory.n = (memory.n or 0) + 1
  agent.x = step(agent.x, params.speed)
  if memory.n > 5 then return true end
end }
`,
	"lib/step.lua": "-- edit %d\nreturn function(x, n) return x + n end\n",
}

// soak is a long session: agents come and go, run coroutines, post, raise errors, and
// change trees, while files are changed, broken, deleted and renamed.
type soak struct {
	t      *testing.T
	r      *rand.Rand
	files  fstest.MapFS
	source *hotreload.Manual
	game   *bough.Game
	agents []*bough.Agent
	edits  int
	faults int
}

// TestSoak plays for a long time and counts what is there after a tenth of it and in the
// end, with the same files and no agents: nothing may have grown.
func TestSoak(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := newSoak(t)
	defer s.game.Close()
	s.play(*soakTicks / 10)
	before, heap := s.rest()
	s.play(*soakTicks * 9 / 10)
	after, heapAfter := s.rest()
	for _, what := range grown(before, after) {
		t.Error("has grown:", what)
	}
	const slack = 1 << 20 // of the allocator, and caches with a bound
	if heapAfter > heap+heap/20+slack {
		t.Errorf("the heap holds %d kB; after a tenth of the time it held %d kB", heapAfter>>10, heap>>10)
	}
	t.Logf("%d ticks, %d edits, %d errors; heap %d kB, after a tenth %d kB", *soakTicks, s.edits, s.faults, heapAfter>>10, heap>>10)
	if s.edits < *soakTicks/50 || s.faults < *soakTicks/50 || len(before) < 50 {
		t.Errorf("%d edits, %d errors and %d things counted: the test does nothing", s.edits, s.faults, len(before))
	}
}

func newSoak(t *testing.T) *soak {
	s := &soak{t: t, r: rand.New(rand.NewPCG(1, 2)), files: fstest.MapFS{}, source: hotreload.NewManual()}
	s.restore()
	game, err := bough.OpenFS(s.files, bough.Options{Source: s.source, Workers: 2, Seed: 1, FieldNames: []string{"hp", "x", "mood", "other"},
		OnFault: func(*engine.Fault) { s.faults++ }})
	if err != nil {
		t.Fatal(err)
	}
	s.game = game
	if problems := game.Load(); len(problems) > 0 {
		t.Fatal(problems)
	}
	return s
}

func (s *soak) set(name, text string) {
	s.files[name] = &fstest.MapFile{Data: []byte(text)}
	s.source.Touch(name)
}

func (s *soak) remove(name string) {
	delete(s.files, name)
	s.source.Touch(name)
}

// edit gives a file another text of the same meaning.
func (s *soak) edit(name string) {
	s.edits++
	text := soakFiles[name]
	s.set(name, fmt.Sprintf(text, s.edits))
}

// restore brings back all files as they were in the beginning.
func (s *soak) restore() {
	for name, text := range soakFiles {
		s.set(name, fmt.Sprintf(text, 0))
	}
	s.remove("walk_away.lua")
	s.remove("other_way.bt")
}

// play does a number of ticks and what comes between.
func (s *soak) play(ticks int) {
	for n := range ticks {
		for range 2 {
			s.spawn()
		}
		for len(s.agents) > 40 {
			s.despawn(s.r.IntN(len(s.agents)))
		}
		if n%7 == 0 {
			s.change()
		}
		s.game.Tick(frame)
	}
}

func (s *soak) spawn() {
	tree := "main"
	if s.r.IntN(4) == 0 {
		tree = fmt.Sprintf("main speed=%d", s.r.IntN(5))
	}
	a, err := s.game.Spawn(tree, bough.Fields{"hp": s.r.IntN(100), "x": 0, "mood": []string{"weak", "strong", "none"}[s.r.IntN(3)]})
	if err != nil {
		return // while main.bt is away
	}
	if n := len(s.agents); n > 0 {
		a.Set(engine.KeyOf("other"), engine.Number(float64(s.agents[s.r.IntN(n)].ID())))
	}
	s.agents = append(s.agents, a)
}

func (s *soak) despawn(i int) {
	s.game.Despawn(s.agents[i])
	s.agents[i] = s.agents[len(s.agents)-1]
	s.agents = s.agents[:len(s.agents)-1]
}

// change changes files, or what an agent does.
func (s *soak) change() {
	names := sortedNames(soakFiles)
	name := names[s.r.IntN(len(names))]
	switch s.r.IntN(8) {
	case 0, 1, 2:
		s.edit(name)
	case 3:
		s.set(name, "this is "+fmt.Sprint(s.r.IntN(1000))+" nothing")
	case 4:
		s.remove(name)
	case 5: // renamed, and users of the old name left behind
		s.remove("walk.lua")
		s.set("walk_away.lua", fmt.Sprintf(soakFiles["walk.lua"], s.r.IntN(1000)))
		s.remove("way.bt")
		s.set("other_way.bt", strings.Replace(fmt.Sprintf(soakFiles["way.bt"], s.r.IntN(1000)), "tree way", "tree other_way", 1))
	case 6:
		if len(s.agents) > 0 {
			_ = s.game.SetTree(s.agents[0], "other_way") // there or not
			s.agents[0].Explain()
		}
	default:
		s.restore()
	}
}

// rest ends all agents, restores the files, and counts what is left.
func (s *soak) rest() (map[string]int, uint64) {
	for len(s.agents) > 0 {
		s.despawn(0)
	}
	s.restore()
	for range 3 {
		s.game.Tick(frame)
	}
	s.fillFaults()
	for _, name := range sortedNames(soakFiles) { // so that what was there last has been forgotten
		s.edit(name)
	}
	s.game.Tick(frame)
	s.restore()
	for range 100 { // in which agents that are gone are forgotten
		s.game.Tick(frame)
	}
	counts := countAll(s.game)
	var m runtime.MemStats
	for range 2 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return counts, m.HeapAlloc
}

func sortedNames(files map[string]string) []string {
	return slices.Sorted(maps.Keys(files))
}

// fillFaults raises as many errors as are remembered, and one more.
func (s *soak) fillFaults() {
	a, err := s.game.Spawn("main", bough.Fields{"hp": 99, "x": 0, "mood": "none"})
	if err != nil {
		s.t.Fatal(err)
	}
	for range 33 {
		s.edit("faulty.lua")
		s.game.Tick(frame)
	}
	s.game.Despawn(a)
	s.set("faulty.lua", fmt.Sprintf(soakFiles["faulty.lua"], 0))
	s.game.Tick(frame)
}
