//go:build !luacore

package luabind

import (
	"errors"
	"fmt"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// expr is a condition, or a part of one, that is evaluated without Lua.
type expr interface {
	// eval computes the value. The table holds the fields of the agent; it is nil if
	// they do not live in Lua.
	eval(*engine.Context, *lua.LTable) (val, error)
	// test tells whether the value counts as true, which for most operators takes
	// less.
	test(*engine.Context, *lua.LTable) (bool, error)
}

// truth is a test by way of a value.
func truth(v val, err error) (bool, error) { return err == nil && v.truthy(), err }

// fieldTable returns the fields of the agent that c is for, nil if they do not
// live in Lua.
func fieldTable(c *engine.Context) *lua.LTable {
	if own, ok := c.Fields().(*fields); ok {
		return own.table()
	}
	return nil
}

// errNeedsLua is the result of an expression that meets a value whose meaning
// only Lua knows: a table with a metatable, or a field of a string.
var errNeedsLua = errors.New("only Lua can tell")

type constant struct{ v val }

func (x constant) eval(*engine.Context, *lua.LTable) (val, error)  { return x.v, nil }
func (x constant) test(*engine.Context, *lua.LTable) (bool, error) { return x.v.truthy(), nil }

// numberConstant reads a numeral as Lua does, nil if it cannot.
func numberConstant(text string) expr {
	if f, ok := parseNumber(text); ok {
		return constant{numberVal(f)}
	}
	return nil
}

// field reads a field of the agent.
type field string

func (x field) eval(c *engine.Context, t *lua.LTable) (val, error) {
	if t != nil {
		return toVal(t.RawGetString(string(x))), nil
	}
	v := c.Fields().Get(engine.KeyOf(string(x)))
	return valOf(&v, string(x)), nil
}

func (x field) test(c *engine.Context, t *lua.LTable) (bool, error) {
	if t != nil {
		return lua.LVAsBool(t.RawGetString(string(x))), nil
	}
	return truth(x.eval(c, t))
}

// param reads a parameter of the node.
type param struct{ name, text string }

func (x param) eval(c *engine.Context, _ *lua.LTable) (val, error) {
	params := c.Program().Params(c.Node())
	for i := range params {
		if params[i].Name == x.name {
			return valOf(&params[i].Value, x.text), nil
		}
	}
	return val{}, nil
}

func (x param) test(c *engine.Context, t *lua.LTable) (bool, error) { return truth(x.eval(c, t)) }

// index reads a named entry of a table, target.x.
type index struct {
	of   expr
	name string
	text string // "target.x"; empty if what it begins with is no name
}

func (x index) eval(c *engine.Context, t *lua.LTable) (val, error) {
	v, err := x.of.eval(c, t)
	if err != nil {
		return v, err
	}
	if v.kind == kString || v.asks() {
		return v, errNeedsLua
	}
	e, ok := v.entry(x.name, x.text)
	if !ok {
		return v, fmt.Errorf("%s is %s; it has no field %s", nameOf(x.of), v.show(), x.name)
	}
	return e, nil
}

func (x index) test(c *engine.Context, t *lua.LTable) (bool, error) { return truth(x.eval(c, t)) }

// textOf returns the text of an expression that is a name or a path, or "".
func textOf(e expr) string {
	switch x := e.(type) {
	case field:
		return string(x)
	case param:
		return x.text
	case index:
		return x.text
	case *namedExpr:
		return x.name
	}
	return ""
}

// nameOf is textOf for messages.
func nameOf(e expr) string {
	if text := textOf(e); text != "" {
		return text
	}
	return "a value"
}

// describe names a value by what it came from: "hp (nil)".
func (v val) describe(from expr) string {
	if text := textOf(from); text != "" {
		return text + " (" + v.show() + ")"
	}
	return v.show()
}

// base returns the agent's field that x begins with, or "".
func (x index) base() string {
	switch o := x.of.(type) {
	case field:
		return string(o)
	case index:
		return o.base()
	}
	return ""
}

// namedExpr is a named condition in the place of its name.
type namedExpr struct {
	name string
	body expr
}

func (x *namedExpr) eval(c *engine.Context, t *lua.LTable) (val, error) {
	v, err := x.body.eval(c, t)
	return v, x.inside(err)
}

func (x *namedExpr) test(c *engine.Context, t *lua.LTable) (bool, error) {
	yes, err := x.body.test(c, t)
	return yes, x.inside(err)
}

// inside adds to an error which condition raised it.
func (x *namedExpr) inside(err error) error {
	if err == nil || err == errNeedsLua {
		return err
	}
	return fmt.Errorf("in %s: %w", x.name, err)
}

type and struct{ l, r expr }

func (x and) eval(c *engine.Context, t *lua.LTable) (val, error) {
	v, err := x.l.eval(c, t)
	if err != nil || !v.truthy() {
		return v, err
	}
	return x.r.eval(c, t)
}

func (x and) test(c *engine.Context, t *lua.LTable) (bool, error) {
	if yes, err := x.l.test(c, t); !yes || err != nil {
		return false, err
	}
	return x.r.test(c, t)
}

type or struct{ l, r expr }

func (x or) eval(c *engine.Context, t *lua.LTable) (val, error) {
	v, err := x.l.eval(c, t)
	if err != nil || v.truthy() {
		return v, err
	}
	return x.r.eval(c, t)
}

func (x or) test(c *engine.Context, t *lua.LTable) (bool, error) {
	if yes, err := x.l.test(c, t); yes || err != nil {
		return yes, err
	}
	return x.r.test(c, t)
}

type negation struct{ e expr }

func (x negation) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := x.test(c, t)
	return boolVal(yes), err
}

func (x negation) test(c *engine.Context, t *lua.LTable) (bool, error) {
	yes, err := x.e.test(c, t)
	return !yes && err == nil, err
}
