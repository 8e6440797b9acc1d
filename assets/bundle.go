package assets

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// Bundle is a version of all loaded behaviors and trees. It is immutable.
type Bundle struct {
	// Version counts from 1. Each round that changes something increments it.
	Version int
	// Behaviors are all behaviors, including missing ones, sorted by name.
	Behaviors []*engine.Behavior
	// Trees are all usable trees, sorted by name.
	Trees []Tree
	// Needs are the trees that run only where they are included, since they have parameters without a default. They
	// are sorted by name.
	Needs []TreeNeeds
	// Kinds are the node kinds of the game; see Options.Kinds.
	Kinds []*engine.Custom
	// Conditions are the named conditions in force, sorted by name.
	Conditions []trees.NamedCondition
	// Problems are the findings in all files, sorted, without those in Allowed.
	Problems diag.List
	// Allowed are the warnings that comments in the files allow, sorted. Such a comment is "bough: allow CODE reason".
	Allowed diag.List
	// Hash is the hash of all files as they were read, including those held back.
	Hash Hash

	contents []*Content      // sorted by path
	fields   map[string]bool // fields that the game, a script or a tree sets
	reads    map[string]int  // how often each field is read; nil if a script may set any field
	declared map[string]bool // fields that the game sets
	game     *declare.File   // see Declared
	named    []*trees.File   // files of Conditions

	standalone bool                 // see Standalone; set when the bundle is put in force
	older      map[*trees.Tree]bool // trees that are in no file any more; set when the bundle is put in force
	force      struct {             // see InForce; set when the bundle is put in force
		contents []*Content
		hash     Hash
	}
	undeclared []Undeclared // see Undeclared

	chunks  map[string]*luabind.Chunk // by path below the root
	loaded  []*luabind.Chunk          // the chunks, sorted by path
	missing map[string]*engine.Behavior
	calls   []Tree // trees with parameters from Go, by the text of the call
}

// Tree is a compiled tree and its source.
type Tree struct {
	Name    string
	Program *engine.Program
	File    string // path below the root; "" for a tree that was made by code
	Version int    // version of the bundle that last changed the tree
	source  *trees.Tree
	assigns *assignments // fields that its nodes set
	kept    *keptTree    // see keep; nil if the sources in force give the program
}

// TreeNeeds names the parameters of a tree that have no default.
type TreeNeeds struct {
	Name   string
	Params []string
	File   string // path below the root; "" for a tree that was made by code
	source *trees.Tree

	assigns *assignments // fields that its nodes set
}

// Good reports whether the bundle has exactly the content of its files: there are no errors, so nothing was held back,
// and no tree names a behavior or a tree that has no file. Two games whose bundles are good and have the same hash run
// the same scripts.
func (b *Bundle) Good() bool { return b.Problems.Err() == nil }

// Contents returns the texts of all files as they were read, sorted by path.
func (b *Bundle) Contents() []*Content { return slices.Clone(b.contents) }

// InForce returns texts that give the code in force, sorted by path, and their hash. If the bundle is Standalone and
// no tree is Older, these are Contents and Hash. Otherwise a script that is held back has its last text without
// errors, and a script that never worked, or that trees name and that does not exist, has a text that cannot be loaded.
// A tree file that is held back, or that had a tree which is in no file any more, has the trees in force, in their
// canonical form. A tree that agents keep, although the trees in force no longer give it, has a text of its own.
func (b *Bundle) InForce() ([]*Content, Hash) { return slices.Clone(b.force.contents), b.force.hash }

// Scripts returns the analysis of each script in force, sorted by path.
func (b *Bundle) Scripts() []*lint.Script {
	out := make([]*lint.Script, len(b.loaded))
	for i, c := range b.loaded {
		out[i] = c.Script()
	}
	return out
}

// Files returns the paths of all files, below the root, sorted.
func (b *Bundle) Files() []string {
	out := make([]string, len(b.contents))
	for i := range b.contents {
		out[i] = b.contents[i].Path
	}
	return out
}

// Program returns the program of the tree of that name, or nil if there is none.
func (b *Bundle) Program(name string) *engine.Program {
	if t := b.tree(name); t != nil {
		return t.Program
	}
	return nil
}

func (b *Bundle) tree(name string) *Tree {
	if i, ok := slices.BinarySearchFunc(b.Trees, name, func(t Tree, n string) int { return strings.Compare(t.Name, n) }); ok {
		return &b.Trees[i]
	}
	return nil
}

// treeNear is like tree, but looks first at the i-th tree, which is probably the right one.
func (b *Bundle) treeNear(name string, i int) *Tree {
	if i < len(b.Trees) && b.Trees[i].Name == name {
		return &b.Trees[i]
	}
	return b.tree(name)
}

// sourceNear is like treeNear, and returns the source of the tree, also of one that runs only where it is included. It
// returns nil if there is none.
func (b *Bundle) sourceNear(name string, i int) *trees.Tree {
	if k, ok := slices.BinarySearchFunc(b.Needs, name, func(t TreeNeeds, n string) int { return strings.Compare(t.Name, n) }); ok {
		return b.Needs[k].source
	}
	if t := b.treeNear(name, i); t != nil {
		return t.source
	}
	return nil
}

// sources returns the sources of all trees that are in force, either by themselves or as part of another tree.
func (b *Bundle) sources() []Tree {
	var out []Tree
	for _, n := range b.Needs {
		out = append(out, Tree{Name: n.Name, File: n.File, source: n.source})
	}
	for _, t := range b.Trees {
		if t.kept == nil || !slices.ContainsFunc(b.Needs, func(n TreeNeeds) bool { return n.Name == t.Name }) {
			out = append(out, t)
		}
	}
	return out
}

// Sources returns the source of each tree in force, also of those in Needs, sorted by name. A source must not be
// changed.
func (b *Bundle) Sources() []*trees.Tree {
	var out []*trees.Tree
	for _, t := range b.sources() {
		out = append(out, t.source)
	}
	slices.SortFunc(out, func(t, u *trees.Tree) int { return strings.Compare(t.Name, u.Name) })
	return out
}

// Called returns the program of a tree with parameters, or nil if Manager.Call has not made it.
func (b *Bundle) Called(c trees.Call) *engine.Program {
	if t := b.call(c.String()); t != nil {
		return t.Program
	}
	return nil
}

func (b *Bundle) call(name string) *Tree {
	if i, ok := b.findCall(name); ok {
		return &b.calls[i]
	}
	return nil
}

func (b *Bundle) findCall(name string) (at int, ok bool) {
	return slices.BinarySearchFunc(b.calls, name, func(t Tree, n string) int { return strings.Compare(t.Name, n) })
}

// TreeNames returns the names of all trees, sorted.
func (b *Bundle) TreeNames() []string {
	var out []string
	for _, t := range b.Trees {
		out = append(out, t.Name)
	}
	return out
}

// Behavior returns the behavior of that name, or nil if there is none.
func (b *Bundle) Behavior(name string) *engine.Behavior {
	if i, ok := slices.BinarySearchFunc(b.Behaviors, name, func(x *engine.Behavior, n string) int { return strings.Compare(x.Name, n) }); ok {
		return b.Behaviors[i]
	}
	return nil
}

// Doc returns the sentence that describes a behavior, or "".
func (b *Bundle) Doc(behavior string) string {
	if found := b.Behavior(behavior); found != nil && found.Native {
		return found.Code.(*behaviors.Native).Doc
	}
	for _, c := range b.chunks {
		if c.Behavior != nil && c.Behavior.Name == behavior {
			return c.Doc
		}
	}
	return ""
}
