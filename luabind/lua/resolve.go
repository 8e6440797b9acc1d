package lua

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// maxSyntaxDepth bounds the nesting of expressions and blocks, so that neither resolving nor compiling exhausts the
// stack.
const maxSyntaxDepth = 5000

// resolver builds the resolved tree of a file.
type resolver struct {
	src   *Source
	toks  []token
	tok   int                                 // index of the next token
	first int                                 // index of the first token of the last expression
	last  int                                 // index of its last token
	fn    *function                           // the function whose body is being resolved
	scope []*variable                         // all variables in scope, innermost last
	names map[string]*variable                // the variables that are not hidden, by their names
	loops int                                 // number of loops in fn around the statement
	depth int                                 // see maxSyntaxDepth
	free  func(name string, called bool) Free // see Expression; nil in a file

	outline *outline // nil unless it is recorded
}

func (r *resolver) fail(at position, format string, args ...any) {
	where := Position{r.src.Name, int(at.line), int(at.col)}
	panic(textError(where, format, args))
}

// take moves past the next token with the given text and returns its position. It skips brackets and commas before
// that token, which the syntax tree does not contain.
func (r *resolver) take(text string) position {
	for i := r.tok; i < len(r.toks); i++ {
		if r.toks[i].text == text {
			r.tok = i + 1
			return r.toks[i].at
		}
	}
	return r.here()
}

// takeAll is like take, for several tokens.
func (r *resolver) takeAll(texts []string) []position {
	places := make([]position, len(texts))
	for i, text := range texts {
		places[i] = r.take(text)
	}
	return places
}

// takeKind is like take, for the next token of a kind.
func (r *resolver) takeKind(kind byte) position {
	for i := r.tok; i < len(r.toks); i++ {
		if r.toks[i].kind == kind {
			r.tok = i + 1
			return r.toks[i].at
		}
	}
	return r.here()
}

// here returns the position of the next token.
func (r *resolver) here() position {
	if len(r.toks) == 0 {
		return position{line: 1}
	}
	return r.toks[min(r.tok, len(r.toks)-1)].at
}

// ahead returns the index of the next token. It skips closing brackets, commas and semicolons, which the syntax tree
// does not contain. It also skips "(", since the resolver does not move past the parentheses of a call without
// arguments.
func (r *resolver) ahead() int {
	for i := r.tok; i < len(r.toks); i++ {
		switch r.toks[i].text {
		case "(", ")", "]", "}", ";", ",":
		default:
			return i
		}
	}
	return len(r.toks)
}

// peek returns the text of the token at r.ahead, or "" at the end.
func (r *resolver) peek() string {
	if i := r.ahead(); i < len(r.toks) {
		return r.toks[i].text
	}
	return ""
}

func (r *resolver) enter() {
	if r.depth++; r.depth > maxSyntaxDepth {
		r.fail(r.here(), "chunk has too many syntax levels")
	}
}

func (r *resolver) declare(name string, at position) *variable {
	if r.names == nil {
		r.names = map[string]*variable{}
	}
	v := &variable{name: name, fn: r.fn, hides: r.names[name]}
	r.scope, r.names[name] = append(r.scope, v), v
	if r.fn.locals++; r.fn.locals > maxLocals {
		r.fail(at, "%s has more than %d local variables", r.fn.describe(), maxLocals)
	}
	return v
}

// leave ends the scope of all variables in r.scope except the first n.
func (r *resolver) leave(n int) {
	for i := len(r.scope) - 1; i >= n; i-- {
		v := r.scope[i]
		v.fn.locals--
		if r.names[v.name] = v.hides; v.hides == nil {
			delete(r.names, v.name)
		}
	}
	r.scope = r.scope[:n]
}

// function resolves a function, after its name. self is set if the function has the implicit parameter self.
func (r *resolver) function(x *ast.FunctionExpr, name string, at position, self bool) *function {
	r.enter()
	f := &function{name: name, at: at, outer: r.fn, vararg: x.ParList.HasVargs}
	n, loops := len(r.scope), r.loops
	r.fn, r.loops = f, 0
	if self {
		f.params = append(f.params, r.declare("self", r.here()))
	}
	for _, p := range x.ParList.Names {
		f.params = append(f.params, r.declare(p, r.take(p)))
	}
	if f.vararg {
		r.take("...")
	}
	f.body = r.stmts(x.Stmts)
	r.take("end")
	r.leave(n)
	r.fn, r.loops = f.outer, loops
	r.depth--
	return f
}

// block resolves statements in a scope of their own.
func (r *resolver) block(list []ast.Stmt) []stmt {
	r.enter()
	n := len(r.scope)
	out := r.stmts(list)
	r.leave(n)
	r.depth--
	return out
}

func (r *resolver) loop(list []ast.Stmt) []stmt {
	r.loops++
	out := r.block(list)
	r.loops--
	return out
}

func (r *resolver) stmts(list []ast.Stmt) []stmt {
	out := make([]stmt, len(list))
	for i, s := range list {
		first := r.ahead()
		out[i] = r.stmt(s)
		r.outline.begins(out[i], first)
	}
	return out
}

func (r *resolver) stmt(s ast.Stmt) stmt {
	switch x := s.(type) {
	case *ast.LocalAssignStmt:
		return r.local(x)
	case *ast.AssignStmt:
		a := &assignStmt{targets: r.exprs(x.Lhs)}
		r.take("=")
		a.exprs = r.exprs(x.Rhs)
		if len(a.targets) == 1 && len(a.exprs) == 1 {
			nameFunction(a.targets[0], a.exprs[0])
		}
		return a
	case *ast.FuncCallStmt:
		call := r.expr(x.Expr).(*callExpr)
		if call.one {
			r.fail(call.at, "a call in brackets is a value, not a statement")
		}
		return &callStmt{call}
	case *ast.DoBlockStmt:
		r.take("do")
		body := r.block(x.Stmts)
		r.take("end")
		return &doStmt{body}
	case *ast.IfStmt:
		r.take("if")
		s := r.branch(x)
		r.take("end")
		return s
	case *ast.WhileStmt:
		at := r.take("while")
		cond := r.expr(x.Condition)
		r.take("do")
		body := r.loop(x.Stmts)
		r.take("end")
		return &whileStmt{cond, body, at}
	case *ast.RepeatStmt:
		at := r.take("repeat")
		n := len(r.scope)
		r.loops++
		body := r.stmts(x.Stmts)
		r.loops--
		r.take("until")
		cond := r.expr(x.Condition) // the condition can use the variables of the body
		r.leave(n)
		return &repeatStmt{body, cond, at}
	case *ast.NumberForStmt:
		return r.numericFor(x)
	case *ast.GenericForStmt:
		return r.genericFor(x)
	case *ast.FuncDefStmt:
		return r.definition(x)
	case *ast.ReturnStmt:
		r.take("return")
		return &returnStmt{r.exprs(x.Exprs)}
	case *ast.BreakStmt:
		at := r.take("break")
		if r.loops == 0 {
			r.fail(at, "no loop to break")
		}
		return &breakStmt{at}
	case *ast.GotoStmt:
		r.take("goto")
		return &gotoStmt{x.Label, r.take(x.Label)}
	case *ast.LabelStmt:
		r.take("::")
		at := r.take(x.Name)
		r.take("::")
		return &labelStmt{x.Name, at}
	}
	panic(fmt.Sprintf("lua: statement %T", s))
}

func (r *resolver) local(x *ast.LocalAssignStmt) stmt {
	r.take("local")
	if fn, ok := single[*ast.FunctionExpr](x.Exprs); ok && len(x.Names) == 1 && r.peek() == "function" {
		r.take("function")
		at := r.take(x.Names[0])
		v := r.declare(x.Names[0], at)
		return &localStmt{[]*variable{v}, []expr{&functionExpr{fn: r.function(fn, v.name, at, false)}}, true}
	}
	places := r.takeAll(x.Names)
	l := &localStmt{exprs: r.exprs(x.Exprs)}
	for i, name := range x.Names {
		l.vars = append(l.vars, r.declare(name, places[i]))
	}
	if len(l.vars) == 1 && len(l.exprs) == 1 {
		nameFunction(&varExpr{v: l.vars[0]}, l.exprs[0])
	}
	return l
}

// single returns the only element of a list, if it is of type T.
func single[T, E any](list []E) (x T, ok bool) {
	if len(list) == 1 {
		x, ok = any(list[0]).(T)
	}
	return x, ok
}

// nameFunction sets the name of e, if e is a function without a name, to the name of the target that it is assigned
// to.
func nameFunction(target, e expr) {
	f, ok := e.(*functionExpr)
	if !ok || f.fn.name != "" {
		return
	}
	switch t := target.(type) {
	case *varExpr:
		f.fn.name = t.v.name
	case *globalExpr:
		f.fn.name = t.name
	case *indexExpr:
		if k, ok := t.key.(*constExpr); ok {
			f.fn.name, _ = k.v.Text()
		}
	}
}

// branch resolves an if or elseif after its keyword.
func (r *resolver) branch(x *ast.IfStmt) stmt {
	r.enter()
	s := &ifStmt{cond: r.expr(x.Condition)}
	r.take("then")
	s.then = r.block(x.Then)
	switch r.peek() {
	case "elseif":
		r.take("elseif")
		s.els = []stmt{r.branch(x.Else[0].(*ast.IfStmt))}
	case "else":
		r.take("else")
		s.els = r.block(x.Else)
	}
	r.depth--
	return s
}

func (r *resolver) numericFor(x *ast.NumberForStmt) stmt {
	s := &numericFor{at: r.take("for")}
	name := r.take(x.Name)
	r.take("=")
	s.init, s.limit, s.step = r.expr(x.Init), r.expr(x.Limit), expr(&constExpr{v: Number(1)})
	if x.Step != nil {
		s.step = r.expr(x.Step)
	}
	r.take("do")
	n := len(r.scope)
	s.v = r.declare(x.Name, name)
	s.body = r.loop(x.Stmts)
	r.leave(n)
	r.take("end")
	return s
}

func (r *resolver) genericFor(x *ast.GenericForStmt) stmt {
	s := &genericFor{}
	r.take("for")
	places := r.takeAll(x.Names)
	r.take("in")
	s.at = r.here()
	s.exprs = r.exprs(x.Exprs)
	r.take("do")
	n := len(r.scope)
	for i, name := range x.Names {
		s.vars = append(s.vars, r.declare(name, places[i]))
	}
	s.body = r.loop(x.Stmts)
	r.leave(n)
	r.take("end")
	return s
}

// definition resolves "function a.b:c() end", which is an assignment.
func (r *resolver) definition(x *ast.FuncDefStmt) stmt {
	r.take("function")
	var target expr
	self := x.Name.Func == nil
	if self {
		object := r.expr(x.Name.Receiver)
		r.take(":")
		target = &indexExpr{object: object, key: nameConst(x.Name.Method), at: r.take(x.Name.Method)}
	} else {
		target = r.expr(x.Name.Func)
	}
	e := &functionExpr{fn: r.function(x.Func, "", at(target), self)}
	nameFunction(target, e)
	return &assignStmt{[]expr{target}, []expr{e}}
}

// at returns the position of the name of a variable or a field. For other expressions it returns the zero position.
func at(e expr) position {
	switch x := e.(type) {
	case *varExpr:
		return x.at
	case *globalExpr:
		return x.at
	case *indexExpr:
		return x.at
	}
	return position{}
}

func nameConst(s string) *constExpr { return &constExpr{v: Name(s)} }

func (r *resolver) exprs(list []ast.Expr) []expr {
	out := make([]expr, len(list))
	for i, e := range list {
		out[i] = r.expr(e)
	}
	return out
}

func (r *resolver) expr(e ast.Expr) expr {
	r.enter()
	out := r.expression(e)
	r.bound(out)
	r.depth--
	return out
}

// bound records the extent of the last expression e. The extent includes parentheses around e, but not the parentheses
// of a call whose argument is e; see closing.
func (r *resolver) bound(e expr) {
	if len(r.toks) == 0 {
		return
	}
	for r.first > 0 && r.toks[r.first-1].text == "(" && int(r.toks[r.first-1].close) == r.last+1 {
		r.first, r.last = r.first-1, r.last+1
	}
	x := e.place()
	x.start, x.span = r.toks[r.first].at, r.span(r.first, r.last)
}

// span returns the part of the source between two tokens.
func (r *resolver) span(first, last int) span {
	end := &r.toks[last]
	return span{r.toks[first].off, end.off + int32(len(end.text))}
}

// word records that the last expression is the token that was taken last.
func (r *resolver) word() { r.first, r.last = max(r.tok-1, 0), max(r.tok-1, 0) }

// closing returns the index of the token that closes the bracket at token i. After that, bound no longer takes that
// bracket for a parenthesis around an expression.
func (r *resolver) closing(i int) int {
	if len(r.toks) == 0 {
		return 0
	}
	end := int(r.toks[i].close)
	r.toks[i].close = 0
	return end
}

func (r *resolver) expression(e ast.Expr) expr {
	switch x := e.(type) {
	case *ast.NilExpr:
		r.take("nil")
		r.word()
		return &constExpr{v: Nil}
	case *ast.TrueExpr:
		r.take("true")
		r.word()
		return &constExpr{v: True}
	case *ast.FalseExpr:
		r.take("false")
		r.word()
		return &constExpr{v: False}
	case *ast.NumberExpr:
		at := r.takeKind('0')
		r.word()
		n, ok := ParseNumber(x.Value)
		if !ok {
			r.fail(at, "malformed number near '%s'", x.Value)
		}
		return &constExpr{v: Number(n)}
	case *ast.StringExpr:
		r.takeKind('"')
		r.word()
		return nameConst(x.Value)
	case *ast.Comma3Expr:
		at := r.take("...")
		if !r.fn.vararg {
			r.fail(at, "cannot use '...' outside a vararg function")
		}
		r.word()
		return &varargExpr{one: x.AdjustRet}
	case *ast.IdentExpr:
		at := r.take(x.Value)
		r.word()
		return r.name(x.Value, at, false)
	case *ast.AttrGetExpr:
		return r.attr(x)
	case *ast.FuncCallExpr:
		return r.call(x)
	case *ast.FunctionExpr:
		at := r.take("function")
		first := r.tok - 1
		fn := r.function(x, "", at, false)
		r.first, r.last = max(first, 0), max(r.tok-1, 0)
		return &functionExpr{fn: fn}
	case *ast.TableExpr:
		return r.table(x)
	case *ast.LogicalOpExpr:
		return r.binary(x.Operator, x.Lhs, x.Rhs)
	case *ast.RelationalOpExpr:
		return r.binary(x.Operator, x.Lhs, x.Rhs)
	case *ast.StringConcatOpExpr:
		return r.binary("..", x.Lhs, x.Rhs)
	case *ast.ArithmeticOpExpr:
		return r.binary(x.Operator, x.Lhs, x.Rhs)
	case *ast.UnaryMinusOpExpr:
		return r.unary("-", x.Expr)
	case *ast.UnaryNotOpExpr:
		return r.unary("not", x.Expr)
	case *ast.UnaryLenOpExpr:
		return r.unary("#", x.Expr)
	}
	panic(fmt.Sprintf("lua: expression %T", e))
}

// name resolves the name of a variable. If an enclosing function declares the variable, r.fn captures it, and so do
// all functions between these two.
func (r *resolver) name(name string, at position, called bool) expr {
	if v := r.names[name]; v != nil {
		for f := r.fn; f != v.fn && !slices.Contains(f.ups, v); f = f.outer {
			v.captured = true
			if f.ups = append(f.ups, v); len(f.ups) > maxUpvalues {
				r.fail(at, "%s has more than %d upvalues", f.describe(), maxUpvalues)
			}
		}
		return &varExpr{v: v, at: at}
	}
	if r.free != nil {
		return r.freeName(name, at, called)
	}
	return &globalExpr{name: name, at: at}
}

// freeName resolves a name in an Expression.
func (r *resolver) freeName(name string, at position, called bool) expr {
	f := r.free(name, called)
	switch f.kind {
	case freeValue:
		return &constExpr{v: f.value}
	case freeCall:
		var args []expr
		for _, p := range r.outermost().params {
			args = append(args, r.name(p.name, at, false))
		}
		fn := f.value.Function()
		if p := fn.proto; p != nil && p.value != nil && p.params == len(args) {
			return &insideExpr{fn: fn, args: args, at: at}
		}
		return &callExpr{fn: &constExpr{v: f.value}, args: args, at: at, one: true}
	}
	return &indexExpr{object: r.name(r.outermost().params[0].name, at, false), key: nameConst(name), at: at}
}

// outermost returns the function that an Expression is compiled to.
func (r *resolver) outermost() *function {
	f := r.fn
	for f.outer != nil {
		f = f.outer
	}
	return f
}

// capture returns the index of v among the variables that f captures.
func (f *function) capture(v *variable) int { return slices.Index(f.ups, v) }

func (r *resolver) attr(x *ast.AttrGetExpr) expr {
	e := &indexExpr{object: r.expr(x.Object)}
	first := r.first
	if r.peek() == "." {
		key := x.Key.(*ast.StringExpr)
		r.take(".")
		e.at, e.key = r.take(key.Value), nameConst(key.Value)
		r.word()
	} else {
		e.at = r.take("[")
		open := max(r.tok-1, 0)
		e.key = r.expr(x.Key)
		r.last = r.closing(open)
	}
	r.first = first
	e.call = anyCalls(e.object, e.key)
	return e
}

// callee resolves the name of a called function.
func (r *resolver) callee(name string) expr {
	at := r.take(name)
	r.word()
	fn := r.name(name, at, true)
	r.bound(fn)
	return fn
}

func (r *resolver) call(x *ast.FuncCallExpr) expr {
	e := &callExpr{method: x.Method, one: x.AdjustRet}
	if x.Func == nil {
		e.fn = r.expr(x.Receiver)
		first := r.first
		r.take(":")
		e.at = r.take(x.Method)
		r.word()
		if r.first = first; len(r.toks) > 0 {
			e.called = r.span(first, r.last)
		}
	} else {
		if name, ok := x.Func.(*ast.IdentExpr); ok {
			e.fn = r.callee(name.Value)
		} else {
			e.fn = r.expr(x.Func)
		}
		if e.at = at(e.fn); e.at.line == 0 {
			e.at = r.here()
		}
	}
	first, open, last := r.first, r.last+1, -1
	if open < len(r.toks) && r.toks[open].text == "(" {
		last = r.closing(open)
	}
	for _, a := range x.Args {
		e.args = append(e.args, r.expr(a))
	}
	if r.first = first; last >= 0 { // the call is not f "text" or f { }
		r.last = last
	}
	if n := len(e.args); n > 0 {
		e.args[n-1] = allValues(e.args[n-1])
	}
	if r.free == nil || r.fn.outer != nil || e.method != "" || len(e.args) > 3 || anyCalls(e.args...) {
		return e
	}
	if fn := constantFunction(e.fn); fn != nil && fn.native != nil && fn.native.special == plainCall {
		return &nativeExpr{call: e, fn: fn}
	}
	return e
}

// constantFunction returns the function that e stands for in an Expression, if it is known at compile time: as a
// value, or as an entry of a constant table. Otherwise it returns nil.
func constantFunction(e expr) *Function {
	switch x := e.(type) {
	case *constExpr:
		return x.v.Function()
	case *indexExpr:
		object, ok1 := x.object.(*constExpr)
		key, ok2 := x.key.(*constExpr)
		if ok1 && ok2 && key.v.Kind() == KindString {
			return constantField(constant(object.v), key.v).Function()
		}
	}
	return nil
}

// allValues returns the expression for e at the end of a list, where a call may have any number of results. A
// nativeExpr has one result, so allValues returns its call instead, unless it is in parentheses.
func allValues(e expr) expr {
	if n, ok := e.(*nativeExpr); ok && !n.call.one {
		n.call.extent = n.extent
		return n.call
	}
	return e
}

func (r *resolver) table(x *ast.TableExpr) expr {
	e := &tableExpr{at: r.take("{")}
	r.word()
	first, last := r.first, r.closing(r.first)
	for i, f := range x.Fields {
		var y tableField
		if f.Key != nil {
			if key, ok := f.Key.(*ast.StringExpr); ok && r.peek() == key.Value {
				r.take(key.Value)
				y.key = nameConst(key.Value)
			} else {
				y.key = r.expr(f.Key)
			}
			r.take("=")
		}
		y.val = r.expr(f.Value)
		if f.Key == nil && i == len(x.Fields)-1 {
			y.val = allValues(y.val)
		}
		if k, ok := y.key.(*constExpr); ok {
			nameFunction(&indexExpr{key: k}, y.val)
		}
		e.call = e.call || y.val.calls() || y.key != nil && y.key.calls()
		e.fields = append(e.fields, y)
	}
	r.first, r.last = first, last
	return e
}

func (r *resolver) binary(op string, lhs, rhs ast.Expr) expr {
	l := r.expr(lhs)
	first := r.first
	at := r.take(op)
	y := r.expr(rhs)
	r.first = first
	return &binaryExpr{op: op, l: l, r: y, at: at, call: l.calls() || y.calls()}
}

func (r *resolver) unary(op string, operand ast.Expr) expr {
	at := r.take(op)
	first := max(r.tok-1, 0)
	x := r.expr(operand)
	r.first = first
	return &unaryExpr{op: op, x: x, at: at, call: x.calls()}
}
