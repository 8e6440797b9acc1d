package assets

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// MaxCalls is the maximum number of different calls that Call accepts, for all trees together. Each call has a
// program of its own, which is kept as long as the manager exists.
const MaxCalls = 10_000

// Call returns the program of a tree with parameters. It compiles the program at the first call with these
// parameters. Later bundles have a program for the call too, compiled from the present tree. Load must have been
// called.
func (m *Manager) Call(c trees.Call) (*engine.Program, error) {
	if p := m.bundle.Called(c); p != nil {
		return p, nil
	}
	name := c.String()
	if m.last.linker == nil || m.last.linker.named[c.Tree] == nil {
		return nil, m.noTree(c.Tree)
	}
	if err := unfilled(c, m.last.linker.named[c.Tree]); err != nil {
		return nil, err
	}
	if len(m.calls) >= MaxCalls {
		return nil, tr.Errorf("tree %s: there are %d trees with parameters already; give what differs so often in fields", name, MaxCalls)
	}
	next := *m.bundle
	next.Behaviors, next.missing = slices.Clone(next.Behaviors), maps.Clone(next.missing)
	l := m.last.linker
	l.round.next = &next
	rec := l.call(c)
	prog, problems := l.programOf(rec, c, nil)
	if err := problems.Err(); err != nil {
		delete(l.store.records, recordKey{l.named[c.Tree], name})
		return nil, tr.Errorf("tree %s: %w", name, err)
	}
	at, _ := next.findCall(name)
	next.calls = slices.Insert(slices.Clone(next.calls), at, l.inForce(name, prog, rec.assigns, nil, l.named[c.Tree]))
	m.calls[name] = c
	m.bundle = &next
	return prog, nil
}

// noTree returns the error for the name of a tree that does not exist or that never worked.
func (m *Manager) noTree(name string) error {
	if l := m.last.linker; l != nil {
		if f := l.brokenWith(name); f != nil {
			return tr.Errorf("tree %q cannot be used, since its file %s has a mistake: correct that first", name, m.root.display(f.path))
		}
	}
	names := m.bundle.TreeNames()
	for _, n := range m.bundle.Needs {
		names = append(names, n.Name)
	}
	slices.Sort(names)
	problem, hint := tr.F("there is no tree %q", name), diag.DidYouMean(name, names)
	if what := m.notTree(name); what != "" {
		problem, hint = tr.F("%q is %s, not a tree", name, what), ""
		if users := m.bundle.Users(name); len(users) > 0 {
			hint = tr.F("give a tree that has it, such as %s", users[0].Tree)
		}
	}
	switch {
	case hint == "" && len(names) > 0:
		hint = tr.F("the trees are %s", strings.Join(listNames(names), ", "))
	case hint == "":
		return errors.New(problem)
	}
	return tr.Errorf("%s: %s", problem, hint)
}

// notTree returns what a name means that is not the name of a tree, or "".
func (m *Manager) notTree(name string) string {
	if behaviors.KindNamed(name) != nil || m.kinds[name] != nil {
		return tr.T("a node kind")
	}
	if b := m.bundle.Behavior(name); b != nil && (!b.Missing || m.files.at(ScriptOf(name)) != nil) {
		return tr.T("a behavior")
	}
	return ""
}

// unfilled returns an error if a call lacks a parameter without a default, or misspells it.
func unfilled(c trees.Call, target *trees.Tree) error {
	for _, p := range c.Params {
		if target.Param(p.Name) == nil {
			if near := diag.DidYouMean(p.Name, needs(target)); near != "" {
				return tr.Errorf("tree %s has no parameter %s: %s", c.Tree, p.Name, near)
			}
		}
	}
	var names []string
	call := strings.ReplaceAll(c.String(), `"`, "'")
	for _, name := range needs(target) {
		if slices.ContainsFunc(c.Params, func(p trees.Param) bool { return p.Name == name }) {
			continue
		}
		names = append(names, name)
		if call += " " + name + "=VALUE"; isSlot(target, name) {
			call = strings.TrimSuffix(call, "VALUE") + "'NODE'"
		}
	}
	if names == nil {
		return nil
	}
	return tr.Errorf("tree %s needs %s: write it after the name, in quotes: \"%s\"", c.Tree, strings.Join(names, tr.T(" and ")), call)
}

// isSlot reports whether a parameter of a tree is the name of a node.
func isSlot(t *trees.Tree, param string) bool {
	if t.Root != nil {
		for n := range t.Root.All() {
			if n.Slot && n.Name == param {
				return true
			}
		}
	}
	return false
}

// call returns the record of a tree with parameters. It links the tree unless the last record is still valid.
func (l *treeLinker) call(c trees.Call) *record {
	target := l.named[c.Tree]
	return l.recorded(recordKey{target, c.String()}, func() (*engine.Node, diag.List) { return l.fromCall(c, target) })
}

func (l *treeLinker) fromCall(c trees.Call, target *trees.Tree) (*engine.Node, diag.List) {
	var problems diag.List
	n := &nodeLinker{linker: l, m: l.m, tree: target, problems: &problems}
	place := &trees.Node{Name: c.Tree, NamePos: target.NamePos}
	given := slices.Clone(c.Params)
	for i := range given {
		given[i].Pos = target.NamePos
		if field := given[i].Expr; field != nil {
			given[i].Expr = &trees.Guard{Source: field.Source, Pos: target.NamePos, Field: true}
		}
	}
	n.args = n.bind(place, given, target)
	var root *engine.Node
	if target.Root != nil {
		root = n.node(target.Root, nil)
	}
	own := l.mistakes(target)
	return root, slices.DeleteFunc(problems, func(d diag.Diagnostic) bool { return reported(own, d) })
}

// programOf compiles a tree with parameters, unless problems hold it back. was is the tree of the program in force; it
// is nil if there is none.
func (l *treeLinker) programOf(rec *record, c trees.Call, was *trees.Tree) (*engine.Program, diag.List) {
	if rec.empty || holds(rec.problems, was, c.Params...) {
		return nil, rec.problems
	}
	prog, failed := l.program(rec, l.named[c.Tree], c.String())
	return prog, slices.Concat(rec.problems, failed)
}

// relinkCalls compiles the programs of all calls again. A call that no longer fits its tree keeps its last program.
func (l *treeLinker) relinkCalls() {
	for _, name := range sortedKeys(l.m.calls) {
		call := l.m.calls[name]
		was, target := cmp.Or(l.m.bundle.call(name), l.kept[name]), l.named[call.Tree]
		rec := l.call(call)
		prog, problems := l.programOf(rec, call, was.source)
		if err := problems.Errors(); prog == nil && len(err) > 0 {
			w := message.CallNoLongerFits(name, diag.Words{Code: err[0].Code, Args: err[0].Args, Text: err[0].Message})
			l.round.problems.Warn(target.NamePos, w).Source = target.File.Line(target.NamePos.Line)
			if t := l.keep(was, &call); t.Program != nil {
				l.round.next.calls = append(l.round.next.calls, t)
			} else {
				delete(l.m.calls, name)
			}
			continue
		}
		prog = rec.effective(prog, was)
		l.round.next.calls = append(l.round.next.calls, l.inForce(name, prog, rec.assigns, was, target))
	}
}
