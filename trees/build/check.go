package build

import (
	"errors"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// kind returns the kind of a node, or nil for a behavior, an inclusion, a slot or an override.
func (n *Node) kind() *behaviors.Kind {
	if n.node.Include || n.node.Slot || n.node.Override {
		return nil
	}
	return behaviors.KindNamed(n.node.Name)
}

// checkKind reports the problems of a node that belongs to a kind.
func (n *Node) checkKind(problems *diag.List) {
	k := n.kind()
	if k == nil {
		return
	}
	pos := n.node.Pos
	least, most := k.Kind.Children()
	if w, wrong := message.ChildCount(k.Name, len(n.children), least, most, func(i int) string { return n.children[i].node.Name }); wrong {
		problems.Add(pos, w)
	}
	if len(n.node.Args) > k.Positional {
		problems.Add(pos, message.SurplusValue(k.Positional, len(n.node.Args), k.Name)).Advise(k.Suggest(""))
		return
	}
	given := map[string]bool{}
	for i, a := range n.node.Args {
		given[k.Params[i].Name] = true
		check(&k.Params[i], a.Value, a.Ref || a.Expr != nil, a.Pos, problems)
	}
	for _, p := range n.node.Params {
		switch q := k.Param(p.Name); {
		case q == nil && !k.Fields && !isChildParam(p.Name):
			problems.Add(p.Pos, message.UnknownParameter(p.Name, k.Name)).Advise(k.Suggest(p.Name))
		case q != nil && given[p.Name]:
			problems.Add(p.Pos, message.ParameterGivenTwice(p.Name))
		case q != nil:
			given[p.Name] = true
			check(q, p.Value, p.Ref || p.Expr != nil, p.Pos, problems)
		}
	}
	for i := range k.Params {
		if p := &k.Params[i]; p.Required && !given[p.Name] {
			problems.Add(pos, message.MissingParameter(k.ExampleLine(), p.Name, k.Name))
		}
	}
}

// check reports the problems of a value for a parameter. later is set if the value is not known: for a reference to a
// parameter of the tree, and for an expression, which trees.Validate checks.
func check(p *behaviors.Param, v value.Value, later bool, pos diag.Pos, problems *diag.List) {
	if later {
		return
	}
	var w diag.Words
	if errors.As(p.Set(new(engine.Settings), v), &w) {
		problems.Add(pos, w)
	}
}

// isChildParam reports whether a kind defines a parameter with that name for its children.
func isChildParam(name string) bool {
	for i := range behaviors.Kinds {
		if behaviors.Kinds[i].ChildParam(name) != nil {
			return true
		}
	}
	return false
}
