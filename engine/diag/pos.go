package diag

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pos is a position in a file. Line and Col count from 1; 0 means unknown. Col counts characters (Unicode code
// points), as editors show it, not bytes.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"col,omitempty"`
}

// String returns "file:line:col" without unknown parts. A control character in the name of a file is escaped, so
// that a name with a line end does not look like two lines.
func (p Pos) String() string {
	s := p.File
	if strings.ContainsFunc(s, unicode.IsControl) {
		s = strings.Trim(strconv.Quote(s), `"`)
	}
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			s += ":" + strconv.Itoa(p.Col)
		}
	}
	return s
}

// Compare orders positions by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Offset converts a column to a byte offset in a line. It is the inverse of Column: for a column beyond the line, it returns the
// length of the line.
func Offset(line string, col int) (offset int) {
	for ; col > 1 && offset < len(line); col-- {
		_, size := utf8.DecodeRuneInString(line[offset:])
		offset += size
	}
	return offset
}

// Column converts a byte offset in a line to a column for Pos. For an offset beyond the line, it returns the column
// after the last character.
func Column(line string, offset int) int {
	return utf8.RuneCountInString(line[:min(max(offset, 0), len(line))]) + 1
}
