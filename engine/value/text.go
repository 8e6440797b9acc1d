package value

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is the largest number of bytes in a result of Text.
const maxText = 200

// Text returns a text that people recognize a value of Go by: the result of its method String, in one line of at most
// 200 bytes, or "a handle of Body" if there is none. If String panics, the text says so. The text may change
// from call to call, so nothing may depend on it that is compared later.
func Text(x any) string {
	if s, ok := x.(fmt.Stringer); ok {
		if text := line(ownText(s)); text != "" {
			return text
		}
	}
	return handleOf(x)
}

func handleOf(x any) string { return "a handle of " + TypeName(reflect.TypeOf(x)) }

// ownText calls s.String.
func ownText(s fmt.Stringer) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprintf("%s, whose String panics: %v", handleOf(s), r)
		}
	}()
	return s.String()
}

// line returns a text in one line of at most maxText bytes.
func line(text string) string {
	if len(text) > maxText {
		n := maxText - len("…")
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		text = text[:n] + "…"
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		text = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, text)
	}
	return text
}

// TypeName returns the name of a type as messages to designers show it: Body for *main.Body. A type without a name has
// its form in Go.
func TypeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	for t.Name() == "" && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" {
		return t.String()
	}
	return importPath.ReplaceAllString(t.Name(), "")
}

// importPath matches the path of a package before a type argument, as in Pool[example.org/game.Body].
var importPath = regexp.MustCompile(`[^\[\],*]*[/.]`)
