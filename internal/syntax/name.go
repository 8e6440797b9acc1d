package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/internal/ident"
)

// IsName reports whether a text is a name that no word of Lua is.
func IsName(text string) bool { return ident.Is(text) && keyword(text) == NameToken }

// checkName reports a name with letters that look like others. Two names are the same if and only if their bytes are,
// so a name has one form: composed (NFC), and without the full-width forms of ASCII.
func (s *scanner) checkName(start int) {
	name := s.text[start:s.off]
	if strings.IndexFunc(name, ident.IsWide) >= 0 {
		s.report(start, s.off, wideName, arg("name", clip(name)), arg("plain", clip(strings.Map(narrow, name))))
	} else if composed := ident.Composed(name); composed != name {
		s.report(start, s.off, looseAccents, arg("name", clip(name)), arg("composed", clip(composed)))
	}
}

// narrow returns the ASCII character that was probably meant, and any other character as it is.
func narrow(r rune) rune {
	if r == '、' {
		return ','
	}
	return ident.Narrow(r)
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
	return r < utf8.RuneSelf && !isLetter(byte(r)) && !isDigit(byte(r)) || n <= 1 && r == utf8.RuneError || isBlank(r) || ident.IsWide(r)
}

// isBlank reports whether a character is not visible, or looks like a space.
func isBlank(r rune) bool {
	return r >= utf8.RuneSelf && (unicode.IsSpace(r) || unicode.Is(unicode.Cf, r))
}
