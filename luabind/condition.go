package luabind

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// condition is a guard. It is evaluated in Go as long as it is made of fields,
// parameters, literals, comparison, arithmetic, logic and the questions about
// the history; anything else runs as a Lua function with the same meaning.
type condition struct {
	runtime *Runtime
	source  string
	pos     diag.Pos
	line    string // the line of the tree file, for messages
	root    expr
	terms   []termExpr
	reads   []string
	lua     luaForm
}

// termExpr is a part of a condition that tools show with its value.
type termExpr struct {
	text string
	expr expr
}

// questions are the functions that a guard may call, besides helpers.
var questions = map[string]int{"ran": 2, "active": 1, "since": 1, "xor": 2}

// questionForms show how they are written.
var questionForms = map[string]string{
	"ran": `ran("name") or ran("name", 3)`, "active": `active("name")`, "since": `since("name")`, "xor": `xor(a, b)`,
}

// Condition compiles the guard source that stands at pos in a tree file; line
// is the whole line, for messages. The list holds one error if it is not a Lua
// expression.
func (r *Runtime) Condition(source string, pos diag.Pos, line string) (engine.Condition, diag.List) {
	e, problems := parseGuard(source, pos, line)
	if problems.Err() != nil {
		return nil, problems
	}
	c := &condition{runtime: r, source: source, pos: pos, line: line, lua: luaForm{source: e, fns: make([]*lua.LFunction, len(r.states))}}
	b := conditionBuilder{c: c}
	c.root = b.build(e)
	b.collect(e)
	if b.err != "" {
		d := problems.Add(pos, "guard %s: %s", source, b.err)
		d.Source, d.Hint = line, b.hint
		return nil, problems
	}
	if c.root == nil {
		if err := c.compileLua(); err != nil {
			d := problems.Add(pos, "guard %s: %v", source, err)
			d.Source = line
			return nil, problems
		}
	}
	return c, problems
}

// Source implements engine.Condition.
func (c *condition) Source() string { return c.source }

// Reads returns the names of the fields that the condition reads, each once.
func (c *condition) Reads() []string { return c.reads }

// Eval implements engine.Condition.
func (c *condition) Eval(ctx *engine.Context) (bool, error) {
	if c.root == nil {
		return c.evalLua(ctx)
	}
	v, err := c.root.eval(ctx)
	switch {
	case err == errNeedsLua:
		return c.evalLua(ctx)
	case err != nil:
		return false, c.fail(err.Error())
	}
	return v.truthy(), nil
}

func (c *condition) fail(message string) *Error {
	return &Error{At: c.pos, Message: "guard " + c.source + ": " + message, Source: c.line}
}

// Terms implements engine.Condition.
func (c *condition) Terms(ctx *engine.Context) []engine.Term {
	var out []engine.Term
	for _, t := range c.terms {
		text := ""
		if v, err := t.expr.eval(ctx); err != nil {
			text = "error: " + err.Error()
		} else {
			text = v.show()
		}
		out = append(out, engine.Term{Text: t.text, Value: text})
	}
	return out
}

// Reads returns the names of the fields that a condition made by a Runtime
// reads.
func Reads(c engine.Condition) []string {
	if r, ok := c.(*condition); ok {
		return r.reads
	}
	return nil
}

// conditionBuilder turns the syntax tree of a guard into an expression.
type conditionBuilder struct {
	c    *condition
	err  string
	hint string
}

// build returns the expression for e, nil if Lua must evaluate it.
func (b *conditionBuilder) build(e ast.Expr) expr {
	switch x := e.(type) {
	case *ast.NilExpr:
		return constant{}
	case *ast.TrueExpr:
		return constant{val{kind: kBool, num: 1}}
	case *ast.FalseExpr:
		return constant{val{kind: kBool}}
	case *ast.NumberExpr:
		return numberConstant(x.Value)
	case *ast.StringExpr:
		return constant{val{kind: kString, str: x.Value}}
	case *ast.IdentExpr:
		return b.ident(x.Value)
	case *ast.AttrGetExpr:
		return b.attr(x)
	case *ast.LogicalOpExpr:
		return pair(b.build(x.Lhs), b.build(x.Rhs), func(l, r expr) expr { return logic{x.Operator == "and", l, r} })
	case *ast.RelationalOpExpr:
		return pair(b.build(x.Lhs), b.build(x.Rhs), func(l, r expr) expr { return compare{x.Operator, l, r} })
	case *ast.ArithmeticOpExpr:
		return pair(b.build(x.Lhs), b.build(x.Rhs), func(l, r expr) expr { return arithmetic{x.Operator[0], l, r} })
	case *ast.UnaryNotOpExpr:
		return one(b.build(x.Expr), func(e expr) expr { return negation{e} })
	case *ast.UnaryMinusOpExpr:
		return one(b.build(x.Expr), func(e expr) expr { return minus{e} })
	case *ast.FuncCallExpr:
		return b.call(x)
	case *ast.FunctionExpr:
		b.err = "a guard cannot define a function; write one in a script, or a precondition"
	}
	return nil
}

func pair(l, r expr, f func(l, r expr) expr) expr {
	if l == nil || r == nil {
		return nil
	}
	return f(l, r)
}

func one(e expr, f func(expr) expr) expr {
	if e == nil {
		return nil
	}
	return f(e)
}

const nameParams = "params"

// ident is a bare name: a field, unless it is params or what Go has bound.
func (b *conditionBuilder) ident(name string) expr {
	if name == nameParams || b.c.runtime.hasGlobal(name) {
		return nil
	}
	return field(name)
}

func (b *conditionBuilder) attr(x *ast.AttrGetExpr) expr {
	key, isName := x.Key.(*ast.StringExpr)
	if base, ok := x.Object.(*ast.IdentExpr); ok && isName && base.Value == nameParams {
		return param(key.Value)
	}
	if !isName {
		return nil
	}
	return one(b.build(x.Object), func(e expr) expr { return index{e, key.Value} })
}

// call is a question about the history; other calls are Lua's.
func (b *conditionBuilder) call(x *ast.FuncCallExpr) expr {
	name, ok := x.Func.(*ast.IdentExpr)
	if !ok || x.Method != "" {
		return nil
	}
	most, known := questions[name.Value]
	if !known {
		b.unknownFunction(name.Value)
		return nil
	}
	if n := len(x.Args); n == 0 || n > most || name.Value == "xor" && n != 2 {
		b.err = fmt.Sprintf("wrong number of arguments, %d; write %s", n, questionForms[name.Value])
		return nil
	}
	args := make([]expr, len(x.Args))
	for i := range x.Args {
		if args[i] = b.build(x.Args[i]); args[i] == nil {
			b.err = fmt.Sprintf("argument %d of %s is too involved; use fields, params and literals", i+1, name.Value)
			return nil
		}
	}
	return question(name.Value, args)
}

func (b *conditionBuilder) unknownFunction(name string) {
	if b.c.runtime.hasGlobal(name) || b.err != "" {
		return
	}
	known := append([]string{"ran", "active", "since", "xor"}, b.c.runtime.Globals()...)
	b.err = fmt.Sprintf("unknown function %s; a guard may call ran, active, since, xor and what Go has bound", name)
	b.hint = diag.DidYouMean(name, known)
}

// collect walks e for the fields it reads and the terms to show.
func (b *conditionBuilder) collect(e ast.Expr) {
	walkExpr(e, func(e ast.Expr) bool {
		built := b.build(e)
		switch x := built.(type) {
		case field:
			b.term(string(x), built)
			b.read(string(x))
		case param:
			b.term("params."+string(x), built)
		case index:
			b.term(x.text(), built)
			b.read(x.base())
			return false
		case ranQuestion, activeQuestion, sinceQuestion:
			b.term(built.(interface{ text() string }).text(), built)
			return false
		}
		return true
	})
}

func (b *conditionBuilder) term(text string, e expr) {
	for _, t := range b.c.terms {
		if t.text == text {
			return
		}
	}
	b.c.terms = append(b.c.terms, termExpr{text, e})
}

func (b *conditionBuilder) read(name string) {
	for _, r := range b.c.reads {
		if r == name {
			return
		}
	}
	if name != "" {
		b.c.reads = append(b.c.reads, name)
	}
}

// unknownNode says that no node of a program has a name, with a suggestion.
func unknownNode(p *engine.Program, name string) string {
	var names []string
	for i := range p.Len() {
		names = append(names, p.NodeName(i))
	}
	s := fmt.Sprintf("tree %s has no node %q", p.Name(), name)
	if hint := diag.DidYouMean(name, names); hint != "" {
		return s + ": " + hint
	}
	return s + " (it has " + strings.Join(names[:min(len(names), 12)], ", ") + ")"
}
