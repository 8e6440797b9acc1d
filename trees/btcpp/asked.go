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

// isOutermost reports whether an element is the root of a tree that no other tree includes.
func (im *importer) isOutermost(el *element) bool {
	for id, root := range im.roots {
		if root == el {
			return len(im.includers[id]) == 0
		}
	}
	return false
}

// askedInTime reports whether it makes no difference that Bough asks the conditions of a child of a parallel before
// anything runs: they are attributes that do not let the child fail, and the children before it do not write what they
// read.
func (im *importer) askedInTime(el, parent *element) bool {
	tag, _ := nodeTag(el)
	bare := &element{name: el.name, children: el.children}
	conditions := &element{name: "Fallback"}
	for _, a := range el.attrs {
		switch {
		case !isCondition(a.name):
			bare.attrs = append(bare.attrs, a)
		case a.name == "_successIf", a.name == "_skipIf" && wanted(parent) == succeeds:
			conditions.attrs = append(conditions.attrs, a)
		case a.name == "_failureIf", a.name == "_skipIf", a.name == "_while":
			return false
		}
	}
	if tag == subTreeTag || im.asked(bare) {
		return false
	}
	var read, written keySet
	im.addKeys(&read, conditions)
	for _, c := range parent.children[:slices.Index(parent.children, el)] {
		if c.includes() {
			return false
		}
		c.all(func(e *element) { im.addKeys(&written, e) })
	}
	return !slices.ContainsFunc(read.list, func(key string) bool { return written.how[key]&(isWritten|mayBeWritten) != 0 })
}

// tellAsked reports that calls of an element happen in another order, or in other ticks.
func (im *importer) tellAsked(el *element) {
	tag, _ := nodeTag(el)
	switch tag {
	case "Parallel", "ParallelAll":
		for i, c := range el.children {
			if im.asked(c) && len(el.children) > 1 && (i > 0 || tag == "ParallelAll" || el.get("failure_count") > "1") && !im.askedInTime(c, el) {
				im.report.Differs(c.pos, message.ConditionAskedEarly(tag))
				return
			}
		}
	case "SequenceWithMemory", "SequenceStar":
		if n := len(el.children); n > 1 && im.asked(el.children[n-1]) && !im.isOutermost(el) {
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
