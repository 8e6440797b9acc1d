package trees

import (
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
)

func TestCheckName(t *testing.T) {
	for _, name := range []string{"a", "A1", "_", "a.b", "combat.melee_2", "repeat", "trees", "whenever", "ends.ended"} {
		if err := CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"": "is not a name", ".": "is not a name", "a.": "is not a name", "a..b": "is not a name", "1": "is not a name",
		"a b": "is not a name", "a-b": "is not a name", "é": "is not a name", "a\n": `^a\? is not a name$`,
		"end": "a word of Lua", "a.end": "since end is a word of Lua", "goto": "word", "tree": "word", "when": "word",
	} {
		if err := CheckName(name); err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}

// line returns a position in line n, for a node that was not parsed from a file.
func line(n int) diag.Pos { return diag.Pos{File: "built", Line: n} }

func TestValidate(t *testing.T) {
	leaf := func(n int, name string) *Node { return &Node{Name: name, Pos: line(n), NamePos: line(n)} }
	deep := leaf(2, "a")
	for n, i := deep, 0; i < MaxDepth; i++ {
		n.Children = []*Node{leaf(3+i, "a")}
		n = n.Children[0]
	}
	wide := leaf(2, "a")
	for i := range MaxNodes {
		wide.Children = append(wide.Children, leaf(3+i, "a"))
	}
	self := leaf(2, "a")
	self.Children = []*Node{self}
	endless, loop := &Table{}, &value.Table{}
	endless.Items = []Arg{{Value: value.Other(endless)}}
	loop.Entries = []value.Entry{{Key: value.Number(1), Value: value.Other(loop)}}
	one := value.Number(1)
	tests := []struct {
		name string
		tree Tree
		line int
		want string
	}{
		{"no name", Tree{Root: leaf(2, "a")}, 1, `^\(unnamed\) is not a name$`},
		{"bad name", Tree{Name: "a b", Root: leaf(2, "a")}, 1, "^a b is not a name$"},
		{"nil child", Tree{Name: "a", Root: &Node{Name: "b", Pos: line(2), Children: []*Node{leaf(3, "c"), nil}}}, 2, "^tree a has a nil node below b$"},
		{"endless table", Tree{Name: "a", Root: &Node{Name: "b", Params: []Param{{Name: "x", Value: value.Other(endless), Pos: line(3)}}}}, 3, "^tables are nested deeper than 4 levels$"},
		{"endless value", Tree{Name: "a", Root: &Node{Name: "b", Args: []Arg{{Value: value.Other(loop), Pos: line(3)}}}}, 3, "^tables are nested deeper than 4 levels$"},
		{"endless default", Tree{Name: "a", Root: leaf(3, "b"), Params: []TreeParam{{Param: Param{Name: "x", Value: value.Other(endless), Pos: line(1)}}}}, 1, "^tables are nested deeper than 4 levels$"},
		{"no root", Tree{Name: "a"}, 1, "^tree a has no root$"},
		{"node without name", Tree{Name: "a", Root: leaf(2, "")}, 2, "is not a name$"},
		{"bad node", Tree{Name: "a", Root: leaf(2, "end")}, 2, "^end cannot be a name"},
		{"bad key", Tree{Name: "a", Root: &Node{Name: "a", Params: []Param{{Name: "id", Value: one, Pos: line(2)}}}}, 2, "^id cannot be the name of a parameter"},
		{"key twice", Tree{Name: "a", Root: &Node{Name: "a", Params: []Param{{Name: "x", Value: one, Pos: line(2)}, {Name: "x", Value: one, Pos: line(3)}}}}, 3, "^x= is given twice"},
		{"bad id", Tree{Name: "a", Root: &Node{Name: "a", ID: "a.b", IDPos: line(2)}}, 2, "^an id is"},
		{"id twice", Tree{Name: "a", Root: &Node{Name: "a", ID: "x", IDPos: line(2), Children: []*Node{{Name: "b", ID: "x", IDPos: line(3)}}}}, 3, "^id x is already used in line 2"},
		{"child of an inclusion", Tree{Name: "a", Root: &Node{Name: "b", Include: true, Children: []*Node{leaf(3, "c")}}}, 3, "^c is below the included tree b"},
		{"value for an inclusion", Tree{Name: "a", Root: &Node{Name: "b", Include: true, Args: []Arg{{Value: one, Pos: line(3)}}}}, 3, "^an included tree takes no value"},
		{"no expression", Tree{Name: "a", Root: leaf(2, "condition")}, 2, "^condition needs an expression$"},
		{"empty expression", Tree{Name: "a", Root: &Node{Name: "switch", NamePos: line(2), Expr: &Guard{Pos: line(3)}}}, 2, "^switch needs an expression$"},
		{"expression of a behavior", Tree{Name: "a", Root: &Node{Name: "b", Expr: &Guard{"hp < 30", line(3)}}}, 3, "^b takes no expression$"},
		{"expression of another kind", Tree{Name: "a", Root: &Node{Name: "sequence", Expr: &Guard{"hp < 30", line(3)}}}, 3, "^sequence takes no expression$"},
		{"expression of an inclusion", Tree{Name: "a", Root: &Node{Name: "condition", Include: true, Expr: &Guard{"hp < 30", line(3)}}}, 3, "^condition takes no expression$"},
		{"deep", Tree{Name: "a", Root: deep}, MaxDepth + 2, "^nodes are nested deeper than 200"},
		{"wide", Tree{Name: "a", Root: wide}, MaxNodes + 2, "^tree a has more than 10000 nodes"},
		{"its own child", Tree{Name: "a", Root: self}, 2, "^nodes are nested deeper"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.tree.Pos, tt.tree.NamePos = line(1), line(1)
			list := Validate(&tt.tree)
			if len(list) != 1 || list[0].Pos.Line != tt.line || !regexp.MustCompile(tt.want).MatchString(list[0].Message) {
				t.Errorf("got %v, want line %d: %s", list, tt.line, tt.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	f, _ := Parse("a.bt", []byte("\ufefftree a\r\n  root\n\n#"))
	for n, want := range map[int]string{-1: "", 0: "", 1: "tree a", 2: "  root", 3: "", 4: "#", 5: ""} {
		if got := f.Line(n); got != want {
			t.Errorf("line %d is %q, want %q", n, got, want)
		}
	}
	if got := (*File)(nil).Line(1); got != "" {
		t.Errorf("no file has the line %q", got)
	}
}

func TestLiteral(t *testing.T) {
	for _, text := range []string{
		"nil", "true", "false", "0", "-0", "3.5", "-1e+20", "1e-07", `""`, `"a\"\\\n\t\000\127\255é"`,
		"{}", "{1, \"x\", true, {2}, x=3, y={z={}}}",
	} {
		f, list := Parse("a.bt", []byte("tree a\n  root "+text))
		if len(list) > 0 {
			t.Fatal(list)
		}
		if got := Literal(f.Trees[0].Root.Args[0].Value); got != text {
			t.Errorf("got %s, want %s", got, text)
		}
	}
}

func TestLiteralOfWhatNoFileHolds(t *testing.T) {
	loop := &Table{}
	loop.Items = []Arg{{Value: value.Other(loop)}}
	if got, want := loop.String(), "{{{{{...}}}}}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTableField(t *testing.T) {
	f, _ := Parse("a.bt", []byte("tree a\n  root {1, x=3}"))
	table := f.Trees[0].Root.Args[0].Value.Ref().(*Table)
	if v, ok := table.Field("x"); !ok || v.Float() != 3 {
		t.Errorf("x is %v, %v", v, ok)
	}
	if _, ok := table.Field("y"); ok {
		t.Error("there is no y")
	}
}

func TestAllStops(t *testing.T) {
	f, _ := Parse("a.bt", []byte("tree a\n  b\n    c\n      d\n    e\n"))
	var names strings.Builder
	for n := range f.Trees[0].Root.All() {
		if names.WriteString(n.Name); n.Name == "d" {
			break
		}
	}
	if got := names.String(); got != "bcd" {
		t.Errorf("visited %s", got)
	}
}
