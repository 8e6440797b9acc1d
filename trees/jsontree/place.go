package jsontree

import (
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// marker is the path of tree files whose errors will be translated. No path of a user has this character.
const marker = "\ufffe"

// translate converts errors in the tree file to errors in the JSON.
func (r *reader) translate(found diag.List) { r.translateBy(found, r.at) }

// translateBy is like translate. The function at returns the position in the JSON for a line and a column.
func (r *reader) translateBy(found diag.List, at func(line, col int) diag.Pos) {
	for _, d := range found {
		d.Args = maps.Clone(d.Args)
		translateArgs(d.Args, at)
		w, _ := message.Lookup(d.Code, d.Args)
		if w.Code == message.LineTooLong(0, 0).Code {
			w = message.BecomesLongLine(d.Args["count"].(int), d.Args["limit"].(int))
		}
		out := r.report(at(d.Pos.Line, d.Pos.Col), w)
		if d.Remedy != nil {
			out.Advise(*d.Remedy)
		}
	}
}

// translateArgs converts the arguments of an error that are positions: a line and a column, a line, or a position as
// text.
func translateArgs(args diag.Args, at func(line, col int) diag.Pos) {
	line, isLine := args["line"].(int)
	if col, ok := args["col"].(int); ok && isLine {
		pos := at(line, col)
		args["line"], args["col"] = pos.Line, pos.Col
	} else if isLine {
		args["line"] = at(line, 1).Line
	}
	if line, ok := args["comment"].(int); ok {
		args["comment"] = at(line, 1).Line
	}
	if place, ok := args["place"].(string); ok {
		var line, col int
		if _, err := fmt.Sscanf(strings.TrimPrefix(place, diag.Pos{File: marker}.String()), ":%d:%d", &line, &col); err == nil {
			args["place"] = at(line, col).String()
		}
	}
}

// at returns the position in the JSON that corresponds to a position in the tree file.
func (r *reader) at(line, col int) diag.Pos {
	p, behind := r.out.find(line, col)
	switch {
	case p.pos.Line == 0:
		return diag.Pos{File: r.path, Line: 1, Col: 1}
	case p.exact:
		return r.inside(p.pos, behind)
	}
	return p.pos
}

// inside returns the position of a character in the JSON string at pos. behind is the number of characters before
// it.
func (r *reader) inside(pos diag.Pos, behind int) diag.Pos {
	line := r.line(pos.Line)
	if line == "" {
		return pos
	}
	from := 0
	for col := 1; col < pos.Col+1 && from < len(line); col++ { // up to the first character after the quote
		_, size := utf8.DecodeRuneInString(line[from:])
		from += size
	}
	pos.Col++
	for ; behind > 0 && from < len(line) && line[from] != '"'; behind-- {
		size, chars := oneCharacter(line[from:])
		from += size
		pos.Col += chars
	}
	return pos
}

// oneCharacter returns the size of the first character of a JSON string in its notation there, in bytes and in
// characters.
func oneCharacter(s string) (size, chars int) {
	switch {
	case strings.HasPrefix(s, `\u`):
		size = 6
		if len(s) >= 12 && s[6] == '\\' && (s[2] == 'd' || s[2] == 'D') && strings.ContainsAny(s[3:4], "89abAB") {
			size = 12
		}
		return min(size, len(s)), size
	case s[0] == '\\':
		return min(2, len(s)), 2
	}
	_, size = utf8.DecodeRuneInString(s)
	return size, 1
}

// line returns a line of the JSON for a message, or "" if the line is too long to be shown.
func (r *reader) line(n int) string {
	if line := r.source.Line(n); len(line) <= trees.MaxLineLength {
		return line
	}
	return ""
}

// orUnnamed returns the name of something as messages show it.
func orUnnamed(name string) string {
	if name == "" {
		return "(unnamed)"
	}
	return name
}
