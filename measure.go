package bough

import (
	"strconv"

	"github.com/bough-dev/bough/engine/metrics"
)

// ages are the bounds of the histogram of decision ages in seconds.
var ages = []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10}

// Measure writes the figures of the game to s. It panics unless it is called between ticks. The time it
// takes is proportional to the number of agents, so a game should call it at most about once a second.
// Restart and Restore may reset counters.
func (g *Game) Measure(s metrics.Sink) {
	g.phase.mustBeIdle("Measure")
	if s == nil {
		panic("bough: Game.Measure: the sink is nil")
	}
	w, totals := g.world, g.runtime.Totals()
	s.Counter("bough_ticks_total", "Ticks of the world.", float64(w.TickCount()))
	s.Counter("bough_clock_seconds_total", "Time of the game.", w.Clock().Seconds())
	s.Counter("bough_hook_calls_total", "Calls of hooks and evaluations of conditions in Lua.", float64(totals.Calls))
	s.Counter("bough_steps_total", "Instructions of scripts.", float64(totals.Steps))
	s.Counter("bough_allocated_bytes_total", "Bytes that scripts have allocated.", float64(totals.Bytes))
	s.Counter("bough_script_errors_total", "Errors that scripts have raised.", float64(w.Raised()))
	s.Counter("bough_reloads_total", "Rounds of loading after the first.", float64(g.reloads))
	s.Gauge("bough_agents", "Agents.", float64(w.Len()))
	s.Gauge("bough_quarantined_behaviors", "Behaviors in quarantine.", float64(len(w.Quarantines())))
	s.Gauge("bough_file_errors", "Errors in the files.", float64(len(g.manager.Bundle().Problems.Errors())))
	for _, class := range w.DecisionAges() {
		h := metrics.NewHistogram(ages...)
		for _, age := range class.Ages {
			h.Observe(age.Seconds())
		}
		s.Histogram("bough_decision_age_seconds", "Time since the last turn of each agent, by importance.", h, "importance", strconv.Itoa(class.Importance))
	}
}
