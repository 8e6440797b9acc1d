package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// kind is the kind of a token.
type kind uint8

const (
	eofTok kind = iota
	nameTok
	keywordTok
	numberTok
	stringTok
	opTok
)

// token is a token of the source. Its offsets are in bytes. line and col count from 1, and col counts characters.
type token struct {
	kind       kind
	start, end int32
	line, col  int32
}

// keywords holds the reserved words of Lua 5.1 and goto.
var keywords = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true,
	"false": true, "for": true, "function": true, "goto": true, "if": true, "in": true,
	"local": true, "nil": true, "not": true, "or": true, "repeat": true, "return": true,
	"then": true, "true": true, "until": true, "while": true,
}

// maxLexical is the largest number of lexical errors that are reported for one file. A file with more errors is in
// another language, or not a text at all.
const maxLexical = 20

// source is the text of a file with its lines and tokens. The last token is the end of the file.
type source struct {
	path  string
	text  string
	lines []int32 // byte offset at which each line starts
	toks  []token
}

// scanner converts a text to tokens.
type scanner struct {
	*source
	off    int
	colOff int // byte offset whose column is known
	col    int // column of colOff
	diags  diag.List
}

// scan scans a text, which must be valid UTF-8.
func scan(path, text string) (*source, diag.List) {
	s := &scanner{source: &source{path: path, text: text, lines: []int32{0}}, col: 1}
	if strings.HasPrefix(text, "#!") {
		s.report(0, "a file that begins with #! is one for a shell").Hint = "remove this line: the game runs the file"
		s.restOfLine()
	}
	for s.skipBlank() && len(s.diags) < maxLexical {
		s.token()
	}
	s.off = len(text)
	s.emit(eofTok, s.off)
	return s.source, s.diags
}

// newline moves past a line end. Like Lua, it treats "\r\n" and "\n\r" as one line end.
func (s *scanner) newline() {
	c := s.text[s.off]
	s.off++
	if next := s.peek(0); next != c && (next == '\n' || next == '\r') {
		s.off++
	}
	s.lines = append(s.lines, int32(s.off))
	s.colOff, s.col = s.off, 1
}

// peek returns the byte that is n bytes after the current one, or 0 after the end of the text.
func (s *scanner) peek(n int) byte {
	if s.off+n >= len(s.text) {
		return 0
	}
	return s.text[s.off+n]
}

// column returns the column of off. On one line, off must not decrease from call to call, so that a file with one
// long line is scanned only once.
func (s *scanner) column(off int) int {
	s.col += utf8.RuneCountInString(s.text[s.colOff:off])
	s.colOff = off
	return s.col
}

// emit adds the token that ends at the current offset. The token must be on one line; emitAt adds long strings.
func (s *scanner) emit(k kind, start int) {
	s.emitAt(k, start, len(s.lines), s.column(start))
}

func (s *scanner) emitAt(k kind, start, line, col int) {
	s.toks = append(s.toks, token{k, int32(start), int32(s.off), int32(line), int32(col)})
}

// report adds a lexical error. The error begins at off, on the current line.
func (s *scanner) report(off int, format string, args ...any) *diag.Diagnostic {
	return s.reportAt(len(s.lines), s.column(off), format, args...)
}

func (s *scanner) reportAt(line, col int, format string, args ...any) *diag.Diagnostic {
	d := s.diags.Add(diag.Pos{File: s.path, Line: line, Col: col}, format, args...)
	d.Source = s.lineFrom(line)
	return d
}

// lineFrom is like line, for a file that is still being scanned. The scanner may not have reached the end of the
// line yet.
func (s *scanner) lineFrom(n int) string {
	start := int(s.lines[n-1])
	end := start
	for end < len(s.text) && s.text[end] != '\n' && s.text[end] != '\r' {
		end++
	}
	return s.text[start:end]
}

// skipBlank skips white space and comments. It returns false at the end of the text.
func (s *scanner) skipBlank() bool {
	for s.off < len(s.text) {
		switch c := s.text[s.off]; {
		case c == ' ' || c == '\t':
			s.off++
		case c == '\n' || c == '\r':
			s.newline()
		case c == '-' && s.peek(1) == '-':
			s.comment()
		default:
			return true
		}
	}
	return false
}

func (s *scanner) token() {
	switch c := s.text[s.off]; {
	case isLetter(c):
		s.word()
	case isDigit(c) || c == '.' && isDigit(s.peek(1)):
		s.number()
	case c == '"' || c == '\'':
		s.quoted()
	case c == '[' && (s.peek(1) == '[' || s.peek(1) == '='):
		s.longString()
	default:
		s.operator()
	}
}

func (s *scanner) word() {
	start := s.off
	for isLetter(s.peek(0)) || isDigit(s.peek(0)) {
		s.off++
	}
	k := nameTok
	if keywords[s.text[start:s.off]] {
		k = keywordTok
	}
	s.emit(k, start)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsName reports whether text is a valid name in Lua.
func IsName(text string) bool {
	for i := range len(text) {
		if !isLetter(text[i]) && (i == 0 || !isDigit(text[i])) {
			return false
		}
	}
	return text != "" && !keywords[text]
}

// word returns the text of token i. It returns "" for the end of the file and for a token that does not exist.
func (s *source) word(i int) string {
	if i < 0 || i >= len(s.toks) {
		return ""
	}
	return s.text[s.toks[i].start:s.toks[i].end]
}

// is reports whether token i is the keyword or operator w.
func (s *source) is(i int, w string) bool {
	if i < 0 || i >= len(s.toks) {
		return false
	}
	k := s.toks[i].kind
	return (k == keywordTok || k == opTok) && s.word(i) == w
}

// kindOf returns the kind of token i, or eofTok if there is no such token.
func (s *source) kindOf(i int) kind {
	if i < 0 || i >= len(s.toks) {
		return eofTok
	}
	return s.toks[i].kind
}

// pos returns the position of token i.
func (s *source) pos(i int) diag.Pos {
	if i < 0 || i >= len(s.toks) {
		return diag.Pos{File: s.path}
	}
	return diag.Pos{File: s.path, Line: int(s.toks[i].line), Col: int(s.toks[i].col)}
}

// line returns the text of line n without its end, or "" if there is no such line.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	end := len(s.text)
	if n < len(s.lines) {
		end = int(s.lines[n])
	}
	start := int(s.lines[n-1])
	for end > start && (s.text[end-1] == '\n' || s.text[end-1] == '\r') {
		end--
	}
	return s.text[start:end]
}

// report adds an error at token i.
func (s *source) report(l *diag.List, i int, format string, args ...any) *diag.Diagnostic {
	d := l.Add(s.pos(i), format, args...)
	d.Source = s.line(d.Pos.Line)
	return d
}

// firstOnLine returns the index of the first token that begins on line n or
// later.
func (s *source) firstOnLine(n int) int {
	lo, hi := 0, len(s.toks)
	for lo < hi {
		if mid := (lo + hi) / 2; int(s.toks[mid].line) < n {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
