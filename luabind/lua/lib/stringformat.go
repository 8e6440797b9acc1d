package lib

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

// conversion is one conversion of a format: %[flags][width][.precision]verb.
type conversion struct {
	minus, plus, space, sharp, zero bool
	width                           int // at most 99
	precision                       int // at most 99; -1 if there is none
	verb                            byte
}

// The steps of the conversions of string.format in addition to the steps for their output.
const (
	conversionSteps = 4
	floatSteps      = 8 // plus digitSteps for each digit of the precision, and in %f for each digit before the point
	digitSteps      = 4 // more than for a byte of output, since distant digits need multi-precision arithmetic
)

// stringFormat is string.format(format, ...).
func stringFormat(c *lua.Call) error {
	f := c.Text(1)
	var small [smallResult]byte
	out := small[:0]
	for n := 1; ; {
		i := strings.IndexByte(f, '%')
		if i < 0 {
			out = appendText(c, out, f)
			break
		}
		out = appendText(c, out, f[:i])
		if f = f[i+1:]; f != "" && f[0] == '%' {
			out = appendText(c, out, "%")
			f = f[1:]
			continue
		}
		if n++; n > c.Len() {
			return c.BadArgument(n, "no value").Wants("a value for each % of the format")
		}
		v, length, err := parseConversion(f)
		if err != nil {
			return err
		}
		f = f[length:]
		if out, err = v.append(c, out, n); err != nil {
			return err
		}
	}
	c.Return(result(c, out))
	return nil
}

// maxFlags bounds the flags of a conversion.
const maxFlags = 5

// parseConversion parses the text after a %, and returns its length.
func parseConversion(f string) (v conversion, n int, err error) {
	for ; n < len(f) && strings.IndexByte("-+ #0", f[n]) >= 0; n++ {
		switch f[n] {
		case '-':
			v.minus = true
		case '+':
			v.plus = true
		case ' ':
			v.space = true
		case '#':
			v.sharp = true
		case '0':
			v.zero = true
		}
		if n == maxFlags {
			return v, n, &lua.Problem{Code: "format-repeats-flags", Text: "invalid format (repeated flags)"}
		}
	}
	v.width, n = twoDigits(f, n)
	v.precision = -1
	if n < len(f) && f[n] == '.' {
		v.precision, n = twoDigits(f, n+1)
	}
	switch {
	case n == len(f):
		return v, n, &lua.Problem{Code: "format-ends-with-percent", Text: "invalid option '%' to 'format'"}
	case isDigit(f[n]):
		return v, n, &lua.Problem{Code: "format-too-wide", Text: "invalid format (width or precision too long)"}
	case strings.IndexByte("cdiouxXeEfgGqs", f[n]) < 0:
		option := strings.Trim(f[n:n+1], "\x00")
		return v, n, &lua.Problem{Code: "unknown-format-option", Args: map[string]any{"option": option}, Text: "invalid option '%" + option + "' to 'format'"}
	}
	v.verb = f[n]
	return v, n + 1, nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// twoDigits parses a number of at most two digits at n and returns the index after it.
func twoDigits(f string, n int) (value, end int) {
	for end = n; end < n+2 && end < len(f) && isDigit(f[end]); end++ {
		value = value*10 + int(f[end]-'0')
	}
	return value, end
}

// append appends argument n to out in the format of the conversion.
func (v *conversion) append(c *lua.Call, out []byte, n int) ([]byte, error) {
	c.Spend(conversionSteps)
	switch v.verb {
	case 'c':
		x, err := v.whole(c, n, -1<<31, 1<<31)
		if err != nil {
			return nil, err
		}
		return v.appendByte(c, out, byte(int64(x))), nil
	case 'd', 'i':
		x, err := v.whole(c, n, -1<<63, 1<<63)
		if err != nil {
			return nil, err
		}
		u := uint64(int64(x))
		if x < 0 {
			u = -u
		}
		return v.appendInteger(c, out, v.sign(x < 0), u, 10), nil
	case 'u', 'o', 'x', 'X':
		x, err := v.whole(c, n, -1<<63, 1<<64)
		if err != nil {
			return nil, err
		}
		u := uint64(x)
		if x < 0 {
			u = uint64(int64(x)) // wraps around
		}
		base := 10
		prefix := ""
		switch v.verb {
		case 'o':
			base = 8
		case 'x', 'X':
			if base = 16; v.sharp && u != 0 {
				prefix = "0" + string(v.verb)
			}
		}
		return v.appendInteger(c, out, prefix, u, base), nil
	case 'q':
		return appendQuoted(c, out, c.Text(n)), nil
	case 's':
		switch arg := c.Arg(n); arg.Kind() {
		case lua.KindString, lua.KindNumber:
			return v.appendText(c, out, c.Text(n)), nil
		default:
			shown := c.ToString(arg)
			text, ok := shown.Text()
			if !ok {
				return nil, c.BadArgument(n, "its __tostring returned a %s; it must return a string", shown.Kind()).Wants("a value whose __tostring returns a string")
			}
			return v.appendText(c, out, text), nil
		}
	default:
		x := c.Number(n)
		digits := max(v.precision, 0)
		if _, e := math.Frexp(x); v.verb == 'f' && e > 0 {
			digits += e * 3 / 10 // before the point
		}
		c.Spend(floatSteps + digitSteps*digits)
		return v.appendFloat(c, out, x), nil
	}
}

// whole returns argument n without its fraction. The argument must be at least low and less than high.
func (v *conversion) whole(c *lua.Call, n int, low, high float64) (float64, error) {
	x := c.Number(n)
	if t := math.Trunc(x); t >= low && t < high {
		return t, nil
	}
	if v.verb == 'c' {
		return 0, c.BadArgument(n, "%s is not the number of a character", lua.FormatNumber(x)).Wants("a whole number from 0 to 255")
	}
	return 0, c.BadArgument(n, "%s has no integer representation for %%%c; %%g writes any number", lua.FormatNumber(x), v.verb).
		Wants(fmt.Sprintf("a whole number for %%%c, or %%g in the format", v.verb))
}

// pad appends prefix and body, padded to the width. If zeros is set and the conversion has the flag 0, the padding
// consists of zeros between prefix and body.
func (v *conversion) pad(c *lua.Call, out []byte, prefix string, body []byte, zeros bool) []byte {
	n := v.width - len(prefix) - len(body)
	zeros = zeros && v.zero && !v.minus
	if !zeros && !v.minus {
		out = appendFill(c, out, ' ', n)
	}
	out = appendText(c, out, prefix)
	if zeros {
		out = appendFill(c, out, '0', n)
	}
	out = appendText(c, out, body)
	if v.minus {
		out = appendFill(c, out, ' ', n)
	}
	return out
}

// sign returns the text before a signed number.
func (v *conversion) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case v.plus:
		return "+"
	case v.space:
		return " "
	}
	return ""
}

// appendByte appends a byte for %c. A zero byte ends the output of the conversion, as in Lua 5.1: there C writes the
// zero byte, and Lua takes it as the end of the text.
func (v *conversion) appendByte(c *lua.Call, out []byte, x byte) []byte {
	body := [1]byte{x}
	switch {
	case x != 0:
		return v.pad(c, out, "", body[:], false)
	case v.minus:
		return out
	}
	return appendFill(c, out, ' ', v.width-1)
}

// longText is the length from which %s without a precision appends a string unchanged, as in Lua 5.1. A shorter
// string ends at its first zero byte.
const longText = 100

func (v *conversion) appendText(c *lua.Call, out []byte, s string) []byte {
	if v.precision < 0 && len(s) >= longText {
		return appendText(c, out, s)
	}
	if v.precision >= 0 {
		s = s[:min(v.precision, len(s))]
	}
	if i := strings.IndexByte(s, 0); i >= 0 {
		s = s[:i]
	}
	return v.pad(c, out, s, nil, false)
}

// appendInteger appends an integer. The precision is the minimum number of digits. If it is 0, the number 0 has no
// digits, except with %#o.
func (v *conversion) appendInteger(c *lua.Call, out []byte, prefix string, u uint64, base int) []byte {
	var short [24]byte
	digits := strconv.AppendUint(short[:0], u, base)
	if u == 0 && v.precision == 0 {
		digits = digits[:0]
	}
	if v.verb == 'X' {
		upper(digits)
	}
	zeros := v.precision - len(digits)
	if v.verb == 'o' && v.sharp && zeros <= 0 && (len(digits) == 0 || digits[0] != '0') {
		zeros = 1
	}
	var long [128]byte
	body := long[:0]
	for ; zeros > 0; zeros-- {
		body = append(body, '0')
	}
	return v.pad(c, out, prefix, append(body, digits...), v.precision < 0)
}

func upper(s []byte) {
	for i, x := range s {
		if 'a' <= x && x <= 'z' {
			s[i] = x - 'a' + 'A'
		}
	}
}

// defaultPrecision is the precision of %e, %f and %g if none is given.
const defaultPrecision = 6

func (v *conversion) appendFloat(c *lua.Call, out []byte, x float64) []byte {
	precision := v.precision
	if precision < 0 {
		precision = defaultPrecision
	}
	sign := v.sign(math.Signbit(x) && x == x)
	var small [smallResult]byte
	body := small[:0]
	finite := false
	switch x = math.Abs(x); {
	case x != x:
		body = append(body, "nan"...)
	case math.IsInf(x, 0):
		body = append(body, "inf"...)
	default:
		finite = true
		if v.sharp {
			body = appendWithPoint(body, x, v.verb|0x20, precision)
		} else {
			body = strconv.AppendFloat(body, x, v.verb|0x20, precision, 64)
		}
	}
	if v.verb == 'E' || v.verb == 'G' {
		upper(body)
	}
	return v.pad(c, out, sign, body, finite)
}

// appendWithPoint writes x in the format of the flag #: always with a point, and in %g with all trailing zeros.
func appendWithPoint(body []byte, x float64, verb byte, precision int) []byte {
	if verb == 'g' {
		precision = max(precision, 1)
		_, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', precision-1, 64), "e")
		e, _ := strconv.Atoi(exponent)
		if e < -4 || e >= precision {
			verb, precision = 'e', precision-1
		} else {
			verb, precision = 'f', precision-1-e
		}
	}
	text := strconv.FormatFloat(x, verb, precision, 64)
	if precision > 0 {
		return append(body, text...)
	}
	mantissa, exponent, scientific := strings.Cut(text, "e")
	body = append(append(body, mantissa...), '.')
	if scientific {
		body = append(append(body, 'e'), exponent...)
	}
	return body
}

// appendQuoted appends s as a string literal of Lua.
func appendQuoted(c *lua.Call, out []byte, s string) []byte {
	c.Spend(len(s) / bytesPerStep)
	out = appendText(c, out, `"`)
	for {
		i := strings.IndexAny(s, "\"\\\n\r\x00")
		if i < 0 {
			break
		}
		out = appendText(c, out, s[:i])
		switch s[i] {
		case '\r':
			out = appendText(c, out, `\r`)
		case 0:
			out = appendText(c, out, `\000`)
		default:
			out = appendText(c, out, `\`)
			out = appendText(c, out, s[i:i+1])
		}
		s = s[i+1:]
	}
	out = appendText(c, out, s)
	return appendText(c, out, `"`)
}
