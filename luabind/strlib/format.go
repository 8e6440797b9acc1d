package strlib

import (
	"fmt"
	"math"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// conversions are the conversions of string.format in Lua 5.1.
const conversions = "cdiouxXeEfgGqs"

// spec is one conversion of a format: %[flags][width][.precision]verb.
type spec struct {
	minus, plus, space, sharp, zero bool
	width                           int // at most 99
	precision                       int // at most 99; -1 is none
	verb                            byte
}

// format is string.format(format, ...).
func format(c call) int {
	f := c.string(1)
	out := builder{c: c}
	arg := 1
	for {
		text, rest, more := strings.Cut(f, "%")
		out.add(text)
		if !more {
			break
		}
		if f = rest; strings.HasPrefix(f, "%") {
			out.add("%")
			f = f[1:]
			continue
		}
		s, n := c.spec(f)
		f = f[n:]
		arg++
		c.convert(&out, s, arg)
	}
	c.L.Push(out.result())
	return 1
}

// spec parses what stands behind a % and returns how long it is.
func (c call) spec(f string) (s spec, n int) {
	flags := f[:len(f)-len(strings.TrimLeft(f, "-+ #0"))]
	s.minus, s.plus, s.space = strings.Contains(flags, "-"), strings.Contains(flags, "+"), strings.Contains(flags, " ")
	s.sharp, s.zero = strings.Contains(flags, "#"), strings.Contains(flags, "0")
	n = len(flags)
	digits := 0
	s.width, digits = twoDigits(f[n:])
	n += digits
	s.precision = -1
	if strings.HasPrefix(f[n:], ".") {
		s.precision, digits = twoDigits(f[n+1:])
		n += 1 + digits
	}
	switch {
	case len(flags) > 5:
		c.bad(1, "invalid format (repeated flags) in %s", quote("%"+f))
	case n < len(f) && isDigit(f[n]):
		c.bad(1, "invalid format (width or precision too long) in %s; at most two digits are allowed", quote("%"+f))
	case n == len(f):
		c.bad(1, "invalid conversion, the format ends with %s; write %%%% for a percent sign", quote("%"+f))
	case strings.IndexByte(conversions, f[n]) < 0:
		c.bad(1, "invalid conversion %s; there are %%%s, and %%%% for a percent sign",
			quote("%"+f[:n+1]), strings.Join(strings.Split(conversions, ""), " %"))
	}
	s.verb = f[n]
	return s, n + 1
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// twoDigits reads a number of at most two digits and returns how many it has.
func twoDigits(f string) (value, n int) {
	for n < 2 && n < len(f) && isDigit(f[n]) {
		value = value*10 + int(f[n]-'0')
		n++
	}
	return value, n
}

// convert adds argument n as s says.
func (c call) convert(out *builder, s spec, n int) {
	if n > c.L.GetTop() {
		c.bad(n, "no value for %%%c", s.verb)
	}
	c.spend(numberSteps)
	switch s.verb {
	case 'c':
		out.add(s.pad("", string([]byte{byte(c.integer(n))}), false))
	case 'd', 'i':
		out.add(s.signed(c.integer(n)))
	case 'o', 'u', 'x', 'X':
		out.add(s.unsigned(c.unsigned(n)))
	case 'e', 'E', 'f', 'g', 'G':
		c.spend(s.floatSteps())
		out.add(s.float(c.number(n)))
	case 'q':
		quoteLua(out, c.string(n))
	case 's':
		c.convertString(out, s, n)
	}
}

// integer returns argument n as an integer of C's long long, without fraction.
func (c call) integer(n int) int64 {
	f := c.number(n)
	if !(f >= math.MinInt64 && f < math.MaxInt64) {
		c.bad(n, "%s does not fit in an integer", Text(lua.LNumber(f)))
	}
	return int64(f)
}

// unsigned returns argument n as an unsigned long long; negative numbers wrap.
func (c call) unsigned(n int) uint64 {
	if f := c.number(n); f >= math.MaxInt64 && f < math.MaxUint64 {
		return uint64(f)
	}
	return uint64(c.integer(n))
}

// convertString adds any value as tostring shows it. Without width and
// precision it is not copied in between.
func (c call) convertString(out *builder, s spec, n int) {
	v := c.shown(n)
	if !lua.LVCanConvToString(v) {
		c.bad(n, "its __tostring returned a %s; it must return a string", v.Type())
	}
	text := Text(v)
	if s.precision >= 0 {
		text = text[:min(s.precision, len(text))]
	}
	if len(text) < s.width {
		text = s.pad("", text, false)
	}
	out.add(text)
}

// shown is tostring of argument n. What has an address, which differs from run to run, is
// called by its type.
func (c call) shown(n int) lua.LValue {
	v := c.L.Get(n)
	switch v.Type() {
	case lua.LTNumber:
		return v
	case lua.LTTable, lua.LTFunction, lua.LTThread, lua.LTUserData, lua.LTChannel:
		if c.L.GetMetaField(v, "__tostring").Type() != lua.LTFunction {
			return lua.LString(v.Type().String())
		}
	}
	return c.L.ToStringMeta(v)
}

// quoteLua adds s as a Lua string literal.
func quoteLua(out *builder, s string) {
	out.add(`"`)
	for {
		i := strings.IndexAny(s, "\"\\\n\r\x00")
		if i < 0 {
			break
		}
		out.add(s[:i])
		switch s[i] {
		case '\r':
			out.add(`\r`)
		case 0:
			out.add(`\000`)
		default:
			out.add(fmt.Sprintf(`\%c`, s[i]))
		}
		s = s[i+1:]
	}
	out.add(s)
	out.add(`"`)
}
