package strlib

import (
	"math"
	"strconv"
	"strings"
)

// defaultPrecision is that of %e, %f and %g.
const defaultPrecision = 6

// floatSteps returns what the conversion of a float costs: far digits need
// arithmetic on long numbers.
func (s spec) floatSteps() int { return 8 + 4*max(s.precision, 0) }

// pad brings prefix and body to the width: zeros, if they are allowed and asked
// for, go between the two.
func (s spec) pad(prefix, body string, zeros bool) string {
	n := s.width - len(prefix) - len(body)
	switch {
	case n <= 0:
		return prefix + body
	case s.minus:
		return prefix + body + strings.Repeat(" ", n)
	case zeros && s.zero:
		return prefix + strings.Repeat("0", n) + body
	}
	return strings.Repeat(" ", n) + prefix + body
}

// sign returns what stands before a signed number.
func (s spec) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case s.plus:
		return "+"
	case s.space:
		return " "
	}
	return ""
}

func (s spec) signed(v int64) string {
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	return s.pad(s.sign(v < 0), s.digits(u, 10), s.precision < 0)
}

func (s spec) unsigned(v uint64) string {
	switch s.verb {
	case 'o':
		body := s.digits(v, 8)
		if s.sharp && !strings.HasPrefix(body, "0") {
			body = "0" + body
		}
		return s.pad("", body, s.precision < 0)
	case 'x', 'X':
		prefix, body := "", s.digits(v, 16)
		if s.sharp && v != 0 {
			prefix = "0x"
		}
		if s.verb == 'X' {
			prefix, body = strings.ToUpper(prefix), strings.ToUpper(body)
		}
		return s.pad(prefix, body, s.precision < 0)
	}
	return s.pad("", s.digits(v, 10), s.precision < 0)
}

// digits returns the digits of v, at least as many as the precision says; for 0
// that may be none.
func (s spec) digits(v uint64, base int) string {
	if v == 0 && s.precision == 0 {
		return ""
	}
	d := strconv.FormatUint(v, base)
	return strings.Repeat("0", max(0, s.precision-len(d))) + d
}

func (s spec) float(f float64) string {
	prefix, body := s.sign(math.Signbit(f) && f == f), ""
	finite := !math.IsInf(f, 0) && f == f
	switch {
	case f != f:
		body = "nan"
	case !finite:
		body = "inf"
	default:
		body = s.decimal(math.Abs(f))
	}
	if s.verb == 'E' || s.verb == 'G' {
		body = strings.ToUpper(body)
	}
	return s.pad(prefix, body, finite)
}

// decimal writes a finite number that is not negative.
func (s spec) decimal(f float64) string {
	precision := s.precision
	if precision < 0 {
		precision = defaultPrecision
	}
	switch s.verb {
	case 'f':
		return s.point(strconv.FormatFloat(f, 'f', precision, 64))
	case 'e', 'E':
		return s.point(strconv.FormatFloat(f, 'e', precision, 64))
	}
	return s.general(f, max(precision, 1))
}

// general writes f with so many significant digits, as %e where that is shorter,
// and without zeros at the end unless # keeps them.
func (s spec) general(f float64, digits int) string {
	text := strconv.FormatFloat(f, 'e', digits-1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	e, _ := strconv.Atoi(exponent)
	if e < -4 || e >= digits {
		return s.point(s.trim(mantissa) + "e" + exponent)
	}
	return s.point(s.trim(strconv.FormatFloat(f, 'f', digits-1-e, 64)))
}

// trim takes zeros behind the point away, unless # keeps them.
func (s spec) trim(number string) string {
	if s.sharp || !strings.Contains(number, ".") {
		return number
	}
	return strings.TrimRight(strings.TrimRight(number, "0"), ".")
}

// point gives a number its point where # wants one.
func (s spec) point(number string) string {
	if !s.sharp || strings.Contains(number, ".") {
		return number
	}
	mantissa, exponent, ok := strings.Cut(number, "e")
	if ok {
		return mantissa + ".e" + exponent
	}
	return mantissa + "."
}
