package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Edit is a change of the lines of a file.
type Edit struct {
	Path  string `json:"path"`
	Hunks []Hunk `json:"hunks"` // in the order of the file; they do not overlap
	Line  int    `json:"line"`  // where the node is afterwards, or the first one of Insert; 0 if it is gone, as after Remove and Undo
}

// Hunk replaces lines. Old or New may be empty.
type Hunk struct {
	Line int      `json:"line"` // the first line of Old in the file before the edit, from 1, or the line before which New comes
	Old  []string `json:"old"`  // with their line ends
	New  []string `json:"new"`
}

// Apply returns a file after the edit. It returns an error if the lines that the edit replaces are not those of the file, since
// somebody has changed them.
func (e *Edit) Apply(src []byte) ([]byte, error) {
	mark, old := split(src)
	var out strings.Builder
	out.WriteString(mark)
	at := 0
	for _, h := range e.Hunks {
		from := h.Line - 1
		if from < at || from > len(old) || !slices.Equal(old[from:min(from+len(h.Old), len(old))], h.Old) {
			return nil, fmt.Errorf("%s: the line has changed since it was read; read the file again", diag.Pos{File: e.Path, Line: h.Line, Col: 1})
		}
		out.WriteString(strings.Join(old[at:from], "") + strings.Join(h.New, ""))
		at = from + len(h.Old)
	}
	out.WriteString(strings.Join(old[at:], ""))
	return []byte(out.String()), nil
}

// Undo returns the edit that takes this one back.
func (e *Edit) Undo() *Edit {
	back := &Edit{Path: e.Path}
	shift := 0
	for _, h := range e.Hunks {
		back.Hunks = append(back.Hunks, Hunk{Line: h.Line + shift, Old: h.New, New: h.Old})
		shift += len(h.New) - len(h.Old)
	}
	return back
}

const byteOrderMark = "\ufeff"

// split returns the byte order mark of a file, if it has one, and its lines with their ends.
func split(src []byte) (mark string, lines []string) {
	text, marked := strings.CutPrefix(string(src), byteOrderMark)
	if marked {
		mark = byteOrderMark
	}
	for line := range strings.Lines(text) {
		lines = append(lines, line)
	}
	return mark, lines
}

// cutEnd returns a line without its end, and the end.
func cutEnd(line string) (text, end string) {
	text = strings.TrimSuffix(line, "\n")
	if len(text) < len(line) {
		text = strings.TrimSuffix(text, "\r")
	}
	return text, line[len(text):]
}

// tabWidth is the width of a tab before a comment. Before a node, a tab is a mistake.
const tabWidth = 4

// indent returns the width of the white space at the beginning of a line, and the rest of the line.
func indent(line string) (width int, rest string) {
	rest = strings.TrimLeft(line, " \t")
	for _, c := range line[:len(line)-len(rest)] {
		if width++; c == '\t' {
			width += tabWidth - 1 - (width-1)%tabWidth
		}
	}
	return width, rest
}

// shift changes the indentation of lines. The lines of comments at column 1 keep theirs.
func shift(lines []string, by int) []string {
	out := slices.Clone(lines)
	for i, line := range out {
		if width, rest := indent(line); by != 0 && width > 0 && strings.TrimSpace(rest) != "" {
			out[i] = strings.Repeat(" ", max(width+by, 0)) + rest
		}
	}
	return out
}
