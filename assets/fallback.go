package assets

import (
	"bytes"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// fallBack replaces each tree that fails by its last good source. Trees that include the
// tree get that source, too.
func (l *treeLinker) fallBack() {
	same := map[*trees.Tree]bool{} // read again, and not changed
	for again := true; again; {
		again = false
		l.store.namesEpoch++
		l.incl = inclusionsOf(l.byName(), l.named, l.last().incl)
		for i, name := range l.order {
			t, was := l.named[name], l.m.bundle.sourceNear(name, i)
			if was == nil || was == t || same[t] {
				continue
			}
			if sameTree(was, t) {
				same[t] = true
				continue
			}
			if trouble := l.problemsNow(t, was); holds(trouble, was) {
				file := l.file[t]
				l.round.problems = append(l.round.problems, trouble...)
				l.round.heldBack[file], l.fellBack[name] = true, true
				l.named[name], l.file[was] = was, file
				l.store.namesEpoch++
				again = true
			}
		}
	}
}

// sameTree reports whether two trees from files have the same text in the canonical form.
func sameTree(a, b *trees.Tree) bool {
	return a.File != nil && b.File != nil && bytes.Equal(alone(a), alone(b))
}

// alone returns the canonical text of a file with a tree and the conditions of its file.
func alone(t *trees.Tree) []byte {
	return trees.Format(&trees.File{Conditions: t.File.Conditions, Trees: []*trees.Tree{t}})
}

// byName returns the trees, sorted by name.
func (l *treeLinker) byName() []*trees.Tree {
	list := make([]*trees.Tree, 0, len(l.named))
	for _, name := range l.order {
		list = append(list, l.named[name])
	}
	return list
}

// holds reports whether problems of a tree hold it back, so that its version in force, was, stays. A name without a
// file does not if was has the name, too. For a call, args are its parameters.
func holds(problems diag.List, was *trees.Tree, args ...trees.Param) bool {
	return slices.ContainsFunc(problems, func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && (d.Missing == "" || was == nil || !hasName(was, args, d.Missing))
	})
}

// hasName reports whether a tree has a name at a node, or as a text that may fill a slot. The name of an inclusion
// begins with "tree ".
func hasName(t *trees.Tree, args []trees.Param, name string) bool {
	behavior := strings.TrimPrefix(name, "tree ")
	fills := func(p trees.Param) bool { return p.Value.Kind() == value.KindString && p.Value.Str() == behavior }
	if slices.ContainsFunc(args, fills) || slices.ContainsFunc(t.Params, func(p trees.TreeParam) bool { return fills(p.Param) }) {
		return true
	}
	if t.Root == nil {
		return false
	}
	for n := range t.Root.All() {
		means := n.Name == behavior && n.Include == (behavior != name) && !n.Override && !n.Slot // the name of those is an id or a parameter
		if means || slices.ContainsFunc(n.Params, fills) {
			return true
		}
	}
	return false
}

// problemsNow returns the problems that a tree has with the trees in l.named. was is its version in force.
func (l *treeLinker) problemsNow(t, was *trees.Tree) diag.List {
	rec := l.root(t)
	problems := slices.Concat(rec.problems, l.incl.reported(t, l.named))
	if !rec.empty && !holds(problems, was) {
		_, err := l.program(rec, t, t.Name)
		problems = append(problems, err...)
	}
	return problems
}

// compileRoot compiles a linked tree. name is the name of the tree, or the text of the call.
func (l *treeLinker) compileRoot(t *trees.Tree, root *engine.Node, name string) (*engine.Program, diag.List) {
	prog, err := engine.Compile(engine.Definition{Name: name, Doc: t.Doc, Pos: t.Pos, Root: root, Owner: l.m.o.Runtime})
	if err == nil {
		return prog, nil
	}
	list := err.(diag.List)
	for i := range list {
		if t.File != nil && list[i].Pos.File == t.File.Path && list[i].Source == "" {
			list[i].Source = t.File.Line(list[i].Pos.Line)
		}
	}
	return nil, list
}
