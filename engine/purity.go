package engine

import "slices"

// purity is the check of Options.DecideTwice, which finds decisions that depend on how often they are made.
type purity struct {
	dryRun bool   // the first of the two decisions is being made
	first  bitset // the nodes that it planned and kept
	impure []AgentID
}

// decideDry makes the decision that is about to be made once before, without
// counting errors.
func (t *worker) decideDry() {
	t.purity.dryRun = true
	t.decideTree()
	t.purity.dryRun = false
	t.purity.first = append(append(t.purity.first[:0], t.decision.planned...), t.decision.kept...)
}

// compare notes the agent if the two decisions differ.
func (t *worker) compare() {
	p, d := &t.purity, &t.decision
	if n := len(d.planned); !slices.Equal(d.planned, p.first[:n]) || !slices.Equal(d.kept, p.first[n:]) {
		p.impure = append(p.impure, t.agent.id)
	}
}

// Impure returns the agents whose decisions differed when they were made twice in one tick, once for each
// such tick. It needs Options.DecideTwice.
func (w *World) Impure() []AgentID {
	w.mustBeReadable("World.Impure")
	var out []AgentID
	for _, t := range w.workers {
		out = append(out, t.purity.impure...)
	}
	return out
}
