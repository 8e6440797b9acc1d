package engine

// Exchange is what is known of the exchange of one program for another without any agent:
// which node becomes which, and the new code if it was bound ahead. It is immutable then.
type Exchange struct {
	old, next *Program
	plan      *carryPlan    // nil if both are the same program
	ready     *readyProgram // see BindAhead; nil before
}

// NewExchange compares two programs, which takes time by the nodes of both. It may be called
// from any goroutine.
func NewExchange(old, next *Program) *Exchange {
	x := &Exchange{old: old, next: next}
	if old != next {
		x.plan = newCarryPlan(old, next)
	}
	return x
}

// Old returns the program that is replaced.
func (x *Exchange) Old() *Program { return x.old }

// Next returns the program that takes its place.
func (x *Exchange) Next() *Program { return x.next }

// Prepare does what an exchange takes besides and needs no agent, so that a Reload that is
// to exchange many is short: it makes the new code callable. It may be called between ticks,
// in any number of them, and takes time by the nodes of the new program, much less if their
// code was bound ahead (BindAhead). Nothing of it shows: agents go on with the old program
// until Reload, which does what has not been prepared, and frees what was in vain.
func (w *World) Prepare(x *Exchange) {
	w.between("World.Prepare")
	w.bind(x.next, x.ready)
	if x.plan == nil {
		return
	}
	if w.plans == nil {
		w.plans = map[*Program]*carryPlan{}
	}
	w.plans[x.old] = x.plan
}

// plan returns the plan of an exchange: the one that was prepared, if there is one.
func (w *World) plan(old, next *Program) *carryPlan {
	if plan := w.plans[old]; plan != nil && plan.prog == next {
		return plan
	}
	return newCarryPlan(old, next)
}
