package arena

import (
	"slices"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/geom"
	"pgregory.net/rapid"
)

func TestBlocksView(t *testing.T) {
	rock, hut, bush := Thing{Kind: Rock, X: 5, Y: 5, R: 1}, Thing{Kind: Hut, X: 5, Y: 5, W: 2, H: 1}, Thing{Kind: Bush, X: 5, Y: 5, R: 1}
	tests := []struct {
		name           string
		thing          Thing
		x1, y1, x2, y2 float64
		want           bool
	}{
		{"through a rock", rock, 0, 5, 10, 5, true},
		{"past a rock", rock, 0, 6.1, 10, 6.1, false},
		{"short of a rock", rock, 0, 5, 3.9, 5, false},
		{"through a hut", hut, 0, 0, 10, 10, true},
		{"past a hut", hut, 0, 6.1, 10, 6.1, false},
		{"past a hut, straight down", hut, 7.1, 0, 7.1, 10, false},
		{"short of a hut", hut, 5, 0, 5, 3.9, false},
		{"out of a hut", hut, 5, 5, 5, 9, true},
		{"past the corner of a hut", hut, 0, 8, 8, 0, true},
		{"past the corner of a hut, outside", hut, 5, 8.1, 9.1, 4, false},
		{"through a bush", bush, 0, 5, 10, 5, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.thing.blocksView(tt.x1, tt.y1, tt.x2, tt.y2); got != tt.want {
				t.Errorf("got %v", got)
			}
			if got := tt.thing.blocksView(tt.x2, tt.y2, tt.x1, tt.y1); got != tt.want {
				t.Errorf("the other way round: got %v", got)
			}
		})
	}
}

// TestClearFindsAll compares clear, which searches cells, with a search of all things.
func TestClearFindsAll(t *testing.T) {
	r := engine.NewRand(3)
	g := planFor(300).build(&r)
	rapid.Check(t, func(t *rapid.T) {
		x1, y1 := rapid.Float64Range(-5, g.width+5).Draw(t, "x1"), rapid.Float64Range(-5, g.height+5).Draw(t, "y1")
		x2, y2 := x1+rapid.Float64Range(-20, 20).Draw(t, "dx"), y1+rapid.Float64Range(-20, 20).Draw(t, "dy")
		want := !slices.ContainsFunc(g.things, func(t Thing) bool { return t.blocksView(x1, y1, x2, y2) })
		if got := g.clear(x1, y1, x2, y2); got != want {
			t.Errorf("clear is %v", got)
		}
	})
}

// TestNeighborsFindsAll compares neighbors, which searches the grid, with a search of all bodies.
func TestNeighborsFindsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &field{}
		f.grid = newBuckets(30, 20, bodyCell)
		for i := range rapid.IntRange(0, 40).Draw(t, "n") {
			f.bodies = append(f.bodies, body{slot: i, state: alive, kind: &kinds[i%len(kinds)],
				x: rapid.Float64Range(0, 30).Draw(t, "x"), y: rapid.Float64Range(0, 20).Draw(t, "y")})
		}
		f.index()
		x, y, reach := rapid.Float64Range(-2, 32).Draw(t, "x"), rapid.Float64Range(-2, 22).Draw(t, "y"), rapid.Float64Range(-1, 15).Draw(t, "reach")
		monsters := func(b *body) bool { return b.kind.Team == Monsters }
		var want []near
		for i := range f.bodies {
			b := &f.bodies[i]
			d := (b.x-x)*(b.x-x) + (b.y-y)*(b.y-y)
			if reach >= 0 && monsters(b) && d <= reach*reach {
				want = append(want, near{b, d})
			}
		}
		slices.SortFunc(want, func(m, n near) int {
			if m.before(n) {
				return -1
			}
			return 1
		})
		want = want[:min(len(want), maxNear)]
		var buf [maxNear]near
		if got := f.neighbors(&buf, x, y, reach, monsters); !slices.Equal(got, want) {
			t.Errorf("got %d, want %d", len(got), len(want))
		}
	})
}

func TestCastIsMixed(t *testing.T) {
	all := make([]*Kind, len(kinds))
	total := 0
	for i := range kinds {
		all[i] = &kinds[i]
		total += kinds[i].Share
	}
	if total != villageSize {
		t.Errorf("the shares add up to %d, a village has %d", total, villageSize)
	}
	for _, n := range []int{1, 6, 40, 95} {
		cast := castFor(n, all)
		if len(cast) != n {
			t.Fatalf("%d of %d", len(cast), n)
		}
		seen := map[*Kind]int{}
		for _, k := range cast {
			seen[k]++
		}
		if n >= len(kinds)+4 && len(seen) != len(kinds) {
			t.Errorf("%d agents: only %d kinds", n, len(seen))
		}
		if n == villageSize {
			for _, k := range all {
				if seen[k] != k.Share {
					t.Errorf("%d of kind %s, want %d", seen[k], k.Name, k.Share)
				}
			}
		}
	}
	if castFor(5, nil) != nil {
		t.Error("a cast without kinds")
	}
}

func TestRoutesAreFree(t *testing.T) {
	for seed := range uint64(50) {
		r := engine.NewRand(seed)
		g := planFor(1).build(&r)
		for name, way := range routes {
			for _, p := range way {
				for _, thing := range g.things {
					if thing.blocksWay(Monsters) && geom.Distance(thing.X, thing.Y, p.x, p.y) < thing.radius()+girth-0.9 {
						t.Fatalf("seed %d: a point of the route %s, %v, lies in a thing at %.1f, %.1f", seed, name, p, thing.X, thing.Y)
					}
				}
			}
		}
	}
}
