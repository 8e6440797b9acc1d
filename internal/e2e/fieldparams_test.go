package e2e

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
)

// fieldParams is a project in which each tree is told its fields. plainFields is the same with the names of the fields.
var fieldParams, plainFields = fstest.MapFS{
	"seek.lua": file(`return {
  args = { "goal" },
  params = { goal = 0, pace = 1 },
  precondition = function(agent, params) return params.goal ~= agent.x end,
  utility = function(agent, params) return params.goal end,
  run = function(agent, params)
    while params.goal ~= agent.x do
      agent.x = agent.x + (params.goal > agent.x and 1 or -1) * math.min(params.pace, math.abs(params.goal - agent.x))
      agent.seen = (agent.seen or "") .. params.goal .. ","
      bt.yield()
    end
  end,
}`),
	"main.bt": file(`tree go what pace reach=1
  sequence        when what ~= nil and math.abs(what - x) >= reach
    seek what     pace=pace  when params.goal < 90
    set what = what + 1, count = (count or 0) + 1
    wait pace
tree both first second
  utility
    tree go what=first pace=$quick
    tree go what=second pace=$slow reach=2
    idle
tree main
  tree both first=$home second=$work
`),
}, fstest.MapFS{
	"seek.lua": file(`return {
  params = { pace = 1 },
  args = { "of" },
  precondition = function(agent, params) return agent[params.of] ~= agent.x end,
  utility = function(agent, params) return agent[params.of] end,
  run = function(agent, params)
    while agent[params.of] ~= agent.x do
      local goal, pace = agent[params.of], agent[params.pace]
      agent.x = agent.x + (goal > agent.x and 1 or -1) * math.min(pace, math.abs(goal - agent.x))
      agent.seen = (agent.seen or "") .. goal .. ","
      bt.yield()
    end
  end,
}`),
	"main.bt": file(`tree first
  sequence      when home ~= nil and math.abs(home - x) >= 1
    seek "home" pace="quick"  when home < 90
    set home = home + 1, count = (count or 0) + 1
    wait quick
tree second
  sequence      when work ~= nil and math.abs(work - x) >= 2
    seek "work" pace="slow"  when work < 90
    set work = work + 1, count = (count or 0) + 1
    wait slow
tree both
  utility
    tree first
    tree second
    idle
tree main
  tree both
`),
}

// TestFieldParameters compares two games that must do the same while their fields change at random. One of them is saved and
// restored again and again.
func TestFieldParameters(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		var games []*bough.Game
		var agents []*bough.Agent
		for _, files := range []fstest.MapFS{fieldParams, plainFields} {
			g, err := bough.OpenFS(files, bough.Options{Seed: 1, Workers: 1 + int(seed%3)})
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			if err := g.Load().Err(); err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
			for range 3 {
				a, err := g.Spawn("main", bough.Fields{"x": 0, "home": 4, "work": 7, "quick": 2, "slow": 1})
				if err != nil {
					t.Fatal(err)
				}
				agents = append(agents, a)
			}
		}
		for tick := range 60 {
			for i := range 3 {
				if r.IntN(4) == 0 {
					key := engine.KeyOf([]string{"home", "work", "quick", "slow", "x"}[r.IntN(5)])
					v := value.Number(float64(r.IntN(12)))
					for _, a := range []*bough.Agent{agents[i], agents[i+3]} {
						games[0].World().Agent(a.ID()).Set(key, v)
						games[1].World().Agent(a.ID()).Set(key, v)
					}
				}
			}
			for _, g := range games {
				g.Tick(500 * time.Millisecond)
			}
			if r.IntN(5) == 0 {
				saved, err := games[0].Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				if err := games[0].Restore(saved); err != nil {
					t.Fatal(err)
				}
			}
			for i := range 3 {
				for _, name := range []string{"x", "home", "work", "seen", "count"} {
					a, b := games[0].World().Agent(agents[i].ID()).Get(engine.KeyOf(name)), games[1].World().Agent(agents[i+3].ID()).Get(engine.KeyOf(name))
					if !a.Equal(b) {
						t.Fatalf("seed %d, tick %d, agent %d: %s is %s, and %s without parameters", seed, tick+1, i, name, a, b)
					}
				}
			}
		}
	}
}

// TestFieldParameterEdited checks that an edit which gives a parameter another field reaches a run that waits.
func TestFieldParameterEdited(t *testing.T) {
	files, source := fstest.MapFS{
		"say.lua": file("return { args = { \"what\" }, run = function(agent, params) while true do agent.said = params.what bt.yield() end end }\n"),
		"main.bt": file("tree main\n  say $left\n"),
	}, hotreload.NewManual()
	g, err := bough.OpenFS(files, bough.Options{Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	a, err := g.Spawn("main", bough.Fields{"left": "l", "right": "r"})
	if err != nil {
		t.Fatal(err)
	}
	said := func() string { return strings.Trim(a.Get(engine.KeyOf("said")).String(), `"`) }
	g.Tick(time.Second)
	if said() != "l" {
		t.Fatalf("it says %s", said())
	}
	files["main.bt"] = file("tree main\n  say $right\n")
	source.Touch("main.bt")
	g.Tick(time.Second)
	if said() != "r" {
		t.Errorf("after the edit it says %s", said())
	}
}

// TestDollarIsField checks that $k means the field k wherever it is written, also in a tree with a parameter k, and beside a
// condition k.
func TestDollarIsField(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{
		"note.lua": file("return { args = { \"k\" }, behavior = function(agent, params) agent.noted = params.k return \"success\" end }\n"),
		"main.bt": file(`condition c = k > 5
tree inner k=9
  sequence
    note $k
    repeat $k
      sequence
        set said = (said or 0) + 10, was = k
        wait $c
tree main
  tree inner
`),
	}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	a, err := g.Spawn("main", bough.Fields{"k": 2, "c": 0})
	if err != nil {
		t.Fatal(err)
	}
	g.Tick(time.Second)
	for name, want := range map[string]float64{"noted": 2, "said": 20, "was": 9} {
		if got := a.Get(engine.KeyOf(name)); !got.Equal(value.Number(want)) {
			t.Errorf("%s is %s, want %v\n%s", name, got, want, a.Explain())
		}
	}
}

// TestComputedAllocatesNothing checks that a tick with expressions for numbers, assignments and parameters that stand for fields
// costs no memory.
func TestComputedAllocatesNothing(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{
		"look.lua": file("return { params = { far = 0 }, precondition = function(agent, params) return params.far > 0 end, behavior = function(agent, params) agent.at = params.far end }\n"),
		"main.bt": file(`tree main
  parallel
    cooldown (x + 1)
      interval (x / 10)
        repeat (n)
          set x = x + n, y = x * 2
    utility inertia=(n / 2)
      timeout (n)
        look far=$x
      wait (n)
    random
      wait (n / 10) weight=(n)
      wait 0.2 weight=n
`),
	}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for range 10 {
		if _, err := g.Spawn("main", bough.Fields{"x": 1, "y": 1, "n": 3, "at": 0}); err != nil {
			t.Fatal(err)
		}
	}
	tick := func() { g.Tick(50 * time.Millisecond) }
	for range 100 {
		tick()
	}
	if n := testing.AllocsPerRun(100, tick); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if list := g.World().Faults(); len(list) > 0 {
		t.Error(list[0])
	}
}

// TestFieldsOfCalls checks that an agent whose tree is told fields when it is spawned does the same as one whose tree is told
// them in a file, also after the files have changed and the game was restored.
func TestFieldsOfCalls(t *testing.T) {
	const call = "both second=$work first=$home"
	files, source := maps.Clone(fieldParams), hotreload.NewManual()
	g, err := bough.OpenFS(files, bough.Options{Seed: 1, Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	fields := bough.Fields{"x": 0, "home": 4, "work": 7, "quick": 2, "slow": 1}
	want, err := g.Spawn("main", fields)
	if err != nil {
		t.Fatal(err)
	}
	got, err := g.Spawn(call, fields)
	if err != nil {
		t.Fatal(err)
	}
	if name := got.Label() + " " + got.Program().Name(); name != "both#2 both first=$home second=$work" {
		t.Error(name)
	}
	ids := [2]engine.AgentID{want.ID(), got.ID()}
	for tick := range 30 {
		switch tick {
		case 10:
			files["main.bt"] = file(strings.Replace(string(files["main.bt"].Data), "when params.goal < 90", "when pace < 90", 1))
			source.Touch("main.bt")
		case 20:
			saved, err := g.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if g, err = bough.OpenFS(files, bough.Options{Seed: 1}); err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			if err := g.Restore(saved); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range ids {
			for i, name := range []string{"home", "work"} {
				if tick%4 == 3*i {
					g.World().Agent(id).Set(engine.KeyOf(name), value.Number(float64(tick*(5+i)%13)))
				}
			}
		}
		g.Tick(500 * time.Millisecond)
		for _, name := range []string{"x", "home", "work", "seen", "count"} {
			key := engine.KeyOf(name)
			if w, is := g.World().Agent(ids[0]).Get(key), g.World().Agent(ids[1]).Get(key); !w.Equal(is) {
				t.Fatalf("tick %d: %s is %s, and %s in a call", tick+1, name, w, is)
			}
		}
	}
	if seen := g.World().Agent(ids[1]).Get(engine.KeyOf("seen")).Str(); strings.Count(seen, ",") < 10 {
		t.Errorf("it has seen %s", seen)
	}
	for text, want := range map[string]string{
		"both first=($home) second=$work": "first takes no calculation here",
		"both first=$ second=$work":       "a name follows $",
		"both first=home second=$work":    "the value of the field home is written $home",
	} {
		if _, err := g.Spawn(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
