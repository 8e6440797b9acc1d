package trees

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/testdata"
)

// formatted formats a file and returns the result. It checks that parsing the result gives the same file, and that
// formatting it again changes nothing.
func formatted(t *testing.T, path string, src []byte) string {
	t.Helper()
	file, list := Parse(path, src)
	if len(list) > 0 {
		t.Fatal(list)
	}
	out := Format(file)
	back, list := Parse(path, out)
	if len(list) > 0 {
		t.Fatalf("formatted: %v\n%s", list, out)
	}
	if was, is := meaning(file), meaning(back); was != is {
		t.Fatalf("%s was\n%s\nis\n%s", path, was, is)
	}
	if again := Format(back); string(again) != string(out) {
		t.Fatalf("%s is not stable:\n%s\n%s", path, out, again)
	}
	return string(out)
}

var place = regexp.MustCompile(`( at|,) \d+(:\d+)?| to \d+|@\d+`)

// meaning returns a dump without positions, in the order of the file.
func meaning(f *File) string {
	var lines []string
	for _, c := range f.Comments {
		lines = append(lines, c.Text)
	}
	g := *f
	g.Comments = nil
	return place.ReplaceAllString(dump(&g), "") + strings.Join(lines, "\n")
}

// TestFormat compares the canonical form of each good file with its golden copy.
func TestFormat(t *testing.T) {
	for _, file := range globbed(t, goodDir, "*.bt") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			golden(t, strings.TrimSuffix(file, ".bt")+".fmt", formatted(t, file, read(t, file)))
		})
	}
	for _, file := range globbed(t, goodDir, "*.fmt") {
		if _, err := os.Stat(strings.TrimSuffix(file, ".fmt") + ".bt"); err != nil {
			t.Errorf("%s belongs to no file", file)
		}
	}
}

// TestSamplesAreCanonical checks that the samples, which users copy, are in canonical form.
func TestSamplesAreCanonical(t *testing.T) {
	seen := 0
	for path, f := range testdata.Samples() {
		if filepath.Ext(path) == ".bt" {
			seen++
			if formatted(t, path, f.Data) != string(f.Data) {
				t.Errorf("%s: bough fmt -w scripts/%s", path, path)
			}
		}
	}
	if seen == 0 {
		t.Error("there are no samples")
	}
}

func TestFormatLayout(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"parts", "tree a\n   root +   id=b  x=0xff\n", "tree a\n  root x=0xff id=b +\n"},
		{"spelling", "tree a\n  root 1e3 'x' .5 56% {1,2;x = 3}\n", "tree a\n  root 1e3 'x' .5 56% {1, 2, x=3}\n"},
		{"empty lines", "\n\ntree a\n\n  root\n\n\n    b\ntree c\n  root\n\n", "tree a\n  root\n\n    b\n\ntree c\n  root\n"},
		{"comment on a tree", "tree a\n  root\n# on c\ntree c\n  root\n", "tree a\n  root\n\n# on c\ntree c\n  root\n"},
		{"conditions", "condition a=b\ncondition long = c # x\n", "condition a    = b\ncondition long = c  # x\n"},
		{"guards", "tree a\n  root\n    b when c\n    defg h=1 when i # j\n    k # l\n", "tree a\n  root\n    b         when c\n    defg h=1  when i  # j\n    k                 # l\n"},
		{
			"guard far off", "tree a\n  root\n    b when c\n    d \"a text that goes on and on and on until column 50\" when i\n",
			"tree a\n  root\n    b  when c\n    d \"a text that goes on and on and on until column 50\"  when i\n",
		},
		{
			"comments keep their places", "tree a\n     # 1\n     root\n# 2\n         # 3\n         b\n            # 4\n         c\n              d\n           # 5\n         # 6\n     # 7\n# 8\n",
			"tree a\n  # 1\n  root\n# 2\n    # 3\n    b\n      # 4\n    c\n      d\n    # 5\n    # 6\n  # 7\n# 8\n",
		},
		{"line ends", "tree a\r\n  root\r\n", "tree a\r\n  root\r\n"},
		{"no end", "tree a\n  root", "tree a\n  root\n"},
		{"expression", "tree a\n  condition id=b   hp<3 and x when y\n", "tree a\n  condition id=b hp<3 and x  when y\n"},
		{"umlaut", "tree a\n  root \"ä\" 0x1F x='ß' # é\n", "tree a\n  root \"ä\" 0x1F x='ß'  # é\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := formatted(t, "a.bt", []byte(tt.src)); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestFormatBuilt formats trees that were not parsed.
func TestFormatBuilt(t *testing.T) {
	file, list := Parse("a.bt", []byte("condition low = hp < 3\n\ntree a\n  root 56% {1, x=\"y\"} s='q'\n    b  when low\n\ntree c\n  root\n"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	want := strings.ReplaceAll(string(Format(file)), "'q'", `"q"`)
	if got := string(Format(unplaced(file))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestFormatOfAnotherLanguage formats a file whose positions refer to a text in another language.
func TestFormatOfAnotherLanguage(t *testing.T) {
	f := NewFile("a.json", []byte("\ufeff{\r\n  \"x\": 1}"))
	if got := f.Line(2); got != "  \"x\": 1}" || f.Line(1) != "{" || f.Line(3) != "" {
		t.Errorf("lines %q, %q, %q", f.Line(1), got, f.Line(3))
	}
	at := func(line int) diag.Pos { return diag.Pos{File: f.Path, Line: line, Col: 3} }
	f.Trees = []*Tree{{Name: "a", Pos: at(2), Meta: &Table{Items: []Arg{{Value: value.Number(1)}}}, Root: &Node{
		Name: "root", Pos: at(2), Args: []Arg{{Value: value.Number(0.5), Percent: true, Pos: at(2)}},
		Children: []*Node{{Name: "first", Pos: at(2)}, {Name: "second", Pos: at(1)}},
	}}}
	if got, want := string(Format(f)), "tree a meta={1}\n  root 50%\n    first\n    second\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// unplaced returns a copy of a file without its text and positions.
func unplaced(f *File) *File {
	out := &File{}
	for _, c := range f.Conditions {
		out.Conditions = append(out.Conditions, &NamedCondition{Name: c.Name, Expr: Guard{Source: c.Expr.Source}})
	}
	for _, t := range f.Trees {
		out.Trees = append(out.Trees, &Tree{Name: t.Name, Doc: t.Doc, Root: unplacedNode(t.Root)})
	}
	return out
}

func unplacedNode(n *Node) *Node {
	m := &Node{Name: n.Name, Include: n.Include, ID: n.ID, NonExclusive: n.NonExclusive, Expr: n.Expr, Guard: n.Guard}
	for _, a := range n.Args {
		m.Args = append(m.Args, Arg{Value: a.Value, Percent: a.Percent, Ref: a.Ref, Expr: a.Expr})
	}
	for _, p := range n.Params {
		m.Params = append(m.Params, Param{Name: p.Name, Value: p.Value, Percent: p.Percent, Word: p.Word, Ref: p.Ref, Expr: p.Expr})
	}
	for _, c := range n.Children {
		m.Children = append(m.Children, unplacedNode(c))
	}
	return m
}

// FuzzFormat checks the canonical form of every file that Parse accepts.
func FuzzFormat(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		if slices.Max(append(lineLengths(src), 0)) > MaxLineLength/2 || len(src) > MaxFileSize/8 {
			t.Skip() // the indentation may exceed the limit
		}
		if _, list := Parse("fuzz.bt", src); len(list) == 0 {
			formatted(t, "fuzz.bt", src)
		}
	})
}
