package engine

// announce tells the code that agents run by what it is replaced. Where all nodes are where
// they were and none is told, agents need nothing new: they follow, which means that they
// keep what they hold and the code in it is exchanged. That costs nothing for each of them.
// A program that has several forerunners, or agents, or is a forerunner itself is not put
// into another's place, as it would then be in two.
func (w *World) announce(plans []*carryPlan) {
	successors := make(map[*Program]int, len(plans))
	for _, plan := range plans {
		successors[plan.prog]++
	}
	for _, plan := range plans {
		follow := plan.same && !plan.tells && successors[plan.prog] == 1 && successors[plan.old] == 0
		for _, t := range w.workers {
			if code := t.bindings[plan.old]; code != nil && code.agents > 0 {
				code.plan, code.follows = plan, follow && t.bindings[plan.prog].agents == 0
			}
		}
	}
}

// exchange puts the new code where the agents are that follow.
func (w *World) exchange(plans []*carryPlan) {
	for _, plan := range plans {
		for _, t := range w.workers {
			code, to := t.bindings[plan.old], t.bindings[plan.prog]
			switch {
			case code == nil:
			case code.follows:
				t.bindings[plan.old], t.bindings[plan.prog] = to, code
				*code, *to = *to, *code
				code.agents, to.agents = to.agents, 0
				to.plan, to.follows = nil, false
			default:
				code.plan = nil
			}
		}
	}
}
