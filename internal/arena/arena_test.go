package arena

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
)

// land opens an arena with the given files. The stage records the errors of scripts.
func land(t *testing.T, agents int, files map[string]string) (*Arena, *stage) {
	t.Helper()
	s := &stage{t: t, files: fstest.MapFS{}, source: hotreload.NewManual()}
	for name, text := range files {
		s.files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	o := bough.Options{Seed: 1, Source: s.source}
	s.log.NoTimes = true
	s.log.Attach(&o)
	a := New(Options{Agents: agents, OnNote: s.log.Note, CountActivity: true})
	game := openFor(t, a, s.files, o)
	s.log.Watch(game)
	if err := a.Begin(game); err != nil {
		t.Fatal(err)
	}
	return a, s
}

// openFor opens a game for an arena.
func openFor(t testing.TB, a *Arena, files fs.FS, o bough.Options) *bough.Game {
	t.Helper()
	if err := a.AddHelpers(&o); err != nil {
		t.Fatal(err)
	}
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	return game
}

// begin opens a game for an arena and begins it.
func begin(t testing.TB, a *Arena, files fs.FS, o bough.Options) *bough.Game {
	t.Helper()
	game := openFor(t, a, files, o)
	if err := a.Begin(game); err != nil {
		t.Fatal(err)
	}
	return game
}

// stage holds the parts of an arena that a test can change or check.
type stage struct {
	t      *testing.T
	files  fstest.MapFS
	source *hotreload.Manual
	log    Log
}

func (s *stage) save(name, text string) {
	s.files[name] = &fstest.MapFile{Data: []byte(text)}
	s.source.Touch(name)
}

// told returns the log as lines.
func (s *stage) told() string {
	var b strings.Builder
	for _, e := range s.log.Entries() {
		e.Print(&b)
	}
	return b.String()
}

const idle = `return { behavior = function(agent) end }`

// doing returns a behavior that executes a statement in each tick.
func doing(statement string) string {
	return "return { behavior = function(agent) " + statement + " end }"
}

func TestMoveArrivesAroundRocks(t *testing.T) {
	a, _ := land(t, 1, map[string]string{"villager.bt": "tree villager\n  walk\n",
		"walk.lua": doing(`bt.request(agent, "move", { x = agent.goal_x, y = agent.goal_y }, { channel = "legs" })`)})
	b := &a.field.bodies[0]
	for _, rock := range a.field.ground.things {
		if rock.Kind != Rock {
			continue
		}
		r := rock.R + girth + 0.3
		for _, d := range []point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			b.x, b.y = rock.X+d.x*r, rock.Y+d.y*r
			b.writeFields()
			gx, gy := a.field.ground.inside(rock.X-d.x*r, rock.Y-d.y*r)
			b.agent.Set(engine.KeyOf("goal_x"), value.Number(gx))
			b.agent.Set(engine.KeyOf("goal_y"), value.Number(gy))
			for range 60 {
				a.Tick()
			}
			if !a.field.near(b.id, gx, gy, 0.1) {
				t.Errorf("from %v of the rock at %.1f, %.1f: ended at %.1f, %.1f, not at %.1f, %.1f", d, rock.X, rock.Y, b.x, b.y, gx, gy)
			}
			if rock.Holds(b.x, b.y) {
				t.Errorf("ended inside the rock at %.1f, %.1f", rock.X, rock.Y)
			}
		}
	}
}

func TestScriptsMayMoveThemselves(t *testing.T) {
	a, s := land(t, 1, map[string]string{"villager.bt": "tree villager\n  jump\n",
		"jump.lua": doing(`agent.x, agent.y, agent.facing, agent.hp = 10, 11, 90, 1e9`)})
	a.Tick()
	if b := a.Actors()[0]; b.X != 10 || b.Y != 11 || b.Facing != 90 || b.HP != b.Kind.HP {
		t.Errorf("%+v", b)
	}
	s.save("jump.lua", doing(`agent.x, agent.y, agent.hp = 0/0, "nowhere", nil`))
	a.Tick()
	if b := a.Actors()[0]; b.X != 10 || b.Y != 11 || b.HP != b.Kind.HP {
		t.Errorf("nonsense was taken over: %+v", b)
	}
	if x := a.field.bodies[0].agent.Get(keyX); x.Float() != 10 {
		t.Errorf("agent.x is %v afterwards", x)
	}
	s.save("jump.lua", doing(`agent.x, agent.y = 1e300, -1e300`))
	a.Tick()
	if b := a.Actors()[0]; b.X != villageWidth-margin || b.Y != margin {
		t.Errorf("left the land: %+v", b)
	}
}

func TestBlowsKillAndTheDeadReturn(t *testing.T) {
	a, s := land(t, 2, map[string]string{"villager.bt": "tree villager\n  stand\n", "wolf.bt": "tree wolf\n  bite\n", "stand.lua": idle,
		"bite.lua": doing(`bt.request(agent, "attack", { target = 1, damage = 15 }, { channel = "hands" })`)})
	v, w := &a.field.bodies[0], &a.field.bodies[1]
	v.x, v.y, w.x, w.y = 29, 12, 30, 12
	v.writeFields()
	w.writeFields()
	a.field.index()
	for range 3 {
		a.Tick()
	}
	if v.state != dying || a.Stats.Hits != 3 || a.Stats.Kills != 1 || !v.agent.Get(keyDead).Truthy() {
		t.Fatalf("after three bites: state %v, hp %v, %+v", v.state, v.hp, a.Stats)
	}
	if q, ok := v.agent.InForce("body"); ok || q.Kind != "" {
		t.Errorf("in force before its next tick: %+v", q)
	}
	a.Tick()
	if q, _ := v.agent.InForce("body"); q.Kind != "die" || q.Active {
		t.Errorf("a request is imposed on the dead: %+v", q)
	}
	if got := w.agent.Stimuli(); len(got) != 4 || got[3].Name != "victory" {
		t.Errorf("the winner hears of %v", got)
	}
	for range dyingTicks + returnTicks + 2 {
		a.Tick()
	}
	if v.state != alive || v.id != 3 || v.hp != v.kind.HP {
		t.Errorf("not back: state %v, agent %d, hp %v", v.state, v.id, v.hp)
	}
	if a.field.body(1) != nil || a.field.living(3) != v {
		t.Error("the dead agent is still found, or the new one is not")
	}
	if !strings.Contains(s.told(), "tick 3: wolf#2 kills villager#1\n") {
		t.Errorf("told:\n%s", s.told())
	}
}

func TestBlowsFromAfarMiss(t *testing.T) {
	a, _ := land(t, 2, map[string]string{"villager.bt": "tree villager\n  stand\n", "wolf.bt": "tree wolf\n  bite\n", "stand.lua": idle,
		"bite.lua": doing(`bt.request(agent, "attack", { target = 1, damage = 15 })`)})
	v, w := &a.field.bodies[0], &a.field.bodies[1]
	v.x, v.y, w.x, w.y = 29, 12, 29+w.kind.Reach+lunge+0.1, 12
	v.writeFields()
	w.writeFields()
	a.Tick()
	if a.Stats.Misses != 1 || a.Stats.Hits != 0 || v.hp != v.kind.HP {
		t.Errorf("%+v, hp %v", a.Stats, v.hp)
	}
}

func TestHideNeedsAPlaceAndStillness(t *testing.T) {
	a, _ := land(t, 1, map[string]string{"villager.bt": "tree villager\n  hide\n", "hide.lua": doing(`bt.request(agent, "hide", nil, { channel = "body" })`)})
	b := &a.field.bodies[0]
	for _, tt := range []struct {
		p    point
		want bool
	}{{huts[0], true}, {point{29, 12}, false}, {huts[1], true}} {
		b.x, b.y = tt.p.x, tt.p.y
		b.writeFields()
		a.Tick()
		a.Tick()
		if b.hidden != tt.want || b.agent.Get(keyHidden).Truthy() != tt.want {
			t.Errorf("at %v: hidden is %v", tt.p, b.hidden)
		}
	}
	if a.Stats.Hides != 2 {
		t.Errorf("%d hides", a.Stats.Hides)
	}
}

func TestUnknownRequestIsToldOnce(t *testing.T) {
	a, s := land(t, 3, map[string]string{"villager.bt": "tree villager\n  fly\n", "fly.lua": doing(`bt.request(agent, "fly")`)})
	for range 3 {
		a.Tick()
	}
	if got := strings.Count(s.told(), "requests fly, which the arena cannot do; it can do move, attack, throw and hide"); got != 1 {
		t.Errorf("told %d times:\n%s", got, s.told())
	}
}

func TestNewTreesBecomeStrangers(t *testing.T) {
	a, s := land(t, 3, map[string]string{"villager.bt": "tree villager\n  tree part\n", "part.bt": "tree part\n  stand\n", "stand.lua": idle})
	if len(a.Actors()) != 3 {
		t.Fatalf("%d actors", len(a.Actors()))
	}
	s.save("ogre.bt", "tree ogre\n  stand\n")
	a.Tick()
	a.Tick()
	actors := a.Actors()
	if len(actors) != 3+strangers {
		t.Fatalf("%d actors after a tree was saved", len(actors))
	}
	if o := actors[3]; o.Agent == nil || o.Agent.Name() != "ogre" || o.Kind.Team != Monsters || o.Kind.Letter() != 'O' {
		t.Errorf("the stranger is %+v", o)
	}
}

func TestBrokenTreeComesLater(t *testing.T) {
	a, s := land(t, 2, map[string]string{"villager.bt": "tree villager\n  stand\n", "dog.bt": "tree dog\n\tstand\n", "stand.lua": idle})
	if actors := a.Actors(); len(actors) != 2 || actors[1].Kind.Name != "villager" {
		t.Fatalf("%+v", actors)
	}
	s.save("dog.bt", "tree dog\n  stand\n")
	a.Tick()
	a.Tick()
	dogs := a.Actors()[2:]
	if len(dogs) != kindNamed("dog").Share || dogs[0].Agent == nil || dogs[0].Kind != kindNamed("dog") {
		t.Fatalf("%+v", dogs)
	}
	if a.field.bodies[2].owner < 0 {
		t.Error("a dog that comes later has no owner")
	}
}

// TestActivityIsAShare checks that a behavior that an agent runs at two nodes counts once in each tick.
func TestActivityIsAShare(t *testing.T) {
	a, _ := land(t, 1, map[string]string{"villager.bt": "tree villager\n  parallel\n    walk\n    sequence\n      walk\n", "walk.lua": idle})
	for range 3 {
		a.Tick()
	}
	if got := a.Activity(9); len(got) != 1 || got[0] != (Activity{"walk", 1}) {
		t.Error(got)
	}
}

func TestNobody(t *testing.T) {
	a := New(Options{})
	game := openFor(t, a, fstest.MapFS{"villager.bt": {Data: []byte("tree villager\n\tstand\n")}}, bough.Options{})
	err := a.Begin(game)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"villager, wolf", "scripts/villager.bt:2:1: the indentation is made with tabs"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	if New(Options{Agents: MaxAgents + 1}).Begin(game) == nil {
		t.Error("too many agents were taken")
	}
}

func TestPausedAgentIsLeftAlone(t *testing.T) {
	a, _ := land(t, 1, map[string]string{"villager.bt": "tree villager\n  walk\n",
		"walk.lua": doing(`bt.request(agent, "move", { x = 30, y = 12 })`)})
	a.Tick()
	b := &a.field.bodies[0]
	b.agent.Pause()
	x := b.x
	for range 5 {
		a.Tick()
	}
	if b.x != x {
		t.Error("a paused agent walked on")
	}
}
