package assets

import (
	"slices"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// unknownNodes warns about questions on the history that name a node which no tree
// has. Which tree an agent runs is not known here: a guard of an included tree may
// well ask for a node of the tree around it.
func unknownNodes(s subject) diag.List {
	var out diag.List
	for i, facts := range s.facts {
		for _, q := range facts.nodes {
			checkNodeName(&out, s.bundle.Trees, s.bundle.Trees[i].source, q.guard, q.name)
		}
	}
	return out
}

func checkNodeName(out *diag.List, all []Tree, t *trees.Tree, g *trees.Guard, name string) {
	var names []string
	for _, u := range all {
		if u.Program.Nodes(name) != nil {
			return
		}
		for i := range u.Program.Len() {
			names = append(names, u.Program.NodeName(i))
		}
	}
	d := out.Warn(g.Pos, "no tree has a node %q, so asking for it is an error", name)
	d.Hint = diag.DidYouMean(name, names)
	if t.File != nil {
		d.Source = t.File.Line(g.Pos.Line)
	}
}

// checkGuardParams warns about parameters that the guard of a node reads and that the
// node does not have.
func (l *nodeLinker) checkGuardParams(n *trees.Node, out *engine.Node) {
	if out.Guard == nil || out.Behavior != nil && out.Behavior.Missing {
		return
	}
	var have []string
	for _, p := range out.Params {
		have = append(have, p.Name)
	}
	if out.Behavior != nil {
		have = append(have, out.Behavior.Args...)
	}
	for _, name := range luabind.ParamReads(out.Guard) {
		if slices.Contains(have, name) {
			continue
		}
		d := l.problem(n.Guard.Pos, "%s has no parameter %s, so params.%s is nil", out.Name, name, name)
		d.Severity, d.Hint = diag.Warning, diag.DidYouMean(name, have)
	}
}

// checkCases warns about children of a switch that are never chosen.
func (l *nodeLinker) checkCases(n *trees.Node, out *engine.Node) {
	for i, c := range out.Children {
		last := i == len(out.Children)-1
		if !c.Settings.HasCase {
			if !last {
				d := l.problem(n.Children[i].Pos, "%s has no case, so it never runs", n.Children[i].Name)
				d.Severity, d.Hint = diag.Warning, "only the last child stands for all other values"
			}
			continue
		}
		same := func(o *engine.Node) bool { return o.Settings.HasCase && o.Settings.Case.Equal(c.Settings.Case) }
		if first := slices.IndexFunc(out.Children, same); first < i {
			d := l.problem(n.Children[i].Pos, "%s has the same case as %s, so it never runs", n.Children[i].Name, n.Children[first].Name)
			d.Severity = diag.Warning
		}
	}
}

// checkQuotas warns about numbers of children that a composite does not have.
func (l *nodeLinker) checkQuotas(n *trees.Node, k *behaviors.Kind, s *engine.Settings) {
	have := len(n.Children)
	warn := func(what string, want int, effect string) {
		if want > have {
			l.problem(n.NamePos, "%s=%d, but %s has %s, so %s", what, want, k.Name, plural(have, "child", "children"), effect).Severity = diag.Warning
		}
	}
	switch k.Kind {
	case engine.KindParallel:
		warn("success", s.Success, "it never succeeds")
		warn("failure", s.Failure, "it never fails by their number")
	case engine.KindFilter, engine.KindMonitor:
		warn("conditions", s.Count, "all of them are conditions")
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return engine.FormatNumber(float64(n)) + " " + many
}
