package lib

import (
	"math"
	"math/bits"
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

func stringLibrary() *lua.Table {
	t := library(stringFunctions)
	set(t, "gfind", t.Get(lua.Name("gmatch"))) // the old name of gmatch
	return t
}

var stringFunctions = []function{
	{"byte", stringByte},
	{"char", stringChar},
	{"find", stringFind},
	{"format", stringFormat},
	{"gmatch", stringGmatch},
	{"gsub", stringGsub},
	{"len", stringLen},
	{"lower", stringLower},
	{"match", stringMatch},
	{"rep", stringRep},
	{"reverse", stringReverse},
	{"sub", stringSub},
	{"upper", stringUpper},
}

// position converts a position in a text of n bytes, which counts from the end if it is negative, to a position from
// the start. A position before the start becomes 0.
func position(pos, n int) int {
	if pos < 0 {
		pos += n + 1
	}
	return max(pos, 0)
}

// stringLen is string.len(s).
func stringLen(c *lua.Call) error {
	c.Return(lua.Number(float64(len(c.Text(1)))))
	return nil
}

// stringByte is string.byte(s, i, j).
func stringByte(c *lua.Call) error {
	s := c.Text(1)
	from := position(c.OptInt(2, 1), len(s))
	to := min(position(c.OptInt(3, from), len(s)), len(s))
	from = max(from, 1)
	if from > to {
		return nil
	}
	if to-from+1+c.Len() > maxResults {
		return &lua.Problem{Code: "too-many-results", Args: map[string]any{"most": maxResults}, Text: "stack overflow (string slice too long)"}
	}
	c.Spend(to - from)
	for i := from; i <= to; i++ {
		c.Return(lua.Number(float64(s[i-1])))
	}
	return nil
}

// stringChar is string.char(...).
func stringChar(c *lua.Call) error {
	c.Spend(c.Len())
	var small [smallResult]byte
	out := room(c, small[:0], c.Len())
	for i := range c.Len() {
		n := c.Int(i + 1)
		if n < 0 || n > math.MaxUint8 {
			return c.BadArgument(i+1, "invalid value").Wants("a whole number from 0 to 255")
		}
		out = append(out, byte(n))
	}
	c.Return(result(c, out))
	return nil
}

// stringRep is string.rep(s, n).
func stringRep(c *lua.Call) error {
	s := c.Text(1)
	n := max(0, c.Int(2))
	high, size := bits.Mul64(uint64(len(s)), uint64(n))
	if high > 0 || size > maxSize {
		size = math.MaxInt
	}
	if size == 0 {
		n = 0 // so that strings.Repeat gets no huge count
	}
	fits(c, int(size))
	c.Spend(int(size) / bytesPerStep)
	c.Return(c.NewString(strings.Repeat(s, n)))
	return nil
}

// stringSub is string.sub(s, i, j).
func stringSub(c *lua.Call) error {
	s := c.Text(1)
	from := max(position(c.Int(2), len(s)), 1)
	to := min(position(c.OptInt(3, -1), len(s)), len(s))
	if from > to {
		from, to = 1, 0
	}
	c.Return(part(c, s, from-1, to))
	return nil
}

// stringLower is string.lower(s). As in the C locale, it does not change bytes beyond ASCII.
func stringLower(c *lua.Call) error { return flipCase(c, 'A', 'Z') }

// stringUpper is string.upper(s).
func stringUpper(c *lua.Call) error { return flipCase(c, 'a', 'z') }

// flipCase implements lower and upper. It changes the case of the letters in the given range.
func flipCase(c *lua.Call, from, to byte) error {
	s := c.Text(1)
	var b strings.Builder
	growText(c, &b, len(s))
	for i := range len(s) {
		x := s[i]
		if from <= x && x <= to {
			x ^= 'a' ^ 'A'
		}
		b.WriteByte(x)
	}
	c.Return(c.NewString(b.String()))
	return nil
}

// stringReverse is string.reverse(s).
func stringReverse(c *lua.Call) error {
	s := c.Text(1)
	var b strings.Builder
	growText(c, &b, len(s))
	for i := range len(s) {
		b.WriteByte(s[len(s)-1-i])
	}
	c.Return(c.NewString(b.String()))
	return nil
}

// growText reserves room for n bytes. It takes four times the steps of a copy, since the caller writes byte by byte.
func growText(c *lua.Call, b *strings.Builder, n int) {
	fits(c, n)
	c.Spend(n / (bytesPerStep / 4))
	b.Grow(n)
}
