package luabind

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// expr is a condition, or a part of one, that is evaluated without Lua.
type expr interface {
	eval(*engine.Context) (val, error)
}

// val is a value of an expression. Unlike a lua.LValue, making one does not
// allocate.
type val struct {
	kind valKind
	num  float64 // of kNumber; 1 for true
	str  string
	ref  lua.LValue // of kOther
}

type valKind uint8

const (
	kNil valKind = iota
	kBool
	kNumber
	kString
	kOther
)

func toVal(v lua.LValue) val {
	switch x := v.(type) {
	case lua.LNumber:
		return val{kind: kNumber, num: float64(x)}
	case lua.LBool:
		return boolVal(bool(x))
	case lua.LString:
		return val{kind: kString, str: string(x)}
	case *lua.LNilType:
		return val{}
	}
	return val{kind: kOther, ref: v}
}

// valOf is toVal for a value of the engine; plain data costs no allocation.
func valOf(v engine.Value) val {
	switch v.Kind() {
	case engine.NumberValue:
		return val{kind: kNumber, num: v.Float()}
	case engine.BoolValue:
		return boolVal(v.Truthy())
	case engine.StringValue:
		return val{kind: kString, str: v.Str()}
	}
	return toVal(fromValue(v))
}

func boolVal(b bool) val {
	if b {
		return val{kind: kBool, num: 1}
	}
	return val{kind: kBool}
}

func (v val) truthy() bool { return v.kind != kNil && (v.kind != kBool || v.num != 0) }

func (v val) show() string {
	switch v.kind {
	case kNil:
		return "nil"
	case kBool:
		return strconv.FormatBool(v.num != 0)
	case kNumber:
		return engine.FormatNumber(v.num)
	case kString:
		return show(lua.LString(v.str))
	}
	return show(v.ref)
}

type constant struct{ v val }

func (c constant) eval(*engine.Context) (val, error) { return c.v, nil }

// numberConstant reads a numeral as Lua does, nil if it cannot.
func numberConstant(text string) expr {
	if f, ok := parseNumber(text); ok {
		return constant{val{kind: kNumber, num: f}}
	}
	return nil
}

// parseNumber reads a number as the VM does, in source text and where it
// calculates with a string. Thus 010 is eight and inf is infinity.
func parseNumber(text string) (float64, bool) {
	text = strings.Trim(text, " \t\n")
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return float64(n), true
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// errNeedsLua is the result of an expression that meets a value whose meaning
// only Lua knows: a table with a metatable, or a field of a string.
var errNeedsLua = errors.New("only Lua can tell")

// plain tells whether Lua's operators treat v without asking a metatable.
func (v val) plain() bool {
	switch x := v.ref.(type) {
	case *lua.LTable:
		return x.Metatable == lua.LNil
	case *lua.LUserData:
		return false
	}
	return true
}

// field reads a field of the agent.
type field string

func (f field) eval(c *engine.Context) (val, error) {
	if own, ok := c.Fields().(*fields); ok {
		return toVal(own.table().RawGetString(string(f))), nil
	}
	return valOf(c.Agent().Get(engine.KeyOf(string(f)))), nil
}

// param reads a parameter of the node.
type param string

func (p param) eval(c *engine.Context) (val, error) {
	return valOf(c.Program().Params(c.Node()).Get(string(p))), nil
}

// index reads a named entry of a table, target.x.
type index struct {
	of   expr
	name string
}

func (x index) eval(c *engine.Context) (val, error) {
	v, err := x.of.eval(c)
	if err != nil {
		return v, err
	}
	if t, ok := v.ref.(*lua.LTable); ok {
		if t = targetOf(t); t.Metatable == lua.LNil {
			return toVal(t.RawGetString(x.name)), nil
		}
	}
	if v.kind == kString || !v.plain() {
		return v, errNeedsLua
	}
	return v, fmt.Errorf("%s is %s; it has no field %s", x.ofText(), v.show(), x.name)
}

func (x index) text() string { return x.ofText() + "." + x.name }

func (x index) ofText() string {
	switch o := x.of.(type) {
	case field:
		return string(o)
	case param:
		return nameParams + "." + string(o)
	case index:
		return o.text()
	}
	return "a value"
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

type logic struct {
	and  bool
	l, r expr
}

func (x logic) eval(c *engine.Context) (val, error) {
	v, err := x.l.eval(c)
	if err != nil || v.truthy() != x.and {
		return v, err
	}
	return x.r.eval(c)
}

type negation struct{ e expr }

func (x negation) eval(c *engine.Context) (val, error) {
	v, err := x.e.eval(c)
	return boolVal(!v.truthy()), err
}

type minus struct{ e expr }

func (x minus) eval(c *engine.Context) (val, error) {
	v, err := x.e.eval(c)
	if err != nil {
		return v, err
	}
	n, ok := v.number()
	if !ok && !v.plain() {
		return v, errNeedsLua
	}
	if !ok {
		return v, fmt.Errorf("attempt to negate %s", v.describe(x.e))
	}
	return val{kind: kNumber, num: -n}, nil
}

// number converts as Lua's arithmetic does: strings that are numerals count.
func (v val) number() (float64, bool) {
	switch v.kind {
	case kNumber:
		return v.num, true
	case kString:
		return parseNumber(v.str)
	}
	return 0, false
}

// describe names a value by what it came from: "hp (nil)".
func (v val) describe(from expr) string {
	switch x := from.(type) {
	case field:
		return string(x) + " (" + v.show() + ")"
	case param:
		return nameParams + "." + string(x) + " (" + v.show() + ")"
	case index:
		return x.text() + " (" + v.show() + ")"
	}
	return v.show()
}

// both evaluates two operands, the left one first.
func both(c *engine.Context, left, right expr) (l, r val, err error) {
	if l, err = left.eval(c); err == nil {
		r, err = right.eval(c)
	}
	return l, r, err
}

type arithmetic struct {
	op   byte
	l, r expr
}

func (x arithmetic) eval(c *engine.Context) (val, error) {
	l, r, err := both(c, x.l, x.r)
	if err != nil {
		return val{}, err
	}
	if !l.plain() || !r.plain() {
		return l, errNeedsLua
	}
	a, okA := l.number()
	b, okB := r.number()
	if !okA {
		return l, fmt.Errorf("attempt to calculate with %s", l.describe(x.l))
	}
	if !okB {
		return r, fmt.Errorf("attempt to calculate with %s", r.describe(x.r))
	}
	return val{kind: kNumber, num: calculate(x.op, a, b)}, nil
}

func calculate(op byte, a, b float64) float64 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '/':
		return a / b
	case '%':
		m := math.Mod(a, b)
		if m != 0 && (m < 0) != (b < 0) {
			m += b
		}
		return m
	}
	return math.Pow(a, b)
}

type compare struct {
	op   string
	l, r expr
}

func (x compare) eval(c *engine.Context) (val, error) {
	l, r, err := both(c, x.l, x.r)
	if err != nil {
		return val{}, err
	}
	if !l.plain() && !r.plain() && l.ref != r.ref {
		return l, errNeedsLua
	}
	switch x.op {
	case "==":
		return boolVal(l.equal(r)), nil
	case "~=":
		return boolVal(!l.equal(r)), nil
	}
	less, lessEqual, ok := l.order(r)
	if !ok {
		return l, fmt.Errorf("attempt to compare %s with %s", l.describe(x.l), r.describe(x.r))
	}
	switch x.op {
	case "<":
		return boolVal(less), nil
	case "<=":
		return boolVal(lessEqual), nil
	}
	less, lessEqual, _ = r.order(l)
	if x.op == ">" {
		return boolVal(less), nil
	}
	return boolVal(lessEqual), nil
}

func (v val) equal(w val) bool {
	return v.kind == w.kind && v.num == w.num && v.str == w.str && v.ref == w.ref
}

// order tells whether v < w and v <= w, for two numbers or two strings.
func (v val) order(w val) (less, lessEqual, ok bool) {
	switch {
	case v.kind == kNumber && w.kind == kNumber:
		return v.num < w.num, v.num <= w.num, true
	case v.kind == kString && w.kind == kString:
		return v.str < w.str, v.str <= w.str, true
	}
	return false, false, false
}
