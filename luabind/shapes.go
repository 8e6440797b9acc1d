//go:build !luacore

package luabind

import (
	"math"
	"slices"

	"github.com/bough-dev/bough/engine"
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

// direct is a function that is called without reflection: by n values, or by n
// numbers, which takes less. ByValues tells besides which value did not fit, -1
// if all did.
type direct struct {
	n         int
	wants     []string
	byValues  func(c *engine.Context, a, b val) (result val, misfit int)
	byNumbers func(*engine.Context, [maxNumbers]float64) val
	number    bool // the result is always a number
}

// maxNumbers is how many numbers a function may take to be called directly.
const maxNumbers = 8

// shape makes a function callable if it has a certain type, or else returns nil.
type shape func(fn any) *direct

// shapes are the types of functions that are called directly, with a context in front or
// not: up to eight numbers; a whole number, an agent, a string or a vector, alone or with
// a second value that often goes with it. Each costs a kilobyte or two of the program, so they
// are not all that there could be.
var shapes = slices.Concat(
	returning(output[float64](numberVal)), returning(output[bool](boolVal)), returning(output[int](wholeVal[int])),
	returning(output[engine.Vector](vectorVal)), returning(pointerVal(output[int](wholeVal[int]))),
	returning(pointerVal(output[engine.AgentID](wholeVal[engine.AgentID]))),
)

// returning lists the shapes with one type of result.
func returning[R any](out output[R]) []shape {
	return []shape{
		numbers(out),
		unary(intIn, out), binary(intIn, numberIn, out), binary(intIn, intIn, out), binary(intIn, stringIn, out), binary(intIn, vectorIn, out),
		unary(agentIn, out), binary(agentIn, numberIn, out), binary(agentIn, agentIn, out), binary(agentIn, stringIn, out), binary(agentIn, vectorIn, out),
		unary(stringIn, out), binary(stringIn, numberIn, out), binary(stringIn, stringIn, out),
		unary(vectorIn, out), binary(vectorIn, numberIn, out), binary(vectorIn, vectorIn, out),
	}
}

// unary is the shape of one parameter.
func unary[A, R any](in input[A], out output[R]) shape {
	return func(fn any) *direct {
		var call func(*engine.Context, A) R
		switch f := fn.(type) {
		case func(A) R:
			call = func(_ *engine.Context, a A) R { return f(a) }
		case func(*engine.Context, A) R:
			call = f
		default:
			return nil
		}
		return &direct{n: 1, wants: []string{in.want}, byValues: func(c *engine.Context, v, _ val) (val, int) {
			a, ok := in.read(v)
			if !ok {
				return val{}, 0
			}
			return out(call(c, a)), -1
		}}
	}
}

// binary is the shape of two parameters.
func binary[A, B, R any](inA input[A], inB input[B], out output[R]) shape {
	return func(fn any) *direct {
		var call func(*engine.Context, A, B) R
		switch f := fn.(type) {
		case func(A, B) R:
			call = func(_ *engine.Context, a A, b B) R { return f(a, b) }
		case func(*engine.Context, A, B) R:
			call = f
		default:
			return nil
		}
		return &direct{n: 2, wants: []string{inA.want, inB.want}, byValues: func(c *engine.Context, v, w val) (val, int) {
			a, ok := inA.read(v)
			if !ok {
				return val{}, 0
			}
			b, ok := inB.read(w)
			if !ok {
				return val{}, 1
			}
			return out(call(c, a, b)), -1
		}}
	}
}

// numbers is the shape of up to eight numbers.
func numbers[R any](out output[R]) shape {
	return func(fn any) *direct {
		n, call := ofNumbers[R](fn)
		if call == nil {
			return nil
		}
		_, number := any(*new(R)).(float64)
		byNumbers := func(c *engine.Context, nums [maxNumbers]float64) val { return out(call(c, nums)) }
		return &direct{n: n, wants: slices.Repeat([]string{numberIn.want}, n), byNumbers: byNumbers, number: number}
	}
}

// ofNumbers returns the number of parameters of a function that takes only numbers.
func ofNumbers[R any](fn any) (int, func(*engine.Context, [maxNumbers]float64) R) {
	type ctx = *engine.Context
	type num = float64
	type nums = [maxNumbers]float64
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
