package jsontree

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// lines is a tree file that is being written, and where its pieces were in the JSON.
type lines struct {
	text     strings.Builder
	end      string // of a line
	num, col int    // of the next character, from 1
	places   []place
	full     bool // it has become larger than a tree file may be; the rest is left out
}

// place says where in the JSON something of a tree file comes from.
type place struct {
	line, col int // in the tree file, where it begins
	pos       diag.Pos
	exact     bool // it is a text of the JSON, character by character
}

// begin begins a line. Whatever is not known better in it comes from pos.
func (l *lines) begin(depth int, pos diag.Pos) {
	l.col = 1
	l.places = append(l.places, place{line: l.num, col: 1, pos: pos})
	l.add(strings.Repeat(" ", indentWidth*depth))
}

// add writes what has no place of its own.
func (l *lines) add(text string) {
	l.full = l.full || l.text.Len()+len(text) > trees.MaxFileSize
	if l.full {
		return
	}
	l.text.WriteString(text)
	l.col += utf8.RuneCountInString(text)
}

// piece writes what was made of the value at pos.
func (l *lines) piece(text string, pos diag.Pos) {
	l.places = append(l.places, place{line: l.num, col: l.col, pos: pos})
	l.add(text)
}

// exact writes the text at pos as it is.
func (l *lines) exact(text string, pos diag.Pos) {
	l.places = append(l.places, place{line: l.num, col: l.col, pos: pos, exact: true})
	l.add(text)
}

// finish ends a line.
func (l *lines) finish() {
	l.add(l.end)
	l.num++
}

// find returns the last place that begins at a line and column or before, and how many
// characters behind its beginning that is.
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
