package jsontree

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// marker is the path of tree files whose errors will be translated. No other part of a message can contain this
// character, so it marks the positions in messages.
const marker = "\ufffe"

var (
	placeInMessage  = regexp.MustCompile(regexp.QuoteMeta(diag.Pos{File: marker}.String()) + `:(\d+):(\d+)`)
	lineInMessage   = regexp.MustCompile(` in line (\d+)\b`)
	columnInMessage = regexp.MustCompile(` column (\d+)\b`)
)

// translate converts errors in the tree file to errors in the JSON.
func (r *reader) translate(found diag.List) { r.translateBy(found, r.at) }

// translateBy is like translate. The function at returns the position in the JSON for a line and a column.
func (r *reader) translateBy(found diag.List, at func(line, col int) diag.Pos) {
	for _, d := range found {
		line := d.Pos.Line
		swap := func(re *regexp.Regexp, text string, by func(line, col int) string) string {
			return re.ReplaceAllStringFunc(text, func(s string) string {
				m := re.FindStringSubmatch(s)
				first, _ := strconv.Atoi(m[1])
				if len(m) == 3 {
					col, _ := strconv.Atoi(m[2])
					return by(first, col)
				}
				return by(line, first)
			})
		}
		message := swap(placeInMessage, d.Message, func(line, col int) string { return at(line, col).String() })
		message = swap(lineInMessage, message, func(_, line int) string { return fmt.Sprintf(" in line %d", at(line, 1).Line) })
		message = swap(columnInMessage, message, func(line, col int) string {
			pos := at(line, col)
			return fmt.Sprintf(" line %d, column %d", pos.Line, pos.Col)
		})
		if rest, long := strings.CutPrefix(message, "the line has"); long {
			message = "its line in a tree file has" + rest
		}
		r.report(at(line, d.Pos.Col), message, d.Hint)
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

// shown returns a part of the JSON in the form in which messages show it.
func shown(s string) string {
	const most = 60
	s = strings.Map(func(c rune) rune {
		if c == utf8.RuneError || c < ' ' || c == 0x7f {
			return '?'
		}
		return c
	}, s)
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	if s == "" {
		return "(unnamed)"
	}
	return s
}
