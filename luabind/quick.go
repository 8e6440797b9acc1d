//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// Most conditions compare numbers, or a field with nil. They have forms of their own,
// which do the usual thing without making a val, and otherwise, as for an error, ask
// the general form.

// numeric is an expression that mostly is a number and that may be asked twice.
type numeric interface {
	expr
	// num returns the number; ok is false if it is none, or an error.
	num(*engine.Context, *lua.LTable) (n float64, ok bool)
}

func (x constant) num(*engine.Context, *lua.LTable) (float64, bool) {
	return x.v.num, x.v.kind == kNumber
}

func (x field) num(_ *engine.Context, t *lua.LTable) (float64, bool) {
	if t == nil {
		return 0, false
	}
	n, ok := t.RawGetString(string(x)).(lua.LNumber)
	return float64(n), ok
}

func (x param) num(c *engine.Context, _ *lua.LTable) (float64, bool) {
	params := c.Program().Params(c.Node())
	for i := range params {
		if params[i].Name == x.name {
			v := &params[i].Value
			return v.Float(), v.Kind() == engine.NumberValue
		}
	}
	return 0, false
}

// newArithmetic returns a calculation. One with constants is made at once, as by the
// compiler of Lua.
func newArithmetic(op byte, l, r expr) expr {
	x, okX := l.(constant)
	y, okY := r.(constant)
	if okX && okY && x.v.kind == kNumber && y.v.kind == kNumber {
		return constant{numberVal(operate(op, x.v.num, y.v.num))}
	}
	return newCalculation(op, l, r)
}

func newCalculation(op byte, l, r expr) expr {
	x := &arithmetic{op, l, r}
	if p, ok := newOperands(l, r); ok {
		return &quickArithmetic{*x, p}
	}
	return x
}

// operands are two that mostly are numbers.
type operands struct {
	a, b  numeric
	with  float64 // the second one, if fixed
	fixed bool
}

// newOperands returns two operands; ok is false if one of them never is a number or may
// not be asked twice.
func newOperands(l, r expr) (p operands, ok bool) {
	a, okA := l.(numeric)
	b, okB := r.(numeric)
	with, fixed := r.(constant)
	if !okA || !okB || fixed && with.v.kind != kNumber {
		return p, false
	}
	return operands{a, b, with.v.num, fixed}, true
}

// newMinus returns a negation of a number.
func newMinus(e expr) expr {
	if x, ok := e.(constant); ok && x.v.kind == kNumber {
		return constant{numberVal(-x.v.num)}
	}
	return minus{e}
}

// quickArithmetic calculates with what mostly are numbers.
type quickArithmetic struct {
	arithmetic
	operands
}

func (x *quickArithmetic) num(c *engine.Context, t *lua.LTable) (float64, bool) {
	a, ok := x.a.num(c, t)
	b := x.with
	if ok && !x.fixed {
		b, ok = x.b.num(c, t)
	}
	if !ok {
		return 0, false
	}
	return calculate(x.op, a, b), true
}

func (x *quickArithmetic) eval(c *engine.Context, t *lua.LTable) (val, error) {
	if n, ok := x.num(c, t); ok {
		return numberVal(n), nil
	}
	return x.arithmetic.eval(c, t)
}

// newCompare returns a comparison.
func newCompare(op comparison, l, r expr) expr {
	x := &compare{op, l, r}
	name, isField := l.(field)
	with, isConstant := r.(constant)
	if isField && isConstant && with.v.kind == kNil && op <= unequal {
		return &compareNil{*x, string(name)}
	}
	if isField && isConstant && with.v.kind == kNumber {
		return &compareConstant{*x, string(name), with.v.num}
	}
	if isField && isConstant && with.v.kind == kString {
		return &compareText{*x, string(name), with.v.str}
	}
	if p, ok := newOperands(l, r); ok {
		return &quickCompare{*x, p}
	}
	return x
}

// quickCompare compares what mostly are numbers.
type quickCompare struct {
	compare
	operands
}

func (x *quickCompare) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := x.test(c, t)
	return boolVal(yes), err
}

func (x *quickCompare) test(c *engine.Context, t *lua.LTable) (bool, error) {
	a, ok := x.a.num(c, t)
	b := x.with
	if ok && !x.fixed {
		b, ok = x.b.num(c, t)
	}
	if ok {
		return compareNumbers(x.op, a, b), nil
	}
	return x.compare.test(c, t)
}

// compareConstant compares a field with a number.
type compareConstant struct {
	compare
	name string
	with float64
}

func (x *compareConstant) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := x.test(c, t)
	return boolVal(yes), err
}

func (x *compareConstant) test(c *engine.Context, t *lua.LTable) (bool, error) {
	if t != nil {
		if n, ok := t.RawGetString(x.name).(lua.LNumber); ok {
			return compareNumbers(x.op, float64(n), x.with), nil
		}
	}
	return x.compare.test(c, t)
}

// compareNil compares a field with nil.
type compareNil struct {
	compare
	name string
}

func (x *compareNil) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := x.test(c, t)
	return boolVal(yes), err
}

func (x *compareNil) test(c *engine.Context, t *lua.LTable) (bool, error) {
	if t == nil {
		return x.compare.test(c, t)
	}
	return (t.RawGetString(x.name) == lua.LNil) == (x.op == equal), nil
}

// compareText compares a field with a string.
type compareText struct {
	compare
	name string
	with string
}

func (x *compareText) eval(c *engine.Context, t *lua.LTable) (val, error) {
	yes, err := x.test(c, t)
	return boolVal(yes), err
}

func (x *compareText) test(c *engine.Context, t *lua.LTable) (bool, error) {
	if t != nil {
		if s, ok := t.RawGetString(x.name).(lua.LString); ok {
			return compareStrings(x.op, string(s), x.with), nil
		}
	}
	return x.compare.test(c, t)
}

// quickCall calls a helper with what mostly are numbers.
type quickCall struct{ numberCall }

func (x *quickCall) eval(c *engine.Context, t *lua.LTable) (val, error) {
	if v, ok := x.ask(c, t); ok {
		return v, nil
	}
	return x.numberCall.eval(c, t)
}

func (x *quickCall) test(c *engine.Context, t *lua.LTable) (bool, error) { return truth(x.eval(c, t)) }

// ask calls the helper. If ok is false, it was not called, or has panicked.
func (x *quickCall) ask(c *engine.Context, t *lua.LTable) (v val, ok bool) {
	defer func() {
		if !ok {
			_ = recover()
		}
	}()
	var nums [maxNumbers]float64
	for i, a := range x.quick {
		n, isNumber := a.num(c, t)
		if !isNumber {
			return val{}, false
		}
		nums[i] = n
	}
	v = x.byNumbers(c, nums)
	return v, true
}

// quickNumber is a quickCall that gives a number.
type quickNumber struct{ quickCall }

func (x *quickNumber) num(c *engine.Context, t *lua.LTable) (float64, bool) {
	v, ok := x.ask(c, t)
	return v.num, ok
}
