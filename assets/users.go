package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
)

// Use is a node that runs a behavior.
type Use struct {
	Tree string   // name of the tree that runs
	Node int      // index of the node in the program of Tree
	Path string   // path of the node in Tree
	Pos  diag.Pos // position of the node, which may be in an included tree
}

// used returns the names of the behaviors that nodes run.
func (b *Bundle) used() map[string]bool {
	names := map[string]bool{}
	for _, t := range slices.Concat(b.Trees, b.calls) {
		for i := range t.Program.Len() {
			if n := t.Program.Node(i); n.Behavior != nil {
				names[n.Behavior.Name] = true
			}
		}
	}
	return names
}

// Users returns all nodes that run a behavior, sorted by tree and index.
func (b *Bundle) Users(behavior string) []Use {
	var out []Use
	for _, t := range slices.Concat(b.Trees, b.calls) {
		for i := range t.Program.Len() {
			if n := t.Program.Node(i); n.Behavior != nil && n.Behavior.Name == behavior {
				out = append(out, Use{t.Name, i, n.Path, n.Pos})
			}
		}
	}
	return out
}
