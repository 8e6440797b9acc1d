package assets

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/bough-dev/bough/trees"
)

// fileInForce returns the state of the file whose code is in force: the file itself or, if it is held back, an
// earlier state. It returns nil if that state is not known.
func (f *file) fileInForce() *file {
	if f == nil || f.works {
		return f
	}
	return f.lastGood
}

// Standalone reports whether loading all files again, as they were read for the bundle, gives the same code, apart from
// trees that are Older. This is so if no earlier version of a file is in the bundle.
func (b *Bundle) Standalone() bool { return b.standalone }

// Older reports whether a tree in force is in no file any more, or is kept for its agents since the files no longer give
// a version that they can run. Parameters from Go may follow the name.
func (b *Bundle) Older(name string) bool {
	t := cmp.Or(b.tree(name), b.call(name))
	return t != nil && (t.kept != nil || b.older[t.source])
}

// standalone reports whether the bundle in force is standalone; see Bundle.Standalone.
func (m *Manager) standalone() bool {
	for _, f := range m.files.inOrder() {
		if !f.works && f.lastGood != nil {
			return false
		}
	}
	for _, t := range m.bundle.sources() { // a tree may have been kept while its file was gone
		if f := m.files.at(t.File); f != nil && !f.works {
			return false
		}
	}
	return len(m.detachedModules) == 0 && len(m.lost()) == 0
}

// goneText is the text of a file that only stands for a behavior without a file; see round.known and usedBefore.
var goneText = []byte("error(\"this file is gone\")\n")

// unusedText is the text of a script that has never worked, as it waits for another file.
var unusedText = []byte("error(\"this file has not worked yet\")\n")

func (f *file) gone() bool { return bytes.Equal(f.text, goneText) }

func sameTrees(a, b []*trees.Tree) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(t *trees.Tree) bool { return !slices.Contains(b, t) })
}

// lost returns the behaviors without a file that nodes in force run, sorted.
func (m *Manager) lost() (names []string) {
	for _, name := range sortedKeys(m.bundle.missing) {
		if !m.last.linker.round.known(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	used := m.bundle.used()
	return slices.DeleteFunc(names, func(name string) bool { return !used[name] })
}

// inForce returns texts that give the code in force, and their hash; see Bundle.InForce. It includes modules that are
// gone while other files that need them are held back, and goneText for each behavior without a file that a node runs,
// since that decides what a name means; see nodeLinker.noFile. Trees are held back one by one, and a tree may be in no
// file any more. So the text of such a tree file is made from the trees and conditions that are in force.
func (m *Manager) inForce() ([]*Content, Hash) {
	older, sources, out := m.bundle.older, m.bundle.sources(), m.keptTexts()
	if m.bundle.standalone && len(older) == 0 && len(out) == 0 {
		return m.bundle.contents, m.bundle.Hash
	}
	inForce := map[string][]*trees.Tree{} // by path
	for _, t := range sources {
		inForce[t.File] = append(inForce[t.File], t.source)
	}
	for _, f := range m.detachedModules {
		out = append(out, f.asContent())
	}
	for _, name := range m.lost() {
		if file := ScriptOf(name); loads(file) {
			out = append(out, &Content{file, sha256.Sum256(goneText), goneText})
		}
	}
	made := map[string]*trees.File{} // by path
	for _, f := range m.files.inOrder() {
		old := f.fileInForce()
		switch {
		case isKept(f.path):
		case f.parsed != nil && m.last.conditions[f.path] == f.parsed && sameTrees(inForce[f.path], f.parsed.Trees):
			out = append(out, f.asContent())
		case f.ext == TreeExt && (old != nil || inForce[f.path] != nil):
			made[f.path] = &trees.File{}
			if last := cmp.Or(m.last.conditions[f.path], f.parsed); last != nil {
				made[f.path].Conditions = last.Conditions
			}
		case old != nil:
			out = append(out, old.asContent())
		case f.compiled != nil: // it would work with a module that is gone
			out = append(out, &Content{f.path, sha256.Sum256(unusedText), unusedText})
		default:
			out = append(out, f.asContent())
		}
	}
	for _, t := range sources {
		if made[t.File] == nil && older[t.source] { // the file is gone
			made[t.File] = &trees.File{Conditions: t.source.File.Conditions}
		}
		if f := made[t.File]; f != nil {
			f.Trees = append(f.Trees, t.source)
		}
	}
	for name, f := range made {
		slices.SortFunc(f.Trees, func(a, b *trees.Tree) int { return a.NamePos.Line - b.NamePos.Line })
		text := trees.Format(f)
		out = append(out, &Content{name, sha256.Sum256(text), text})
	}
	slices.SortFunc(out, func(a, b *Content) int { return strings.Compare(a.Path, b.Path) })
	return out, HashOf(out)
}
