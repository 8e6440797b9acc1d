package jsontree

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// lines is a tree file being written, with the positions of its parts in the JSON.
type lines struct {
	text     strings.Builder
	end      string // line end
	num, col int    // position of the next character, from 1
	places   []place
	full     bool // the text exceeds the maximum size of a tree file; the rest is omitted
}

// place maps a part of a tree file to its origin in the JSON.
type place struct {
	line, col int // beginning in the tree file
	pos       diag.Pos
	exact     bool // the same text as in the JSON, character by character
}

// begin begins a line. Parts without a position of their own have the position pos.
func (l *lines) begin(depth int, pos diag.Pos) {
	l.col = 1
	l.places = append(l.places, place{line: l.num, col: 1, pos: pos})
	l.add(strings.Repeat(" ", indentWidth*depth))
}

// add writes a text without a position of its own.
func (l *lines) add(text string) {
	l.full = l.full || l.text.Len()+len(text) > trees.MaxFileSize
	if l.full {
		return
	}
	l.text.WriteString(text)
	l.col += utf8.RuneCountInString(text)
}

// piece writes a text that was made from the value at pos.
func (l *lines) piece(text string, pos diag.Pos) {
	l.places = append(l.places, place{line: l.num, col: l.col, pos: pos})
	l.add(text)
}

// exact writes the unchanged text at pos.
func (l *lines) exact(text string, pos diag.Pos) {
	l.places = append(l.places, place{line: l.num, col: l.col, pos: pos, exact: true})
	l.add(text)
}

// finish ends a line.
func (l *lines) finish() {
	l.add(l.end)
	l.num++
}

// find returns the last place at or before a line and column, and the number of characters between that place and
// the column.
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
