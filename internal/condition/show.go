package condition

import (
	"math"
	"slices"
	"sync"

	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// Term is a part of a condition that tools show with its value.
type Term struct{ Text, Value string }

// part is a part of a condition whose value is shown. Its function is compiled on first use.
type part struct {
	text string
	body *body // the body that contains the part
	file *syntax.File
	expr syntax.Expr
	once sync.Once
	fn   *lua.Function
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
		failed := Error{Words: p.body.compiler.words(e), Inside: inside(e)}
		return "error: " + failed.Error()
	}
	return helper.Show(v)
}

// compile compiles the function. It cannot fail, since the whole condition has been compiled without an error.
func (p *part) compile() {
	if x, ok := p.expr.(*syntax.NameExpr); ok {
		if c := p.body.condition(x.Text); c != nil {
			p.fn = c.fn
			return
		}
	}
	x := p.body.expression()
	x.Text, x.Parsed, x.Part, x.Function = p.text, p.file, p.expr, "part: "+p.text
	x.At = lua.Position{File: p.body.pos.File, Line: p.body.pos.Line, Col: p.body.pos.Col}
	fn, err := lua.CompileExpression(x)
	if err != nil {
		panic("condition: " + err.Error())
	}
	p.fn = fn
}

// shown returns the parts of b that are shown, including the parts of its named conditions.
func (b *body) shown() []*part {
	b.show.Do(func() {
		file, _ := parse(b.text, &b.spot) // parsed again, since keeping the tree would take memory that is seldom needed
		c := collector{b, file}
		walk(file.Expr(), c.collect)
	})
	return b.terms
}

// collector adds the parts of a body that are shown to its terms.
type collector struct {
	*body
	file *syntax.File
}

// collect adds the terms of a part. It reports whether to search the parts of that part, too.
func (b *collector) collect(e syntax.Expr) bool {
	switch x := e.(type) {
	case *syntax.NameExpr:
		if !b.hasValue(x) {
			return false
		}
		b.term(b.part(x))
		if c := b.condition(x.Text); c != nil {
			for _, t := range c.shown() {
				b.term(t)
			}
		}
	case *syntax.IndexExpr:
		if !b.isPath(x) {
			return true
		}
		b.term(b.part(x))
		return false
	case *syntax.CallExpr:
		if b.hasValue(x) {
			b.term(b.part(x))
		}
		f, ok := syntax.Bare(x.X).(*syntax.NameExpr)
		return !ok || x.Colon != 0 || f.Text == xor || f.Text == inForce || questionNamed(f.Text) == nil
	}
	return true
}

func (b *collector) part(e syntax.Expr) *part {
	return &part{text: b.file.Slice(e), body: b.body, file: b.file, expr: e}
}

func (b *body) term(p *part) {
	if !slices.ContainsFunc(b.terms, func(q *part) bool { return q.text == p.text }) {
		b.terms = append(b.terms, p)
	}
}

// isPath reports whether e is a field, a parameter, or an entry with a constant name in one of them.
func (b *body) isPath(e syntax.Expr) bool {
	switch x := e.(type) {
	case *syntax.NameExpr:
		return b.isField(x)
	case *syntax.IndexExpr:
		if _, constant := x.Key.(*syntax.StringExpr); !constant {
			return false
		}
		base, ok := x.X.(*syntax.NameExpr)
		return ok && base.Text == nameParams || b.isPath(x.X)
	}
	return false
}

// hasValue reports whether the value of a name, an entry or a call is shown. Values of the libraries of Lua are not
// shown.
func (b *body) hasValue(e syntax.Expr) bool {
	switch x := e.(type) {
	case *syntax.NameExpr:
		return b.isField(x) || b.condition(x.Text) != nil
	case *syntax.IndexExpr:
		_, constant := x.Key.(*syntax.StringExpr)
		return constant && (b.isPath(x) || b.hasValue(x.X))
	case *syntax.CallExpr:
		if x.Colon != 0 {
			return slices.Contains(b.compiler.methods(nil), x.Method.Text)
		}
		switch f := syntax.Bare(x.X).(type) {
		case *syntax.NameExpr:
			return f.Text != xor && questionNamed(f.Text) != nil
		case *syntax.IndexExpr:
			library, name, ok := b.libraryOf(f)
			if ok {
				_, ok = b.compiler.env.Helper(library, name, 0, math.MaxInt)
			}
			return ok
		}
	}
	return false
}
