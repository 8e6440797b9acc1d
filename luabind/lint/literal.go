package lint

import (
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

// number scans all characters that could belong to a number, as Lua does, and then checks the number. The parser by
// itself would read some invalid numbers as two numbers.
func (s *scanner) number() {
	start := s.off
	hex := s.peek(0) == '0' && s.peek(1)|0x20 == 'x'
	for c := s.peek(0); isDigit(c) || isLetter(c) || c == '.'; c = s.peek(0) {
		s.off++
		if c|0x20 == 'e' && !hex && (s.peek(0) == '+' || s.peek(0) == '-') {
			s.off++
		}
	}
	s.emit(numberTok, start)
	if msg, hint := badNumber(s.text[start:s.off]); msg != "" {
		s.report(start, "%s", msg).Hint = hint
	}
}

// badNumber returns the error in a number, or "" if there is none.
func badNumber(n string) (msg, hint string) {
	if _, ok := lua.ParseNumber(n); ok {
		return "", ""
	}
	msg = "malformed number " + clip(n)
	lower, plain := strings.ToLower(n), strings.ReplaceAll(n, "_", "")
	switch _, ok := lua.ParseNumber(plain); {
	case ok:
		hint = "write it without _: " + clip(plain)
	case lower == "0x":
		hint = "digits are missing after 0x"
	case strings.HasPrefix(lower, "0x"):
		hint = "a hexadecimal number has only the digits 0-9 and a-f"
	case strings.Contains(n, ".."):
		hint = "put spaces around .. to join texts: 1 .. 2"
	case strings.HasPrefix(lower, "0b"):
		hint = "Lua has no binary numbers; write it in decimal, or with 0x in hexadecimal"
	case strings.HasSuffix(lower, "e"):
		hint = "digits are missing after e"
	case strings.Count(n, ".") > 1:
		hint = "a number has at most one point"
	default:
		end := max(0, strings.IndexFunc(n, func(r rune) bool { return (r < '0' || r > '9') && r != '.' }))
		switch digits, word := clip(n[:end]), n[end:]; {
		case keywords[word]:
			hint = "put a space before " + word
		case len(word) == 1 && strings.ContainsAny(word, "fFdDlLuU"):
			hint = "numbers have no suffix in Lua; write " + digits
		default:
			hint = "a name does not begin with a digit; for a product write " + digits + " * " + clip(word)
		}
	}
	return msg, hint
}

// clip shortens a word of the source for a message.
func clip(s string) string {
	const most = 30
	if r := []rune(s[:min(len(s), 4*most+4)]); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// quoted scans a string in quotes. It leaves invalid escapes to escape.
func (s *scanner) quoted() {
	start, line, col := s.off, len(s.lines), s.column(s.off)
	quote := s.text[s.off]
	s.off++
	for s.peek(0) != quote || s.off >= len(s.text) {
		switch c := s.peek(0); {
		case s.off >= len(s.text) || c == '\n' || c == '\r':
			s.emitAt(stringTok, start, line, col)
			s.reportAt(line, col, "the string is not closed on its line").Hint = "add the missing " + string(quote) + ", or write \\n for a line break"
			return
		case c == '\\':
			s.escape()
		default:
			s.off++
		}
	}
	s.off++
	s.emitAt(stringTok, start, line, col)
}

// escape scans a backslash and the characters that belong to it, and reports an invalid escape. Lua 5.1 reads "\d"
// as "d", for any letter without a meaning. That is never intended, so it is an error here.
func (s *scanner) escape() {
	start := s.off
	s.off++
	c := s.peek(0)
	switch {
	case s.off >= len(s.text):
	case c == '\n' || c == '\r':
		s.newline()
	case isDigit(c):
		s.decimalEscape(start)
	case isLetter(c) && !strings.ContainsRune("abfnrtv", rune(c)):
		s.off++
		s.report(start, "unknown escape \\%c in a string", c).Hint = escapeHint(c)
	default:
		s.off++
	}
}

func escapeHint(c byte) string {
	switch c {
	case 'x':
		return "hexadecimal escapes are not in this Lua; write the character's decimal number, like \\065 for A"
	case 'u':
		return "Unicode escapes are not in this Lua; write the character itself"
	case 'z':
		return "\\z is not in this Lua; join the parts with .."
	}
	return "write \\\\ for a backslash, and % instead of \\ in patterns"
}

func (s *scanner) decimalEscape(start int) {
	n := 0
	for i := 0; i < 3 && isDigit(s.peek(0)); i++ {
		n = n*10 + int(s.peek(0)-'0')
		s.off++
	}
	if n > 255 {
		s.report(start, "escape \\%d in a string is too large", n).Hint = "the largest is \\255"
	}
}

// longString scans a string of the form [[...]] or [=[...]=].
func (s *scanner) longString() {
	start, line, col := s.off, len(s.lines), s.column(s.off)
	level := s.opening()
	if level < 0 {
		s.off = start + 1
		s.report(start, "unexpected \"[=\"").Hint = "a long string begins with [[ or [=["
		return
	}
	if !s.closing(level) {
		s.reportAt(line, col, "the long string is not closed").Hint = "add ]" + strings.Repeat("=", min(level, 20)) + "]"
	}
	s.emitAt(stringTok, start, line, col)
}

// opening scans the opening long bracket: [, equal signs and [. It returns the number of equal signs, or -1 if the
// second bracket is missing.
func (s *scanner) opening() int {
	n := s.off + 1
	for n < len(s.text) && s.text[n] == '=' {
		n++
	}
	if n >= len(s.text) || s.text[n] != '[' {
		return -1
	}
	level := n - s.off - 1
	s.off = n + 1
	return level
}

// closing scans everything up to and including the closing long bracket of the given level: ], equal signs and ].
// It returns false if the text ends before that.
func (s *scanner) closing(level int) bool {
	end := "]" + strings.Repeat("=", level) + "]"
	for s.off < len(s.text) {
		switch c := s.text[s.off]; {
		case c == '\n' || c == '\r':
			s.newline()
		case c == ']' && strings.HasPrefix(s.text[s.off:], end):
			s.off += len(end)
			return true
		default:
			s.off++
		}
	}
	return false
}

func (s *scanner) comment() {
	start := s.off
	s.off += 2
	if s.peek(0) == '[' && (s.peek(1) == '[' || s.peek(1) == '=') {
		s.longComment(start)
		return
	}
	s.restOfLine()
}

func (s *scanner) longComment(start int) {
	line, col := len(s.lines), s.column(start)
	level := s.opening()
	if level < 0 {
		s.report(start, "malformed long comment").Hint = "put a space after -- if this is a comment of one line"
		s.restOfLine()
		return
	}
	if !s.closing(level) {
		s.reportAt(line, col, "the long comment is not closed").Hint = "add ]" + strings.Repeat("=", min(level, 20)) + "]"
	}
}

func (s *scanner) restOfLine() {
	for s.off < len(s.text) && s.text[s.off] != '\n' && s.text[s.off] != '\r' {
		s.off++
	}
}

// literalKind returns the Lua type of a literal, or "" if token i is not a literal.
func (s *source) literalKind(i int) string {
	switch s.kindOf(i) {
	case numberTok:
		return "number"
	case stringTok:
		return "string"
	}
	switch {
	case s.is(i, "nil"):
		return "nil"
	case s.isAny(i, "true", "false"):
		return "boolean"
	}
	return ""
}
