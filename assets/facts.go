package assets

import (
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// treeFacts are the names that expressions in the text of a tree refer to.
type treeFacts struct {
	reads    []treeRead // fields of agents
	nodes    []treeRead // nodes that are arguments of ran and similar functions
	channels []treeRead // arguments of in_force

	conditions []*condition.Condition // the expressions
}

// treeRead is a name in an expression.
type treeRead struct {
	name string
	in   *condition.Condition
	own  *trees.Tree
}

// factsOf returns the facts of the expressions in the text of a tree.
func (rec *record) factsOf(t *trees.Tree) *treeFacts {
	facts, args := &treeFacts{}, defaults(t).key()
	if len(rec.guards) == 0 || t.Root == nil {
		return facts
	}
	at := make(map[guardKey]guard, len(rec.guards))
	for _, g := range rec.guards {
		at[g.key] = g.guard
	}
	for n := range t.Root.All() {
		for _, g := range append(n.Computed(), n.Guard, n.Expr) {
			key := guardKey{g, args}
			if g != nil && g.Field {
				key.args = fieldArgs
			}
			if c := luabind.Analysis(at[key].expr); c != nil {
				facts.add(c, t)
			}
		}
	}
	return facts
}

func (f *treeFacts) add(c *condition.Condition, t *trees.Tree) {
	f.conditions = append(f.conditions, c)
	for _, name := range c.Reads() {
		f.reads = append(f.reads, treeRead{name, c, t})
	}
	for _, name := range c.Asks() {
		f.nodes = append(f.nodes, treeRead{name, c, t})
	}
	for _, name := range c.Channels() {
		f.channels = append(f.channels, treeRead{name, c, t})
	}
}

// noFacts are the facts of a tree without a record.
var noFacts = &treeFacts{}

// treeFacts returns the facts of each tree of a bundle, and then those of each tree that needs parameters.
func (m *Manager) treeFacts(b *Bundle) []*treeFacts {
	out := make([]*treeFacts, 0, len(b.Trees)+len(b.Needs))
	for i := range b.Trees {
		out = append(out, m.factsAt(b.Trees[i].File, b.Trees[i].source))
	}
	for _, t := range b.Needs {
		facts := noFacts
		if b.tree(t.Name) == nil { // otherwise it is kept, and is in Trees, too
			facts = m.factsAt(t.File, t.source)
		}
		out = append(out, facts)
	}
	return out
}

// factsAt returns the facts of a tree in force. It returns noFacts if the tree was not linked in this round and is
// kept only for the agents that run it. It also does so if the file of the tree has another text by now, since
// positions in the old text would be wrong.
func (m *Manager) factsAt(file string, t *trees.Tree) *treeFacts {
	if f := m.files.at(file); f != nil && f.parsed != t.File {
		return noFacts
	}
	if rec := m.last.records[recordKey{tree: t}]; rec != nil {
		return rec.facts
	}
	return noFacts
}

// assignments are the names of the fields that nodes set. Those of steps get a value that is calculated from the field itself.
type assignments struct{ sets, steps []string }

// add adds an assignment of a value or, if the text of an expression is given, of that.
func (a *assignments) add(name, source string) {
	if stepStart(name, source) != "" {
		a.steps = append(a.steps, name)
	} else {
		a.sets = append(a.sets, name)
	}
}

// stepStart returns the value from which an assignment such as n = n + 1 can begin, or "" for an expression that needs no value
// of the field itself, or does not tell.
func stepStart(name, source string) string {
	before, after, found := strings.Cut(source, name)
	before, after = strings.TrimSpace(before), strings.TrimSpace(after)
	switch {
	case !found || wordIndex(source, "or") >= 0 || wordIndex(source, "and") >= 0:
		return ""
	case before == "" && strings.HasPrefix(after, ".."), after == "" && strings.HasSuffix(before, ".."):
		return `""`
	case before == "" && after != "" && strings.Contains("+-*/%^", after[:1]), after == "" && before != "" && strings.Contains("+-*/%^", before[len(before)-1:]):
		return "0"
	}
	return ""
}

// assigned returns the fields that the nodes of a program set.
func assigned(p *engine.Program) *assignments {
	out := &assignments{}
	for i := range p.Len() {
		for _, a := range p.Node(i).Settings.Fields {
			source := ""
			if c := luabind.Analysis(a.Expression); c != nil {
				source = c.Source()
			}
			out.add(a.Field.Name(), source)
		}
	}
	return out
}

// setsIn returns the fields that nodes in the text of a tree set.
func setsIn(t *trees.Tree) *assignments {
	out := &assignments{}
	if t.Root == nil {
		return out
	}
	for n := range t.Root.All() {
		if !setsFields(n) {
			continue
		}
		for _, p := range n.Params {
			source := ""
			if p.Expr != nil {
				source = p.Expr.Source
			}
			out.add(p.Name, source)
		}
	}
	return out
}

// setsFields reports whether a node in the text of a tree sets fields.
func setsFields(n *trees.Node) bool {
	return !n.Include && !n.Slot && !n.Override && n.Name == kind.Set.String()
}
