// Package frames measures how long frames take, and what garbage collection adds to them: with Go's own pacing,
// with a higher GOGC (the value that a fixed point uses), and at a fixed point of the frame.
//
// The three ways take turns in one run. Each figure of a way is the smallest of its turns, since other load on the
// machine only makes frames longer, while the cost of a collection is in every turn. Frames begin at a fixed rate,
// as in a game. A collection in the idle rest of a frame does no harm. Goal: figures that distinguish the three
// ways. Non-goals: drawing, and other work of a game in a frame.
package frames

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/collect"
)

// Scenario is something that ticks.
type Scenario struct {
	Name   string
	Agents int
	Tick   func()
}

// Clock is the source of time.
type Clock struct {
	Now   func() time.Time
	Sleep func(time.Duration)
}

// Options configure Measure.
type Options struct {
	Rounds int           // number of rounds; in each, every way of collecting has one turn
	Frames int           // number of frames in each turn
	Period time.Duration // time from the start of one frame to the start of the next
	Every  int           // with a fixed point: ticks from one collection to the next
}

// Times are times of the frames of a turn, in milliseconds, or the smallest of each time over all turns.
type Times struct {
	Median float64 `json:"p50_ms"`
	P99    float64 `json:"p99_ms"`
	P999   float64 `json:"p99_9_ms"`
	Max    float64 `json:"max_ms"`
}

// Way has the times of one way of collecting.
type Way struct {
	Name string `json:"name"`
	// Tick is the time until the tick is done. Frame also has the collection that follows at a fixed point.
	Tick        Times `json:"tick"`
	Frame       Times `json:"frame"`
	Collections int   `json:"collections"` // number in a turn, the median
	// Each is how many milliseconds a collection at the fixed point took: the median of the fastest turn, 0 if
	// there was none.
	Each float64 `json:"each_ms"`
}

// Result is the outcome for one scenario.
type Result struct {
	Scenario string  `json:"scenario"`
	Agents   int     `json:"agents"`
	Heap     float64 `json:"heap_mb"` // size of the live heap
	Ways     []Way   `json:"ways"`
}

// String returns a few lines for people.
func (r Result) String() string {
	s := fmt.Sprintf("%s, %d agents, %.0f MB live\n", r.Scenario, r.Agents, r.Heap)
	s += fmt.Sprintf("  %-28s %8s %8s %8s %8s\n", "milliseconds", "p50", "p99", "p99.9", "max")
	for _, w := range r.Ways {
		s += row(w.Name+", tick", w.Tick) + row(w.Name+", whole frame", w.Frame)
		s += fmt.Sprintf("  %-28s %8d", w.Name+", collections", w.Collections)
		if w.Each > 0 {
			s += fmt.Sprintf(" of %.2f", w.Each)
		}
		s += "\n"
	}
	return s
}

func row(name string, t Times) string {
	return fmt.Sprintf("  %-28s %8.2f %8.2f %8.2f %8.2f\n", name, t.Median, t.P99, t.P999, t.Max)
}

// turns are the figures of all turns of one way.
type turns struct {
	ticks, frames []Times
	collections   []int
	each          []float64
}

// Measure measures all ways of collecting, in turns.
func Measure(s Scenario, o Options, c Clock) Result {
	for range o.Frames / 4 {
		s.Tick() // warms up
	}
	ways := []struct {
		name  string
		every int
		turns turns
	}{{name: "Go's pacing"}, {name: "GOGC=400", every: math.MaxInt}, {name: "fixed point", every: o.Every}}
	for range o.Rounds {
		for i := range ways {
			ways[i].turns.add(s, o, c, ways[i].every)
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	r := Result{Scenario: s.Name, Agents: s.Agents, Heap: float64(m.HeapAlloc) / 1e6}
	for i := range ways {
		r.Ways = append(r.Ways, ways[i].turns.way(ways[i].name))
	}
	return r
}

// add runs one turn, with a collection after each `every` ticks, or with none if every is 0.
func (t *turns) add(s Scenario, o Options, c Clock, every int) {
	p := collect.Own.NewPoint(every)
	defer p.Close()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.NumGC
	ticks, frames := make([]float64, 0, o.Frames), make([]float64, 0, o.Frames)
	var each []float64
	next := c.Now()
	for i := range o.Frames {
		start := c.Now()
		s.Tick()
		done := c.Now()
		ticks = append(ticks, milliseconds(done.Sub(start)))
		p.Tick()
		end := c.Now()
		if every > 0 && (i+1)%every == 0 {
			each = append(each, milliseconds(end.Sub(done)))
		}
		frames = append(frames, milliseconds(end.Sub(start)))
		if next = next.Add(o.Period); next.Before(end) {
			next = end
		}
		c.Sleep(next.Sub(end))
	}
	runtime.ReadMemStats(&m)
	t.ticks, t.frames = append(t.ticks, times(ticks)), append(t.frames, times(frames))
	t.collections = append(t.collections, int(m.NumGC-before))
	if len(each) > 0 {
		t.each = append(t.each, times(each).Median)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }

func times(list []float64) Times {
	slices.Sort(list)
	at := func(share float64) float64 { return list[int(share*float64(len(list)-1)+0.5)] }
	return Times{at(0.5), at(0.99), at(0.999), at(1)}
}

func (t *turns) way(name string) Way {
	slices.Sort(t.collections)
	w := Way{Name: name, Tick: least(t.ticks), Frame: least(t.frames), Collections: t.collections[len(t.collections)/2]}
	if len(t.each) > 0 {
		w.Each = slices.Min(t.each)
	}
	return w
}

// least returns the smallest value of each figure.
func least(list []Times) Times {
	out := list[0]
	for _, t := range list[1:] {
		out = Times{min(out.Median, t.Median), min(out.P99, t.P99), min(out.P999, t.P999), min(out.Max, t.Max)}
	}
	return out
}
