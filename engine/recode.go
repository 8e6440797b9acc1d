package engine

import "slices"

// Recoding maps behaviors to replacements with other code and the same spec (Behavior.sameSpec). The zero value is
// empty. It must be used by one goroutine at a time.
type Recoding struct {
	pairs []recoded // by BehaviorID
}

type recoded struct{ was, next *Behavior }

// Add maps was to next, and reports whether this is possible. If next has another spec, Add changes nothing, and
// trees that name the behavior must be compiled again. If a behavior is added twice, the last pair is used.
func (r *Recoding) Add(was, next *Behavior) bool {
	if int(was.ID) < len(r.pairs) && r.pairs[was.ID] == (recoded{was, next}) {
		return true
	}
	if !was.sameSpec(next) {
		return false
	}
	if n := int(was.ID) + 1 - len(r.pairs); n > 0 {
		r.pairs = append(r.pairs, make([]recoded, n)...)
	}
	r.pairs[was.ID] = recoded{was, next}
	return true
}

// Of returns the replacement of b, or b itself if there is none.
func (r *Recoding) Of(b *Behavior) *Behavior { return r.of(b.ID, b) }

// of is a fast variant of Of that does not read b. id is the ID of b.
func (r *Recoding) of(id BehaviorID, b *Behavior) *Behavior {
	if int(id) < len(r.pairs) && r.pairs[id].was == b {
		return r.pairs[id].next
	}
	return b
}

// Recoded returns p with the code of r. The result shares all other data with p, so the call takes little time.
// The result is the same as that of compiling the tree again.
func (p *Program) Recoded(r *Recoding) *Program {
	q := *p
	q.behaviors = slices.Clone(p.behaviors)
	for i, b := range p.behaviors {
		if b != nil {
			q.behaviors[i] = r.of(p.nodes[i].behavior, b)
		}
	}
	return &q
}

// recodes reports whether p and q differ at most in their code, because one of them was Recoded from the other.
func (p *Program) recodes(q *Program) bool { return p.names == q.names }

// sameSpec reports whether b and c differ at most in Code and Version. A tree that names b then has the same
// meaning with c, apart from the code that runs.
func (b *Behavior) sameSpec(c *Behavior) bool {
	if b == c {
		return true
	}
	return c != nil && b.ID == c.ID && b.Name == c.Name && b.Hooks == c.Hooks &&
		b.Children == c.Children && b.NonExclusive == c.NonExclusive && b.Stimulus == c.Stimulus &&
		b.Interval == c.Interval && b.Importance == c.Importance && b.Restart == c.Restart && b.Missing == c.Missing && b.Native == c.Native &&
		(b.Code == nil) == (c.Code == nil) && slices.Equal(b.Args, c.Args) && b.Params.alike(c.Params)
}

// alike reports whether hooks cannot distinguish two lists of parameters. Unlike equal, it treats tables with the
// same entries as the same.
func (p Params) alike(q Params) bool {
	return slices.EqualFunc(p, q, func(a, b Param) bool { return a.Name == b.Name && a.Field == b.Field && a.Value.Identical(b.Value) })
}
