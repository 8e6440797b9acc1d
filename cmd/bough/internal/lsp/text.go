package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"github.com/bough-dev/bough/engine/diag"
)

// text is the text of a file, with the offsets of its lines.
type text struct {
	string
	lines []int
}

func newText(s string) text {
	t := text{string: s, lines: []int{0}}
	for i := range len(s) {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// line returns line n, from 0 on, without its end, and its offset.
func (t text) line(n int) (string, int) {
	if n < 0 || n >= len(t.lines) {
		return "", len(t.string)
	}
	start, end := t.lines[n], len(t.string)
	if n+1 < len(t.lines) {
		end = t.lines[n+1]
	}
	return strings.TrimRight(t.string[start:end], "\r\n"), start
}

// offset returns the offset of a position. A position behind the end of its line is at the end, as the protocol wants it.
func (t text) offset(p protocol.Position) int {
	line, at := t.line(int(p.Line))
	units := uint32(0)
	for i, r := range line {
		if units >= p.Character {
			return at + i
		}
		units += uint32(width(r))
	}
	return at + len(line)
}

// width returns the number of UTF-16 code units of a character.
func width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// position returns the position of an offset.
func (t text) position(offset int) protocol.Position {
	offset = min(max(offset, 0), len(t.string))
	n := t.lineOf(offset)
	units := 0
	for _, r := range t.string[t.lines[n]:offset] {
		units += width(r)
	}
	return protocol.Position{Line: uint32(n), Character: uint32(units)}
}

// lineOf returns the number of the line of an offset, from 0 on.
func (t text) lineOf(offset int) int {
	low, high := 0, len(t.lines)
	for high-low > 1 {
		if mid := (low + high) / 2; t.lines[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// span returns the range between two offsets.
func (t text) span(start, end int) protocol.Range {
	return protocol.Range{Start: t.position(start), End: t.position(end)}
}

// at returns the offset of a line and a column as messages have them: from 1 on, in characters. Without a column it is the
// first character of the line that is no white space.
func (t text) at(line, col int) int {
	s, at := t.line(line - 1)
	if col < 1 {
		return at + len(s) - len(strings.TrimLeft(s, " \t"))
	}
	if line == 1 && strings.HasPrefix(s, byteOrderMark) {
		s, at = s[len(byteOrderMark):], at+len(byteOrderMark)
	}
	return at + diag.Offset(s, col)
}

const byteOrderMark = "\ufeff"

// apply returns the text after a change in the editor.
func (t text) apply(change protocol.TextDocumentContentChangeEvent) text {
	switch c := change.(type) {
	case *protocol.TextDocumentContentChangePartial:
		start, end := t.offset(c.Range.Start), t.offset(c.Range.End)
		return newText(t.string[:start] + c.Text + t.string[max(start, end):])
	case *protocol.TextDocumentContentChangeWholeDocument:
		return newText(c.Text)
	}
	return t
}
