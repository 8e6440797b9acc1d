package bough_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"go.uber.org/goleak"
)

// The files of the hammer test: behaviors b0 to b7 and a tree.
const hammerBehaviors = 8

// hammerVersions are what may be saved into a behavior's file; the first is the
// one that all files have in the end.
var hammerVersions = []string{
	"return { on_enter = function(agent, params, memory) memory.n = 0 end,\n  behavior = function(agent, params, memory) memory.n = memory.n + 1; return memory.n > 3 end,\n  on_exit = function(agent) agent.left = bt.tick() end }\n",
	"return { run = function(agent) bt.wait(0.1); bt.yield() end, on_exit = function(agent) end }\n",
	"return { precondition = function(agent) return agent.id % 2 == 0 end, children = \"sequential\" }\n",
	"return { restart_on_reload = true, non_exclusive = true, behavior = function(agent) end }\n",
	"return { behavior = function(agent) error(\"by intent\") end }\n",
	"return { behavior = function(agent) if agent.x = 1 then end }\n",
	"return { on_entre = function(agent) end }\n",
	"return { behavior = funct",
	"",
}

var hammerTrees = []string{
	"tree main\n  b0\n    b1 +\n      b2\n    b3 when left ~= nil\n      b4\n    b5\n      b6\n      b7\n",
	"tree main\n  b0\n    b5\n      b7\n      b6\n    b1 +\n    b3\n",
	"tree main\n  b0\n    b1 when left =\n",
	"tree main\n  b0\n    nobody\n",
	"tree main\n\tb0\n",
}

// TestSavingWhileTicking saves good and broken files at random, in the ways of
// editors, while agents tick in two workers. In the end what is loaded is what a
// fresh start would load, and every node that was entered has been exited once.
func TestSavingWhileTicking(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	h := &hammer{t: t, dir: dir, r: rand.New(rand.NewPCG(5, 6)), active: map[string]bool{}}
	h.restore()
	source, err := hotreload.Watch([]string{dir}, hotreload.Options{Debounce: 2 * time.Millisecond, MaxDelay: 8 * time.Millisecond, Match: assets.Relevant})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	reloads := 0
	game, err := bough.Open(dir, bough.Options{Workers: 2, Source: source, Development: true, OnReload: func(*assets.Report) { reloads++ }})
	if err != nil {
		t.Fatal(err)
	}
	game.World().Observe(h.watch)
	for range 50 {
		if _, err := game.Spawn("main", nil); err != nil {
			t.Fatal(err)
		}
	}
	saves := 400
	if testing.Short() {
		saves = 100
	}
	turn, saved := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(saved)
		for range saves {
			<-turn
			h.save()
		}
		h.restore()
	}()
	for done := false; !done; {
		game.Tick(frame)
		select {
		case turn <- struct{}{}: // saves while the next tick runs
		case <-saved:
			done = true
		default:
		}
	}
	h.settle(game)
	game.Close()
	for node := range h.active {
		t.Errorf("%s was entered and never exited", node)
	}
	if reloads < 10 || h.enters < 1000 {
		t.Errorf("%d reloads and %d entries: the test does nothing", reloads, h.enters)
	}
}

const frame = 50 * time.Millisecond

type hammer struct {
	t      *testing.T
	dir    string
	r      *rand.Rand
	active map[string]bool // agent and key of each active node
	enters int
}

// restore saves the good version of everything.
func (h *hammer) restore() {
	for i := range hammerBehaviors {
		h.write(fmt.Sprintf("b%d.lua", i), hammerVersions[0])
	}
	h.write("main.bt", hammerTrees[0])
}

// save changes one file.
func (h *hammer) save() {
	name, text := fmt.Sprintf("b%d.lua", h.r.IntN(hammerBehaviors)), hammerVersions[h.r.IntN(len(hammerVersions))]
	if h.r.IntN(5) == 0 {
		name, text = "main.bt", hammerTrees[h.r.IntN(len(hammerTrees))]
	}
	path := filepath.Join(h.dir, name)
	switch h.r.IntN(5) {
	case 0: // as JetBrains: beside, then over it
		h.write(name+"___jb_tmp___", text)
		h.check(os.Rename(path+"___jb_tmp___", path))
	case 1: // as vim: the old one away, a new one, the old one gone
		if os.Rename(path, path+"~") == nil {
			h.write(name, text)
			h.check(os.Remove(path + "~"))
		}
	case 2:
		os.Remove(path) // may be gone already
	default: // as VS Code: in place
		h.write(name, text)
	}
}

func (h *hammer) write(name, text string) {
	h.check(os.WriteFile(filepath.Join(h.dir, name), []byte(text), 0o644))
}

func (h *hammer) check(err error) {
	if err != nil {
		h.t.Error(err)
	}
}

// watch holds entries and exits together.
func (h *hammer) watch(e engine.Event) {
	if e.Kind != engine.EventEnter && e.Kind != engine.EventExit {
		return
	}
	node := e.Agent.Label() + " " + e.Prog.Key(int(e.Node))
	if entered := e.Kind == engine.EventEnter; entered == h.active[node] {
		h.t.Errorf("tick %d: %v, but active is %v", e.Tick, e, h.active[node])
	}
	if e.Kind == engine.EventEnter {
		h.active[node] = true
		h.enters++
	} else {
		delete(h.active, node)
	}
}

// settle ticks until the game has loaded what a fresh start would load.
func (h *hammer) settle(game *bough.Game) {
	want := picture(h.t, h.dir)
	timeout := time.NewTimer(30 * time.Second)
	defer timeout.Stop()
	for {
		game.Tick(frame)
		got := loaded(game)
		if got == want {
			return
		}
		select {
		case <-timeout.C:
			h.t.Fatalf("the game has\n%s\na fresh start loads\n%s", got, want)
		default:
		}
	}
}

func picture(t *testing.T, dir string) string {
	game, err := bough.Open(dir, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	game.Load()
	return loaded(game)
}

// loaded describes what is in force.
func loaded(game *bough.Game) string {
	s := game.Problems().Error() + "\n"
	for _, b := range game.Bundle().Behaviors {
		s += fmt.Sprintln(b.Name, b.Hooks, b.Missing, b.Restart, b.NonExclusive, b.Children)
	}
	for _, tree := range game.Bundle().Trees {
		s += tree.Program.Dump()
	}
	return s
}
