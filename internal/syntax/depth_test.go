package syntax_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
)

// TestDepth checks that nesting and chains are bounded, that lists are not, and that no tree is higher than MaxDepth.
func TestDepth(t *testing.T) {
	const n = 3000
	for _, part := range []string{"a.b.c = 1 ", "function a.b:c() end ", "f(a.b)(c) ", "if a then elseif b then end ", "do end ", "x = a .. b .. {} ", "while -a do end ", ";", "::a:: "} {
		if f := syntax.Parse("a.lua", strings.Repeat(part, n)); f.Err() != nil {
			t.Errorf("%q in a row: %v", part, f.Err())
		} else {
			checkHeight(t, part, f)
		}
	}
	for _, c := range [][3]string{{"x = { ", "a.b, { c }, ", "}"}, {"f(", "a.b, -c, ", "1)"}, {"x = ", "a, ", "1"}, {"local x = ", "{}, ", "1"}, {"", "a.b, ", "a.b = 1"}} {
		f := syntax.Parse("a.lua", c[0]+strings.Repeat(c[1], n)+c[2])
		if f.Err() != nil {
			t.Errorf("%q: %v", c, f.Err())
		}
		checkHeight(t, c[1], f)
	}
	for _, c := range []struct{ before, part, inner, closer, after string }{
		{"x = ", "(", "a", ")", ""}, {"x = ", "{", "", "}", ""}, {"x = ", "- ", "a", "", ""}, {"x = ", "not ", "a", "", ""},
		{"x = ", "a .. ", "a", "", ""}, {"x = ", "a ^ ", "a", "", ""}, {"x = a", " + a", "", "", ""}, {"x = a", ".a", "", "", ""},
		{"x = a", "()", "", "", ""}, {"x = a", ":b{}", "", "", ""}, {"x = a", "[a", "", "]", ""}, {"x = ", "{ a = ", "1", "}", ""},
		{"", "do ", "", "end ", ""}, {"", "if a then ", "", "end ", ""}, {"", "while a do ", "", "end ", ""}, {"", "repeat ", "", "until a ", ""},
		{"", "for i = 1, 2 do ", "", "end ", ""}, {"", "function f() ", "", "end ", ""}, {"x = ", "function() return ", "a", " end", ""},
		{"if a then ", "elseif a then ", "", "", "end"}, {"a", ".a", "", "", " = 1"}, {"a", "()", "", "", ""}, {"", "f(", "", ")", ""},
	} {
		for _, n := range []int{syntax.MaxDepth/2 - 10, syntax.MaxDepth + 10} {
			f := syntax.Parse("a.lua", c.before+strings.Repeat(c.part, n)+c.inner+strings.Repeat(c.closer, n)+c.after)
			switch err := f.Err(); {
			case n < syntax.MaxDepth && err != nil, n > syntax.MaxDepth && (err == nil || len(f.Errors) != 1 || f.Errors[0].Code != "too-many-levels"):
				t.Errorf("%q %d times: %v", c.part, n, err)
			case err == nil:
				checkHeight(t, c.part, f)
			}
		}
	}
	// Long chains whose operands are long chains.
	chains := "a" + strings.Repeat(" + a", 600)
	for range 3 {
		chains = "a + (" + chains + ")" + strings.Repeat(" + a", 600)
	}
	if f := syntax.Parse("a.lua", "x = "+chains); f.Err() == nil {
		t.Error("chains in chains are not too deep")
	}
}

// checkHeight checks that a tree is not higher than MaxDepth.
func checkHeight(t *testing.T, part string, f *syntax.File) {
	t.Helper()
	var height func(n syntax.Node) int
	height = func(n syntax.Node) int {
		most := 0
		syntax.Walk(n, func(child syntax.Node) bool {
			if child != n {
				most = max(most, height(child))
			}
			return child == n
		})
		switch n.(type) {
		case *syntax.IfClause, *syntax.Field, syntax.Stmt: // not levels of their own
			return most
		}
		return most + 1
	}
	if h := height(&f.Body); h > syntax.MaxDepth {
		t.Errorf("%q: a tree of height %d", part, h)
	}
}
