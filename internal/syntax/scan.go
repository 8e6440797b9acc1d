package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/internal/ident"
)

// scanner splits a text into tokens and comments, and finds the beginnings of the lines.
type scanner struct {
	file    *File
	text    string
	off     int
	toks    []Token
	first   bool // no token has begun on the current line
	dead    bool // the file is not to be parsed
	careful bool // the file has an error, so what may be an error is one
}

// byteOrderMark may begin a file. It belongs to no line.
const byteOrderMark = "\ufeff"

func (s *scanner) scan() {
	s.text, s.first = s.file.Text, true
	if strings.HasPrefix(s.text, byteOrderMark) {
		s.off = len(byteOrderMark)
	}
	if s.file.lines == nil {
		s.file.lines = make([]Pos, 0, strings.Count(s.text, "\n")+1)
	}
	s.file.lines = append(s.file.lines[:0], Pos(s.off))
	for s.off < len(s.text) {
		s.next()
	}
	s.emit(EOF, s.off)
}

// peek returns the byte that is n bytes after the current one, or 0 after the end of the text.
func (s *scanner) peek(n int) byte {
	if s.off+n < len(s.text) {
		return s.text[s.off+n]
	}
	return 0
}

// emit adds the token from start to the current byte.
func (s *scanner) emit(k Kind, start int) {
	s.toks = append(s.toks, Token{Pos(start), Pos(s.off), k, s.first})
	s.first = false
}

// newline moves past the end of a line. Like Lua, it takes "\r\n" and "\n\r" for one end.
func (s *scanner) newline() {
	c := s.text[s.off]
	s.off++
	if n := s.peek(0); n != c && (n == '\n' || n == '\r') {
		s.off++
	}
	s.file.lines = append(s.file.lines, Pos(s.off))
	s.first = true
}

// next scans a token, a comment or white space.
func (s *scanner) next() {
	start := s.off
	switch c := s.text[s.off]; {
	case c == ' ' || c == '\t' || c == '\v' || c == '\f':
		s.off++
	case c == '\n' || c == '\r':
		s.newline()
	case isLetter(c) || c >= utf8.RuneSelf:
		if !s.name() && !s.foreign(0) {
			s.stray()
		}
	case isDigit(c) || c == '.' && isDigit(s.peek(1)):
		s.number()
	case c == '"' || c == '\'':
		s.quoted()
	case c == '-' && s.peek(1) == '-':
		s.comment()
	case c == '[' && (s.peek(1) == '[' || s.peek(1) == '='):
		s.longString()
	default:
		k, n := operator(c, s.peek(1), s.peek(2))
		switch {
		case (n == 0 || s.mayBeForeign(n)) && s.foreign(n), k == Hash && s.hashComment():
		case n > 0:
			s.off += n
			s.emit(k, start)
		default:
			s.stray()
		}
	}
}

// operator returns the operator that begins with up to three bytes, and its length.
func operator(c, d, e byte) (Kind, int) {
	switch c {
	case '+':
		return Plus, 1
	case '-':
		return Minus, 1
	case '*':
		return Star, 1
	case '/':
		return Slash, 1
	case '%':
		return Percent, 1
	case '^':
		return Power, 1
	case '#':
		return Hash, 1
	case ';':
		return Semicolon, 1
	case ',':
		return Comma, 1
	case '(':
		return OpenParen, 1
	case ')':
		return CloseParen, 1
	case '{':
		return OpenBrace, 1
	case '}':
		return CloseBrace, 1
	case '[':
		return OpenBracket, 1
	case ']':
		return CloseBracket, 1
	case '=':
		return either(d == '=', Equal, Assign)
	case '<':
		return either(d == '=', LessEqual, Less)
	case '>':
		return either(d == '=', GreaterEqual, Greater)
	case ':':
		return either(d == ':', DoubleColon, Colon)
	case '~':
		if d == '=' {
			return NotEqual, 2
		}
	case '.':
		if d == '.' && e == '.' {
			return Dots, 3
		}
		return either(d == '.', Concat, Dot)
	}
	return BadToken, 0
}

// either returns the operator of two bytes or that of one.
func either(two bool, long, short Kind) (Kind, int) {
	if two {
		return long, 2
	}
	return short, 1
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// name scans a name or a reserved word. It returns false if there is none.
func (s *scanner) name() bool {
	start, ascii := s.off, true
	for s.off < len(s.text) {
		if c := s.text[s.off]; isLetter(c) || isDigit(c) {
			s.off++
			continue
		} else if c < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRuneInString(s.text[s.off:])
		if !ident.In(r, s.off == start) {
			break
		}
		s.off, ascii = s.off+n, false
	}
	if s.off == start {
		return false
	}
	k := NameToken
	if ascii {
		k = keyword(s.text[start:s.off])
	} else {
		s.checkName(start)
	}
	s.emit(k, start)
	return true
}

// comment scans a comment.
func (s *scanner) comment() {
	start := s.off
	s.off += 2
	if level := s.longOpening(); level < 0 {
		s.restOfLine()
	} else if !s.longClosing(level) {
		s.report(start, start+4+level, openComment, arg("close", "]"+strings.Repeat("=", min(level, 20))+"]"))
	}
	s.file.Comments = append(s.file.Comments, Comment{Pos(start), Pos(s.off)})
}

func (s *scanner) restOfLine() {
	for s.off < len(s.text) && s.text[s.off] != '\n' && s.text[s.off] != '\r' {
		s.off++
	}
}

// longOpening moves past "[[" or "[=[", with any number of equal signs, and returns that number. If there is no such
// bracket, it returns -1 and does not move.
func (s *scanner) longOpening() int {
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
	s.off += n + 2
	return n
}

// longClosing moves past the closing bracket of a level, or to the end of the text. It reports whether there is such a
// bracket.
func (s *scanner) longClosing(level int) bool {
	for s.off < len(s.text) {
		switch s.text[s.off] {
		case '\n', '\r':
			s.newline()
		case ']':
			n := 0
			for s.peek(1+n) == '=' {
				n++
			}
			if n == level && s.peek(1+n) == ']' {
				s.off += n + 2
				return true
			}
			s.off += n + 1
		default:
			s.off++
		}
	}
	return false
}
