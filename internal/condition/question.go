package condition

import (
	"fmt"
	"math"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// question is a function that a condition may call in addition to the functions of all scripts.
type question struct {
	name        string
	least, most int    // minimum and maximum number of arguments
	form        string // form of a call in messages
	answer      func(c *lua.Call, k *Compiler) (lua.Value, error)
}

const (
	inForce = "in_force" // its argument is a channel, not a node
	xor     = "xor"      // an operator rather than a question
)

// questions are in the order in which messages list them: first those of the catalog.
var questions = append(questionsAboutNodes(),
	question{inForce, 1, 1, `in_force("channel")`, requestInForce},
	question{xor, 2, 2, `xor(a, b)`, func(c *lua.Call, _ *Compiler) (lua.Value, error) {
		return lua.Bool(c.Arg(1).Truth() != c.Arg(2).Truth()), nil
	}},
)

func questionsAboutNodes() (list []question) {
	answers := map[string]func(*lua.Call, *Compiler) (lua.Value, error){"ran": ran, "ran_ago": ranAgo, "active": active, "since": since}
	for _, q := range behaviors.Questions {
		call := func(args string) string { return q.Name + `("name"` + args + ")" }
		form := call("")
		switch {
		case q.Ticks && q.Least == 1:
			form += " or " + call(", 3")
		case q.Ticks:
			form = call(", 3")
		}
		list = append(list, question{q.Name, q.Least, q.Most, form, answers[q.Name]})
	}
	return list
}

// questionNamed returns the question of a name, nil if there is none.
func questionNamed(name string) *question {
	for i := range questions {
		if questions[i].name == name {
			return &questions[i]
		}
	}
	return nil
}

// IsQuestion reports whether conditions have a function of that name, such as ran. Scripts do not have it.
func IsQuestion(name string) bool { return questionNamed(name) != nil }

// AsksForName reports whether conditions have a function of that name whose first argument is a name in quotes.
func AsksForName(name string) bool { return IsQuestion(name) && name != xor }

func questionNames() []string {
	var out []string
	for _, q := range questions {
		out = append(out, q.name)
	}
	return out
}

// function returns the function of a question.
func (k *Compiler) function(q *question) lua.Value {
	return lua.NewFunction(q.name, func(c *lua.Call) error {
		v, err := q.answer(c, k)
		c.Return(v)
		return err
	}).Value()
}

func ran(c *lua.Call, k *Compiler) (lua.Value, error) {
	a, node, err := k.node(c, "ran")
	n := 1
	if err == nil && !c.Arg(2).IsNil() {
		n, err = k.ticks(c, "ran")
	}
	return lua.Bool(err == nil && a.Ran(node, n)), err
}

func ranAgo(c *lua.Call, k *Compiler) (lua.Value, error) {
	a, node, err := k.node(c, "ran_ago")
	n := 1
	if err == nil {
		n, err = k.ticks(c, "ran_ago")
	}
	return lua.Bool(err == nil && a.RanAgo(node, n)), err
}

// ticks returns the second argument, which must be a number of ticks that an agent can remember.
func (k *Compiler) ticks(c *lua.Call, name string) (int, error) {
	if n, ok := c.Arg(2).Float(); ok && k.remembers(n) {
		return int(n), nil
	}
	return 0, message.WrongArgument(name, helper.Show(c.Arg(2)), 2, "ticks", fmt.Sprintf("a whole number from 1 to %d", k.env.History))
}

// remembers reports whether n is a number of ticks that an agent can remember.
func (k *Compiler) remembers(n float64) bool {
	return n >= 1 && n <= float64(k.env.History) && n == math.Trunc(n)
}

func active(c *lua.Call, k *Compiler) (lua.Value, error) {
	a, node, err := k.node(c, "active")
	return lua.Bool(err == nil && a.IsActive(node)), err
}

func since(c *lua.Call, k *Compiler) (lua.Value, error) {
	a, node, err := k.node(c, "since")
	if err != nil {
		return lua.Nil, err
	}
	return lua.Number(a.Since(node).Seconds()), nil
}

func requestInForce(c *lua.Call, k *Compiler) (lua.Value, error) {
	channel, err := subject(c, inForce, "channel")
	if err != nil {
		return lua.Nil, err
	}
	q, ok := k.env.Context(c).Agent().InForce(channel)
	if !ok {
		return lua.Nil, nil
	}
	return lua.String(q.Kind), nil
}

// node returns the agent for which a condition is evaluated, and the name of a node, which is the first argument. It
// returns an error if the agent's tree has no such node: a condition with a misspelled name would always be false.
func (k *Compiler) node(c *lua.Call, question string) (*engine.Agent, string, error) {
	name, err := subject(c, question, "node")
	if err != nil {
		return nil, "", err
	}
	a := k.env.Context(c).Agent()
	if a.Program().Nodes(name) == nil {
		err = a.Program().NoNode(name).Words()
	}
	return a, name, err
}

// subject returns the first argument, which must be a string: a number is not a valid name.
func subject(c *lua.Call, question, what string) (string, error) {
	name, ok := c.Arg(1).Text()
	if !ok {
		return "", message.WrongArgument(question, helper.Show(c.Arg(1)), 1, what, "the name of a "+what)
	}
	return name, nil
}
