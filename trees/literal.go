package trees

import (
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/value"
)

// Literal formats the value of a parameter as a literal. Parse converts the literal to the same value. For a value
// that a file cannot contain, the result is a text that Parse does not accept. Such values are infinities, NaN, and
// tables deeper than MaxTableDepth.
func Literal(v value.Value) string {
	var b strings.Builder
	writeLiteral(&b, v, 0)
	return b.String()
}

func writeLiteral(b *strings.Builder, v value.Value, depth int) {
	switch t, isTable := v.Ref().(*Table); {
	case isTable:
		writeTable(b, t, depth)
	case v.Kind() == value.KindString:
		writeQuoted(b, v.Str())
	default:
		b.WriteString(v.String())
	}
}

// writeTable writes a table. Its recursion is at most MaxTableDepth deep.
func writeTable(b *strings.Builder, t *Table, depth int) {
	if depth == MaxTableDepth {
		b.WriteString("{...}")
		return
	}
	separator := ""
	b.WriteByte('{')
	for _, item := range t.Items {
		b.WriteString(separator)
		writeLiteral(b, item.Value, depth+1)
		separator = ", "
	}
	for _, f := range t.Fields {
		b.WriteString(separator + f.Name + "=")
		writeLiteral(b, f.Value, depth+1)
		separator = ", "
	}
	b.WriteByte('}')
}

// writeQuoted writes a text with the escapes of Lua 5.1. It writes bytes that are not visible, or not UTF-8, as
// decimal escapes.
func writeQuoted(b *strings.Builder, text string) {
	b.WriteByte('"')
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + text[i:i+1])
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c == 0x7f || r == utf8.RuneError && size == 1:
			b.WriteString(`\` + threeDigits(c))
		default:
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	b.WriteByte('"')
}
