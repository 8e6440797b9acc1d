package build

import (
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// Definition is a tree being built.
type Definition struct {
	tree  trees.Tree
	roots []*Node
	bad   diag.List
}

// Tree returns a new definition.
func Tree(name string) *Definition {
	pos := here()
	return &Definition{tree: trees.Tree{Name: name, NamePos: pos, Pos: pos, EndLine: pos.Line}}
}

// Doc sets the description of the tree.
func (t *Definition) Doc(text string) *Definition {
	t.tree.Doc = text
	return t
}

// Param declares a parameter of the tree with a default. See Node.With for the types of the default, which must not
// be a Ref or an Expr.
func (t *Definition) Param(name string, value any) *Definition {
	pos := here()
	v, err := literal(value)
	if err != nil {
		t.bad.Add(pos, message.UnusableValue(name, t.tree.Name, message.WordsOf(err)))
	}
	t.tree.Params = append(t.tree.Params, trees.TreeParam{Param: trees.Param{Name: name, Value: v, Pos: pos}})
	return t
}

// Needs declares parameters that each inclusion of the tree must set.
func (t *Definition) Needs(names ...string) *Definition {
	pos := here()
	for _, name := range names {
		t.tree.Params = append(t.tree.Params, trees.TreeParam{Param: trees.Param{Name: name, Pos: pos}, Required: true})
	}
	return t
}

// Of sets the root of the tree.
func (t *Definition) Of(root *Node) *Definition {
	pos := here()
	switch {
	case root == nil:
	case root.used:
		t.bad.Add(pos, message.NodeUsedTwice(root.node.Name))
	default:
		root.used = true
		t.roots = append(t.roots, root)
		if len(t.roots) > 1 {
			t.bad.Add(pos, message.RootSetTwice(t.tree.Name))
		}
	}
	return t
}

// Build returns the tree, or a diag.List of all errors that can be found without scripts. Each error has the file
// and line of the Go call. Such errors concern names, the parameters of kinds with their values, and the numbers of
// children. Other errors, such as unknown behaviors and invalid Lua in conditions, are reported when the tree is
// added to a game. Each call of Build returns a new tree.
func (t *Definition) Build() (*trees.Tree, error) {
	out := t.tree
	problems := append(diag.List(nil), t.bad...)
	if len(t.roots) > 0 {
		out.Root = t.nodes(t.roots[0], &problems)
	}
	problems = append(problems, trees.Validate(&out)...)
	problems.Sort()
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return &out, nil
}

// nodes converts a node and its descendants to nodes of package trees. It uses a stack of its own, since code can
// nest nodes to any depth. Validate then reports a tree that is too deep.
func (t *Definition) nodes(root *Node, problems *diag.List) *trees.Node {
	type place struct {
		from *Node
		to   *trees.Node
	}
	top := &trees.Node{}
	for stack := []place{{root, top}}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		*p.to = p.from.node
		*problems = append(*problems, p.from.bad...)
		p.from.checkKind(problems)
		for i := range p.to.Params {
			p.to.Params[i].Word = p.from.takesWord(p.to.Params[i])
		}
		for _, c := range p.from.children {
			child := &trees.Node{}
			p.to.Children = append(p.to.Children, child)
			stack = append(stack, place{c, child})
		}
	}
	return top
}

// takesWord reports whether the value of a parameter is one of the words that the kind accepts.
func (n *Node) takesWord(p trees.Param) bool {
	k := n.kind()
	if k == nil || p.Ref || p.Value.Kind() != value.KindString {
		return false
	}
	q := k.Param(p.Name)
	return q != nil && (q.Type == behaviors.WordParam || q.Type == behaviors.QuotaParam)
}
