package trees

import (
	"math"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// atNumber reports whether a number begins at the cursor. It begins with a digit, after an optional sign and an
// optional point.
func (s *scanner) atNumber() bool {
	i := 0
	if s.peek(0) == '-' {
		i++
	}
	if s.peek(i) == '.' {
		i++
	}
	return isDigit(s.peek(i))
}

// number parses a Lua number or a percentage.
func (s *scanner) number() (v value.Value, percent, ok bool) {
	start := s.off
	end := numberEnd(s.text, start)
	text := s.text[start:end]
	f, fit, ok := parseNumber(text)
	s.off = end
	percent = s.peek(0) == '%'
	switch {
	case !ok:
		return v, percent, s.failAdvising(start, message.InvalidNumber(text), numberRemedy(text))
	case !fit:
		return v, percent, s.fail(start, message.NumberTooLarge(text))
	case percent:
		s.off++
		f, ok = s.percentage(start, text, f)
	}
	return value.Number(f), percent, ok
}

// percentage returns the fraction for a percentage. It parses the text with the exponent -2, since f/100 may differ
// from the decimal number: 33.3% is 0.333.
func (s *scanner) percentage(start int, text string, f float64) (share float64, ok bool) {
	if isHex(text) || strings.ContainsAny(text, "eE") {
		return 0, s.fail(start, message.InvalidPercentage(text))
	}
	if f < 0 || f > 100 {
		return 0, s.fail(start, message.PercentageOutOfRange(strconv.FormatFloat(f/100, 'g', 6, 64), text))
	}
	share, _, ok = parseNumber(text + "e-2")
	return share, ok
}

// tableNumber parses a number in a table. It reports a percentage, since code that reads tables does not expect
// one.
func (s *scanner) tableNumber() (v value.Value, ok bool) {
	start := s.off
	v, percent, ok := s.number()
	if ok && percent {
		return v, s.fail(start, message.PercentageInTable(Literal(v)))
	}
	return v, ok
}

// numberEnd returns the end of a text that looks like a number. It includes units, so that "2.5s" is a single
// mistake.
func numberEnd(text string, i int) int {
	start := i
	for i++; i < len(text); {
		c, before := text[i], text[i-1]|0x20
		sign := (c == '-' || c == '+') && before == 'e' && !isHex(text[start:i])
		n := nameCharacter(text[i:])
		if n == 0 && c != '.' && !sign {
			break
		}
		i += max(n, 1)
	}
	return i
}

func isHex(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X")
}

// parseNumber parses a number by the rules of Lua 5.1. fit is false if the number is too large. isDecimal excludes
// the other notations that strconv accepts.
func parseNumber(text string) (f float64, fit, ok bool) {
	if isHex(text) {
		return parseHex(text)
	}
	if !isDecimal(text) {
		return 0, false, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil, true
}

func parseHex(text string) (f float64, fit, ok bool) {
	body, negative := strings.CutPrefix(text, "-")
	for i := range len(body[2:]) {
		if c := body[2+i] | 0x20; !isDigit(c) && (c < 'a' || c > 'f') {
			return 0, false, false
		}
	}
	if len(body) == 2 {
		return 0, false, false
	}
	u, err := strconv.ParseUint(body[2:], 16, 64)
	f = float64(u)
	if negative {
		f = -f
	}
	return f, err == nil, true
}

// isDecimal reports whether text consists of digits with an optional point and exponent.
func isDecimal(text string) bool {
	mantissa, exponent, has := cutExponent(strings.TrimPrefix(text, "-"))
	whole, part, _ := strings.Cut(mantissa, ".")
	if whole+part == "" || !allDigits(whole) || !allDigits(part) {
		return false
	}
	if len(exponent) > 0 && (exponent[0] == '-' || exponent[0] == '+') {
		exponent = exponent[1:]
	}
	return !has || exponent != "" && allDigits(exponent)
}

func cutExponent(text string) (mantissa, exponent string, has bool) {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// numberRemedy suggests a number in place of a number with a unit of time.
func numberRemedy(text string) diag.Words {
	for _, unit := range units {
		number, found := strings.CutSuffix(text, unit.name)
		if w := timeRemedy(number, unit.scale); found && w.Text != "" {
			return w
		}
	}
	return diag.Words{}
}

// units are the units of time that are written behind numbers elsewhere.
var units = []struct {
	name  string
	scale float64 // in seconds
}{
	{"ms", 0.001}, {"milliseconds", 0.001}, {"s", 1}, {"sec", 1}, {"secs", 1}, {"second", 1}, {"seconds", 1},
	{"min", 60}, {"mins", 60}, {"minute", 60}, {"minutes", 60},
}

// timeRemedy suggests a time in seconds in place of a number of units of time. It returns empty words if the text is no number.
func timeRemedy(text string, scale float64) (w diag.Words) {
	f, fit, ok := parseNumber(text)
	if !ok || !fit || math.IsInf(f*scale, 0) {
		return w
	}
	return message.TimesWithoutUnit(strconv.FormatFloat(f*scale, 'g', 6, 64))
}

// randomBetween returns an expression for a random number between the numbers of a text such as 1..3 or 1-3, or "".
func randomBetween(text string) string {
	for _, sign := range []string{"...", "..", "-"} {
		from, to, _ := strings.Cut(text, sign)
		least, _, ok := parseNumber(from)
		most, _, also := parseNumber(to)
		if ok && also && least < most && !math.IsInf(most-least, 0) {
			return "(" + from + " + math.random() * " + value.FormatNumber(most-least) + ")"
		}
	}
	return ""
}
