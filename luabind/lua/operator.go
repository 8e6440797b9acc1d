package lua

import (
	"slices"

	"github.com/bough-dev/bough/internal/float"
)

// operation is a place in the source that uses an operator, with the origins of the operands for messages. Its methods
// execute the operator for operands that the ops do not handle themselves, using metamethods.
type operation struct {
	at   position
	op   string
	l, r origin
}

// noOperation is the operation of a comparison that a Go function makes. It has no place in the source.
var noOperation operation

// arith computes an arithmetic operation whose operands are not both numbers.
func (o *operation) arith(c *frame, a, b Value) Value {
	c.placeAt(o.at)
	x, ok1 := c.number(a)
	y, ok2 := c.number(b)
	if ok1 && ok2 {
		c.charge(1)
		return Number(calculate(o.op, x, y))
	}
	mm := c.s.metafield(a, nameArith[o.op])
	if mm.p == nil {
		mm = c.s.metafield(b, nameArith[o.op])
	}
	if mm.p != nil {
		return c.call2(mm, a, b)
	}
	o.misused(c, "perform arithmetic on", a, b, ok1)
	return Nil
}

// negate returns -v for a v that is not a number.
func (o *operation) negate(c *frame, v Value) Value {
	c.placeAt(o.at)
	if n, ok := c.number(v); ok {
		c.charge(1)
		return Number(-n)
	}
	mm := c.s.metafield(v, nameUnm)
	if mm.p == nil {
		o.l.mistake(c, v, &Mistake{Attempt: "perform arithmetic on", Op: o.op})
	}
	return c.call2(mm, v, v)
}

// length returns #v.
func (o *operation) length(c *frame, v Value) Value {
	if t := v.Table(); t != nil {
		return Number(float64(t.Len()))
	}
	if s, ok := v.Text(); ok {
		return Number(float64(len(s)))
	}
	c.placeAt(o.at)
	mm := c.s.metafield(v, nameLen)
	if mm.p == nil {
		o.l.mistake(c, v, &Mistake{Attempt: "get length of", Op: o.op})
	}
	return c.call2(mm, v, v)
}

// equal reports whether a == b, using metamethods.
func (o *operation) equal(c *frame, a, b Value) bool {
	if c.p != nil {
		c.at = o.at
	}
	c.spendOn(a)
	if a.Equal(b) {
		return true
	}
	if a.Table() == nil || b.Table() == nil {
		return false
	}
	mm := c.s.metafield(a, nameEq)
	if mm.p == nil || !mm.Equal(c.s.metafield(b, nameEq)) {
		return false
	}
	c.s.cur = c
	return c.call2(mm, a, b).Truth()
}

// less reports whether a < b.
func (o *operation) less(c *frame, a, b Value) bool {
	if a.p == &numberTag && b.p == &numberTag {
		return a.n < b.n
	}
	if x, ok := a.Text(); ok {
		if y, ok := b.Text(); ok {
			c.placeAt(o.at)
			c.spendOn(a)
			return x < y
		}
	}
	c.placeAt(o.at)
	mm := c.s.common(a, b, nameLt)
	if mm.p == nil {
		o.notComparable(c, a, b)
	}
	return c.call2(mm, a, b).Truth()
}

// lessEqual reports whether a <= b.
func (o *operation) lessEqual(c *frame, a, b Value) bool {
	if a.p == &numberTag && b.p == &numberTag {
		return a.n <= b.n
	}
	if x, ok := a.Text(); ok {
		if y, ok := b.Text(); ok {
			c.placeAt(o.at)
			c.spendOn(a)
			return x <= y
		}
	}
	c.placeAt(o.at)
	if mm := c.s.common(a, b, nameLe); mm.p != nil {
		return c.call2(mm, a, b).Truth()
	}
	mm := c.s.common(b, a, nameLt)
	if mm.p == nil {
		o.notComparable(c, a, b)
	}
	return !c.call2(mm, b, a).Truth()
}

// misused is like origin.mistake, for an operator. right is set if the right operand b is the wrong one, not a.
func (o *operation) misused(c *frame, attempt string, a, b Value, right bool) {
	m := &Mistake{Attempt: attempt, Op: o.op, Kind: a.Kind(), Operands: []Operand{o.l.operand(c, a), o.r.operand(c, b)}}
	of := &o.l
	if right {
		m.Kind, of = b.Kind(), &o.r
	}
	of.fail(c, m)
}

// notComparable raises an error about a < b or a <= b. The source may contain b > a or b >= a instead.
func (o *operation) notComparable(c *frame, a, b Value) {
	l, r := a, b
	if o.op == ">" || o.op == ">=" {
		l, r = b, a
	}
	m := &Mistake{Attempt: "compare", Op: o.op, Kind: a.Kind(), Operands: []Operand{o.l.operand(c, l), o.r.operand(c, r)}}
	at, blamed := c.at, &o.l // the error is at the operand that is nil, if only one is
	if r.IsNil() {
		blamed = &o.r
	}
	if l.IsNil() != r.IsNil() && blamed.at.line > 0 {
		at = blamed.at
	}
	if other := b.Kind(); m.Kind != other {
		c.fail(at, m, "attempt to compare "+m.Kind.String()+" with "+other.String())
	}
	c.fail(at, m, "attempt to compare two "+m.Kind.String()+" values")
}

var operators = map[string]func(x, y float64) float64{
	"+": func(x, y float64) float64 { return x + y },
	"-": func(x, y float64) float64 { return x - y },
	"*": func(x, y float64) float64 { return float64(x * y) },
	"/": func(x, y float64) float64 { return x / y },
	"%": modulo,
	"^": float.Pow,
}

func calculate(op string, x, y float64) float64 { return operators[op](x, y) }

// concatenation is a chain of .. operators in the source. of has the origins of the operands, and at has the positions
// of the operators.
type concatenation struct {
	of []origin
	at []position
}

// concat concatenates values from right to left, as Lua does. The order matters only for metamethods.
func (o *concatenation) concat(c *frame, vals []Value) Value {
	for _, v := range vals {
		if k := v.Kind(); k != KindString && k != KindNumber {
			out := vals[len(vals)-1]
			for i := len(vals) - 2; i >= 0; i-- {
				out = o.pair(c, vals[i], out, i)
			}
			return out
		}
	}
	s, size := c.s, 0
	text := s.text[:0] // the numbers as text, then the result
	for i, v := range vals {
		if v.p == &numberTag {
			text = AppendNumber(text, v.n)
			vals[i].n = float64(len(text)) // end of its text in s.text
		} else {
			size += len(v.p.s)
		}
	}
	size += len(text)
	c.placeAt(o.at[0])
	s.alloc(c, int64(size)+stringBytes)
	c.charge(int64(size) / 16)
	if len(vals) == 2 && len(text) == 0 {
		return String(vals[0].p.s + vals[1].p.s)
	}
	text = slices.Grow(text, size)
	begin, from := len(text), 0
	for _, v := range vals {
		if v.p == &numberTag {
			to := int(v.n)
			text = append(text, text[from:to]...)
			from = to
		} else {
			text = append(text, v.p.s...)
		}
	}
	if cap(text) <= usualText {
		s.text = text
	}
	return String(string(text[begin:]))
}

// pair returns a .. b; i is the index of the operator.
func (o *concatenation) pair(c *frame, a, b Value, i int) Value {
	x, ok1 := a.text()
	y, ok2 := b.text()
	c.placeAt(o.at[i])
	if ok1 && ok2 {
		c.s.alloc(c, int64(len(x)+len(y))+stringBytes)
		c.charge(int64(len(x)+len(y)) / 16)
		return String(x + y)
	}
	mm := c.s.metafield(a, nameConcat)
	if mm.p == nil {
		mm = c.s.metafield(b, nameConcat)
	}
	if mm.p != nil {
		return c.call2(mm, a, b)
	}
	(&operation{o.at[i], "..", o.of[i], o.of[i+1]}).misused(c, "concatenate", a, b, ok1)
	return Nil
}

// usualText is the capacity of the buffer that a State keeps for making strings.
const usualText = 4096
