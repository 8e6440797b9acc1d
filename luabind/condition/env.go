package condition

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
)

// Env is what the host gives to all conditions.
type Env struct {
	// Globals holds what all scripts use by name, such as math. What is in it should be constant (see
	// lua.Freeze); then functions of libraries are found when a condition is compiled.
	Globals *lua.Table
	// Members lists what a library has. If it is nil, that is what is in its table.
	Members func(library string) []string
	// Helper reports whether a function is one of the game, such as geom.distance, whose results are
	// shown; and what is wrong with calling it with at least so many arguments, "" if nothing is. It may
	// be nil.
	Helper func(library, name string, given int) (problem string, ok bool)
	// Ran, Active, Since and InForce answer the questions of these names. They get what is between the
	// parentheses.
	Ran, Active, Since, InForce *lua.Function
	// Show writes a value briefly, in messages and behind what it is the value of. If it is nil, values
	// are written as Lua has them.
	Show func(lua.Value) string
}

// Names knows the named conditions that an expression may use. Bare names that it does not know
// are fields.
type Names interface {
	// Named returns the expression that a name stands for, where it is written, the whole line for
	// messages, and the names that it may use in turn.
	Named(name string) (source string, pos diag.Pos, line string, scope Names, ok bool)
}

// global returns what all scripts use by a name, nil if there is nothing.
func (c *Compiler) global(name string) lua.Value { return c.env.Globals.Get(lua.Name(name)) }

// members lists what a library has.
func (c *Compiler) members(library string, t *lua.Table) []string {
	if c.env.Members != nil {
		return c.env.Members(library)
	}
	return keys(t)
}

// keys returns the names in a table.
func keys(t *lua.Table) []string {
	var out []string
	for k, _, more := t.Next(lua.Nil); more; k, _, more = t.Next(k) {
		if name, ok := k.Text(); ok {
			out = append(out, name)
		}
	}
	return out
}

func (c *Compiler) helper(library, name string, given int) (problem string, ok bool) {
	if c.env.Helper == nil {
		return "", false
	}
	return c.env.Helper(library, name, given)
}

func (c *Compiler) show(v lua.Value) string {
	if c.env.Show == nil {
		return v.String()
	}
	return c.env.Show(v)
}

// question is a function that a condition may call besides those of all scripts: how it is written,
// and how many arguments it takes.
type question struct {
	name        string
	least, most int
	form        string
	fn          func(e *Env) *lua.Function
}

// questions are in the order in which messages list them.
var questions = []question{
	{"ran", 1, 2, `ran("name") or ran("name", 3)`, func(e *Env) *lua.Function { return e.Ran }},
	{"active", 1, 1, `active("name")`, func(e *Env) *lua.Function { return e.Active }},
	{"since", 1, 1, `since("name")`, func(e *Env) *lua.Function { return e.Since }},
	{inForce, 1, 1, `in_force("channel")`, func(e *Env) *lua.Function { return e.InForce }},
	{xor, 2, 2, `xor(a, b)`, func(*Env) *lua.Function { return eitherOr }},
}

const (
	inForce = "in_force" // asks for a channel, not for a node
	xor     = "xor"      // an operator rather than a question
)

var eitherOr = lua.NewFunction(xor, func(c *lua.Call) error {
	c.Return(lua.Bool(c.Arg(1).Truth() != c.Arg(2).Truth()))
	return nil
})

// questionNamed returns the question of a name, nil if there is none.
func questionNamed(name string) *question {
	for i := range questions {
		if questions[i].name == name {
			return &questions[i]
		}
	}
	return nil
}

func questionNames() []string {
	var out []string
	for _, q := range questions {
		out = append(out, q.name)
	}
	return out
}
