package jsontree

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// lines is a tree file being written. It records the origin of each part in the JSON.
type lines struct {
	text     strings.Builder
	end      string // line end
	num, col int    // position of the next character, counted from 1
	places   []place
	full     bool // the text would exceed the largest size of a tree file, so the rest is omitted
}

// place maps a part of the tree file to its origin in the JSON.
type place struct {
	line, col int // beginning of the part in the tree file
	pos       diag.Pos
	exact     bool // the part is the same text as in the JSON, character by character
}

// begin begins a line. pos is the position of those parts that have no position of their own.
func (l *lines) begin(depth int, pos diag.Pos) {
	l.col = 1
	l.places = append(l.places, place{line: l.num, col: 1, pos: pos})
	l.add(strings.Repeat(" ", indentWidth*depth))
}

// add writes a text that has no position of its own.
func (l *lines) add(text string) {
	l.full = l.full || l.text.Len()+len(text) > trees.MaxFileSize
	if l.full {
		return
	}
	l.text.WriteString(text)
	l.col += utf8.RuneCountInString(text)
}

// piece writes a text that was derived from the JSON value at pos.
func (l *lines) piece(text string, pos diag.Pos) {
	l.places = append(l.places, place{line: l.num, col: l.col, pos: pos})
	l.add(text)
}

// exact writes a text that is unchanged from the JSON string at pos.
func (l *lines) exact(text string, pos diag.Pos) {
	l.places = append(l.places, place{line: l.num, col: l.col, pos: pos, exact: true})
	l.add(text)
}

// finish ends a line.
func (l *lines) finish() {
	l.add(l.end)
	l.num++
}

// find returns the last place that begins at or before a line and column. behind is the number of characters
// between the beginning of the place and the column.
func (l *lines) find(line, col int) (p place, behind int) {
	i := sort.Search(len(l.places), func(i int) bool {
		q := l.places[i]
		return q.line > line || q.line == line && q.col > col
	})
	if i == 0 {
		return place{}, 0
	}
	p = l.places[i-1]
	if p.line < line {
		return p, 0
	}
	return p, col - p.col
}
