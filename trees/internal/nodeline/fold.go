package nodeline

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// Fold returns a copy of a file in which a field of each inclusion's meta holds the overrides as text. It calls
// told for each inclusion with overrides. No tree may be deeper than trees.MaxDepth.
func Fold(f *trees.File, field string, told func(*trees.Node)) *trees.File {
	out := *f
	out.Trees = nil
	for _, t := range f.Trees {
		c := *t
		c.Root = fold(t.Root, t, field, told)
		out.Trees = append(out.Trees, &c)
	}
	return &out
}

func fold(n *trees.Node, t *trees.Tree, field string, told func(*trees.Node)) *trees.Node {
	c := *n
	c.Children = nil
	if n.Include && len(n.Children) > 0 {
		told(n)
		c.Meta = with(n.Meta, trees.Param{Name: field, Value: value.String(linesBelow(n, t))})
		return &c
	}
	for _, child := range n.Children {
		c.Children = append(c.Children, fold(child, t, field, told))
	}
	return &c
}

// linesBelow returns the overrides of an inclusion as text.
func linesBelow(n *trees.Node, t *trees.Tree) string {
	f := trees.NewFile("", nil)
	f.Trees = []*trees.Tree{{Name: "x", Params: t.Params, Root: n}}
	_, text, _ := strings.Cut(string(trees.Format(f)), "\n")
	_, text, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(text, "\n")
}

// Unfold restores the overrides that Fold has converted to text. They get the positions of their inclusions.
func Unfold(t *trees.Tree, field string) {
	for n := range t.Root.All() {
		if !n.Include || n.Meta == nil {
			continue
		}
		v, ok := n.Meta.Field(field)
		if !ok {
			continue
		}
		folded, ok := parse("tree "+n.Name+"\n"+v.Str(), t.Params)
		if !ok {
			continue
		}
		for m := range folded.All() {
			Move(m, n.Pos)
		}
		n.Children, n.Meta = folded.Children, without(n.Meta, field)
	}
}

// with returns a copy of a table in which a field is added or changed.
func with(t *trees.Table, p trees.Param) *trees.Table {
	out := &trees.Table{}
	if rest := without(t, p.Name); rest != nil {
		out.Items, out.Fields = rest.Items, rest.Fields
	}
	out.Fields = append(out.Fields, p)
	return out
}

// without returns a copy of a table without a field, or nil if nothing remains.
func without(t *trees.Table, name string) *trees.Table {
	if t == nil {
		return nil
	}
	out := &trees.Table{Items: t.Items, Fields: slices.Clone(t.Fields)}
	out.Fields = slices.DeleteFunc(out.Fields, func(p trees.Param) bool { return p.Name == name })
	if len(out.Items)+len(out.Fields) == 0 {
		return nil
	}
	return out
}
