package frames_test

import (
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/internal/bench/frames"
)

// TestMeasure measures simulated ticks. A tick takes one millisecond, but every fiftieth takes
// ten and every thousandth takes thirty.
func TestMeasure(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	now, n := time.Unix(0, 0), 0
	tick := func() {
		n++
		switch {
		case n%1000 == 0:
			now = now.Add(30 * time.Millisecond)
		case n%50 == 0:
			now = now.Add(10 * time.Millisecond)
		default:
			now = now.Add(time.Millisecond)
		}
	}
	clock := frames.Clock{Now: func() time.Time { return now }, Sleep: func(d time.Duration) {
		if d < 0 {
			t.Errorf("sleeps for %v", d)
		}
		now = now.Add(d)
	}}
	const period = 20 * time.Millisecond
	r := frames.Measure(frames.Scenario{Name: "made up", Agents: 7, Tick: tick}, frames.Options{Rounds: 3, Frames: 1000, Period: period, Every: 100}, clock)
	want := frames.Times{Median: 1, P99: 10, P999: 10, Max: 30}
	for _, w := range r.Ways {
		if w.Tick != want || w.Frame != want {
			t.Errorf("%s: ticks %+v, frames %+v; want %+v", w.Name, w.Tick, w.Frame, want)
		}
	}
	if own, fixed := r.Ways[0].Collections, r.Ways[2].Collections; own > 2 || fixed < 10 {
		t.Errorf("%v collections by Go's pacing, %v at the fixed point; want none and 10", own, fixed)
	}
	if !strings.HasPrefix(r.String(), "made up, 7 agents, ") || strings.Count(r.String(), "\n") != 11 {
		t.Errorf("%s", r)
	}
	// A frame of 30 ms makes the next one late; all others start on time.
	if each := r.Ways[0].Each; each != 0 {
		t.Errorf("collections that there are not take %v ms", each)
	}
	if got, want := now.Sub(time.Unix(0, 0)), 9*1000*period+250*time.Millisecond; got < want-time.Second || got > want+time.Second {
		t.Errorf("it took %v, want %v", got, want)
	}
	if p := debug.SetGCPercent(100); p != 100 {
		t.Errorf("GOGC is %d afterwards", p)
	}
}
