package conform

import (
	"strconv"
	"strings"
)

// Cond is a condition: all its terms hold, asked from left to right up to the
// first that does not. What a switch looks at is one too; if that is the value
// of a field, its only term has neither fact nor question nor comparison.
type Cond struct{ Terms []Term }

// Term is a fact that is true (or, with Not, is not), a question about the
// history, or a comparison of an agent's field with a number.
type Term struct {
	Fact  *Fact
	Ask   Question // with Fact == nil
	Name  string   // of an Ask: what names the nodes, or the channel
	Kind  string   // of AskInForce
	Ago   int      // of AskRan: 1 is the last finished tick
	Not   bool
	Field string // with Fact == nil and no Ask
	Op    string // one of ops
	Value int
}

// Question is a question about the history or about requests. A name means all nodes of the
// agent's tree that have it as their id or as the name of their behavior.
type Question uint8

// AskRan: did one of the nodes run some ticks ago? AskActive: is one of them
// active? AskSince: for how many seconds, compared with a number? AskInForce: is a
// request of that kind in force on a channel?
const (
	AskNothing Question = iota
	AskRan
	AskActive
	AskSince
	AskInForce
)

// questions is indexed by Question.
var questions = []string{"", "ran", "active", "since", "in_force"}

// ops are the comparisons, written as in Lua.
var ops = []string{"==", "~=", "<", "<=", ">", ">="}

// compare compares v with the term's value times the unit.
func (t Term) compare(v, unit int64) bool {
	w := int64(t.Value) * unit
	switch t.Op {
	case "==":
		return v == w
	case "~=":
		return v != w
	case "<":
		return v < w
	case "<=":
		return v <= w
	case ">":
		return v > w
	}
	return v >= w
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
	text := t.Field
	switch {
	case t.Fact != nil:
		text = t.Fact.Name
	case t.Ask != AskNothing:
		text = strings.TrimSpace(questions[t.Ask] + " " + t.Name + " " + t.Kind)
	}
	switch {
	case t.Not:
		return "not " + t.numbered(text)
	case t.Op != "":
		return text + " " + t.Op + " " + strconv.Itoa(t.Value)
	}
	return t.numbered(text)
}

// numbered adds to a question how many ticks ago is meant.
func (t Term) numbered(text string) string {
	if t.Ask == AskRan && t.Ago != 1 {
		return text + " " + strconv.Itoa(t.Ago)
	}
	return text
}
