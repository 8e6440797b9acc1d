package trees

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

const badDir = "testdata/bad"

// chunk is one of the bad files that a test file holds.
type chunk struct {
	name  string
	src   string
	wants []want
}

// want is an expected mistake. The test file contains it as ### COL IDENTITY at the end of the faulty line; see
// message.Identity.
type want struct {
	line, col int
	identity  string
}

func (w want) String() string { return fmt.Sprintf("%d:%d: %s", w.line, w.col, w.identity) }

// found returns the mistakes of a list as wants.
func found(list diag.List) (out []want) {
	for _, d := range list {
		out = append(out, want{d.Pos.Line, d.Pos.Col, message.Identity(d)})
	}
	return out
}

// readChunks splits a file into chunks at lines "---", and removes the expectations from the text to be parsed.
func readChunks(t *testing.T, file string) []chunk {
	t.Helper()
	var chunks []chunk
	for i, text := range strings.Split(string(read(t, file)), "---\n") {
		c := chunk{name: fmt.Sprintf("%s_%d", filepath.Base(file), i+1)}
		for num, line := range strings.SplitAfter(text, "\n") {
			if parts := strings.Split(line, " ### "); len(parts) > 1 {
				line = strings.TrimRight(parts[0], " ") + "\n"
				c.wants = append(c.wants, readWants(t, num+1, parts[1:])...)
			}
			c.src += line
		}
		chunks = append(chunks, c)
	}
	return chunks
}

func readWants(t *testing.T, line int, parts []string) (wants []want) {
	t.Helper()
	for _, part := range parts {
		number, identity, _ := strings.Cut(strings.TrimSpace(part), " ")
		col, err := strconv.Atoi(number)
		if err != nil || identity == "" {
			t.Fatalf("line %d: want ### COL IDENTITY, got %q", line, part)
		}
		wants = append(wants, want{line, col, identity})
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
		at := slices.Index(found(list), w)
		if at < 0 {
			t.Errorf("missing: %v", w)
			continue
		}
		list = append(list[:at:at], list[at+1:]...)
	}
	for i, w := range found(list) {
		t.Errorf("not expected: %v\n%v", w, list[i])
	}
}

// wholeFiles holds bad files that a text file cannot contain.
var wholeFiles = []struct {
	name, src string
	line, col int
	identity  string
}{
	{"empty", "", 1, 1, `no-tree-in-file name="guard" -> it`},
	{"byte order mark only", "\ufeff", 1, 1, `no-tree-in-file name="guard" -> it`},
	{"comments only", "# a\n\n # b", 1, 1, `no-tree-in-file name="guard" -> it`},
	{"UTF-16", "\xff\xfet\x00r\x00", 1, 1, `file-utf16 -> it`},
	{"ends of lines of old", "# a wolf\rtree wolf\r  root\r", 1, 9, `control-character char="U+000D" -> it`},
	{"XML", "\n<root BTCPP_format=\"4\">\n</root>\n", 1, 1, `foreign-file format="XML" -> it`},
	{"JSON", "{\n  \"trees\": []\n}\n", 1, 1, `foreign-file format="JSON" -> it`},
	{"JSON in one line", `[{"name": "a"}]`, 1, 1, `foreign-file format="JSON" -> it`},
	{"quotes without a name", "tree \"\n  idle\n", 1, 5, `missing-tree-name -> it`},
	{"quotes without a name of a condition", "condition '' = x\n", 1, 10, `missing-condition-name -> it`},
	{"a quoted expression without text", "tree a\n  condition [[ ]]\n", 2, 13, `missing-expression example="condition hp < 30" head="condition" -> it`},
	{"a brace", "{a}\n", 1, 1, `line-starts-without-name text="{a}" -> it`},
	{"a special space", "tree a\n\u00a0\u00a0root\n", 2, 1, `unexpected-character char="U+00A0" -> replace-special-space`},
	{"UTF-16 without its mark", "t\x00r\x00", 1, 1, `file-utf16 -> it`},
	{"NUL", "tree a\n  root\n    b\x00c\n      d\n", 3, 6, `control-character char="U+0000" -> it`},
	{"escape", "tree a\n  root # \x1b[2J\n", 2, 10, `control-character char="U+001B" -> it`},
	{"old line ends", "tree a\r  root\r", 1, 7, `control-character char="U+000D" -> it`},
	{"Latin-1", "tree a \"W\xe4chter\"\n  root\n    b\n", 1, 10, `invalid-utf8 byte="0xE4" -> it`},
	{"Latin-1 behind others", "tree a\n  root \"é\xe4\"\n    b\n", 2, 10, `invalid-utf8 byte="0xE4" -> it`},
	{"large", strings.Repeat("#", MaxFileSize+1), 1, 1, `file-too-large limit=4 -> it`},
	{"long line", "tree a\n  root \"" + strings.Repeat("é", MaxLineLength) + "\"\n    b\n", 2, 3, `line-too-long count=10009 limit=10000 -> it`},
	{"long bad line", "tree a\n  root \"\xff" + strings.Repeat("é", MaxLineLength) + "\"\n    b\n", 2, 9, `invalid-utf8 byte="0xFF" -> it`},
	{"many nodes", "tree a\n  root\n" + strings.Repeat("    b\n", MaxNodes) + "tree b\n  root\n", MaxNodes + 2, 5, `too-many-nodes limit=10000 tree="a" -> it`},
	{"another file", "import common\ntree a\n  root\n", 1, 1, `node-before-tree name="import" tree="guard" -> trees-without-include`},
	{"an entry of a field", "tree a\n  set cargo.ore = 0\n", 2, 7, `invalid-parameter-name key="cargo.ore" -> set-whole-field field="cargo"`},
	{"many strays", strings.Repeat("  b\n", 2*MaxNodes), 1, 3, `node-before-tree name="b" tree="guard" -> it`},
	{"deep", "tree a\n" + stairs(MaxDepth+5), MaxDepth + 2, MaxDepth + 2, `nodes-too-deep limit=200 -> it`},
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
			compare(t, list, []want{{tt.line, tt.col, tt.identity}})
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
	if got := list[maxMistakes].Code; got != message.TooManyMistakes(0).Code {
		t.Errorf("the last is %s", got)
	}
}

// TestNoMistakeIsUntested checks that each entry of the catalog for tree files is found at least once.
func TestNoMistakeIsUntested(t *testing.T) {
	seen := map[string]bool{ // by TestManyMistakes, TestCycles, TestValidate
		message.TooManyMistakes(0).Code: true, message.InclusionCycle("", "").Code: true,
		message.UnexpectedExpression("").Code: true, message.NilNode("", "").Code: true,
	}
	note := func(list diag.List) {
		for _, d := range list {
			seen[d.Code] = true
		}
	}
	for _, file := range globbed(t, badDir, "*.bt") {
		for _, c := range readChunks(t, file) {
			_, list := Parse("guard.bt", []byte(c.src))
			note(list)
		}
	}
	for _, tt := range wholeFiles {
		_, list := Parse("guard.bt", []byte(tt.src))
		note(list)
	}
	for _, e := range catalog() {
		if e.Hint == "" {
			t.Errorf("%s has no remedy", e.Code)
		}
		if !seen[e.Code] {
			t.Errorf("no test finds %s", e.Code)
		}
	}
}

// catalog returns the entries of the catalog for tree files.
func catalog() []message.Entry {
	return slices.DeleteFunc(slices.Clone(message.Entries()), func(e message.Entry) bool { return e.File != "trees" })
}

// TestMessagesAreShort checks that a message shows only the beginning of a long part of a file. The arguments in known
// are short, and may be shown as they are.
func TestMessagesAreShort(t *testing.T) {
	known := strings.Fields("bracket byte char closing count escape format mark node number open path place quote sign small word")
	for _, e := range catalog() {
		for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(e.Text+e.Hint, -1) {
			if !slices.Contains(known, m[1]) {
				t.Errorf("%s: write {%s:cut}, since the argument can have any length", e.Code, m[1])
			}
		}
	}
}

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
	for _, letter := range []string{"é", "e", "☂"} {
		_, list := Parse("a.bt", []byte("tree a\n  root "+strings.Repeat(letter, 5000)+"\n"))
		if len(list) != 1 || len(list[0].Error()) > 2000 || !strings.Contains(list[0].Message, letter+"…") {
			t.Errorf("got %v", list)
		}
	}
}

// TestBadLineBeforeTrees checks the mistakes for a bad byte in a line that may be a tree line. They are a mistake for
// the byte, and one for the node on the next line.
func TestBadLineBeforeTrees(t *testing.T) {
	_, list := Parse("a.bt", []byte("\xfftree a\n  root\n"))
	compare(t, list, []want{{1, 1, `invalid-utf8 byte="0xFF" -> it`}, {2, 3, `node-before-tree name="root" tree="a" -> it`}})
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
