// Package metrics carries the figures of a game to a monitoring system.
//
//	exporter := prometheus.New()
//	http.Handle("/metrics", exporter)
//	for range ticker.C {
//		game.Tick(dt)
//		exporter.Update(game.Measure) // once a second is enough
//	}
//
// The game writes all its figures to a Sink when it is asked to, on the goroutine that ticks: so figures cost nothing
// otherwise. Package prometheus has a Sink for Prometheus, and package assets/slogs one for log/slog.
//
// Non-goals: the time that a tick takes, which the game can measure itself; figures by agent.
package metrics

import "slices"

// Sink receives figures. Names are in the style of Prometheus, such as bough_ticks_total. Labels are pairs of a name and a
// value.
type Sink interface {
	// Counter receives a number that only grows: its value since the game began.
	Counter(name, help string, value float64, labels ...string)
	// Gauge receives a number that can go up and down.
	Gauge(name, help string, value float64, labels ...string)
	// Histogram receives how some values are distributed at present. h is valid during the call.
	Histogram(name, help string, h *Histogram, labels ...string)
}

// Histogram counts values by size.
type Histogram struct {
	// Bounds are the upper bounds of the buckets, ascending. Counts has one element more: the values above the last bound.
	Bounds []float64
	Counts []uint64
	Sum    float64
}

// NewHistogram returns an empty histogram. The bounds must ascend.
func NewHistogram(bounds ...float64) *Histogram {
	if !slices.IsSorted(bounds) {
		panic("metrics: the bounds of a histogram do not ascend")
	}
	return &Histogram{Bounds: bounds, Counts: make([]uint64, len(bounds)+1)}
}

// Observe adds a value.
func (h *Histogram) Observe(x float64) {
	i, _ := slices.BinarySearch(h.Bounds, x) // a value at a bound belongs below it
	h.Counts[i]++
	h.Sum += x
}

// Total returns the number of values.
func (h *Histogram) Total() (n uint64) {
	for _, c := range h.Counts {
		n += c
	}
	return n
}
