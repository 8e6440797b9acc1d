package syntax_test

import (
	"fmt"
	"os"
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
	first := 1
	for chunk := range strings.SplitSeq(string(src), "\n---\n") {
		t.Run(fmt.Sprint("line ", first), func(t *testing.T) {
			f := syntax.Parse("a.lua", chunk)
			want := expectations(t, chunk)
			for _, e := range f.Errors {
				at := f.Position(e.Start)
				text := fmt.Sprintf("%d: %s", at.Col, e)
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
