package behaviors

import (
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

var composites = []Kind{
	{Name: "sequence", Elsewhere: "seq memsequence asyncsequence", Kind: kind.Sequence, Group: Composites, Ready: ReadyAll,
		Doc:     "Runs one child after the other, and continues with the Running one. It fails with the first child that fails, and succeeds when all have succeeded.",
		Params:  []Param{perTickParam("With one, at most one child begins in a tick. The node is then Running, so that reactive parents decide again in between.")},
		Example: "tree visit\n  sequence\n    walk_to_door\n    knock\n    wait 2\n"},
	{Name: "reactive_sequence", Elsewhere: "dynamicsequence sequencereactive", Kind: kind.ReactiveSequence, Group: Composites, Ready: ReadyAll,
		Doc:     "A sequence that starts from its first child in every tick, so that earlier conditions are watched.",
		Example: "tree shoot\n  reactive_sequence\n    condition ammo > 0\n    aim\n    fire\n"},
	{Name: "sequence_with_memory", Elsewhere: "sequencestar", Kind: kind.SequenceWithMemory, Group: Composites,
		Doc:     "A sequence that continues where it was after a Failure or an abort. Only Success resets it.",
		Params:  []Param{perTickParam("With one, at most one child begins in a tick. The node is then Running, so that reactive parents decide again in between.")},
		Example: "tree journey\n  sequence_with_memory\n    walk_to_a\n    walk_to_b\n    walk_to_c\n"},
	{Name: "fallback", Aliases: []string{"selector"}, Elsewhere: "sel memselector mempriority asyncfallback select choose", Kind: kind.Fallback, Group: Composites, Ready: ReadyLast,
		Doc:     "Tries one child after the other until one succeeds. It fails when all have failed.",
		Params:  []Param{perTickParam("With one, at most one child begins in a tick. The node is then Running, so that reactive parents decide again in between.")},
		Example: "tree enter\n  fallback\n    open_door\n    break_door\n"},
	{Name: "reactive_fallback", Aliases: []string{"active_selector"}, Elsewhere: "dynamicselector selectorreactive", Kind: kind.ReactiveFallback, Group: Composites, Ready: ReadyLast,
		Doc:     "A fallback that starts from its first child in every tick: an earlier child that can run again replaces the active one.",
		Example: "tree cut\n  reactive_fallback\n    chainsaw  when works\n    axe\n"},
	{Name: "fallback_with_memory", Kind: kind.FallbackWithMemory, Group: Composites,
		Doc:     "A fallback that continues where it was after a Success or an abort. When all children have failed, it starts again.",
		Params:  []Param{perTickParam("With one, at most one child begins in a tick. The node is then Running, so that reactive parents decide again in between.")},
		Example: "tree search\n  fallback_with_memory\n    look_in_kitchen\n    look_in_cellar\n"},
	{Name: "parallel", Elsewhere: "par simpleparallel race concurrent simultaneous", Kind: kind.Parallel, Group: Composites,
		Doc: "Runs all unfinished children in every tick, until enough have succeeded or failed. It then aborts the others.",
		Params: []Param{
			{Name: "success", Type: QuotaParam, Constant: true, Default: "all", Doc: "How many children must succeed for Success. It is checked before failure.",
				set: func(s *engine.Settings, v value.Value) { s.Success = int(v.Float()) }},
			{Name: "failure", Type: QuotaParam, Constant: true, Default: "as many as make Success impossible", Doc: "How many children must fail for Failure. A child that is not ready counts as failed in this tick.",
				set: func(s *engine.Settings, v value.Value) { s.Failure = int(v.Float()) }},
			{Name: "unready", Type: WordParam, Words: unreadyWords(), Default: engine.UnreadyFails.String(),
				Doc: "With skip, children that are not ready do not count and may start later; the parallel ends when no child runs. With refuse, the parallel is not ready while an unfinished child is not ready.",
				set: func(s *engine.Settings, v value.Value) {
					s.Unready = engine.Unready(slices.Index(unreadyWords(), v.Str()))
				}},
			{Name: "decide", Type: WordParam, Words: []string{"round", "each"}, Default: "round",
				Doc: "When success and failure are counted: after a round, when all have run, or after each child. With each, children after the one that decides are not called.",
				set: func(s *engine.Settings, v value.Value) { s.DecideEach = v.Str() == "each" }},
		},
		Example: "tree dinner\n  parallel success=all\n    eat\n    drink\n"},
	{Name: "filter", Kind: kind.Filter, Group: Composites,
		Doc:     "A sequence of conditions and then actions. The conditions are not asked again while an action runs.",
		Params:  []Param{conditionsParam},
		Example: "tree fire\n  filter\n    condition target ~= nil\n    shoot\n"},
	{Name: "monitor", Kind: kind.Monitor, Group: Composites,
		Doc:     "Conditions that are checked in every tick, then a parallel of the other children. When a condition fails, it aborts all children and fails.",
		Params:  []Param{conditionsParam},
		Example: "tree watch\n  monitor conditions=1\n    condition enemy ~= nil\n    shoot\n    shout\n"},
	{Name: "random_sequence", Elsewhere: "sequencerandom", Kind: kind.RandomSequence, Group: Composites,
		Doc:         "A sequence that draws the order of its children when it is entered.",
		ChildParams: []Param{orderWeightParam},
		Example:     "tree chores\n  random_sequence\n    sweep\n    cook\n"},
	{Name: "random_fallback", Elsewhere: "randomselector selectorrandom probabilityselector weightedselector", Kind: kind.RandomFallback, Group: Composites,
		Doc:         "A fallback that draws the order of its children when it is entered.",
		ChildParams: []Param{orderWeightParam},
		Example:     "tree hide\n  random_fallback\n    hide_in_barn  weight=3\n    hide_in_well\n"},
	{Name: "if_then_else", Elsewhere: "ifelse", Kind: kind.IfThenElse, Group: Composites,
		Doc:     "The first child decides once, when it is entered: if it succeeds, the second runs, otherwise the third.",
		Example: "tree day\n  if_then_else\n    condition sunny\n    go_outside\n    stay_inside\n"},
	{Name: "while_do_else", Kind: kind.WhileDoElse, Group: Composites,
		Doc:     "The first child is asked in every tick: while it succeeds, the second runs, otherwise the third. When that changes, the running one is aborted.",
		Example: "tree lamp\n  while_do_else\n    condition dark\n    shine\n    idle\n"},
	{Name: "switch", Kind: kind.Switch, Group: Composites, Expression: true,
		Doc: "Runs the child whose case equals the value of the expression, which is computed in every tick. A last child without a case is for all other values.",
		ChildParams: []Param{{Name: "case", Type: ValueParam, Constant: true, Default: "all other values, for the last child", Doc: "The value for which this child runs.",
			set: func(s *engine.Settings, v value.Value) { s.Case = &v }}},
		Example: "tree dress\n  switch weather\n    wear_coat  case=\"rain\"\n    wear_hat   case=\"sun\"\n    idle\n"},
}

// unreadyWords returns the values of unready=, in the order of the constants.
func unreadyWords() []string {
	var words []string
	for u := engine.UnreadyFails; u <= engine.UnreadyRefuses; u++ {
		words = append(words, u.String())
	}
	return words
}
