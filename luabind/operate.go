//go:build !luacore

package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

type minus struct{ e expr }

func (x minus) eval(c *engine.Context, t *lua.LTable) (val, error) {
	v, err := x.e.eval(c, t)
	if err != nil {
		return v, err
	}
	n, ok := v.number()
	if !ok && v.asks() {
		return v, errNeedsLua
	}
	if !ok {
		return v, fmt.Errorf("attempt to negate %s", v.describe(x.e))
	}
	return numberVal(-n), nil
}

func (x minus) test(c *engine.Context, t *lua.LTable) (bool, error) { return truth(x.eval(c, t)) }

type arithmetic struct {
	op   byte
	l, r expr
}

func (x *arithmetic) eval(c *engine.Context, t *lua.LTable) (val, error) {
	l, err := x.l.eval(c, t)
	if err != nil {
		return l, err
	}
	r, err := x.r.eval(c, t)
	if err != nil {
		return r, err
	}
	if l.kind == kNumber && r.kind == kNumber {
		return numberVal(calculate(x.op, l.num, r.num)), nil
	}
	return x.convert(&l, &r)
}

// convert calculates with what may be a numeral.
func (x *arithmetic) convert(l, r *val) (val, error) {
	if l.asks() || r.asks() {
		return val{}, errNeedsLua
	}
	a, okA := l.number()
	b, okB := r.number()
	if !okA {
		return val{}, fmt.Errorf("attempt to calculate with %s%s", l.describe(x.l), unset(x.l, l))
	}
	if !okB {
		return val{}, fmt.Errorf("attempt to calculate with %s%s", r.describe(x.r), unset(x.r, r))
	}
	return numberVal(operate(x.op, a, b)), nil
}

func (x *arithmetic) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(x.eval(c, t))
}

// comparison is an operator that compares.
type comparison uint8

const (
	equal comparison = iota
	unequal
	less
	lessEqual
	greater
	greaterEqual
)

var comparisons = map[string]comparison{"==": equal, "~=": unequal, "<": less, "<=": lessEqual, ">": greater, ">=": greaterEqual}

// compareNumbers is Lua's comparison of two numbers.
func compareNumbers(op comparison, a, b float64) bool {
	switch op {
	case less:
		return a < b
	case greater:
		return a > b
	case lessEqual:
		return a <= b
	case greaterEqual:
		return a >= b
	case equal:
		return a == b
	}
	return a != b
}

func compareStrings(op comparison, a, b string) bool {
	switch op {
	case less:
		return a < b
	case greater:
		return a > b
	case lessEqual:
		return a <= b
	case greaterEqual:
		return a >= b
	case equal:
		return a == b
	}
	return a != b
}

type compare struct {
	op   comparison
	l, r expr
}

func (x *compare) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := x.test(c, t)
	return boolVal(yes), err
}

func (x *compare) test(c *engine.Context, t *lua.LTable) (bool, error) {
	l, err := x.l.eval(c, t)
	if err != nil {
		return false, err
	}
	r, err := x.r.eval(c, t)
	if err != nil {
		return false, err
	}
	if l.kind == kNumber && r.kind == kNumber {
		return compareNumbers(x.op, l.num, r.num), nil
	}
	return x.others(&l, &r)
}

// others compares values that are not both numbers.
func (x *compare) others(l, r *val) (bool, error) {
	switch {
	case l.kind == kString && r.kind == kString:
		return compareStrings(x.op, l.str, r.str), nil
	case l.asks() && r.asks() && (x.op > unequal || l.ref != r.ref):
		return false, errNeedsLua
	case x.op == equal:
		return l.equal(r), nil
	case x.op == unequal:
		return !l.equal(r), nil
	}
	return false, fmt.Errorf("attempt to compare %s with %s%s", l.describe(x.l), r.describe(x.r), unset(x.l, l)+unset(x.r, r))
}

// unset is the remedy for a field that is nil where a number is wanted.
func unset(x expr, v *val) string {
	name, ok := x.(field)
	if !ok || v.kind != kNil {
		return ""
	}
	return fmt.Sprintf(": the agent has no field %s; if that may be so, write (%s or 0)", string(name), string(name))
}
