// Package coverage says which parts of scripts and trees a game has run: statements and hooks of scripts, nodes of trees, and
// both outcomes of their conditions.
//
//	coverage.go  Counter, which counts the nodes of a game, and Report
//	lcov.go      a Report in the format LCOV
//
// The game must be opened with bough.Options.Coverage. It then runs other forms of its scripts and conditions, which count;
// other games run as ever. What is counted depends on nothing but the game, so it repeats.
//
// A script whose file has errors is not in a Report, since nothing of it can run; nor is a tree made in Go, which has no file.
package coverage

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// Counter counts which nodes run. Its method Observe is a function for engine.World.Observe; each world that Restart makes
// needs a new call.
type Counter struct {
	nodes    map[place]*int64
	programs map[*engine.Program][]*int64 // the counts of the nodes of a program, by index
	world    *engine.World
	sums     map[string][sha256.Size]byte // of the tree files in force; see Watch
}

// place is the line of a node. A line has one node.
type place struct {
	file string
	line int
}

// New returns a Counter that has counted nothing.
func New() *Counter {
	return &Counter{nodes: map[place]*int64{}, programs: map[*engine.Program][]*int64{}}
}

// Observe counts an event. A node that has been entered before Observe was called counts as entered once.
func (c *Counter) Observe(e engine.Event) {
	if e.Kind != engine.EventEnter && e.Kind != engine.EventResult {
		return
	}
	list := c.programs[e.Prog]
	if list == nil {
		for i := range e.Prog.Len() {
			at := e.Prog.Node(i).Pos
			list = append(list, c.at(place{at.File, at.Line}))
		}
		c.programs[e.Prog] = list
	}
	if n := list[e.Node]; e.Kind == engine.EventEnter || *n == 0 {
		*n++
	}
}

// at returns the count of a node.
func (c *Counter) at(p place) *int64 {
	n := c.nodes[p]
	if n == nil {
		n = new(int64)
		c.nodes[p] = n
	}
	return n
}

// Watch counts in a game from now on, also after it restarts. It forgets the nodes of a file that is edited, since lines move. It
// must be called once, before the first tick.
func (c *Counter) Watch(game *bough.Game) (stop func()) {
	var bundle *assets.Bundle
	return game.OnTick(func(time.Duration) {
		if w := game.World(); w != c.world {
			c.world = w
			w.Observe(c.Observe)
		}
		if b := game.Bundle(); b != bundle {
			bundle = b
			c.forget(b, game.Prefix())
		}
	}, nil)
}

// forget drops the counts of tree files that are not those of a bundle.
func (c *Counter) forget(b *assets.Bundle, prefix string) {
	sums := map[string][sha256.Size]byte{}
	for _, content := range b.Contents() {
		if path.Ext(content.Path) == assets.TreeExt {
			sums[path.Join(prefix, content.Path)] = content.Sum
		}
	}
	maps.DeleteFunc(c.nodes, func(p place, _ *int64) bool { return sums[p.file] != c.sums[p.file] })
	clear(c.programs)
	c.sums = sums
}

// Tally is how many of some parts have run.
type Tally struct {
	Ran int `json:"ran"`
	Of  int `json:"of"`
}

// add counts a part.
func (t *Tally) add(ran bool) {
	t.Of++
	if ran {
		t.Ran++
	}
}

// Join adds the parts of another Tally.
func (t *Tally) Join(more Tally) {
	t.Ran += more.Ran
	t.Of += more.Of
}

// Percent returns the share of parts that have run, rounded down to a tenth: 100 means all. It is 100 if there are no parts.
func (t Tally) Percent() float64 {
	if t.Of == 0 {
		return 100
	}
	return float64(t.Ran*1000/t.Of) / 10
}

// Report says what has run. Its lists are sorted by file and line.
type Report struct {
	Percent  float64  `json:"percent"` // of all parts together
	Lines    Tally    `json:"lines"`
	Hooks    Tally    `json:"hooks"`
	Nodes    Tally    `json:"nodes"`
	Outcomes Tally    `json:"outcomes"`
	Scripts  []Script `json:"scripts"`
	Trees    []Tree   `json:"trees"`
}

// All returns the Tally of all parts.
func (r *Report) All() (t Tally) {
	for _, part := range []Tally{r.Lines, r.Hooks, r.Nodes, r.Outcomes} {
		t.Join(part)
	}
	return t
}

// Script says what has run of the file of a behavior or of a module.
type Script struct {
	File   string `json:"file"`
	Tally  Tally  `json:"lines"`
	Called Tally  `json:"hooks"`
	Lines  []Line `json:"lineCounts"`
	Hooks  []Hook `json:"hookCalls"`
}

// Line is a line in which statements begin. It has run if all of them have.
type Line struct {
	Line  int     `json:"line"`
	Count int64   `json:"count"`            // of the statement that has run most often
	Parts []int64 `json:"parts,omitempty"`  // the counts of the statements if there are several
	Part  bool    `json:"partly,omitempty"` // some have run, others have not
}

// Ran reports whether all statements of the line have run.
func (l Line) Ran() bool { return l.Count > 0 && !l.Part }

// Hook is a hook of a behavior.
type Hook struct {
	Name  string `json:"name"`
	Line  int    `json:"line"` // the first line of the function, and the last one; 0 if it is not in the table of the file
	End   int    `json:"end"`
	Calls int64  `json:"calls"`
}

// Tree says what has run of the file of trees.
type Tree struct {
	File       string      `json:"file"`
	Tally      Tally       `json:"nodes"`
	Seen       Tally       `json:"outcomes"`
	Nodes      []Node      `json:"nodeCounts"`
	Conditions []Condition `json:"conditions"`
}

// Node is a node of a tree. Inclusions, slots and overrides are none: the nodes that they stand for are.
type Node struct {
	Tree  string `json:"tree"`
	Name  string `json:"name"`
	Line  int    `json:"line"`
	Count int64  `json:"count"` // how often it was entered
	Root  bool   `json:"-"`
	End   int    `json:"-"` // the last line of the node and those below it
}

// Condition is a guard, the condition of a node, or a condition with a name. Both outcomes have to be seen.
type Condition struct {
	Line  int    `json:"line"`
	Col   int    `json:"col"`
	Name  string `json:"name,omitempty"` // of a named condition
	Text  string `json:"text"`
	True  int64  `json:"true"` // how often it was true
	False int64  `json:"false"`
	Guard bool   `json:"-"` // behind when
}

// File returns what has run of one file, of which one result is not nil. Both are nil if the game has no such file, or cannot use
// it. file is the path below the root.
func (c *Counter) File(game *bough.Game, file string) (*Script, *Tree) {
	shown := path.Join(game.Prefix(), file)
	for _, s := range game.Runtime().ScriptCoverage() {
		if s.Path == shown {
			out := script(s)
			return &out, nil
		}
	}
	for _, content := range game.Bundle().Contents() {
		if content.Path == file && path.Ext(file) == assets.TreeExt {
			if parsed, problems := trees.Parse(shown, content.Text); problems.Err() == nil {
				out := c.tree(game.Runtime(), parsed)
				return nil, &out
			}
		}
	}
	return nil, nil
}

// Report returns what has run of a game so far. The game must be loaded, and c must have observed it.
func (c *Counter) Report(game *bough.Game) *Report {
	r := &Report{Scripts: []Script{}, Trees: []Tree{}}
	for _, s := range game.Runtime().ScriptCoverage() {
		out := script(s)
		r.Lines.Join(out.Tally)
		r.Hooks.Join(out.Called)
		r.Scripts = append(r.Scripts, out)
	}
	for _, content := range game.Bundle().Contents() {
		if path.Ext(content.Path) != assets.TreeExt {
			continue
		}
		file, problems := trees.Parse(path.Join(game.Prefix(), content.Path), content.Text)
		if problems.Err() != nil {
			continue
		}
		out := c.tree(game.Runtime(), file)
		r.Nodes.Join(out.Tally)
		r.Outcomes.Join(out.Seen)
		r.Trees = append(r.Trees, out)
	}
	slices.SortFunc(r.Trees, func(a, b Tree) int { return cmp.Compare(a.File, b.File) })
	r.Percent = r.All().Percent()
	return r
}

func script(s luabind.ScriptCoverage) Script {
	out := Script{File: s.Path, Lines: []Line{}, Hooks: []Hook{}}
	for _, n := range s.Statements {
		last := len(out.Lines) - 1
		if last < 0 || out.Lines[last].Line != n.Line {
			out.Lines, last = append(out.Lines, Line{Line: n.Line}), last+1
		}
		l := &out.Lines[last]
		l.Parts = append(l.Parts, n.N)
	}
	for i := range out.Lines {
		l := &out.Lines[i]
		l.Count, l.Part = slices.Max(l.Parts), slices.Min(l.Parts) == 0 && slices.Max(l.Parts) > 0
		if len(l.Parts) == 1 {
			l.Parts = nil
		}
		out.Tally.add(l.Ran())
	}
	for _, h := range s.Hooks {
		out.Hooks = append(out.Hooks, Hook{h.Name, h.Line, h.EndLine, h.Calls})
		out.Called.add(h.Calls > 0)
	}
	slices.SortStableFunc(out.Hooks, func(a, b Hook) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

func (c *Counter) tree(r *luabind.Runtime, file *trees.File) Tree {
	out := Tree{File: file.Path, Nodes: []Node{}, Conditions: []Condition{}}
	condition := func(g *trees.Guard, name string, guard bool) {
		if g == nil {
			return
		}
		k := Condition{Line: g.Pos.Line, Col: g.Pos.Col, Name: name, Text: g.Source, Guard: guard}
		k.True, k.False = r.Outcomes(g.Pos, g.Source)
		out.Seen.add(k.True > 0)
		out.Seen.add(k.False > 0)
		out.Conditions = append(out.Conditions, k)
	}
	for _, n := range file.Conditions {
		condition(&n.Expr, n.Name, false)
	}
	for _, t := range file.Trees {
		var walk func(n *trees.Node)
		walk = func(n *trees.Node) {
			if n == nil || n.Disabled {
				return
			}
			if !n.Include && !n.Slot && !n.Override {
				k := Node{Tree: t.Name, Name: n.Name, Line: n.Pos.Line, Count: *c.at(place{file.Path, n.Pos.Line}), Root: n == t.Root, End: n.EndLine}
				out.Tally.add(k.Count > 0)
				out.Nodes = append(out.Nodes, k)
			}
			if k := behaviors.KindNamed(n.Name); k != nil && (k.Kind == kind.Condition || k.Kind == kind.WaitUntil) {
				condition(n.Expr, "", false)
			}
			condition(n.Guard, "", true)
			for _, child := range n.Children {
				walk(child)
			}
		}
		walk(t.Root)
	}
	slices.SortStableFunc(out.Conditions, func(a, b Condition) int {
		return diag.Pos{Line: a.Line, Col: a.Col}.Compare(diag.Pos{Line: b.Line, Col: b.Col})
	})
	return out
}
