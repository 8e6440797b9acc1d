package screen

import (
	"strings"
	"unicode"

	"github.com/bough-dev/bough/internal/cells"
)

// width returns the number of cells that a character takes. A character that cannot be shown takes one, for a question mark.
func width(r rune) int { return cells.Of(printable(r)) }

// printable returns a character that is safe to send to a terminal.
func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	if r == '\t' {
		return ' '
	}
	return '?'
}

// wrap breaks a line at spaces, or beside wide characters, so that no piece is wider than cols. It indents the pieces
// after the first by two more cells than the line. If there is no place to break at, wrap breaks the line anywhere.
func wrap(line string, cols int) []string {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	indent = max(0, min(indent+2, cols/2))
	var out []string
	rest, lead := []rune(line), ""
	for {
		room := cols - len(lead)
		n := fitting(rest, room)
		if n == len(rest) {
			return append(out, lead+string(rest))
		}
		at := lastBreak(rest[:n+1])
		if len(strings.TrimSpace(string(rest[:max(at, 0)]))) == 0 {
			at = n
		}
		out = append(out, strings.TrimRight(lead+string(rest[:at]), " "))
		rest = []rune(strings.TrimLeft(string(rest[at:]), " "))
		if len(rest) == 0 {
			return out
		}
		lead = strings.Repeat(" ", indent)
	}
}

// fitting returns how many characters of text fit in the given number of cells, with the marks that are drawn over the last one. It returns at least one.
func fitting(text []rune, room int) int {
	for i, r := range text {
		if room -= width(r); room < 0 {
			return max(i, 1)
		}
	}
	return len(text)
}

// The signs of Chinese that do not begin a line, and those that do not end one.
const (
	closing = "，。：；、？！）”’》】…"
	opening = "（“‘《【"
)

// lastBreak returns the index of the last character before which a line can be broken: a space, or a character beside a
// wide one, as Chinese has no spaces. It returns -1 if there is none.
func lastBreak(text []rune) int {
	for i := len(text) - 1; i >= 0; i-- {
		switch {
		case text[i] == ' ':
			return i
		case i == 0 || width(text[i]) < 2 && width(text[i-1]) < 2:
		case !strings.ContainsRune(closing, text[i]) && !strings.ContainsRune(opening, text[i-1]):
			return i
		}
	}
	return -1
}
