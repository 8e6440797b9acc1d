package lua

import (
	"math"
	"strconv"
	"strings"
)

// FormatNumber returns n as Lua 5.1 formats it, which is C's %.14g. Infinities and NaN are inf, -inf and nan on all
// machines.
func FormatNumber(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1e14 {
		if n == 0 && math.Signbit(n) {
			return "-0"
		}
		return strconv.FormatInt(int64(n), 10)
	}
	switch {
	case math.IsInf(n, 1):
		return "inf"
	case math.IsInf(n, -1):
		return "-inf"
	case n != n:
		return "nan"
	}
	var buf [32]byte
	return string(appendDigits(buf[:0], n))
}

// AppendNumber appends the result of FormatNumber to dst. It allocates nothing for integers below 1e14, if dst has
// room.
func AppendNumber(dst []byte, n float64) []byte {
	if n == math.Trunc(n) && math.Abs(n) < 1e14 && n != 0 {
		return strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, FormatNumber(n)...)
}

// appendDigits appends a finite number that is not 0 to dst, as %.14g.
func appendDigits(dst []byte, n float64) []byte {
	if n < 0 {
		dst = append(dst, '-')
	}
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], math.Abs(n), 'e', 13, 64) // such as 1.2345000000000e-07
	const mantissa = len("d.ddddddddddddd")
	e, _ := strconv.Atoi(string(text[mantissa+1:]))
	text[1] = text[0] // now text[1:mantissa] has the digits
	digits := 14
	for digits > 1 && text[digits] == '0' {
		digits--
	}
	if -4 <= e && e < 0 {
		dst = append(append(dst, '0', '.'), "000"[:-e-1]...)
		return append(dst, text[1:1+digits]...)
	}
	whole, exponent := 1, text[mantissa:] // whole is the number of digits before the point
	if 0 <= e && e < 14 {
		whole, exponent = e+1, nil
	}
	dst = append(dst, text[1:1+whole]...)
	if digits > whole {
		dst = append(append(dst, '.'), text[1+whole:1+digits]...)
	}
	return append(dst, exponent...)
}

// ParseNumber parses a numeral like tonumber: decimal, or hexadecimal after 0x, with white space around it. Unlike
// C's strtod it does not accept inf, nan or hexadecimal fractions.
func ParseNumber(s string) (n float64, ok bool) {
	s = strings.Trim(s, " \t\n\v\f\r")
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" {
		return 0, false
	}
	if len(digits) > 2 && (digits[:2] == "0x" || digits[:2] == "0X") {
		for _, c := range []byte(digits[2:]) {
			d := strings.IndexByte("0123456789abcdef", c|0x20)
			if '0' <= c && c <= '9' {
				d = int(c - '0')
			} else if d < 10 {
				return 0, false
			}
			n = float64(n*16) + float64(d)
		}
		if n > 1<<53 { // n may have been rounded more than once
			n, _ = strconv.ParseFloat("0x"+digits[2:]+"p0", 64)
		}
		if s[0] == '-' {
			n = -n
		}
		return n, true
	}
	if c := digits[0]; c != '.' && (c < '0' || c > '9') || strings.ContainsAny(digits, "_xXpP") {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil || math.IsInf(n, 0)
}

// subnormalSteps are taken for parsing a numeral below 2^-1022, and one more for each of its digits: it takes a hundred
// times as long as others.
const subnormalSteps = 200

// number is like Value.number, and takes the steps for parsing a string.
func (c *frame) number(v Value) (float64, bool) {
	if v.p == &numberTag {
		return v.n, true
	}
	if v.p != nil {
		c.charge(int64(len(v.p.s) / 16))
	}
	n, ok := v.number()
	if n != 0 && -0x1p-1022 < n && n < 0x1p-1022 {
		c.charge(subnormalSteps + int64(len(v.p.s)))
	}
	return n, ok
}

// modulo returns a % b, which has the sign of b.
func modulo(a, b float64) float64 {
	if a >= 0 && b > 0 && a < 1<<53 && b < 1<<53 && a == math.Trunc(a) && b == math.Trunc(b) {
		return float64(int64(a) % int64(b))
	}
	return a - float64(math.Floor(a/b)*b)
}
