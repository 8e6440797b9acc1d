package trees

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// quoted parses a quoted text. The cursor is at the opening quote.
func (s *scanner) quoted() (text string, ok bool) {
	start := s.off
	quote := s.text[start]
	end := closingQuote(s.text, start)
	if end < 0 {
		return "", s.fail(start, message.UnclosedText(string(quote)))
	}
	raw := s.text[start+1 : end]
	if tab := strings.IndexByte(raw, '\t'); tab >= 0 {
		s.fail(start+1+tab, message.TabInText())
	}
	if strings.IndexByte(raw, '\\') >= 0 {
		if raw, ok = s.unescape(raw, start+1); !ok {
			return "", false
		}
	}
	s.off = end + 1
	return raw, true
}

// closingQuote returns the offset of the quote that closes the text beginning at start, or -1.
func closingQuote(text string, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[start]:
			return i
		}
	}
	return -1
}

// escapes maps the letter of an escape to its character. The escapes are those of Lua 5.1, since scripts would not
// understand later ones.
var escapes = map[byte]byte{
	'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
	'\\': '\\', '"': '"', '\'': '\'',
}

// unescape replaces the escapes in raw. at is the offset of raw in the line.
func (s *scanner) unescape(raw string, at int) (text string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			b.WriteByte(raw[i])
			i++
			continue
		}
		c, size, ok := s.escape(raw[i:], at+i)
		if !ok {
			return "", false
		}
		b.WriteByte(c)
		i += size
	}
	return b.String(), true
}

// escape parses the escape at the beginning of raw. A character always follows the backslash, since the text is
// closed.
func (s *scanner) escape(raw string, at int) (c byte, size int, ok bool) {
	if isDigit(raw[1]) {
		return s.decimalEscape(raw, at)
	}
	if c, ok = escapes[raw[1]]; ok {
		return c, 2, true
	}
	_, n := utf8.DecodeRuneInString(raw[1:])
	return 0, 0, s.failAdvising(at, message.UnknownEscape(raw[:1+n]), escapeRemedy(raw))
}

func (s *scanner) decimalEscape(raw string, at int) (c byte, size int, ok bool) {
	for size = 1; size < min(4, len(raw)) && isDigit(raw[size]); {
		size++
	}
	n, err := strconv.ParseUint(raw[1:size], 10, 8)
	if err != nil {
		return 0, 0, s.fail(at, message.EscapeTooLarge(raw[:size]))
	}
	return byte(n), size, true
}

// escapeRemedy returns the remedy for an escape that does not exist in Lua 5.1, if it is not the usual one.
func escapeRemedy(raw string) diag.Words {
	switch raw[1] {
	case 'x':
		if n, err := strconv.ParseUint(raw[2:min(4, len(raw))], 16, 8); err == nil && len(raw) >= 4 {
			return message.EscapeInDecimal(threeDigits(byte(n)))
		}
	case 'u':
		return message.WriteCharacter()
	}
	return diag.Words{}
}

func threeDigits(c byte) string {
	return string([]byte{'0' + c/100, '0' + c/10%10, '0' + c%10})
}
