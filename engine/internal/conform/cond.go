package conform

import (
	"strconv"
	"strings"
)

// Cond is a condition. It is true if all its terms are true. The terms are evaluated from left to right until one
// is false. The value of a switch is a Cond, too. If it is the value of a field, its only term has no fact, no
// question and no comparison.
type Cond struct{ Terms []Term }

// Term is a fact, which must be true (or false, if Not is set), a question about the history, or a comparison of a
// field of the agent with a number.
type Term struct {
	Fact  *Fact
	Ask   Question // set if the term is a question; Fact is then nil
	Name  string   // for a question: the name of nodes, the channel, or the beginning of a datum
	Kind  string   // kind of the request, for AskInForce
	Ticks int      // for AskRan the number of last ticks, for AskRanAgo how many ticks ago; 1 is the last finished tick
	Not   bool
	Field string // set if the term has neither a fact nor a question
	Op    string // one of ops
	Value int
}

// Question is a question about the history, requests or the stimulus of a node. A name stands for all nodes of the agent's tree that
// have it as their id or as the name of their behavior.
type Question uint8

// AskRan asks whether one of the nodes ran in one of the last ticks, AskRanAgo whether one ran some ticks ago, and
// AskActive whether one of them is active. AskSince compares the number of seconds for which one has been active with a
// number. AskInForce asks whether a request of a kind is in force on a channel. AskStimulus asks whether the datum of the
// stimulus in the Call begins with a name.
const (
	AskNothing Question = iota
	AskRan
	AskRanAgo
	AskActive
	AskSince
	AskInForce
	AskStimulus
)

// questions is indexed by Question.
var questions = []string{"", "ran", "ran_ago", "active", "since", "in_force", "stimulus"}

// ops are the comparisons, written as in Lua.
var ops = []string{"==", "~=", "<", "<=", ">", ">="}

// compare reports whether the comparison of v with the value of the term times unit is true.
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

// numbered appends the number of ticks to the name of a question.
func (t Term) numbered(text string) string {
	if t.Ask == AskRanAgo || t.Ask == AskRan && t.Ticks != 1 {
		return text + " " + strconv.Itoa(t.Ticks)
	}
	return text
}
