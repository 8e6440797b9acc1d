package lua

import (
	"fmt"
	"slices"

	"github.com/bough-dev/bough/internal/syntax"
)

// resolver builds the resolved tree of a file.
type resolver struct {
	src   *Source
	file  *syntax.File
	fn    *function                           // the function whose body is being resolved
	scope []*variable                         // all variables in scope, innermost last
	names map[string]*variable                // the variables that are not hidden, by their names
	free  func(name string, called bool) Free // see Expression; nil in a file

	outline *outline // nil unless it is recorded
	counts  *counts  // nil unless the file counts
}

func (r *resolver) fail(at position, format string, args ...any) {
	where := Position{r.src.Name, int(at.line), int(at.col)}
	panic(textError(where, format, args))
}

// at returns a position of the text as a line and a column.
func (r *resolver) at(p syntax.Pos) position {
	at := r.file.Position(p)
	return position{int32(at.Line), int32(at.Col)}
}

// extent returns the extent of a node.
func (r *resolver) extent(n syntax.Node) extent {
	from := n.Pos()
	return extent{r.at(from), span{int32(from), int32(n.End())}}
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

// function resolves a function. self is set if the function has the implicit parameter self.
func (r *resolver) function(x *syntax.FunctionExpr, name string, at position, self bool) *function {
	f := &function{name: name, at: at, outer: r.fn, vararg: x.Vararg != 0}
	n := len(r.scope)
	r.fn = f
	if self {
		f.params = append(f.params, r.declare("self", r.at(x.Open)))
	}
	for i := range x.Params {
		f.params = append(f.params, r.declareName(&x.Params[i]))
	}
	f.body = r.stmts(x.Body.Stmts)
	r.leave(n)
	r.fn = f.outer
	return f
}

func (r *resolver) declareName(n *syntax.Name) *variable { return r.declare(n.Text, r.at(n.Start)) }

// block resolves statements in a scope of their own.
func (r *resolver) block(b *syntax.Block) []stmt {
	n := len(r.scope)
	out := r.stmts(b.Stmts)
	r.leave(n)
	return out
}

func (r *resolver) stmts(list []syntax.Stmt) []stmt {
	out := make([]stmt, len(list))
	for i, s := range list {
		out[i] = r.stmt(s)
		r.outline.begins(out[i], s.Pos())
		if r.counts != nil {
			r.counts.starts(out[i], r.at(s.Pos()))
		}
	}
	return out
}

func (r *resolver) stmt(s syntax.Stmt) stmt {
	switch x := s.(type) {
	case *syntax.LocalStmt:
		return r.local(x)
	case *syntax.LocalFunctionStmt:
		at := r.at(x.Name.Start)
		v := r.declare(x.Name.Text, at)
		return &localStmt{[]*variable{v}, []expr{r.functionOf(x.Func, v.name, at, false)}, true}
	case *syntax.FunctionStmt:
		return r.definition(x)
	case *syntax.AssignStmt:
		a := &assignStmt{targets: r.exprs(x.Targets), exprs: r.exprs(x.Values)}
		if len(a.targets) == 1 && len(a.exprs) == 1 {
			nameFunction(a.targets[0], a.exprs[0])
		}
		return a
	case *syntax.CallStmt:
		return &callStmt{r.expr(x.X).(*callExpr)}
	case *syntax.DoStmt:
		return &doStmt{r.block(&x.Body)}
	case *syntax.IfStmt:
		return r.branch(x, 0)
	case *syntax.WhileStmt:
		return &whileStmt{r.expr(x.Cond), r.block(&x.Body), r.at(x.Start)}
	case *syntax.RepeatStmt:
		n := len(r.scope)
		body := r.stmts(x.Body.Stmts)
		cond := r.expr(x.Cond) // the condition can use the variables of the body
		r.leave(n)
		return &repeatStmt{body, cond, r.at(x.Start)}
	case *syntax.NumericForStmt:
		return r.numericFor(x)
	case *syntax.GenericForStmt:
		return r.genericFor(x)
	case *syntax.ReturnStmt:
		return &returnStmt{r.exprs(x.Values)}
	case *syntax.BreakStmt:
		return &breakStmt{r.at(x.Start)}
	case *syntax.GotoStmt:
		return &gotoStmt{x.Label.Text, r.at(x.Label.Start)}
	case *syntax.LabelStmt:
		return &labelStmt{x.Name.Text, r.at(x.Name.Start)}
	}
	panic(fmt.Sprintf("lua: statement %T", s))
}

func (r *resolver) local(x *syntax.LocalStmt) stmt {
	l := &localStmt{exprs: r.exprs(x.Values)}
	for i := range x.Names {
		l.vars = append(l.vars, r.declareName(&x.Names[i]))
	}
	if len(l.vars) == 1 && len(l.exprs) == 1 {
		nameFunction(&varExpr{v: l.vars[0]}, l.exprs[0])
	}
	return l
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

// branch resolves an if statement from a clause on.
func (r *resolver) branch(x *syntax.IfStmt, clause int) stmt {
	c := &x.Clauses[clause]
	s := &ifStmt{cond: r.expr(c.Cond), then: r.block(&c.Body)}
	if clause+1 < len(x.Clauses) {
		s.els = []stmt{r.branch(x, clause+1)}
	} else if x.ElseAt != 0 {
		s.els = r.block(&x.Else)
	}
	return s
}

func (r *resolver) numericFor(x *syntax.NumericForStmt) stmt {
	s := &numericFor{at: r.at(x.Start)}
	s.init, s.limit, s.step = r.expr(x.First), r.expr(x.Limit), expr(&constExpr{v: Number(1)})
	if x.Step != nil {
		s.step = r.expr(x.Step)
	}
	n := len(r.scope)
	s.v = r.declareName(&x.Name)
	s.body = r.block(&x.Body)
	r.leave(n)
	return s
}

func (r *resolver) genericFor(x *syntax.GenericForStmt) stmt {
	s := &genericFor{at: r.at(x.Values[0].Pos()), exprs: r.exprs(x.Values)}
	n := len(r.scope)
	for i := range x.Names {
		s.vars = append(s.vars, r.declareName(&x.Names[i]))
	}
	s.body = r.block(&x.Body)
	r.leave(n)
	return s
}

// definition resolves "function a.b:c() end", which is an assignment.
func (r *resolver) definition(x *syntax.FunctionStmt) stmt {
	target := r.expr(x.Target)
	if x.Method {
		*target.place() = extent{} // a:b is no expression
	}
	e := r.functionOf(x.Func, "", at(target), x.Method)
	nameFunction(target, e)
	return &assignStmt{[]expr{target}, []expr{e}}
}

func (r *resolver) functionOf(x *syntax.FunctionExpr, name string, at position, self bool) *functionExpr {
	return &functionExpr{r.extent(x), r.function(x, name, at, self)}
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

// nameConst returns the name of a field that is written without quotes. It has no extent, since it is no expression.
func nameConst(x syntax.Expr) *constExpr { return &constExpr{v: Name(x.(*syntax.StringExpr).Value)} }

func (r *resolver) exprs(list []syntax.Expr) []expr {
	out := make([]expr, len(list))
	for i, e := range list {
		out[i] = r.expr(e)
	}
	return out
}

func (r *resolver) expr(e syntax.Expr) expr {
	switch x := e.(type) {
	case *syntax.NilExpr:
		return &constExpr{r.extent(x), Nil}
	case *syntax.BoolExpr:
		return &constExpr{r.extent(x), Bool(x.Value)}
	case *syntax.NumberExpr:
		return &constExpr{r.extent(x), Number(x.Value)}
	case *syntax.StringExpr:
		return &constExpr{r.extent(x), Name(x.Value)}
	case *syntax.VarargExpr:
		return &varargExpr{extent: r.extent(x)}
	case *syntax.NameExpr:
		return r.variable(x, x, false)
	case *syntax.ParenExpr:
		return r.paren(x)
	case *syntax.IndexExpr:
		return r.index(x)
	case *syntax.CallExpr:
		return r.call(x)
	case *syntax.FunctionExpr:
		return r.functionOf(x, "", r.at(x.Start), false)
	case *syntax.TableExpr:
		return r.table(x)
	case *syntax.BinaryExpr:
		l, y := r.expr(x.X), r.expr(x.Y)
		return &binaryExpr{r.extent(x), x.Op.String(), l, y, r.at(x.OpAt), l.calls() || y.calls()}
	case *syntax.UnaryExpr:
		operand := r.expr(x.X)
		return &unaryExpr{r.extent(x), x.Op.String(), operand, r.at(x.Start), operand.calls()}
	}
	panic(fmt.Sprintf("lua: expression %T", e))
}

// variable resolves the use of a name. whole is the name with the parentheses around it.
func (r *resolver) variable(x *syntax.NameExpr, whole syntax.Expr, called bool) expr {
	e := r.name(x.Text, r.at(x.Start), called)
	*e.place() = r.extent(whole)
	return e
}

// paren resolves an expression in parentheses, which has one value.
func (r *resolver) paren(x *syntax.ParenExpr) expr {
	e := r.expr(x.X)
	switch y := e.(type) {
	case *callExpr:
		y.one = true
	case *varargExpr:
		y.one = true
	case *nativeExpr:
		y.call.one = true
	}
	*e.place() = r.extent(x)
	return e
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
	return &indexExpr{object: r.name(r.outermost().params[0].name, at, false), key: &constExpr{v: Name(name)}, at: at}
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

func (r *resolver) index(x *syntax.IndexExpr) expr {
	e := &indexExpr{extent: r.extent(x), object: r.expr(x.X)}
	if x.Dotted() {
		e.key, e.at = nameConst(x.Key), r.at(x.Key.Pos())
	} else {
		e.key, e.at = r.expr(x.Key), r.at(x.Open)
	}
	e.call = anyCalls(e.object, e.key)
	return e
}

func (r *resolver) call(x *syntax.CallExpr) expr {
	e := &callExpr{extent: r.extent(x), method: x.Method.Text}
	if x.Colon != 0 {
		e.fn = r.expr(x.X)
		e.at = r.at(x.Method.Start)
		e.called = span{int32(x.Pos()), int32(x.Method.End())}
	} else {
		if name, ok := syntax.Bare(x.X).(*syntax.NameExpr); ok {
			e.fn = r.variable(name, x.X, true)
		} else {
			e.fn = r.expr(x.X)
		}
		if e.at = at(e.fn); e.at.line == 0 {
			e.at = r.at(x.X.End())
			if x.Open != 0 {
				e.at = r.at(x.Open)
			} else if len(x.Args) > 0 {
				e.at = r.at(x.Args[0].Pos())
			}
		}
	}
	e.args = r.exprs(x.Args)
	if n := len(e.args); n > 0 {
		e.args[n-1] = allValues(e.args[n-1])
	}
	if r.free == nil || r.fn.outer != nil || e.method != "" || len(e.args) > 3 || anyCalls(e.args...) {
		return e
	}
	if fn := constantFunction(e.fn); fn != nil && fn.native != nil && fn.native.special == plainCall {
		return &nativeExpr{e.extent, e, fn}
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

func (r *resolver) table(x *syntax.TableExpr) expr {
	e := &tableExpr{extent: r.extent(x), at: r.at(x.Start)}
	for i := range x.Fields {
		f := &x.Fields[i]
		var y tableField
		switch {
		case f.Open != 0:
			y.key = r.expr(f.Key)
		case f.Key != nil:
			y.key = nameConst(f.Key)
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
	return e
}
