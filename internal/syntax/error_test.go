package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
)

// TestErrors checks the errors of the texts in testdata/errors.lua. The texts are separated by lines "---". In a line
// with errors, a comment --> `column: identity` has each of them; see message.Identity.
func TestErrors(t *testing.T) {
	src, err := os.ReadFile("testdata/errors.lua")
	if err != nil {
		t.Fatal(err)
	}
	first, codes := 1, map[syntax.Code]bool{}
	for chunk := range strings.SplitSeq(string(src), "\n---\n") {
		t.Run(fmt.Sprint("line ", first), func(t *testing.T) {
			f := syntax.Parse("a.lua", chunk)
			want := expectations(t, chunk)
			for _, e := range f.Errors {
				at := f.Position(e.Start)
				text := identity(f, e)
				checkArgs(t, e)
				codes[e.Code], codes[e.Remedy] = true, true
				if !takeMatch(want, at.Line, text) {
					t.Errorf("unexpected: %d:%s", at.Line, text)
				}
			}
			for line, list := range want {
				for _, text := range list {
					t.Errorf("line %d: missing %s", line, text)
				}
			}
			checkErrors(t, f)
			checkRanges(t, f)
		})
		first += strings.Count(chunk, "\n") + 2
	}
	t.Logf("%d codes", len(codes))
}

// TestCatalog checks that each code is declared once, has words and is used.
func TestCatalog(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var declared string
	uses := map[string]int{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "words.go" {
			declared = string(text)
		} else if !strings.HasSuffix(name, "_test.go") {
			for _, word := range regexp.MustCompile(`\w+`).FindAllString(string(text), -1) {
				uses[word]++
			}
		}
	}
	all := regexp.MustCompile(`(?m)^\t(\w+) +Code = "([a-z0-9-]+)"$`).FindAllStringSubmatch(declared, -1)
	if len(all) < 100 {
		t.Fatalf("%d codes", len(all))
	}
	seen := map[string]bool{}
	for _, c := range all {
		if _, ok := message.Lookup(c[2], nil); !ok {
			t.Errorf("%s has no words", c[1])
		}
		if uses[c[1]] == 0 {
			t.Errorf("%s is not used", c[1])
		}
		if seen[c[2]] {
			t.Errorf("%s is there twice", c[2])
		}
		seen[c[2]] = true
	}
}

// identity returns the column and the identity of an error.
func identity(f *syntax.File, e *syntax.Error) string {
	return fmt.Sprintf("%d: %s", f.Position(e.Start).Col, message.Identity(diag.New(diag.Pos{}, e.Words())))
}

// templates has the templates of the catalog, by their codes.
var templates = func() map[string]string {
	all := map[string]string{}
	for _, e := range message.Entries() {
		all[e.Code] = e.Text + e.Hint
	}
	return all
}()

// checkArgs checks that an error has all arguments of its words.
func checkArgs(t *testing.T, e *syntax.Error) {
	w := e.Words()
	check := func(w diag.Words) {
		for _, m := range regexp.MustCompile(`\{([a-z]+)(:[a-z]+)?\}`).FindAllStringSubmatch(templates[w.Code], -1) {
			if _, given := w.Args[m[1]]; !given && (w.Remedy == nil || strings.Contains(w.Text, m[0])) {
				t.Errorf("%s has no argument %s", w.Code, m[1])
			}
		}
	}
	if check(w); w.Remedy != nil {
		check(*w.Remedy)
	}
}

// takeMatch removes the expectation on a line that an error meets. It reports whether there was one.
func takeMatch(want map[int][]string, line int, text string) bool {
	i := slices.IndexFunc(want[line], func(want string) bool {
		// The rest is left out if the comment is in a string that is not closed.
		start, cut := strings.CutSuffix(want, "...")
		return want == text || cut && strings.HasPrefix(text, start)
	})
	if i < 0 {
		return false
	}
	want[line] = slices.Delete(slices.Clone(want[line]), i, i+1)
	return true
}

var expectation = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

func expectations(t *testing.T, chunk string) map[int][]string {
	want := map[int][]string{}
	for i, line := range strings.Split(chunk, "\n") {
		_, after, ok := strings.Cut(line, "--> ")
		if !ok {
			continue
		}
		for _, q := range expectation.FindAllString(after, -1) {
			text, err := strconv.Unquote(q)
			if err != nil {
				t.Fatalf("line %d: %s: %v", i+1, q, err)
			}
			want[i+1] = append(want[i+1], text)
		}
	}
	return want
}

// TestExpressionErrors checks the errors of texts that must be one expression.
func TestExpressionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"hp < 3 and x":          "",
		"hp then f() end if hp": `4: after-expression found="\"then\""`,
		"hp < 3 y < 4":          `8: after-expression found="\"y\""`,
		"hp = 3":                `4: assign-in-expression -> it`,
		"hp is not nil":         `4: unexpected-token-after before="\"hp\"" found="\"is\"" -> compare-not-word`,
		"hp < 3)":               `7: bracket-closes-nothing found=")" opener="(" -> it`,
		"(hp < 3":               `1: not-closed close=")" opener="("`,
		"hp <":                  `4: text-ends-without-value before="\"<\""`,
		"":                      `1: text-ends-early`,
		"f(x":                   `2: not-closed close=")" opener="("`,
		"a.b, c":                `4: after-expression found="\",\""`,
		"hp != 3 && x":          `4: foreign-not-equal word="!=" -> it|9: foreign-and word="&&" -> it`,
		"x ? y : z":             `3: foreign-choice word="?" -> it`,
		"return x":              `1: unexpected-token found="\"return\""`,
		"... == 1":              `1: varargs-outside-function -> it`,
		"hp < 3 -- a comment":   "",
		"if hp < 3 then":        `1: unexpected-token found="\"if\""`,
		"agent. == 3":           `6: missing-name found="." -> it`,
		"hp == 'a":              `7: string-not-closed quote="'" -> it`,
		"function() return 1":   `1: not-closed close="end" opener="function"`,
		"hp AND x":              `4: unexpected-token-after before="\"hp\"" found="\"AND\"" -> write-in-small-letters right="and"`,
		"[1, 2]":                `1: bracket-list -> it`,
	} {
		f := syntax.ParseExpr("a.bt", text, syntax.Position{Line: 3, Col: 1})
		var got []string
		for _, e := range f.Errors {
			got = append(got, identity(f, e))
		}
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
		checkRanges(t, f)
		_ = f.Expr()
	}
}
