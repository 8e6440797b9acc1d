package inspect

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
)

// crowded returns a game of agents that do the same in each tick, observed by a handler.
func crowded(t testing.TB, agents int) (*bough.Game, *Handler) {
	t.Helper()
	g, err := bough.OpenFS(fstest.MapFS{
		"walk.lua": {Data: []byte("return { behavior = function(agent) agent.x = agent.x + 0.1 end }\n")},
		"main.bt":  {Data: []byte("tree main\n  priority\n    walk when x < 1000000\n    idle\n")},
	}, bough.Options{FieldNames: []string{"x", "y"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	for i := range agents {
		if _, err := g.Spawn("main", bough.Fields{"x": float64(i % 100), "y": float64(i / 100)}); err != nil {
			t.Fatal(err)
		}
	}
	h, err := NewHandler(g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	h.use()
	g.Tick(time.Millisecond)
	h.live.attach()
	g.Tick(time.Millisecond)
	return g, h
}

// TestLookAllocatesNothing checks that a tick of agents that do the same as before costs no memory.
func TestLookAllocatesNothing(t *testing.T) {
	_, h := crowded(t, 200)
	h.live.look()
	if n := testing.AllocsPerRun(100, h.live.look); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// look makes a tick and looks at it, without what is done only now and then.
func (l *live) look() {
	l.world.Tick(time.Millisecond)
	l.h.hist.look(l.world, l.tree)
}

// BenchmarkTick measures a tick of 10,000 agents: alone, with a page that watches one agent, and with one that also shows
// all of them.
func BenchmarkTick(b *testing.B) {
	for _, name := range []string{"alone", "watched", "crowd", "many"} {
		b.Run(name, func(b *testing.B) {
			g, h := crowded(b, 10_000)
			if name == "alone" {
				h.live.detach()
			} else {
				v := &viewer{h: h, wake: make(chan struct{}, 1), recall: make(chan struct{}, 1), rate: maxRate, frames: map[int64]*message{}, gaps: map[int64]bool{}, watch: []int64{1}}
				if name == "many" {
					v.watch = []int64{1, 2, 3, 4}
				}
				v.crowd = name != "watched"
				if err := h.admit(v); err != nil {
					b.Fatal(err)
				}
				defer h.dismiss(v)
				h.wishes()
			}
			b.ReportAllocs()
			for b.Loop() {
				g.Tick(16 * time.Millisecond)
			}
		})
	}
}

// BenchmarkAgents measures for how long a list of 10,000 agents stops the game.
func BenchmarkAgents(b *testing.B) {
	_, h := crowded(b, 10_000)
	for b.Loop() {
		for a := range h.live.world.Agents() {
			h.live.agentRow(a)
		}
	}
}
