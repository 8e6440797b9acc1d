package engine

import "github.com/bough-dev/bough/engine/value"

// Condition is an expression that is true or false, such as a guard. Tools can show it with its values. All agents
// and workers share a Condition; the Context has the agent for which it is evaluated.
//
// A Condition can have a method Same(Condition) bool, which reports whether both conditions mean the same. Answers
// that are reused because of Behavior.Interval then outlive an edit of the tree.
type Condition interface {
	// Eval evaluates the condition. It must not change anything.
	Eval(*Context) (bool, error)
	// Source returns the condition as it was written.
	Source() string
	// Terms returns the parts of the condition with their present values, in
	// the order in which they are written.
	Terms(*Context) []Term
}

// meaning is an optional interface of a Condition. A condition without it is the same only as itself.
type meaning interface{ Same(Condition) bool }

// sameCondition reports whether two guards have the same meaning. Each of them may be nil.
func sameCondition(a, b Condition) bool {
	if m, ok := a.(meaning); ok && b != nil {
		return m.Same(b)
	}
	return a == b
}

// Expression is like a Condition, but computes a value from fields and parameters.
type Expression interface {
	// Value computes the value. It must not change anything.
	Value(*Context) (value.Value, error)
	// Source returns the expression as it was written.
	Source() string
	// Terms returns the parts of the expression with their present values.
	Terms(*Context) []Term
}

// Term is a part of a condition with its value, such as "hp" and "12".
type Term struct {
	Text  string `json:"text"`
	Value string `json:"value"`
}
