package assets

import (
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/bough-dev/bough/trees"
)

// Bundle is a version of everything that was loaded. It is immutable.
type Bundle struct {
	// Version counts from 1; each round that changed something makes the next.
	Version int
	// Behaviors are all behaviors, by name, those that are missing included.
	Behaviors []*engine.Behavior
	// Trees are all usable trees, by name.
	Trees []Tree
	// Needs are the trees that run only where they are included, by name.
	Needs []TreeNeeds
	// Conditions are the named conditions in force, by name.
	Conditions []trees.NamedCondition
	// Problems are the findings in all files, sorted.
	Problems diag.List
	// Hash is that of all files as they were read, also of those that were held back.
	Hash Hash

	contents []*content      // sorted by path
	lost     diag.List       // what the files name and only this session knows
	fields   map[string]bool // that the game, a script or a tree sets

	chunks  map[string]*luabind.Chunk // by path below the root
	loaded  []*luabind.Chunk          // those of chunks, sorted by path
	missing map[string]*engine.Behavior
	calls   []Tree // with parameters from Go, under the text of the call
}

// Tree is a compiled tree and where it comes from.
type Tree struct {
	Name    string
	Program *engine.Program
	File    string // path below the root; "" for one that was made by code
	Version int    // of the bundle in which it came to be as it is
	source  *trees.Tree
	assigns *[]string // fields that its nodes set
}

// Source returns the tree as it was read: its description, parameters and nodes, with
// their places. It must not be changed. What it includes is not in it, as it is in the
// Program.
func (t *Tree) Source() *trees.Tree { return t.source }

// TreeNeeds names the parameters of a tree that have no default.
type TreeNeeds struct {
	Name   string
	Params []string
	File   string // path below the root; "" for one that was made by code
	source *trees.Tree
}

// Good tells that the bundle is what its files say: there are no errors, so that nothing
// was held back, and no tree names a behavior or a tree that was there before and whose
// file is gone. Two games whose bundles are good and have the same hash run the same
// scripts.
func (b *Bundle) Good() bool { return b.Problems.Err() == nil && len(b.lost) == 0 }

// Scripts returns what is known of the text of each script in force, sorted by path.
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
		out[i] = b.contents[i].path
	}
	return out
}

// Program returns the tree of that name, nil if there is none.
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

// treeNear is tree for a name that was probably the i-th.
func (b *Bundle) treeNear(name string, i int) *Tree {
	if i < len(b.Trees) && b.Trees[i].Name == name {
		return &b.Trees[i]
	}
	return b.tree(name)
}

// sources returns the trees that were in force by themselves or in others.
func (b *Bundle) sources() []Tree {
	out := slices.Clone(b.Trees)
	for _, n := range b.Needs {
		if b.tree(n.Name) == nil { // else agents run what it was before it needed something
			out = append(out, Tree{Name: n.Name, File: n.File, source: n.source})
		}
	}
	return out
}

// call returns what Manager.Call has made.
// Called returns the program of a tree with parameters, nil if nobody has asked the manager
// for it yet; see Manager.Call.
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

// Behavior returns the behavior of that name, nil if there is none.
func (b *Bundle) Behavior(name string) *engine.Behavior {
	if i, ok := slices.BinarySearchFunc(b.Behaviors, name, func(x *engine.Behavior, n string) int { return strings.Compare(x.Name, n) }); ok {
		return b.Behaviors[i]
	}
	return nil
}

// Report tells what one round of loading did.
type Report struct {
	// Version of the bundle that is in force now.
	Version int
	// Files are the files whose content had changed, below the root, sorted.
	Files []string
	// Applied are the behaviors and trees that went in, sorted; trees are
	// written "tree guard".
	Applied []string
	// Held are the files that were held back and keep their last good version
	// or, if they never had one, are missing.
	Held []string
	// Behind are those of Held that only wait for a module that is held back and, of the
	// files of trees, for a behavior.
	Behind []string
	// Restored are those of Files that were held back and have again the text whose code is
	// in force, sorted. That code goes on, so they are not in Applied. Forgiven are their
	// behaviors, and those that use them as modules, by the paths of files: their errors are to be
	// counted anew (see engine.World.Forgive), as after any save.
	Restored []string
	Forgiven []*engine.Behavior
	// Missing are the behaviors that worked before, have lost their file, and are named by a
	// tree.
	Missing []string
	// Problems are the findings in the changed files and in those held back, and
	// those that are new.
	Problems diag.List
	// Prefix is what Problems have before the paths of files, see Options.Prefix.
	Prefix string
	// Hash is that of the bundle.
	Hash Hash
	// Rollback is the number of the version that came back by Manager.Rollback, else 0.
	Rollback int
	// Pinned tells that changed files are kept out, Waiting which files are known to
	// differ from those in force. Noted are those that were seen to change now: then
	// nothing has gone in, and the bundle is the one that was in force before.
	Pinned  bool
	Waiting []string
	Noted   []string
	// Linked is how many scripts were run once and trees put together in this round. What
	// the changed files do not concern was taken over as it is, and trees of which only the
	// code of behaviors is new got that.
	Linked int
	// Programs maps each program that was replaced to its successor.
	Programs map[*engine.Program]*engine.Program
	// Times say how long that took, Carried what it meant for the agents.
	Times
	engine.Carried
	// Restarts says, one in a line, which runs that wait could not go on in new code, and why.
	Restarts []string
	// Err tells that files could not be read or watched.
	Err error
}

// Times are how long the steps of a round took.
type Times struct {
	// Read is how long it took to read and compile the changed files, Link to run them
	// once and to put behaviors and trees together, Check to look for what is odd in all
	// of them. With Options.Background of the game that went on beside its ticks. Load is
	// their sum.
	Read, Link, Check, Load time.Duration
	// Install is how long it took to put the files in force, Carry to exchange programs and
	// take the agents over, both between ticks. Swap is their sum.
	Install, Carry, Swap time.Duration
}

// Doc returns the sentence by which a script describes its behavior, or "".
func (b *Bundle) Doc(behavior string) string {
	for _, c := range b.chunks {
		if c.Behavior != nil && c.Behavior.Name == behavior {
			return c.Doc
		}
	}
	return ""
}
