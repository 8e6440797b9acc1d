package btcpp

import (
	"math"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/trees"
)

// number reads a decimal number.
func number(text string) (float64, bool) {
	if strings.Trim(text, "0123456789.eE+-") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && !math.IsInf(f, 0)
}

// literal returns the value of a text without references: a number or a truth value if
// that is written as this very text, else the text.
func literal(text string) engine.Value {
	if text == "true" || text == "false" {
		return engine.Bool(text == "true")
	}
	if f, ok := number(text); ok && engine.Number(f).String() == text {
		return engine.Number(f)
	}
	return engine.String(text)
}

// blackboardKey returns the key of a reference {key}. The reference {=} means the key with
// the name of the port.
func blackboardKey(port, text string) (key string, ok bool) {
	if len(text) < 3 || text[0] != '{' || text[len(text)-1] != '}' {
		return "", false
	}
	key = strings.TrimSpace(text[1 : len(text)-1])
	if key == "=" {
		key = port
	}
	return key, !strings.ContainsAny(key, "{} ")
}

// reference writes a reference to a key.
func reference(key string) string { return "{" + key + "}" }

// portText writes the value of a parameter as the text of a port.
func portText(v engine.Value, ref bool) string {
	switch {
	case ref:
		return reference(portName(v.Str()))
	case v.Kind() == engine.StringValue:
		return printable(v.Str())
	}
	return printable(trees.Literal(v))
}
