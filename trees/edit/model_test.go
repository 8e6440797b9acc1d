package edit_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/edit"
)

var (
	ops  = flag.Int("edit.ops", 2000, "how many random operations on tree files are compared with the model")
	seed = flag.Uint64("edit.seed", 1, "seed of the random operations")
)

// model is a file as a slow and simple editor would see it: nodes with what their lines say.
type model struct {
	trees      []*branch // the line of each tree, above its root
	conditions []*branch
}

type branch struct {
	head     string // the words before the name
	name     string
	args     []string
	params   []named // in their order
	options  []named // id, note and meta, by name
	doc      string
	expr     string
	when     string
	disabled bool
	mark     bool
	comment  string
	above    []string // the comments above it
	aboveAt  []int
	line     int
	params0  string // the line of the tree, for the names of its parameters
	below    []*branch
}

type named struct{ name, value string }

func modelOf(f *trees.File) *model {
	m := &model{}
	trailing, own := map[int]string{}, map[int]trees.Comment{}
	for _, c := range f.Comments {
		if c.Trailing {
			trailing[c.Pos.Line] = c.Text
		} else {
			own[c.Pos.Line] = c
		}
	}
	var node func(n *trees.Node, head string) *branch
	node = func(n *trees.Node, head string) *branch {
		b := branchOf(n)
		b.line, b.comment, b.params0 = n.Pos.Line, trailing[n.Pos.Line], head
		for line := b.line - 1; own[line].Text != "" && own[line].Pos.Col == n.Pos.Col; line-- {
			b.above = append(b.above, own[line].Text)
			b.aboveAt = append(b.aboveAt, line)
		}
		for _, child := range n.Children {
			b.below = append(b.below, node(child, head))
		}
		return b
	}
	for _, t := range f.Trees {
		b := &branch{head: "tree", name: t.Name, doc: t.Doc, line: t.Pos.Line, comment: trailing[t.Pos.Line]}
		head := "tree x"
		for _, p := range t.Params {
			v := ""
			if head += " " + p.Name; !p.Required {
				v = value(trees.Arg{Value: p.Value, Percent: p.Percent})
			}
			b.params = append(b.params, named{p.Name, v})
		}
		if t.Meta != nil {
			b.options = append(b.options, named{"meta", t.Meta.String()})
		}
		b.params0 = head
		b.below = []*branch{node(t.Root, head)}
		m.trees = append(m.trees, b)
	}
	for _, c := range f.Conditions {
		m.conditions = append(m.conditions, &branch{head: "condition", name: c.Name, expr: c.Expr.Source, line: c.Pos.Line, comment: trailing[c.Pos.Line]})
	}
	return m
}

func branchOf(n *trees.Node) *branch {
	b := &branch{name: n.Name, disabled: n.Disabled, mark: n.NonExclusive}
	switch {
	case n.Include:
		b.head = "tree"
	case n.Slot:
		b.head = "slot"
	case n.Override:
		b.head = "override"
	}
	for _, a := range n.Args {
		b.args = append(b.args, value(a))
	}
	for _, p := range n.Params {
		b.params = append(b.params, named{p.Name, value(trees.Arg{Value: p.Value, Percent: p.Percent, Ref: p.Ref || p.Word, Expr: p.Expr})})
	}
	if n.ID != "" {
		b.options = append(b.options, named{"id", n.ID})
	}
	if n.Meta != nil {
		b.options = append(b.options, named{"meta", n.Meta.String()})
	}
	if n.Note != "" {
		b.options = append(b.options, named{"note", n.Note})
	}
	if n.Expr != nil {
		b.expr = n.Expr.Source
	}
	if n.Guard != nil {
		b.when = n.Guard.Source
	}
	return b
}

func value(a trees.Arg) string {
	switch {
	case a.Expr != nil:
		return "expression " + a.Expr.Source
	case a.Ref:
		return "expression " + a.Value.Str() // it becomes a field in a tree without such a parameter
	}
	return fmt.Sprint(trees.Literal(a.Value), a.Percent)
}

// String shows the file without the lines.
func (m *model) String() string {
	var out strings.Builder
	for _, b := range append(slices.Clone(m.conditions), m.trees...) {
		b.print(&out, "")
	}
	return out.String()
}

func (b *branch) print(out *strings.Builder, indent string) {
	c := *b
	c.below, c.line, c.aboveAt, c.params0 = nil, 0, nil, ""
	fmt.Fprintf(out, "%s%+v\n", indent, c)
	for _, child := range b.below {
		child.print(out, indent+"  ")
	}
}

// find returns the branch in a line, and the list that has it.
func (m *model) find(line int) (b *branch, list *[]*branch, at int) {
	var search func(list *[]*branch) bool
	search = func(of *[]*branch) bool {
		for i, x := range *of {
			if x.line == line {
				b, list, at = x, of, i
				return true
			}
			if search(&x.below) {
				return true
			}
		}
		return false
	}
	if !search(&m.trees) {
		search(&m.conditions)
	}
	return b, list, at
}

// read parses the lines of nodes below a node of a tree with the same parameters.
func read(head, lines string) []*branch {
	text := head + "\n root\n"
	if strings.HasPrefix(lines, "override ") {
		text = head + "\n tree y\n"
	}
	for _, line := range strings.Split(lines, "\n") {
		text += "  " + line + "\n"
	}
	f, list := trees.Parse("x.bt", []byte(text))
	if list.Err() != nil || len(f.Trees) != 1 {
		return nil
	}
	return modelOf(f).trees[0].below[0].below
}

// do makes an operation, and reports whether it is possible.
func (m *model) do(op edit.Op) bool {
	b, list, i := m.find(op.Line)
	if op.Do == edit.Insert || op.Do == edit.Move {
		moved := []*branch{b}
		at, _, _ := m.find(op.At)
		if op.Do == edit.Insert {
			moved = read(at.params0, op.Text)
		} else {
			*list = slices.Delete(*list, i, i+1)
		}
		if at, list, i = m.find(op.At); op.Side == edit.Below {
			at.below = append(at.below, moved...)
		} else {
			if op.Side == edit.After {
				i++
			}
			*list = slices.Insert(*list, i, moved...)
		}
		return moved != nil
	}
	if b == nil {
		m.setAbove(m.trees, op)
		return op.Do == edit.SetComment
	}
	only := func(text string) *branch {
		if parsed := read(b.params0, text); len(parsed) == 1 {
			return parsed[0]
		}
		return &branch{}
	}
	words := strings.TrimSpace(b.head + " " + b.name)
	text := strings.TrimSpace(op.Text)
	switch op.Do {
	case edit.Remove:
		*list = slices.Delete(*list, i, i+1)
	case edit.Wrap:
		outer := only(text)
		outer.below = []*branch{b}
		(*list)[i] = outer
	case edit.Rename:
		b.name = text
	case edit.SetComment:
		b.comment = commentOf(text)
	case edit.SetCondition:
		b.when = text
	case edit.SetExpression:
		b.expr = text
	case edit.SetDisabled:
		b.disabled = op.On
	case edit.SetMark:
		b.mark = op.On
	case edit.SetArg:
		if text == "" {
			if op.Arg < len(b.args) {
				b.args = b.args[:op.Arg]
			}
			return true
		}
		args := append(slices.Clone(b.args), "")
		parsed := only(words + strings.Repeat(" 1", op.Arg) + " " + text + " " + b.expr)
		if op.Arg >= len(parsed.args) {
			return false
		}
		args[op.Arg] = parsed.args[op.Arg]
		b.args = args[:max(len(b.args), op.Arg+1)]
	case edit.SetParam:
		of := &b.params
		if slices.Contains([]string{"id", "meta", "note"}, op.Name) {
			of = &b.options
		}
		k := slices.IndexFunc(*of, func(n named) bool { return n.name == op.Name })
		if text == "" {
			if k >= 0 {
				*of = slices.Delete(*of, k, k+1)
			} else if b.isPositional(op.Name) && len(b.args) > 0 {
				b.args = b.args[:0]
			}
			return true
		}
		assign := "="
		if b.name == "set" && of == &b.params {
			assign = " = "
		}
		suffix := " " + b.expr
		if b.head == "override" {
			suffix = " when x" // it needs something
		}
		parsed := only(words + " " + op.Name + assign + text + suffix)
		from := parsed.params
		switch {
		case of == &b.options:
			from = parsed.options
		case b.line > 0 && b.head == "tree" && len(b.params0) > 0 && m.isTree(b):
			f, _ := trees.Parse("x.bt", []byte("tree x y="+text+"\n  a\n"))
			from = []named{{op.Name, modelOf(f).trees[0].params[0].value}}
		case k < 0 && b.isPositional(op.Name):
			b.args = only(b.name + " " + text).args
			return true
		}
		if len(from) != 1 {
			return false
		}
		if k < 0 {
			*of = append(*of, from[0])
			slices.SortFunc(b.options, func(x, y named) int { return strings.Compare(x.name, y.name) })
		} else {
			(*of)[k] = from[0]
		}
	}
	return true
}

func commentOf(text string) string {
	if text != "" && text[0] != '#' {
		return "# " + text
	}
	return text
}

// setAbove sets a comment above a node. The text of another comment is no part of the model.
func (m *model) setAbove(list []*branch, op edit.Op) {
	for _, b := range list {
		if i := slices.Index(b.aboveAt, op.Line); i >= 0 {
			b.above[i] = commentOf(strings.TrimSpace(op.Text))
			b.above = slices.DeleteFunc(b.above, func(c string) bool { return c == "" })
		}
		m.setAbove(b.below, op)
	}
}

// isPositional reports whether a name is that of the first positional parameter.
func (b *branch) isPositional(name string) bool {
	k := behaviors.KindNamed(b.name)
	return b.head == "" && k != nil && k.Positional > 0 && k.Params[0].Name == name
}

func (m *model) isTree(b *branch) bool { return slices.Contains(m.trees, b) }

// corpus returns files that are parsed without mistakes.
func corpus(t *testing.T) (files [][]byte) {
	good, err := filepath.Glob("../testdata/good/*.bt")
	if err != nil || len(good) == 0 {
		t.Fatal(err, good)
	}
	var all [][]byte
	for _, name := range good {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	for name, file := range testdata.Samples() {
		if filepath.Ext(name) == ".bt" {
			all = append(all, file.Data)
		}
	}
	for _, b := range all {
		if f, list := trees.Parse("x.bt", b); list.Err() == nil && len(f.Trees) > 0 {
			files = append(files, b)
		}
	}
	slices.SortFunc(files, slices.Compare)
	return files
}

var (
	texts = []string{"", "3", "0.5", "(hp * 2)", `"a # b"`, "true", "nil", "$cart", "speed", "hp < 30 and not low", "x", "{x=1, y={2}}", "50%", "3 4", "a # b", `"open`,
		"a, b", "+", "#n > 2", "math.max(1, x)", "when", "id=q", "巡逻", "x = 3"}
	nodes = []string{"chase", "巡逻 速度=3.0 目标=\"门\" when 血量 < 3  # 停", "wait 2", "sequence", "chase speed=3 when hp > 2  # fast", "set gold = gold + 1", "disabled nap", "condition hp < 3", "repeat 3\n  nap\n\n  # last\n  bite",
		"tree x", "  a\n b", "wait (", "a\nb"}
	names = []string{"speed", "id", "note", "meta", "seconds", "gold", "when", "x y", "alarm", "血量"}
	dos   = []edit.Do{edit.Insert, edit.Move, edit.Remove, edit.Wrap, edit.Rename, edit.SetParam, edit.SetArg, edit.SetExpression, edit.SetCondition, edit.SetComment, edit.SetDisabled, edit.SetMark}
)

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// randomOp returns an operation, mostly on lines that have nodes.
func randomOp(r *rand.Rand, f *trees.File, lines int) edit.Op {
	line := func() int {
		if r.IntN(10) == 0 {
			return r.IntN(lines + 2)
		}
		var list []int
		for n := range pick(r, f.Trees).Root.All() {
			list = append(list, n.Pos.Line)
		}
		return pick(r, list)
	}
	op := edit.Op{Do: pick(r, dos), Line: line(), Text: pick(r, texts)}
	switch op.Do {
	case edit.Rename:
		op.Text = pick(r, []string{"flee", "bite", "巡逻", "tree", "combat.melee", "a b", ""})
	case edit.SetExpression:
		var list []int
		for _, t := range f.Trees {
			for n := range t.Root.All() {
				if n.Expr != nil {
					list = append(list, n.Pos.Line)
				}
			}
		}
		for _, c := range f.Conditions {
			list = append(list, c.Pos.Line)
		}
		if len(list) > 0 {
			op.Line = pick(r, list)
		}
	case edit.Insert:
		op.Line, op.At, op.Side, op.Text = 0, line(), pick(r, []edit.Side{edit.Before, edit.After, edit.Below}), pick(r, nodes)
	case edit.Move:
		op.At, op.Side, op.Text = line(), pick(r, []edit.Side{edit.Before, edit.After, edit.Below}), ""
	case edit.Wrap:
		op.Text = pick(r, nodes)
	case edit.SetParam:
		op.Name = pick(r, names)
		if r.IntN(3) == 0 {
			op.Line = pick(r, f.Trees).Pos.Line
		} else if r.IntN(2) == 0 {
			op.Text = pick(r, []string{"", "3", "true", "nil", `"calm"`, "$cart", "{x=1}", "-0.5"})
		}
		for _, t := range f.Trees {
			if t.Pos.Line != op.Line {
				continue
			}
			op.Name = pick(r, []string{"zz", "meta"}) // other names may be words in the tree
			if len(t.Params) > 0 && r.IntN(4) > 0 {
				op.Name = pick(r, t.Params).Name
			}
		}
		if op.Name == "id" {
			op.Text = pick(r, []string{"", "q", "deep", "q"})
		}
	case edit.SetArg:
		op.Arg = r.IntN(2)
	case edit.SetDisabled, edit.SetMark:
		op.On, op.Text = r.IntN(2) == 0, ""
	}
	return op
}

// TestModel makes random operations, one after another, and compares each result with the model. It checks that comments and the
// lines that the operation does not name survive, and that undoing all operations gives the file back.
func TestModel(t *testing.T) {
	files := corpus(t)
	made, refused := map[edit.Do]int{}, 0
	for i := 0; i < *ops; {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		src := pick(r, files)
		var undo []*edit.Edit
		now := src
		for range 20 {
			i++
			f, list := trees.Parse("x.bt", now)
			if list.Err() != nil {
				t.Fatal(list)
			}
			op := randomOp(r, f, strings.Count(string(now), "\n"))
			e, err := edit.Make("x.bt", now, op)
			if err != nil {
				if !strings.HasPrefix(err.Error(), "x.bt:") || strings.Contains(err.Error(), "has changed since") {
					t.Errorf("-edit.seed %d, operation %d: %+v: %v", *seed, i, op, err)
				}
				refused++
				continue
			}
			made[op.Do]++
			next, err := e.Apply(now)
			if err != nil {
				t.Fatal(err)
			}
			if problem := compare(f, now, next, op, e); problem != "" {
				t.Fatalf("-edit.seed %d, operation %d: %+v\n%s\nbefore:\n%s\nafter:\n%s", *seed, i, op, problem, now, next)
			}
			undo, now = append(undo, e.Undo()), next
		}
		for _, u := range slices.Backward(undo) {
			var err error
			if now, err = u.Apply(now); err != nil {
				t.Fatal(err)
			}
		}
		if string(now) != string(src) {
			t.Fatalf("-edit.seed %d, operation %d: undone, the file is\n%s\nand was\n%s", *seed, i, now, src)
		}
	}
	for _, do := range dos {
		if made[do] < *ops/200 {
			t.Errorf("%s was made only %d times", do, made[do])
		}
	}
	t.Logf("%d operations were refused, made: %v", refused, made)
}

// compare returns what is wrong about the result of an operation, or "".
func compare(f *trees.File, before, after []byte, op edit.Op, e *edit.Edit) string {
	g, list := trees.Parse("x.bt", after)
	if list.Err() != nil {
		return list.Err().Error()
	}
	want := modelOf(f)
	if !want.do(op) {
		return "the model cannot do this"
	}
	got := modelOf(g)
	if b, _, _ := got.find(e.Line); b == nil && op.Do != edit.Remove && op.Do != edit.SetComment {
		return fmt.Sprintf("there is no node in line %d", e.Line)
	} else if moved, _, _ := modelOf(f).find(op.Line); op.Do == edit.Move && b.name != moved.name {
		return fmt.Sprintf("%s is in line %d, and not %s", b.name, e.Line, moved.name)
	}
	if got.String() != want.String() {
		return fmt.Sprintf("the model says\n%s\nthe file has\n%s", want, got)
	}
	var named, given []string
	for _, h := range e.Hunks {
		named, given = append(named, h.Old...), append(given, h.New...)
	}
	kept := strings.SplitAfter(strings.TrimPrefix(string(before), "\ufeff"), "\n")
	left := strings.SplitAfter(strings.TrimPrefix(string(after), "\ufeff"), "\n")
	less := func(all, without []string) []string {
		all = slices.Clone(all)
		for _, line := range without {
			if i := slices.Index(all, line); i >= 0 {
				all = slices.Delete(all, i, i+1)
			}
		}
		slices.Sort(all)
		return all
	}
	if a, b := less(kept, named), less(left, given); strings.Join(a, "") != strings.Join(b, "") {
		return fmt.Sprintf("lines have changed that the operation does not name: %q, %q", a, b)
	}
	if op.Do == edit.SetComment || op.Do == edit.Remove || op.Do == edit.Insert || op.Do == edit.Wrap {
		return ""
	}
	if was, is := comments(f), comments(g); was != is {
		return fmt.Sprintf("the comments were\n%s\nand are\n%s", was, is)
	}
	return ""
}

func comments(f *trees.File) string {
	var list []string
	for _, c := range f.Comments {
		list = append(list, c.Text)
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}
