package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

// step is a node on the way from the root to another one: the way goes on with the child at an index.
type step struct {
	node  *engine.Node
	child int
}

// checkFalsified warns about a set that makes the condition of a node above it false, if something that takes time follows
// it: the next tick asks the condition again, and aborts that. It finds only constants, and only what follows at once, since
// a behavior in between may give the field another value. It ignores what other files and Go may do at the same time.
func checkFalsified(l *nodeLinker, n *engine.Node, way []step) {
	if n.Disabled || n.Kind == kind.Interval || n.Kind == kind.Tree { // below an interval conditions are not asked in each tick
		return
	}
	if n.Kind == kind.Set && n.Guard == nil {
		for _, a := range n.Settings.Fields {
			if a.Expression == nil && warnOfFalsified(l, n, a, way) {
				return
			}
		}
	}
	for i, c := range n.Children {
		checkFalsified(l, c, append(way, step{n, i}))
	}
}

func warnOfFalsified(l *nodeLinker, set *engine.Node, a engine.Assignment, way []step) bool {
	for k, s := range way {
		condition := falsified(s, a)
		if condition == nil {
			continue
		}
		if parent, later := follows(way[k:], a.Field); later != nil {
			l.warn(set.Pos, message.FalsifiedCondition(condition.Source(), a.Field.Name(), nodeName(later), nodeName(s.node), nodeName(parent)))
			return true
		}
	}
	return false
}

// falsified returns the condition of a node that is asked in each tick, or the condition that a reactive sequence asks before
// the child of the way, if an assignment makes it false.
func falsified(s step, a engine.Assignment) engine.Expression {
	asked := []engine.Expression{s.node.Guard}
	if s.node.Behavior != nil && s.node.Behavior.Interval > 0 {
		asked = nil
	}
	if s.node.Kind == kind.ReactiveSequence {
		for _, c := range s.node.Children[:s.child] {
			if c.Kind == kind.Condition && c.Guard == nil && !c.Disabled {
				asked = append(asked, c.Settings.Expression)
			}
		}
	}
	v, plain := constant(a.Value)
	for _, e := range asked {
		if e == nil || !plain {
			continue
		}
		if c := luabind.Analysis(e); c != nil && c.FalseWith(a.Field.Name(), v) {
			return e
		}
	}
	return nil
}

// constant returns a value as a float64, string, bool or nil, and reports whether it is one of these.
func constant(v value.Value) (any, bool) {
	switch v.Kind() {
	case value.KindNil:
		return nil, true
	case value.KindBool:
		return v.Truthy(), true
	case value.KindNumber:
		return v.Float(), true
	case value.KindString:
		return v.Str(), true
	}
	return nil, false
}

// follows returns a node that takes time and comes after the end of the way in the same activation of its first node, and the
// parent of that node, the outermost one if there are several. It returns nil if there is none for certain.
func follows(way []step, field engine.Key) (parent, later *engine.Node) {
	for _, s := range slices.Backward(way) {
		switch s.node.Kind {
		case kind.Sequence, kind.ReactiveSequence, kind.SequenceWithMemory:
			c, calm := firstTaking(s.node.Children[s.child+1:], field)
			if c != nil {
				parent, later = s.node, c
			}
			if !calm {
				return parent, later
			}
		case kind.Fallback, kind.Priority, kind.Sticky, kind.Switch, kind.ForceSuccess, kind.Timeout:
		default:
			return parent, later
		}
	}
	return parent, later
}

// firstTaking returns the first of some children that takes time, unless one before it may change anything that counts here.
// calm is set if all of them only end at once.
func firstTaking(list []*engine.Node, field engine.Key) (first *engine.Node, calm bool) {
	for _, c := range list {
		if takesTime(c, field) {
			return c, false
		}
		if !endsAtOnce(c, field) {
			return nil, false
		}
	}
	return nil, true
}

// endsAtOnce reports whether a node ends in the tick in which it is entered, and does not set a field.
func endsAtOnce(n *engine.Node, field engine.Key) bool {
	if n.Guard != nil || n.Disabled {
		return false
	}
	switch n.Kind {
	case kind.Set:
		return !slices.ContainsFunc(n.Settings.Fields, func(a engine.Assignment) bool { return a.Field == field })
	case kind.Log, kind.Emit, kind.Condition, kind.Succeed:
		return true
	}
	return false
}

// takesTime reports whether a node, once it is active, certainly does not end in the same tick, and does not set a field.
func takesTime(n *engine.Node, field engine.Key) bool {
	if n.Guard != nil || n.Disabled {
		return false
	}
	switch n.Kind {
	case kind.Wait, kind.Delay:
		return n.Settings.Number == nil && n.Settings.Time > 0
	case kind.Idle, kind.Request:
		return true
	case kind.Sequence, kind.ReactiveSequence, kind.SequenceWithMemory:
		first, _ := firstTaking(n.Children, field)
		return first != nil
	case kind.ForceSuccess, kind.ForceFailure, kind.Invert:
		return len(n.Children) == 1 && takesTime(n.Children[0], field)
	}
	return false
}

// nodeName returns the name of a node for a message.
func nodeName(n *engine.Node) string {
	if n.Kind == kind.Behavior {
		return n.Name
	}
	return n.Kind.String()
}
