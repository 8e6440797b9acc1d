package jsontree

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// object is a JSON object whose members keep their order.
type object struct {
	members []member
	open    bool // printed on several lines, even if it is short
}

type member struct {
	name  string
	value any // nil, a bool, a number, a string, a *list or an *object
}

// list is a JSON array.
type list struct {
	items []any
	open  bool
}

// number is a number in its original notation.
type number string

// maxWidth is the largest number of characters on a line that could be broken.
const maxWidth = 100

// add appends a member. If the value is printed on several lines, so is o.
func (o *object) add(name string, value any) {
	o.members = append(o.members, member{name, value})
	o.open = o.open || isOpen(value)
}

// add appends an item.
func (l *list) add(value any) {
	l.items = append(l.items, value)
	l.open = l.open || isOpen(value)
}

func isOpen(v any) bool {
	switch v := v.(type) {
	case *object:
		return v.open
	case *list:
		return v.open
	}
	return false
}

// text returns a document as text, with an indentation of two spaces per level.
func text(v any) []byte {
	var b bytes.Buffer
	printValue(&b, v, "", 0)
	b.WriteByte('\n')
	return b.Bytes()
}

// printValue writes a value. used is the number of characters before it on the line. The depth of the recursion is
// bounded by the depth of v.
func printValue(b *bytes.Buffer, v any, indent string, used int) {
	if !isOpen(v) {
		start := b.Len()
		printFlat(b, v)
		if utf8.RuneCount(b.Bytes()[start:])+used <= maxWidth || !isNested(v) {
			return
		}
		b.Truncate(start)
	}
	inner := indent + "  "
	switch v := v.(type) {
	case *object:
		b.WriteString("{\n")
		for i, m := range v.members {
			name := quoted(m.name) + ": "
			b.WriteString(inner + name)
			printValue(b, m.value, inner, len(inner)+utf8.RuneCountInString(name)+1)
			b.WriteString(lineEnd(i, len(v.members)))
		}
		b.WriteString(indent + "}")
	case *list:
		b.WriteString("[\n")
		for i, item := range v.items {
			b.WriteString(inner)
			printValue(b, item, inner, len(inner)+1)
			b.WriteString(lineEnd(i, len(v.items)))
		}
		b.WriteString(indent + "]")
	}
}

// lineEnd returns the text after entry i of count entries.
func lineEnd(i, count int) string {
	if i == count-1 {
		return "\n"
	}
	return ",\n"
}

// isNested reports whether a value can be broken into several lines.
func isNested(v any) bool {
	switch v := v.(type) {
	case *object:
		return len(v.members) > 0
	case *list:
		return len(v.items) > 0
	}
	return false
}

// printFlat writes a value on one line.
func printFlat(b *bytes.Buffer, v any) {
	separator := ""
	switch v := v.(type) {
	case *object:
		b.WriteByte('{')
		for _, m := range v.members {
			b.WriteString(separator + quoted(m.name) + ": ")
			printFlat(b, m.value)
			separator = ", "
		}
		b.WriteByte('}')
	case *list:
		b.WriteByte('[')
		for _, item := range v.items {
			b.WriteString(separator)
			printFlat(b, item)
			separator = ", "
		}
		b.WriteByte(']')
	case number:
		b.WriteString(string(v))
	case string:
		b.WriteString(quoted(v))
	case bool:
		b.WriteString(map[bool]string{false: "false", true: "true"}[v])
	default:
		b.WriteString("null")
	}
}

// quoted returns a JSON string. It does not escape < and &.
func quoted(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // writing to a strings.Builder cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}
