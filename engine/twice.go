package engine

import "slices"

// rehearse asks the decision that is about to be made once before, without
// counting errors. What it planned is kept for compare.
func (t *worker) rehearse() {
	t.rehearsing = true
	t.plan()
	t.rehearsing = false
	t.rehearsed = append(t.rehearsed[:0], t.planned...)
}

// compare notes the agent if the decision differs from its rehearsal.
func (t *worker) compare() {
	if !slices.Equal(t.planned, t.rehearsed) {
		t.impure = append(t.impure, t.agent.id)
	}
}

// Impure returns the agents whose decisions came out differently when asked
// twice in one tick, once for each such tick. It needs Options.DecideTwice.
func (w *World) Impure() []AgentID {
	var out []AgentID
	for _, t := range w.workers {
		out = append(out, t.impure...)
	}
	return out
}
