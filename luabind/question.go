//go:build !luacore

package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// questions are the functions that a condition may call besides helpers: how they
// are written, and how many arguments they take.
var questions = map[string]struct {
	least, most int
	form        string
}{
	"ran":    {1, 2, `ran("name") or ran("name", 3)`},
	"active": {1, 1, `active("name")`},
	"since":  {1, 1, `since("name")`},
	inForce:  {1, 1, `in_force("channel")`},
	"xor":    {2, 2, `xor(a, b)`},
}

// questionNames are the keys of questions, in the order in which messages list
// them.
var questionNames = []string{"ran", "active", "since", inForce, "xor"}

// inForce is the name of the question about requests.
const inForce = "in_force"

// question makes the expression of a call about the history or requests, or of xor.
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
	case inForce:
		return inForceQuestion{args[0]}
	}
	return xor{args[0], args[1]}
}

type xor struct{ l, r expr }

func (x xor) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := x.test(c, t)
	return boolVal(yes), err
}

func (x xor) test(c *engine.Context, t *lua.LTable) (bool, error) {
	l, err := x.l.test(c, t)
	if err != nil {
		return false, err
	}
	r, err := x.r.test(c, t)
	return l != r, err
}

// ranQuestion is ran("combat.melee", k).
type ranQuestion struct{ name, ago expr }

func (q ranQuestion) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := q.test(c, t)
	return boolVal(yes), err
}

func (q ranQuestion) test(c *engine.Context, t *lua.LTable) (bool, error) {
	name, err := nodeOf(c, t, q.name)
	if err != nil || q.ago == nil {
		return err == nil && c.Ran(name, 1), err
	}
	k, err := q.ago.eval(c, t)
	switch {
	case err != nil:
		return false, err
	case k.kind == kNil:
		return c.Ran(name, 1), nil
	case k.kind != kNumber:
		return false, fmt.Errorf("ran: argument 2 is %s; want a number of ticks", k.show())
	}
	return c.Ran(name, int(k.num)), nil
}

// activeQuestion is active("combat.melee").
type activeQuestion struct{ name expr }

func (q activeQuestion) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := q.test(c, t)
	return boolVal(yes), err
}

func (q activeQuestion) test(c *engine.Context, t *lua.LTable) (bool, error) {
	name, err := nodeOf(c, t, q.name)
	return err == nil && c.Active(name), err
}

// sinceQuestion is since("combat.melee"), in seconds.
type sinceQuestion struct{ name expr }

func (q sinceQuestion) eval(c *engine.Context, t *lua.LTable) (val, error) {
	name, err := nodeOf(c, t, q.name)
	if err != nil {
		return val{}, err
	}
	return numberVal(c.Since(name).Seconds()), nil
}

func (q sinceQuestion) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(q.eval(c, t))
}

// inForceQuestion is in_force("body"): the kind of a request, or nil.
type inForceQuestion struct{ channel expr }

func (q inForceQuestion) eval(c *engine.Context, t *lua.LTable) (val, error) {
	v, err := q.channel.eval(c, t)
	switch {
	case err != nil:
		return val{}, err
	case v.kind != kString:
		return val{}, fmt.Errorf("want the name of a channel, got %s", v.show())
	}
	r, ok := c.InForce(v.str)
	if !ok {
		return val{}, nil
	}
	return stringVal(r.Kind), nil
}

func (q inForceQuestion) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(q.eval(c, t))
}

// nodeOf evaluates the name of a node and checks that the tree has it: a
// misspelt name would otherwise be false for ever.
func nodeOf(c *engine.Context, t *lua.LTable, e expr) (string, error) {
	v, err := e.eval(c, t)
	if err != nil {
		return "", err
	}
	if v.kind != kString {
		return "", fmt.Errorf("want the name of a node, got %s", v.show())
	}
	if c.Program().Nodes(v.str) == nil {
		return "", c.Program().NoNode(v.str)
	}
	return v.str, nil
}
