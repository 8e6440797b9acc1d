package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsName reports whether a text is a valid name.
func IsName(text string) bool {
	for i, r := range text {
		if !inName(r, i == 0) {
			return false
		}
	}
	return text != "" && keyword(text) == NameToken && strings.IndexFunc(text, isWide) < 0 && norm.NFC.IsNormalString(text)
}

// inName reports whether a name may contain a character, or begin with it.
func inName(r rune, first bool) bool {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r):
		return true
	case first:
		return false
	}
	return unicode.Is(unicode.Nd, r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r)
}

// checkName reports a name with letters that look like others. Two names are the same if and only if their bytes are,
// so a name has one form: composed (NFC), and without the full-width forms of ASCII.
func (s *scanner) checkName(start int) {
	name := s.text[start:s.off]
	if strings.IndexFunc(name, isWide) >= 0 {
		s.report(start, s.off, wideName, arg("name", clip(name)), arg("plain", clip(strings.Map(narrow, name))))
	} else if !norm.NFC.IsNormalString(name) {
		s.report(start, s.off, looseAccents, arg("name", clip(name)), arg("composed", clip(norm.NFC.String(name))))
	}
}

// isWide reports whether a character is the full-width form of an ASCII character, which editors for Chinese and Japanese
// insert.
func isWide(r rune) bool { return '！' <= r && r <= '～' }

// narrow returns the ASCII character of a full-width form, and any other character as it is.
func narrow(r rune) rune {
	switch {
	case isWide(r):
		return r - '！' + '!'
	case r == '、':
		return ','
	}
	return r
}

// stray scans a text that is no token, and reports it.
func (s *scanner) stray() {
	start := s.off
	r, n := utf8.DecodeRuneInString(s.text[s.off:])
	s.off += n
	switch plain := narrow(r); {
	case r == utf8.RuneError && n <= 1:
		s.report(start, s.off, notUTF8)
	case plain != r:
		s.report(start, s.off, wideCharacter, arg("character", string(r)), arg("plain", string(plain)))
		if k, n := operator(byte(plain), 0, 0); n > 0 {
			s.emit(k, start)
			return
		}
	case isBlank(r):
		s.report(start, s.off, blankCharacter, arg("character", codePoint(r)))
		return
	case r < utf8.RuneSelf:
		s.report(start, s.off, controlCharacter, arg("character", quoteRune(r)))
	default:
		for s.off < len(s.text) && !isBoundary(s.text[s.off:]) {
			_, n := utf8.DecodeRuneInString(s.text[s.off:])
			s.off += n
		}
		s.report(start, s.off, strayCharacter, arg("character", clip(s.text[start:s.off])))
	}
	s.emit(BadToken, start)
}

// isBoundary reports whether a text begins with a character that ends a stray text.
func isBoundary(text string) bool {
	r, n := utf8.DecodeRuneInString(text)
	return r < utf8.RuneSelf && !isLetter(byte(r)) && !isDigit(byte(r)) || n <= 1 && r == utf8.RuneError || isBlank(r) || isWide(r)
}

// isBlank reports whether a character is not visible, or looks like a space.
func isBlank(r rune) bool {
	return r >= utf8.RuneSelf && (unicode.IsSpace(r) || unicode.Is(unicode.Cf, r))
}
