package bough_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
)

var chaosOps = flag.Int("chaos.ops", 0, "how many operations the chaos test makes; 0 means a few hundred")

// The project that the chaos test edits. Each file has good versions, of which the first
// is the one in the end, and broken ones.
type chaosFile struct{ good, broken []string }

var chaosFiles = map[string]chaosFile{
	"guard.bt": {
		good: []string{
			"condition weak = hp < 30\n\ntree guard\n  root\n    flee       when weak\n    combat.fight  when target\n      combat.hit\n      combat.chase\n    tree patrol speed=2\n",
			"condition weak = hp < 60\n\ntree guard\n  root\n    combat.fight  when target and not weak\n      combat.chase\n      combat.hit  id=hit\n    flee       when weak\n    tree patrol\n      override pause 0.2\n",
			"condition weak = hp < 10\n\ntree guard\n  priority\n    flee  when weak\n    parallel\n      combat.hit\n      tree patrol speed=1\n",
		},
		broken: []string{
			"condition weak = hp <\n\ntree guard\n  root\n    flee\n",
			"condition weak = hp < 30\n\ntree guard\n\troot\n",
			"condition weak = hp < 30\n\ntree guard\n  root\n    nobody\n",
			"condition weak = hp < 30\n\ntree guard\n  root\n    tree guard\n",
			"condition weak = hp < 30\n\ntree guard\n  root\n    tree patrol sped=2\n",
		},
	},
	"patrol.bt": {
		good: []string{
			"tree patrol speed=1\n  sequence\n    walk speed=speed\n    wait 0.1 id=pause\n",
			"tree patrol speed=3\n  sequence\n    wait 0.3 id=pause\n    walk speed=speed\n    walk\n",
		},
		broken: []string{"tree patrol speed=\n  walk\n", "tree patrol speed=1\n", "tree patrol speed=1\n  walk speed=slow\n"},
	},
	"root.lua": {good: []string{"return {}\n", "return { on_reload = function(agent) agent.seen = true end }\n"}, broken: []string{"return {", "return { behavour = 3 }\n"}},
	"walk.lua": {
		good: []string{
			"local step = require(\"lib.step\")\nreturn { params = { speed = 1 }, on_enter = function(agent, params, memory) memory.n = 0 end,\n  behavior = function(agent, params, memory) memory.n = memory.n + 1; agent.x = step(agent.x or 0, params.speed); return memory.n > 4 and \"success\" or \"running\" end }\n",
			"return { params = { speed = 1 }, run = function(agent, params) bt.wait(0.2); agent.x = params.speed end }\n",
			"return { params = { speed = 1 }, restart_on_reload = true, behavior = function(agent) return \"success\" end }\n",
		},
		broken: []string{"return { behavior = function(agent) agent.x = ; end }\n", "return { behavior = function(agent) end\n", "local step = require(\"lib.stepp\")\nreturn {}\n"},
	},
	"flee.lua": {
		good:   []string{"return { behavior = function(agent) agent.x = (agent.x or 0) - 1 end, on_exit = function(agent) agent.fled = bt.tick() end }\n", "return { non_exclusive = true, behavior = function(agent) end }\n"},
		broken: []string{"", "return 7\n", "\xff\xfe"},
	},
	"combat/fight.lua": {good: []string{"return { children = \"sequential\" }\n", "return { children = \"sticky\" }\n"}, broken: []string{"return { children = \"sequental\" }\n", "retrun {}\n"}},
	"combat/hit.lua": {
		good:   []string{"return { behavior = function(agent) agent.hp = (agent.hp or 50) - 1; return \"success\" end }\n", "return { precondition = function(agent) return agent.id % 2 == 0 end, behavior = function(agent) return true end }\n"},
		broken: []string{"return { precondition = function(agent) return end end }\n", "hit = {}\nhit2 = 3\n"},
	},
	"combat/chase.lua": {good: []string{"return { behavior = function(agent) if bt.tick() % 7 == 0 then return false end end }\n", "return {}\n"}, broken: []string{"return { on_exitt = function() end }\n"}},
	"lib/step.lua": {
		good:   []string{"return function(x, speed) return x + speed end\n", "return function(x, speed) return x - speed end\n"},
		broken: []string{"return function(x, speed) return x + end\n"},
	},
}

// chaos is a project under edit.
type chaos struct {
	t      *testing.T
	r      *rand.Rand
	files  fstest.MapFS
	source *hotreload.Manual
	game   *bough.Game
	active map[string]bool
	enters int
	faulty map[string]bool // files whose present text is broken
}

// TestChaos saves, breaks, corrects, renames, moves, deletes and restores files at random
// in the ways of editors and of version control, while agents tick. Every broken state is
// reported in its file; in the end what is loaded is what a fresh start loads, and what
// was entered has been exited once.
func TestChaos(t *testing.T) {
	ops, agents := 300, 40
	if *chaosOps > 0 {
		ops, agents = *chaosOps, 200
	}
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { playChaos(t, seed, ops/4, agents) })
	}
}

func playChaos(t *testing.T, seed uint64, ops, agents int) {
	c := &chaos{t: t, r: rand.New(rand.NewPCG(seed, 7)), files: fstest.MapFS{}, source: hotreload.NewManual(), active: map[string]bool{}, faulty: map[string]bool{}}
	for name, f := range chaosFiles {
		c.set(name, f.good[0])
	}
	game, err := bough.OpenFS(c.files, bough.Options{Source: c.source, Workers: 2, Seed: seed, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	c.game = game
	game.World().Observe(c.watch)
	for i := range agents {
		if _, err := game.Spawn("guard", bough.Fields{"hp": i % 100, "target": i%3 == 0}); err != nil {
			t.Fatal(err)
		}
	}
	for range ops {
		c.operate()
		for range c.r.IntN(3) {
			game.Tick(frame)
		}
		c.checkReports()
	}
	c.restore()
	game.Tick(frame)
	c.checkEnd()
	if err := game.Close(); err != nil {
		t.Error(err)
	}
	if len(c.active) > 0 || c.enters < ops {
		t.Errorf("%d entries; never exited: %v", c.enters, c.active)
	}
}

func (c *chaos) set(name, text string) { c.files[name] = &fstest.MapFile{Data: []byte(text)} }

// pick returns one of the project's files.
func (c *chaos) pick() string {
	names := make([]string, 0, len(chaosFiles))
	for name := range chaosFiles {
		names = append(names, name)
	}
	slices.Sort(names)
	return names[c.r.IntN(len(names))]
}

// version returns a text for a file, and whether it is a broken one.
func (c *chaos) version(name string) (text string, broken bool) {
	f := chaosFiles[name]
	if c.r.IntN(3) == 0 {
		return f.broken[c.r.IntN(len(f.broken))], true
	}
	return f.good[c.r.IntN(len(f.good))], false
}

// save gives a file a text in one step.
func (c *chaos) save(name string) {
	text, broken := c.version(name)
	c.set(name, text)
	c.faulty[name] = broken
	c.source.Touch(name)
}

// operate makes one operation.
func (c *chaos) operate() {
	name := c.pick()
	switch c.r.IntN(9) {
	case 0, 1, 2: // VS Code: in place
		c.save(name)
	case 3: // in place, seen when the file is empty and once more when half of it is there
		text, broken := c.version(name)
		for _, part := range []string{"", text[:len(text)/2], text} {
			c.set(name, part)
			c.source.Touch(name)
			c.game.Refresh()
		}
		c.faulty[name] = broken
	case 4: // vim: the old one away, a new one, the backup gone
		c.files[name+"~"] = c.files[name]
		delete(c.files, name)
		c.source.Touch(name, name+"~")
		if c.r.IntN(2) == 0 {
			c.game.Tick(frame)
		}
		c.save(name)
		delete(c.files, name+"~")
		c.source.Touch(name + "~")
	case 5: // JetBrains: beside, then over it
		c.set(name+"___jb_tmp___", "x")
		c.source.Touch(name + "___jb_tmp___")
		delete(c.files, name+"___jb_tmp___")
		c.save(name)
	case 6: // delete
		delete(c.files, name)
		delete(c.faulty, name)
		c.source.Touch(name)
	case 7: // move away, and back at some time by a restore
		to := path.Join("moved", path.Base(name))
		if f := c.files[name]; f != nil && path.Ext(name) == assets.ScriptExt {
			c.files[to] = f
			delete(c.files, name)
			delete(c.faulty, name)
			c.source.Touch(name, to)
		}
	case 8: // git checkout: many at once, told in pieces
		var names []string
		for n := range chaosFiles {
			names = append(names, n)
		}
		slices.Sort(names)
		for _, n := range names {
			c.set(n, chaosFiles[n].good[c.r.IntN(len(chaosFiles[n].good))])
			delete(c.faulty, n)
		}
		c.dropMoved()
		c.r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
		half := c.r.IntN(len(names))
		c.source.Touch(names[:half]...)
		c.game.Tick(frame)
		c.source.Touch(names[half:]...)
	}
}

// dropMoved deletes what was moved away.
func (c *chaos) dropMoved() {
	for name := range c.files {
		if strings.HasPrefix(name, "moved/") {
			delete(c.files, name)
			c.source.Touch(name)
		}
	}
}

// restore brings back the first version of everything.
func (c *chaos) restore() {
	c.dropMoved()
	for name, f := range chaosFiles {
		c.set(name, f.good[0])
		c.source.Touch(name)
	}
	clear(c.faulty)
}

// checkReports: each broken file is reported, at a place in it.
func (c *chaos) checkReports() {
	c.game.Refresh()
	problems := c.game.Problems().Errors()
	for name, broken := range c.faulty {
		told := slices.ContainsFunc(problems, func(d diag.Diagnostic) bool { return d.Pos.File == "scripts/"+name })
		if broken && !told {
			c.t.Errorf("%s is broken and nothing is said of it:\n%s\nproblems:\n%v", name, c.files[name].Data, c.game.Problems())
		}
	}
}

// checkEnd compares with a fresh start. Trees that some broken state has left behind are
// not there: their files have the names that they always had.
func (c *chaos) checkEnd() {
	fresh, err := bough.OpenFS(c.files, bough.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	defer fresh.Close()
	fresh.Load()
	if got, want := c.loaded(c.game), c.loaded(fresh); got != want {
		c.t.Errorf("the game has\n%s\na fresh start loads\n%s", got, want)
	}
}

// loaded describes what is in force, but for behaviors that have no file.
func (c *chaos) loaded(game *bough.Game) string {
	s := game.Problems().Error() + "\n"
	for _, b := range game.Bundle().Behaviors {
		if !b.Missing {
			s += fmt.Sprintln(b.Name, b.Hooks, b.Restart, b.NonExclusive, b.Children)
		}
	}
	for _, tree := range game.Bundle().Trees {
		s += tree.Program.Dump()
	}
	return s
}

// watch holds entries and exits together.
func (c *chaos) watch(e engine.Event) {
	node := fmt.Sprint(e.Agent.Label(), " ", e.Node)
	switch e.Kind {
	case engine.EventEnter:
		c.active[e.Agent.Label()+" "+e.Prog.Key(int(e.Node))] = true
		c.enters++
	case engine.EventExit:
		key := e.Agent.Label() + " " + e.Prog.Key(int(e.Node))
		if !c.active[key] {
			c.t.Errorf("tick %d: %v: %s was not active", e.Tick, e, node)
		}
		delete(c.active, key)
	}
}
