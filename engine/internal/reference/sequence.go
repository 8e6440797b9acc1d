package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// resume returns the index of the child at which a sequence or fallback goes
// on: where it is, where its memory says, or the first.
func (t *turn) resume(n *node) int {
	switch {
	case n.Kind == "sequence_with_memory" || n.Kind == "fallback_with_memory":
		return t.a.surviving(n).cursor
	case t.a.active[n] != nil:
		return t.a.active[n].cursor
	}
	return 0
}

// move puts the cursor on a child.
func (t *turn) move(n *node, i int) {
	t.a.active[n].cursor = i
	t.a.surviving(n).cursor = i
}

// decideSequence walks over children that are certain to succeed, up to the
// first that is open.
func decideSequence(t *turn, n *node) answer {
	return t.walk(n.Children[t.resume(n):], success)
}

// decideFallback is the mirror image: it walks over children that are not ready.
func decideFallback(t *turn, n *node) answer {
	return t.walk(n.Children[t.resume(n):], failure)
}

// walk asks children as long as they are certain to be what lets a composite
// go on: success for a sequence, failure for a fallback. The first that is not
// decides; if there is none, it is what they all are.
func (t *turn) walk(children []*node, goesOn certainty) answer {
	all := answer{certainty: goesOn}
	for _, c := range children {
		child := t.decide(c)
		if all = all.and(child); child.certainty != goesOn {
			return all.as(child.certainty)
		}
	}
	return all
}

func actSequence(t *turn, n *node) conform.Status {
	return t.goThrough(n, conform.Success)
}

func actFallback(t *turn, n *node) conform.Status {
	return t.goThrough(n, conform.Failure)
}

// goThrough runs children from the first planned one on, as long as they end
// with what lets the composite go on. Only when all did, memory is reset.
func (t *turn) goThrough(n *node, goesOn conform.Status) conform.Status {
	for i := t.firstPlanned(n); i < len(n.Children); i++ {
		t.move(n, i)
		if status, _ := t.reach(n.Children[i]); status != goesOn {
			return status
		}
	}
	t.move(n, 0)
	return goesOn
}
