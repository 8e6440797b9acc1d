package inspect

import (
	"fmt"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
)

// crowded returns a game of agents that do the same in each tick, observed by a handler.
func crowded(t testing.TB, agents int, o Options) (*bough.Game, *Handler) {
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
	h, err := NewHandler(g, o)
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
	_, h := crowded(t, 200, Options{Keep: -1})
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

// BenchmarkTick measures a tick of a game with pages that each watch an agent of their own and show all agents, if each tick
// makes frames. With 30 frames a second and more ticks, the others cost less. kB/page is what a page gets for a tick.
func BenchmarkTick(b *testing.B) {
	for _, agents := range []int{200, 10_000} {
		for _, pages := range []int{0, 1, 10} {
			b.Run(fmt.Sprintf("agents=%d/pages=%d", agents, pages), func(b *testing.B) {
				g, h := crowded(b, agents, Options{})
				var viewers []*viewer
				for i := range pages {
					v := &viewer{h: h, wake: make(chan struct{}, 1), pastWake: make(chan struct{}, 1), rate: 1e9, frames: map[int64]*message{}, gaps: map[int64]bool{}, watch: []int64{int64(i + 1)}, crowd: true}
					if err := h.addViewer(v); err != nil {
						b.Fatal(err)
					}
					defer h.removeViewer(v)
					viewers = append(viewers, v)
				}
				if h.updateDemand(); pages == 0 {
					h.live.detach()
				}
				h.live.next = time.Time{}
				g.Tick(16 * time.Millisecond)
				bytes := 0
				b.ReportAllocs()
				for b.Loop() {
					h.live.next = time.Time{}
					g.Tick(16 * time.Millisecond)
				}
				if b.StopTimer(); pages > 0 {
					crowd := viewers[0].next.after.grid(nil, nil)
					if agents <= maxSingle {
						crowd = viewers[0].next.delta()
					}
					data, _ := viewers[0].frames[1].encode(viewers[0].frames[1].before)
					bytes = len(data) + len(crowd)
				}
				b.ReportMetric(float64(bytes)/1000, "kB/page")
			})
		}
	}
}

// BenchmarkAgents measures for how long a list of 10,000 agents stops the game.
func BenchmarkAgents(b *testing.B) {
	_, h := crowded(b, 10_000, Options{})
	for b.Loop() {
		for a := range h.live.world.Agents() {
			h.live.agentRow(a)
		}
	}
}
