package conform

import "strconv"

// Cond is a condition: all its terms hold, asked from left to right up to the
// first that does not.
type Cond struct{ Terms []Term }

// Term is a fact that is true (or, with Not, is not), or a comparison of an
// agent's field with a number.
type Term struct {
	Fact  *Fact
	Not   bool
	Field string // with Fact == nil
	Op    string // one of ops
	Value int
}

// ops are the comparisons, written as in Lua.
var ops = []string{"==", "~=", "<", "<=", ">", ">="}

func (t Term) compare(v int) bool {
	switch t.Op {
	case "==":
		return v == t.Value
	case "~=":
		return v != t.Value
	case "<":
		return v < t.Value
	case "<=":
		return v <= t.Value
	case ">":
		return v > t.Value
	}
	return v >= t.Value
}

// String returns the condition as it is written.
func (c *Cond) String() string {
	var text string
	for i, t := range c.Terms {
		if i > 0 {
			text += " and "
		}
		text += t.String()
	}
	return text
}

// String returns the term as it is written.
func (t Term) String() string {
	switch {
	case t.Fact == nil:
		return t.Field + " " + t.Op + " " + strconv.Itoa(t.Value)
	case t.Not:
		return "not " + t.Fact.Name
	}
	return t.Fact.Name
}
