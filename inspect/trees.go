package inspect

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/graph"
)

// treeSet has the trees that agents run or have run, each under a key that identifies its rows. A live game and a replay of
// its recording have the same keys. All methods may be called by any goroutine.
type treeSet struct {
	mu    sync.Mutex
	byKey map[string]*tree
	next  int // index of the next one
}

// treeCache has the trees of the programs of one game. One goroutine uses it at a time. It is dropped together with the
// game, so that the programs of replays can be freed.
type treeCache struct {
	trees *treeSet
	of    map[*engine.Program]*tree
}

// tree is one version of a tree.
type tree struct {
	index   int
	key     string
	name    string
	doc     string
	file    string
	rows    []rows.Row
	stimuli []string    // that its behaviors wait for, sorted
	source  *trees.Tree // nil if there is none
	all     []*trees.Tree
	prog    *engine.Program // the first one of this version, for the keys of the picture
}

// maxTrees bounds the number of versions that are remembered. When there are more, all that no program in force has are
// forgotten; a page that shows one of them gets an error for its key.
const maxTrees = 1024

func newTreeSet() *treeSet { return &treeSet{byKey: map[string]*tree{}} }

func (f *treeSet) cache() *treeCache {
	return &treeCache{f, map[*engine.Program]*tree{}}
}

// tree returns the tree of a program. b is the bundle in force. It must be called between ticks of the program's game.
func (c *treeCache) tree(p *engine.Program, b *assets.Bundle) *tree {
	t := c.of[p]
	if t == nil {
		t = c.trees.add(newTree(p, b))
		c.of[p] = t
	}
	return t
}

// add returns the tree with the key of t, which is t if there was none.
func (f *treeSet) add(t *tree) *tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known := f.byKey[t.key]; known != nil {
		return known
	}
	t.index = f.next
	f.next++
	f.byKey[t.key] = t
	return t
}

func newTree(p *engine.Program, b *assets.Bundle) *tree {
	t := &tree{name: p.Name(), rows: rows.Of(p), prog: p}
	base, _, _ := strings.Cut(p.Name(), " ")
	for i := range p.Len() {
		if b := p.Node(i).Behavior; b != nil && b.Stimulus != "" {
			t.stimuli = append(t.stimuli, b.Stimulus)
		}
	}
	slices.Sort(t.stimuli)
	t.stimuli = slices.Compact(t.stimuli)
	if b != nil {
		for i := range t.rows {
			if n := p.Node(i); n.Behavior != nil {
				t.rows[i].Doc = b.Doc(n.Behavior.Name)
			}
		}
		t.all = b.Sources()
		if i := slices.IndexFunc(t.all, func(s *trees.Tree) bool { return s.Name == base }); i >= 0 {
			t.source, t.doc = t.all[i], t.all[i].Doc
			if t.source.File != nil {
				t.file = t.source.File.Path
			}
		}
	}
	h := sha256.New()
	json.NewEncoder(h).Encode(t.rows) // writing to a hash cannot fail
	json.NewEncoder(h).Encode(t.stimuli)
	t.key = base + "-" + hex.EncodeToString(h.Sum(nil)[:6])
	return t
}

// forget drops the programs that no agent runs any more, so that they can be freed. Their rows stay, up to maxTrees.
func (c *treeCache) forget(agents map[*engine.Program]int) {
	used := map[*tree]bool{}
	for p, t := range c.of {
		if agents[p] > 0 {
			used[t] = true
		} else {
			delete(c.of, p)
		}
	}
	f := c.trees
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.byKey) > maxTrees {
		for key, t := range f.byKey {
			if !used[t] {
				delete(f.byKey, key)
			}
		}
	}
}

// named returns the tree of a key, or nil.
func (f *treeSet) named(key string) *tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.byKey[key]
}

// picture returns the tree as an SVG, or "" if its source is not known.
func (t *tree) picture() string {
	if t.source == nil {
		return ""
	}
	o := graph.Options{Program: t.prog, Tree: func(name string) *trees.Tree {
		if i := slices.IndexFunc(t.all, func(s *trees.Tree) bool { return s.Name == name }); i >= 0 {
			return t.all[i]
		}
		return nil
	}}
	return string(graph.SVG([]*trees.Tree{t.source}, o))
}
