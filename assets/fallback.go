package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// findCycles finds the inclusions that lead back to their own tree, unless the trees are
// those of the last round.
func (l *treeLinker) findCycles() {
	l.all = make([]*trees.Tree, 0, len(l.named))
	for _, name := range l.order {
		l.all = append(l.all, l.named[name])
	}
	if last := l.m.linker; last != nil && slices.Equal(l.all, last.all) {
		l.cycles, l.cyclic, l.includes = last.cycles, last.cyclic, last.includes
		return
	}
	l.cycles, l.cyclic = map[*trees.Tree]diag.List{}, map[*trees.Node]bool{}
	cycles := trees.Cycles(l.includers(), func(_ *trees.Tree, inc *trees.Node) *trees.Tree { return l.named[inc.Name] })
	if len(cycles) == 0 {
		return
	}
	for _, t := range l.all {
		if t.Root == nil {
			continue
		}
		for n := range t.Root.All() {
			for _, d := range cycles {
				if n.Include && (d.Pos == n.Pos || d.Pos == n.NamePos) {
					l.cyclic[n] = true
					l.cycles[t] = append(l.cycles[t], d)
				}
			}
		}
	}
}

// includers returns the trees that include others. No other is part of a cycle.
func (l *treeLinker) includers() (list []*trees.Tree) {
	known := map[*trees.Tree]bool{}
	if l.m.linker != nil {
		known = l.m.linker.includes
	}
	l.includes = make(map[*trees.Tree]bool, len(l.all))
	for _, t := range l.all {
		yes, ok := known[t]
		if !ok {
			yes = includes(t)
		}
		if l.includes[t] = yes; yes {
			list = append(list, t)
		}
	}
	return list
}

// includes reports whether a tree includes any.
func includes(t *trees.Tree) bool {
	if t.Root == nil {
		return false
	}
	for n := range t.Root.All() {
		if n.Include {
			return true
		}
	}
	return false
}

// fallBack puts the last good source in the place of each tree that fails, so
// that trees which include it get that one too.
func (l *treeLinker) fallBack() {
	for again := true; again; {
		again = false
		l.phase++
		l.findCycles()
		for i, name := range l.order {
			t, was := l.named[name], l.m.bundle.treeNear(name, i)
			if was == nil || was.source == t {
				continue
			}
			if trouble := l.trouble(t); trouble.Err() != nil {
				file := l.file[t]
				l.problems = append(l.problems, trouble...)
				l.held[file], l.fell[name] = true, true
				l.named[name], l.file[was.source] = was.source, file
				l.phase++
				again = true
			}
		}
	}
}

// trouble returns what is wrong with a tree as it is now.
func (l *treeLinker) trouble(t *trees.Tree) diag.List {
	rec := l.root(t)
	problems := slices.Concat(rec.problems, l.circles(t))
	if !rec.empty && problems.Err() == nil {
		_, err := rec.program(t, t.Name)
		problems = append(problems, err...)
	}
	return problems
}

// circles returns the cycles that a tree is part of. Each is told at one of its
// trees only, which need not be the one that has changed.
func (l *treeLinker) circles(t *trees.Tree) diag.List {
	var out diag.List
	seen, closed := map[*trees.Tree]bool{}, false
	next := []*trees.Tree{t}
	for len(next) > 0 {
		u := next[0]
		next = next[1:]
		if seen[u] || u.Root == nil {
			continue
		}
		seen[u] = true
		out = append(out, l.cycles[u]...)
		for n := range u.Root.All() {
			if v := l.named[n.Name]; n.Include && v != nil {
				closed = closed || v == t
				next = append(next, v)
			}
		}
	}
	if !closed {
		return nil
	}
	return out
}

// compile makes a program under a name, which is that of the tree if it has no
// parameters from Go.
func compile(t *trees.Tree, root *engine.Node, name string) (*engine.Program, diag.List) {
	prog, err := engine.Compile(engine.Definition{Name: name, Doc: t.Doc, Pos: t.Pos, Root: root})
	if err == nil {
		return prog, nil
	}
	if list, ok := err.(diag.List); ok {
		for i := range list {
			if t.File != nil && list[i].Pos.File == t.File.Path && list[i].Source == "" {
				list[i].Source = t.File.Line(list[i].Pos.Line)
			}
		}
		return nil, list
	}
	var list diag.List
	list.Add(t.Pos, "%v", err)
	return nil, list
}
