package engine

import "slices"

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
		plan.follows = plan.same && !plan.tells && successors[plan.prog] == 1 && successors[plan.old] == 0 && !anyRuns(w.bindings[plan.prog])
		for _, code := range w.bindings[plan.old] {
			if code.agents > 0 {
				code.plan = plan
			}
		}
	}
}

// anyRuns tells whether an agent runs a program.
func anyRuns(codes []*boundProgram) bool {
	return slices.ContainsFunc(codes, func(code *boundProgram) bool { return code.agents > 0 })
}

// exchange puts the new code where the agents are that follow.
func (w *World) exchange(plans []*carryPlan) {
	for _, plan := range plans {
		codes, next := w.bindings[plan.old], w.bindings[plan.prog]
		for k, code := range codes {
			if code.plan = nil; plan.follows {
				to := next[k]
				*code, *to = *to, *code
				code.agents, to.agents = to.agents, 0
			}
		}
		if plan.follows && codes != nil {
			w.bindings[plan.old], w.bindings[plan.prog] = next, codes
		}
	}
}
