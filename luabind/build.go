//go:build !luacore

package luabind

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// builder turns the syntax tree of a condition into an expression. It reports what
// would be an error whatever the values are.
type builder struct {
	spot            // of the part that is looked at
	head     string // what messages call it
	c        *condition
	built    *memo
	problems *diag.List
}

// memo keeps what parts of a condition were built to; nil if Lua must evaluate one. Most
// conditions have so few parts that a map would cost more than looking at each.
type memo struct {
	parts []ast.Expr
	exprs []expr
	many  map[ast.Expr]expr
}

const fewParts = 32

func (m *memo) get(e ast.Expr) (x expr, ok bool) {
	for i, p := range m.parts {
		if p == e {
			return m.exprs[i], true
		}
	}
	x, ok = m.many[e]
	return x, ok
}

func (m *memo) put(e ast.Expr, x expr) {
	if len(m.parts) < fewParts {
		m.parts, m.exprs = append(m.parts, e), append(m.exprs, x)
		return
	}
	if m.many == nil {
		m.many = map[ast.Expr]expr{}
	}
	m.many[e] = x
}

// finish fills in what the condition is made of.
func (b *builder) finish(e ast.Expr) {
	b.c.root = b.build(e)
	b.collect(e)
	b.c.form = b.form(e)
}

// problem reports the first thing that is wrong.
func (b *builder) problem(format string, args ...any) *diag.Diagnostic {
	if b.problems.Err() != nil {
		return &diag.Diagnostic{}
	}
	d := b.problems.Add(b.pos, "%s: %s", b.head, fmt.Sprintf(format, args...))
	d.Source = b.line
	return d
}

// build returns the expression for e, nil if Lua must evaluate it.
func (b *builder) build(e ast.Expr) expr {
	if x, ok := b.built.get(e); ok {
		return x
	}
	x := b.make(e)
	b.built.put(e, x)
	return x
}

func (b *builder) make(e ast.Expr) expr {
	switch x := e.(type) {
	case *inlined:
		return b.named(x)
	case *ast.NilExpr:
		return constant{}
	case *ast.TrueExpr:
		return constant{boolVal(true)}
	case *ast.FalseExpr:
		return constant{boolVal(false)}
	case *ast.NumberExpr:
		return numberConstant(x.Value)
	case *ast.StringExpr:
		return constant{stringVal(x.Value)}
	case *ast.IdentExpr:
		return b.ident(x.Value)
	case *ast.AttrGetExpr:
		return b.attr(x)
	case *ast.FuncCallExpr:
		return b.call(x)
	case *ast.FunctionExpr:
		b.problem("a guard cannot define a function; write one in a script, or a precondition")
	case *ast.LogicalOpExpr, *ast.RelationalOpExpr, *ast.ArithmeticOpExpr, *ast.UnaryNotOpExpr, *ast.UnaryMinusOpExpr:
		return b.operation(e)
	}
	return nil
}

func (b *builder) operation(e ast.Expr) expr {
	var operands []expr
	for _, part := range parts(e) {
		o := b.build(*part)
		if o == nil {
			return nil
		}
		operands = append(operands, o)
	}
	switch x := e.(type) {
	case *ast.LogicalOpExpr:
		if x.Operator == "and" {
			return and{operands[0], operands[1]}
		}
		return or{operands[0], operands[1]}
	case *ast.RelationalOpExpr:
		return newCompare(comparisons[x.Operator], operands[0], operands[1])
	case *ast.ArithmeticOpExpr:
		return newArithmetic(x.Operator[0], operands[0], operands[1])
	case *ast.UnaryNotOpExpr:
		return negation{operands[0]}
	case *ast.UnaryMinusOpExpr:
		return newMinus(operands[0])
	}
	return nil
}

func (b *builder) named(x *inlined) expr {
	if body := b.inside(x).build(x.body); body != nil {
		return &namedExpr{x.name, body}
	}
	return nil
}

// inside returns a builder for the body of a named condition.
func (b *builder) inside(x *inlined) *builder {
	inner := *b
	inner.spot, inner.head = x.spot, x.what
	return &inner
}

const nameParams = "params"

// ident is a bare name: a field, unless it is params or what Go has bound.
func (b *builder) ident(name string) expr {
	if name == nameParams || b.c.runtime.hasGlobal(name) {
		return nil
	}
	return field(name)
}

func (b *builder) attr(x *ast.AttrGetExpr) expr {
	key, isName := x.Key.(*ast.StringExpr)
	if !isName {
		return nil
	}
	if base, ok := x.Object.(*ast.IdentExpr); ok {
		if base.Value == nameParams {
			if !slices.Contains(b.c.params, key.Value) {
				b.c.params = append(b.c.params, key.Value)
			}
			return param{key.Value, nameParams + "." + key.Value}
		}
		if base.Value == "agent" {
			b.problem("agent is not known here, since fields stand by themselves").Hint = "write " + key.Value
		}
		b.member(base.Value, key.Value)
	}
	of := b.build(x.Object)
	if of == nil {
		return nil
	}
	i := index{of: of, name: key.Value}
	if text := textOf(of); text != "" && !isNamed(of) {
		i.text = text + "." + key.Value
	}
	return i
}

func isNamed(e expr) bool {
	_, ok := e.(*namedExpr)
	return ok
}

// member reports a name that a library does not have.
func (b *builder) member(library, name string) {
	t, ok := b.c.runtime.loader.globals.RawGetString(library).(*lua.LTable)
	if !ok || targetOf(t).RawGetString(name) != lua.LNil {
		return
	}
	d := b.problem("%s has no %s", library, name)
	if s := diag.Suggest(name, keys(t)); s != "" {
		d.Hint = "did you mean " + library + "." + s + "?"
	}
}

// call is a call of a helper, or a question about the history; others are Lua's.
func (b *builder) call(x *ast.FuncCallExpr) expr {
	if x.Method != "" {
		return nil
	}
	switch f := x.Func.(type) {
	case *ast.IdentExpr:
		return b.question(f.Value, x.Args)
	case *ast.AttrGetExpr:
		return b.helper(f, x.Args)
	}
	return nil
}

func (b *builder) question(name string, args []ast.Expr) expr {
	q, known := questions[name]
	if !known {
		b.unknownFunction(name)
		return nil
	}
	if n := len(args); n < q.least || n > q.most {
		b.problem("wrong number of arguments, %d; write %s", n, q.form)
		return nil
	}
	if name != "xor" && !b.checkQuestion(name, args) {
		return nil
	}
	if in := b.arguments(args); in != nil {
		return question(name, in)
	}
	return nil
}

// checkQuestion checks the arguments of a question on the history, as far as they are
// written out.
func (b *builder) checkQuestion(name string, args []ast.Expr) bool {
	switch x := args[0].(type) {
	case *ast.StringExpr:
		if name == inForce { // a channel
			return true
		}
		if !slices.Contains(b.c.asks, x.Value) {
			b.c.asks = append(b.c.asks, x.Value)
		}
	case *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr:
		what := "node"
		if name == inForce {
			what = "channel"
		}
		b.problem("%s wants the name of a %s in quotes; write %s", name, what, questions[name].form)
		return false
	}
	if len(args) < 2 || !isNoAge(args[1]) {
		return true
	}
	b.problem("%s(%s, %s): the second is how many ticks ago, 1 or more; write %s", name, unparse(args[0]), unparse(args[1]), questions[name].form)
	return false
}

// isNoAge tells whether an expression is written out and no number of ticks.
func isNoAge(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.NumberExpr:
		n, ok := parseNumber(x.Value)
		return ok && (n < 1 || n != math.Trunc(n))
	case *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.UnaryMinusOpExpr:
		return true
	}
	return false
}

func (b *builder) unknownFunction(name string) {
	if b.c.runtime.hasGlobal(name) {
		return
	}
	b.problem("unknown function %s; a guard may call %s, Lua's libraries and what Go has bound", name, strings.Join(questionNames, ", ")).
		Hint = diag.DidYouMean(name, slices.Concat(questionNames, b.c.runtime.Globals()))
}

// warnOfDraw warns about a yes or no that is drawn anew in each tick, as the check of
// scripts does for preconditions.
func (b *builder) warnOfDraw() {
	d := b.problems.Warn(b.pos, "%s: math.random answers anew in each tick, also while the node is active", b.head)
	d.Source, d.Hint = b.line, "the decorator chance above the node draws only while its child is not active"
}

// helper is a call of a function that Go has bound, as geom.distance.
func (b *builder) helper(f *ast.AttrGetExpr, args []ast.Expr) expr {
	b.build(f) // reports a name that does not exist
	space, ok := f.Object.(*ast.IdentExpr)
	name, isName := f.Key.(*ast.StringExpr)
	if !ok || !isName {
		return nil
	}
	if b.what == whatGuard && space.Value == "math" && name.Value == "random" {
		b.warnOfDraw()
	}
	h := b.c.runtime.registry.helper(space.Value, name.Value)
	if h == nil {
		return nil
	}
	if in := b.arguments(args); in != nil {
		return newCall(space.Value, h, in)
	}
	return nil
}

// arguments builds arguments, nil if Lua must. A call at the end may give it more than
// one value, or none.
func (b *builder) arguments(args []ast.Expr) []expr {
	in := make([]expr, len(args))
	for i := range args {
		if in[i] = b.build(args[i]); in[i] == nil {
			return nil
		}
	}
	if len(args) > 0 && !b.givesOne(args[len(args)-1]) {
		return nil
	}
	return in
}

// givesOne tells whether an argument is exactly one value.
func (b *builder) givesOne(e ast.Expr) bool {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok || call.AdjustRet {
		return true
	}
	f, ok := call.Func.(*ast.AttrGetExpr)
	if !ok {
		return true // a question
	}
	space, name := f.Object.(*ast.IdentExpr), f.Key.(*ast.StringExpr)
	return b.c.runtime.registry.helper(space.Value, name.Value).results() == 1
}

// collect walks e for the fields it reads and the terms to show.
func (b *builder) collect(e ast.Expr) {
	walkExpr(e, func(e ast.Expr) bool {
		if x, ok := e.(*inlined); ok {
			b.term(term{x.name, b.build(x)})
			b.inside(x).collect(x.body)
			return false
		}
		return b.collectPart(e)
	})
}

// collectPart tells whether the parts of e are to be looked at too.
func (b *builder) collectPart(e ast.Expr) bool {
	built := b.build(e)
	switch x := built.(type) {
	case field:
		b.term(term{string(x), built})
		b.read(string(x))
		return false
	case index:
		if x.text == "" {
			return true
		}
		b.term(term{x.text, built})
		b.read(x.base())
		return false
	case param, ranQuestion, activeQuestion, sinceQuestion:
		b.term(term{unparse(e), built})
		return false
	case xor:
		return true
	}
	if _, ok := e.(*ast.FuncCallExpr); ok {
		b.term(term{unparse(e), built})
	}
	return true
}

func (b *builder) term(t term) {
	if t.expr == nil || slices.ContainsFunc(b.c.terms, func(u term) bool { return u.text == t.text }) {
		return
	}
	b.c.terms = append(b.c.terms, t)
}

func (b *builder) read(name string) {
	if name != "" && !slices.Contains(b.c.reads, name) {
		b.c.reads = append(b.c.reads, name)
	}
}
