// Package frames measures the times of frames, and how much garbage collection adds to them. It compares three ways
// of collecting: with Go's own pacing, with a higher GOGC (the value that a fixed point uses), and at a fixed point
// of the frame.
//
// The three ways take turns in one run. Each time of a way is the smallest of its turns: other load on the machine can
// only make frames longer, while every turn includes the cost of collections. Frames begin at a fixed rate, as in a
// game. A collection in the idle rest of a frame does no harm. Goal: figures that show the differences between the
// three ways. Non-goals: drawing, and anything else that a game does in a frame.
package frames

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/bough-dev/bough/internal/collect"
)

// Scenario is a game to measure.
type Scenario struct {
	Name   string
	Agents int
	Tick   func()
}

// Clock reads the time and sleeps.
type Clock struct {
	Now   func() time.Time
	Sleep func(time.Duration)
}

// Options configure Measure.
type Options struct {
	Rounds int           // number of rounds; in each, every way of collecting has one turn
	Frames int           // number of frames in each turn
	Period time.Duration // time from the start of one frame to the start of the next
	Every  int           // number of ticks between collections at the fixed point
}

// Times are times of frames, in milliseconds: those of one turn, or the smallest of each over all turns.
type Times struct {
	Median float64 `json:"p50_ms"`
	P99    float64 `json:"p99_ms"`
	P999   float64 `json:"p99_9_ms"`
	Max    float64 `json:"max_ms"`
}

// Way holds the figures of one way of collecting.
type Way struct {
	Name string `json:"name"`
	// Tick is the time of the tick alone. Frame also includes the collection that may follow at a fixed point.
	Tick        Times `json:"tick"`
	Frame       Times `json:"frame"`
	Collections int   `json:"collections"` // number of collections in a turn, the median of all turns
	// Each is the time of a collection at the fixed point, in milliseconds. It is the median of the fastest turn,
	// or 0 if there was no collection.
	Each float64 `json:"each_ms"`
}

// Result is the outcome for one scenario.
type Result struct {
	Scenario string  `json:"scenario"`
	Agents   int     `json:"agents"`
	Heap     float64 `json:"heap_mb"` // size of the live heap
	Ways     []Way   `json:"ways"`
}

// String returns the result as a small table.
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

// Measure measures all ways of collecting in turn.
func Measure(s Scenario, o Options, c Clock) Result {
	for range o.Frames / 4 {
		s.Tick() // warm up
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

// add runs one turn. If every is 0, Go's own pacing collects; otherwise a point collects after each `every` ticks.
func (t *turns) add(s Scenario, o Options, c Clock, every int) {
	p := collect.NewPoint(every)
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
