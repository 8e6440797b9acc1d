package engine

import "slices"

// rehearse asks the decision that is about to be made once before, without
// counting errors. What it planned is kept for compare.
func (t *worker) rehearse() {
	t.rehearsing = true
	t.plan()
	t.rehearsing = false
	t.rehearsed = append(append(t.rehearsed[:0], t.planned...), t.kept...)
}

// compare notes the agent if the decision differs from its rehearsal.
func (t *worker) compare() {
	if n := len(t.planned); !slices.Equal(t.planned, t.rehearsed[:n]) || !slices.Equal(t.kept, t.rehearsed[n:]) {
		t.impure = append(t.impure, t.agent.id)
	}
}

// Impure returns the agents whose decisions came out differently when asked
// twice in one tick, once for each such tick. It needs Options.DecideTwice.
func (w *World) Impure() []AgentID {
	w.look("World.Impure")
	var out []AgentID
	for _, t := range w.workers {
		out = append(out, t.impure...)
	}
	return out
}
