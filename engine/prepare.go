package engine

// Prepare does what exchanging one program for another takes and needs no agent, so that
// a Reload that is to exchange many is short: it makes the new code callable and finds
// out which node becomes which. It may be called between ticks, in any number of them, and
// takes time by the nodes of both. Nothing of it shows: agents go on with the old program
// until Reload, which does what has not been prepared, and frees what was in vain.
func (w *World) Prepare(old, next *Program) {
	w.between("World.Prepare")
	w.bind(next)
	if old == next {
		return
	}
	if w.plans == nil {
		w.plans = map[*Program]*carryPlan{}
	}
	w.plans[old] = w.plan(old, next)
}

// plan returns the plan of an exchange: the one that was prepared, if there is one.
func (w *World) plan(old, next *Program) *carryPlan {
	if plan := w.plans[old]; plan != nil && plan.prog == next {
		return plan
	}
	return newCarryPlan(old, next)
}
