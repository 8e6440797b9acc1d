package engine

import "slices"

// purity is the check of Options.DecideTwice. It finds decisions whose result changes when they are repeated.
type purity struct {
	dryRun bool   // the first of the two decisions is being made
	first  bitset // nodes that the first decision planned and kept
	impure []AgentID
}

// decideDry makes the first of the two decisions of a tick, without counting errors.
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

// Impure returns the agents whose two decisions in one tick differed, once for each such tick. It needs
// Options.DecideTwice.
func (w *World) Impure() []AgentID {
	w.mustBeReadable("World.Impure")
	var out []AgentID
	for _, wk := range w.workers {
		out = append(out, wk.purity.impure...)
	}
	return out
}
