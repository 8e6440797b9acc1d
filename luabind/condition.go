//go:build !luacore

package luabind

import (
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	lua "github.com/yuin/gopher-lua"
)

// condition is an expression of a tree file: a guard, a condition, what a switch
// looks at. It is evaluated in Go as long as it is made of fields, parameters,
// literals, comparison, arithmetic, logic, questions about the history and calls of
// helpers; anything else runs as a Lua function with the same meaning.
type condition struct {
	spot
	runtime *Runtime
	source  string
	meaning string // the source, with the conditions that names in it stand for
	root    expr   // nil if Lua must evaluate it
	terms   []term
	form    form
	reads   []string
	asks    []string // names of nodes in questions on the history
	params  []string // of the node, that are read
	lua     *luaForm
}

// term is a part of a condition that tools show with its value.
type term struct {
	text string
	expr expr
}

// What messages call an expression; a named condition is called by its name.
const (
	whatGuard      = "guard"
	whatCondition  = "condition"
	whatExpression = "expression"
)

// whatIs tells a guard, which stands behind when, from the condition of a node or one
// that is being given a name.
func whatIs(pos diag.Pos, line string) string {
	what, col := whatGuard, 0
	for at := range line {
		if col++; col == pos.Col {
			line = line[:at]
			break
		}
	}
	for word := range strings.FieldsSeq(line) {
		if word == "when" {
			return whatGuard
		}
		what = whatCondition
	}
	return what
}

// Condition compiles the condition source that stands at pos in a tree file; line is
// the whole line, for messages. Names may be nil. The condition is nil if the list
// holds an error.
func (r *Runtime) Condition(source string, pos diag.Pos, line string, names Names) (engine.Condition, diag.List) {
	c, problems := r.compile(source, spot{whatIs(pos, line), pos, line}, names)
	if c == nil {
		return nil, problems
	}
	return c, problems
}

// Moved returns a condition that Condition made, as it is where the same source stands
// again and its names mean the same.
func (r *Runtime) Moved(c engine.Condition, pos diag.Pos, line string) engine.Condition {
	return c.(*condition).moved(spot{whatIs(pos, line), pos, line})
}

// MovedExpression is Moved for what Expression made.
func (r *Runtime) MovedExpression(e engine.Expression, pos diag.Pos, line string) engine.Expression {
	return e.(*condition).moved(spot{whatExpression, pos, line})
}

func (c *condition) moved(to spot) *condition {
	moved := *c
	moved.spot = to
	return &moved
}

// Expression is Condition for an expression whose value matters.
func (r *Runtime) Expression(source string, pos diag.Pos, line string, names Names) (engine.Expression, diag.List) {
	c, problems := r.compile(source, spot{whatExpression, pos, line}, names)
	if c == nil {
		return nil, problems
	}
	return c, problems
}

func (r *Runtime) compile(source string, at spot, names Names) (*condition, diag.List) {
	e, problems := parseExpr(source, at)
	if problems.Err() != nil {
		return nil, problems
	}
	in := inliner{runtime: r, problems: &problems, spot: at, names: names, meaning: new(strings.Builder)}
	in.meaning.WriteString(source)
	e = in.inline(e)
	if problems.Err() != nil {
		return nil, problems
	}
	c := &condition{spot: at, runtime: r, source: source, meaning: in.meaning.String(), lua: &luaForm{source: e, fns: make([]*lua.LFunction, len(r.states))}}
	b := builder{spot: at, head: at.what + " " + source, c: c, built: &memo{}, problems: &problems}
	b.finish(e)
	if problems.Err() == nil && c.root == nil {
		if err := c.compileLua(); err != nil {
			problems.Add(at.pos, "%s %s: %v", at.what, source, err).Source = at.line
		}
	}
	if problems.Err() != nil {
		return nil, problems
	}
	return c, problems
}

// Source implements engine.Condition and engine.Expression.
func (c *condition) Source() string { return c.source }

// Same reports whether another condition means the same: it has the same text, and the names
// in it stand for the same. See engine.Condition.
func (c *condition) Same(other engine.Condition) bool {
	o, ok := other.(*condition)
	return ok && c.runtime == o.runtime && c.meaning == o.meaning
}

// Eval implements engine.Condition.
func (c *condition) Eval(ctx *engine.Context) (bool, error) {
	if c.root == nil {
		v, err := c.byLua(ctx)
		return lua.LVAsBool(v), err
	}
	yes, err := c.root.test(ctx, fieldTable(ctx))
	if err == nil {
		return yes, nil
	}
	if err == errNeedsLua {
		v, err := c.byLua(ctx)
		return lua.LVAsBool(v), err
	}
	return false, c.failed(err)
}

// Value implements engine.Expression.
func (c *condition) Value(ctx *engine.Context) (engine.Value, error) {
	v, err := c.value(ctx)
	if err != nil {
		return engine.Value{}, err
	}
	switch v.kind {
	case kNumber:
		return engine.Number(v.num), nil
	case kBool:
		return engine.Bool(v.num != 0), nil
	case kString:
		return c.runtime.states[ctx.Worker()].word(v.str), nil
	}
	return fieldValue(v.lua()), nil
}

func (c *condition) value(ctx *engine.Context) (val, error) {
	err := errNeedsLua
	if c.root != nil {
		var v val
		if v, err = c.root.eval(ctx, fieldTable(ctx)); err == nil {
			return v, nil
		}
	}
	if err == errNeedsLua {
		v, err := c.byLua(ctx)
		return toVal(v), err
	}
	return val{}, c.failed(err)
}

// maxWords bounds how many strings a state keeps as values.
const maxWords = 1000

// word returns a string as a value. Those that come again, as the states of a switch
// do, are kept, since making one allocates.
func (s *State) word(text string) engine.Value {
	v, ok := s.words[text]
	if !ok {
		v = engine.String(text)
		if s.words == nil || len(s.words) >= maxWords {
			s.words = map[string]engine.Value{}
		}
		s.words[text] = v
	}
	return v
}

// failed is the error of the condition that err is the reason of.
func (c *condition) failed(err error) *Error {
	e := c.fail(err.Error())
	e.cause = err
	return e
}

func (c *condition) fail(message string) *Error {
	return &Error{At: c.pos, Message: c.what + " " + c.source + ": " + message, Source: c.line}
}

// Terms implements engine.Condition and engine.Expression.
func (c *condition) Terms(ctx *engine.Context) []engine.Term {
	var out []engine.Term
	for i := range c.terms {
		t := &c.terms[i]
		out = append(out, engine.Term{Text: t.text, Value: present(t.expr, ctx)})
	}
	return out
}

// present writes the present value of an expression.
func present(e expr, ctx *engine.Context) string {
	v, err := e.eval(ctx, fieldTable(ctx))
	switch {
	case err == errNeedsLua:
		return "?" // a table with a metatable
	case err != nil:
		return "error: " + err.Error()
	}
	return v.show()
}

// Asks returns the names of the nodes that a condition or an expression made by a
// Runtime asks for by ran, active or since, as far as they are written out.
func Asks(c interface{ Source() string }) []string {
	if r, ok := c.(*condition); ok {
		return r.asks
	}
	return nil
}

// ParamReads returns the names of the node's parameters that a condition or an
// expression made by a Runtime reads, each once.
func ParamReads(c interface{ Source() string }) []string {
	if r, ok := c.(*condition); ok {
		return r.params
	}
	return nil
}

// Reads returns the names of the fields that a condition or an expression made by a
// Runtime reads, each once, those of named conditions in it too.
func Reads(c interface{ Source() string }) []string {
	if r, ok := c.(*condition); ok {
		return r.reads
	}
	return nil
}
