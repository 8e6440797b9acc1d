package luabind

import (
	"errors"
	"fmt"

	"github.com/bough-dev/bough/engine"
)

// question makes the expression of a call about the history, or of xor.
func question(name string, args []expr) expr {
	switch name {
	case "ran":
		q := ranQuestion{name: args[0]}
		if len(args) > 1 {
			q.ago = args[1]
		}
		return q
	case "active":
		return activeQuestion{args[0]}
	case "since":
		return sinceQuestion{args[0]}
	}
	return xor{args[0], args[1]}
}

type xor struct{ l, r expr }

func (x xor) eval(c *engine.Context) (val, error) {
	l, err := x.l.eval(c)
	if err != nil {
		return l, err
	}
	r, err := x.r.eval(c)
	return boolVal(l.truthy() != r.truthy()), err
}

// ranQuestion is ran("combat.melee", k).
type ranQuestion struct{ name, ago expr }

func (q ranQuestion) eval(c *engine.Context) (val, error) {
	name, err := nodeOf(c, q.name)
	if err != nil {
		return val{}, err
	}
	k := 1.0
	if q.ago != nil {
		v, err := q.ago.eval(c)
		if err != nil {
			return v, err
		}
		var ok bool
		if k, ok = v.number(); !ok {
			return v, fmt.Errorf("ran: argument 2 is %s; want a number of ticks", v.show())
		}
	}
	return boolVal(c.Ran(name, int(k))), nil
}

func (q ranQuestion) text() string { return callText("ran", q.name, q.ago) }

// activeQuestion is active("combat.melee").
type activeQuestion struct{ name expr }

func (q activeQuestion) eval(c *engine.Context) (val, error) {
	name, err := nodeOf(c, q.name)
	if err != nil {
		return val{}, err
	}
	return boolVal(c.Active(name)), nil
}

func (q activeQuestion) text() string { return callText("active", q.name, nil) }

// sinceQuestion is since("combat.melee"), in seconds.
type sinceQuestion struct{ name expr }

func (q sinceQuestion) eval(c *engine.Context) (val, error) {
	name, err := nodeOf(c, q.name)
	if err != nil {
		return val{}, err
	}
	return val{kind: kNumber, num: c.Since(name).Seconds()}, nil
}

func (q sinceQuestion) text() string { return callText("since", q.name, nil) }

func callText(name string, args ...expr) string {
	s := name + "("
	for i, a := range args {
		if a == nil {
			continue
		}
		if i > 0 {
			s += ", "
		}
		if k, ok := a.(constant); ok {
			s += k.v.show()
		} else {
			s += "…"
		}
	}
	return s + ")"
}

// nodeOf evaluates the name of a node and checks that the tree has it: a
// misspelt name would otherwise be false for ever.
func nodeOf(c *engine.Context, e expr) (string, error) {
	v, err := e.eval(c)
	if err != nil {
		return "", err
	}
	if v.kind != kString {
		return "", fmt.Errorf("want the name of a node, got %s", v.show())
	}
	if c.Program().Nodes(v.str) == nil {
		return "", errors.New(unknownNode(c.Program(), v.str))
	}
	return v.str, nil
}
