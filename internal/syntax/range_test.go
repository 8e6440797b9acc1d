package syntax_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
)

// checkRanges checks that the nodes of a file lie within the nodes around them and after those before them, and that
// tokens and comments with the white space between them are the whole text.
func checkRanges(t *testing.T, f *syntax.File) {
	t.Helper()
	type place struct{ inside, last syntax.Pos }
	var visit func(n syntax.Node, around *place) bool
	visit = func(n syntax.Node, around *place) bool {
		if n.Pos() < around.last || n.End() < n.Pos() || n.End() > around.inside {
			t.Fatalf("%T from %d to %d is not between %d and %d: %.60q", n, n.Pos(), n.End(), around.last, around.inside, f.Text[max(int(around.last)-20, 0):])
		}
		around.last = n.End()
		p := place{n.End(), n.Pos()}
		syntax.Walk(n, func(child syntax.Node) bool { return child == n || visit(child, &p) && false })
		return true
	}
	visit(&f.Body, &place{syntax.Pos(len(f.Text)), 0})

	if len(f.Errors) > 0 { // there may be comments of other languages
		return
	}
	end, comments := syntax.Pos(0), f.Comments
	between := func(to syntax.Pos) {
		if blank := strings.TrimPrefix(f.Text[end:to], "\ufeff"); strings.Trim(blank, " \t\v\f\r\n") != "" {
			t.Fatalf("%q is in no token", blank)
		}
	}
	for _, tok := range syntax.Scan(f.Text) {
		for len(comments) > 0 && comments[0].Start < tok.Start {
			between(comments[0].Start)
			end, comments = comments[0].End, comments[1:]
		}
		between(tok.Start)
		end = tok.End
	}
	if int(end) != len(f.Text) || len(comments) > 0 {
		t.Fatalf("the tokens end at %d of %d", end, len(f.Text))
	}
}

func TestRanges(t *testing.T) {
	for path, text := range corpus(t) {
		if f := syntax.Parse(path, text); f.Err() == nil {
			checkRanges(t, f)
		}
	}
}

// TestText checks the text of each node of some files.
func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"local a, b = f 'x', (g())":       "local a, b = f 'x', (g())|f 'x'|f|'x'|(g())|g()|g",
		"a.b[1]:c{d = 2, 3}":              "a.b[1]:c{d = 2, 3}|a.b[1]:c{d = 2, 3}|a.b[1]|a.b|a|b|1|{d = 2, 3}|d = 2|d|2|3|3",
		"if a then end -- x":              "if a then end|if a then |a| ",
		"local function f(a) return end":  "local function f(a) return end|(a) return end| return |return",
		"function a.b:c() end":            "function a.b:c() end|a.b:c|a.b|a|b|c|() end| ",
		"x = -2 ^ 3 .. #'a'":              "x = -2 ^ 3 .. #'a'|x|-2 ^ 3 .. #'a'|-2 ^ 3|2 ^ 3|2|3|#'a'|'a'",
		"for i = 1, 2 do break end":       "for i = 1, 2 do break end|1|2| break |break",
		"repeat until nil ; ::a:: goto a": "repeat until nil| |nil|::a::|goto a",
	} {
		f := syntax.Parse("a.lua", text)
		if err := f.Err(); err != nil {
			t.Error(err)
		}
		var got []string
		syntax.Walk(&f.Body, func(n syntax.Node) bool {
			if n != syntax.Node(&f.Body) {
				got = append(got, f.Slice(n))
			}
			return true
		})
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestPositions checks lines and columns, also in an expression that stands somewhere in a file.
func TestPositions(t *testing.T) {
	text := "\ufeffa = 1\r\nlocal é, x = '\n" + strings.Repeat("ö", 100) + " = z"
	f := syntax.Parse("a.lua", text)
	for part, want := range map[string]string{"a": "1:1", "local": "2:1", "é": "2:7", "x": "2:10", "z": "3:104"} {
		if got := f.Position(syntax.Pos(strings.Index(text, part))).String(); got != want {
			t.Errorf("%s is at %s, want %s", part, got, want)
		}
	}
	if f.Lines() != 3 || f.Line(1) != "a = 1" || f.Line(3) != strings.Repeat("ö", 100)+" = z" || f.Line(4) != "" {
		t.Errorf("%d lines: %q", f.Lines(), f.Line(1))
	}
	f = syntax.ParseExpr("a.bt", "hp <\n max", syntax.Position{Line: 7, Col: 5})
	if err := f.Err(); err != nil {
		t.Fatal(err)
	}
	x := f.Expr().(*syntax.BinaryExpr)
	if got := f.Position(x.OpAt).String() + " " + f.Position(x.Y.Pos()).String(); got != "7:8 8:2" {
		t.Error(got)
	}
}
