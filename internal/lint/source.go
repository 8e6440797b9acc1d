package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/syntax"
)

// source is a text with its tokens. The last token is the end of the file.
type source struct {
	path string
	file *syntax.File // without its tree, once it has been analyzed
	toks []syntax.Token
}

// word returns the text of token i. It returns "" for the end of the file and for a token that does not exist.
func (s *source) word(i int) string {
	if i < 0 || i >= len(s.toks) {
		return ""
	}
	return s.file.Text[s.toks[i].Start:s.toks[i].End]
}

// is reports whether token i is the keyword or operator w.
func (s *source) is(i int, w string) bool {
	if i < 0 || i >= len(s.toks) {
		return false
	}
	switch s.toks[i].Kind {
	case syntax.EOF, syntax.NameToken, syntax.NumberToken, syntax.StringToken, syntax.BadToken:
		return false
	}
	return s.word(i) == w
}

// isAny reports whether token i is one of the given keywords or operators.
func (s *source) isAny(i int, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return s.is(i, w) })
}

// kindOf returns the kind of token i, or syntax.EOF if there is no such token.
func (s *source) kindOf(i int) syntax.Kind {
	if i < 0 || i >= len(s.toks) {
		return syntax.EOF
	}
	return s.toks[i].Kind
}

// pos returns the position of token i.
func (s *source) pos(i int) diag.Pos {
	if i < 0 || i >= len(s.toks) {
		return diag.Pos{File: s.path}
	}
	return s.place(s.toks[i].Start)
}

// place returns a position of the text.
func (s *source) place(p syntax.Pos) diag.Pos {
	at := s.file.Position(p)
	return diag.Pos{File: s.path, Line: at.Line, Col: at.Col}
}

// line returns the text of line n without its end, or "" if there is no such line.
func (s *source) line(n int) string { return s.file.Line(n) }

// report adds an error at token i.
func (s *source) report(l *diag.List, i int, w diag.Words) *diag.Diagnostic {
	d := l.Add(s.pos(i), w)
	d.Source = s.line(d.Pos.Line)
	return d
}

// at returns the index of the token that begins at a position or after it.
func (s *source) at(p syntax.Pos) int {
	i, _ := slices.BinarySearchFunc(s.toks, p, func(t syntax.Token, p syntax.Pos) int { return int(t.Start) - int(p) })
	return i
}

// lastOf returns the index of the last token of a node.
func (s *source) lastOf(n syntax.Node) int { return s.at(n.End()) - 1 }

// clip shortens a word of the source for a message.
func clip(s string) string {
	const most = 30
	if r := []rune(s[:min(len(s), 4*most+4)]); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// show quotes a token for a message.
func (s *source) show(i int) string {
	w := s.word(i)
	if line, _, more := strings.Cut(w, "\n"); more {
		w = strings.TrimRight(line, "\r") + "..."
	}
	if s.kindOf(i) == syntax.StringToken {
		return clip(w)
	}
	return `"` + clip(w) + `"`
}

// startsLine reports whether token i is the first on its line.
func (s *source) startsLine(i int) bool {
	return s.toks[i].First
}

// header returns the nearest word before token at that begins or divides a statement, on the same level of
// brackets. The tokens between that word and at belong to the statement.
func (s *source) header(at int) int {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch {
		case s.isAny(i, ")", "]", "}"):
			depth++
		case s.isAny(i, "(", "[", "{"):
			if depth--; depth < 0 {
				return i
			}
		case depth == 0 && s.kindOf(i).IsWord() && !s.isAny(i, "and", "or", "not", "nil", "true", "false"):
			return i
		}
	}
	return -1
}

// literalKind returns the Lua type of a literal, or "" if token i is not a literal.
func (s *source) literalKind(i int) string {
	switch s.kindOf(i) {
	case syntax.NumberToken:
		return "number"
	case syntax.StringToken:
		return "string"
	}
	switch {
	case s.is(i, "nil"):
		return "nil"
	case s.isAny(i, "true", "false"):
		return "boolean"
	}
	return ""
}
