package refactor

import (
	"path"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/trees"
)

// slotParam is a parameter of a tree whose value names a behavior.
type slotParam struct{ tree, param string }

// slotParams finds the parameters that fill a slot, directly or by being passed to another tree. It maps each
// parameter to the file that has the slot, since the name is looked up there.
func (n *renamer) slotParams() map[slotParam]*assets.Source {
	out := map[slotParam]*assets.Source{}
	for again := true; again; {
		again = false
		for i := range n.files {
			if f := &n.files[i]; path.Ext(f.Path) == assets.TreeExt && f.Tree != nil {
				for _, t := range f.Tree.Trees {
					again = addSlots(out, f, t) || again
				}
			}
		}
	}
	return out
}

// addSlots adds the parameters of one tree, and reports whether there were new ones.
func addSlots(out map[slotParam]*assets.Source, f *assets.Source, t *trees.Tree) bool {
	before := len(out)
	for node := range t.Root.All() {
		if p := (slotParam{t.Name, node.Name}); node.Slot && out[p] == nil {
			out[p] = f
		}
		if !node.Include {
			continue
		}
		for _, q := range node.Params {
			own := slotParam{t.Name, q.Value.Str()}
			if at := out[slotParam{node.Name, q.Name}]; q.Ref && at != nil && out[own] == nil {
				out[own] = at
			}
		}
	}
	return len(out) > before
}

// fillers returns the changes in the values that fill slots.
func (n *renamer) fillers(f *assets.Source, t *trees.Tree) ([]change, error) {
	var list []change
	add := func(tree string, p trees.Param) error {
		at := n.slots[slotParam{tree, p.Name}]
		if at == nil || p.Ref || p.Value.Str() == "" {
			return nil
		}
		name, err := n.node(at, &trees.Node{Name: p.Value.Str(), NamePos: p.Pos})
		offset := offsetOf(f.Text, p.Pos) + len(p.Name) + len(`="`)
		if end := offset + len(p.Value.Str()); err == nil && name != p.Value.Str() && end <= len(f.Text) && string(f.Text[offset:end]) == p.Value.Str() {
			list = append(list, change{offset, len(p.Value.Str()), name})
		}
		return err
	}
	for _, p := range t.Params {
		if err := add(t.Name, p.Param); err != nil {
			return nil, err
		}
	}
	for node := range t.Root.All() {
		for _, p := range node.Params {
			if node.Include {
				if err := add(node.Name, p); err != nil {
					return nil, err
				}
			}
		}
	}
	return list, nil
}
