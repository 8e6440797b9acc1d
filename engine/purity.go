package engine

import "slices"

// purity is the check of Options.DecideTwice. It finds decisions whose results differ when they are repeated.
type purity struct {
	dryRun bool     // the first of two decisions is being made
	first  bitset   // nodes planned and kept by the first decision
	picked []uint32 // what picks returns for it
	impure []AgentID
}

// decideDry makes the first of the two decisions of a tick. Its errors are not counted.
func (wk *worker) decideDry() {
	wk.purity.dryRun = true
	wk.decideTree()
	wk.purity.dryRun = false
	wk.purity.first = append(append(wk.purity.first[:0], wk.decision.planned...), wk.decision.kept...)
	wk.purity.picked = wk.picks(wk.purity.picked[:0])
}

// picks appends the serials of the stimuli that the planned nodes have picked.
func (wk *worker) picks(list []uint32) []uint32 {
	wk.decision.planned.each(func(i int32) {
		if wk.prog.nodes[i].ask&askStimulus != 0 && !wk.decision.unasked.has(i) {
			list = append(list, wk.decision.offers[i])
		}
	})
	return list
}

// compare records the agent if the two decisions differ.
func (wk *worker) compare() {
	p, d := &wk.purity, &wk.decision
	if n := len(d.planned); !slices.Equal(d.planned, p.first[:n]) || !slices.Equal(d.kept, p.first[n:]) || !slices.Equal(wk.picks(nil), p.picked) {
		p.impure = append(p.impure, wk.agent.id)
	}
}

// Impure returns the agents whose two decisions in a tick differed. An agent is listed once for each such
// tick. Impure needs Options.DecideTwice.
func (w *World) Impure() []AgentID {
	w.mustBeReadable("World.Impure")
	var out []AgentID
	for _, wk := range w.workers {
		out = append(out, wk.purity.impure...)
	}
	return out
}
