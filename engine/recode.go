package engine

import "slices"

// Recoded returns p with other code: next names, for each behavior of p, the one that
// takes its place, which may be the same. All else is shared with p, so it costs next to
// nothing. It is nil if one has another spec (Behavior.SameSpec): then the tree is to be
// compiled again. What it returns is what compiling would give.
func (p *Program) Recoded(next func(*Behavior) *Behavior) *Program {
	q := *p
	q.behaviors = slices.Clone(p.behaviors)
	for i, b := range p.behaviors {
		if b == nil {
			continue
		}
		if q.behaviors[i] = next(b); !b.SameSpec(q.behaviors[i]) {
			return nil
		}
	}
	return &q
}

// recodes tells whether p and q differ in their code at most, because one of them was
// Recoded from the other.
func (p *Program) recodes(q *Program) bool { return p.names == q.names }

// SameSpec tells whether b and c differ in Code and Version at most, so that whatever
// names b can name c instead and mean the same, but for what it runs.
func (b *Behavior) SameSpec(c *Behavior) bool {
	if b == c {
		return true
	}
	return c != nil && b.ID == c.ID && b.Name == c.Name && b.Hooks == c.Hooks &&
		b.Children == c.Children && b.NonExclusive == c.NonExclusive && b.Stimulus == c.Stimulus &&
		b.Interval == c.Interval && b.Importance == c.Importance && b.Restart == c.Restart && b.Missing == c.Missing &&
		(b.Code == nil) == (c.Code == nil) && slices.Equal(b.Args, c.Args) && slices.EqualFunc(b.Params, c.Params, sameParam)
}

func sameParam(p, q Param) bool { return p.Name == q.Name && p.Value.alike(q.Value) }
