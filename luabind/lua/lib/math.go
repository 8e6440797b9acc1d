package lib

import (
	"errors"
	"math"

	"github.com/bough-dev/bough/internal/float"
	"github.com/bough-dev/bough/luabind/lua"
)

// mathLibrary returns the math library without random and randomseed, since the program determines the source of
// random numbers; see random.
func mathLibrary() *lua.Table {
	t := library(mathFunctions)
	set(t, "huge", lua.Number(math.Inf(1)))
	set(t, "mod", t.Get(lua.Name("fmod")))
	set(t, "pi", lua.Number(math.Pi))
	return t
}

var mathFunctions = []function{
	{"abs", ofNumber(math.Abs)},
	{"acos", ofNumber(float.Acos)},
	{"asin", ofNumber(float.Asin)},
	{"atan", ofNumber(float.Atan)},
	{"atan2", ofNumbers(float.Atan2)},
	{"ceil", ofNumber(math.Ceil)},
	{"cos", ofNumber(float.Cos)},
	{"cosh", ofNumber(float.Cosh)},
	{"deg", ofNumber(func(x float64) float64 { return x / degree })},
	{"exp", ofNumber(float.Exp)},
	{"floor", ofNumber(math.Floor)},
	{"fmod", ofNumbers(float.Mod)},
	{"frexp", mathFrexp},
	{"ldexp", mathLdexp},
	{"log", ofNumber(float.Log)},
	{"log10", ofNumber(float.Log10)},
	{"max", mathMax},
	{"min", mathMin},
	{"modf", mathModf},
	{"pow", ofNumbers(float.Pow)},
	{"rad", ofNumber(func(x float64) float64 { return float64(x * degree) })},
	{"sin", ofNumber(float.Sin)},
	{"sinh", ofNumber(float.Sinh)},
	{"sqrt", ofNumber(math.Sqrt)},
	{"tan", ofNumber(float.Tan)},
	{"tanh", ofNumber(float.Tanh)},
}

// degree is one degree in radians.
var degree = math.Pi / 180.0

// ofNumber returns a Builtin for a function of one number.
func ofNumber(f func(x float64) float64) lua.Builtin {
	return func(c *lua.Call) error {
		c.Return(lua.Number(f(c.Number(1))))
		return nil
	}
}

// ofNumbers returns a Builtin for a function of two numbers. It checks the second argument first, as lua5.1 does on
// most machines.
func ofNumbers(f func(x, y float64) float64) lua.Builtin {
	return func(c *lua.Call) error {
		y := c.Number(2)
		c.Return(lua.Number(f(c.Number(1), y)))
		return nil
	}
}

// mathFrexp is math.frexp(x): it returns m and e with x = m times 2^e.
func mathFrexp(c *lua.Call) error {
	m, e := math.Frexp(c.Number(1))
	c.Return(lua.Number(m))
	c.Return(lua.Number(float64(e)))
	return nil
}

// maxExponent is large enough to make any number infinite.
const maxExponent = 1 << 20

// mathLdexp is math.ldexp(m, e): it returns m times 2^e.
func mathLdexp(c *lua.Call) error {
	e := min(max(c.Int(2), -maxExponent), maxExponent)
	c.Return(lua.Number(math.Ldexp(c.Number(1), e)))
	return nil
}

// mathMax is math.max(x, ...).
func mathMax(c *lua.Call) error {
	most := c.Number(1)
	for i := 2; i <= c.Len(); i++ {
		if x := c.Number(i); x > most {
			most = x
		}
	}
	c.Return(lua.Number(most))
	return nil
}

// mathMin is math.min(x, ...).
func mathMin(c *lua.Call) error {
	least := c.Number(1)
	for i := 2; i <= c.Len(); i++ {
		if x := c.Number(i); x < least {
			least = x
		}
	}
	c.Return(lua.Number(least))
	return nil
}

// mathModf is math.modf(x): it returns the whole part and the fraction, both with the sign of x.
func mathModf(c *lua.Call) error {
	x := c.Number(1)
	whole, fraction := math.Trunc(x), 0.0
	if !math.IsInf(x, 0) {
		fraction = x - whole
	}
	c.Return(lua.Number(whole))
	c.Return(lua.Number(math.Copysign(fraction, x)))
	return nil
}

// random returns math.random. draw returns the random numbers, which must be at least 0 and less than 1. draw
// receives the call, so that States that share the function can have separate generators.
func random(draw func(c *lua.Call) float64) *lua.Function {
	return lua.NewFunction("random", func(c *lua.Call) error {
		r := draw(c)
		switch c.Len() {
		case 0:
			c.Return(lua.Number(r))
		case 1:
			n := c.Int(1)
			if n < 1 {
				return c.BadArgument(1, "interval is empty")
			}
			c.Return(lua.Number(math.Floor(float64(r*float64(n))) + 1))
		case 2:
			low, high := c.Int(1), c.Int(2)
			if low > high {
				return c.BadArgument(2, "interval is empty")
			}
			c.Return(lua.Number(math.Floor(float64(r*(float64(high)-float64(low)+1))) + float64(low)))
		default:
			return errors.New("wrong number of arguments")
		}
		return nil
	})
}
