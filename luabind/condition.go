package luabind

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	lcond "github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// condition is an expression in a tree file. It is a guard, a condition, or the subject of a switch.
type condition struct {
	*lcond.Condition
	runtime *Runtime
}

// Expression compiles an expression. If the list holds an error, the expression is nil.
func (r *Runtime) Expression(src lcond.Source) (engine.Expression, diag.List) {
	if r.conditions == nil {
		r.seal()
		r.conditions = lcond.NewCompiler(lcond.Env{Globals: r.globals, Members: r.members, Helper: r.checkInCondition, Explain: r.explainInCondition, Methods: r.MethodNames, Context: contextOf, History: r.history, Outcomes: r.coverage.ofNamed()})
	}
	c, problems := r.conditions.Compile(src)
	if c == nil {
		return nil, problems
	}
	return r.coverage.expression(&condition{c, r}), problems
}

// Moved returns a copy of an expression for another position. It must have been made by Expression. At the other
// position there must be the same text, and its names must have the same meaning. For what, see lcond.Source.
func (r *Runtime) Moved(e engine.Expression, what string, pos diag.Pos, line string) engine.Expression {
	c, _ := ownCondition(e)
	return r.coverage.expression(&condition{c.Condition.Moved(what, pos, line), r})
}

// checkInCondition is CheckCall, and also finds calls of functions of bt that act, and arguments that are missing in
// calls of functions of bt and of Lua.
func (r *Runtime) checkInCondition(library, name string, least, most int) (problem diag.Words, ok bool) {
	if w, ok := r.CheckCall(library, name, least, most); ok {
		return w, true
	}
	path := library + "." + name
	f := scriptFunctions()[path]
	switch {
	case f.Suspends:
		return message.FunctionWaits(path), false
	case f.Acts:
		return message.FunctionActs(path), false
	}
	return f.Missing(path, most), false
}

// explainInCondition returns the words for an error of a Go function, or of error, that a condition has called.
func (r *Runtime) explainInCondition(raised *lua.Error) diag.Words {
	var bad *lua.ArgumentError
	if !errors.As(raised.Cause, &bad) {
		return explainer{}.words(raised)
	}
	w, function := r.badArgument(bad)
	if usage := usageOf(function, bad.N); usage != "" {
		return w.With(message.WriteCode(usage))
	}
	return w
}

// CheckCall reports whether the game has bound a function with this name. It also returns what is wrong with a call with
// at least least and at most most arguments, or empty Words.
func (r *Runtime) CheckCall(library, name string, least, most int) (wrong diag.Words, ok bool) {
	if h := r.helper(library, name); h != nil {
		return h.Misuse(library, least, most), true
	}
	return diag.Words{}, false
}

// CheckArguments returns what is wrong with a call of a function that the game has bound, and where, or empty Words.
func (r *Runtime) CheckArguments(library, name string, call lint.Call) (wrong diag.Words, at diag.Pos) {
	h := r.helper(library, name)
	if h == nil {
		return wrong, at
	}
	wrong, at = h.Misuse(library, call.Args, call.Args), call.Pos
	tables := slices.DeleteFunc(slices.Clone(call.Tables), func(t lint.TableArgument) bool { return !h.WantsNumber(t.N) })
	if code := pointsTaken(h, call); wrong.Text != "" && code != "" {
		return wrong.With(message.NumbersNotPoints(code)), at
	}
	if wrong.Text != "" || len(tables) == 0 {
		return wrong, at
	}
	first := tables[0]
	wrong, at = message.WrongArgument(call.Name, "a table", first.N+1, h.Params[first.N], "a number"), first.Pos
	coordinate := coordinateOf(h.Params[first.N])
	if part := first.Part(call.Given, cmp.Or(coordinate, "id")); part != "" && (coordinate != "" || h.Params[first.N] == "id") {
		wrong = wrong.With(message.WriteCode(part))
	}
	return wrong, at
}

// pointsTaken returns a call with numbers, for one with points in place of the pairs of coordinates that h takes, or "".
func pointsTaken(h *helper.Helper, call lint.Call) string {
	var args []string
	for i, n := 0, 0; i < len(call.Given); i, n = i+1, n+1 {
		if n >= len(h.Params) || !h.WantsNumber(n) || coordinateOf(h.Params[n]) != "x" || n+1 >= len(h.Params) || coordinateOf(h.Params[n+1]) != "y" {
			args = append(args, call.Given[i])
			continue
		}
		n++
		x, y := call.Given[i]+".x", call.Given[i]+".y"
		if at := slices.IndexFunc(call.Tables, func(t lint.TableArgument) bool { return t.N == i }); at >= 0 {
			x, y = call.Tables[at].Part(call.Given, "x"), call.Tables[at].Part(call.Given, "y")
		} else if !mayBePoint.MatchString(call.Given[i]) {
			return ""
		}
		if x == "" || y == "" {
			return ""
		}
		args = append(args, x, y)
	}
	if h.Misuse("", len(args), len(args)).Text != "" || len(args) == call.Args {
		return ""
	}
	return call.Name + "(" + strings.Join(args, ", ") + ")"
}

// mayBePoint matches the source of a variable or of an entry that is no coordinate.
var mayBePoint = lazyregexp.New(`^` + ident.Pattern + `(\.([` + ident.First + `][` + ident.Rest + `]+|[^\Wxyz]))*$`)

// coordinateOf returns the name of the coordinate that a parameter such as x1 takes, or "".
func coordinateOf(param string) string {
	if name := strings.TrimRight(param, "0123456789"); name == "x" || name == "y" || name == "z" {
		return name
	}
	return ""
}

// helper returns the function of a namespace that the game has bound, or nil.
func (r *Runtime) helper(library, name string) *helper.Helper {
	for _, space := range r.spaces {
		if space.Name != library {
			continue
		}
		for i := range space.Helpers {
			if h := &space.Helpers[i]; h.Name == name {
				return h
			}
		}
	}
	return nil
}

// Same reports whether another expression has the same meaning; see engine.Expression.
func (c *condition) Same(other engine.Expression) bool {
	o, ok := ownCondition(other)
	return ok && c.runtime == o.runtime && c.Condition.Same(o.Condition)
}

// Eval implements engine.Expression.
func (c *condition) Eval(ctx *engine.Context) (bool, error) {
	s, agent, params := c.open(ctx)
	yes, err := c.Test(s.L, agent, params)
	if err != nil || s.refusal != nil {
		return false, c.close(s, err)
	}
	s.meter.EndCall()
	s.asking = ""
	return yes, nil
}

// Value implements engine.Expression.
func (c *condition) Value(ctx *engine.Context) (value.Value, error) {
	s, agent, params := c.open(ctx)
	v, err := c.Condition.Value(s.L, agent, params)
	if err := c.close(s, err); err != nil {
		return value.Value{}, err
	}
	return fieldValue(v), nil
}

// Wrong returns an error about the value, with its place; see engine.Expression.
func (c *condition) Wrong(w diag.Words) error { return c.Condition.Wrong(w) }

// Terms implements engine.Expression.
func (c *condition) Terms(ctx *engine.Context) (list []engine.Term) {
	s, agent, params := c.open(ctx)
	for _, t := range c.Condition.Terms(s.L, agent, params) {
		list = append(list, engine.Term{Text: t.Text, Value: t.Value})
	}
	c.close(s, nil)
	return list
}

// open prepares a state for evaluating the condition, under a guard that refuses every change.
func (c *condition) open(ctx *engine.Context) (s *state, agent, params lua.Value) {
	s = c.runtime.states[ctx.Agent().Worker()]
	if ctx.Turn() != s.turn || ctx != s.ctx {
		s.begin(ctx)
	}
	s.asking = c.What()
	s.L.SetGuard(true)
	if params = noParams; c.UsesParams() {
		params = s.params.of(ctx)
	}
	if agent = s.agent; agent.IsNil() {
		agent = fieldsTable(ctx.Fields())
	}
	return s, agent, params
}

func (c *condition) close(s *state, err error) error {
	if refused := s.takeRefusal(); refused != nil {
		err = c.Failed(refused)
	}
	if err != nil {
		err = c.explained(s, err)
	}
	s.meter.EndCall()
	s.asking = ""
	return err
}

// explained converts an error of the evaluation to an Error.
func (c *condition) explained(s *state, err error) error {
	var failed *lcond.Error
	if !errors.As(err, &failed) {
		return err
	}
	e := &Error{At: failed.At, Source: failed.Source, Notes: failed.Notes()}
	e.say(s.withNearField(failed.Words))
	if raised := failed.Cause; raised != nil {
		switch {
		case raised.Cause == lua.ErrSteps || raised.Cause == lua.ErrBytes:
			w, notes := s.over(raised)
			e.say(w)
			e.Notes = append(e.Notes, notes...)
		case errors.Is(raised.Cause, lua.ErrGuarded):
			e.Impure = true
		}
		e.cause = goCause(raised.Cause)
	}
	return e
}

// withNearField replaces the remedy for a field that the agent lacks, in the words for a condition, if the agent has a field
// with a similar name.
func (s *state) withNearField(w diag.Words) diag.Words {
	if w.Remedy == nil || w.Remedy.Code != "agent-lacks-field" {
		return w
	}
	name, _ := w.Remedy.Args["name"].(string)
	remedy, _ := w.Remedy.Args["remedy"].(diag.Words)
	own := owned{sort: ofAgent, name: name, table: s.agentTable(), weigh: s.runtime.weigh}
	if own.table == nil {
		return w
	}
	if wrong := own.misspelled(); wrong != "" {
		return w.With(message.AgentFieldMisspelled(name, wrong))
	}
	return w.With(own.lacked(remedy))
}

// fieldsTable returns a table with the fields of an agent, for fields that are not stored in Lua.
func fieldsTable(f engine.Fields) lua.Value {
	t := lua.NewTable(0, 0)
	for k, v := range f.All {
		set(t, k.Name(), helper.FromValue(v))
	}
	return t.Value()
}

// nodeTables holds parameter tables by program and node. Each table is created on first use.
type nodeTables struct {
	program *engine.Program // the program of the last lookup
	tables  []lua.Value     // the tables of that program
	all     map[*engine.Program][]lua.Value
}

// maxPrograms is the largest number of programs whose parameter tables a state keeps.
const maxPrograms = 64

// of returns the parameter table of the node for which the condition is evaluated.
func (p *nodeTables) of(ctx *engine.Context) lua.Value {
	program, node := ctx.Agent().Program(), ctx.Node()
	list := program.Node(node).Params
	if len(list) == 0 {
		return noParams
	}
	if p.program != program {
		tables, ok := p.all[program]
		if !ok {
			if p.all == nil || len(p.all) >= maxPrograms {
				p.all = map[*engine.Program][]lua.Value{}
			}
			tables = make([]lua.Value, program.Len())
			p.all[program] = tables
		}
		p.program, p.tables = program, tables
	}
	t := &p.tables[node]
	if t.IsNil() {
		*t = paramTable(list)
	}
	if list.Fields() {
		readFields(t.Table(), list, ctx)
	}
	return *t
}

// Analysis returns what is known of an expression without evaluating it. It returns nil if the expression was not made
// by a Runtime.
func Analysis(e engine.Expression) *lcond.Condition {
	if own, ok := ownCondition(e); ok {
		return own.Condition
	}
	return nil
}
