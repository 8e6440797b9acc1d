package helper

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/lua"
)

// Functions of the usual types are called without reflection. A shape is a set of such types. Their parameters are
// one or two values of certain types, followed by numbers, and all their results are of one type.

// shape returns the caller for a function whose type belongs to the shape, or nil for any other function.
type shape func(fn any) caller

// in converts a Lua value to a parameter of type T. If the value does not fit, want describes the values that do.
type in[T any] func(c *lua.Call, v lua.Value) (x T, want string)

// out converts a result of type T to a Lua value.
type out[T any] func(c *lua.Call, x T) lua.Value

func inWhole[T ~int | ~int64](_ *lua.Call, v lua.Value) (T, string) {
	n, want := whole(v)
	return T(n), want
}

func inString(_ *lua.Call, v lua.Value) (string, string) {
	s, ok := v.Text()
	return s, unless(ok, wantString)
}

func inVector(_ *lua.Call, v lua.Value) (value.Vector, string) {
	p, ok := toVector(v)
	return p, unless(ok, wantVector)
}

func inDuration(_ *lua.Call, v lua.Value) (time.Duration, string) {
	seconds, ok := v.Float()
	ns := seconds * float64(time.Second)
	if !ok || !(math.Abs(ns) < 1<<63) {
		return 0, wantDuration
	}
	return time.Duration(math.Round(ns)), ""
}

func inValue(c *lua.Call, v lua.Value) (value.Value, string) {
	x, err := ToValueIn(c, v)
	if err != nil {
		return x, "plain data (" + err.Error() + ")"
	}
	return x, ""
}

// whole returns v as an integer. If v is not a whole number that a float64 holds exactly, want describes such
// numbers.
func whole(v lua.Value) (n int64, want string) {
	f, ok := v.Float()
	switch {
	case !ok || f != math.Trunc(f) || math.IsInf(f, 0):
		return 0, wantWhole
	case math.Abs(f) > 1<<53:
		return 0, wantExact
	}
	return int64(f), ""
}

// outNumber converts a number. It panics with an inexact if n is an integer that a float64 may not hold exactly.
func outNumber[T ~int | ~int64 | ~uint64 | ~float64](_ *lua.Call, n T) lua.Value {
	f, integer := float64(n), T(1)/2 == 0
	if integer && (math.Abs(f) > 1<<53 || T(f) != n) {
		panic(inexact(fmt.Sprint(n)))
	}
	return lua.Number(f)
}

// inexact is the panic value for a result that is not exact as a number of Lua.
type inexact string

func outDuration(_ *lua.Call, d time.Duration) lua.Value { return lua.Number(d.Seconds()) }

func outBool(_ *lua.Call, b bool) lua.Value { return lua.Bool(b) }

func outString(c *lua.Call, s string) lua.Value { return c.NewString(s) }

// outMaybe converts a pointer to a number. A nil pointer becomes nil.
func outMaybe[T ~int | ~int64 | ~float64](c *lua.Call, n *T) lua.Value {
	if n == nil {
		return lua.Nil
	}
	return outNumber(c, *n)
}

// outList converts a slice of IDs to a table.
func outList[T ~int | ~int64](c *lua.Call, list []T) lua.Value {
	pay(c, len(list), 0)
	t := c.NewTable(len(list), 0)
	for i, n := range list {
		c.Set(t, lua.Number(float64(i+1)), outNumber(c, n))
	}
	return t.Value()
}

// shapes holds all shapes. It has only the most useful ones, since each shape adds two or three kilobytes to the
// program.
var shapes = slices.Concat(
	ofOne(outNumber[float64]), ofOne(outBool), ofOne(outNumber[int]), ofOne(outString), ofOne(fromVector), ofOne(FromValueIn),
	ofOne(outMaybe[int]), ofOne(outMaybe[engine.AgentID]), ofOne(outMaybe[float64]),
	ofPairs(outNumber[float64]), ofPairs(outBool), ofPairs(outMaybe[int]), ofPairs(outMaybe[engine.AgentID]), ofPairs(outMaybe[float64]),
	[]shape{ofTwo(inVector, inVector, fromVector), of(inWhole[int], outList[int]), of(inWhole[engine.AgentID], outList[engine.AgentID])},
)

// ofOne and ofPairs return shapes whose results are of type R. The shapes of ofOne have one parameter before the
// numbers, or none. Those of ofPairs have two.
func ofOne[R any](to out[R]) []shape {
	return []shape{ofNumbers(to), of(inWhole[int], to), of(inWhole[engine.AgentID], to), of(inString, to), of(inVector, to), of(inValue, to)}
}

func ofPairs[R any](to out[R]) []shape {
	return []shape{
		ofTwo(inWhole[int], inWhole[int], to), ofTwo(inWhole[int], inString, to), ofTwo(inWhole[int], inVector, to),
		ofTwo(inWhole[engine.AgentID], inWhole[engine.AgentID], to), ofTwo(inWhole[engine.AgentID], inString, to),
		ofTwo(inWhole[engine.AgentID], inVector, to), ofTwo(inString, inString, to), ofTwo(inVector, inVector, to),
	}
}

// shapesOf returns the shapes in which a first parameter or the results are of type T.
func shapesOf[T any](x crossing) []shape {
	from, to := inBy[T](x), outBy[T](x.write)
	return slices.Concat(
		shapesFrom(from, outNumber[float64]), shapesFrom(from, outBool), shapesFrom(from, outNumber[int]), shapesFrom(from, outString),
		shapesFrom(from, fromVector), shapesFrom(from, FromValueIn), shapesFrom(from, outMaybe[float64]), shapesFrom(from, to),
		[]shape{ofNumbers(to), of(inWhole[int], to), of(inWhole[engine.AgentID], to), of(inString, to), of(inVector, to)},
	)
}

func shapesFrom[A, R any](from in[A], to out[R]) []shape {
	return []shape{of(from, to), ofTwo(from, from, to), ofTwo(from, inString, to), ofTwo(from, inVector, to)}
}

// inBy and outBy convert values by reflection. Only handles need no reflection.
func inBy[T any](x crossing) in[T] {
	t, read, nilable := reflect.TypeFor[T](), x.read, x.solid != nil
	none := any(nil) // what is not accepted
	if t.Kind() == reflect.Pointer && !nilable {
		none = *new(T)
	}
	return func(c *lua.Call, v lua.Value) (x T, want string) {
		if data, ok := v.Data(); ok {
			if x, ok = data.(T); ok && data != none {
				return x, ""
			}
		}
		if v.IsNil() && nilable {
			return x, ""
		}
		to := reflect.New(t)
		want = read(c, v, to.Elem())
		return *to.Interface().(*T), want
	}
}

func outBy[T any](write writer) out[T] {
	return func(c *lua.Call, x T) lua.Value { return write(c, reflect.ValueOf(x)) }
}

// ctx, num and nums abbreviate frequent types in the code below.
type (
	ctx  = *engine.Context
	num  = float64
	nums = [8]num
)

// direct is a function whose type belongs to a shape. The parameters are at most two values, whose number is leads,
// followed by numbers.
type direct[A, B, R any] struct {
	leads, numbers int
	call           func(r giver[R], x ctx, a A, b B, n nums) error
}

// giver passes the results of a function to a script.
type giver[R any] struct {
	c  *lua.Call
	to out[R]
}

func (g giver[R]) one(x R) error {
	g.c.Return(g.to(g.c, x))
	return nil
}

func (g giver[R]) two(x, y R) error {
	_ = g.one(x)
	return g.one(y)
}

func (g giver[R]) or(x R, err error) error {
	if err != nil {
		return err
	}
	return g.one(x)
}

// caller returns the caller of the function. It returns nil if call is not set, since the function does not belong
// to the shape.
func (d direct[A, B, R]) caller(first in[A], second in[B], to out[R]) caller {
	if d.call == nil {
		return nil
	}
	return func(c *lua.Call, x ctx, f *function) error {
		var a A
		var b B
		var n nums
		var want string
		if d.leads > 0 {
			if a, want = first(c, c.Arg(1)); want != "" {
				return f.misfit(c, 1, want)
			}
		}
		if d.leads > 1 {
			if b, want = second(c, c.Arg(2)); want != "" {
				return f.misfit(c, 2, want)
			}
		}
		for i := range d.numbers {
			var ok bool
			if n[i], ok = c.Arg(d.leads + i + 1).Float(); !ok {
				return f.misfit(c, d.leads+i+1, wantNumber)
			}
		}
		if err := d.call(giver[R]{c, to}, x, a, b, n); err != nil {
			return f.failed(err)
		}
		return nil
	}
}

// none is the type of a value that does not exist.
type none struct{}

// ofNumbers returns the shape whose parameters are up to eight numbers.
func ofNumbers[R any](to out[R]) shape {
	return func(fn any) caller {
		d := direct[none, none, R]{}
		switch f := fn.(type) {
		case func() R:
			d.call = func(r giver[R], _ ctx, _, _ none, _ nums) error { return r.one(f()) }
		case func(num) R:
			d.numbers, d.call = 1, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.one(f(n[0])) }
		case func(num, num) R:
			d.numbers, d.call = 2, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.one(f(n[0], n[1])) }
		case func(num, num, num) R:
			d.numbers, d.call = 3, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.one(f(n[0], n[1], n[2])) }
		case func(num, num, num, num) R:
			d.numbers, d.call = 4, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.one(f(n[0], n[1], n[2], n[3])) }
		case func(num, num, num, num, num) R:
			d.numbers, d.call = 5, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.one(f(n[0], n[1], n[2], n[3], n[4])) }
		case func(num, num, num, num, num, num) R:
			d.numbers, d.call = 6, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.one(f(n[0], n[1], n[2], n[3], n[4], n[5])) }
		case func(num, num, num, num, num, num, num) R:
			d.numbers, d.call = 7, func(r giver[R], _ ctx, _, _ none, n nums) error {
				return r.one(f(n[0], n[1], n[2], n[3], n[4], n[5], n[6]))
			}
		case func(num, num, num, num, num, num, num, num) R:
			d.numbers, d.call = 8, func(r giver[R], _ ctx, _, _ none, n nums) error {
				return r.one(f(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]))
			}
		case func(ctx) R:
			d.call = func(r giver[R], x ctx, _, _ none, _ nums) error { return r.one(f(x)) }
		case func(ctx, num) R:
			d.numbers, d.call = 1, func(r giver[R], x ctx, _, _ none, n nums) error { return r.one(f(x, n[0])) }
		case func(ctx, num, num) R:
			d.numbers, d.call = 2, func(r giver[R], x ctx, _, _ none, n nums) error { return r.one(f(x, n[0], n[1])) }
		case func(ctx, num, num, num) R:
			d.numbers, d.call = 3, func(r giver[R], x ctx, _, _ none, n nums) error { return r.one(f(x, n[0], n[1], n[2])) }
		case func(ctx, num, num, num, num) R:
			d.numbers, d.call = 4, func(r giver[R], x ctx, _, _ none, n nums) error { return r.one(f(x, n[0], n[1], n[2], n[3])) }
		case func(num, num) (R, R):
			d.numbers, d.call = 2, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.two(f(n[0], n[1])) }
		case func(num, num, num) (R, R):
			d.numbers, d.call = 3, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.two(f(n[0], n[1], n[2])) }
		case func(num, num, num, num) (R, R):
			d.numbers, d.call = 4, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.two(f(n[0], n[1], n[2], n[3])) }
		case func(ctx) (R, R):
			d.call = func(r giver[R], x ctx, _, _ none, _ nums) error { return r.two(f(x)) }
		case func() (R, error):
			d.call = func(r giver[R], _ ctx, _, _ none, _ nums) error { return r.or(f()) }
		case func(num) (R, error):
			d.numbers, d.call = 1, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.or(f(n[0])) }
		case func(num, num) (R, error):
			d.numbers, d.call = 2, func(r giver[R], _ ctx, _, _ none, n nums) error { return r.or(f(n[0], n[1])) }
		case func(ctx) (R, error):
			d.call = func(r giver[R], x ctx, _, _ none, _ nums) error { return r.or(f(x)) }
		}
		return d.caller(nil, nil, to)
	}
}

// of returns the shape whose parameters are an A and up to three numbers.
func of[A, R any](from in[A], to out[R]) shape {
	return func(fn any) caller {
		d := direct[A, none, R]{leads: 1}
		switch f := fn.(type) {
		case func(A) R:
			d.call = func(r giver[R], _ ctx, a A, _ none, _ nums) error { return r.one(f(a)) }
		case func(A, num) R:
			d.numbers, d.call = 1, func(r giver[R], _ ctx, a A, _ none, n nums) error { return r.one(f(a, n[0])) }
		case func(A, num, num) R:
			d.numbers, d.call = 2, func(r giver[R], _ ctx, a A, _ none, n nums) error { return r.one(f(a, n[0], n[1])) }
		case func(A, num, num, num) R:
			d.numbers, d.call = 3, func(r giver[R], _ ctx, a A, _ none, n nums) error { return r.one(f(a, n[0], n[1], n[2])) }
		case func(ctx, A) R:
			d.call = func(r giver[R], x ctx, a A, _ none, _ nums) error { return r.one(f(x, a)) }
		case func(ctx, A, num) R:
			d.numbers, d.call = 1, func(r giver[R], x ctx, a A, _ none, n nums) error { return r.one(f(x, a, n[0])) }
		case func(A) (R, R):
			d.call = func(r giver[R], _ ctx, a A, _ none, _ nums) error { return r.two(f(a)) }
		case func(A) (R, error):
			d.call = func(r giver[R], _ ctx, a A, _ none, _ nums) error { return r.or(f(a)) }
		case func(A, num) (R, error):
			d.numbers, d.call = 1, func(r giver[R], _ ctx, a A, _ none, n nums) error { return r.or(f(a, n[0])) }
		case func(ctx, A) (R, error):
			d.call = func(r giver[R], x ctx, a A, _ none, _ nums) error { return r.or(f(x, a)) }
		}
		return d.caller(from, nil, to)
	}
}

// ofTwo returns the shape whose parameters are an A, a B and optionally a number.
func ofTwo[A, B, R any](first in[A], second in[B], to out[R]) shape {
	return func(fn any) caller {
		d := direct[A, B, R]{leads: 2}
		switch f := fn.(type) {
		case func(A, B) R:
			d.call = func(r giver[R], _ ctx, a A, b B, _ nums) error { return r.one(f(a, b)) }
		case func(A, B, num) R:
			d.numbers, d.call = 1, func(r giver[R], _ ctx, a A, b B, n nums) error { return r.one(f(a, b, n[0])) }
		case func(ctx, A, B) R:
			d.call = func(r giver[R], x ctx, a A, b B, _ nums) error { return r.one(f(x, a, b)) }
		case func(A, B, num) (R, R):
			d.numbers, d.call = 1, func(r giver[R], _ ctx, a A, b B, n nums) error { return r.two(f(a, b, n[0])) }
		case func(A, B) (R, error):
			d.call = func(r giver[R], _ ctx, a A, b B, _ nums) error { return r.or(f(a, b)) }
		}
		return d.caller(first, second, to)
	}
}
