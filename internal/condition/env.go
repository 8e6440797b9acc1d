package condition

import (
	"reflect"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
)

// Env provides the functions and names of the host to all conditions.
type Env struct {
	// Globals holds the values that all scripts use by name, such as math. They should be constant (see
	// lua.Freeze); then functions of libraries are resolved when a condition is compiled.
	Globals *lua.Table
	// Members lists the names in a library.
	Members func(library string) []string
	// Helper reports whether a function is a helper of the game, such as geom.distance; the results of helpers are
	// shown. It also returns, for any function, the problem of a call with at least least and at most most
	// arguments, or empty Words.
	Helper func(library, name string, least, most int) (problem diag.Words, ok bool)
	// Explain returns the words for an error that a Go function has raised, such as one about an argument.
	Explain func(e *lua.Error) diag.Words
	// Methods returns the names of the methods of the handles of a type of Go, or of all handles if t is nil. It may be nil
	// if there are none.
	Methods func(t reflect.Type) []string
	// Context returns the context in which a condition is evaluated.
	Context func(c *lua.Call) *engine.Context
	// History is the number of past ticks that an agent remembers.
	History int
	// Outcomes, if set, returns what counts the outcomes of the named condition with a text at a position.
	Outcomes func(pos diag.Pos, text string) *lua.Outcomes
}

// Names resolves the named conditions that an expression may use. A bare name that it does not know is a field.
type Names interface {
	// Named returns the expression of a named condition, its position, the whole line for messages, and the names
	// that the expression itself may use.
	Named(name string) (source string, pos diag.Pos, line string, scope Names, ok bool)
	// Parameter reports whether the name is a parameter of the tree that has the expression. Named conditions do not see
	// it.
	Parameter(name string) bool
}

// methods returns the names of the methods of the handles of a type, or of all handles if t is nil.
func (c *Compiler) methods(t reflect.Type) []string {
	if c.env.Methods == nil {
		return nil
	}
	return c.env.Methods(t)
}

// global returns the value of a global name, nil if there is none.
func (c *Compiler) global(name string) lua.Value { return c.env.Globals.Get(lua.Name(name)) }

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
