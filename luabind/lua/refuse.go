package lua

import "errors"

// writable raises an error if o cannot be changed now. The change is to o[k], or to o as a whole if k is nil.
func (c *frame) writable(o *object, k Value) {
	fixed := o.t != nil && o.t.fixes(k)
	if (o.stamp < c.s.floor || fixed) && !c.traces(o.t, k) && (fixed || !c.older(o.stamp)) {
		c.refuse(&Mistake{Kind: o.kind, Key: k, Operands: []Operand{{Value: o.value()}}})
	}
}

// older reports whether something with a stamp below the floor can be changed, since State.Older permits it.
func (c *frame) older(stamp int32) bool {
	if c.s.Older == nil || stamp == frozen {
		return false
	}
	c.s.Older()
	return true
}

// refuse raises the error for a store to the table t, which has the origin o.
func (o *origin) refuse(c *frame, t *Table, k Value) {
	m := &Mistake{Kind: KindTable, Key: k, Operands: []Operand{o.operand(c, t.Value())}}
	if o != nil {
		m.What, m.Name = whats[o.what], o.name
	}
	if c.p != nil && t == c.fn.env && m.What == "global" { // the target is the variable, not a table in it
		m = &Mistake{What: "global", Name: m.Name}
	}
	c.refuse(m)
}

// refuse raises the error for a refused change.
func (c *frame) refuse(m *Mistake) {
	c.s.cur = c
	m.Attempt = "change"
	if c.p == nil && c.fn != nil {
		m.By = c.fn.native.name
	}
	cause, text := ErrFrozen, ErrFrozen.Error()
	switch {
	case c.s.floor > 0 && c.s.Older == nil:
		cause, text = ErrGuarded, ErrGuarded.Error()
	case len(m.Operands) == 0:
		text = "the variable is constant and cannot be changed"
	case m.Kind == KindThread:
		text = "the coroutine is constant and cannot be resumed"
	case m.Kind == KindFunction:
		text = "'" + m.Operands[0].Value.p.f.native.name + "' is constant, but changes with each call"
	}
	e := mistakeAt(c.nearest(), text)
	e.Cause, e.Mistake = cause, m
	c.s.refused(e)
	panic(e)
}

// refused calls State.Refused if the error is about a refused change.
func (s *State) refused(e *Error) {
	if s.Refused != nil && (e.Mistake != nil || errors.Is(e.Cause, ErrGuarded)) {
		if e.Trace == nil {
			e.Trace = s.trace()
		}
		s.Refused(e)
	}
}

// Say gives e another text. The raised value becomes that text with the position before it.
func (e *Error) Say(text string) {
	e.Text = text
	if e.At.Line > 0 {
		text = e.At.String() + ": " + text
	}
	e.Value = String(text)
}
