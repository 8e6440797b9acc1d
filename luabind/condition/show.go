package condition

import (
	"math"
	"slices"
	"sync"

	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/yuin/gopher-lua/ast"
)

// Term is a part of a condition that tools show with its value.
type Term struct{ Text, Value string }

// part is a part of a condition whose value is shown. Its function is compiled on first use.
type part struct {
	text   string
	body   *body // the body that contains the part
	syntax ast.Expr
	once   sync.Once
	fn     *lua.Function
}

// Terms returns the fields, parameters, named conditions, questions and calls of helpers in the condition, with
// their current values and without duplicates.
func (c *Condition) Terms(s *lua.State, agent, params lua.Value) []Term {
	var out []Term
	for _, p := range c.body.shown() {
		out = append(out, Term{p.text, p.value(s, agent, params)})
	}
	return out
}

// value formats the current value of a part.
func (p *part) value(s *lua.State, agent, params lua.Value) string {
	p.once.Do(p.compile)
	v, err := s.Call1(p.fn, agent, params)
	if e, ok := err.(*lua.Error); ok {
		return "error: " + inside(e) + p.body.compiler.words(e)
	}
	return helper.Show(v)
}

// compile compiles the function. It cannot fail, since the whole condition has been compiled without an error.
func (p *part) compile() {
	if x, ok := p.syntax.(*ast.IdentExpr); ok {
		if c := p.body.condition(x.Value); c != nil {
			p.fn = c.fn
			return
		}
	}
	x := p.body.expression()
	x.Text, x.Syntax, x.Function = p.text, p.syntax, "part: "+p.text
	fn, err := lua.CompileExpression(x)
	if err != nil {
		panic("condition: " + err.Error())
	}
	p.fn = fn
}

// shown returns the parts of b that are shown, including the parts of its named conditions.
func (b *body) shown() []*part {
	b.show.Do(func() {
		syntax, _ := parse(b.text, &b.spot) // parsed again, since keeping the tree would take memory that is seldom needed
		walk(syntax, b.collect)
	})
	return b.terms
}

// collect adds the terms of a part. It reports whether to search the parts of that part, too.
func (b *body) collect(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.IdentExpr:
		if !b.hasValue(x) {
			return false
		}
		b.term(&part{text: x.Value, body: b, syntax: x})
		if c := b.condition(x.Value); c != nil {
			for _, t := range c.shown() {
				b.term(t)
			}
		}
	case *ast.AttrGetExpr:
		if !b.isPath(x) {
			return true
		}
		b.term(b.part(x))
		return false
	case *ast.FuncCallExpr:
		if b.hasValue(x) {
			b.term(b.part(x))
		}
		f, ok := x.Func.(*ast.IdentExpr)
		return !ok || f.Value == xor || f.Value == inForce || questionNamed(f.Value) == nil
	}
	return true
}

func (b *body) part(e ast.Expr) *part { return &part{text: unparse(e), body: b, syntax: e} }

func (b *body) term(p *part) {
	if !slices.ContainsFunc(b.terms, func(q *part) bool { return q.text == p.text }) {
		b.terms = append(b.terms, p)
	}
}

// isPath reports whether e is a field, a parameter, or an entry with a constant name in one of them.
func (b *body) isPath(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.IdentExpr:
		return b.isField(x)
	case *ast.AttrGetExpr:
		if _, constant := x.Key.(*ast.StringExpr); !constant {
			return false
		}
		base, ok := x.Object.(*ast.IdentExpr)
		return ok && base.Value == nameParams || b.isPath(x.Object)
	}
	return false
}

// hasValue reports whether the value of a name, an entry or a call is shown. Values of the libraries of Lua are not
// shown.
func (b *body) hasValue(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.IdentExpr:
		return b.isField(x) || b.condition(x.Value) != nil
	case *ast.AttrGetExpr:
		_, constant := x.Key.(*ast.StringExpr)
		return constant && (b.isPath(x) || b.hasValue(x.Object))
	case *ast.FuncCallExpr:
		switch f := x.Func.(type) {
		case nil:
			return slices.Contains(b.compiler.methods(nil), x.Method)
		case *ast.IdentExpr:
			return f.Value != xor && questionNamed(f.Value) != nil
		case *ast.AttrGetExpr:
			library, name, ok := b.libraryOf(f)
			if ok {
				_, ok = b.compiler.env.Helper(library, name, 0, math.MaxInt)
			}
			return ok
		}
	}
	return false
}
