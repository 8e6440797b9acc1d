package jsontree

import (
	"bytes"
	"strconv"

	"github.com/bough-dev/bough/trees"
)

// layout holds the parts of a canonical file that do not affect its meaning, and the progress in writing them.
type layout struct {
	crlf     bool            // lines end in CRLF
	trailing map[int]string  // comments after code, by line
	file     *trees.File     // for the notation of values
	own      []trees.Comment // comments on lines of their own that are not written yet
	line     int             // the line that was written last
}

func newLayout(f *trees.File, src []byte) layout {
	l := layout{trailing: map[int]string{}, file: f, crlf: bytes.Contains(src, []byte("\r\n"))}
	for _, c := range f.Comments {
		if c.Trailing {
			l.trailing[c.Pos.Line] = c.Text
		} else {
			l.own = append(l.own, c)
		}
	}
	return l
}

// before returns the comments and empty lines between the line that was written last and the given line. An empty
// line is "". depth is the depth of the given line. If the line is that of a tree, before omits the empty line that
// the canonical form has there anyway.
func (l *layout) before(line, depth int, tree bool) *list {
	out := &list{}
	plain := true // at most one empty line, at the beginning, and no indented comment
	for len(l.own) > 0 && l.own[0].Pos.Line < line {
		plain = !l.comment(out, depth) && plain
	}
	if line > l.line+1 && l.line > 0 {
		plain = plain && len(out.items) == 0
		out.items = append(out.items, "")
	}
	l.line = line
	if tree && plain && len(out.items) > 0 && out.items[0] == "" {
		out.items = out.items[1:]
	}
	return out
}

// comment adds the next comment, and the empty line before it if there is one. It reports whether the comment is in
// an unusual position for a comment before a tree.
func (l *layout) comment(out *list, depth int) (special bool) {
	c := l.own[0]
	l.own = l.own[1:]
	if c.Pos.Line > l.line+1 && l.line > 0 {
		special = len(out.items) > 0
		out.add("")
	}
	l.line = c.Pos.Line
	if at := (c.Pos.Col - 1) / indentWidth; at != depth {
		o := &object{}
		o.add("comment", c.Text)
		o.add("depth", number(strconv.Itoa(at)))
		out.add(o)
		return true
	}
	out.add(c.Text)
	return special
}

// rest returns the comments after the last line.
func (l *layout) rest() *list {
	out := &list{}
	for len(l.own) > 0 {
		l.comment(out, 0)
	}
	return out
}

// indentWidth is the number of spaces per level in the canonical form.
const indentWidth = 2

// spelling returns the text of a line of the file, beginning at a column.
func (l *layout) spelling(line, col int) string {
	text := l.file.Line(line)
	for i := range text {
		if col--; col == 0 {
			return text[i:]
		}
	}
	return ""
}
