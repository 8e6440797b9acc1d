package btcpp

import (
	"slices"

	"github.com/bough-dev/bough/internal/message"
)

// Bough determines which nodes of the whole tree are ready before anything runs, while BehaviorTree.CPP determines
// it during the tick. This file finds the nodes for which this makes a difference, and the nodes whose children are
// called in other ticks.

// asked reports whether Bough may determine the result of an element before anything runs, in any tick.
func (im *importer) asked(el *element) bool {
	begins, runs := im.questions(el)
	return begins || runs
}

// questions reports whether Bough may determine the result of an element before anything runs: begins for a tick in
// which the element begins, and runs for a tick in which the element continues.
func (im *importer) questions(el *element) (begins, runs bool) {
	tag, _ := nodeTag(el)
	any, first := false, false
	if tag == subTreeTag {
		begins, runs = im.questionsOfTree(el.get("ID"))
		return begins || asksFirst(el), runs || el.attr("_while") != nil
	}
	for i, c := range el.children {
		b, r := im.questions(c)
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
	always := switchCases(tag) > 0
	return begins || always || noRounds(el) || asksFirst(el), runs || always || el.attr("_while") != nil
}

// questionsOfTree returns the questions of the root of a tree. A tree that is not in the files may have any.
func (im *importer) questionsOfTree(id string) (begins, runs bool) {
	if known, ok := im.questioned[id]; ok {
		return known[0], known[1]
	}
	root := im.roots[id]
	if root == nil {
		return true, true
	}
	im.questioned[id] = [2]bool{true, true} // while the tree is looked at, which may include itself in an invalid file
	begins, runs = im.questions(root)
	im.questioned[id] = [2]bool{begins, runs}
	return begins, runs
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

// isOutermost reports whether nothing is around an element: it is the root of a tree that no other tree includes, without
// conditions, which become nodes around it.
func (im *importer) isOutermost(el *element) bool {
	if slices.ContainsFunc(el.attrs, func(a attr) bool { return isCondition(a.name) }) {
		return false
	}
	for id, root := range im.roots {
		if root == el {
			return len(im.includers[id]) == 0
		}
	}
	return false
}

// mayKeepTurn reports whether the end of a SequenceWithMemory may be known before it runs, so that it keeps its turn in
// Bough. Then one child after another has been asked, up to one that fails, or up to the last one, which makes what is around
// the node fail. A child that fails when its own turn comes keeps it in BehaviorTree.CPP, too.
func (im *importer) mayKeepTurn(el *element) bool {
	before := false
	for _, c := range el.children {
		asked := im.asked(c)
		if before && asked {
			return true
		}
		before = asked
	}
	return before && len(el.children) > 1 && !im.isOutermost(el)
}

// tellAsked reports that calls of an element happen in another order, or in other ticks.
func (im *importer) tellAsked(el *element) {
	tag, _ := nodeTag(el)
	switch tag {
	case "Parallel", "ParallelAll":
		for i, c := range el.children {
			if im.asked(c) && len(el.children) > 1 && (i > 0 || tag == "ParallelAll" || el.get("failure_count") > "1") {
				im.report.Differs(c.pos, message.ConditionAskedEarly(tag))
				return
			}
		}
	case "SequenceWithMemory", "SequenceStar":
		if im.mayKeepTurn(el) {
			im.report.Differs(el.pos, message.KeepsItsTurn(tag))
		}
	case "RunOnce":
		if slices.ContainsFunc(el.children, im.asked) {
			im.report.Differs(el.pos, message.RunOnceAskedAgain())
		}
	case "IfThenElse":
		if len(el.children) == 2 && (asksFirst(el.children[0]) || !im.isInstant(el.children[0])) {
			im.report.Differs(el.pos, message.IfWithoutElse())
		}
	case "WhileDoElse":
		if len(el.children) > 0 && asksFirst(el.children[0]) {
			im.report.Differs(el.pos, message.WhileAttributesAsked())
		}
		if len(el.children) > 0 && !im.isInstant(el.children[0]) && slices.ContainsFunc(el.children[1:], func(c *element) bool { return !im.isInstant(c) }) {
			im.report.Differs(el.pos, message.WhileConditionTakesTime())
		}
	}
}
