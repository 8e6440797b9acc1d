//go:build !luacore

package luabind

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/yuin/gopher-lua/ast"
)

// Names knows the named conditions that an expression may use. Bare names that it
// does not know are fields.
type Names interface {
	// Named returns the expression that a name stands for, where it is written, the
	// whole line for messages, and the names that it may use in turn.
	Named(name string) (source string, pos diag.Pos, line string, scope Names, ok bool)
}

// maxParts bounds the size of an expression, named conditions written out: a few
// of them that use each other twice would make one that never ends.
const maxParts = 2000

// inlined is a named condition that was put in the place of its name.
type inlined struct {
	ast.ExprBase
	spot
	name string
	body ast.Expr
}

// inliner puts named conditions in the place of their names.
type inliner struct {
	runtime  *Runtime
	problems *diag.List
	spot                // of the expression whose names are being looked at
	names    Names      // that it may use
	within   []*inlined // conditions around it, outermost first
	parts    int
	meaning  *strings.Builder // see condition.meaning; each name that is a condition is added
}

// inline returns e with the named conditions in it.
func (n *inliner) inline(e ast.Expr) ast.Expr {
	walkExpr(e, func(e ast.Expr) bool {
		n.parts++
		n.checkCall(e)
		return true
	})
	if n.names == nil {
		return e
	}
	return mapExpr(e, func(e ast.Expr) ast.Expr {
		if name, ok := e.(*ast.IdentExpr); ok {
			return n.named(name)
		}
		return e
	})
}

// checkCall says that a named condition takes no arguments.
func (n *inliner) checkCall(e ast.Expr) {
	call, _ := e.(*ast.FuncCallExpr)
	if call == nil || n.names == nil {
		return
	}
	name, plain := call.Func.(*ast.IdentExpr)
	if !plain {
		return
	}
	if _, _, _, _, ok := n.names.Named(name.Value); ok {
		n.problem(n.problems, "%s is a condition, not a function", name.Value).Hint = "write " + name.Value
	}
}

// named returns what a bare name stands for.
func (n *inliner) named(x *ast.IdentExpr) ast.Expr {
	source, pos, line, scope, ok := n.names.Named(x.Value)
	if !ok || n.problems.Err() != nil {
		return x
	}
	if x.Value == nameParams || n.runtime.hasGlobal(x.Value) {
		n.problem(n.problems, "%s stands for a condition and for what all scripts use", x.Value).Hint = "give the condition another name"
		return x
	}
	c := placed(&inlined{spot: spot{"condition " + x.Value, pos, line}, name: x.Value}, x)
	if n.closesCycle(c) || n.isTooLarge() {
		return x
	}
	e, problems := parseExpr(source, c.spot)
	*n.problems = append(*n.problems, problems...)
	if problems.Err() != nil {
		return x
	}
	n.meaning.WriteString("\n" + x.Value + " = " + source)
	inner := *n
	inner.spot, inner.names, inner.within = c.spot, scope, append(n.within, c)
	c.body = inner.inline(e)
	n.parts = inner.parts
	return c
}

// closesCycle reports a condition that is used in itself.
func (n *inliner) closesCycle(c *inlined) bool {
	for i, around := range n.within {
		if around.name != c.name || around.pos != c.pos {
			continue
		}
		var names []string
		for _, w := range n.within[i:] {
			names = append(names, w.name)
		}
		d := c.problem(n.problems, "it uses itself: %s -> %s", strings.Join(names, " -> "), c.name)
		if len(names) == 1 {
			d.Hint = "give it another name than the field that it reads"
		}
		return true
	}
	return false
}

func (n *inliner) isTooLarge() bool {
	if n.parts <= maxParts {
		return false
	}
	n.problem(n.problems, "more than %d parts, named conditions written out", maxParts).Hint = "use a precondition in a script"
	return true
}
