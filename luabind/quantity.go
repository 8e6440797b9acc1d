package luabind

import (
	"fmt"
	"unicode/utf8"
)

// megabytes formats a number of bytes.
func megabytes(n int) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", (n+512)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// thousands formats a number with commas between groups of three digits.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// cut returns at most the first n bytes of a text. It does not split a character.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
