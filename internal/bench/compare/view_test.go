package compare

import (
	"fmt"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// BenchmarkView measures what a viewer of a running game costs: one traced agent among 1,000, an observer that looks only
// at this agent, the sets of all agents after each tick, and an explanation of the next tick. The ticks without a viewer
// are the first line.
func BenchmarkView(b *testing.B) {
	world := func(b *testing.B, agents int) *World {
		w, err := Guard.NewWorld(agents, luabind.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(w.Close)
		for range 50 {
			w.Tick(Frame)
		}
		b.ReportAllocs()
		return w
	}
	ticks := func(b *testing.B, w *World) {
		for b.Loop() {
			w.Tick(Frame)
		}
	}
	b.Run("tick/none", func(b *testing.B) { ticks(b, world(b, 1000)) })
	b.Run("tick/trace", func(b *testing.B) {
		w := world(b, 1000)
		events := 0
		w.World.Trace(w.World.Agent(500), func(engine.Event) { events++ })
		ticks(b, w)
		b.ReportMetric(float64(events)/float64(b.N), "events/tick")
	})
	b.Run("tick/observe", func(b *testing.B) {
		w := world(b, 1000)
		events := 0
		w.World.Observe(func(e engine.Event) {
			if e.Agent.ID() == 500 {
				events++
			}
		})
		ticks(b, w)
		b.ReportMetric(float64(events)/float64(b.N), "events/tick")
	})
	for _, n := range []int{200, 10_000} {
		for _, changed := range []bool{true, false} {
			name := fmt.Sprintf("sets/%d/all", n)
			if changed {
				name = fmt.Sprintf("sets/%d/changed", n)
			}
			b.Run(name, func(b *testing.B) {
				w := world(b, n)
				var words []uint64
				looks := 0
				var spent time.Duration
				for b.Loop() {
					w.Tick(Frame)
					start := time.Now()
					for a := range w.World.Agents() {
						if looks++; !changed || a.RanFor() <= 1 {
							words = a.AppendRan(words[:0], 1)
						}
					}
					spent += time.Since(start)
				}
				b.ReportMetric(float64(spent.Nanoseconds())/float64(looks), "ns/agent")
			})
		}
	}
	b.Run("explain", func(b *testing.B) {
		w := world(b, 1000)
		a := w.World.Agent(500)
		for b.Loop() {
			a.ExplainTick(Frame)
		}
	})
}
