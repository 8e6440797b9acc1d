package engine

import "slices"

// announce tells the code that agents run by what it is replaced. Where all nodes are where
// they were and none is told, agents need nothing new: they follow, which means that they
// keep what they hold and the code in it is exchanged. That costs nothing for each of them.
// A program that has several forerunners, or agents, or is a forerunner itself is not put
// into another's place, as it would then be in two.
func (w *World) announce(plans []*carryPlan) {
	for _, plan := range plans {
		plan.codes = w.code.programs[plan.old]
		plan.next[0].forerunners++
	}
	for _, plan := range plans {
		plan.follows = plan.same && !plan.tells && plan.next[0].forerunners == 1 && !anyReplaces(plan.codes) && !anyRuns(plan.next)
		plan.counts = plan.follows && plan.old.words == 1 && !plan.forces && len(plan.anew) == 0 && !anyRestarts(plan.codes)
		plan.counted = plan.changed[0]
		for _, code := range plan.codes {
			if code.agents > 0 {
				code.plan = plan
			}
		}
	}
}

// anyReplaces reports whether a program takes the place of another one.
func anyReplaces(codes []*boundProgram) bool { return len(codes) > 0 && codes[0].forerunners > 0 }

// anyRestarts reports whether some code of a program may not go on in new code.
func anyRestarts(codes []*boundProgram) bool {
	return slices.ContainsFunc(codes, func(code *boundProgram) bool { return code.restarters != nil })
}

// exchange puts the new code where the agents are that follow.
func (w *World) exchange(plans []*carryPlan) {
	for _, plan := range plans {
		for k, code := range plan.codes {
			if code.plan = nil; plan.follows {
				to := plan.next[k]
				*code, *to = *to, *code
				code.agents, to.agents = to.agents, 0
			}
		}
		if plan.follows && plan.codes != nil {
			w.code.programs[plan.old], w.code.programs[plan.prog] = plan.next, plan.codes
		}
		plan.codes, plan.next = nil, nil
	}
}
