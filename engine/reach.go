package engine

// reach has the turn come to node c in Act. If it is not planned it is decided
// now: if it is not ready, that is false, and it is aborted if it was active; else
// those of its nodes that are not planned any more exit before any enters.
func (t *worker) reach(c int32) (s Status, ready bool) {
	if !t.decision.planned.has(c) {
		end := t.prog.nodes[c].end
		t.decision.drop(c, end)
		if t.decideFresh(c) == Refused {
			t.abort(c, end)
			return Failure, false
		}
		t.exitSpan(c, end)
	}
	return t.act(c), true
}

// exitSpan is exitUnplanned for some nodes.
func (t *worker) exitSpan(from, to int32) {
	for i := t.active.highest(from, to); i >= 0; i = t.active.highest(from, i) {
		if !t.decision.planned.has(i) && !t.decision.kept.has(i) {
			t.exit(i, ExitAborted)
		}
	}
}

// abort exits whatever is active of some nodes, highest first.
func (t *worker) abort(from, to int32) {
	for i := t.active.highest(from, to); i >= 0; i = t.active.highest(from, i) {
		t.exit(i, ExitAborted)
	}
}
