package conform

import (
	"math"
	"strconv"
	"strings"
)

// Number is a number that a tree computes: the value of a field, of an entry of the board, or of a fact, plus a constant.
// A fact is 1 if it is true and otherwise 0, and raises an error when it does. Equal numbers have equal texts.
type Number struct {
	Field string // set if Fact is nil
	Fact  *Fact
	Add   float64
}

// String returns the number as it is written: hp+1.
func (n Number) String() string {
	text := n.Field
	if n.Fact != nil {
		text = n.Fact.Name
	}
	if n.Add == 0 {
		return text
	}
	add := strconv.FormatFloat(n.Add, 'f', -1, 64)
	if n.Add > 0 {
		add = "+" + add
	}
	return text + add
}

// number parses a computed number. It returns nil if text is not one.
func (c *Case) number(text string) *Number {
	name, n := text, &Number{}
	if i := strings.IndexAny(text, "+-"); i >= 0 {
		add, err := strconv.ParseFloat(text[i:], 64)
		if err != nil || !(math.Abs(add) <= 1e6) {
			return nil
		}
		name, n.Add = text[:i], add
	}
	switch {
	case c.isField(name):
		n.Field = name
	case c.fact(name) != nil:
		n.Fact = c.fact(name)
	default:
		return nil
	}
	return n
}

// numberWord returns the parameter of n that may be a computed number, and is not a weight.
func (n *Node) numberWord() string {
	switch n.Kind {
	case "repeat", "retry", "loop", "limit", "cooldown", "interval", "delay", "timeout", "wait", "chance":
		if len(n.Args) == 1 {
			return n.Args[0]
		}
	case "utility":
		return n.Param("inertia")
	case "emit":
		return n.Param("ttl")
	case "request":
		return n.Param("priority")
	}
	return ""
}

// Assignment is an assignment of a set leaf.
type Assignment struct {
	Field  string
	Value  int
	Number *Number // computes the value, or nil
}

// Computed reports whether a tree of the case has a computed number.
func (c *Case) Computed() bool {
	for _, t := range c.Trees {
		for _, n := range t.Nodes {
			if n.Number != nil || n.WeightNumber != nil || n.UtilityNumber != nil || n.DataNumber != nil {
				return true
			}
			for _, a := range n.Sets {
				if a.Number != nil {
					return true
				}
			}
		}
	}
	return false
}

// Data returns the data that a computed number gives.
func Data(number float64) string { return strconv.FormatFloat(number, 'g', -1, 64) }

// Reads records that a number of c.Node is computed. A machine that evaluates expressions by itself must call Reads each time.
func (s *Script) Reads(c Call) { s.asked('N', c) }

// Number evaluates a computed number of c.Node.
func (s *Script) Number(c Call, n Number) (float64, error) {
	s.Reads(c)
	if n.Fact == nil {
		return float64(s.get(c.Agent, n.Field)) + n.Add, nil
	}
	yes, err := s.Fact(n.Fact)
	if yes {
		return 1 + n.Add, err
	}
	return n.Add, err
}
