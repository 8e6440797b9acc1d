package btcpp

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/nodeline"
)

// The attribute _bough holds properties of trees for which BehaviorTree.CPP has no place. On an element it holds
// the line of the node, on a BehaviorTree the line of the tree, and on the root the named conditions. Neither
// BehaviorTree.CPP nor Groot2 treats an attribute that begins with "_" as a port. Import uses the attribute only if
// the rest of the element is unchanged since Export wrote that line. Otherwise it would undo an edit made in
// Groot2.

// lineOf returns the line of a node of a tree, without its children.
func lineOf(n *trees.Node, t *trees.Tree) string {
	text := chainText(chain{top: n, core: n, node: n}, t)
	_, line, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}

// headOf returns the line of a tree.
func headOf(t *trees.Tree) string {
	head := *t
	head.Root = &trees.Node{Name: "succeed"}
	line, _, _ := strings.Cut(formatTree(&head), "\n")
	return line
}

func formatTree(t *trees.Tree) string {
	f := trees.NewFile("", nil)
	f.Trees = []*trees.Tree{t}
	return string(trees.Format(f))
}

// chainText returns the nodes of a chain as text, without the children of the element.
func chainText(c chain, t *trees.Tree) string {
	return formatTree(&trees.Tree{Name: "x", Params: t.Params, Root: c.cut(c.top)})
}

// cut copies the nodes of a chain, without the children of the element.
func (c chain) cut(n *trees.Node) *trees.Node {
	m := *n
	if n == c.core {
		m.Children = n.Children[:c.own]
		return &m
	}
	m.Children = nil
	for _, child := range n.Children {
		m.Children = append(m.Children, c.cut(child))
	}
	return &m
}

// keptNode returns the node in the attribute _bough. It returns false if there is none, or if the element has
// changed since the export.
func (im *importer) keptNode(el *element, parent *trees.Node) (*trees.Node, bool) {
	n, ok := nodeline.Parse(el.get(boughAttr), im.tree.Params)
	if !ok {
		return nil, false
	}
	ex := exporter{project: &project{im: im, treeIDs: im.idsOfTrees()}, file: im.file}
	written := ex.lastResort(n, parent, len(el.children))
	if !sameElement(written, el) {
		return nil, false
	}
	nodeline.Move(n, el.pos)
	return n, true
}

// idsOfTrees maps the names of the trees to their IDs.
func (im *importer) idsOfTrees() map[string]string {
	if im.treeIDs == nil {
		im.treeIDs = map[string]string{}
		for id, name := range im.trees.byID {
			im.treeIDs[name] = id
		}
	}
	return im.treeIDs
}

// sameElement reports whether two elements have the same name and the same attributes, except _bough.
func sameElement(a, b *element) bool {
	list := func(e *element) (l []string) {
		for _, x := range e.attrs {
			if x.name != boughAttr {
				l = append(l, x.name+"="+x.value)
			}
		}
		slices.Sort(l)
		return l
	}
	return a.name == b.name && slices.Equal(list(a), list(b))
}

// keptTree returns the tree in the attribute _bough of a BehaviorTree, without its nodes. It returns false if there
// is none, or if the element has changed since the export.
func keptTree(el *element) (*trees.Tree, bool) {
	line := el.get(boughAttr)
	if line == "" || strings.ContainsAny(line, "\r\n") {
		return nil, false
	}
	f, list := trees.Parse("", []byte(line+"\n  succeed\n"))
	if list.Err() != nil || len(f.Trees) != 1 || len(f.Conditions)+len(f.Comments) > 0 {
		return nil, false
	}
	t := f.Trees[0]
	if printable(t.Doc) != el.get("_description") || treeID(t.Name, keptIn(t.Meta)) != el.get("ID") {
		return nil, false
	}
	for i := range t.Params {
		t.Params[i].Pos = el.pos
	}
	return t, true
}

// readConditions parses the named conditions in the attribute _bough of the root.
func (im *importer) readConditions(root *element) {
	a := root.attr(boughAttr)
	if a == nil {
		return
	}
	f, list := trees.Parse("", []byte(a.value+"\n"))
	if list.Err() != nil || len(f.Trees) > 0 {
		im.report.Differs(a.pos, message.ConditionsNotRead())
		return
	}
	for _, c := range f.Conditions {
		c.Pos, c.NamePos, c.Expr.Pos = a.pos, a.pos, a.pos
		im.file.Conditions = append(im.file.Conditions, c)
	}
}
