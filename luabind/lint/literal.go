package lint

import (
	"strconv"
	"strings"
)

// number takes all that could belong to a number, as Lua does, and then checks
// it: gopher-lua reads what it does not understand as NaN, or as two numbers.
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
		s.fault(start, "%s", msg).Hint = hint
	}
}

// badNumber says what is wrong with a number, or "".
func badNumber(n string) (msg, hint string) {
	lower := strings.ToLower(n)
	switch {
	case strings.HasPrefix(lower, "0x"):
		return badHex(n)
	case strings.Contains(n, ".."):
		return "malformed number " + clip(n), "put spaces around .. to join texts: 1 .. 2"
	case strings.Contains(n, "_") && isDecimal(strings.ReplaceAll(lower, "_", "")):
		return "malformed number " + clip(n), "write it without _: " + clip(strings.ReplaceAll(n, "_", ""))
	case strings.HasPrefix(lower, "0b"):
		return "malformed number " + clip(n), "Lua has no binary numbers; write it in decimal, or with 0x in hexadecimal"
	case strings.Trim(lower, "0123456789.e+-") != "" || !isDecimal(lower):
		return "malformed number " + clip(n), ""
	case len(n) > 2 && n[0] == '0' && n[1] == '0' && isDigit(n[2]):
		return "number " + clip(n) + " begins with zeros and would be read as octal", "write it without the zeros"
	}
	if _, err := strconv.ParseFloat(n, 64); err != nil {
		return "number " + clip(n) + " is too large", "write math.huge for infinity"
	}
	return "", ""
}

func badHex(n string) (msg, hint string) {
	digits := n[2:]
	for i := range len(digits) {
		if !isHex(digits[i]) {
			return "malformed number " + clip(n), "a hexadecimal number has only the digits 0-9 and a-f"
		}
	}
	if digits == "" {
		return "malformed number " + clip(n), "digits are missing after 0x"
	}
	if _, err := strconv.ParseInt(digits, 16, 64); err != nil {
		return "number " + clip(n) + " is too large", ""
	}
	return "", ""
}

// isDecimal reports whether n is digits, maybe a point, maybe an exponent.
func isDecimal(n string) bool {
	mantissa, exp, hasExp := strings.Cut(n, "e")
	if hasExp {
		exp = strings.TrimLeft(exp[:min(1, len(exp))], "+-") + exp[min(1, len(exp)):]
		if exp == "" || strings.Trim(exp, "0123456789") != "" {
			return false
		}
	}
	before, after, _ := strings.Cut(mantissa, ".")
	return before+after != "" && strings.Trim(before+after, "0123456789") == ""
}

// clip shortens a word of the source for a message.
func clip(s string) string {
	const most = 30
	if r := []rune(s[:min(len(s), 4*most+4)]); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// quoted scans a string in quotes. Escapes that gopher-lua misreads are errors.
func (s *scanner) quoted() {
	start, line, col := s.off, len(s.lines), s.column(s.off)
	quote := s.text[s.off]
	s.off++
	for s.peek(0) != quote || s.off >= len(s.text) {
		switch c := s.peek(0); {
		case s.off >= len(s.text) || c == '\n' || c == '\r':
			s.emitAt(stringTok, start, line, col)
			s.faultAt(line, col, "the string is not closed on its line").Hint = "add the missing " + string(quote) + ", or write \\n for a line break"
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

// escape scans a backslash and what follows it. Lua 5.1 takes an unknown
// letter for itself, so that "\d" is "d": never what was meant, so an error.
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
		s.fault(start, "unknown escape \\%c in a string", c).Hint = escapeHint(c)
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
		s.fault(start, "escape \\%d in a string is too large", n).Hint = "the largest is \\255"
	}
}

// longString scans [[...]] and [=[...]=].
func (s *scanner) longString() {
	start, line, col := s.off, len(s.lines), s.column(s.off)
	level := s.opening()
	if level < 0 {
		s.off = start + 1
		s.fault(start, "unexpected \"[=\"").Hint = "a long string begins with [[ or [=["
		return
	}
	if !s.closing(level) {
		s.faultAt(line, col, "the long string is not closed").Hint = "add ]" + strings.Repeat("=", min(level, 20)) + "]"
	}
	s.emitAt(stringTok, start, line, col)
}

// opening passes [, equal signs, [ and returns how many signs, -1 if the second
// bracket is missing.
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

// closing passes everything up to and with ], level equal signs, ].
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
		s.fault(start, "malformed long comment").Hint = "put a space after -- if this is a comment of one line"
		s.restOfLine()
		return
	}
	if !s.closing(level) {
		s.faultAt(line, col, "the long comment is not closed").Hint = "add ]" + strings.Repeat("=", min(level, 20)) + "]"
	}
}

func (s *scanner) restOfLine() {
	for s.off < len(s.text) && s.text[s.off] != '\n' && s.text[s.off] != '\r' {
		s.off++
	}
}

// literalKind returns the type of a literal, "" if token i is none.
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
