package assets

import (
	"errors"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/trees"
)

// guard is a compiled guard or expression. It is kept as long as the names in it have the same meaning.
type guard struct {
	expr     engine.Expression
	problems diag.List
	deps     []lookup
}

// expressions are the compiled expressions of a round.
type expressions struct {
	placed  map[guardKey]guard
	last    map[guardKey]*keptGuard // see lastGuard; nil until needed
	sources map[sourceKey]sourced
}

func newExpressions() expressions {
	return expressions{placed: map[guardKey]guard{}, sources: map[sourceKey]sourced{}}
}

// guardKey identifies an expression by its place and by the values of its tree's parameters there.
type guardKey struct {
	source *trees.Guard
	args   string
}

// guard compiles the guard of a node.
func (l *nodeLinker) guard(n *trees.Node) engine.Expression {
	if n.Guard == nil {
		return nil
	}
	return l.expression(n.Guard, "")
}

// expression returns the compiled form of an expression, or its last compiled form if the names in it still have the
// same meaning. For what, see condition.Source. A missing expression was reported when the file was parsed.
func (l *nodeLinker) expression(g *trees.Guard, what string) engine.Expression {
	if g == nil {
		return missingExpression
	}
	s := l.linker.scopeOf(l.tree.File)
	s.args = l.args
	key := guardKey{g, l.args.key()}
	c, ok := l.linker.exprs.placed[key]
	if !ok {
		if c, ok = l.lastGuard(key); !ok || !s.same(c.deps) {
			if c, ok = l.seenBefore(g, what, s); !ok {
				c = l.compile(g, what, s)
			}
		}
		l.linker.exprs.placed[key] = c
	}
	l.linker.openRecord().keep(keptGuard{key, c})
	*l.problems = append(*l.problems, c.problems...)
	return c.expr
}

// field compiles the field for which a parameter stands. No name of the tree hides it.
func (l *nodeLinker) field(g *trees.Guard) engine.Expression {
	key := guardKey{g, fieldArgs}
	c, ok := l.linker.exprs.placed[key]
	if !ok {
		if c, ok = l.lastGuard(key); !ok {
			c.expr, c.problems = l.m.o.Runtime.Expression(condition.Source{Text: g.Source, What: condition.Value, Pos: g.Pos, Line: l.source(g.Pos)})
		}
		l.linker.exprs.placed[key] = c
	}
	l.linker.openRecord().keep(keptGuard{key, c})
	return c.expr
}

// fieldArgs stands in a guardKey for the arguments of a tree.
const fieldArgs = "$"

// readField notes that a parameter reads a field, if g is one.
func (l *nodeLinker) readField(g *trees.Guard) {
	if g != nil && g.Field {
		l.field(g)
	}
}

func (l *nodeLinker) compile(g *trees.Guard, what string, s *scope) (c guard) {
	line := l.source(g.Pos)
	c.expr, c.problems = l.m.o.Runtime.Expression(condition.Source{Text: g.Source, What: what, Pos: g.Pos, Line: line, Names: s})
	c.problems = append(c.problems, s.clashes(g.Pos, line)...)
	if c.problems.Err() != nil {
		c.expr = broken(g, c.problems)
	}
	c.deps = *s.deps
	l.noteSource(g, what, s, c)
	return c
}

// lastGuard returns the compiled form that an expression had when its tree was last linked. ok is false if there
// is none. If several records have the expression, they have the same form. Few saves link a tree that existed
// before, so the map is made when it is first needed.
func (l *nodeLinker) lastGuard(key guardKey) (c guard, ok bool) {
	if kept := l.linker.guards[key]; kept != nil {
		return kept.guard, true
	}
	if last := l.m.last.linker; last == nil || !last.has(l.tree) {
		return c, false
	}
	if l.linker.exprs.last == nil {
		l.linker.exprs.last = keptGuards(l.m.last.records)
	}
	if kept := l.linker.exprs.last[key]; kept != nil {
		return kept.guard, true
	}
	return c, false
}

func keptGuards(records map[recordKey]*record) map[guardKey]*keptGuard {
	n := 0
	for _, rec := range records {
		n += len(rec.guards)
	}
	out := make(map[guardKey]*keptGuard, n)
	for _, rec := range records {
		for i := range rec.guards {
			out[rec.guards[i].key] = &rec.guards[i]
		}
	}
	return out
}

// sourceKey identifies an expression by its text, in any place. For what, see condition.Source.
type sourceKey struct{ what, source, args string }

// sourced is an expression that was compiled in this round, with its file.
type sourced struct {
	guard
	own *trees.File
}

// noteSource records an expression for other places with the same text. Many trees contain the same few
// conditions, and parsing takes most of the time of compiling.
func (l *nodeLinker) noteSource(g *trees.Guard, what string, s *scope, c guard) {
	if len(c.problems) == 0 {
		l.linker.exprs.sources[sourceKey{what, g.Source, l.args.key()}] = sourced{c, s.own}
	}
}

// seenBefore returns an expression that was compiled for another place, if the names in it have the same meaning
// here. Otherwise ok is false.
func (l *nodeLinker) seenBefore(g *trees.Guard, what string, s *scope) (c guard, ok bool) {
	found, ok := l.linker.exprs.sources[sourceKey{what, g.Source, l.args.key()}]
	if !ok {
		return c, false
	}
	asked := slices.Clone(found.deps)
	for i := range asked {
		if q := &asked[i]; q.own == found.own {
			q.own = s.own
			if cond, also, _ := s.find(q.name); cond != q.cond || also != q.also {
				return c, false
			}
		}
	}
	c.deps = asked
	c.expr = l.m.o.Runtime.Moved(found.expr, what, g.Pos, l.source(g.Pos))
	return c, true
}

// brokenGuard replaces an expression that could not be compiled. It raises an error whenever it is evaluated.
// Without it, a node that lost its guard would run when it must not, and a switch would take a branch by a value
// that was never computed.
type brokenGuard struct {
	source string
	err    error
}

// missingExpression replaces an expression that is missing in the file.
var missingExpression = &brokenGuard{err: errors.New("the node has no expression; see bough check")}

// broken returns a replacement for an expression with problems, which have been reported.
func broken(g *trees.Guard, problems diag.List) *brokenGuard {
	return &brokenGuard{g.Source, brokenError{problems.Errors()[0]}}
}

// brokenError is the error that a brokenGuard raises: the problem for which it could not be compiled.
type brokenError struct{ problem diag.Diagnostic }

// Error returns the complete text of the problem.
func (e brokenError) Error() string { return e.problem.Error() }

// Pos returns the position of the problem.
func (e brokenError) Pos() diag.Pos { return e.problem.Pos }

// Diagnostic returns the problem.
func (e brokenError) Diagnostic() diag.Diagnostic { return e.problem }

// Eval implements engine.Expression.
func (g *brokenGuard) Eval(*engine.Context) (bool, error) { return false, g.err }

// Value implements engine.Expression.
func (g *brokenGuard) Value(*engine.Context) (value.Value, error) { return value.Value{}, g.err }

// Source implements engine.Expression.
func (g *brokenGuard) Source() string { return g.source }

// Terms implements engine.Expression.
func (g *brokenGuard) Terms(*engine.Context) []engine.Term { return nil }
