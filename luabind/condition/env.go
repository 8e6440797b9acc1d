package condition

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
)

// Env provides the functions and names of the host to all conditions.
type Env struct {
	// Globals holds the values that all scripts use by name, such as math. They should be constant (see
	// lua.Freeze); then functions of libraries are resolved when a condition is compiled.
	Globals *lua.Table
	// Members lists the names in a library. If it is nil, they are the keys of its table.
	Members func(library string) []string
	// Helper reports whether a function is a helper of the game, such as geom.distance; the results of helpers are
	// shown. It also returns the problem of a call with at least least and at most most arguments, or "". Helper
	// may be nil.
	Helper func(library, name string, least, most int) (problem string, ok bool)
	// Ran, Active and Since answer the questions of the same names about a node. ago is in ticks, and the result of
	// Since is in seconds. The error says that there is no such node.
	Ran    func(c *lua.Call, node string, ago int) (bool, error)
	Active func(c *lua.Call, node string) (bool, error)
	Since  func(c *lua.Call, node string) (float64, error)
	// InForce returns the kind of the request in force on a channel, or nil.
	InForce func(c *lua.Call, channel string) lua.Value
	// Show formats a value briefly, for messages and for the terms of a condition. If Show is nil, values are
	// formatted as in Lua.
	Show func(lua.Value) string
}

// Names resolves the named conditions that an expression may use. A bare name that it does not know is a field.
type Names interface {
	// Named returns the expression of a named condition, its position, the whole line for messages, and the names
	// that the expression itself may use.
	Named(name string) (source string, pos diag.Pos, line string, scope Names, ok bool)
}

// global returns the value of a global name, nil if there is none.
func (c *Compiler) global(name string) lua.Value { return c.env.Globals.Get(lua.Name(name)) }

// members lists the names in a library.
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

func (c *Compiler) helper(library, name string, least, most int) (problem string, ok bool) {
	if c.env.Helper == nil {
		return "", false
	}
	return c.env.Helper(library, name, least, most)
}

func (c *Compiler) show(v lua.Value) string {
	if c.env.Show == nil {
		return v.String()
	}
	return c.env.Show(v)
}
