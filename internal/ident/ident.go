// Package ident says which texts are names. Scripts, trees, scenes, declarations and the names of files have the same
// names: letters and digits of any script, and underscores.
//
// Names are compared by their bytes, so a name has one form: it is composed (NFC), and has no full-width forms of ASCII.
// Plain returns that form for a text that lacks it.
package ident

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Parts of regular expressions, for Go and, with the flag u, for JavaScript. First and Rest are the inside of a class: the characters that begin a name, and those that
// continue it. Pattern matches a text with the characters of a name.
const (
	First   = `_\p{L}\p{Nl}`
	Rest    = First + `\p{Nd}\p{Mn}\p{Mc}`
	Pattern = `[` + First + `][` + Rest + `]*`
)

// Is reports whether a text is a name. Reserved words are names, too.
func Is(text string) bool {
	ascii := true
	for i := range len(text) {
		switch c := text[i]; {
		case c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z':
		case '0' <= c && c <= '9':
			if i == 0 {
				return false
			}
		case c < utf8.RuneSelf:
			return false
		default:
			ascii = false
		}
	}
	return text != "" && (ascii || hasForm(text) && Plain(text) == text)
}

// hasForm is the part of Is for texts with characters beyond ASCII.
func hasForm(text string) bool {
	for i, r := range text {
		if !In(r, i == 0) {
			return false
		}
	}
	return true
}

// In reports whether a name may contain a character, or begin with it.
func In(r rune, first bool) bool {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r):
		return true
	case first:
		return false
	}
	return unicode.Is(unicode.Nd, r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r)
}

// Plain returns a text in composed form, with ASCII in place of its full-width forms.
func Plain(text string) string { return norm.NFC.String(strings.Map(Narrow, text)) }

// Composed returns a text in composed form.
func Composed(text string) string { return norm.NFC.String(text) }

// IsWide reports whether a character is the full-width form of an ASCII character, which editors for Chinese and Japanese
// insert.
func IsWide(r rune) bool { return '！' <= r && r <= '～' }

// Narrow returns the ASCII character of a full-width form, and any other character as it is.
func Narrow(r rune) rune {
	if IsWide(r) {
		return r - '！' + '!'
	}
	return r
}
