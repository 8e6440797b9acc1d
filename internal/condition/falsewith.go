package condition

import (
	"slices"

	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/syntax"
)

// FalseWith reports whether the condition certainly does not hold once a field has a value: a float64, string, bool or nil.
// Other fields may have any values. A condition that raises an error does not hold either.
func (c *Condition) FalseWith(field string, v any) bool {
	return !slices.Contains(c.hidden, field) && c.body.with(field, v) == no
}

// truth says what is known of a part of a condition. A part that raises an error counts as any of the values, since the
// whole condition then does not hold.
type truth uint8

const (
	unknown truth = iota
	yes
	no
)

func truthOf(is bool) truth {
	if is {
		return yes
	}
	return no
}

// with returns the truth of b if a field has a value.
func (b *body) with(field string, v any) truth {
	if !slices.Contains(b.reads, field) {
		return unknown
	}
	file, problems := parse(b.text, &b.spot)
	if problems.Err() != nil {
		return unknown
	}
	return b.truth(file.Expr(), field, v)
}

func (b *body) truth(e syntax.Expr, field string, v any) truth {
	switch x := syntax.Bare(e).(type) {
	case *syntax.NameExpr:
		if named := b.condition(x.Text); named != nil {
			return named.with(field, v)
		}
		if x.Text == field {
			return truthOf(v != nil && v != false)
		}
	case *syntax.UnaryExpr:
		if t := b.truth(x.X, field, v); x.Op == syntax.Not && t != unknown {
			return truthOf(t == no)
		}
	case *syntax.BinaryExpr:
		switch {
		case x.Op == syntax.And || x.Op == syntax.Or:
			l, r := b.truth(x.X, field, v), b.truth(x.Y, field, v)
			if either := truthOf(x.Op == syntax.Or); l == either || r == either {
				return either
			}
			if l == r {
				return l
			}
		case compares(x.Op):
			return b.compared(x, field, v)
		}
	}
	return unknown
}

// compared returns the truth of a comparison of the field with a constant.
func (b *body) compared(x *syntax.BinaryExpr, field string, v any) truth {
	operand := func(e syntax.Expr) (any, bool) {
		if n, ok := syntax.Bare(e).(*syntax.NameExpr); ok && n.Text == field && b.condition(field) == nil {
			return v, true
		}
		return lint.Constant(e)
	}
	l, known := operand(x.X)
	r, also := operand(x.Y)
	if !known || !also {
		return unknown
	}
	if result, ok := lint.Compare(x.Op, l, r); ok {
		return truthOf(result)
	}
	return unknown
}
