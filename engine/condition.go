package engine

// Condition is a guard as the engine sees it: an expression that is evaluated
// in Decide and that tools can show with its values. Conditions are shared by
// all agents and workers; Context tells which of them asks.
//
// A Condition that also has a method Same(Condition) bool says by it which others mean the
// same: after an edit of its tree, what was remembered of it holds on (Behavior.Interval).
type Condition interface {
	// Eval evaluates the condition. It must not change anything.
	Eval(*Context) (bool, error)
	// Source returns the condition as it was written.
	Source() string
	// Terms returns the parts of the condition with their present values, in
	// the order in which they are written.
	Terms(*Context) []Term
}

// meaning is what a Condition may have besides. Without it, it is only the same as itself.
type meaning interface{ Same(Condition) bool }

// sameCondition reports whether two guards, of which each may be nil, mean the same.
func sameCondition(a, b Condition) bool {
	if m, ok := a.(meaning); ok && b != nil {
		return m.Same(b)
	}
	return a == b
}

// Expression is a value that is computed from fields and parameters, like a
// Condition.
type Expression interface {
	// Value computes the value. It must not change anything.
	Value(*Context) (Value, error)
	// Source returns the expression as it was written.
	Source() string
	// Terms returns its parts with their present values.
	Terms(*Context) []Term
}

// Term is a part of a condition with the value it had: "hp" and "12".
type Term struct {
	Text  string `json:"text"`
	Value string `json:"value"`
}
