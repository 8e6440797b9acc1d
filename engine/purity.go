package engine

import "slices"

// purity is the check of Options.DecideTwice, which finds decisions that depend on how often they are made.
type purity struct {
	dryRun bool   // the first of the two decisions is being made
	first  bitset // the nodes that it planned and kept
	impure []AgentID
}

// decideDry makes the decision of this tick a first time, without counting errors.
func (wk *worker) decideDry() {
	wk.purity.dryRun = true
	wk.decideTree()
	wk.purity.dryRun = false
	wk.purity.first = append(append(wk.purity.first[:0], wk.decision.planned...), wk.decision.kept...)
}

// compare records the agent if the two decisions differ.
func (wk *worker) compare() {
	p, d := &wk.purity, &wk.decision
	if n := len(d.planned); !slices.Equal(d.planned, p.first[:n]) || !slices.Equal(d.kept, p.first[n:]) {
		p.impure = append(p.impure, wk.agent.id)
	}
}

// Impure returns the agents whose decisions differed when they were made twice in one tick, once for each
// such tick. It needs Options.DecideTwice.
func (w *World) Impure() []AgentID {
	w.mustBeReadable("World.Impure")
	var out []AgentID
	for _, wk := range w.workers {
		out = append(out, wk.purity.impure...)
	}
	return out
}
