package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// record is what came of linking a tree by itself, or a tree with parameters from Go,
// together with every question that was asked outside of the tree, and its answer. As
// long as the answers are the same, linking would give the same again, and need not be
// done: linking is a function of the tree and of these answers. Of a behavior it looks at
// the spec alone (engine.Behavior.SameSpec); its code is handed on to the result.
type record struct {
	deps  []dependency // but for uses
	uses   []use
	guards []keptGuard
	lost   diag.List // see treeLinker.lose
	// always tells that what it rests on cannot be listed; it holds for one round only.
	always bool

	empty    bool // the tree has no root
	root     *engine.Node
	problems diag.List
	misfit   bool // see treeLinker.misfits

	done   bool            // prog and failed are known, and root is not needed any more
	prog   *engine.Program // nil if it does not compile
	failed diag.List

	facts   *treeFacts
	assigns *[]string // fields that the nodes of prog set

	by    *treeLinker // for which it is known to hold
	phase int         // likewise
}

// recording is a record that is being made.
type recording struct {
	*record
	key    recordKey
	known  map[query]bool
	guards map[guardKey]bool
	nodes  int // that were linked

	circles int // that were told
}

// maxCircles is how many circles through slots are told of a tree.
const maxCircles = 20

// withinBounds counts nodes, and answers false for those beyond what a program may have, or what
// can still be told. A dozen trees that include the next one three times are a million nodes.
func (rec *recording) withinBounds() bool {
	rec.nodes++
	return rec.nodes <= engine.MaxNodes+1 && rec.circles < maxCircles
}

// recordKey is a tree, or one with parameters, by the text of the call.
type recordKey struct {
	tree *trees.Tree
	call string
}

// keptGuard is an expression that was linked in a tree, and what it was compiled to.
type keptGuard struct {
	key guardKey
	guard
}

// topic is what a question is about.
type topic uint8

const (
	aboutBehavior topic = iota // which behavior has a name
	aboutKnown                 // whether a name has a file
	aboutSeen                  // whether a behavior worked at some time
	aboutMoved                 // which behavior has the text of one whose file is gone
	aboutMissing               // which behavior stands in for a name
	aboutTree                  // which tree has a name, and where it stands
	aboutPlace                 // where a tree stands
	aboutCircle                // whether an inclusion leads back to its own tree
)

// query is a question that linking asks outside of the tree.
type query struct {
	about topic
	name  string
	tree  *trees.Tree
	node  *trees.Node
}

// answer is that to a question of any topic.
type answer struct {
	behavior *engine.Behavior
	tree     *trees.Tree
	file     string // of tree
	moved    string // for aboutMoved: the name of the behavior
	yes      bool   // for aboutTree and aboutPlace: the tree is in no file any more
}

type dependency struct {
	query
	answer
}

// use is the question which behavior has a name, with the answer that it is this one.
type use struct {
	id       engine.BehaviorID
	behavior *engine.Behavior
}

// ask answers a question, and notes both in the record that is being made.
func (l *treeLinker) ask(q query) answer {
	a := l.answer(q)
	l.recording().note(dependency{q, a})
	return a
}

// recording returns the record that is being made. All linking is for one.
func (l *treeLinker) recording() *recording { return l.memo.open[len(l.memo.open)-1] }

// note enters a question once.
func (rec *recording) note(a dependency) {
	switch {
	case rec.known[a.query]:
		return
	case a.about == aboutBehavior && a.behavior != nil:
		rec.uses = append(rec.uses, use{a.behavior.ID, a.behavior})
	default:
		rec.deps = append(rec.deps, a)
	}
	rec.known[a.query] = true
}

// answer changes nothing but for aboutMissing.
func (l *treeLinker) answer(q query) (a answer) {
	switch q.about {
	case aboutBehavior:
		if b := l.round.behaviors[q.name]; b != nil && (!b.Missing || l.round.known(q.name)) {
			a.behavior = b
		}
	case aboutKnown:
		a.yes = l.round.known(q.name)
	case aboutSeen:
		a.yes = l.m.seen[q.name]
	case aboutMoved:
		a.moved = l.m.moved[q.name]
	case aboutMissing:
		a.behavior = l.round.missing(q.name)
	case aboutTree:
		if a.tree = l.named[q.name]; a.tree != nil {
			a.file, a.yes = l.file[a.tree], l.orphans[a.tree]
		}
	case aboutPlace:
		a.file, a.yes = l.file[q.tree], l.orphans[q.tree]
	case aboutCircle:
		a.yes = l.incl.cyclic[q.node]
	}
	return a
}

// sameNames reports whether the names in expressions mean what they meant.
func (l *treeLinker) sameNames(rec *record) bool {
	s := &scope{files: l.names.sharers}
	for i := range rec.guards {
		if !s.same(rec.guards[i].deps) {
			return false
		}
	}
	return true
}

// recorded returns the record of a tree: the one there is, if it holds, with the code that
// behaviors have now, else a new one that link makes. It is nil if that one is being made at this moment, as trees name each
// other in slots; what comes of those depends on which is looked at first, so they are
// looked at in each round.
func (l *treeLinker) recorded(key recordKey, link func() (*engine.Node, diag.List)) *record {
	rec := l.memo.records[key]
	if rec == nil {
		rec = l.m.last.records[key]
	}
	if rec != nil {
		rec = l.revalidated(rec)
	}
	if rec == nil {
		if l.entangled(key) {
			return nil
		}
		rec = l.record(key, link)
	}
	rec.by, rec.phase = l, l.memo.phase
	l.memo.records[key] = rec
	l.reuse(key, rec)
	return rec
}

// entangled reports whether a tree is being linked already, or too many around it.
func (l *treeLinker) entangled(key recordKey) bool {
	same := func(r *recording) bool { return r.key == key }
	if !slices.ContainsFunc(l.memo.open, same) && len(l.memo.open) < engine.MaxDepth {
		return false
	}
	for _, r := range l.memo.open {
		r.always = true
	}
	return true
}

// record links and notes what is asked. What is being linked around it does not matter.
func (l *treeLinker) record(key recordKey, link func() (*engine.Node, diag.List)) *record {
	rec, name := &record{}, key.name()
	context, misfit := l.context, l.misfits[name]
	l.context = []string{name}
	delete(l.misfits, name)
	l.memo.open = append(l.memo.open, &recording{record: rec, key: key, known: map[query]bool{}, guards: map[guardKey]bool{}})
	l.ask(query{about: aboutPlace, tree: key.tree})
	rec.root, rec.problems = link()
	rec.empty, rec.misfit = rec.root == nil, l.misfits[name]
	l.memo.open = l.memo.open[:len(l.memo.open)-1]
	l.context = context
	if misfit {
		l.misfits[name] = true
	}
	rec.facts = rec.factsOf(key.tree)
	l.round.linkings++
	return rec
}

func (k recordKey) name() string {
	if k.call != "" {
		return k.call
	}
	return k.tree.Name
}

// reuse does what linking does besides its result, and makes what was asked questions
// of the record that is being made around it, too.
func (l *treeLinker) reuse(key recordKey, rec *record) {
	for i := range rec.deps {
		if q := &rec.deps[i]; q.about == aboutMissing {
			l.round.missing(q.name)
		}
	}
	for _, d := range rec.lost {
		if !reported(l.lost, d) {
			l.lost = append(l.lost, d)
		}
	}
	if rec.misfit {
		l.misfits[key.name()] = true
	}
	if len(l.memo.open) > 0 {
		l.recording().join(rec)
	}
}

// join takes in what a record rests on that was needed on the way.
func (rec *recording) join(inner *record) {
	for _, a := range inner.deps {
		rec.note(a)
	}
	for _, u := range inner.uses {
		rec.note(dependency{query{about: aboutBehavior, name: u.behavior.Name}, answer{behavior: u.behavior}})
	}
	for _, g := range inner.guards {
		rec.keep(g)
	}
	rec.lost = append(rec.lost, inner.lost...)
	rec.always = rec.always || inner.always
}

// keep notes an expression once.
func (rec *recording) keep(g keptGuard) {
	if !rec.guards[g.key] {
		rec.guards[g.key] = true
		rec.record.guards = append(rec.record.guards, g)
	}
}

// program compiles what was linked, when it is first asked for.
func (rec *record) program(t *trees.Tree, name string) (*engine.Program, diag.List) {
	if !rec.done {
		rec.prog, rec.failed = compile(t, rec.root, name)
		rec.done, rec.root = true, nil
		if rec.prog != nil {
			rec.assigns = assigned(rec.prog)
		}
	}
	return rec.prog, rec.failed
}
