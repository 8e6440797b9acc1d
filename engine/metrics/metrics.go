// Package metrics exports the figures of a game to a monitoring system.
//
//	exporter := prometheus.New()
//	http.Handle("/metrics", exporter)
//	for range ticker.C {
//		game.Tick(dt)
//		exporter.Update(game.Measure) // once a second is enough
//	}
//
// Game.Measure writes all figures to a Sink, on the goroutine that ticks. Between two calls the figures cost almost
// nothing. Loop.Measure adds how late ticks begin and how long they take. Package prometheus serves the figures of one game
// or many to Prometheus, and package assets/slogs writes them to a log/slog.Logger.
//
// Non-goals: figures of single agents.
package metrics

import "slices"

// Sink receives figures. Names are in the style of Prometheus, such as bough_ticks_total, and help describes the
// figure. labels are pairs of a name and a value. Figures with the same name are written one after another.
type Sink interface {
	// Counter receives a number that grows from 0 while the game runs. Game.Restart and Game.Restore may reset it.
	Counter(name, help string, value float64, labels ...string)
	// Gauge receives a number that can go up and down.
	Gauge(name, help string, value float64, labels ...string)
	// Histogram receives the present distribution of some values. h is valid only during the call.
	Histogram(name, help string, h *Histogram, labels ...string)
}

// Histogram counts values by size.
type Histogram struct {
	// Bounds are the inclusive upper bounds of the buckets, in ascending order. Counts has the number of values in
	// each bucket, followed by the number of values above the last bound. Sum is the sum of all values.
	Bounds []float64
	Counts []uint64
	Sum    float64
}

// NewHistogram returns an empty histogram. It panics if the bounds are not in ascending order. NewHistogram keeps
// the slice.
func NewHistogram(bounds ...float64) *Histogram {
	if !slices.IsSorted(bounds) {
		panic("metrics: the bounds of a histogram do not ascend")
	}
	return &Histogram{Bounds: bounds, Counts: make([]uint64, len(bounds)+1)}
}

// Observe adds a value to the histogram.
func (h *Histogram) Observe(x float64) {
	i, _ := slices.BinarySearch(h.Bounds, x) // a value equal to a bound belongs to its bucket
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
