package behaviors

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

var choosers = []Kind{
	{Name: "priority", Elsewhere: "priorityselector prioritizedselector", Kind: kind.Priority, Group: Choosers, Ready: ReadyAny,
		Doc:     "Chooses the first ready child. An earlier child that becomes ready replaces the active one.",
		Example: "tree guard\n  priority\n    flee  when hp < 30\n    patrol\n"},
	{Name: "sticky", Elsewhere: "nonprioritizedselector", Kind: kind.Sticky, Group: Choosers, Ready: ReadyAny,
		Doc:     "Chooses the first ready child, and keeps it while it is ready.",
		Example: "tree worker\n  sticky\n    chop  when wood < 10\n    rest\n"},
	{Name: "dynamic_priority", Kind: kind.DynamicPriority, Group: Choosers, Ready: ReadyAny,
		Doc:     "Chooses the first ready child, but asks the active child last, so that the others get a turn.",
		Example: "tree dancer\n  dynamic_priority\n    step_left\n    step_right\n"},
	{Name: "random", Aliases: []string{"probability"}, Kind: kind.Random, Group: Choosers,
		Doc:         "Draws one of the ready children by weight, and keeps it while it is ready.",
		ChildParams: []Param{weightParam},
		Example:     "tree cat\n  random\n    sleep  weight=5\n    play   weight=1\n"},
	{Name: "utility", Kind: kind.Utility, Group: Choosers,
		Doc: "Chooses the ready child with the highest utility. A decorator or a tree has the utility of its child. If scores are equal, it prefers the active child, then the earlier one.",
		Params: []Param{{Name: "inertia", Type: WeightParam, Default: "0", Doc: "How much higher the score of another child must be to replace the active one.",
			set: func(s *engine.Settings, v value.Value) { s.Inertia = v.Float() }}},
		ChildParams: []Param{utilityParam},
		Example:     "tree villager\n  utility   inertia=0.1\n    eat     utility=hunger\n    work    utility=(1 - hunger / 2)\n    sleep\n"},
	{Name: "goal", Kind: kind.Goal, Group: Choosers,
		Doc:     "Chooses the first ready child whose hook postcondition does not hold yet.",
		Example: "tree door\n  goal\n    go_inside\n    open_door\n    unlock_door\n"},
}
