package lint

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// FuzzParse checks for any text that Parse returns either a script or errors with positions inside the file and that the results are the same each time.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"testdata/syntax.lua", "testdata/check.lua"} {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for chunk := range strings.SplitSeq(string(src), "\n---\n") {
			f.Add(chunk)
		}
	}
	for _, s := range []string{guard, "", "\x1bLua", "\ufeff", "a\r\n\rb", "x=[==[\n]==]", "x=a.b[c]:d{}.e'f'(g)",
		"x={(a),[b]=c;(d).e}", "::a:: goto a", "-x^-y", "f()(a)(b or c).d=(...)", "return ({})[1]", "\"\\\r\n\"", "--[[", "x='\\"} {
		f.Add(s)
	}
	for _, part := range []string{"(", "{", "- ", "a..", "a.", "f(", "f()", "do ", "elseif a then ", "function f() ", "a,", "a.b,", "f'x'", "goto a ", "::a::"} {
		f.Add("x = " + strings.Repeat(part, 2000))
		f.Add("if a then " + strings.Repeat(part, 2000) + "end")
		f.Add("return { params = { a = 1 }, behavior = function(agent, params) " + strings.Repeat(part, 2000) + "params.ab end }")
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<14 {
			return
		}
		s, _, l := Parse("scripts/melee.lua", []byte(src))
		if (s == nil) == (l.Err() == nil) {
			t.Fatalf("script %v, errors %v", s, l)
		}
		checkPlaces(t, src, l)
		if s == nil {
			return
		}
		found := s.Check(functions)
		checkPlaces(t, src, found)
		if again := s.Check(functions); again.Error() != found.Error() {
			t.Fatal("another answer")
		}
		for _, h := range s.Hooks {
			s.Returns(h.Name)
		}
		s.Fields()
		checkPlaces(t, src, s.CheckDriver("t", []Word{{"tick", "t.tick()", 0, 1}}, noExample))
		for _, c := range s.DriverCalls() {
			for _, u := range slices.Concat(c.Keys, slices.Collect(maps.Values(c.Texts))) {
				checkPlaces(t, src, diag.List{{Pos: u.Pos}})
			}
		}
		for line := range s.src.file.Lines() + 2 {
			checkPlaces(t, src, diag.List{{Pos: s.LinePos(line)}})
		}
	})
}

func checkPlaces(t *testing.T, src string, l diag.List) {
	src = strings.TrimPrefix(src, "\ufeff")
	for _, d := range l {
		if d.Pos.Line < 0 || d.Pos.Line > len(src)+2 || d.Pos.Col < 0 || d.Pos.Col > utf8.RuneCountInString(src)+1 {
			t.Fatalf("%s is outside of the file", d.Pos)
		}
		if d.Source != "" && d.Pos.Col > utf8.RuneCountInString(d.Source)+1 {
			t.Fatalf("%s is outside of its line %q", d.Pos, d.Source)
		}
	}
}
