package btcpp

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// number parses a decimal number, and reports whether text is such a number.
func number(text string) (float64, bool) {
	if strings.Trim(text, "0123456789.eE+-") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && !math.IsInf(f, 0)
}

// plainNumber matches numbers in the usual notation. A text with leading zeros, such as 007, is a name or a code.
var plainNumber = regexp.MustCompile(`^[+-]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][+-]?\d+)?$`)

// literal returns the value of a text without references: a number, a boolean, or else the text itself. It does not
// convert -0 and numbers that would lose digits.
func literal(text string) value.Value {
	if text == "true" || text == "false" {
		return value.Bool(text == "true")
	}
	if f, ok := number(text); ok && plainNumber.MatchString(text) && (f != 0 || text[0] != '-') {
		digits := strings.TrimLeft(strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return r
			}
			return -1
		}, strings.FieldsFunc(text, func(r rune) bool { return r == 'e' || r == 'E' })[0]), "0")
		if len(strings.TrimRight(digits, "0")) <= 15 {
			return value.Number(f)
		}
	}
	return value.String(text)
}

// blackboardKey returns the key of a reference {key}. The reference {=} means the key with the name of the port.
// The reference {@key} means a key of the outermost tree; in Bough all trees share one blackboard.
func blackboardKey(port, text string) (key string, ok bool) {
	if len(text) < 3 || text[0] != '{' || text[len(text)-1] != '}' {
		return "", false
	}
	key = strings.TrimPrefix(strings.TrimSpace(text[1:len(text)-1]), "@")
	if key == "=" {
		key = port
	}
	return key, !strings.ContainsAny(key, "{} ")
}

// reference returns a reference to a key.
func reference(key string) string { return "{" + key + "}" }

// argText returns the value of a positional parameter as the text of a port.
func argText(a trees.Arg) string {
	switch {
	case a.Expr != nil && a.Expr.Field:
		return reference(a.Expr.Source)
	case a.Expr != nil:
		return printable("(" + a.Expr.Source + ")")
	}
	return portText(a.Value, a.Ref)
}

// paramText returns the value of a parameter as the text of a port.
func paramText(p trees.Param) string {
	return argText(trees.Arg{Value: p.Value, Ref: p.Ref, Expr: p.Expr})
}

// portText returns the value of a parameter as the text of a port.
func portText(v value.Value, ref bool) string {
	switch {
	case ref:
		return reference(portName(v.Str()))
	case v.Kind() == value.KindString:
		return printable(v.Str())
	}
	return printable(trees.Literal(v))
}
