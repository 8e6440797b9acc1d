package assets

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// sameButForCase warns about files, and about trees, whose names differ in small and capital letters only. Of two such files
// one overwrites the other where the file system makes no difference, as on Windows and macOS, and of two such trees one is
// easily taken for the other.
func (r *round) sameButForCase() diag.List {
	var out diag.List
	paths, named := map[string]string{}, map[string]*Tree{}
	for _, c := range r.next.contents {
		low := strings.ToLower(c.Path)
		if first, ok := paths[low]; ok {
			out.Warn(diag.Pos{File: r.m.root.display(c.Path)}, message.FilesDifferInCase(r.m.root.display(first)))
		} else {
			paths[low] = c.Path
		}
	}
	for i := range r.next.Trees {
		t := &r.next.Trees[i]
		low := strings.ToLower(t.Name)
		if first := named[low]; first != nil && t.source != nil && first.Name != t.Name {
			d := out.Warn(t.source.NamePos, message.TreesDifferInCase(first.Name, t.Name))
			d.Source = t.source.File.Line(t.source.NamePos.Line)
		} else if first == nil {
			named[low] = t
		}
	}
	return out
}

// checkSteps warns about a child that is one space further right than its parent, if the tree has other steps: it was probably
// meant to stand beside it.
func (l *nodeLinker) checkSteps() {
	if l.tree.Root == nil {
		return
	}
	var odd []*trees.Node
	parents, wide := map[*trees.Node]*trees.Node{}, false
	for n := range l.tree.Root.All() {
		for _, c := range n.Children {
			switch step := c.Pos.Col - n.Pos.Col; {
			case c.Pos.File != n.Pos.File:
			case step == 1:
				odd, parents[c] = append(odd, c), n
			case step > 1:
				wide = true
			}
		}
	}
	if !wide {
		return
	}
	for _, c := range odd {
		l.warn(c.Pos, message.OneSpaceChild(c.Name, parents[c].Name))
	}
}
