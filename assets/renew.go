package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine"
)

// renewed returns what a record is in this round: the very same if all its questions have
// the answers that they had, one with other code if behaviors differ in that alone, and
// nil if it does not hold any more.
func (l *treeLinker) renewed(rec *record) *record {
	if rec.by == l && rec.phase == l.phase {
		return rec
	}
	if rec.always {
		return nil
	}
	asked, ok := l.askedAgain(rec)
	switch {
	case !ok || !l.sameSharers && !l.sameNames(rec):
		return nil
	case asked == nil:
		return rec
	}
	return rec.recoded(asked, l.code)
}

// askedAgain answers the questions of a record. Ok tells that what follows from the answers
// is the same but for the code of behaviors, and asked is nil if that is, too.
func (l *treeLinker) askedAgain(rec *record) (asked []answered, ok bool) {
	for i := range rec.asked {
		q := &rec.asked[i]
		if q.about == aboutMissing {
			if l.standIn(q.name) != q.behavior {
				return nil, false
			}
			continue
		}
		now := l.answer(q.query)
		if now == q.answer {
			continue
		}
		if !l.recodes(q.answer, now) {
			return nil, false
		}
		if asked == nil {
			asked = slices.Clone(rec.asked)
		}
		asked[i].answer = now
	}
	return asked, true
}

// recodes tells whether two answers are a behavior and the same with other code, and if so
// notes that.
func (l *treeLinker) recodes(was, now answer) bool {
	if was.behavior == nil || now.behavior == nil {
		return false
	}
	if l.codes[was.behavior] == now.behavior {
		return true
	}
	if !was.behavior.SameSpec(now.behavior) {
		return false
	}
	l.codes[was.behavior] = now.behavior
	return true
}

// code returns a behavior as it is now.
func (l *treeLinker) code(b *engine.Behavior) *engine.Behavior {
	if now := l.codes[b]; now != nil {
		return now
	}
	return b
}

// recoded returns a record with other code in its result, for these answers.
func (rec *record) recoded(asked []answered, code func(*engine.Behavior) *engine.Behavior) *record {
	out := *rec
	out.asked = asked
	if rec.prog != nil {
		out.prog = rec.prog.Recoded(code)
	}
	out.root = recodedNode(rec.root, code)
	return &out
}

func recodedNode(n *engine.Node, code func(*engine.Behavior) *engine.Behavior) *engine.Node {
	if n == nil {
		return nil
	}
	out := *n
	if n.Behavior != nil {
		out.Behavior = code(n.Behavior)
	}
	out.Children = make([]*engine.Node, len(n.Children))
	for i, c := range n.Children {
		out.Children[i] = recodedNode(c, code)
	}
	return &out
}
