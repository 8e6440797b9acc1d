package engine

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
)

// Expression is a guard, a condition, or the expression of a switch. Tools can show it with its values. All agents and
// workers share an Expression; the Context has the agent for which it is evaluated.
//
// An Expression can have a method Same(Expression) bool, which reports whether both mean the same. Answers that are
// reused because of Behavior.Interval then outlive an edit of the tree. With a method Wrong(diag.Words) error, it gives an error
// about its value a place.
type Expression interface {
	// Eval reports whether the expression is true. It must not change anything.
	Eval(*Context) (bool, error)
	// Value computes the value of the expression. It must not change anything.
	Value(*Context) (value.Value, error)
	// Source returns the expression as it was written.
	Source() string
	// Terms returns the parts of the expression with their present values, in
	// the order in which they are written.
	Terms(*Context) []Term
}

// placed is an optional interface of an Expression.
type placed interface{ Wrong(diag.Words) error }

// meaning is an optional interface of an Expression. An expression without it is the same only as itself.
type meaning interface{ Same(Expression) bool }

// sameMeaning reports whether two guards have the same meaning. Each of them may be nil.
func sameMeaning(a, b Expression) bool {
	if m, ok := a.(meaning); ok && b != nil {
		return m.Same(b)
	}
	return a == b
}

// Term is a part of a condition with its value, such as "hp" and "12".
type Term struct {
	Text  string `json:"text"`
	Value string `json:"value"`
}
