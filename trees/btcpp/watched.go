package btcpp

import (
	"slices"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// Some nodes of BehaviorTree.CPP return control before they continue: Repeat and RetryUntilSuccessful between two
// rounds, and SequenceWithMemory, AsyncSequence and AsyncFallback between two children. Tree::tickOnce then ticks
// the tree again at once, so the return has an effect only if a node above checks something else again. In that
// case the translated node gets per_tick=one. Otherwise Bough also runs all rounds or children in one tick.

// watches reports whether a node checks more than its running child in each tick.
func watches(n *trees.Node) bool {
	switch kindName(n) {
	case "reactive_sequence", "reactive_fallback", "parallel", "while_do_else", "switch":
		return true
	case "repeat", "retry":
		if len(n.Args) == 0 { // one round in each tick
			return true
		}
	}
	return n.Guard != nil
}

// watching reports whether a node of a chain watches its descendants.
func (c chain) watching() bool {
	for n := range c.cut(c.top).All() {
		if watches(n) {
			return true
		}
	}
	return false
}

// implied returns the parameters that express implicit properties of a node of BehaviorTree.CPP.
func implied(el *element, args []trees.Arg, watched bool) []trees.Param {
	tag, _ := nodeTag(el)
	watched = watched || el.attr("_while") != nil
	param := func(name, word string) []trees.Param {
		return []trees.Param{{Name: name, Value: value.String(word), Word: true, Pos: el.pos}}
	}
	switch tag {
	case "Parallel":
		if len(el.children) > 1 {
			return param("decide", "each")
		}
	case "AsyncSequence", "AsyncFallback", "SequenceWithMemory", "SequenceStar":
		if len(el.children) > 1 && watched {
			return param("per_tick", "one")
		}
	case "Repeat", "RetryUntilSuccessful":
		if len(args) > 0 && (args[0].Value.Kind() != value.KindNumber || args[0].Value.Float() > 1) && watched {
			return param("per_tick", "one")
		}
	}
	return nil
}

// tellNextTick reports that a node continues in the next tick, and which effects that has.
func (t *translation) tellNextTick(args []trees.Arg, implied []trees.Param) {
	if t.skips == nil {
		return
	}
	loops := t.tag == "Repeat" || t.tag == "RetryUntilSuccessful"
	if loops && len(args) == 0 {
		t.report.Differs(t.el.pos, message.RoundInEachTick(t.tag))
	}
	if !hasParam(&trees.Node{Params: implied}, "per_tick") {
		return
	}
	next := message.NextChildInNextTick(t.tag)
	if loops {
		next = message.NextRoundInNextTick(t.tag)
	}
	t.report.Differs(t.el.pos, next)
	children := t.el.children
	if slices.ContainsFunc(children, func(c *element) bool { return t.skips.of(c, t.el) != 0 }) {
		t.report.Differs(t.el.pos, message.SkippedChildTakesTick(t.tag))
	}
	if len(children) > 1 && slices.ContainsFunc(children[1:], t.asked) {
		t.report.Differs(t.el.pos, message.ConditionInLaterTick(t.tag))
	}
	if !slices.ContainsFunc(children, t.asked) {
		return
	}
	switch t.tag {
	case "RetryUntilSuccessful":
		t.report.Differs(t.el.pos, message.OneAttemptInTick())
	case "AsyncFallback":
		t.report.Differs(t.el.pos, message.AsyncFallbackPassesOver())
	}
}

// isImplied reports whether a parameter is one that implied may return.
func isImplied(p trees.Param) bool { return p.Name == "decide" || p.Name == "per_tick" }

// includersFirst returns the indices of trees in an order in which each tree comes after the trees that include it.
// names are the names of the trees, and uses returns the names of the trees that a tree includes.
func includersFirst(names []string, uses func(i int) []string) []int {
	index := map[string]int{}
	for i, name := range names {
		index[name] = i
	}
	var order []int
	state := make([]int, len(names)) // 1 once the visit of a tree has begun
	var visit func(i int)
	visit = func(i int) {
		if state[i] > 0 {
			return
		}
		state[i] = 1
		for _, name := range uses(i) {
			if j, ok := index[name]; ok {
				visit(j)
			}
		}
		order = append(order, i)
	}
	for i := len(names) - 1; i >= 0; i-- {
		visit(i)
	}
	slices.Reverse(order)
	return order
}
