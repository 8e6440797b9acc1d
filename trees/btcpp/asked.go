package btcpp

import (
	"fmt"
	"slices"
)

// Bough determines which nodes of the whole tree are ready before anything runs, while BehaviorTree.CPP determines
// it during the tick. This file finds the nodes for which this makes a difference, and the nodes whose children are
// called in other ticks.

// asked reports whether Bough may determine the result of an element before anything runs, in any tick.
func asked(el *element) bool {
	begins, runs := questions(el)
	return begins || runs
}

// questions reports whether Bough may determine the result of an element before anything runs: begins for a tick in
// which the element begins, and runs for a tick in which the element continues.
func questions(el *element) (begins, runs bool) {
	tag, _ := nodeTag(el)
	any, first := false, false
	for i, c := range el.children {
		b, r := questions(c)
		any, runs = any || b, runs || r
		first = first || i == 0 && b
	}
	switch tag {
	case "ScriptCondition", "AlwaysSuccess", "AlwaysFailure", "Precondition", "RunOnce":
		begins = true
	case "Sequence", "AsyncSequence", "Fallback", "AsyncFallback":
		begins = first
	default:
		begins = any
	}
	switch tag {
	case "Repeat", "RetryUntilSuccessful", "KeepRunningUntilFailure", "SequenceWithMemory", "SequenceStar", "AsyncSequence", "AsyncFallback", "ReactiveSequence", "ReactiveFallback", "WhileDoElse":
		runs = runs || any
	}
	always := tag == subTreeTag || switchCases(tag) > 0
	return begins || always || noRounds(el) || asksFirst(el), runs || always || el.attr("_while") != nil
}

// asksFirst reports whether an element has a condition that is evaluated before the element itself.
func asksFirst(el *element) bool {
	return slices.ContainsFunc(conditionAttrs, func(name string) bool { return name[:3] != "_on" && el.attr(name) != nil })
}

// isInstant reports whether an element never takes time and is called again in each tick. It returns true only if
// that is certain: for a condition, as far as the name or the model shows that it is one, and for a node that
// checks its children again in each tick.
func (im *importer) isInstant(el *element) bool {
	tag, explicit := nodeTag(el)
	switch {
	case explicit:
		return el.name == "Condition"
	case tag == "ScriptCondition", tag == "AlwaysSuccess", tag == "AlwaysFailure", tag == "Script":
		return true
	case im.entries[tag] != nil:
		return im.entries[tag].name == "Condition"
	case tag == "Sequence", tag == "Fallback", tag == "ReactiveSequence", tag == "ReactiveFallback", tag == "Inverter", tag == "ForceSuccess", tag == "ForceFailure":
		return !slices.ContainsFunc(el.children, func(c *element) bool { return !im.isInstant(c) })
	}
	return false
}

// tellAsked reports that calls of an element happen in another order, or in other ticks.
func (im *importer) tellAsked(el *element) {
	tag, _ := nodeTag(el)
	switch tag {
	case "Parallel", "ParallelAll":
		for i, c := range el.children {
			if asked(c) && len(el.children) > 1 && (i > 0 || tag == "ParallelAll" || el.get("failure_count") > "1") {
				im.report.Differs(c.pos, fmt.Sprintf("a condition below <%s> is asked here before any child runs: it sees what those in front of it write in the next tick, they are not called when it decides already, and it is asked again as long as it does not hold", tag),
					"move the nodes that write fields before this node, and put the condition first")
				return
			}
		}
	case "SequenceWithMemory", "SequenceStar":
		if n := len(el.children); n > 1 && asked(el.children[n-1]) {
			im.report.Differs(el.pos, fmt.Sprintf("a <%s> that is known to end before it runs is not run here, and keeps its turn, while that makes what is around it fail", tag), "add an action after the last condition")
		}
	case "RunOnce":
		if slices.ContainsFunc(el.children, asked) {
			im.report.Differs(el.pos, "what is below a <RunOnce> and known to fail before it runs is not its run: it is asked again", "begin with an action")
		}
	case "IfThenElse":
		if len(el.children) == 2 && (asksFirst(el.children[0]) || !im.isInstant(el.children[0])) {
			im.report.Differs(el.pos, "the condition of an <IfThenElse> without an else begins anew here after it has failed; there an action is not called again, and its attributes, such as _failureIf, are not asked again", "give it a third child")
		}
	case "WhileDoElse":
		if len(el.children) > 0 && asksFirst(el.children[0]) {
			im.report.Differs(el.pos, "an attribute of the condition of a <WhileDoElse>, such as _successIf, is asked in each tick here, there only until the condition has ended once", "write the check into the condition itself")
		}
		if len(el.children) > 0 && !im.isInstant(el.children[0]) {
			im.report.Differs(el.pos, "the condition of a <WhileDoElse> may take time: here it is called again in each tick, and while it is Running no branch runs; there an action that has ended is not called again, and the branch is left as it is", "use a condition that takes no time, or use IfThenElse")
		}
	}
}
