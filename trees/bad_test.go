package trees

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
)

const badDir = "testdata/bad"

// chunk is one of the bad files that a test file holds.
type chunk struct {
	name  string
	src   string
	wants []want
}

// want is an expected mistake. The test file contains it as ### COL "REGEXP" at the end of the faulty line.
type want struct {
	line, col int
	match     *regexp.Regexp
}

// readChunks splits a file into chunks at lines "---", and removes the expectations from the text to be parsed.
func readChunks(t *testing.T, file string) []chunk {
	t.Helper()
	var chunks []chunk
	for i, text := range strings.Split(string(read(t, file)), "---\n") {
		c := chunk{name: fmt.Sprintf("%s_%d", filepath.Base(file), i+1)}
		for num, line := range strings.SplitAfter(text, "\n") {
			if code, expected, ok := strings.Cut(line, "###"); ok {
				line = strings.TrimRight(code, " ") + "\n"
				c.wants = append(c.wants, readWants(t, num+1, expected)...)
			}
			c.src += line
		}
		chunks = append(chunks, c)
	}
	return chunks
}

func readWants(t *testing.T, line int, text string) (wants []want) {
	t.Helper()
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		number, rest, _ := strings.Cut(text, " ")
		col, err := strconv.Atoi(number)
		quoted, err2 := strconv.QuotedPrefix(rest)
		if err != nil || err2 != nil {
			t.Fatalf("line %d: want ### COL \"REGEXP\", got %q", line, text)
		}
		pattern, _ := strconv.Unquote(quoted)
		wants = append(wants, want{line, col, regexp.MustCompile(pattern)})
		text = rest[len(quoted):]
	}
	return wants
}

// TestBad checks that each chunk has exactly the expected mistakes.
func TestBad(t *testing.T) {
	for _, file := range globbed(t, badDir, "*.bt") {
		for _, c := range readChunks(t, file) {
			t.Run(c.name, func(t *testing.T) {
				if len(c.wants) == 0 {
					t.Fatal("the chunk expects nothing")
				}
				_, list := Parse("guard.bt", []byte(c.src))
				compare(t, list, c.wants)
			})
		}
	}
}

func compare(t *testing.T, list diag.List, wants []want) {
	t.Helper()
	for _, w := range wants {
		at := -1
		for i, d := range list {
			if d.Pos.Line == w.line && d.Pos.Col == w.col && w.match.MatchString(d.Message+": "+d.Hint) {
				at = i
				break
			}
		}
		if at < 0 {
			t.Errorf("missing at %d:%d: %s", w.line, w.col, w.match)
			continue
		}
		list = append(list[:at:at], list[at+1:]...)
	}
	for _, d := range list {
		t.Errorf("not expected:\n%v", d)
	}
}

// wholeFiles holds bad files that a text file cannot contain.
var wholeFiles = []struct {
	name, src string
	line, col int
	match     string
}{
	{"empty", "", 1, 1, `^the file defines no tree: begin it with a line "tree guard"`},
	{"byte order mark only", "\ufeff", 1, 1, "defines no tree"},
	{"comments only", "# a\n\n # b", 1, 1, "defines no tree"},
	{"UTF-16", "\xff\xfet\x00r\x00", 1, 1, "^the file is encoded in UTF-16: save it as UTF-8"},
	{"ends of lines of old", "# a wolf\rtree wolf\r  root\r", 1, 9, `^the line has the control character U\+000D`},
	{"XML", "\n<root BTCPP_format=\"4\">\n</root>\n", 1, 1, "^the file begins like XML, not like a tree file: read it with bough convert"},
	{"JSON", "{\n  \"trees\": []\n}\n", 1, 1, "^the file begins like JSON"},
	{"JSON in one line", `[{"name": "a"}]`, 1, 1, "^the file begins like JSON"},
	{"a brace", "{a}\n", 1, 1, `^a line begins with the name of a node, not with {a}`},
	{"a special space", "tree a\n\u00a0\u00a0root\n", 2, 1, `^unexpected U\+00A0: replace this special space`},
	{"UTF-16 without its mark", "t\x00r\x00", 1, 1, "^the file is encoded in UTF-16: save it as UTF-8"},
	{"NUL", "tree a\n  root\n    b\x00c\n      d\n", 3, 6, `^the line has the control character U\+0000`},
	{"escape", "tree a\n  root # \x1b[2J\n", 2, 10, `U\+001B`},
	{"old line ends", "tree a\r  root\r", 1, 7, `U\+000D: delete it; .* LF or CRLF`},
	{"Latin-1", "tree a \"W\xe4chter\"\n  root\n    b\n", 1, 10, "^the byte 0xE4 is not UTF-8: save the file as UTF-8"},
	{"Latin-1 behind others", "tree a\n  root \"é\xe4\"\n    b\n", 2, 10, "0xE4"},
	{"large", strings.Repeat("#", MaxFileSize+1), 1, 1, `^the file is larger than 4194304 bytes \(4 MB\): divide`},
	{"long line", "tree a\n  root \"" + strings.Repeat("é", MaxLineLength) + "\"\n    b\n", 2, 3, "^the line has 10009 characters; the limit is 10000"},
	{"long bad line", "tree a\n  root \"\xff" + strings.Repeat("é", MaxLineLength) + "\"\n    b\n", 2, 9, "0xFF"},
	{"many nodes", "tree a\n  root\n" + strings.Repeat("    b\n", MaxNodes) + "tree b\n  root\n", MaxNodes + 2, 5, "^tree a has more than 10000 nodes"},
	{"many strays", strings.Repeat("  b\n", 2*MaxNodes), 1, 3, `^node b comes before any tree line: begin the file with a line "tree guard"`},
	{"deep", "tree a\n" + stairs(MaxDepth+5), MaxDepth + 2, MaxDepth + 2, "^nodes are nested deeper than 200 levels"},
}

// stairs returns n nodes, each the child of the previous one.
func stairs(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i+1) + "b\n")
	}
	return b.String()
}

func TestBadWholeFiles(t *testing.T) {
	for _, tt := range wholeFiles {
		t.Run(tt.name, func(t *testing.T) {
			_, list := Parse("guard.bt", []byte(tt.src))
			compare(t, list, []want{{tt.line, tt.col, regexp.MustCompile(tt.match)}})
		})
	}
}

// TestAtTheLimits checks that a file that just reaches a bound has no mistake.
func TestAtTheLimits(t *testing.T) {
	for name, src := range map[string]string{
		"size":  commented("tree a\n  root\n", MaxFileSize),
		"line":  "tree a\n  root \"" + strings.Repeat("é", MaxLineLength-9) + "\"\n",
		"nodes": "tree a\n  root\n" + strings.Repeat("    b\n", MaxNodes-1),
		"depth": "tree a\n" + stairs(MaxDepth),
	} {
		if _, list := Parse("guard.bt", []byte(src)); len(list) > 0 {
			t.Errorf("%s: %v", name, list)
		}
	}
}

// commented extends a text to a size with lines of comments.
func commented(src string, size int) string {
	line := strings.Repeat("#", 999) + "\n"
	src += strings.Repeat(line, (size-len(src))/len(line))
	return src + strings.Repeat("#", size-len(src))
}

func TestManyMistakes(t *testing.T) {
	_, list := Parse("guard.bt", []byte("tree a\n  root\n"+strings.Repeat("    !\n", 2*maxMistakes)))
	if len(list) != maxMistakes+1 {
		t.Fatalf("%d mistakes", len(list))
	}
	if got := list[maxMistakes].Message; !strings.HasPrefix(got, "more than 1000 mistakes") {
		t.Errorf("the last is %q", got)
	}
}

// TestNoMistakeIsUntested checks that each entry of mistakes is produced at least once.
func TestNoMistakeIsUntested(t *testing.T) {
	var list diag.List
	for _, file := range globbed(t, badDir, "*.bt") {
		for _, c := range readChunks(t, file) {
			_, found := Parse("guard.bt", []byte(c.src))
			list = append(list, found...)
		}
	}
	for _, tt := range wholeFiles {
		_, found := Parse("guard.bt", []byte(tt.src))
		list = append(list, found...)
	}
	provoked := func(f mistake) bool {
		pattern := messageOf(f)
		for _, d := range list {
			if pattern.MatchString(d.Message) {
				return true
			}
		}
		return false
	}
	for f := range mistake(len(mistakes)) {
		switch {
		case mistakes[f].message == "" || mistakes[f].remedy == "":
			t.Errorf("mistake %d has no text", f)
		case f == tooManyMistakes, f == inclusionCycle, f == exprOfOther, f == nilNode: // TestManyMistakes, TestCycles, TestValidate
		case !provoked(f):
			t.Errorf("no test provokes %q", mistakes[f].message)
		}
	}
}

// placeholder matches the words in braces of a quoted message.
var placeholder = regexp.MustCompile(`\\\{[a-z]+\\\}`)

// TestProposedNames checks that the remedy proposes the name of the file if it is a valid name of a tree.
func TestProposedNames(t *testing.T) {
	for path, want := range map[string]string{
		"scripts/combat/ogre.bt": "tree ogre", `c:\game\ogre.bt`: "tree ogre", "my tree.bt": "tree guard", "end.bt": "tree guard", "": "tree guard",
	} {
		if _, list := Parse(path, nil); len(list) != 1 || !strings.Contains(list[0].Hint, want+`"`) {
			t.Errorf("%q: %v, want %s", path, list, want)
		}
	}
}

// TestLongPiecesAreCut checks that a message is short, whatever the file contains.
func TestLongPiecesAreCut(t *testing.T) {
	_, list := Parse("a.bt", []byte("tree a\n  root "+strings.Repeat("é", 5000)+"\n"))
	if len(list) != 1 || len(list[0].Error()) > 2000 || !strings.Contains(list[0].Message, "é…") {
		t.Errorf("got %v", list)
	}
}

// TestBadLineBeforeTrees checks the mistakes for a bad byte in a line that may be a tree line. They are a mistake for
// the byte, and one for the node on the next line.
func TestBadLineBeforeTrees(t *testing.T) {
	_, list := Parse("a.bt", []byte("\xfftree a\n  root\n"))
	compare(t, list, []want{{1, 1, regexp.MustCompile("0xFF")}, {2, 3, regexp.MustCompile("^node root comes before")}})
}

// TestWrongIndentationIsASibling checks that a line becomes a sibling of the lines to its right if its indentation
// matches no earlier line. There is only one mistake, although more such lines follow.
func TestWrongIndentationIsASibling(t *testing.T) {
	f, list := Parse("guard.bt", []byte("tree guard\n  root\n    a\n   b\n    c\n   d\n"))
	if len(list) != 1 {
		t.Errorf("want one mistake, got %v", list)
	}
	if got := len(f.Trees[0].Root.Children); got != 4 {
		t.Errorf("root has %d children, want 4", got)
	}
}
