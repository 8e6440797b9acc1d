package syntax

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// number scans all characters that could belong to a numeral, as Lua does; the parser checks it.
func (s *scanner) number() {
	start := s.off
	hex := s.peek(0) == '0' && s.peek(1)|0x20 == 'x'
	for {
		c := s.peek(0)
		if !isDigit(c) && !isLetter(c) && c != '.' {
			break
		}
		s.off++
		if n := s.peek(0); c|0x20 == 'e' && !hex && (n == '+' || n == '-') {
			s.off++
		}
	}
	s.emit(NumberToken, start)
}

// ParseNumeral returns the value of a numeral: decimal, or hexadecimal after 0x. It accepts no sign, no inf or nan, and
// no hexadecimal fractions.
func ParseNumeral(text string) (n float64, ok bool) {
	if len(text) > 2 && text[0] == '0' && text[1]|0x20 == 'x' {
		for _, c := range []byte(text[2:]) {
			d := strings.IndexByte("0123456789abcdef", c|0x20)
			if isDigit(c) {
				d = int(c - '0')
			} else if d < 10 {
				return 0, false
			}
			n = float64(n*16) + float64(d)
		}
		if n > 1<<53 { // n may have been rounded more than once
			n, _ = strconv.ParseFloat("0x"+text[2:]+"p0", 64)
		}
		return n, true
	}
	if text == "" || text[0] != '.' && !isDigit(text[0]) || strings.ContainsAny(text, "_xXpP") {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil || math.IsInf(n, 0)
}

// quoted scans a string in quotes.
func (s *scanner) quoted() {
	start, first := s.off, s.first
	quote := s.text[s.off]
	for s.off++; s.off < len(s.text); {
		switch c := s.text[s.off]; c {
		case quote:
			s.off++
			s.first = first
			s.emit(StringToken, start)
			return
		case '\n', '\r':
			s.unclosed(start, first, quote)
			return
		case '\\':
			s.escape()
		default:
			s.off++
		}
	}
	s.unclosed(start, first, quote)
}

// unclosed ends a string in quotes at the end of its line.
func (s *scanner) unclosed(start int, first bool, quote byte) {
	if at := s.earlierQuote(quote); at > 0 {
		s.report(at, at+1, quoteInString, arg("quote", string(quote)))
	} else {
		s.report(start, s.off, openString, arg("quote", string(quote)))
	}
	s.first = first
	s.emit(StringToken, start)
	if s.careful {
		s.swallowed(s.text[start+1 : s.off])
	}
}

// earlierQuote returns the place of a quote on the current line that ends a string right before a letter, as in 'don't', or
// 0. It is the mistake if a later string is not closed.
func (s *scanner) earlierQuote(quote byte) int {
	if s.first {
		return 0
	}
	for i := len(s.toks) - 1; i >= 0; i-- {
		t := s.toks[i]
		if end := int(t.End); t.Kind == StringToken && s.text[end-1] == quote && isLetter(s.text[end]) {
			return end - 1
		}
		if t.First {
			return 0
		}
	}
	return 0
}

// swallowed adds the tokens that a string without an end has probably swallowed: what closes the brackets of its line, and
// words and a comma at its end. What they would lack follows from the missing quote.
func (s *scanner) swallowed(content string) {
	var open []Kind
	line := len(s.toks) - 1
	for line > 0 && !s.toks[line].First {
		line--
	}
	for _, t := range s.toks[line:] {
		if n := len(open); closer(t.Kind) != EOF {
			open = append(open, t.Kind)
		} else if n > 0 && closer(open[n-1]) == t.Kind {
			open = open[:n-1]
		}
	}
	inside := Scan(content)
	inside = inside[:len(inside)-1]
	end := len(inside) // where the words and signs at the end begin
	for end > 0 && (isCloser(inside[end-1].Kind) || inside[end-1].Kind == Comma || inside[end-1].Kind == Then || inside[end-1].Kind == Do) {
		end--
	}
	depth := 0
	for i, t := range inside {
		switch k, n := t.Kind, len(open); {
		case isBracket(k):
			depth++
		case isCloser(k) && k != End && depth > 0:
			depth--
		case n > 0 && closer(open[n-1]) == k && (k != End || i >= end):
			open = open[:n-1]
			s.emit(k, s.off)
		case i >= end && (k == Then && n > 0 && open[n-1] == If || k == Do && n > 0 && (open[n-1] == While || open[n-1] == For)):
			s.emit(k, s.off)
		case i == len(inside)-1 && k == Comma:
			s.emit(k, s.off)
			return
		}
	}
	for n := len(open) - 1; n >= 0 && (open[n] == OpenParen || open[n] == OpenBracket); n-- {
		s.emit(closer(open[n]), s.off)
	}
}

// escape scans a backslash and the characters that belong to it.
func (s *scanner) escape() {
	start := s.off
	s.off++
	switch c := s.peek(0); {
	case s.off >= len(s.text):
	case c == '\n' || c == '\r':
		s.newline()
	case isDigit(c):
		n := 0
		for i := 0; i < 3 && isDigit(s.peek(0)); i++ {
			n = n*10 + int(s.peek(0)-'0')
			s.off++
		}
		if n > 255 {
			s.report(start, s.off, largeEscape, arg("escape", s.text[start:s.off]))
		}
	case isLetter(c) && simpleEscape(c) == 0:
		s.off++
		s.unknownEscape(start, c)
	default:
		s.off++
	}
}

// unknownEscape reports an escape sequence of one letter that has no meaning. Lua 5.1 reads "\d" as "d", which is never
// intended.
func (s *scanner) unknownEscape(start int, c byte) {
	remedy, args, note := unknownEscape, []Arg{arg("escape", s.text[start:s.off])}, true
	switch c {
	case 'x':
		remedy = escapeHex
		if n, err := strconv.ParseUint(s.text[s.off:min(s.off+2, len(s.text))], 16, 8); err == nil {
			remedy, args = escapeHexCode, append(args, arg("code", fmt.Sprintf(`\%03d`, n)))
		}
	case 'u':
		remedy = escapeUnicode
	case 'z':
		remedy = escapeZ
		if n := s.peek(0); n == '\n' || n == '\r' {
			note = false // the string would end here
		}
	}
	e := s.report(start, s.off, unknownEscape, args...)
	e.remedy(remedy)
	e.Note = note
	for !note && s.off < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.off]) >= 0 {
		if c := s.text[s.off]; c == '\n' || c == '\r' {
			s.newline()
		} else {
			s.off++
		}
	}
}

// simpleEscape returns the byte that an escape sequence of one letter stands for, or 0.
func simpleEscape(c byte) byte {
	switch c {
	case 'a':
		return '\a'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	}
	return 0
}

// longString scans a string of the form [[...]] or [=[...]=].
func (s *scanner) longString() {
	start, first := s.off, s.first
	level := s.longOpening()
	if level < 0 {
		s.off += len("[=")
		s.report(start, s.off, badLongString)
		s.emit(BadToken, start)
		return
	}
	if !s.longClosing(level) {
		s.report(start, start+2+level, openLongString, arg("close", "]"+strings.Repeat("=", min(level, 20))+"]"))
	}
	s.first = first
	s.emit(StringToken, start)
}

// value returns the bytes of a string as it is written.
func value(raw string) string {
	if raw[0] == '[' {
		return longValue(raw)
	}
	raw, quote := raw[1:], raw[0]
	if n := len(raw); n > 0 && raw[n-1] == quote { // otherwise the string is not closed
		raw = raw[:n-1]
	}
	i := strings.IndexByte(raw, '\\')
	if i < 0 {
		return raw
	}
	var b strings.Builder
	b.Grow(len(raw))
	for ; i >= 0; i = strings.IndexByte(raw, '\\') {
		b.WriteString(raw[:i])
		raw = raw[i+1:]
		if raw == "" {
			break
		}
		n := 1
		switch c := raw[0]; {
		case c == '\n' || c == '\r':
			b.WriteByte('\n')
			n = lineEnd(raw)
		case isDigit(c):
			code := 0
			for n = 0; n < 3 && n < len(raw) && isDigit(raw[n]); n++ {
				code = code*10 + int(raw[n]-'0')
			}
			b.WriteByte(byte(code))
		case simpleEscape(c) != 0:
			b.WriteByte(simpleEscape(c))
		default:
			b.WriteByte(c)
		}
		raw = raw[n:]
	}
	b.WriteString(raw)
	return b.String()
}

// lineEnd returns the length of the end of a line at the beginning of a text.
func lineEnd(text string) int {
	if len(text) > 1 && text[1] != text[0] && (text[1] == '\n' || text[1] == '\r') {
		return 2
	}
	return 1
}

// longValue is value for a long string. The end of a line is "\n", and one right after the bracket is left out.
func longValue(raw string) string {
	level := 0
	for raw[1+level] == '=' {
		level++
	}
	end := "]" + raw[1:1+level] + "]"
	raw = strings.TrimSuffix(raw[level+2:], end)
	if raw != "" && (raw[0] == '\n' || raw[0] == '\r') {
		raw = raw[lineEnd(raw):]
	}
	if !strings.Contains(raw, "\r") {
		return raw
	}
	var b strings.Builder
	for raw != "" {
		n := 1
		if c := raw[0]; c == '\n' || c == '\r' {
			b.WriteByte('\n')
			n = lineEnd(raw)
		} else {
			b.WriteByte(c)
		}
		raw = raw[n:]
	}
	return b.String()
}

// numberRemedy returns what to write instead of a malformed numeral, with the arguments of its words.
func numberRemedy(n string) (Code, []Arg) {
	lower, plain := strings.ToLower(n), strings.ReplaceAll(n, "_", "")
	_, withoutLines := ParseNumeral(plain)
	hex := strings.HasPrefix(lower, "0x")
	switch {
	case withoutLines:
		return numberUnderscore, []Arg{arg("plain", clip(plain))}
	case lower == "0x":
		return numberHexEmpty, nil
	case hex && strings.ContainsAny(lower, "p."):
		if x, err := strconv.ParseFloat(hexFloat(lower), 64); err == nil {
			return numberHexFloat, []Arg{arg("plain", strconv.FormatFloat(x, 'g', -1, 64))}
		}
	case strings.Contains(n, ".."):
		return numberConcat, nil
	case strings.HasPrefix(lower, "0b"):
		return numberBinary, nil
	case strings.HasSuffix(lower, "e") && !hex:
		return numberExponent, nil
	case strings.Count(n, ".") > 1:
		return numberPoints, nil
	}
	for _, suffix := range []string{"ull", "ll", "ul", "f", "d", "l", "u", "i"} {
		digits := n[:len(n)-min(len(suffix), len(n))]
		if _, ok := ParseNumeral(digits); ok && strings.HasSuffix(lower, suffix) {
			return numberSuffix, []Arg{arg("digits", clip(digits))}
		}
	}
	if hex {
		return numberHex, nil
	}
	end := max(0, strings.IndexFunc(n, func(r rune) bool { return (r < '0' || r > '9') && r != '.' }))
	digits, word := clip(n[:end]), n[end:]
	if keyword(word) != NameToken {
		return numberKeyword, []Arg{arg("word", word)}
	}
	return numberName, []Arg{arg("digits", digits), arg("word", clip(word))}
}

// hexFloat returns a hexadecimal numeral of Lua 5.2 in the form that strconv.ParseFloat reads.
func hexFloat(n string) string {
	if strings.Contains(n, "p") {
		return n
	}
	return n + "p0"
}
