package syntax_test

import (
	"os"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
)

// FuzzParse checks for any text that the parser ends, that the ranges of the tree and of the errors are in order, that
// tokens and comments are the whole text, and that gopher-lua's parser has the same verdict and the same tree.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"../lint/testdata/syntax.lua", "../lint/testdata/check.lua"} {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for chunk := range strings.SplitSeq(string(src), "\n---\n") {
			f.Add(chunk)
		}
	}
	for _, s := range []string{"", "\x1bLua", "\ufeff", "a\r\n\rb", "x=[==[\n]==]", "x=a.b[c]:d{}.e'f'(g)", "x={(a),[b]=c;(d).e}",
		"::a:: goto a", "-x^-y", "f()(a)(b or c).d=(...)", "return ({})[1]", "\"\\\r\n\"", "--[[", "x='\\", "x=(...)", "local é=1", "\xff", "x='\xff'", "x=[[", "x=[=", "--[=", "f\n(a)", "\f\v", "function 00", "(A00000())", "if  else elif", "A\n()\n 0 end"} {
		f.Add(s)
	}
	for _, part := range []string{"(", "{", "- ", "a..", "a.", "f(", "f()", "do ", "if a then elseif a then ", "function f() ", "a,", "a.b,", "f'x'", "goto a ", "::a::", "[", "a[", "for i = 1, 2 do ", "repeat "} {
		f.Add("x = " + strings.Repeat(part, 2000))
		f.Add(strings.Repeat(part, 2000))
		f.Add(strings.Repeat(part, 20))
	}
	for seed := range uint64(50) {
		f.Add(randomText(seed))
		f.Add(changedText(seed))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		file := syntax.Parse("a.lua", text)
		checkRanges(t, file)
		checkErrors(t, file)
		expr := syntax.ParseExpr("a.lua", text, syntax.Position{})
		checkRanges(t, expr)
		checkErrors(t, expr)
		stmts, err := gopherParse(text)
		likeGopher.check(t, "fuzz", text, err)
		if err == nil && file.Err() == nil {
			if got, want := dumpSyntax(&file.Body), dumpGopher(stmts); got != want {
				t.Error(difference(got, want))
			}
		}
	})
}

// checkErrors checks that the errors of a file are in order and inside of it.
func checkErrors(t *testing.T, f *syntax.File) {
	t.Helper()
	last := syntax.Pos(0)
	for _, e := range f.Errors {
		if e.Start < last || e.End < e.Start || int(e.End) > len(f.Text) {
			t.Fatalf("%v is from %d to %d, after %d, in %d bytes", e, e.Start, e.End, last, len(f.Text))
		}
		if w := e.Words(); w.Text == "" || strings.ContainsAny(w.Error(), "\n\r") {
			t.Fatalf("%q", w.Error())
		}
		last = e.Start
	}
}
