// Package cells measures text in the cells of a terminal, for carets below a line, for columns in tree files, and for the
// screen. It uses the standard library only, since package engine does.
package cells

import "unicode"

// Of returns the number of cells that a character takes: two for those of Chinese, Japanese and Korean and for most emoji,
// and none for marks that are drawn over the character before them.
func Of(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// Count returns the number of cells that a text takes.
func Count(text string) int {
	n := 0
	for _, r := range text {
		n += Of(r)
	}
	return n
}

// wide has the characters that are wide or full-width in Unicode's EastAsianWidth.txt, and the emoji between them.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1}, {0x231a, 0x231b, 1}, {0x2329, 0x232a, 1}, {0x23e9, 0x23ec, 1}, {0x25fd, 0x25fe, 1}, {0x2614, 0x2615, 1},
		{0x2648, 0x2653, 1}, {0x26aa, 0x26ab, 1}, {0x2705, 0x2705, 1}, {0x274c, 0x274c, 1}, {0x2753, 0x2755, 1}, {0x2795, 0x2797, 1},
		{0x2b1b, 0x2b1c, 1}, {0x2b50, 0x2b50, 1}, {0x2e80, 0x303e, 1}, {0x3041, 0x4dbf, 1}, {0x4e00, 0xa4c6, 1}, {0xa960, 0xa97c, 1},
		{0xac00, 0xd7a3, 1}, {0xf900, 0xfad9, 1}, {0xfe10, 0xfe6b, 1}, {0xff01, 0xff60, 1}, {0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x16fe0, 0x1b2fb, 1}, {0x1f300, 0x1f64f, 1}, {0x1f680, 0x1f6ff, 1}, {0x1f7e0, 0x1f7f0, 1}, {0x1f900, 0x1f9ff, 1},
		{0x1fa70, 0x1faff, 1}, {0x20000, 0x3fffd, 1},
	},
}
