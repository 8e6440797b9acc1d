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
	// Ran, Active and Since answer the questions of these names about a node; ago is in ticks, and what Since
	// returns is in seconds. The error is that there is no such node.
	Ran    func(c *lua.Call, node string, ago int) (bool, error)
	Active func(c *lua.Call, node string) (bool, error)
	Since  func(c *lua.Call, node string) (float64, error)
	// InForce returns the kind of the request that is in force on a channel, or nil.
	InForce func(c *lua.Call, channel string) lua.Value
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
