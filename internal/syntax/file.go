package syntax

import (
	"fmt"
	"sort"
	"unicode/utf8"
)

// File is a parsed text: a file, or an expression. It does not change after it has been parsed.
type File struct {
	Name     string // for errors
	Text     string
	Body     Block // the statements; for an expression, a return of it
	Comments []Comment
	// Errors are the mistakes, in the order of the text. If there are any but notes, the tree has parts that are
	// missing or bad.
	Errors []*Error

	at    Position // of the text in its file
	lines []Pos    // where each line begins
	extra []int32  // see columns
}

// Position is a line and a column, both from 1 on. The column counts characters.
type Position struct{ Line, Col int }

func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// Err returns the first error that is not a note, with its place, or nil.
func (f *File) Err() error {
	for _, e := range f.Errors {
		if !e.Note {
			return fmt.Errorf("%s:%s: %w", f.Name, f.Position(e.Start), e)
		}
	}
	return nil
}

// Expr returns the expression of a file that ParseExpr has returned.
func (f *File) Expr() Expr { return f.Body.Stmts[0].(*ReturnStmt).Values[0] }

// Slice returns the text of a node.
func (f *File) Slice(n Node) string { return f.Text[n.Pos():n.End()] }

// Lines returns the number of lines. An empty text has one.
func (f *File) Lines() int { return len(f.lines) }

// LineStart returns where line n begins. n must be from 1 to Lines.
func (f *File) LineStart(n int) Pos { return f.lines[n-1] }

// Line returns the text of line n without its end, or "" if there is no such line.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	end := len(f.Text)
	if n < len(f.lines) {
		end = int(f.lines[n])
	}
	start := int(f.lines[n-1])
	for end > start && (f.Text[end-1] == '\n' || f.Text[end-1] == '\r') {
		end--
	}
	return f.Text[start:end]
}

// LineOf returns the number of the line of a position.
func (f *File) LineOf(p Pos) int {
	n := sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > p })
	return max(n, 1)
}

// Position returns the line and the column of a position, in the file; see ParseExpr.
func (f *File) Position(p Pos) Position {
	n := f.LineOf(p)
	at := Position{n, f.columns(f.lines[n-1], p) + 1}
	if n == 1 {
		at.Col += max(f.at.Col, 1) - 1
	}
	at.Line += max(f.at.Line, 1) - 1
	return at
}

// stretch is the distance in bytes of the entries of File.extra.
const stretch = 64

// columns returns the number of characters between two positions. So that a file with one long line takes no time, it
// uses File.extra: the number of bytes before each stretch that begin no character.
func (f *File) columns(from, to Pos) int {
	if from >= to {
		return 0
	}
	if f.extra == nil {
		return int(to - from)
	}
	return int(to-from) - f.continued(to) + f.continued(from)
}

// continued returns the number of bytes before a position that begin no character.
func (f *File) continued(p Pos) int {
	i := int(p) / stretch
	n := int(f.extra[i])
	for _, c := range []byte(f.Text[i*stretch : p]) {
		if !utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

// countCharacters fills f.extra, if not all characters are one byte long.
func (f *File) countCharacters() {
	ascii := true
	for i := 0; i < len(f.Text) && ascii; i++ {
		ascii = f.Text[i] < utf8.RuneSelf
	}
	if ascii {
		return
	}
	f.extra = make([]int32, len(f.Text)/stretch+1)
	n := int32(0)
	for i := range len(f.Text) {
		if i%stretch == 0 {
			f.extra[i/stretch] = n
		}
		if !utf8.RuneStart(f.Text[i]) {
			n++
		}
	}
	if len(f.Text)%stretch == 0 {
		f.extra[len(f.Text)/stretch] = n
	}
}
