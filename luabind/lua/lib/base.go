package lib

import (
	"errors"
	"io"
	"math"
	"os"
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

// base returns a table of the global functions and _VERSION, without _G and the other libraries. print writes to
// output, or to os.Stdout if output is nil; States that share the table may write to output concurrently.
func base(output io.Writer) *lua.Table {
	if output == nil {
		output = os.Stdout
	}
	g := library(baseFunctions)
	set(g, "next", lua.Next.Value())
	set(g, "pcall", lua.PCall.Value())
	set(g, "print", lua.NewFunction("print", printer{output}.print).Value())
	set(g, "xpcall", lua.XPCall.Value())
	set(g, "_VERSION", lua.String("Lua 5.1"))
	return g
}

var baseFunctions = []function{
	{"assert", baseAssert},
	{"error", baseError},
	{"getmetatable", baseGetmetatable},
	{"ipairs", baseIpairs},
	{"pairs", basePairs},
	{"rawequal", baseRawequal},
	{"rawget", baseRawget},
	{"rawset", baseRawset},
	{"select", baseSelect},
	{"setmetatable", baseSetmetatable},
	{"tonumber", baseTonumber},
	{"tostring", baseTostring},
	{"type", baseType},
	{"unpack", baseUnpack},
}

// baseAssert is assert(v, message): it returns its arguments if v is true.
func baseAssert(c *lua.Call) error {
	if !c.Any(1).Truth() {
		if c.Arg(2).IsNil() {
			return &AssertionError{c.Given(1)}
		}
		c.Raise(placed(c, 1, c.Text(2)), 1)
	}
	for _, v := range c.Args() {
		c.Return(v)
	}
	return nil
}

// AssertionError is the error of assert without a message.
type AssertionError struct{ Given lua.Operand }

// Error returns the message that Lua has for the error.
func (*AssertionError) Error() string { return "assertion failed!" }

// baseError is error(message, level).
func baseError(c *lua.Call) error {
	level := c.OptInt(2, 1)
	v := c.Arg(1)
	if text, ok := textOf(v); ok && level > 0 {
		v = placed(c, level, text)
	}
	c.Raise(v, level)
	return nil
}

// placed returns a text preceded by the position of a level.
func placed(c *lua.Call, level int, text string) lua.Value {
	c.Spend(len(text) / bytesPerStep)
	fits(c, len(text))
	if at := c.Where(level); at.Line > 0 {
		text = at.String() + ": " + text
	}
	return c.NewString(text)
}

// textOf returns the text of a string or a number. ok is false for any other value.
func textOf(v lua.Value) (text string, ok bool) {
	if n, ok := v.Float(); ok {
		return lua.FormatNumber(n), true
	}
	return v.Text()
}

var nameMetatable = lua.Name("__metatable")

// baseGetmetatable is getmetatable(v): it returns the metatable of v, or its field __metatable.
func baseGetmetatable(c *lua.Call) error {
	v := c.Any(1)
	m := c.Metatable(v)
	if m == nil {
		c.Return(lua.Nil)
		return nil
	}
	if hidden := m.Get(nameMetatable); !hidden.IsNil() {
		c.Return(hidden)
		return nil
	}
	c.Return(m.Value())
	return nil
}

// baseSetmetatable is setmetatable(t, m).
func baseSetmetatable(c *lua.Call) error {
	t := c.Table(1)
	m := c.Arg(2).Table()
	if m == nil && (c.Len() < 2 || !c.Arg(2).IsNil()) {
		return c.BadArgument(2, "nil or table expected").Wants("a table or nil")
	}
	if old := t.Metatable(); old != nil && !old.Get(nameMetatable).IsNil() {
		return errProtected
	}
	c.SetMetatable(t, m)
	c.Return(t.Value())
	return nil
}

// baseIpairs is ipairs(t).
func baseIpairs(c *lua.Call) error {
	t := c.Table(1)
	c.Return(lua.INext.Value())
	c.Return(t.Value())
	c.Return(lua.Number(0))
	return nil
}

// basePairs is pairs(t). Lua 5.1 has no __pairs.
func basePairs(c *lua.Call) error {
	t := c.Table(1)
	c.Return(lua.Next.Value())
	c.Return(t.Value())
	c.Return(lua.Nil)
	return nil
}

// baseRawequal is rawequal(a, b).
func baseRawequal(c *lua.Call) error {
	c.SpendOn(c.Any(1))
	c.Return(lua.Bool(c.Any(1).Equal(c.Any(2))))
	return nil
}

// baseRawget is rawget(t, k).
func baseRawget(c *lua.Call) error {
	t := c.Table(1)
	c.SpendOn(c.Any(2))
	c.Return(t.Get(c.Any(2)))
	return nil
}

// baseRawset is rawset(t, k, v).
func baseRawset(c *lua.Call) error {
	t := c.Table(1)
	k, v := c.Any(2), c.Any(3)
	c.Set(t, k, v)
	c.Return(t.Value())
	return nil
}

// baseSelect is select(n, ...): it returns the arguments from the n-th on, or their number for '#'.
func baseSelect(c *lua.Call) error {
	n := c.Len()
	if s, ok := c.Arg(1).Text(); ok && strings.HasPrefix(s, "#") {
		c.Return(lua.Number(float64(n - 1)))
		return nil
	}
	i := c.Int(1)
	if i < 0 {
		i += n
	}
	if i < 1 {
		return c.BadArgument(1, "index out of range").Wants("the number of an argument")
	}
	rest := c.Args()[min(i, n):]
	c.Spend(len(rest))
	for _, v := range rest {
		c.Return(v)
	}
	return nil
}

// baseTonumber is tonumber(v, base).
func baseTonumber(c *lua.Call) error {
	base := c.OptInt(2, 10)
	if base == 10 {
		v := lua.Nil
		if n, ok := c.ToNumber(c.Any(1)); ok {
			v = lua.Number(n)
		}
		c.Return(v)
		return nil
	}
	s := c.Text(1)
	if base < 2 || base > 36 {
		return c.BadArgument(2, "base out of range").Wants("a base from 2 to 36")
	}
	c.Spend(len(s) / bytesPerStep)
	if n, ok := parseUnsigned(s, uint64(base)); ok {
		c.Return(lua.Number(float64(n)))
	} else {
		c.Return(lua.Nil)
	}
	return nil
}

const space = " \t\n\v\f\r"

// parseUnsigned parses an integer like C's strtoul, with white space around it. A number that is too large becomes
// the largest uint64. A minus sign subtracts the number from 2^64.
func parseUnsigned(s string, base uint64) (n uint64, ok bool) {
	s = strings.Trim(s, space)
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if base == 16 && len(s) > 2 && (s[:2] == "0x" || s[:2] == "0X") {
		s = s[2:]
	}
	if s == "" {
		return 0, false
	}
	over := false
	for _, b := range []byte(s) {
		digit := uint64(math.MaxUint64)
		switch {
		case '0' <= b && b <= '9':
			digit = uint64(b - '0')
		case 'a' <= b|0x20 && b|0x20 <= 'z':
			digit = uint64(b|0x20-'a') + 10
		}
		if digit >= base {
			return 0, false
		}
		over = over || n > (math.MaxUint64-digit)/base
		n = n*base + digit
	}
	if over {
		return math.MaxUint64, true
	}
	if negative {
		n = -n
	}
	return n, true
}

// baseTostring is tostring(v).
func baseTostring(c *lua.Call) error {
	c.Return(c.ToString(c.Any(1)))
	return nil
}

// kindNames are the results of type.
var kindNames = func() (names [lua.KindUserdata + 1]lua.Value) {
	for k := range names {
		names[k] = lua.Name(lua.Kind(k).String())
	}
	return names
}()

// baseType is type(v).
func baseType(c *lua.Call) error {
	c.Return(kindNames[c.Any(1).Kind()])
	return nil
}

// baseUnpack is unpack(t, i, j).
func baseUnpack(c *lua.Call) error {
	t := c.Table(1)
	i := c.OptInt(2, 1)
	j := c.OptInt(3, t.Len())
	if i > j {
		return nil
	}
	if uint64(j)-uint64(i) >= uint64(maxResults-c.Len()) {
		return &lua.Problem{Code: "too-many-results", Args: map[string]any{"most": maxResults}, Text: "too many results to unpack"}
	}
	c.Spend(j - i + 1)
	for ; i < j; i++ {
		c.Return(t.Int(i))
	}
	c.Return(t.Int(j))
	return nil
}

type printer struct{ output io.Writer }

// printAtOnce is the number of bytes of a line that print collects before it writes them.
const printAtOnce = 4096

// print is print(...).
func (p printer) print(c *lua.Call) error {
	var room [128]byte
	line := room[:0]
	for i := range c.Len() {
		text, ok := textOf(c.ToString(c.Arg(i + 1)))
		if !ok {
			return errors.New("'tostring' must return a string to 'print'")
		}
		c.Spend(len(text) / bytesPerStep)
		if i > 0 {
			line = append(line, '\t')
		}
		if len(line)+len(text) > printAtOnce {
			if _, err := p.output.Write(line); err != nil {
				return err
			}
			line = line[:0]
		}
		if len(text) > printAtOnce {
			if _, err := io.WriteString(p.output, text); err != nil {
				return err
			}
			continue
		}
		line = append(line, text...)
	}
	_, err := p.output.Write(append(line, '\n'))
	return err
}
