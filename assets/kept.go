package assets

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// An edit may leave a tree that agents run without a version that they can run: it has got a parameter without a
// default, its inclusions no longer fit the parameters of other trees, or it no longer has a parameter that the game
// gives. The agents keep the last version that fits, with the versions of the trees that it includes. These sources are
// linked in each round, so edits of behaviors reach the agents. Other trees include the present versions.

// keptExt is the extension of a text of Bundle.InForce with the sources of a tree that agents keep. Only snapshots and
// recordings have such texts; see Options.Kept.
const keptExt = ".kept"

// keptTree has the sources of a tree that agents keep: its own first, and those of the trees that it may include.
type keptTree struct {
	sources []placed
	guards  map[guardKey]*keptGuard // the expressions of the last round, so that the program stays the same if it can
}

func isKept(path string) bool { return strings.HasSuffix(path, keptExt) }

// keep returns the tree of the next bundle for the agents that run was, with the sources that was has kept or, at
// first, those in force. call is nil for a tree without parameters from Go. The program is nil if there is none.
func (l *treeLinker) keep(was *Tree, call *trees.Call) Tree {
	kept := was.kept
	if kept == nil {
		kept = l.m.bundle.reached(was, call)
	}
	own := kept.sources
	k := *l
	k.guards = kept.guards
	k.named, k.file, k.order = maps.Clone(l.named), maps.Clone(l.file), slices.Clone(l.order)
	k.orphans, k.context = map[*trees.Tree]bool{}, nil
	k.store.records, k.store.open = map[recordKey]*record{}, nil
	for _, p := range own {
		if k.named[p.tree.Name] == nil {
			k.order = append(k.order, p.tree.Name)
		}
		k.named[p.tree.Name], k.file[p.tree] = p.tree, p.file
	}
	slices.Sort(k.order)
	k.incl = inclusionsOf(k.byName(), k.named, l.incl)
	root, out := own[0].tree, *was
	out.kept = kept
	var rec *record
	if call == nil {
		rec = k.root(root)
	} else {
		rec = k.call(*call)
	}
	kept.guards = make(map[guardKey]*keptGuard, len(rec.guards))
	for i := range rec.guards {
		kept.guards[rec.guards[i].key] = &rec.guards[i]
	}
	if rec.empty {
		return out
	}
	prog, _ := k.program(rec, root, was.Name)
	if prog = rec.effective(prog, was); prog != nil {
		out = k.inForce(was.Name, prog, rec.assigns, was, root)
		out.kept = kept
	}
	return out
}

// reached returns the sources in force of a tree, first, and of all trees whose names it has as nodes or as texts, which
// may fill slots, also through other trees. Trees that were made by code are left out.
func (b *Bundle) reached(t *Tree, call *trees.Call) *keptTree {
	out, sources, seen := []placed{{t.source, t.File}}, map[string]Tree{}, map[string]bool{t.source.Name: true}
	for _, s := range b.sources() {
		sources[s.Name] = s
	}
	add := func(name string) {
		if s, ok := sources[name]; ok && s.File != "" && !seen[name] {
			out, seen[name] = append(out, placed{s.source, s.File}), true
		}
	}
	addParams := func(list []trees.Param) {
		for _, p := range list {
			if p.Value.Kind() == value.KindString {
				add(p.Value.Str())
			}
		}
	}
	if call != nil {
		addParams(call.Params)
	}
	for i := 0; i < len(out); i++ {
		addParams(defaults(out[i].tree))
		for n := range out[i].tree.Root.All() {
			add(n.Name)
			addParams(n.Params)
		}
	}
	return &keptTree{sources: out}
}

// keptTexts returns a text for each tree that agents keep; see Bundle.InForce. The first line has the name of the tree
// and the parameters from Go, and each source begins with a line that has its file. A call with a behavior that is
// missing has a text, too: without it, Call returns an error.
func (m *Manager) keptTexts() (out []*Content) {
	for _, t := range slices.Concat(m.bundle.Trees, m.bundle.calls) {
		call, called := m.calls[t.Name]
		if called && t.kept == nil && lacks(t.Program) {
			t.kept = m.bundle.reached(&t, &call)
		}
		if t.kept == nil || t.File == "" {
			continue
		}
		text := "keep " + t.Name + "\n"
		for _, p := range t.kept.sources {
			text += "file " + p.file + "\n" + string(alone(p.tree))
		}
		out = append(out, &Content{fmt.Sprintf("%04d%s", len(out)+1, keptExt), sha256.Sum256([]byte(text)), []byte(text)})
	}
	return out
}

// lacks reports whether a node runs a behavior that is missing.
func lacks(p *engine.Program) bool {
	for i := range p.Len() {
		if b := p.Node(i).Behavior; b != nil && b.Missing {
			return true
		}
	}
	return false
}

// readKept fills in l.kept in the first round, from the texts of keptTexts.
func (l *treeLinker) readKept() {
	l.kept = map[string]*Tree{}
	if l.m.last.linker != nil {
		return
	}
	for _, f := range l.m.files.inOrder() {
		parts := strings.Split(string(f.text), "\nfile ")
		name, ok := strings.CutPrefix(parts[0], "keep ")
		if !isKept(f.path) || !ok || len(parts) < 2 {
			continue
		}
		var kept []placed
		for _, part := range parts[1:] {
			file, text, _ := strings.Cut(part, "\n")
			parsed, problems := trees.Parse(l.m.root.display(file), []byte(text))
			if problems.Err() != nil || len(parsed.Trees) != 1 || parsed.Trees[0].Root == nil {
				break
			}
			kept = append(kept, placed{parsed.Trees[0], file})
		}
		call, err := trees.ParseCall(name)
		if err != nil || len(kept) != len(parts)-1 || kept[0].tree.Name != call.Tree || l.named[call.Tree] == nil {
			continue
		}
		l.kept[name] = &Tree{Name: name, File: kept[0].file, source: kept[0].tree, kept: &keptTree{sources: kept}}
		if len(call.Params) > 0 {
			l.m.calls[name] = call
		}
	}
}
