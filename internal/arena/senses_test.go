package arena

import (
	"testing"

	"github.com/bough-dev/bough/engine"
)

// three returns an arena with a villager, a wolf and a guard. They stand still where the
// test puts them.
func three(t *testing.T) (a *Arena, v, w, g *body) {
	a, _ = land(t, 3, map[string]string{"villager.bt": "tree villager\n  stand\n", "wolf.bt": "tree wolf\n  stand\n",
		"guard.bt": "tree guard\n  stand\n", "stand.lua": idle})
	return a, &a.field.bodies[0], &a.field.bodies[1], &a.field.bodies[2]
}

func (b *body) at(x, y, facing float64) { b.x, b.y, b.facing = x, y, facing }

func TestSight(t *testing.T) {
	a, v, w, g := three(t)
	g.at(1, 1, 0)
	rock := Thing{}
	for _, thing := range a.field.ground.things {
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
			a.field.index()
			got := engine.AgentID(0)
			if id := a.field.sight(v.id, 10); id != nil {
				got = *id
			}
			if got != tt.want {
				t.Errorf("sees %d, want %d", got, tt.want)
			}
			if sees := a.field.canSee(v.id, w.id); sees != (tt.want != 0) {
				t.Errorf("CanSee is %v", sees)
			}
		})
	}
}

// TestUnknownAgents checks that every sense returns a result for a number that no agent
// has.
func TestUnknownAgents(t *testing.T) {
	a, v, _, _ := three(t)
	for _, id := range []engine.AgentID{-1, 0, 99, 1 << 50} {
		if a.field.sight(id, 5) != nil || a.field.threat(id, 5) != nil || a.field.owner(id) != nil || a.field.pet(id) != nil ||
			a.field.distanceTo(v.id, id) != nil || a.field.canSee(v.id, id) || a.field.isAlive(id) || a.field.isHidden(id) || a.field.near(id, 0, 0, 1e9) ||
			a.field.atHidingPlace(id) || len(a.field.enemies(id, 5))+len(a.field.friends(id, 5))+len(a.field.pack(id, 5))+len(a.field.earshot(id, 5)) > 0 ||
			a.field.health(id) != 0 || a.field.kindOf(id) != "" || a.field.bearing(id, 1, 1) != 0 {
			t.Errorf("agent %d is taken for somebody", id)
		}
		if x, y := a.field.position(id); x != nil || y != nil {
			t.Errorf("agent %d has a place", id)
		}
		if x, _ := a.field.nearestHidingPlace(id); x != nil {
			t.Errorf("agent %d can hide", id)
		}
		if x, _ := a.field.flank(v.id, id, 3); x != nil {
			t.Errorf("agent %d has a flank", id)
		}
		a.field.away(v.id, id, 3)
		a.Noise(id)
	}
}

func TestWaypoint(t *testing.T) {
	a, v, _, _ := three(t)
	way := routes["village"]
	for _, i := range []int{-9, -1, 0, 1, 2, 7, 1 << 40} {
		x, y := a.field.waypoint(v.id, "village", i)
		want := way[((i-1)%len(way)+len(way))%len(way)]
		if *x != want.x || *y != want.y {
			t.Errorf("point %d is %v, %v", i, *x, *y)
		}
	}
	if x, _ := a.field.waypoint(v.id, "nowhere", 1); x != nil {
		t.Error("a route that does not exist")
	}
}

func TestAwayIsFurther(t *testing.T) {
	a, v, w, _ := three(t)
	for _, p := range []point{{30, 12}, {0.5, 0.5}, {59.5, 23.5}, {0.5, 12}, {30, 23.5}} {
		v.at(p.x, p.y, 0)
		w.at(min(p.x+0.5, 59), min(p.y+0.4, 23), 0)
		x, y := a.field.away(v.id, w.id, 6)
		if x == v.x && y == v.y {
			t.Errorf("from %v it stays", p)
		}
	}
	v.at(w.x, w.y, 0)
	if x, y := a.field.away(v.id, w.id, 6); x == v.x && y == v.y {
		t.Error("who stands on the other one stays")
	}
}

func TestOwners(t *testing.T) {
	a, _ := land(t, 8, map[string]string{"villager.bt": "tree villager\n  stand\n", "dog.bt": "tree dog\n  stand\n", "stand.lua": idle})
	pets := 0
	for i := range a.field.bodies {
		b := &a.field.bodies[i]
		if !b.kind.Pet {
			continue
		}
		pets++
		owner := a.field.owner(b.id)
		if owner == nil {
			t.Fatalf("%s has no owner", b.agent.Label())
		}
		if p := a.field.pet(*owner); p == nil || *p != b.id {
			t.Errorf("%s is not the pet of its owner", b.agent.Label())
		}
		a.Tick()
		if got := b.agent.Get(keyOwner); got.Float() != float64(*owner) {
			t.Errorf("agent.owner is %v, want %d", got, *owner)
		}
		a.field.body(*owner).hp = 0
		a.field.body(*owner).writeFields()
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
