package engine

// decideAndAct runs node c in Act. If c is not planned, it is decided first. If c is not ready, decideAndAct
// aborts it if it was active, and ready is false. Otherwise, before any node is entered, decideAndAct exits the
// active nodes below c that are no longer planned.
func (wk *worker) decideAndAct(c int32) (s Status, ready bool) {
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

// exitSpan is like exitUnplanned, for the nodes from <= i < to.
func (wk *worker) exitSpan(from, to int32) {
	for i := wk.active.highest(from, to); i >= 0; i = wk.active.highest(from, i) {
		if !wk.decision.planned.has(i) && !wk.decision.kept.has(i) {
			wk.exit(i, ExitAborted)
		}
	}
}

// abort exits the active nodes from <= i < to, highest first.
func (wk *worker) abort(from, to int32) {
	for i := wk.active.highest(from, to); i >= 0; i = wk.active.highest(from, i) {
		wk.exit(i, ExitAborted)
	}
}
