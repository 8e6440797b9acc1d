package village

import (
	"slices"
	"testing"
	"time"
)

const frame = time.Second / 60

// open opens the game of a test, which fails at each message.
func open(t *testing.T) *Village {
	t.Helper()
	v, err := Open("", func(line string) { t.Error(line) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Game.Close() })
	return v
}

// TestVillage plays ten minutes, and checks that everybody does everything, and that nobody is in a house.
func TestVillage(t *testing.T) {
	v := open(t)
	done := map[string]bool{}
	for tick := range 60 * 600 {
		if tick%600 == 0 {
			v.Noise(Point{20, 20})
			v.Hurt(v.people[0].Agent, 70)
		}
		v.Tick(frame)
		for _, p := range v.people {
			done[p.Doing] = true
			for _, r := range Houses {
				if p.At.in(r, 0) {
					t.Fatalf("%s is in a house", p.Agent.Label())
				}
			}
		}
	}
	for _, b := range v.Game.Bundle().Behaviors {
		if !done[b.Name] && !slices.Contains([]string{"obey", "root", "listen", "watch", "beware"}, b.Name) {
			t.Errorf("nobody does %s", b.Name)
		}
	}
	if v.Stolen == 0 || v.Caught == 0 {
		t.Errorf("stolen %d times, caught %d times", v.Stolen, v.Caught)
	}
	t.Logf("stolen %d times, caught %d times", v.Stolen, v.Caught)
}

// TestSteer leads the thief by keys.
func TestSteer(t *testing.T) {
	v := open(t)
	before := placeOf(v.thief)
	v.Steer(1, 0)
	for range 60 {
		v.Tick(frame)
	}
	after := placeOf(v.thief)
	if d := after.X - before.X; d < 4.3 || d > 4.5 || after.Y != before.Y {
		t.Errorf("from %v to %v", before, after)
	}
}

// TestStep goes around each house, from each side to the other.
func TestStep(t *testing.T) {
	for _, r := range Houses {
		mid := Point{r.X + r.W/2, r.Y + r.H/2}
		for _, way := range [][2]Point{{{r.X - 2, mid.Y}, {r.X + r.W + 2, mid.Y + 0.1}}, {{mid.X, r.Y - 2}, {mid.X + 0.1, r.Y + r.H + 2}}} {
			p, there, steps := way[0], false, 0
			for ; !there && steps < 400; steps++ {
				if p, there = step(p, way[1], 0.1); p.in(r, body-1e-6) {
					t.Fatalf("%v is in the house %v", p, r)
				}
			}
			if !there || clear(way[0], way[1]) {
				t.Errorf("from %v to %v: after %d steps at %v", way[0], way[1], steps, p)
			}
		}
	}
}
