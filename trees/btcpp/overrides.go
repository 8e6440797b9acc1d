package btcpp

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// A SubTree has no children there, so the overrides below an inclusion travel as text: in
// the meta of the inclusion, and so in its attribute _bough.
const keepOverrides = "btcpp_overrides"

// foldOverrides returns a file whose inclusions have their overrides in their meta.
func (ex *exporter) foldOverrides() {
	folded := *ex.file
	folded.Trees = nil
	for _, t := range ex.file.Trees {
		c := *t
		c.Root = ex.inclusionsFolded(t.Root, t)
		folded.Trees = append(folded.Trees, &c)
	}
	ex.file = &folded
}

// inclusionsFolded copies a subtree, which is at most MaxDepth deep.
func (ex *exporter) inclusionsFolded(n *trees.Node, t *trees.Tree) *trees.Node {
	c := *n
	c.Children = nil
	if n.Include && len(n.Children) > 0 {
		ex.differs(n.Pos, "a SubTree has no overrides there; only _bough has them", "make a tree of its own for what is different")
		c.Meta = withField(n.Meta, keepOverrides, overrideLines(n, t))
		return &c
	}
	for _, child := range n.Children {
		c.Children = append(c.Children, ex.inclusionsFolded(child, t))
	}
	return &c
}

// overrideLines writes what stands below an inclusion.
func overrideLines(n *trees.Node, t *trees.Tree) string {
	text := formatTree(&trees.Tree{Name: "x", Params: t.Params, Root: n})
	_, text, _ = strings.Cut(text, "\n")
	_, text, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(text, "\n")
}

// withField returns a table with one more field.
func withField(t *trees.Table, name, text string) *trees.Table {
	out := &trees.Table{}
	if t != nil {
		out.Items, out.Fields = t.Items, slices.Clone(t.Fields)
	}
	out.Fields = append(out.Fields, trees.Param{Name: name, Value: engine.String(text)})
	return out
}

// unfoldOverrides puts the overrides that Export has folded below their inclusions.
func unfoldOverrides(t *trees.Tree) {
	for n := range t.Root.All() {
		if !n.Include || n.Meta == nil {
			continue
		}
		v, ok := n.Meta.Field(keepOverrides)
		if !ok {
			continue
		}
		if below := parseOverrides(v.Str(), n.Name, t); below != nil {
			for _, o := range below {
				moveAll(o, n.Pos)
			}
			n.Children, n.Meta = below, withoutField(n.Meta, keepOverrides)
		}
	}
}

func withoutField(t *trees.Table, name string) *trees.Table {
	out := &trees.Table{Items: t.Items, Fields: slices.Clone(t.Fields)}
	out.Fields = slices.DeleteFunc(out.Fields, func(p trees.Param) bool { return p.Name == name })
	if len(out.Items)+len(out.Fields) == 0 {
		return nil
	}
	return out
}

func parseOverrides(text, tree string, t *trees.Tree) []*trees.Node {
	head := "tree x"
	for _, p := range t.Params {
		head += " " + p.Name
	}
	f, list := trees.Parse("", []byte(head+"\n  tree "+tree+"\n"+text+"\n"))
	if list.Err() != nil || len(f.Trees) != 1 {
		return nil
	}
	return f.Trees[0].Root.Children
}

func moveAll(n *trees.Node, pos diag.Pos) {
	for m := range n.All() {
		moveTo(m, pos)
	}
}
