package screen

import (
	"strings"
	"unicode"
)

// wide are the ranges of characters that take two cells.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x2e80, Hi: 0xa4cf, Stride: 1}, {Lo: 0xac00, Hi: 0xd7a3, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, {Lo: 0xff00, Hi: 0xff60, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0x1f300, Hi: 0x1faff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1}},
}

// width returns the number of cells that a character takes. A control character is shown as one question mark.
func width(r rune) int {
	if unicode.Is(wide, r) {
		return 2
	}
	return 1
}

// printable returns a character that is safe to send to a terminal.
func printable(r rune) rune {
	if unicode.IsPrint(r) && !unicode.Is(unicode.Mn, r) {
		return r
	}
	if r == '\t' {
		return ' '
	}
	return '?'
}

// wrap breaks a line at spaces, so that no piece is wider than cols. It indents the pieces after the first by two
// more cells than the line. If there is no space to break at, wrap breaks the line anywhere.
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
		at := lastSpace(rest[:n+1])
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

// fitting returns how many characters of text fit in the given number of cells. It returns at least one.
func fitting(text []rune, cells int) int {
	for i, r := range text {
		if cells -= width(r); cells < 0 {
			return max(i, 1)
		}
	}
	return len(text)
}

// lastSpace returns the index of the last space, or -1.
func lastSpace(text []rune) int {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == ' ' {
			return i
		}
	}
	return -1
}
