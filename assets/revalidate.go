package assets

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// revalidated returns a record that is valid for this round, or nil if rec is no longer valid. It returns rec
// itself if all its queries have the same answers, and a record with new code if behaviors differ only in their
// code.
func (l *treeLinker) revalidated(rec *record) *record {
	if rec.by == l && rec.namesEpoch == l.store.namesEpoch {
		return rec
	}
	if rec.always {
		return nil
	}
	if !l.sameAnswers(rec) || !l.names.sameSharers && !l.sameNames(rec) {
		return nil
	}
	recoded, ok := l.usesHold(rec)
	switch {
	case !ok:
		return nil
	case recoded:
		return l.recoded(rec)
	}
	return rec
}

// sameAnswers repeats the queries of a record, except its uses, and reports whether the answers are the same.
func (l *treeLinker) sameAnswers(rec *record) bool {
	for i := range rec.deps {
		q := &rec.deps[i]
		if q.about == aboutMissing {
			if l.round.findMissing(q.name) != q.behavior {
				return false
			}
		} else if l.answer(q.query) != q.answer {
			return false
		}
	}
	return true
}

// usesHold compares the behaviors that the names of a record mean now with the recorded behaviors. ok reports
// whether they are the same apart from their code, and recoded whether some code is new. A warning may depend on
// whether the code ends. usesHold adds new code to l.store.codes.
func (l *treeLinker) usesHold(rec *record) (recoded, ok bool) {
	for i := range rec.uses {
		u := &rec.uses[i]
		now := l.store.usable.at(u.id)
		if now == u.behavior {
			continue
		}
		if now == nil || luabind.Endless(now) != luabind.Endless(u.behavior) || !l.store.codes.Add(u.behavior, now) {
			return false, false
		}
		recoded = true
	}
	return recoded, true
}

// recoded returns a record with the new code in its result and in its dependencies.
func (l *treeLinker) recoded(rec *record) *record {
	out := *rec
	out.uses = make([]use, len(rec.uses))
	for i, u := range rec.uses {
		out.uses[i] = use{u.id, l.store.usable.at(u.id)}
	}
	if rec.prog != nil {
		out.prog = rec.prog.Recoded(&l.store.codes)
	}
	out.root = recodedNode(rec.root, &l.store.codes)
	return &out
}

func recodedNode(n *engine.Node, codes *engine.Recoding) *engine.Node {
	if n == nil {
		return nil
	}
	out := *n
	if n.Behavior != nil {
		out.Behavior = codes.Of(n.Behavior)
	}
	out.Children = make([]*engine.Node, len(n.Children))
	for i, c := range n.Children {
		out.Children[i] = recodedNode(c, codes)
	}
	return &out
}

// usable are the behaviors that names may refer to in a round, by ID; see treeLinker.answer.
type usable []*engine.Behavior

// at returns the behavior with an ID, or nil if no name refers to it in this round.
func (u usable) at(id engine.BehaviorID) *engine.Behavior {
	if int(id) < len(u) {
		return u[id]
	}
	return nil
}

// usableBehaviors returns the usable behaviors. All scripts must have been linked.
func (r *round) usableBehaviors() usable {
	var u usable
	for _, b := range r.next.Behaviors {
		if r.behaviors[b.Name] != b || b.Missing && !r.known(b.Name) {
			continue
		}
		if n := int(b.ID) + 1 - len(u); n > 0 {
			u = append(u, make(usable, n)...)
		}
		u[b.ID] = b
	}
	return u
}
