package lint

import (
	"cmp"

	"github.com/bough-dev/bough/internal/syntax"
)

// Decided returns the comparison of two constants that is the second operand of e, the word and or the word or, and its
// result, as in fish or 0 >= 8. The comparison is nil if there is none.
func Decided(e *syntax.BinaryExpr) (comparison *syntax.BinaryExpr, result bool) {
	if e.Op != syntax.And && e.Op != syntax.Or {
		return nil, false
	}
	y, ok := e.Y.(*syntax.BinaryExpr)
	for ok && y.Op == syntax.And {
		y, ok = y.X.(*syntax.BinaryExpr)
	}
	if !ok || y.Op < syntax.Less || y.Op > syntax.Equal {
		return nil, false
	}
	l, known := Constant(y.X)
	r, also := Constant(y.Y)
	if !known || !also {
		return nil, false
	}
	if result, ok = Compare(y.Op, l, r); !ok {
		return nil, false
	}
	return y, result
}

// Compare returns the result of a comparison of two constants. ok is false if it raises an error.
func Compare(op syntax.Kind, l, r any) (result, ok bool) {
	order, same := 0, l == r
	switch l := l.(type) {
	case float64:
		r, ok := r.(float64)
		if order = cmp.Compare(l, r); !ok {
			break
		}
		return compared(op, order), true
	case string:
		r, ok := r.(string)
		if order = cmp.Compare(l, r); !ok {
			break
		}
		return compared(op, order), true
	}
	switch op {
	case syntax.Equal:
		return same, true
	case syntax.NotEqual:
		return !same, true
	}
	return false, false
}

// compared returns the result of a comparison of two values with an order.
func compared(op syntax.Kind, order int) bool {
	switch op {
	case syntax.Less:
		return order < 0
	case syntax.LessEqual:
		return order <= 0
	case syntax.Greater:
		return order > 0
	case syntax.GreaterEqual:
		return order >= 0
	case syntax.Equal:
		return order == 0
	}
	return order != 0
}

// Constant returns the value of a literal: a float64, a string, a bool or nil.
func Constant(e syntax.Expr) (v any, ok bool) {
	switch e := syntax.Bare(e).(type) {
	case *syntax.NumberExpr:
		return e.Value, true
	case *syntax.StringExpr:
		return e.Value, true
	case *syntax.BoolExpr:
		return e.Value, true
	case *syntax.NilExpr:
		return nil, true
	case *syntax.UnaryExpr:
		if n, ok := syntax.Bare(e.X).(*syntax.NumberExpr); ok && e.Op == syntax.Minus {
			return -n.Value, true
		}
	}
	return nil, false
}

// decide records a comparison of two constants after the word and or the word or.
func (w *walker) decide(e *syntax.BinaryExpr) {
	k, result := Decided(e)
	if k == nil {
		return
	}
	d := decided{first: w.at(k.Pos()), last: w.lastOf(k), result: result}
	left := e.X
	for {
		x, ok := left.(*syntax.BinaryExpr)
		if !ok || x.Op != syntax.And && x.Op != syntax.Or {
			break
		}
		left = x.Y
	}
	switch x := left.(type) {
	case *syntax.NameExpr, *syntax.IndexExpr, *syntax.CallExpr, *syntax.ParenExpr:
		if e.Op == syntax.Or {
			d.remedy = "(" + w.span(w.at(x.Pos()), w.lastOf(x)) + " or " + w.span(w.at(k.X.Pos()), w.lastOf(k.X)) + ") " + k.Op.String() + " " + w.span(w.at(k.Y.Pos()), w.lastOf(k.Y))
		}
	}
	w.facts.decided = append(w.facts.decided, d)
}
