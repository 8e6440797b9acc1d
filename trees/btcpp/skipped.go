package btcpp

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Bough has no result SKIPPED. A node that BehaviorTree.CPP skips in a sequence succeeds in Bough, so that the
// sequence continues. Elsewhere such a node is not ready, which has the same effect in a fallback. This file finds
// the places where that is not sufficient. In BehaviorTree.CPP a node can also be SKIPPED because its children are.
// In Bough it then has the result that its kind derives from the results of its children.

// outcomes is the set of results that a node may have in Bough when BehaviorTree.CPP skips it.
type outcomes uint8

const (
	succeeds outcomes = 1 << iota
	fails
)

// swapped returns the outcomes of an Inverter around the node.
func (o outcomes) swapped() outcomes { return o&succeeds<<1 | o&fails>>1 }

// words describes the outcomes for messages.
func (o outcomes) words() diag.Words {
	switch o {
	case succeeds:
		return message.SucceedsTerm()
	case fails:
		return message.CountsAsFailureTerm()
	}
	return message.SucceedsOrFailureTerm()
}

// skips determines the outcomes of elements that are SKIPPED. open holds the trees being analyzed, since a tree in
// an invalid file may include itself.
type skips struct {
	roots    map[string]*element // elements of trees, by ID
	included map[string]bool     // included trees, by ID
	open     map[string]bool
	known    map[*element]outcomes // outcomes of composites and decorators
}

// findSkips prepares the analysis of the trees in a file.
func findSkips(roots map[string]*element, elements []*element) *skips {
	s := &skips{roots: roots, included: map[string]bool{}, open: map[string]bool{}, known: map[*element]outcomes{}}
	for _, el := range elements {
		el.all(func(e *element) {
			if e.name == subTreeTag {
				s.included[e.get("ID")] = true
			}
		})
	}
	return s
}

// wanted returns the result that has the same effect on a parent as a SKIPPED child.
func wanted(parent *element) outcomes {
	if parent == nil {
		return 0
	}
	tag, _ := nodeTag(parent)
	switch tag {
	case "Sequence", "ReactiveSequence", "SequenceWithMemory", "SequenceStar", "AsyncSequence", "ParallelAll":
		return succeeds
	case "Fallback", "ReactiveFallback", "AsyncFallback":
		return fails
	case "Parallel":
		if n := parent.get("success_count"); n == "" || n == allChildren {
			return succeeds
		}
	}
	return 0
}

// itself reports whether an element may be SKIPPED because of its own conditions or its kind.
func itself(el *element) bool {
	return el.attr("_skipIf") != nil || el.attr("_while") != nil || byKind(el)
}

// byKind reports whether a node may be SKIPPED independently of its conditions and children.
func byKind(el *element) bool {
	tag, _ := nodeTag(el)
	return tag == "RunOnce" && el.get("then_skip") != "false" && el.get("then_skip") != "0" ||
		tag == "Precondition" && el.get("else") == "SKIPPED"
}

// of returns the outcomes of an element below a parent, for every reason for which the element may be SKIPPED.
func (s *skips) of(el, parent *element) outcomes {
	out := s.inside(el, parent)
	if itself(el) {
		out |= left(parent)
	}
	return out
}

// left returns the outcomes of an element below a parent if the element's own conditions skip it.
func left(parent *element) outcomes {
	if wanted(parent) == succeeds {
		return succeeds
	}
	return fails
}

// inside is like of, but ignores the conditions of the element.
func (s *skips) inside(el, parent *element) outcomes {
	out := s.below(el)
	if byKind(el) {
		out |= left(parent)
	}
	if el.name == subTreeTag && wanted(parent) == succeeds {
		if root := s.roots[el.get("ID")]; root != nil && len(askedOutside(root)) > 0 && s.below(root) == 0 {
			out = out&^fails | succeeds
		}
	}
	return out
}

// askedOutside returns the conditions of the root of a tree by which the tree is SKIPPED. If the tree is included
// in a sequence, these conditions are also evaluated at the inclusion.
func askedOutside(root *element) (list []*attr) {
	for _, name := range []string{"_while", "_skipIf"} {
		if a := root.attr(name); a != nil {
			list = append(list, a)
		}
	}
	return list
}

// below returns the outcomes of an element that is SKIPPED because of its children.
func (s *skips) below(el *element) outcomes {
	if out, ok := s.known[el]; ok {
		return out
	}
	out := s.combined(el)
	s.known[el] = out
	return out
}

func (s *skips) combined(el *element) outcomes {
	tag, _ := nodeTag(el)
	var all, some outcomes
	for i, c := range el.children {
		o := s.of(c, el)
		if some |= o; i == 0 {
			all = o
		} else if o == 0 {
			all = 0
		}
	}
	switch tag {
	case "Sequence", "ReactiveSequence", "SequenceWithMemory", "SequenceStar", "AsyncSequence", "ParallelAll":
		if all != 0 {
			return succeeds
		}
	case "Fallback", "ReactiveFallback", "AsyncFallback":
		if all != 0 {
			return fails
		}
	case "Parallel":
		if all != 0 && wanted(el) != succeeds {
			return fails
		}
	case "Inverter":
		return some.swapped()
	case "ForceSuccess":
		if some != 0 {
			return succeeds
		}
	case "ForceFailure":
		if some != 0 {
			return fails
		}
	case "IfThenElse", "WhileDoElse":
		some = 0
		for _, c := range el.children[min(1, len(el.children)):] {
			some |= s.of(c, el)
		}
		return some
	case "KeepRunningUntilFailure":
		return 0 // the SKIPPED child is reported instead
	case subTreeTag:
		return s.tree(el.get("ID"))
	default:
		if builtinTagged(tag) != nil || switchCases(tag) > 0 || tag == "Precondition" {
			return some
		}
	}
	return 0
}

// tree returns the outcomes of the tree with an ID.
func (s *skips) tree(id string) outcomes {
	root := s.roots[id]
	if root == nil || s.open[id] {
		return 0
	}
	s.open[id] = true
	defer delete(s.open, id)
	out := s.below(root)
	if itself(root) {
		out |= fails
	}
	return out
}

// tell reports the elements of a tree for which SKIPPED has another meaning in Bough.
func (s *skips) tell(im *importer, id string, el, parent *element) {
	tag, _ := nodeTag(el)
	got, want := s.of(el, parent), wanted(parent)
	switch {
	case got&^want == 0:
	case parent == nil && s.included[id]:
	case parent == nil:
		im.report.Differs(el.pos, message.MayBeSkippedWithTree(got.words(), tag))
	case want != 0:
		im.report.Differs(el.pos, message.SkippedWithChild(parent.name, (got&^want).words(), tag))
	case passesSkip(parent):
	default:
		im.report.Differs(el.pos, message.MayBeSkipped(parent.name, got.words(), tag))
	}
	s.tellScripts(im, el, parent)
	for _, c := range el.children {
		s.tell(im, id, c, el)
	}
}

// tellScripts reports scripts of a node that Bough runs when BehaviorTree.CPP skips the node.
func (s *skips) tellScripts(im *importer, el, parent *element) {
	out := s.inside(el, parent)
	for _, script := range []struct {
		name string
		of   outcomes
	}{{"_onSuccess", succeeds}, {"_onFailure", fails}} {
		if a := el.attr(script.name); a != nil && out&script.of != 0 {
			im.report.Differs(a.pos, message.ScriptOfSkippedNode(script.of.words(), script.name))
		}
	}
}

// passesSkip reports whether a node is SKIPPED when a child is. The report then names a node further up instead.
func passesSkip(parent *element) bool {
	switch tag, _ := nodeTag(parent); tag {
	case "Inverter", "ForceSuccess", "ForceFailure", "Repeat", "RetryUntilSuccessful", "Delay", "Timeout", "RunOnce", "Precondition":
		return true
	}
	return false
}
