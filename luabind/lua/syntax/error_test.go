package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua/syntax"
)

// TestErrors checks the errors of the texts in testdata/errors.lua. The texts are separated by lines "---". In a line
// with errors, a comment --> "regexp" matches each of them in the form "column: message: hint".
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
				text := fmt.Sprintf("%d: %s", at.Col, e)
				if left := regexp.MustCompile(`\{[a-z]+\}`).FindString(text); left != "" {
					t.Errorf("%s has no argument %s", e.Code, left)
				}
				codes[e.Code], codes[e.Remedy] = true, true
				if !takeMatch(want, at.Line, text) {
					t.Errorf("unexpected: %d:%s", at.Line, text)
				}
			}
			for line, res := range want {
				for _, re := range res {
					t.Errorf("line %d: missing %s", line, re)
				}
			}
			checkErrors(t, f)
			checkRanges(t, f)
		})
		first += strings.Count(chunk, "\n") + 2
	}
	t.Logf("%d codes", len(codes))
}

// TestCatalog checks that each code is declared, has words and is used.
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
		if !regexp.MustCompile(`(?m)^\t` + c[1] + `: +\{`).MatchString(declared) {
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

// takeMatch removes the expectation on a line that matches an error. It reports whether there was one.
func takeMatch(want map[int][]*regexp.Regexp, line int, text string) bool {
	for i, re := range want[line] {
		if re.MatchString(text) {
			want[line] = append(want[line][:i:i], want[line][i+1:]...)
			return true
		}
	}
	return false
}

var expectation = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

func expectations(t *testing.T, chunk string) map[int][]*regexp.Regexp {
	want := map[int][]*regexp.Regexp{}
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
			want[i+1] = append(want[i+1], regexp.MustCompile(text))
		}
	}
	return want
}

// TestExpressionErrors checks the errors of texts that must be one expression.
func TestExpressionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"hp < 3 and x":          "",
		"hp then f() end if hp": `4: "then" follows the expression`,
		"hp < 3 y < 4":          `8: "y" follows the expression`,
		"hp = 3":                `4: "=" assigns and is not possible in an expression: to compare write ==`,
		"hp is not nil":         `4: unexpected "is" after "hp": to compare write ~=`,
		"hp < 3)":               `7: ")" closes nothing: delete it, or write "(" before`,
		"(hp < 3":               `1: "(" is not closed: ")" is missing`,
		"hp <":                  `4: the file ends after "<", which needs a value after it`,
		"":                      `1: the file ends`,
		"f(x":                   `2: "(" is not closed: ")" is missing`,
		"a.b, c":                `4: "," follows the expression`,
		"hp != 3 && x":          `4: "!=" is not Lua: write ~= for "not equal"|9: "&&" is not Lua: write and`,
		"x ? y : z":             `3: "?" is not Lua: write: condition and value or other`,
		"return x":              `1: unexpected "return"`,
		"... == 1":              `1: ... is not a parameter of this function: write ... as its last parameter`,
		"hp < 3 -- a comment":   "",
		"if hp < 3 then":        `1: unexpected "if"`,
		"agent. == 3":           `6: a name is missing after ".": write the field or function that is meant`,
		"hp == 'a":              `7: the string is not closed on its line: add the missing ', or write \n for a line break`,
		"function() return 1":   `1: "function" is not closed: "end" is missing`,
		"hp AND x":              `4: unexpected "AND" after "hp": write and in small letters`,
		"[1, 2]":                `1: "[" does not begin a list in Lua: write { 1, 2, 3 }`,
	} {
		f := syntax.ParseExpr("a.bt", text, syntax.Position{Line: 3, Col: 1})
		var got []string
		for _, e := range f.Errors {
			got = append(got, fmt.Sprintf("%d: %s", f.Position(e.Start).Col, e))
		}
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
		checkRanges(t, f)
		_ = f.Expr()
	}
}
