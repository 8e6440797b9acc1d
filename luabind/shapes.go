package luabind

import (
	"math"
	"slices"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// input is how a parameter of type T is read.
type input[T any] struct {
	read func(val) (T, bool)
	want string
}

// output makes a value of a result of type T.
type output[T any] func(T) val

var (
	numberIn = input[float64]{func(v val) (float64, bool) { return v.num, v.kind == kNumber }, "a number"}
	intIn    = input[int]{func(v val) (int, bool) { n, ok := whole(v); return int(n), ok }, "a whole number"}
	agentIn  = input[engine.AgentID]{func(v val) (engine.AgentID, bool) { n, ok := whole(v); return engine.AgentID(n), ok }, "a whole number"}
	stringIn = input[string]{func(v val) (string, bool) { return v.str, v.kind == kString }, "a string"}
	vectorIn = input[engine.Vector]{val.vector, wantVector}
)

// whole reads a whole number that a float64 holds exactly, as wholeReader does.
func whole(v val) (int64, bool) {
	ok := v.kind == kNumber && v.num == math.Trunc(v.num) && math.Abs(v.num) <= 1<<53
	if !ok {
		return 0, false
	}
	return int64(v.num), true
}

func wholeVal[T int | engine.AgentID](n T) val { return numberVal(float64(n)) }

// pointerVal makes nil of a nil pointer.
func pointerVal[T any](out output[T]) output[*T] {
	return func(p *T) val {
		if p == nil {
			return val{}
		}
		return out(*p)
	}
}

// shape makes the expression of a call if a function has a certain type.
type shape func(site *callSite, fn any) expr

// shapes are the types of functions that are called without reflection: up to eight
// numbers, and up to two values of any kind that matters, with a context in front or
// not.
var shapes = slices.Concat(
	returning(output[float64](numberVal)), returning(output[bool](boolVal)), returning(output[int](wholeVal[int])),
	returning(output[engine.Vector](vectorVal)), returning(pointerVal(output[int](wholeVal[int]))),
	returning(pointerVal(output[engine.AgentID](wholeVal[engine.AgentID]))),
)

// returning lists the shapes with one type of result.
func returning[R any](out output[R]) []shape {
	return slices.Concat(
		[]shape{numbers(out)},
		taking(numberIn, out), taking(intIn, out), taking(agentIn, out), taking(stringIn, out), taking(vectorIn, out),
	)
}

// taking lists the shapes with one type of first parameter.
func taking[A, R any](a input[A], out output[R]) []shape {
	return []shape{unary(a, out), binary(a, numberIn, out), binary(a, intIn, out), binary(a, agentIn, out), binary(a, stringIn, out), binary(a, vectorIn, out)}
}

// numberCall calls a function of up to eight numbers.
type numberCall[R any] struct {
	callSite
	quick []numeric // the arguments, if all of them mostly are numbers
	n     int
	call  func(*engine.Context, [8]float64) R
	out   output[R]
}

func numbers[R any](out output[R]) shape {
	return func(site *callSite, fn any) expr {
		n, call := ofNumbers[R](fn)
		if call == nil {
			return nil
		}
		for range n {
			site.wants = append(site.wants, numberIn.want)
		}
		x := &numberCall[R]{*site, numerics(site.args, n), n, call, out}
		if y, ok := any(x).(*numberCall[float64]); ok && x.quick != nil {
			return &numberOfNumbers{*y}
		}
		return x
	}
}

// numberOfNumbers calls a function that makes a number of numbers.
type numberOfNumbers struct{ numberCall[float64] }

// num may be asked twice: if ok is false, the helper has not been called, or has
// panicked.
func (x *numberOfNumbers) num(c *engine.Context, t *lua.LTable) (n float64, ok bool) {
	defer func() {
		if !ok {
			_ = recover()
		}
	}()
	var nums [8]float64
	for i, a := range x.quick {
		if nums[i], ok = a.num(c, t); !ok {
			return 0, false
		}
	}
	ok = false
	n = x.call(c, nums)
	return n, true
}

// numerics returns the arguments of a call that wants n numbers, nil if that takes more
// than asking each for its number.
func numerics(args []expr, n int) []numeric {
	if len(args) != n {
		return nil
	}
	out := make([]numeric, n)
	for i, a := range args {
		x, ok := a.(numeric)
		if !ok {
			return nil
		}
		out[i] = x
	}
	return out
}

// ofNumbers returns the number of parameters of a function that takes only numbers.
func ofNumbers[R any](fn any) (int, func(*engine.Context, [8]float64) R) {
	type ctx = *engine.Context
	type num = float64
	type nums = [8]float64
	switch f := fn.(type) {
	case func() R:
		return 0, func(ctx, nums) R { return f() }
	case func(a num) R:
		return 1, func(_ ctx, n nums) R { return f(n[0]) }
	case func(a, b num) R:
		return 2, func(_ ctx, n nums) R { return f(n[0], n[1]) }
	case func(a, b, c num) R:
		return 3, func(_ ctx, n nums) R { return f(n[0], n[1], n[2]) }
	case func(a, b, c, d num) R:
		return 4, func(_ ctx, n nums) R { return f(n[0], n[1], n[2], n[3]) }
	case func(a, b, c, d, e num) R:
		return 5, func(_ ctx, n nums) R { return f(n[0], n[1], n[2], n[3], n[4]) }
	case func(a, b, c, d, e, f num) R:
		return 6, func(_ ctx, n nums) R { return f(n[0], n[1], n[2], n[3], n[4], n[5]) }
	case func(a, b, c, d, e, f, g num) R:
		return 7, func(_ ctx, n nums) R { return f(n[0], n[1], n[2], n[3], n[4], n[5], n[6]) }
	case func(a, b, c, d, e, f, g, h num) R:
		return 8, func(_ ctx, n nums) R { return f(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]) }
	case func(ctx) R:
		return 0, func(c ctx, _ nums) R { return f(c) }
	case func(c ctx, a num) R:
		return 1, func(c ctx, n nums) R { return f(c, n[0]) }
	case func(c ctx, a, b num) R:
		return 2, func(c ctx, n nums) R { return f(c, n[0], n[1]) }
	case func(c ctx, x, y, d num) R:
		return 3, func(c ctx, n nums) R { return f(c, n[0], n[1], n[2]) }
	case func(c ctx, a, b, x, y num) R:
		return 4, func(c ctx, n nums) R { return f(c, n[0], n[1], n[2], n[3]) }
	}
	return 0, nil
}

func (x *numberCall[R]) eval(c *engine.Context, t *lua.LTable) (v val, err error) {
	defer x.panicked(&err)
	if x.quick == nil {
		return x.evalAll(c, t)
	}
	var nums [8]float64
	for i, a := range x.quick {
		n, ok := a.num(c, t)
		if !ok {
			return x.evalAll(c, t)
		}
		nums[i] = n
	}
	return x.out(x.call(c, nums)), nil
}

// evalAll is eval for arguments of any kind.
func (x *numberCall[R]) evalAll(c *engine.Context, t *lua.LTable) (val, error) {
	var nums [8]float64
	bad, got := -1, val{}
	for i, a := range x.args[:x.n] {
		v, err := a.eval(c, t)
		if err != nil {
			return v, err
		}
		if v.kind != kNumber && bad < 0 {
			bad, got = i, v
		}
		nums[i] = v.num
	}
	if err := x.rest(x.n, c, t); err != nil {
		return val{}, err
	}
	if bad >= 0 {
		return val{}, x.refused(bad, got)
	}
	return x.out(x.call(c, nums)), nil
}

func (x *numberCall[R]) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(x.eval(c, t))
}

// call1 calls a function of one parameter.
type call1[A, R any] struct {
	callSite
	call func(*engine.Context, A) R
	a    func(val) (A, bool)
	out  output[R]
}

func unary[A, R any](a input[A], out output[R]) shape {
	return func(site *callSite, fn any) expr {
		x := &call1[A, R]{a: a.read, out: out}
		switch f := fn.(type) {
		case func(A) R:
			x.call = func(_ *engine.Context, a A) R { return f(a) }
		case func(*engine.Context, A) R:
			x.call = f
		default:
			return nil
		}
		site.wants = []string{a.want}
		x.callSite = *site
		return x
	}
}

func (x *call1[A, R]) eval(c *engine.Context, t *lua.LTable) (v val, err error) {
	defer x.panicked(&err)
	va, err := x.args[0].eval(c, t)
	if err == nil {
		err = x.rest(1, c, t)
	}
	if err != nil {
		return val{}, err
	}
	a, ok := x.a(va)
	if !ok {
		return val{}, x.refused(0, va)
	}
	return x.out(x.call(c, a)), nil
}

func (x *call1[A, R]) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(x.eval(c, t))
}

// call2 calls a function of two parameters.
type call2[A, B, R any] struct {
	callSite
	call func(*engine.Context, A, B) R
	a    func(val) (A, bool)
	b    func(val) (B, bool)
	out  output[R]
}

func binary[A, B, R any](a input[A], b input[B], out output[R]) shape {
	return func(site *callSite, fn any) expr {
		x := &call2[A, B, R]{a: a.read, b: b.read, out: out}
		switch f := fn.(type) {
		case func(A, B) R:
			x.call = func(_ *engine.Context, a A, b B) R { return f(a, b) }
		case func(*engine.Context, A, B) R:
			x.call = f
		default:
			return nil
		}
		site.wants = []string{a.want, b.want}
		x.callSite = *site
		return x
	}
}

func (x *call2[A, B, R]) eval(c *engine.Context, t *lua.LTable) (v val, err error) {
	defer x.panicked(&err)
	va, err := x.args[0].eval(c, t)
	if err != nil {
		return val{}, err
	}
	vb, err := x.args[1].eval(c, t)
	if err == nil {
		err = x.rest(2, c, t)
	}
	if err != nil {
		return val{}, err
	}
	a, ok := x.a(va)
	if !ok {
		return val{}, x.refused(0, va)
	}
	b, ok := x.b(vb)
	if !ok {
		return val{}, x.refused(1, vb)
	}
	return x.out(x.call(c, a, b)), nil
}

func (x *call2[A, B, R]) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(x.eval(c, t))
}
