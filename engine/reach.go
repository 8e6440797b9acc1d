package engine

// reach has the turn come to node c in Act. If it is not planned it is decided
// now: if it is not ready, that is false, and it is aborted if it was active; else
// those of its nodes that are not planned any more exit before any enters.
func (wk *worker) reach(c int32) (s Status, ready bool) {
	if !wk.decision.planned.has(c) {
		end := wk.prog.nodes[c].end
		wk.decision.drop(c, end)
		if wk.decideFresh(c) == Refused {
			wk.abort(c, end)
			return Failure, false
		}
		wk.exitSpan(c, end)
	}
	return wk.act(c), true
}

// exitSpan is exitUnplanned for some nodes.
func (wk *worker) exitSpan(from, to int32) {
	for i := wk.active.highest(from, to); i >= 0; i = wk.active.highest(from, i) {
		if !wk.decision.planned.has(i) && !wk.decision.kept.has(i) {
			wk.exit(i, ExitAborted)
		}
	}
}

// abort exits whatever is active of some nodes, highest first.
func (wk *worker) abort(from, to int32) {
	for i := wk.active.highest(from, to); i >= 0; i = wk.active.highest(from, i) {
		wk.exit(i, ExitAborted)
	}
}
