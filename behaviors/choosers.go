package behaviors

import "github.com/bough-dev/bough/engine"

var choosers = []Kind{
	{Name: "priority", Kind: engine.KindPriority, Group: Choosers,
		Doc:     "The first child that is ready. An earlier child that becomes ready takes over.",
		Example: "tree guard\n  priority\n    flee  when hp < 30\n    patrol\n"},
	{Name: "sticky", Kind: engine.KindSticky, Group: Choosers,
		Doc:     "Stays with the active child while that is ready, else the first that is ready.",
		Example: "tree worker\n  sticky\n    chop  when wood < 10\n    rest\n"},
	{Name: "dynamic_priority", Kind: engine.KindDynamicPriority, Group: Choosers,
		Doc:     "The first ready child. The active one is asked last, so the others get their turn first.",
		Example: "tree dancer\n  dynamic_priority\n    step_left\n    step_right\n"},
	{Name: "random", Aliases: []string{"probability"}, Kind: engine.KindRandom, Group: Choosers,
		Doc:         "Stays with the active child while that is ready, else draws one of the ready children by weight.",
		ChildParams: []Param{weightParam},
		Example:     "tree cat\n  random\n    sleep  weight=5\n    play   weight=1\n"},
	{Name: "utility", Kind: engine.KindUtility, Group: Choosers,
		Doc: "The ready child whose hook utility gives the highest score. Ties go to the active child, then to the earlier one.",
		Params: []Param{{Name: "inertia", Type: WeightParam, Default: "0", Doc: "By how much another child must exceed the active one.",
			set: func(s *engine.Settings, v engine.Value) { s.Inertia = v.Float() }}},
		Example: "tree villager\n  utility  inertia=0.1\n    eat\n    work\n    sleep\n"},
	{Name: "goal", Kind: engine.KindGoal, Group: Choosers,
		Doc:     "The first ready child whose hook postcondition does not hold yet.",
		Example: "tree door\n  goal\n    go_inside\n    open_door\n    unlock_door\n"},
}
