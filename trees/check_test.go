package trees

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

func TestCheckName(t *testing.T) {
	for _, name := range []string{"a", "A1", "_", "a.b", "combat.melee_2", "é", "战斗.逃跑", "repeat", "trees", "whenever", "ends.ended"} {
		if err := CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for name, want := range map[string]diag.Words{
		"": message.InvalidName("(unnamed)"), ".": message.InvalidName("."), "a.": message.InvalidName("a."), "a..b": message.InvalidName("a..b"),
		"1": message.InvalidName("1"), "a b": message.InvalidName("a b"), "a-b": message.InvalidName("a-b"), "a–b": message.InvalidName("a–b"),
		"e\u0301": message.InvalidName("e\u0301").With(message.ComposeAccents("é")), "ａ.b": message.InvalidName("ａ.b").With(message.WriteIt("a.b")),
		"a\n": message.InvalidName("a\n"), "end": message.ReservedName("end", "end"), "a.end": message.ReservedName("a.end", "end"),
		"goto": message.ReservedName("goto", "goto"), "tree": message.ReservedName("tree", "tree"), "when": message.ReservedName("when", "when"),
	} {
		if err := CheckName(name); fmt.Sprint(err) != want.Error() {
			t.Errorf("%q: %v, want %v", name, err, want)
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
		{"no name", Tree{Root: leaf(2, "a")}, 1, `invalid-name name="(unnamed)" -> it`},
		{"bad name", Tree{Name: "a b", Root: leaf(2, "a")}, 1, `invalid-name name="a b" -> it`},
		{"nil child", Tree{Name: "a", Root: &Node{Name: "b", Pos: line(2), Children: []*Node{leaf(3, "c"), nil}}}, 2, `nil-node name="b" tree="a" -> it`},
		{"endless table", Tree{Name: "a", Root: &Node{Name: "b", Params: []Param{{Name: "x", Value: value.Other(endless), Pos: line(3)}}}}, 3, "tables-too-deep limit=4 -> it"},
		{"endless value", Tree{Name: "a", Root: &Node{Name: "b", Args: []Arg{{Value: value.Other(loop), Pos: line(3)}}}}, 3, "tables-too-deep limit=4 -> it"},
		{"endless default", Tree{Name: "a", Root: leaf(3, "b"), Params: []TreeParam{{Param: Param{Name: "x", Value: value.Other(endless), Pos: line(1)}}}}, 1, "tables-too-deep limit=4 -> it"},
		{"no root", Tree{Name: "a"}, 1, `tree-without-root tree="a" -> it`},
		{"node without name", Tree{Name: "a", Root: leaf(2, "")}, 2, `invalid-name name="(unnamed)" -> it`},
		{"bad node", Tree{Name: "a", Root: leaf(2, "end")}, 2, `reserved-name name="end" word="end" -> it`},
		{"bad key", Tree{Name: "a", Root: &Node{Name: "a", Params: []Param{{Name: "id", Value: one, Pos: line(2)}}}}, 2, `invalid-parameter-name key="id" -> it`},
		{"key twice", Tree{Name: "a", Root: &Node{Name: "a", Params: []Param{{Name: "x", Value: one, Pos: line(2)}, {Name: "x", Value: one, Pos: line(3)}}}}, 3, `duplicate-parameter col=0 key="x" line=2 -> it`},
		{"bad id", Tree{Name: "a", Root: &Node{Name: "a", ID: "a.b", IDPos: line(2)}}, 2, "invalid-id -> it"},
		{"id twice", Tree{Name: "a", Root: &Node{Name: "a", ID: "x", IDPos: line(2), Children: []*Node{{Name: "b", ID: "x", IDPos: line(3)}}}}, 3, `duplicate-id id="x" line=2 -> it`},
		{"child of an inclusion", Tree{Name: "a", Root: &Node{Name: "b", Include: true, Children: []*Node{leaf(3, "c")}}}, 3, `node-below-inclusion child="c" tree="b" -> it`},
		{"value for an inclusion", Tree{Name: "a", Root: &Node{Name: "b", Include: true, Args: []Arg{{Value: one, Pos: line(3)}}}}, 3, "value-for-inclusion -> it"},
		{"no expression", Tree{Name: "a", Root: leaf(2, "condition")}, 2, `missing-expression example="condition hp < 30" head="condition" -> it`},
		{"empty expression", Tree{Name: "a", Root: &Node{Name: "switch", NamePos: line(2), Expr: &Guard{Pos: line(3)}}}, 2, `missing-expression example="switch state" head="switch" -> it`},
		{"expression of a behavior", Tree{Name: "a", Root: &Node{Name: "b", Expr: &Guard{"hp < 30", line(3), false}}}, 3, `unexpected-expression name="b" -> it`},
		{"expression of another kind", Tree{Name: "a", Root: &Node{Name: "sequence", Expr: &Guard{"hp < 30", line(3), false}}}, 3, `unexpected-expression name="sequence" -> it`},
		{"expression of an inclusion", Tree{Name: "a", Root: &Node{Name: "condition", Include: true, Expr: &Guard{"hp < 30", line(3), false}}}, 3, `unexpected-expression name="condition" -> it`},
		{"computed value of a behavior", Tree{Name: "a", Root: &Node{Name: "b", Args: []Arg{{Expr: &Guard{"hp", line(3), false}, Pos: line(3)}}}}, 3, `constant-parameters name="b" -> it`},
		{"computed text", Tree{Name: "a", Root: &Node{Name: "log", Args: []Arg{{Expr: &Guard{"hp", line(3), false}, Pos: line(3)}}}}, 3, `constant-value name="text" -> it`},
		{"computed number of children", Tree{Name: "a", Root: &Node{Name: "filter", Params: []Param{{Name: "conditions", Expr: &Guard{"hp", line(3), false}, Pos: line(3)}}}}, 3, `constant-number name="conditions" -> it`},
		{"computed default", Tree{Name: "a", Root: leaf(3, "b"), Params: []TreeParam{{Param: Param{Name: "x", Expr: &Guard{"hp", line(1), false}, Pos: line(1)}}}}, 1, `constant-value name="x" -> it`},
		{"computed by nothing", Tree{Name: "a", Root: &Node{Name: "set", Params: []Param{{Name: "x", Expr: &Guard{"", line(3), false}, Pos: line(3)}}}}, 3, "empty-parentheses -> it"},
		{"deep", Tree{Name: "a", Root: deep}, MaxDepth + 2, "nodes-too-deep limit=200 -> it"},
		{"wide", Tree{Name: "a", Root: wide}, MaxNodes + 2, `too-many-nodes limit=10000 tree="a" -> it`},
		{"its own child", Tree{Name: "a", Root: self}, 2, "nodes-too-deep limit=200 -> it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.tree.Pos, tt.tree.NamePos = line(1), line(1)
			list := Validate(&tt.tree)
			if len(list) != 1 || list[0].Pos.Line != tt.line || message.Identity(list[0]) != tt.want {
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
