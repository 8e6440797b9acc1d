package trees

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine/value"
)

// dump formats all parts of a file except the text, one item on each line.
func dump(f *File) string {
	var b strings.Builder
	for _, t := range f.Trees {
		fmt.Fprintf(&b, "tree %s at %s", t.Name, at(t.NamePos.Line, t.NamePos.Col))
		for _, p := range t.Params {
			fmt.Fprintf(&b, " | %s=%s at %d", p.Name, dumpValue(Arg{Value: p.Value}), p.Pos.Col)
			mark(&b, p.Percent, "%")
			mark(&b, p.Required, "required")
		}
		if t.Doc != "" {
			fmt.Fprintf(&b, " doc %q", t.Doc)
		}
		if t.Meta != nil {
			fmt.Fprintf(&b, " meta %s", t.Meta)
		}
		fmt.Fprintf(&b, " to %d\n", t.EndLine)
		for n, depth := range t.Root.levels() {
			dumpNode(&b, n, depth)
		}
	}
	for _, c := range f.Conditions {
		fmt.Fprintf(&b, "condition %s at %s, %s = %q at %d\n", c.Name, at(c.Pos.Line, c.Pos.Col), at(c.NamePos.Line, c.NamePos.Col), c.Expr.Source, c.Expr.Pos.Col)
	}
	for _, c := range f.Comments {
		fmt.Fprintf(&b, "comment at %s trailing=%v %q\n", at(c.Pos.Line, c.Pos.Col), c.Trailing, c.Text)
	}
	return b.String()
}

func dumpNode(b *strings.Builder, n *Node, depth int) {
	fmt.Fprintf(b, "%s%s at %s to %d", strings.Repeat("  ", depth), n.Name, at(n.Pos.Line, n.Pos.Col), n.EndLine)
	if n.Include {
		fmt.Fprintf(b, " include name at %d", n.NamePos.Col)
	}
	if n.Slot {
		fmt.Fprintf(b, " slot name at %d", n.NamePos.Col)
	}
	for _, a := range n.Args {
		fmt.Fprintf(b, " | %s at %d", dumpValue(a), a.Pos.Col)
		mark(b, a.Percent, "%")
		mark(b, a.Ref, "ref")
		dumpExpr(b, a.Expr)
	}
	for _, p := range n.Params {
		fmt.Fprintf(b, " | %s=%s at %d", p.Name, dumpValue(Arg{Value: p.Value}), p.Pos.Col)
		mark(b, p.Percent, "%")
		mark(b, p.Word, "word")
		mark(b, p.Ref, "ref")
		dumpExpr(b, p.Expr)
	}
	if n.Disabled {
		b.WriteString(" | disabled")
	}
	if n.NonExclusive {
		b.WriteString(" | +")
	}
	if n.ID != "" {
		fmt.Fprintf(b, " | id %s at %d", n.ID, n.IDPos.Col)
	}
	if n.Note != "" {
		fmt.Fprintf(b, " | note %q", n.Note)
	}
	if n.Meta != nil {
		fmt.Fprintf(b, " | meta %s", dumpValue(Arg{Value: value.Other(n.Meta)}))
	}
	if n.Expr != nil {
		b.WriteString(" |")
		dumpExpr(b, n.Expr)
	}
	if n.Guard != nil {
		fmt.Fprintf(b, " | when %q at %d", n.Guard.Source, n.Guard.Pos.Col)
	}
	b.WriteByte('\n')
}

func dumpExpr(b *strings.Builder, e *Guard) {
	if e != nil {
		fmt.Fprintf(b, " expr %q at %d", e.Source, e.Pos.Col)
		mark(b, e.Field, "field")
	}
}

func mark(b *strings.Builder, set bool, text string) {
	if set {
		b.WriteString(" " + text)
	}
}

// dumpValue formats a value, including the positions inside of a table.
func dumpValue(a Arg) string {
	t, ok := a.Value.Ref().(*Table)
	if !ok {
		return Literal(a.Value)
	}
	var parts []string
	for _, item := range t.Items {
		parts = append(parts, fmt.Sprintf("%s@%d", dumpValue(item), item.Pos.Col))
	}
	for _, f := range t.Fields {
		parts = append(parts, fmt.Sprintf("%s@%d=%s", f.Name, f.Pos.Col, dumpValue(Arg{Value: f.Value})))
	}
	return "{" + strings.Join(parts, " ") + "}"
}

func at(line, col int) string { return fmt.Sprintf("%d:%d", line, col) }
