package assets

import (
	"maps"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// Define adds trees that were made by code, replacing earlier ones of the same name, and makes the next bundle. Names
// in the trees are looked up from the root. If the trees have mistakes, Define changes nothing and returns the
// mistakes as a diag.List. Load must have been called.
func (m *Manager) Define(list ...*trees.Tree) (*Report, error) {
	var problems diag.List
	for _, t := range list {
		for _, d := range trees.Validate(t) {
			if d.Pos.File == "" { // made without positions
				d.Pos.File = "tree " + t.Name
			}
			problems = append(problems, d)
		}
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	built, links := maps.Clone(m.built), m.last
	files := map[string]bool{}
	for _, t := range list {
		m.built[t.Name] = t
		files[t.NamePos.File] = true
		for n := range t.Root.All() {
			files[n.Pos.File] = true
		}
	}
	next := m.round().finish()
	for _, d := range next.bundle.Problems.Errors() {
		if files[d.Pos.File] {
			problems = append(problems, d)
		}
	}
	if err := problems.Err(); err != nil {
		m.built, m.last = built, links
		return nil, err
	}
	return next.Install(), nil
}

// Defined returns the trees that Define has added, sorted by name.
func (m *Manager) Defined() []*trees.Tree {
	var out []*trees.Tree
	for _, name := range sortedKeys(m.built) {
		out = append(out, m.built[name])
	}
	return out
}
