package condition

import (
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/luabind/lua"
)

// body is the compiled text of a condition or of a named condition.
type body struct {
	spot
	compiler *Compiler
	text     string
	fn       *lua.Function
	names    []name // names in the text, in its order, without duplicates
	size     int    // number of parts, including those of named conditions

	reads, asks, channels, params []string // names used, including those of named conditions
	usesParams                    bool

	show  sync.Once // computes terms
	terms []*part   // parts to show; see shown

	read sync.Once // computes uses
	uses lint.Terms
}

// name is a bare name in a body that is not called.
type name struct {
	text string
	body *body // the named condition; nil if the name is not one
}

// condition returns the named condition that a bare name refers to, nil if there is none.
func (b *body) condition(text string) *body {
	for i := range b.names {
		if b.names[i].text == text {
			return b.names[i].body
		}
	}
	return nil
}

// same reports whether two texts are equal and their names have the same meaning.
func (b *body) same(o *body) bool {
	return b == o || b.text == o.text && slices.EqualFunc(b.names, o.names, func(x, y name) bool {
		return x.text == y.text && (x.body == nil) == (y.body == nil) && (x.body == nil || x.body.same(y.body))
	})
}

// maxParts bounds the size of an expression, including its named conditions. A few named conditions, each of which
// uses the next one twice, would make an expression of exponential size.
const maxParts = 2000

// maxNested bounds the length of a chain of named conditions, each of which uses the next one. Each of them is a
// call.
const maxNested = 100

// namedKey identifies a named condition in the cache. The names in its text may also have changed their meaning;
// see resolver.holds.
type namedKey struct {
	name, text, line string
	pos              diag.Pos
}

// resolver compiles a text and the named conditions in it.
type resolver struct {
	compiler *Compiler
	problems diag.List
	within   []namedKey // named conditions that contain the text, outermost first
}

// compile compiles a text with the names that it may use. It returns nil if there is a problem.
func (r *resolver) compile(text string, at spot, names Names) *body {
	file, problems := parse(text, &at)
	r.problems = append(r.problems, problems...)
	if file == nil {
		return nil
	}
	b := &body{spot: at, compiler: r.compiler, text: text}
	r.resolve(b, file.Expr(), names)
	if len(r.within) == 0 || names != nil { // the value of a parameter of a tree is a constant
		warnOfConstant(b, file, &r.problems)
	}
	if r.problems.Err() == nil {
		check(b, file, &r.problems)
	}
	if r.problems.Err() == nil {
		r.generate(b, file)
	}
	if r.problems.Err() != nil {
		return nil
	}
	return b
}

// resolve resolves the names in b.
func (r *resolver) resolve(b *body, whole syntax.Expr, names Names) {
	walk(whole, func(e syntax.Expr) bool {
		b.size++
		switch x := e.(type) {
		case *syntax.NameExpr:
			var c *body
			if i := slices.IndexFunc(b.names, func(n name) bool { return n.text == x.Text }); i >= 0 {
				c = b.names[i].body
			} else if r.problems.Err() == nil {
				c = r.named(x.Text, names, b)
				b.names = append(b.names, name{x.Text, c})
			}
			if c != nil {
				b.size = min(b.size+c.size, maxParts+1)
			}
		case *syntax.CallExpr:
			r.checkCall(x, names, b)
		}
		return true
	})
	if b.size > maxParts && r.problems.Err() == nil {
		b.problem(&r.problems, message.ConditionTooLong(maxParts))
	}
}

// checkCall reports a call of a named condition, which takes no arguments.
func (r *resolver) checkCall(call *syntax.CallExpr, names Names, b *body) {
	x, plain := syntax.Bare(call.X).(*syntax.NameExpr)
	if !plain || call.Colon != 0 || names == nil || r.problems.Err() != nil {
		return
	}
	if _, _, _, _, ok := names.Named(x.Text); ok {
		b.problem(&r.problems, message.ConditionCalled(x.Text))
	}
}

// named returns the named condition that a bare name in b refers to. It returns nil if there is none or if there is
// a problem.
func (r *resolver) named(text string, names Names, b *body) *body {
	if names == nil {
		return nil
	}
	source, pos, line, scope, ok := names.Named(text)
	if !ok {
		return nil
	}
	if text == nameParams || !r.compiler.global(text).IsNil() {
		b.problem(&r.problems, message.ConditionNamedLikeGlobal(text))
		return nil
	}
	key := namedKey{text, source, line, pos}
	at := spot{namedPrefix + text, pos, line}
	if r.closesCycle(key, &at) {
		return nil
	}
	if len(r.within) == maxNested {
		at.problem(&r.problems, message.ConditionsNestedTooDeep(maxNested, text))
		return nil
	}
	r.within = append(r.within, key)
	defer func() { r.within = r.within[:len(r.within)-1] }()
	if old := r.compiler.named[key].Value(); old != nil && r.holds(old, scope) {
		return old
	}
	before := len(r.problems)
	c := r.compile(source, at, scope)
	if c != nil && len(r.problems) == before { // a text with a warning is compiled each time, to repeat the warning
		r.compiler.keep(key, c)
	}
	return c
}

// holds reports whether the names in b still have the meaning that they had when b was compiled.
func (r *resolver) holds(b *body, scope Names) bool {
	for _, n := range b.names {
		if r.named(n.text, scope, b) != n.body {
			return false
		}
	}
	return r.problems.Err() == nil
}

// keep adds a named condition to the cache. From time to time it removes entries that are no longer used.
func (c *Compiler) keep(key namedKey, b *body) {
	if len(c.named) >= 2*c.swept+64 {
		for k, p := range c.named {
			if p.Value() == nil {
				delete(c.named, k)
			}
		}
		c.swept = len(c.named)
	}
	c.named[key] = weak.Make(b)
}

// closesCycle reports whether a condition uses itself, and adds the problem.
func (r *resolver) closesCycle(key namedKey, at *spot) bool {
	i := slices.Index(r.within, key)
	if i < 0 {
		return false
	}
	var names []string
	for _, w := range r.within[i:] {
		names = append(names, w.name)
	}
	d := at.problem(&r.problems, message.ConditionUsesItself(key.name, strings.Join(append(names, key.name), " -> ")))
	if i+1 == len(r.within) {
		d.Advise(message.RenameCondition())
	}
	return true
}

const (
	nameParams  = "params"
	namedPrefix = "condition " // prefix of the name of a named condition in messages
)

// parameters are the parameters of the function of a condition. The name of the agent is not a valid identifier, so
// that it hides no field.
var parameters = []string{"(agent)", nameParams}

// generate compiles the function.
func (r *resolver) generate(b *body, file *syntax.File) {
	x := b.expression()
	x.Text, x.Parsed = b.text, file
	x.At = lua.Position{File: b.pos.File, Line: b.pos.Line, Col: b.pos.Col}
	x.Function = b.called()
	if !b.isNamed() {
		x.Function += ": " + b.text // so that it does not begin with namedPrefix
	}
	if of := b.compiler.env.Outcomes; of != nil && b.isNamed() {
		x.Outcomes = of(b.pos, b.text)
	}
	fn, err := lua.CompileExpression(x)
	if err != nil {
		b.problem(&r.problems, problemWords(err))
		return
	}
	b.fn = fn
}

// expression returns the meaning of the names in b, for compiling parts of it.
func (b *body) expression() lua.Expression {
	return lua.Expression{Source: lua.Source{Name: b.pos.File}, Params: parameters, Free: b.free}
}

func (b *body) free(name string, called bool) lua.Free {
	if fn, ok := b.compiler.questions[name]; called && ok {
		return lua.FreeValue(fn)
	}
	if c := b.condition(name); c != nil {
		return lua.FreeCall(c.fn)
	}
	if v := b.compiler.global(name); called || !v.IsNil() {
		return lua.FreeValue(v)
	}
	return lua.FreeField()
}
