package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// record is the result of linking a tree, by itself or with parameters from Go, together with its dependencies:
// each query about something outside of the tree, and its answer. Linking is a function of the tree and of these
// answers, so it need not be repeated while they are the same. Linking depends only on the specs of behaviors (see
// engine.Recoding.Add); their code becomes part of the result.
type record struct {
	deps   []dependency // all dependencies except uses
	uses   []use
	guards []keptGuard
	// always is set if the dependencies cannot be listed. Then the record is valid for one round only.
	always bool

	empty     bool // the tree has no root
	root      *engine.Node
	problems  diag.List
	wrongArgs bool // the tree includes another tree with the wrong parameters

	done   bool            // prog and failed are known, and root is no longer needed
	prog   *engine.Program // nil if it does not compile
	failed diag.List

	facts   *treeFacts
	assigns *assignments // fields that the nodes of prog set, or those of a tree that needs parameters

	by         *treeLinker // last round in which the record was found valid
	namesEpoch int         // value of by.store.namesEpoch at that time
}

// openRecord is a record that is being made.
type openRecord struct {
	*record
	key    recordKey
	known  map[query]bool
	guards map[guardKey]bool
	nodes  int // number of linked nodes

	circles int // number of reported circles
}

// maxCircles is the maximum number of circles through slots that are reported for a tree.
const maxCircles = 20

// withinBounds counts a node, and reports whether linking may continue: the program may have that many nodes, and
// there are not too many circles. A dozen trees that each include the next one three times have hundreds of
// thousands of nodes.
func (rec *openRecord) withinBounds() bool {
	rec.nodes++
	return rec.nodes <= engine.MaxNodes+1 && rec.circles < maxCircles
}

// recordKey identifies a record: by its tree, and by the text of the call if the parameters are from Go.
type recordKey struct {
	tree *trees.Tree
	call string
}

// keptGuard is an expression of a tree with its compiled form.
type keptGuard struct {
	key guardKey
	guard
}

// topic is the subject of a query.
type topic uint8

const (
	aboutBehavior topic = iota // the behavior that a name means
	aboutKnown                 // whether a name has a file
	aboutSeen                  // whether a behavior worked before
	aboutUsed                  // whether a node in force runs a behavior
	aboutRoot                  // the other root that the file of a behavior belongs to; see root.owner
	aboutMoved                 // which behavior now has the text of a behavior whose file is gone
	aboutMissing               // the placeholder of a missing behavior
	aboutTree                  // the tree of a name, and its file
	aboutPlace                 // the file of a tree
	aboutCircle                // whether an inclusion leads back to its own tree
)

// query is a question about something outside of the tree, asked while linking.
type query struct {
	about topic
	name  string
	tree  *trees.Tree
	node  *trees.Node
}

// answer is the answer to a query of any topic.
type answer struct {
	behavior *engine.Behavior
	tree     *trees.Tree
	file     string // file of tree
	text     string // for aboutMoved, the name of the behavior; for aboutRoot, the folder of the other root
	yes      bool   // for aboutTree and aboutPlace: whether the tree is in no file any longer
}

type dependency struct {
	query
	answer
}

// use is the most frequent dependency: a name means the given behavior.
type use struct {
	id       engine.BehaviorID
	behavior *engine.Behavior
}

// ask answers a query, and adds the dependency to the record that is being made.
func (l *treeLinker) ask(q query) answer {
	a := l.answer(q)
	l.openRecord().note(dependency{q, a})
	return a
}

// openRecord returns the innermost record that is being made. There is one whenever a tree is linked.
func (l *treeLinker) openRecord() *openRecord { return l.store.open[len(l.store.open)-1] }

// note adds a dependency to the record unless the record has it already.
func (rec *openRecord) note(a dependency) {
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

// answer answers a query. It has no side effect, except that for aboutMissing it makes the placeholder.
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
		a.text = l.m.moved[q.name]
	case aboutUsed:
		a.yes = l.usedBefore(q.name)
	case aboutRoot:
		a.text = l.m.root.owner(ScriptOf(q.name))
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

// usedBefore reports whether a node in force runs a behavior, or did when the files were packed with a snapshot.
func (l *treeLinker) usedBefore(name string) bool {
	if l.used == nil {
		l.used = l.m.bundle.used()
	}
	f := l.m.files.at(ScriptOf(name))
	return l.used[name] || f != nil && f.gone()
}

// sameNames reports whether the names in the expressions of a record still have the same meaning.
func (l *treeLinker) sameNames(rec *record) bool {
	s := &scope{files: l.names.sharers}
	for i := range rec.guards {
		if !s.same(rec.guards[i].deps) {
			return false
		}
	}
	return true
}

// recorded returns the record of a tree. If the existing record is still valid, it is returned with the present
// code of behaviors; otherwise link makes a new one. If that record is being made at this moment, because trees
// name each other in slots, recorded returns nil. The result for such trees depends on which one is linked first,
// so they are linked in each round.
func (l *treeLinker) recorded(key recordKey, link func() (*engine.Node, diag.List)) *record {
	rec := l.store.records[key]
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
	rec.by, rec.namesEpoch = l, l.store.namesEpoch
	l.store.records[key] = rec
	l.reuse(rec)
	return rec
}

// entangled reports whether a tree is already being linked, or whether trees are nested too deeply.
func (l *treeLinker) entangled(key recordKey) bool {
	same := func(r *openRecord) bool { return r.key == key }
	if !slices.ContainsFunc(l.store.open, same) && len(l.store.open) < engine.MaxDepth {
		return false
	}
	for _, r := range l.store.open {
		r.always = true
	}
	return true
}

// record links a tree and records its dependencies, independently of the trees around it.
func (l *treeLinker) record(key recordKey, link func() (*engine.Node, diag.List)) *record {
	rec, name := &record{}, key.name()
	context := l.context
	l.context = []string{name}
	l.store.open = append(l.store.open, &openRecord{record: rec, key: key, known: map[query]bool{}, guards: map[guardKey]bool{}})
	l.ask(query{about: aboutPlace, tree: key.tree})
	rec.root, rec.problems = link()
	rec.empty = rec.root == nil
	l.store.open = l.store.open[:len(l.store.open)-1]
	l.context = context
	rec.facts = rec.factsOf(key.tree)
	if key.call == "" && len(needs(key.tree)) > 0 {
		rec.assigns = setsIn(key.tree)
	}
	l.round.linkings++
	return rec
}

func (k recordKey) name() string {
	if k.call != "" {
		return k.call
	}
	return k.tree.Name
}

// reuse repeats the side effects of linking the tree of rec. It adds the dependencies of rec to the record that is
// being made.
func (l *treeLinker) reuse(rec *record) {
	for i := range rec.deps {
		if q := &rec.deps[i]; q.about == aboutMissing {
			l.round.missing(q.name)
		}
	}
	if len(l.store.open) > 0 {
		l.openRecord().join(rec)
	}
}

// join adds the dependencies of inner, a record that rec depends on.
func (rec *openRecord) join(inner *record) {
	for _, a := range inner.deps {
		rec.note(a)
	}
	for _, u := range inner.uses {
		rec.note(dependency{query{about: aboutBehavior, name: u.behavior.Name}, answer{behavior: u.behavior}})
	}
	for _, g := range inner.guards {
		rec.keep(g)
	}
	rec.always = rec.always || inner.always
}

// keep adds g to the record unless it has an expression with the same key.
func (rec *openRecord) keep(g keptGuard) {
	if !rec.guards[g.key] {
		rec.guards[g.key] = true
		rec.record.guards = append(rec.record.guards, g)
	}
}

// program compiles the linked tree of a record at the first call.
func (l *treeLinker) program(rec *record, t *trees.Tree, name string) (*engine.Program, diag.List) {
	if !rec.done {
		rec.prog, rec.failed = l.compileRoot(t, rec.root, name)
		rec.done, rec.root = true, nil
		if rec.prog != nil {
			rec.assigns = assigned(rec.prog)
		}
	}
	return rec.prog, rec.failed
}
