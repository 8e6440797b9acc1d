package lint

import "github.com/bough-dev/bough/internal/syntax"

func (w *walker) stmts(list []syntax.Stmt) {
	w.depth++
	for _, s := range list {
		w.stmt(s)
	}
	w.depth--
}

func (w *walker) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		w.assign(s)
	case *syntax.LocalStmt:
		w.local(s)
	case *syntax.LocalFunctionStmt:
		v := w.declareLocal(s.Name.Text, w.at(s.Name.Start))
		v.init = w.function(s.Func, w.at(s.Function), false)
	case *syntax.FunctionStmt:
		w.define(s)
	case *syntax.CallStmt:
		if o := w.expr(s.X); o.callee != "" && o.keys == 0 {
			w.facts.unused = append(w.facts.unused, o)
		}
	case *syntax.ReturnStmt:
		w.returns(s)
	default:
		w.compound(s)
	}
}

// compound visits a statement that contains other statements. After one in which the function may end, nothing is sure.
func (w *walker) compound(s syntax.Stmt) {
	sure, ends := w.sure, w.fn.ends
	w.parts(s)
	w.sure = sure && w.fn.ends == ends
}

func (w *walker) parts(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.DoStmt:
		w.block(&s.Body)
	case *syntax.WhileStmt:
		calls := len(w.facts.calls)
		o := w.exprFor(asCondition, s.Cond)
		if literal := o.kind == "boolean" && o.first == o.last; len(s.Body.Stmts) == 0 && len(w.facts.calls) == calls && !literal {
			w.facts.idle = append(w.facts.idle, idleLoop{w.at(s.Pos()), w.span(o.first, o.last)})
		}
		w.sure = false
		w.block(&s.Body)
	case *syntax.RepeatStmt:
		mark := w.scope.open()
		w.sure = false
		w.stmts(s.Body.Stmts)
		w.exprFor(asCondition, s.Cond) // the condition can use the locals of the body
		w.scope.close(mark, w.at(s.End()))
	case *syntax.IfStmt:
		for i := range s.Clauses {
			w.exprFor(asCondition, s.Clauses[i].Cond)
			w.sure = false
			w.fn.asks = w.fn.asks || w.asksParam(s.Clauses[i].Cond)
			w.block(&s.Clauses[i].Body)
		}
		w.block(&s.Else)
	case *syntax.NumericForStmt:
		w.numericFor(s)
	case *syntax.GenericForStmt:
		w.genericFor(s)
	default: // goto and break
		w.fn.ends++
	}
}

// asksParam reports whether a condition asks whether a parameter of the function is there, or which text it is.
func (w *walker) asksParam(e syntax.Expr) bool {
	switch e := syntax.Bare(e).(type) {
	case *syntax.NameExpr:
		v := w.scope.find(e.Text)
		return v != nil && v.param
	case *syntax.UnaryExpr:
		return e.Op == syntax.Not && w.asksParam(e.X)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.And, syntax.Or, syntax.Equal, syntax.NotEqual:
			return w.asksParam(e.X) || w.asksParam(e.Y)
		}
	}
	return false
}

func (w *walker) assign(s *syntax.AssignStmt) {
	targets := make([]operand, len(s.Targets))
	for i, e := range s.Targets {
		targets[i] = w.target(e)
	}
	values := w.exprs(s.Values)
	for i, t := range targets {
		w.write(t, at(values, i))
	}
}

// at returns the i-th operand. It returns the zero operand if there is none, since the last expression of a list
// may be a call with several results, which are not known.
func at(values []operand, i int) operand {
	if i < len(values) {
		return values[i]
	}
	return operand{}
}

func (w *walker) exprs(list []syntax.Expr) []operand {
	out := make([]operand, len(list))
	for i, e := range list {
		out[i] = w.expr(e)
	}
	return out
}

// target visits the left side of an assignment. Its last key is not read.
func (w *walker) target(e syntax.Expr) operand {
	switch e := e.(type) {
	case *syntax.NameExpr:
		return w.variablePlace(e)
	case *syntax.IndexExpr:
		o, object := w.index(e)
		w.useBoard(object, o, true)
		w.facts.operands.places = append(w.facts.operands.places, o)
		return o
	}
	return w.expr(e)
}

func (w *walker) write(target, value operand) {
	if target.base != nil && target.keys == 0 {
		target.base.writes++
		target.base.assigned = value
	}
	w.facts.writes = append(w.facts.writes, &write{target, value, w.fn})
}

func (w *walker) local(s *syntax.LocalStmt) {
	reads := len(w.facts.globals)
	values := w.exprs(s.Values)
	for i, n := range s.Names {
		v := w.declareLocal(n.Text, w.at(n.Start))
		v.init = at(values, i)
		if fn := v.init.fn; fn != nil {
			w.facts.noteItself(n.Text, fn, reads)
		}
	}
}

// define visits a statement of the form function a.b.c() or function a.b:c().
func (w *walker) define(s *syntax.FunctionStmt) {
	var t operand
	if x, ok := s.Target.(*syntax.IndexExpr); ok && s.Method {
		t = w.expr(x.X)
		t = w.key(t, x.Key.(*syntax.StringExpr).Value, w.at(x.Key.Pos()))
	} else {
		t = w.target(s.Target)
	}
	w.write(t, w.function(s.Func, w.at(s.Start), s.Method))
}

func (w *walker) returns(s *syntax.ReturnStmt) {
	r := result{tok: w.at(s.Start)}
	w.fn.ends++
	for i, e := range s.Values {
		if i == 0 {
			r.value = w.exprFor(asResult, e)
			w.pass(r.value)
		} else {
			w.expr(e)
		}
	}
	w.fn.returns = append(w.fn.returns, r)
	w.facts.operands.result = r.value // the last is that of the chunk
}

// leaves reports whether no statement can follow a block, since it returns, raises an error or has no end.
func (w *walker) leaves(list []syntax.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *syntax.ReturnStmt, *syntax.WhileStmt, *syntax.RepeatStmt:
		return true // a loop may have no end
	case *syntax.DoStmt:
		return w.leaves(s.Body.Stmts)
	case *syntax.CallStmt:
		return w.word(w.at(s.X.Pos())) == "error"
	case *syntax.IfStmt:
		for i := range s.Clauses {
			if !w.leaves(s.Clauses[i].Body.Stmts) {
				return false
			}
		}
		return w.leaves(s.Else.Stmts)
	}
	return false
}

func (w *walker) numericFor(s *syntax.NumericForStmt) {
	w.need(w.expr(s.First))
	w.need(w.expr(s.Limit))
	if s.Step != nil {
		w.expr(s.Step)
	}
	w.sure = false
	mark := w.scope.open()
	w.declareName(&s.Name)
	w.block(&s.Body)
	w.scope.close(mark, w.at(s.Last))
}

func (w *walker) genericFor(s *syntax.GenericForStmt) {
	var list operand
	if o := at(w.exprs(s.Values), 0); o.callee == "ipairs" || o.callee == "pairs" {
		list = w.facts.calls[len(w.facts.calls)-1].arg
	} else if len(s.Values) == 1 && o.callee == "" && (o.isPlace() || o.kind == "table") {
		w.facts.loops = append(w.facts.loops, o)
	}
	w.sure = false
	mark := w.scope.open()
	for i := range s.Names {
		if v := w.declareName(&s.Names[i]); i == 1 {
			v.list = list
		}
	}
	w.block(&s.Body)
	w.scope.close(mark, w.at(s.Last))
}
