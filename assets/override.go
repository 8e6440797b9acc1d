package assets

import (
	"slices"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// override is a line that changes a node of an included tree.
type override struct {
	node *trees.Node
	by   *nodeLinker // links the tree that has the line; names on the line are resolved there
	used bool
}

// overridesOf returns the overrides below an inclusion.
func (l *nodeLinker) overridesOf(n *trees.Node) []*override {
	var out []*override
	for _, c := range n.Children {
		if c.Override {
			out = append(out, &override{node: c, by: l})
		}
	}
	return out
}

// override returns the override of a node and marks it as used. It returns nil if there is none.
func (l *nodeLinker) override(n *trees.Node) *override {
	if n.ID == "" {
		return nil
	}
	for _, o := range l.overrides {
		if o.node.Name == n.ID {
			o.used = true
			return o
		}
	}
	return nil
}

// replaced links the node that an override puts in place of another one. The new node gets the id of the old node
// unless it has its own.
func (o *override) replaced(id string, parent *behaviors.Kind) *engine.Node {
	out := o.by.node(o.node.Children[0], parent)
	if out.ID == "" {
		out.ID = id
	}
	return out
}

// changed returns a node with the changes of an override. If the override has a guard, the names in the guard are
// resolved in the tree of the override.
func (l *nodeLinker) changed(n *trees.Node, o *override) *trees.Node {
	given := o.by.resolved(o.node)
	out := *n
	out.Params = slices.Clone(n.Params)
	out.NonExclusive = n.NonExclusive || given.NonExclusive
	out.Disabled = n.Disabled || given.Disabled
	if given.Guard != nil {
		out.Guard = given.Guard
	}
	if given.Note != "" {
		out.Note = given.Note
	}
	names := l.positional(n)
	if len(given.Args) > 0 {
		out.Args = given.Args
		out.Params = slices.DeleteFunc(out.Params, func(p trees.Param) bool {
			return slices.Contains(names[:min(len(given.Args), len(names))], p.Name)
		})
	} else {
		out.Args = slices.Clone(n.Args)
	}
	for _, p := range given.Params {
		l.give(&out, p, names)
	}
	return &out
}

// give sets one parameter of n, by position if n gives the parameter by position, otherwise by name.
func (l *nodeLinker) give(n *trees.Node, p trees.Param, positional []string) {
	if behaviors.KindNamed(n.Name) == nil || n.Include {
		l.noWord(p)
	}
	if i := slices.Index(positional, p.Name); i >= 0 && i < len(n.Args) {
		n.Args[i] = trees.Arg{Value: p.Value, Pos: p.Pos, Percent: p.Percent, Expr: p.Expr}
		return
	}
	if i := slices.IndexFunc(n.Params, func(q trees.Param) bool { return q.Name == p.Name }); i >= 0 {
		n.Params[i] = p
		return
	}
	n.Params = append(n.Params, p)
}

// positional returns the names of the positional parameters of a node.
func (l *nodeLinker) positional(n *trees.Node) []string {
	var names []string
	if k := behaviors.KindNamed(n.Name); k != nil {
		for _, p := range k.Params[:k.Positional] {
			names = append(names, p.Name)
		}
		return names
	}
	if k := l.m.kinds[n.Name]; k != nil {
		for _, p := range k.Params[:k.Positional] {
			names = append(names, p.Name)
		}
		return names
	}
	for _, name := range []string{l.near(n.Name), n.Name} {
		if b := l.find(name); b != nil {
			return b.Args
		}
	}
	return nil
}

// checkUsed reports overrides of nodes that the included tree does not have.
func (l *nodeLinker) checkUsed(list []*override, target *trees.Tree) {
	for _, o := range list {
		if o.used {
			continue
		}
		l.linker.openRecord().wrongArgs = true
		if namesNode(target, o.node.Name) {
			continue
		}
		ids := idsOf(target)
		d := l.problem(o.node.NamePos, message.UnknownOverrideId(o.node.Name, listNames(ids), target.Name))
		d.Advise(message.Near(o.node.Name, ids))
		if id := onlyIDOf(target, o.node.Name); id != "" {
			d.Advise(message.HasId(id, o.node.Name))
		} else if len(ids) == 0 {
			d.Advise(message.GiveId(o.node.Name, target.Name))
		}
	}
}

// onlyIDOf returns the id of the only node of a tree with a name, or "".
func onlyIDOf(t *trees.Tree, name string) (id string) {
	count := 0
	for n := range t.Root.All() {
		if n.Name == name && !n.Slot && !n.Override {
			id = n.ID
			count++
		}
	}
	if count != 1 {
		return ""
	}
	return id
}

// namesNode reports whether a node of a tree has name=NAME in place of id=NAME, which is an error there.
func namesNode(t *trees.Tree, name string) bool {
	for n := range t.Root.All() {
		k := behaviors.KindNamed(n.Name)
		wrong := func(p trees.Param) bool { return isName(p) && p.Value.Str() == name }
		if k != nil && !k.Fields && k.Param("name") == nil && !n.Slot && !n.Override && slices.ContainsFunc(n.Params, wrong) {
			return true
		}
	}
	return false
}

func idsOf(t *trees.Tree) []string {
	var ids []string
	for n := range t.Root.All() {
		if n.ID != "" {
			ids = append(ids, n.ID)
		}
	}
	slices.Sort(ids)
	return ids
}
