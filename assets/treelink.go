package assets

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// treeLinker links the trees of a round. A tree that fails falls back to its
// last good source; a tree that never worked is missing.
type treeLinker struct {
	round *round
	m     *Manager

	// The trees.
	named   map[string]*trees.Tree
	order   []string // the names, sorted
	file    map[*trees.Tree]string
	before  []Tree               // see Bundle.sources
	broken  []*file              // tree files with mistakes in their text
	orphans map[*trees.Tree]bool // trees that are no longer in their files
	incl    *inclusions
	// duplicates are trees with the names of others.
	duplicates []*trees.Tree

	// State of linking the trees.
	store    recordStore
	exprs    expressions
	names    sharedNames
	context  []string         // trees being linked, outermost first
	fellBack map[string]bool  // trees that keep their last good source, by name
	used     map[string]bool  // see usedBefore
	kept     map[string]*Tree // in the first round, the trees of readKept; they have no programs

	guards map[guardKey]*keptGuard // of keptTree, while such a tree is linked
}

// recordStore contains the records of a round.
type recordStore struct {
	records    map[recordKey]*record
	open       []*openRecord   // records being made, outermost first
	codes      engine.Recoding // behaviors whose code is new
	usable     usable
	namesEpoch int // incremented when treeLinker.named changes after records were made
}

// sharedNames are the names that expressions of all files may use.
type sharedNames struct {
	conditions []*trees.File // files whose named conditions are in force
	sharers    []*trees.File // files of conditions that define at least one named condition
	// conditionNames are the names of all named conditions without mistakes.
	conditionNames []string
	// sameSharers is set if names in expressions mean the same as in the last round.
	sameSharers bool
	game        []string        // fields that the game declares
	badFile     map[string]bool // files with a mistake in a named condition
}

// trees fills in the trees of the next bundle.
func (r *round) trees() {
	l := &treeLinker{
		round: r, m: r.m, named: make(map[string]*trees.Tree, len(r.m.last.records)), file: make(map[*trees.Tree]string, len(r.m.last.records)),
		fellBack: map[string]bool{}, exprs: newExpressions(), orphans: map[*trees.Tree]bool{},
		store: recordStore{records: make(map[recordKey]*record, len(r.m.last.records)), usable: r.usableBehaviors()}, names: sharedNames{badFile: map[string]bool{}},
	}
	l.gatherConditions()
	l.names.sameSharers = r.m.last.linker != nil && slices.Equal(l.names.sharers, r.m.last.linker.names.sharers)
	l.gather()
	l.readKept()
	l.fallBack()
	l.round.next.Trees = slices.Grow(l.round.next.Trees, len(l.order))
	for i, name := range l.order {
		l.compile(name, l.m.bundle.treeNear(name, i))
	}
	l.relinkCalls()
	l.lookAtBroken()
	l.treesHeldByOthers()
	// The trees made in Go have no file.
	delete(r.heldBack, "")
	l.store.codes = engine.Recoding{} // so that the old code can be garbage collected
	l.exprs.last, l.used = nil, nil
	r.m.last.records, r.m.last.linker = l.store.records, l
	r.sortBehaviors()
}

// last returns the linker of the last round, or an empty linker in the first round.
func (l *treeLinker) last() *treeLinker {
	if l.m.last.linker != nil {
		return l.m.last.linker
	}
	return &treeLinker{incl: &inclusions{}}
}

// placed is a tree and the path of its file.
type placed struct {
	tree *trees.Tree
	file string
}

// gather collects the trees by name. A file with mistakes contributes the trees that the last bundle had from it.
// If several files have a tree of the same name, the file that had the name before keeps it, since the other file
// is probably a copy. The trees made in Go keep their names, too.
func (l *treeLinker) gather() {
	l.before = l.m.bundle.sources()
	for _, t := range l.m.o.Trees {
		l.take(t, "")
	}
	had, late := l.owners(), []placed{}
	for _, f := range l.m.files.inOrder() {
		if f.ext != TreeExt {
			continue
		}
		var list []*trees.Tree
		if f.parsed != nil {
			list = f.parsed.Trees
		}
		if f.own.Err() != nil || l.names.badFile[f.path] {
			l.round.heldBack[f.path] = true
			l.broken = append(l.broken, f)
			list = l.lastTrees(f.path)
		}
		for _, t := range list {
			if had[t.Name] == f.path {
				l.take(t, f.path)
			} else {
				late = append(late, placed{t, f.path})
			}
		}
	}
	for _, p := range late {
		l.take(p.tree, p.file)
	}
	l.reportDuplicates()
	l.keepOrphans()
	l.before = nil // so that the old linker can be garbage collected
	slices.Sort(l.order)
}

// brokenWith returns the first file with mistakes that has a tree of that name, or nil.
func (l *treeLinker) brokenWith(name string) *file {
	for _, f := range l.broken {
		if f.parsed != nil && slices.ContainsFunc(f.parsed.Trees, func(t *trees.Tree) bool { return t.Name == name }) {
			return f
		}
	}
	return nil
}

// owners returns the file of each tree in force, by the name of the tree.
func (l *treeLinker) owners() map[string]string {
	had := make(map[string]string, len(l.before))
	for _, t := range l.before {
		had[t.Name] = t.File
	}
	return had
}

// take adds a tree of a file under its name, unless another tree has the name.
func (l *treeLinker) take(t *trees.Tree, file string) {
	if l.claim(t, file) {
		l.enter(t, file)
	}
}

func (l *treeLinker) enter(t *trees.Tree, file string) {
	l.named[t.Name], l.file[t] = t, file
	l.order = append(l.order, t.Name)
}

// has reports whether the linker has a tree.
func (l *treeLinker) has(t *trees.Tree) bool {
	_, ok := l.file[t]
	return ok
}

// keepOrphans keeps trees that are in no file any more. Agents may run them, and the files may be about to appear
// under other names.
func (l *treeLinker) keepOrphans() {
	for _, t := range l.before {
		if l.named[t.Name] != nil || t.File == "" {
			continue
		}
		l.enter(t.source, t.File)
		l.orphans[t.source] = true
		l.round.problems.Warn(diag.Pos{File: l.m.root.display(t.File)}, message.TreeInNoFile(t.Name)).Advise(l.m.root.notRead(t.File))
	}
}

// lookAtBroken links those trees of files with mistakes that could be parsed. The only purpose is to find further
// mistakes in the same round. In a line with a mistake, further ones often only follow from it, so they are left out.
func (l *treeLinker) lookAtBroken() {
	for _, f := range l.broken {
		if f.parsed == nil {
			continue
		}
		for _, t := range f.parsed.Trees {
			l.file[t] = f.path
			l.noteMeant(t)
			for _, d := range l.root(t).problems {
				inLine := func(e diag.Diagnostic) bool { return e.Pos.File == d.Pos.File && e.Pos.Line == d.Pos.Line }
				if !reportedAt(l.round.problems, d.Pos) && !slices.ContainsFunc(f.own, inLine) {
					l.round.problems = append(l.round.problems, d)
				}
			}
		}
	}
}

// noteMeant notes remedies for mistakes in the text of a tree that only other files tell: which parameter of an included tree
// a value without a name is for. An override below the name of a tree without the word tree is no mistake of its own, so it
// has empty words.
func (l *treeLinker) noteMeant(t *trees.Tree) {
	if l.round.meant == nil {
		l.round.meant = map[diag.Pos]diag.Words{}
	}
	for _, d := range l.root(t).problems {
		switch {
		case d.Remedy == nil:
		case d.Code == message.ValueForInclusion().Code:
			l.round.meant[d.Pos] = *d.Remedy
		case d.Remedy.Code == message.WriteTree("").Code:
			for n := range t.Root.All() {
				for _, c := range n.Children {
					if n.NamePos == d.Pos && c.Override {
						l.round.meant[c.Pos] = diag.Words{}
					}
				}
			}
		}
	}
}

func (l *treeLinker) lastTrees(file string) []*trees.Tree {
	var out []*trees.Tree
	for _, t := range l.before {
		if t.File == file {
			out = append(out, t.source)
		}
	}
	return out
}

func (l *treeLinker) claim(t *trees.Tree, file string) bool {
	if first := l.named[t.Name]; first != nil {
		l.duplicates = append(l.duplicates, t)
		l.round.heldBack[file] = true
		return false
	}
	var w diag.Words
	if errors.As(behaviors.CheckName(t.Name), &w) {
		l.round.problems.Add(t.NamePos, w)
		l.round.heldBack[file] = true
		return false
	}
	return true
}

// reportDuplicates reports the trees whose names other trees have. Several trees of a file with the names of trees of one
// other file are reported once: the file is probably a copy.
func (l *treeLinker) reportDuplicates() {
	for len(l.duplicates) > 0 {
		t := l.duplicates[0]
		first := l.named[t.Name]
		copied := func(u *trees.Tree) bool {
			return u.NamePos.File == t.NamePos.File && l.named[u.Name].NamePos.File == first.NamePos.File
		}
		var names []string
		for _, u := range l.duplicates {
			if copied(u) {
				names = append(names, u.Name)
			}
		}
		w := message.DuplicateTree(cmp.Or(first.NamePos.String(), "Options.Trees"), t.Name)
		if len(names) > 1 {
			w = message.DuplicateTrees(cmp.Or(first.NamePos.File, "Options.Trees"), names)
		}
		d := l.round.problems.Add(t.NamePos, w)
		if t.File != nil {
			d.Source = t.File.Line(t.NamePos.Line)
		}
		l.duplicates = slices.DeleteFunc(l.duplicates, copied)
	}
}

// compile makes the program of a tree and adds the tree to the next bundle. It keeps the old
// program if nothing has changed, or if the tree fails because of a tree that it includes.
func (l *treeLinker) compile(name string, was *Tree) {
	t := l.named[name]
	file := l.file[t]
	rec := l.root(t)
	if !l.fellBack[name] { // otherwise the problems of the new source have been reported
		for _, d := range slices.Concat(rec.problems, l.incl.cycles[t]) {
			if d.Severity == diag.Warning || !l.orphans[t] { // otherwise the tree is in no file any more
				l.round.problems = append(l.round.problems, d)
			}
		}
	}
	runs := cmp.Or(was, l.kept[name])
	if len(needs(t)) > 0 {
		l.keepRunning(t, runs)
		return
	}
	if rec.wrongArgs && runs != nil { // the included tree has changed
		l.round.heldBack[file] = true
		l.appendKept(runs)
		return
	}
	if rec.empty {
		l.round.heldBack[file] = true
		return
	}
	prog, failed := l.program(rec, t, name)
	if failed != nil {
		l.round.heldBack[file] = true
	}
	for _, d := range failed {
		if !reported(l.round.problems, d) {
			l.round.problems = append(l.round.problems, d)
		}
	}
	if prog == nil && runs != nil {
		l.appendKept(runs)
	} else if prog = rec.effective(prog, was); prog != nil {
		l.round.next.Trees = append(l.round.next.Trees, l.inForce(name, prog, rec.assigns, was, t))
	}
}

// effective returns the program to put in force. It returns the program of was, which is in force, if p is nil or
// does not differ for agents.
func (rec *record) effective(p *engine.Program, was *Tree) *engine.Program {
	switch {
	case was == nil || was.Program == nil || p == was.Program:
		return p
	case p == nil:
		return was.Program
	case p.Same(was.Program):
		rec.prog = was.Program
	}
	return rec.prog
}

// inForce returns a tree of the next bundle with program p. If p is the program of was, the tree
// keeps the version of was.
func (l *treeLinker) inForce(name string, p *engine.Program, assigns *assignments, was *Tree, source *trees.Tree) Tree {
	t := Tree{Name: name, Program: p, File: l.file[source], Version: l.round.next.Version, source: source, assigns: assigns}
	if was != nil && was.Program == p {
		t.Version, t.assigns = was.Version, was.assigns
	}
	return t
}

// keepRunning records that a tree needs parameters, so that it cannot run by itself. If was is not nil, the tree
// needed no parameters before, and agents that run it keep the version was.
func (l *treeLinker) keepRunning(t *trees.Tree, was *Tree) {
	l.round.next.Needs = append(l.round.next.Needs, TreeNeeds{t.Name, needs(t), l.file[t], t, l.root(t).assigns})
	if was == nil {
		return
	}
	l.round.problems.Warn(t.NamePos, message.TreeNowNeeds(needs(t), t.Name)).Source = t.File.Line(t.NamePos.Line)
	l.appendKept(was)
}

func (l *treeLinker) appendKept(was *Tree) {
	if t := l.keep(was, nil); t.Program != nil {
		t.source = l.named[t.Name] // for other trees
		l.round.next.Trees = append(l.round.next.Trees, t)
	}
}

// reported reports whether a list already contains a problem.
func reported(list diag.List, d diag.Diagnostic) bool {
	return slices.ContainsFunc(list, d.Same)
}

// reportedAt reports whether a list contains an error at a position.
func reportedAt(list diag.List, pos diag.Pos) bool {
	return slices.ContainsFunc(list, func(e diag.Diagnostic) bool { return e.Pos == pos && e.Severity == diag.Error })
}

// root returns the record of a tree linked by itself. It links the tree unless the last record is still valid. It
// returns nil only while other trees are being linked.
func (l *treeLinker) root(t *trees.Tree) *record {
	return l.recorded(recordKey{tree: t}, func() (*engine.Node, diag.List) { return l.fromRoot(t) })
}

func (l *treeLinker) fromRoot(t *trees.Tree) (*engine.Node, diag.List) {
	var problems diag.List
	if t.Root == nil {
		return nil, problems
	}
	n := &nodeLinker{linker: l, m: l.m, tree: t, args: defaults(t), problems: &problems}
	root := n.node(t.Root, nil)
	checkFalsified(n, root, nil)
	if t.Root.Disabled {
		n.warn(t.Root.Pos, message.DisabledRoot(t.Name))
	}
	n.checkUnused()
	n.checkSteps()
	if len(needs(t)) > 0 {
		problems = slices.DeleteFunc(problems, func(d diag.Diagnostic) bool { return unplaced(t, d) })
	}
	return root, problems
}

// nodeLinker links the nodes of one tree.
type nodeLinker struct {
	linker   *treeLinker
	m        *Manager
	tree     *trees.Tree
	args     arguments
	problems *diag.List

	overrides []*override // overrides of this inclusion of the tree
	outer     *nodeLinker // links the tree that includes this one, or nil
}

func (l *nodeLinker) problem(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	d := l.problems.Add(pos, w)
	d.Source = l.source(pos)
	return d
}

func (l *nodeLinker) warn(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	d := l.problem(pos, w)
	d.Severity = diag.Warning
	return d
}

// source returns the line at a position, for the caret. The position is in the file of the tree, or in a file that
// overrides a node of the tree.
func (l *nodeLinker) source(pos diag.Pos) string {
	for ; l != nil; l = l.outer {
		if f := l.tree.File; f != nil && f.Path == pos.File {
			return f.Line(pos.Line)
		}
	}
	return ""
}

// node links a node and its children. A node that cannot be resolved becomes missing, so that a first load can
// continue.
//
// parent is the kind of the parent or, if the parent is a behavior, the kind of chooser that the behavior acts as.
// parent is nil if that kind has no parameters for its children.
func (l *nodeLinker) node(n *trees.Node, parent *behaviors.Kind) *engine.Node {
	if !l.linker.openRecord().withinBounds() {
		return &engine.Node{Behavior: l.m.placeholder("a node too many"), Pos: n.Pos}
	}
	o := l.override(n)
	switch {
	case n.Override, o != nil && (o.node.Broken || len(o.node.Children) > 1): // a mistake has been reported
		return &engine.Node{Behavior: l.m.placeholder("a node with a mistake"), ID: n.ID, Pos: n.Pos}
	case o != nil && len(o.node.Children) > 0:
		return o.replaced(n.ID, parent)
	}
	out := l.link(n, o, parent)
	var w diag.Words
	if errors.As(out.Check(), &w) && !n.Broken {
		l.wrongNode(n, out, w)
	}
	return out
}

// wrongNode reports a node that is not valid by itself. The first surplus child is reported at its own position.
// Surplus children are left out, so that a first load can continue.
func (l *nodeLinker) wrongNode(n *trees.Node, out *engine.Node, w diag.Words) {
	least, most := out.Bounds()
	if most >= 0 && len(out.Children) > most {
		out.Children = out.Children[:most]
	}
	switch count := len(n.Children); {
	case count < least:
		remedy := message.IndentBelow()
		if least-count > 1 || count > 0 {
			remedy = message.IndentMoreBelow(least - count)
		} else if next := l.nextSibling(n); next != nil && len(next.Children) > 0 {
			remedy = message.IndentNextWithChildren(next.Pos.Line, next.Name)
		} else if next != nil {
			remedy = message.IndentNext(next.Pos.Line, next.Name)
		}
		l.problem(n.Pos, w).Advise(remedy)
	case most >= 0 && count > most && slices.ContainsFunc(n.Children[:count-1], lacksChild): // the next one belongs below it
	case most >= 0 && count > most: // with the names in the file, which may differ from those of the nodes
		w, _ = message.ChildCount(out.Name, count, least, most, func(i int) string { return n.Children[i].Name })
		child := n.Children[most]
		d := l.problem(child.Pos, w)
		switch less := child.Pos.Col - n.Pos.Col; {
		case most == 0 && n == l.tree.Root:
			d.Advise(message.PutBothBelow())
		case most > 0 && count == most+1 && less > 0 && child.Pos.File == n.Pos.File && l.takesMore(n):
			d.Advise(message.PutBelowOrBeside(less, n.Name))
		}
	default:
		l.problem(n.Pos, w)
	}
}

// nextSibling returns the child of the same parent that follows a node in its file, or nil.
func (l *nodeLinker) nextSibling(n *trees.Node) *trees.Node {
	for p := range l.tree.Root.All() {
		i := slices.IndexFunc(p.Children, func(c *trees.Node) bool { return c.Pos == n.Pos })
		if i >= 0 && i+1 < len(p.Children) && n.Pos.Line > 0 {
			return p.Children[i+1]
		}
	}
	return nil
}

// lacksChild reports whether a node is a decorator, and its child is missing, which is reported.
func lacksChild(n *trees.Node) bool {
	k := behaviors.KindNamed(n.Name)
	return k != nil && k.Group == behaviors.Decorators && len(n.Children) == 0 && !n.Broken && !n.Include && !n.Slot
}

// takesMore reports whether the parent of a node may have more children than it has, which need no parameter of theirs.
func (l *nodeLinker) takesMore(n *trees.Node) bool {
	for p := range l.tree.Root.All() {
		if slices.Contains(p.Children, n) {
			k := behaviors.KindNamed(p.Name)
			return !p.Include && k != nil && k.Kind != kind.Switch && (k.Group == behaviors.Choosers || k.Group == behaviors.Composites)
		}
	}
	return false
}

func (l *nodeLinker) link(n *trees.Node, o *override, parent *behaviors.Kind) *engine.Node {
	cyclic := n.Include && l.linker.ask(query{about: aboutCircle, node: n}).yes
	n = l.resolved(n)
	guardBy := l
	if o != nil {
		if n = l.changed(n, o); o.node.Guard != nil {
			guardBy = o.by
		}
	}
	out := &engine.Node{Name: n.Name, ID: n.ID, NonExclusive: n.NonExclusive, Disabled: n.Disabled, Pos: n.Pos, Note: n.Note}
	out.Guard = guardBy.guard(n)
	params := l.childParams(n, o, parent, &out.Settings)
	defer l.suggestChildParams(params, parent, len(*l.problems))
	if n.Name == "" { // a mistake in the line has been reported
		out.Behavior = l.m.placeholder("a node with a mistake")
		return out
	}
	if n.Include {
		l.include(n, params, cyclic, out)
		return out
	}
	if k := behaviors.KindNamed(n.Name); k != nil && k.Kind != kind.Tree {
		l.kind(n, o, params, k, out)
		return out
	}
	if k := l.m.kinds[n.Name]; k != nil {
		l.custom(n, params, k, out)
		return out
	}
	out.Behavior = l.behavior(n)
	out.Name = out.Behavior.Name
	out.Params = l.params(n, params, out.Behavior)
	chooser := behaviors.KindOf(out.Behavior.Children.Chooser())
	checkParamReads(l, n, out)
	l.children(n, chooser, out)
	checkReach(l, n, out)
	if out.Behavior.Children != kind.Exclusive {
		checkMarks(l, n, out.Behavior.Name)
	}
	if b := out.Behavior; b.Hooks[engine.HookChoose] || b.Children != kind.Exclusive && !b.Hooks[engine.HookBehavior] && !b.Hooks[engine.HookEnter] {
		checkChildless(l, n)
	}
	return out
}

// children links the children of a node. If the parent is not known, because of a mistake, neither are the parameters that it
// takes from them.
func (l *nodeLinker) children(n *trees.Node, parent *behaviors.Kind, out *engine.Node) {
	known := !n.Broken && (out.Behavior == nil || !out.Behavior.Missing)
	for _, c := range n.Children {
		first := len(*l.problems)
		out.Children = append(out.Children, l.node(c, parent))
		for _, q := range c.Params {
			if !known && parentsWith(q.Name) != nil {
				*l.problems = append((*l.problems)[:first], slices.DeleteFunc((*l.problems)[first:], func(d diag.Diagnostic) bool { return d.Pos == q.Pos })...)
			}
		}
	}
}

// include links a node that includes another tree. If cyclic is set, a cycle has been reported.
func (l *nodeLinker) include(n *trees.Node, params []trees.Param, cyclic bool, out *engine.Node) {
	out.Kind = kind.Tree
	known := l.linker.ask(query{about: aboutTree, name: n.Name})
	target := known.tree
	switch {
	case target == nil:
		l.linker.openRecord().always = true
		if f := l.linker.brokenWith(n.Name); f != nil {
			i := slices.IndexFunc(f.parsed.Trees, func(t *trees.Tree) bool { return t.Name == n.Name })
			l.valuesForInclusion(n, f.parsed.Trees[i])
			if shown := l.m.root.display(f.path); shown != n.NamePos.File { // in the same file there is a message already
				l.problem(n.NamePos, message.UnusableTree(shown, n.Name)).Follows = true
			}
			break
		}
		d := l.problem(n.NamePos, message.UnknownTree(n.Name, listNames(sortedKeys(l.linker.named))))
		d.Missing = "tree " + n.Name
		d.Advise(l.insteadOfTree(n.Name))
	case cyclic:
	case slices.Contains(l.linker.context, n.Name):
		l.linker.openRecord().circles++
		path := strings.Join(append(slices.Clone(l.linker.context), n.Name), " -> ")
		l.problem(n.NamePos, message.InclusionCycle(path, n.Name)).Advise(message.FillSlotOtherwise())
	case len(l.linker.context) > engine.MaxDepth:
		l.problem(n.NamePos, message.ProgramTooDeep(engine.MaxDepth, l.linker.context[0]))
	default:
		if known.yes {
			d := l.problem(n.NamePos, message.TreeInNoFile(n.Name))
			d.Missing = "tree " + n.Name
			d.Advise(message.BringTreeBack())
		}
		l.valuesForInclusion(n, target)
		params = l.noExpressions("tree "+n.Name, params)
		for _, q := range params {
			if target.Param(q.Name) != nil {
				out.Params = append(out.Params, nodeParam(q.Name, q.Value, q.Expr))
			}
		}
		l.enclose(n, target, l.bind(n, params, target), out)
		if lacksParam(target, params) && len(out.Children) > 0 { // running without it would lead to further errors
			out.Children[0].Disabled = true
		}
	}
	if len(out.Children) == 0 {
		out.Children = []*engine.Node{{Behavior: l.m.placeholder("tree " + n.Name), Pos: n.Pos}}
	}
}

// insteadOfTree returns the remedy for the name of a tree that does not exist, if it is not the usual one.
func (l *nodeLinker) insteadOfTree(name string) diag.Words {
	plain, isFile := strings.CutSuffix(name, TreeExt)
	switch {
	case isFile:
		return message.TreeWithoutExtension(TreeExt, plain)
	case l.hasBehavior(name):
		return message.WriteBehavior(name)
	case behaviors.KindNamed(name) != nil || l.m.kinds[name] != nil:
		return message.WriteKind(name)
	}
	return message.Near(name, sortedKeys(l.linker.named))
}

// enclose links an included tree. It reports only mistakes caused by the arguments or the overrides; other
// mistakes are reported for the included tree itself.
func (l *nodeLinker) enclose(n *trees.Node, target *trees.Tree, args arguments, out *engine.Node) {
	inner := &nodeLinker{linker: l.linker, m: l.m, tree: target, args: args, problems: new(diag.List), overrides: l.overridesOf(n), outer: l}
	l.linker.context = append(l.linker.context, target.Name)
	if target.Root != nil {
		out.Children = []*engine.Node{inner.node(target.Root, nil)}
	}
	l.linker.context = l.linker.context[:len(l.linker.context)-1]
	if target.Root != nil {
		l.checkUsed(inner.overrides, target)
	}
	if len(args) == 0 && len(inner.overrides) == 0 {
		return
	}
	own := l.linker.mistakes(target)
	for _, d := range *inner.problems {
		if reported(own, d) || !l.movedToArgument(&d, target, args) {
			continue
		}
		if here := d.Pos.File == n.Pos.File && d.Pos.Line >= n.Pos.Line && d.Pos.Line <= n.EndLine; !here {
			d.Notes = append(slices.Clip(d.Notes), message.IncludedAt(n.Pos.String()).Text)
		}
		if !reported(*l.problems, d) { // the tree may be included in many places
			*l.problems = append(*l.problems, d)
		}
	}
}

// mistakes returns the problems of a tree that is linked by itself.
func (l *treeLinker) mistakes(t *trees.Tree) diag.List {
	if rec := l.root(t); rec != nil {
		return rec.problems
	}
	return nil
}

// placeholder returns a behavior that is never ready, for a node that cannot be linked. No file can
// have its name.
func (m *Manager) placeholder(name string) *engine.Behavior {
	b := m.holders[name]
	if b == nil {
		b = &engine.Behavior{ID: m.ids.Of(name), Name: name, Version: 1, Missing: true}
		m.holders[name] = b
	}
	return b
}

// listNames returns names for a message: the first ones if there are many.
func listNames(names []string) []string {
	const shown = 12
	if len(names) > shown {
		return append(slices.Clone(names[:shown]), "…")
	}
	return names
}
