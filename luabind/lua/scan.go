package lua

import (
	"strings"
	"unicode/utf8"
)

// The syntax tree of gopher-lua has lines but no columns, and it does not distinguish "local function f" from
// "local f = function". The tokens show both. The resolver follows the tokens while it walks the tree, since both
// are in the order of the source.

// token is a token of the source. The kind is 'a' for names and keywords, '0' for numbers, '"' for strings, and '+'
// for all others.
type token struct {
	kind  byte
	text  string
	at    position
	off   int32 // index of the first byte in the source
	close int32 // for an opening bracket: the index of the token that closes it
}

// scanner splits source into tokens. The source has been parsed before, so it has no syntax errors.
type scanner struct {
	src    string
	off    int
	line   int32
	col    int32 // column of colOff
	colOff int
	toks   []token
	open   []int32 // open brackets, innermost last
}

func scan(src string) []token {
	s := scanner{src: src, line: 1, col: 1, toks: make([]token, 0, len(src)/4)}
	for s.off < len(src) {
		s.next()
	}
	return s.toks
}

// checkTokens fails at errors that the parser does not report.
func (r *resolver) checkTokens() {
	for i, t := range r.toks {
		switch t.kind {
		case '0':
			if _, ok := ParseNumber(t.text); !ok {
				r.fail(t.at, "malformed number near '%s'", t.text)
			}
		case '"':
			if escape := largeEscape(t.text); escape != "" {
				r.fail(t.at, "escape sequence too large near '%s'", escape)
			}
		default:
			if next := i + 1; t.text == "," && next < len(r.toks) && (r.toks[next].text == "," || r.toks[next].text == ";") {
				r.fail(r.toks[next].at, "unexpected symbol near '%s'", r.toks[next].text)
			}
		}
	}
}

// largeEscape returns the first escape sequence in a string literal that stands for a number above 255, or "".
func largeEscape(text string) string {
	if text[0] == '[' {
		return ""
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		n, k := 0, i
		for k < i+3 && k < len(text) && isDigit(text[k]) {
			n = n*10 + int(text[k]-'0')
			k++
		}
		if n > 255 {
			return text[i-1 : k]
		}
	}
	return ""
}

func (s *scanner) peek(n int) byte {
	if s.off+n < len(s.src) {
		return s.src[s.off+n]
	}
	return 0
}

// place returns the position of the current byte.
func (s *scanner) place() position {
	s.col += int32(utf8.RuneCountInString(s.src[s.colOff:s.off]))
	s.colOff = s.off
	return position{s.line, s.col}
}

// newline moves past the end of a line, which may be two bytes long.
func (s *scanner) newline() {
	c := s.src[s.off]
	s.off++
	if n := s.peek(0); n != c && (n == '\n' || n == '\r') {
		s.off++
	}
	s.line++
	s.col, s.colOff = 1, s.off
}

func (s *scanner) next() {
	c := s.src[s.off]
	start, at := s.off, position{}
	switch {
	case c == '\n' || c == '\r':
		s.newline()
		return
	case c == '-' && s.peek(1) == '-':
		s.off += 2
		if n := s.longBracket(); n >= 0 {
			s.long(n)
			return
		}
		for s.off < len(s.src) && s.src[s.off] != '\n' && s.src[s.off] != '\r' {
			s.off++
		}
		return
	case c == ' ' || c == '\t' || c == '\v' || c == '\f':
		s.off++
		return
	}
	at = s.place()
	kind := byte('+')
	switch {
	case isLetter(c):
		kind = 'a'
		for isLetter(s.peek(0)) || isDigit(s.peek(0)) {
			s.off++
		}
	case isDigit(c) || c == '.' && isDigit(s.peek(1)):
		kind = '0'
		s.number()
	case c == '"' || c == '\'':
		kind = '"'
		s.quoted(c)
	default:
		if n := s.longBracket(); n >= 0 {
			kind = '"'
			s.long(n)
			break
		}
		s.operator()
	}
	text := s.src[start:s.off]
	switch text {
	case "(", "[", "{":
		s.open = append(s.open, int32(len(s.toks)))
	case ")", "]", "}":
		if n := len(s.open); n > 0 {
			s.toks[s.open[n-1]].close = int32(len(s.toks))
			s.open = s.open[:n-1]
		}
	}
	s.toks = append(s.toks, token{kind: kind, text: text, at: at, off: int32(start)})
}

func (s *scanner) number() {
	for {
		c := s.peek(0)
		switch {
		case (c == '+' || c == '-') && s.src[s.off-1]|0x20 == 'e' && !s.hexadecimal():
		case isDigit(c) || isLetter(c) || c == '.':
		default:
			return
		}
		s.off++
	}
}

// hexadecimal reports whether the current number began with 0x.
func (s *scanner) hexadecimal() bool {
	i := s.off
	for i > 0 && (isDigit(s.src[i-1]) || isLetter(s.src[i-1])) {
		i--
	}
	return strings.HasPrefix(s.src[i:], "0x") || strings.HasPrefix(s.src[i:], "0X")
}

func (s *scanner) quoted(quote byte) {
	for s.off++; s.off < len(s.src); {
		switch c := s.src[s.off]; c {
		case quote:
			s.off++
			return
		case '\\':
			s.off++
			if n := s.peek(0); n == '\n' || n == '\r' {
				s.newline()
			} else {
				s.off++
			}
		case '\n', '\r':
			s.newline()
		default:
			s.off++
		}
	}
	s.off = len(s.src)
}

// longBracket returns the level of the long bracket that opens here, or -1 if there is none.
func (s *scanner) longBracket() int {
	if s.peek(0) != '[' {
		return -1
	}
	n := 0
	for s.peek(1+n) == '=' {
		n++
	}
	if s.peek(1+n) != '[' {
		return -1
	}
	return n
}

// long moves past a long string or comment.
func (s *scanner) long(level int) {
	end := "]" + strings.Repeat("=", level) + "]"
	for s.off < len(s.src) && !strings.HasPrefix(s.src[s.off:], end) {
		if c := s.src[s.off]; c == '\n' || c == '\r' {
			s.newline()
		} else {
			s.off++
		}
	}
	s.off = min(len(s.src), s.off+len(end))
}

func (s *scanner) operator() {
	for _, op := range [...]string{"...", "..", "==", "~=", "<=", ">=", "::"} {
		if strings.HasPrefix(s.src[s.off:], op) {
			s.off += len(op)
			return
		}
	}
	s.off++
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
