package assets

import (
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// treeLinker links the trees of a round. A tree that fails falls back to its
// last good source; one that never worked is missing.
type treeLinker struct {
	*round
	named   map[string]*trees.Tree
	file    map[*trees.Tree]string
	cyclic  map[*trees.Node]bool
	cycles  map[*trees.Tree]diag.List
	fell    map[string]bool // trees that are held at their last good source, by name
	guards  map[*trees.Node]guard
	context []string // trees being linked, outermost first
	broken  []*file  // tree files with mistakes in their text
}

// trees fills in the trees of the next bundle.
func (r *round) trees() {
	l := &treeLinker{
		round: r, named: map[string]*trees.Tree{}, file: map[*trees.Tree]string{}, cyclic: map[*trees.Node]bool{},
		fell: map[string]bool{}, guards: map[*trees.Node]guard{},
	}
	l.gather()
	l.fallBack()
	for _, name := range sortedKeys(l.named) {
		l.compile(name)
	}
	l.lookAtBroken()
	r.m.guards = l.guards
	r.sortBehaviors()
}

// gather collects the trees by name. A file with mistakes gives the trees that
// the last bundle had from it.
func (l *treeLinker) gather() {
	for _, name := range sortedKeys(l.m.files) {
		f := l.m.files[name]
		if path.Ext(name) != TreeExt {
			continue
		}
		var list []*trees.Tree
		if f.parsed != nil {
			list = f.parsed.Trees
		}
		if f.own.Err() != nil {
			l.held[name] = true
			l.broken = append(l.broken, f)
			list = l.lastTrees(name)
		}
		for _, t := range list {
			if l.claim(t, name) {
				l.named[t.Name], l.file[t] = t, name
			}
		}
	}
	l.keepOrphans()
}

// keepOrphans keeps the trees that no file has any more: agents may run them,
// and the file may only be on its way to another name.
func (l *treeLinker) keepOrphans() {
	for _, t := range l.m.bundle.Trees {
		if l.named[t.Name] != nil {
			continue
		}
		l.named[t.Name], l.file[t.source] = t.source, t.File
		d := l.problems.Add(diag.Pos{File: l.m.display(t.File)}, "the tree %s is in no file any more; its last version stays until the game is started anew", t.Name)
		d.Severity = diag.Warning
	}
}

// lookAtBroken links what could be read of files with mistakes in their text,
// only to find the other mistakes in the same round.
func (l *treeLinker) lookAtBroken() {
	for _, f := range l.broken {
		if f.parsed == nil {
			continue
		}
		for _, t := range f.parsed.Trees {
			l.file[t] = f.path
			_, problems := l.root(t)
			l.problems = append(l.problems, problems...)
		}
	}
}

func (l *treeLinker) lastTrees(file string) []*trees.Tree {
	var out []*trees.Tree
	for _, t := range l.m.bundle.Trees {
		if t.File == file {
			out = append(out, t.source)
		}
	}
	return out
}

func (l *treeLinker) claim(t *trees.Tree, file string) bool {
	if first := l.named[t.Name]; first != nil {
		l.problems.Add(t.NamePos, "the tree %s is defined twice, at %s and at %s; rename one of them", t.Name, first.NamePos, t.NamePos)
		l.held[file] = true
		return false
	}
	if err := behaviors.CheckName(t.Name); err != nil {
		l.problems.Add(t.NamePos, "tree %v", err)
		l.held[file] = true
		return false
	}
	return true
}

// compile makes the program of a tree and takes over the old one if nothing has
// changed, or if what the tree includes has grown so that it fails.
func (l *treeLinker) compile(name string) {
	t := l.named[name]
	file := l.file[t]
	was := l.m.bundle.tree(name)
	root, problems := l.root(t)
	if !l.fell[name] { // else the trouble of the new source has been told
		l.problems = append(append(l.problems, problems...), l.cycles[t]...)
	}
	if root == nil {
		l.held[file] = true
		return
	}
	prog, failed := compile(t, root)
	if failed != nil {
		l.problems = append(l.problems, failed...)
		l.held[file] = true
	}
	if was != nil && (prog == nil || prog.Same(was.Program)) {
		prog = was.Program
	}
	if prog != nil {
		l.next.Trees = append(l.next.Trees, Tree{name, prog, file, t})
	}
}

// root links a tree from its root.
func (l *treeLinker) root(t *trees.Tree) (*engine.Node, diag.List) {
	var problems diag.List
	if t.Root == nil {
		return nil, problems
	}
	n := &nodeLinker{treeLinker: l, tree: t, problems: &problems}
	return n.node(t.Root), problems
}

// nodeLinker links the nodes of one tree.
type nodeLinker struct {
	*treeLinker
	tree     *trees.Tree
	problems *diag.List
}

func (l *nodeLinker) problem(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	d := l.problems.Add(pos, format, args...)
	d.Source = l.source(pos)
	return d
}

// source returns the line at a position, for the caret.
func (l *nodeLinker) source(pos diag.Pos) string {
	if l.tree.File == nil {
		return ""
	}
	return l.tree.File.Line(pos.Line)
}

// node links a node and its children. What cannot be resolved becomes missing,
// so that a first load can go on.
func (l *nodeLinker) node(n *trees.Node) *engine.Node {
	out := &engine.Node{Name: n.Name, ID: n.ID, NonExclusive: n.NonExclusive, Pos: n.Pos}
	out.Guard = l.guard(n)
	if n.Name == "" { // its line has a mistake that has been told
		out.Behavior = l.m.placeholder("a node with a mistake")
		return out
	}
	if n.Include {
		l.include(n, out)
		return out
	}
	out.Behavior = l.behavior(n)
	out.Name = out.Behavior.Name
	out.Params = l.params(n, out.Behavior)
	for _, c := range n.Children {
		out.Children = append(out.Children, l.node(c))
	}
	l.checkMarks(n, out.Behavior)
	return out
}

// checkMarks warns about marks that have no effect.
func (l *nodeLinker) checkMarks(n *trees.Node, b *engine.Behavior) {
	if b.Children != engine.Sequential {
		return
	}
	for _, c := range n.Children {
		if c.NonExclusive {
			d := l.problem(c.Pos, "the mark + has no effect below %s, whose children take turns (children = \"sequential\")", b.Name)
			d.Severity = diag.Warning
		}
	}
}

// include links "tree NAME".
func (l *nodeLinker) include(n *trees.Node, out *engine.Node) {
	out.Kind = engine.KindTree
	target := l.named[n.Name]
	switch {
	case target == nil:
		d := l.problem(n.NamePos, "there is no tree %s", n.Name)
		if d.Hint = diag.DidYouMean(n.Name, sortedKeys(l.named)); d.Hint == "" {
			d.Hint = "there are " + listNames(sortedKeys(l.named))
		}
	case l.cyclic[n]:
	case len(l.context) >= engine.MaxDepth:
		l.problem(n.NamePos, "trees are included more than %d levels deep", engine.MaxDepth)
	default:
		for _, p := range n.Params {
			l.problem(p.Pos, "tree %s takes no parameters", n.Name)
		}
		for _, a := range n.Args {
			l.problem(a.Pos, "tree %s takes no parameters", n.Name)
		}
		l.context = append(l.context, n.Name)
		inner := &nodeLinker{treeLinker: l.treeLinker, tree: target, problems: new(diag.List)}
		if target.Root != nil {
			out.Children = []*engine.Node{inner.node(target.Root)}
		}
		l.context = l.context[:len(l.context)-1]
	}
	if len(out.Children) == 0 {
		out.Children = []*engine.Node{{Behavior: l.m.placeholder("tree " + n.Name), Pos: n.Pos}}
	}
}

// placeholder returns a behavior that is never ready, for what a tree lacks. The
// name is none that a file can have.
func (m *Manager) placeholder(name string) *engine.Behavior {
	b := m.holders[name]
	if b == nil {
		b = &engine.Behavior{ID: m.ids.Of(name), Name: name, Version: 1, Missing: true}
		m.holders[name] = b
	}
	return b
}

func listNames(names []string) string {
	const shown = 12
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// behavior resolves a name: relative to the file's folder, then from the root.
func (l *nodeLinker) behavior(n *trees.Node) *engine.Behavior {
	folder := path.Dir(l.file[l.tree])
	if file := l.file[l.tree]; file == "" || folder == "." {
		folder = ""
	}
	near := n.Name
	if folder != "" {
		near = strings.ReplaceAll(folder, "/", ".") + "." + n.Name
	}
	for _, name := range []string{near, n.Name} {
		if b := l.find(name); b != nil {
			return b
		}
	}
	switch {
	case l.m.seen[near]:
		return l.gone(n, near)
	case l.m.seen[n.Name]:
		return l.gone(n, n.Name)
	case !l.known(near) && !l.known(n.Name):
		l.unknown(n, near)
	}
	return l.missing(n.Name)
}

// gone warns about a behavior that worked in this session and whose file is no
// longer there. It is no error: the file may be on its way to another name.
func (l *nodeLinker) gone(n *trees.Node, name string) *engine.Behavior {
	if !l.known(name) {
		d := l.problem(n.NamePos, "the file of %s is gone; its node is never ready until %s is back", name, l.m.display(moduleFile(name)))
		d.Severity = diag.Warning
	}
	return l.missing(name)
}

// find returns a behavior that is loaded, or missing but has a file.
func (l *nodeLinker) find(name string) *engine.Behavior {
	for _, b := range l.next.Behaviors {
		if b.Name == name && (!b.Missing || l.known(name)) {
			return b
		}
	}
	return nil
}

// known tells whether a behavior of that name has a file; what is wrong with it
// is then told there.
func (l *nodeLinker) known(name string) bool {
	if l.m.files[moduleFile(name)] != nil {
		return true
	}
	for file := range l.m.files { // combat.melee.lua is combat.melee too
		if path.Ext(file) == ScriptExt && behaviors.NameOfFile(file) == name {
			return true
		}
	}
	return false
}

func (l *nodeLinker) unknown(n *trees.Node, near string) {
	names := []string{}
	for _, b := range l.next.Behaviors {
		if !b.Missing || l.known(b.Name) {
			names = append(names, b.Name)
		}
	}
	for _, k := range behaviors.Kinds {
		names = append(names, k.Name)
	}
	d := l.problem(n.NamePos, "there is no behavior or node kind %s", n.Name)
	if near != n.Name {
		d.Message += " (looked for " + near + " and " + n.Name + ")"
	}
	if d.Hint = suggest(n.Name, names); d.Hint == "" {
		d.Hint = "there are " + listNames(names)
	}
}

// suggest also finds names of which only the last part was written.
func suggest(name string, names []string) string {
	var same []string
	for _, n := range names {
		if strings.HasSuffix(n, "."+name) {
			same = append(same, n)
		}
	}
	if len(same) > 0 {
		return "did you mean " + strings.Join(same, " or ") + "?"
	}
	if hint := diag.DidYouMean(name, names); hint != "" {
		return hint
	}
	var lasts []string
	for _, n := range names {
		lasts = append(lasts, n[strings.LastIndexByte(n, '.')+1:])
	}
	if s := diag.Suggest(name, lasts); s != "" {
		return "did you mean " + names[slices.Index(lasts, s)] + "?"
	}
	return ""
}

// guard compiles the guard of a node, once for as long as the node lives.
func (l *nodeLinker) guard(n *trees.Node) engine.Condition {
	if n.Guard == nil {
		return nil
	}
	g, ok := l.guards[n]
	if !ok {
		if g, ok = l.m.guards[n]; !ok {
			g.cond, g.problems = l.m.o.Runtime.Condition(n.Guard.Source, n.Guard.Pos, l.source(n.Guard.Pos))
		}
		l.guards[n] = g
	}
	*l.problems = append(*l.problems, g.problems...)
	if g.cond == nil {
		return brokenGuard(n.Guard.Source)
	}
	return g.cond
}

// brokenGuard stands for a guard that is not an expression: it never holds, as
// a node that loses its guard would run when it must not.
type brokenGuard string

// Eval implements engine.Condition.
func (g brokenGuard) Eval(*engine.Context) (bool, error) { return false, nil }

// Source implements engine.Condition.
func (g brokenGuard) Source() string { return string(g) }

// Terms implements engine.Condition.
func (g brokenGuard) Terms(*engine.Context) []engine.Term {
	return []engine.Term{{Text: "guard", Value: "not a Lua expression, see bough check"}}
}

// params puts a node's parameters together: the behavior's defaults, then what
// the tree gives by position and by name.
func (l *nodeLinker) params(n *trees.Node, b *engine.Behavior) engine.Params {
	out := b.Params
	for i, a := range n.Args {
		if i >= len(b.Args) {
			if !b.Missing {
				l.tooMany(n, b, a.Pos)
			}
			break
		}
		out = out.With(b.Args[i], plain(a.Value))
	}
	for _, p := range n.Params {
		if !b.Missing && out.Get(p.Name).IsNil() && !slices.Contains(b.Args, p.Name) {
			l.undeclared(b, p)
		}
		out = out.With(p.Name, plain(p.Value))
	}
	return out
}

func (l *nodeLinker) tooMany(n *trees.Node, b *engine.Behavior, pos diag.Pos) {
	d := l.problem(pos, "%s takes %d parameters by position, got %d", b.Name, len(b.Args), len(n.Args))
	d.Hint = "write name=value, or add args = { \"name\" } to the behavior"
	if len(b.Args) > 0 {
		d.Hint = "they are " + strings.Join(b.Args, ", ")
	}
}

func (l *nodeLinker) undeclared(b *engine.Behavior, p trees.Param) {
	var known []string
	for _, q := range b.Params {
		known = append(known, q.Name)
	}
	known = append(known, b.Args...)
	d := l.problem(p.Pos, "%s declares no parameter %s", b.Name, p.Name)
	d.Severity = diag.Warning
	if d.Hint = diag.DidYouMean(p.Name, known); d.Hint == "" {
		d.Hint = "declare its default in the behavior: params = { " + p.Name + " = ... }"
	}
}

// plain turns a literal of a tree into the engine's neutral form.
func plain(v engine.Value) engine.Value {
	t, ok := v.Ref().(*trees.Table)
	if !ok {
		return v
	}
	out := &engine.Table{}
	for i, a := range t.Items {
		out.Entries = append(out.Entries, engine.Entry{Key: engine.Number(float64(i + 1)), Value: plain(a.Value)})
	}
	for _, p := range t.Fields {
		out.Entries = append(out.Entries, engine.Entry{Key: engine.String(p.Name), Value: plain(p.Value)})
	}
	return engine.Other(out)
}
