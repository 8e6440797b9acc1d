package btcpp

import (
	"slices"

	"github.com/bough-dev/bough/internal/message"
)

// BehaviorTree.CPP halts the nodes below a parallel from the first child to the last. Bough halts later children
// first. If only conditions stop a node, Bough also halts it before it calls anything. Outside of parallels the
// order makes no difference: only one node runs at a time, and it is halted at the same moment, since a reactive
// node keeps the running child until the result of an earlier child is known. This file finds the parallels for
// which the order makes a difference.

// halts determines which actions of elements depend on the order of calls and halts.
type halts struct {
	*importer
	known   map[*element]doing
	open    map[string]bool // trees being analyzed
	stopped map[string]bool // trees that are included below a node that may halt them, by ID
}

// doing is a set of actions that an element or its descendants may perform.
type doing uint8

const (
	isHalted  doing = 1 << iota // take time, in a node that is written in C++
	calls                       // call a node that is written in C++, or write a key
	runsOn                      // be Running at the end of a tick
	stopsSome                   // stop a running node because of a condition
)

func (d doing) has(all doing) bool { return d&all == all }

func (h *halts) of(el *element) doing {
	if out, ok := h.known[el]; ok {
		return out
	}
	tag, _ := nodeTag(el)
	var out doing
	for _, c := range el.children {
		out |= h.of(c)
	}
	switch {
	case tag == subTreeTag:
		out = h.tree(el.get("ID"))
	case isCustom(el):
		if out |= calls; !h.isInstant(el) {
			out |= isHalted | runsOn
		}
	}
	switch tag {
	case "Script", "SetBlackboard", "UnsetBlackboard":
		out |= calls
	case "Sleep", "Delay", "KeepRunningUntilFailure", "Repeat", "RetryUntilSuccessful", "SequenceWithMemory", "SequenceStar", "AsyncSequence", "AsyncFallback":
		out |= runsOn
	case "Precondition":
		if el.get("else") == "RUNNING" {
			out |= runsOn
		}
	}
	if out.has(isHalted) && (el.attr("_while") != nil || tag == "Timeout" || switchCases(tag) > 0 || isWatcher(tag) && slices.ContainsFunc(el.children, h.asked)) {
		out |= stopsSome
	}
	if el.attr("_onSuccess") != nil || el.attr("_onFailure") != nil {
		out |= calls
	}
	h.known[el] = out
	return out
}

// isCustom reports whether an element becomes a behavior, which may do anything with its children.
func isCustom(el *element) bool {
	tag, explicit := nodeTag(el)
	return !isKnownTag(tag) || explicit || slices.Contains(strangers, tag)
}

// isWatcher reports whether a node may stop its running child because of a condition.
func isWatcher(tag string) bool {
	return tag == "ReactiveSequence" || tag == "ReactiveFallback" || tag == "WhileDoElse" || switchCases(tag) > 0
}

func (h *halts) tree(id string) doing {
	root := h.roots[id]
	if root == nil || h.open[id] {
		return 0
	}
	h.open[id] = true
	defer delete(h.open, id)
	return h.of(root)
}

// tell reports the elements of a tree that have other effects after a halt than in BehaviorTree.CPP, and the parallels for
// which the order of halts makes a difference. stopped is set if a node above the element may halt it while it runs.
func (h *halts) tell(el *element, stopped bool) {
	tag, _ := nodeTag(el)
	stopped = stopped || el.attr("_while") != nil
	if tag == subTreeTag && stopped {
		h.stopped[el.get("ID")] = true
	}
	if tag == "Precondition" && stopped && slices.ContainsFunc(el.children, func(c *element) bool { return h.of(c).has(runsOn) }) {
		h.report.Differs(el.pos, message.PreconditionAskedAgain())
	}
	if tag == "Parallel" || tag == "ParallelAll" {
		h.tellOrder(el, stopped)
	}
	for _, c := range el.children {
		h.tell(c, stopped || isWatcher(tag) || tag == "Parallel" || tag == "Timeout" || isCustom(el))
	}
}

// tellOrder reports a parallel if one of its children may be halted in the tick in which another child was halted or
// called before. stopped is set if a node above the parallel may halt it while it runs.
func (h *halts) tellOrder(el *element, stopped bool) {
	several := stopped || leftRunning(el) > 1
	halted, called := false, false // whether an earlier child may be halted, and whether one may be called
	for _, c := range el.children {
		d := h.of(c)
		if several && halted && d.has(isHalted) || called && d.has(stopsSome) {
			h.report.Differs(el.pos, message.OrderOfHalts())
			return
		}
		halted = halted || d.has(isHalted)
		called = called || d.has(calls|runsOn)
	}
}

// leftRunning returns how many children of a parallel may be Running when the parallel ends by itself.
func leftRunning(el *element) int {
	n := len(el.children)
	if tag, _ := nodeTag(el); tag == "ParallelAll" {
		return 0
	}
	quota := func(port string, otherwise int) int {
		text := el.get(port)
		v, ok := quotaIn(text, n)
		switch {
		case text == "":
			return otherwise
		case !ok:
			return 1
		case v.Str() == allWord:
			return n
		}
		return int(v.Float())
	}
	success := quota("success_count", n)
	return n - min(success, quota("failure_count", 1), n-success+1)
}
