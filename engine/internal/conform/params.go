package conform

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// interpret parses the parameters of a node that have the same meaning for every machine: weight, case, and the
// parameters of set, emit and request leaves.
func (c *Case) interpret(n *Node) error {
	n.Weight, n.Case = 1, n.Param("case")
	n.Number, n.WeightNumber, n.DataNumber = c.number(n.numberWord()), c.number(n.Param("weight")), nil
	n.UtilityNumber, n.Utility = c.number(n.Param("utility")), nil
	if n.Kind == "emit" || n.Kind == "request" {
		n.DataNumber = c.number(n.Param("data"))
	}
	if u := n.Param("utility"); u != "" && n.UtilityNumber == nil {
		f, err := strconv.ParseFloat(u, 64)
		if err != nil || !(math.Abs(f) <= 1e6) {
			return fmt.Errorf("utility=%s: want a number, or a field", u)
		}
		n.Utility = &f
	}
	if w := n.Param("weight"); w != "" && n.WeightNumber == nil {
		f, err := strconv.ParseFloat(w, 64)
		if err != nil || !(f >= 0 && f <= 1e6) {
			return fmt.Errorf("weight=%s: want a number from 0 to 1000000, or a field", w)
		}
		n.Weight = f
	}
	if _, err := strconv.Atoi(n.Case); err != nil && n.Case != "" && n.Case != "true" && n.Case != "false" {
		return fmt.Errorf("case=%s: want a whole number, true or false", n.Case)
	}
	switch n.Kind {
	case "set":
		return c.interpretSet(n)
	case "emit":
		return c.interpretEmit(n)
	case "request":
		return c.interpretRequest(n)
	}
	return nil
}

// childParams are the parameters of a node that belong to its parent.
var childParams = []string{"weight", "utility", "case"}

func (c *Case) interpretSet(n *Node) error {
	n.Sets = nil
	for _, p := range n.Params {
		if slices.Contains(childParams, p.Name) {
			continue
		}
		a := Assignment{Field: p.Name, Number: c.number(p.Value)}
		var err error
		if a.Number == nil {
			a.Value, err = strconv.Atoi(p.Value)
		} else if a.Number.Add != math.Trunc(a.Number.Add) {
			err = errors.New("a fraction")
		}
		if err != nil || !c.hasField(p.Name) {
			return fmt.Errorf("%s=%s: want a field and a whole number, or a field", p.Name, p.Value)
		}
		n.Sets = append(n.Sets, a)
	}
	if len(n.Sets) == 0 || len(n.Args) > 0 {
		return fmt.Errorf("want: set hp=3")
	}
	return nil
}

func (c *Case) hasField(name string) bool { return hasName(c.Fields, name) }

func hasName(fields []Field, name string) bool {
	return slices.ContainsFunc(fields, func(f Field) bool { return f.Name == name })
}

func (c *Case) interpretEmit(n *Node) error {
	e := Emission{Stimulus: Stimulus{TTL: DefaultTTL}}
	if len(n.Args) != 1 || !isName(n.Args[0]) {
		return fmt.Errorf("want: emit noise, or: emit noise data=north ttl=2s to=friend")
	}
	e.Stimulus.Name = n.Args[0]
	for _, p := range n.Params {
		switch p.Name {
		case "data":
			if n.DataNumber == nil {
				e.Stimulus.Data = p.Value
			}
		case "ttl":
			if n.Number != nil {
				break
			}
			d, err := time.ParseDuration(p.Value)
			if err != nil || d < 0 {
				return fmt.Errorf("ttl=%s: want a duration such as 2s, or a field", p.Value)
			}
			e.Stimulus.TTL = d
		case "to":
			if e.To = p.Value; !c.hasField(p.Value) {
				return fmt.Errorf("to=%s: want a field that holds the number of an agent", p.Value)
			}
		}
	}
	n.Emits = e
	return known(n, "data", "ttl", "to")
}

func (c *Case) interpretRequest(n *Node) error {
	if len(n.Args) != 1 || !isName(n.Args[0]) {
		return fmt.Errorf("want: request move, or: request move data=north channel=legs priority=2")
	}
	if n.Number != nil && n.Number.Add != math.Trunc(n.Number.Add) {
		return fmt.Errorf("priority=%s: want a whole number, or a field", n.Number)
	}
	params := slices.DeleteFunc(slices.Clone(n.Params), func(p Param) bool {
		return p.Name == "priority" && n.Number != nil || p.Name == "data" && n.DataNumber != nil
	})
	r, err := newRequest(n.Args[0], params)
	n.Wants = r
	if err != nil {
		return err
	}
	return known(n, "data", "channel", "priority")
}

// newRequest parses the parameters of a request.
func newRequest(kind string, params []Param) (r Request, err error) {
	r = Request{Kind: kind, Channel: kind}
	for _, p := range params {
		switch p.Name {
		case "data":
			r.Data = p.Value
		case "channel":
			if r.Channel = p.Value; !isName(p.Value) {
				return r, fmt.Errorf("channel=%s: want a name", p.Value)
			}
		case "priority":
			if r.Priority, err = strconv.Atoi(p.Value); err != nil {
				return r, fmt.Errorf("priority=%s: want a whole number", p.Value)
			}
		}
	}
	if r.Data != "" && !isName(r.Data) {
		return r, fmt.Errorf("data=%s: want a name", r.Data)
	}
	return r, nil
}

// known returns an error if the node has a parameter that its kind does not have.
func known(n *Node, names ...string) error {
	for _, p := range n.Params {
		if !slices.Contains(names, p.Name) && !slices.Contains(childParams, p.Name) {
			return fmt.Errorf("%s has no %s=; it has %s", n.Kind, p.Name, strings.Join(names, ", "))
		}
	}
	return nil
}
