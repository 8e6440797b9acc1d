package arena

import (
	"testing"

	"github.com/bough-dev/bough/engine"
)

// three returns an arena with a villager, a wolf and a guard who stand still,
// each where the test puts it.
func three(t *testing.T) (a *Arena, v, w, g *body) {
	a, _ = land(t, 3, map[string]string{"villager.bt": "tree villager\n  stand\n", "wolf.bt": "tree wolf\n  stand\n",
		"guard.bt": "tree guard\n  stand\n", "stand.lua": idle})
	return a, &a.bodies[0], &a.bodies[1], &a.bodies[2]
}

func (b *body) at(x, y, facing float64) { b.x, b.y, b.facing = x, y, facing }

func TestSight(t *testing.T) {
	a, v, w, g := three(t)
	g.at(1, 1, 0)
	rock := Thing{}
	for _, thing := range a.ground.things {
		if thing.Kind == Rock {
			rock = thing
			break
		}
	}
	tests := []struct {
		name  string
		place func()
		want  engine.AgentID
	}{
		{"before the eyes", func() { v.at(29, 12, 0); w.at(33, 12, 0) }, w.id},
		{"behind the back", func() { v.at(29, 12, 180); w.at(33, 12, 0) }, 0},
		{"behind the back, near", func() { v.at(29, 12, 180); w.at(30.4, 12, 0) }, w.id},
		{"too far", func() { v.at(20, 13, 0); w.at(30.1, 13, 0) }, 0},
		{"hidden", func() { v.at(29, 12, 0); w.at(33, 12, 0); w.hidden = true }, 0},
		{"hidden, under the nose", func() { v.at(29, 12, 0); w.at(29.9, 12, 0); w.hidden = true }, w.id},
		{"behind a rock", func() { v.at(rock.X-3, rock.Y, 0); w.at(rock.X+3, rock.Y, 0) }, 0},
		{"dead", func() { v.at(29, 12, 0); w.at(33, 12, 0); w.state = dying }, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w.hidden, w.state = false, alive
			tt.place()
			a.index()
			got := engine.AgentID(0)
			if id := a.Sight(v.id, 10); id != nil {
				got = *id
			}
			if got != tt.want {
				t.Errorf("sees %d, want %d", got, tt.want)
			}
			if sees := a.CanSee(v.id, w.id); sees != (tt.want != 0) {
				t.Errorf("CanSee is %v", sees)
			}
		})
	}
}

// TestUnknownAgents checks that every sense has an answer for a number that is no agent's.
func TestUnknownAgents(t *testing.T) {
	a, v, _, _ := three(t)
	for _, id := range []engine.AgentID{-1, 0, 99, 1 << 50} {
		if a.Sight(id, 5) != nil || a.Threat(id, 5) != nil || a.Owner(id) != nil || a.Pet(id) != nil ||
			a.DistanceTo(v.id, id) != nil || a.CanSee(v.id, id) || a.IsAlive(id) || a.IsHidden(id) || a.Near(id, 0, 0, 1e9) ||
			a.AtHidingPlace(id) || len(a.Enemies(id, 5))+len(a.Friends(id, 5))+len(a.Pack(id, 5))+len(a.Earshot(id, 5)) > 0 ||
			a.Health(id) != 0 || a.KindOf(id) != "" || a.Bearing(id, 1, 1) != 0 {
			t.Errorf("agent %d is taken for somebody", id)
		}
		if x, y := a.Position(id); x != nil || y != nil {
			t.Errorf("agent %d has a place", id)
		}
		if x, _ := a.NearestHidingPlace(id); x != nil {
			t.Errorf("agent %d can hide", id)
		}
		if x, _ := a.Flank(v.id, id, 3); x != nil {
			t.Errorf("agent %d has a flank", id)
		}
		a.Away(v.id, id, 3)
		a.Noise(id)
	}
}

func TestWaypoint(t *testing.T) {
	a, v, _, _ := three(t)
	way := routes["village"]
	for _, i := range []int{-9, -1, 0, 1, 2, 7, 1 << 40} {
		x, y := a.Waypoint(v.id, "village", i)
		want := way[((i-1)%len(way)+len(way))%len(way)]
		if *x != want.x || *y != want.y {
			t.Errorf("point %d is %v, %v", i, *x, *y)
		}
	}
	if x, _ := a.Waypoint(v.id, "nowhere", 1); x != nil {
		t.Error("a route that does not exist")
	}
}

func TestAwayIsFurther(t *testing.T) {
	a, v, w, _ := three(t)
	for _, p := range []point{{30, 12}, {0.5, 0.5}, {59.5, 23.5}, {0.5, 12}, {30, 23.5}} {
		v.at(p.x, p.y, 0)
		w.at(min(p.x+0.5, 59), min(p.y+0.4, 23), 0)
		x, y := a.Away(v.id, w.id, 6)
		if x == v.x && y == v.y {
			t.Errorf("from %v it stays", p)
		}
	}
	v.at(w.x, w.y, 0)
	if x, y := a.Away(v.id, w.id, 6); x == v.x && y == v.y {
		t.Error("who stands on the other one stays")
	}
}

func TestOwners(t *testing.T) {
	a, _ := land(t, 8, map[string]string{"villager.bt": "tree villager\n  stand\n", "dog.bt": "tree dog\n  stand\n", "stand.lua": idle})
	pets := 0
	for i := range a.bodies {
		b := &a.bodies[i]
		if !b.kind.Pet {
			continue
		}
		pets++
		owner := a.Owner(b.id)
		if owner == nil {
			t.Fatalf("%s has no owner", b.agent.Label())
		}
		if p := a.Pet(*owner); p == nil || *p != b.id {
			t.Errorf("%s is not the pet of its owner", b.agent.Label())
		}
		a.Tick()
		if got := b.agent.Get(keyOwner); got.Float() != float64(*owner) {
			t.Errorf("agent.owner is %v, want %d", got, *owner)
		}
		a.body(*owner).hp = 0
		a.body(*owner).writeFields()
		a.Tick()
		if got := b.agent.Get(keyOwner); !got.IsNil() {
			t.Errorf("agent.owner is %v after its death", got)
		}
		break
	}
	if pets == 0 {
		t.Error("no pets")
	}
}
