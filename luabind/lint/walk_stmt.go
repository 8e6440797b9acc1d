package lint

import "github.com/yuin/gopher-lua/ast"

func (w *walker) stmts(list []ast.Stmt) {
	w.enter()
	for _, s := range list {
		w.stmt(s)
	}
	w.depth--
}

func (w *walker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		w.assign(s)
	case *ast.LocalAssignStmt:
		w.local(s)
	case *ast.FuncCallStmt:
		w.expr(s.Expr)
	case *ast.FuncDefStmt:
		w.define(s)
	case *ast.ReturnStmt:
		w.returns(s)
	case *ast.BreakStmt:
		w.findWord("break")
	case *ast.LabelStmt:
		w.findName(s.Name)
	case *ast.GotoStmt:
		w.findName(s.Label)
	default:
		w.compound(s)
	}
}

// compound visits a statement that contains other statements.
func (w *walker) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.DoBlockStmt:
		w.findWord("do")
		w.block(s.Stmts)
		w.findWord("end")
	case *ast.WhileStmt:
		w.findWord("while")
		w.exprFor(asCondition, s.Condition)
		w.findWord("do")
		w.block(s.Stmts)
		w.findWord("end")
	case *ast.RepeatStmt:
		w.repeat(s)
	case *ast.IfStmt:
		w.findWord("if")
		w.ifs(s)
	case *ast.NumberForStmt:
		w.numberFor(s)
	case *ast.GenericForStmt:
		w.genericFor(s)
	}
}

func (w *walker) assign(s *ast.AssignStmt) {
	targets := make([]operand, len(s.Lhs))
	for i, e := range s.Lhs {
		targets[i] = w.target(e)
	}
	w.findOp("=")
	values := w.exprs(s.Rhs)
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

func (w *walker) exprs(list []ast.Expr) []operand {
	out := make([]operand, len(list))
	for i, e := range list {
		out[i] = w.expr(e)
	}
	return out
}

// target visits the left side of an assignment. Its last key is not read.
func (w *walker) target(e ast.Expr) operand {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return w.place(e)
	case *ast.AttrGetExpr:
		o, _ := w.index(e)
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

func (w *walker) local(s *ast.LocalAssignStmt) {
	w.findWord("local")
	if w.is(w.cur, "function") {
		w.localFunction(s)
		return
	}
	toks := make([]int, len(s.Names))
	for i, n := range s.Names {
		toks[i] = w.findName(n)
	}
	reads := len(w.facts.globals)
	values := w.exprs(s.Exprs)
	for i, n := range s.Names {
		v := w.declareLocal(n, toks[i])
		v.init = at(values, i)
		if fn := v.init.fn; fn != nil {
			w.facts.noteItself(n, fn, reads)
		}
	}
}

func (w *walker) localFunction(s *ast.LocalAssignStmt) {
	first := w.findWord("function")
	v := w.declareLocal(s.Names[0], w.findName(s.Names[0]))
	v.init = w.function(s.Exprs[0].(*ast.FunctionExpr), first, false)
}

// define visits a statement of the form function a.b.c() or function a.b:c().
func (w *walker) define(s *ast.FuncDefStmt) {
	first := w.findWord("function")
	if s.Name.Func != nil {
		t := w.target(s.Name.Func)
		w.write(t, w.function(s.Func, first, false))
		return
	}
	t := w.expr(s.Name.Receiver)
	t = w.key(t, s.Name.Method, w.findName(s.Name.Method))
	w.write(t, w.function(s.Func, first, true))
}

func (w *walker) returns(s *ast.ReturnStmt) {
	r := result{tok: w.findWord("return")}
	w.purpose = asResult
	r.value = at(w.exprs(s.Exprs), 0)
	w.purpose = noPurpose
	w.fn.returns = append(w.fn.returns, r)
}

func (w *walker) repeat(s *ast.RepeatStmt) {
	w.findWord("repeat")
	mark := w.scope.open()
	w.stmts(s.Stmts)
	w.findWord("until")
	w.exprFor(asCondition, s.Condition) // the condition can use the locals of the body
	w.scope.close(mark, w.cur)
}

// ifs visits an if statement, beginning with its condition. In the tree, an elseif is an if in the else part, so
// only the tokens show the difference.
func (w *walker) ifs(s *ast.IfStmt) {
	depth := w.depth
	for {
		w.enter()
		w.exprFor(asCondition, s.Condition)
		w.findWord("then")
		w.block(s.Then)
		switch clause := w.word(w.clause()); clause {
		case "elseif":
			s = s.Else[0].(*ast.IfStmt)
			continue
		case "else":
			w.block(s.Else)
			w.findWord("end")
		}
		w.depth = depth
		return
	}
}

func (w *walker) numberFor(s *ast.NumberForStmt) {
	w.findWord("for")
	tok := w.findName(s.Name)
	w.expr(s.Init)
	w.expr(s.Limit)
	if s.Step != nil {
		w.expr(s.Step)
	}
	w.findWord("do")
	mark := w.scope.open()
	w.declare(s.Name, tok)
	w.block(s.Stmts)
	w.scope.close(mark, w.cur)
	w.findWord("end")
}

func (w *walker) genericFor(s *ast.GenericForStmt) {
	w.findWord("for")
	toks := make([]int, len(s.Names))
	for i, n := range s.Names {
		toks[i] = w.findName(n)
	}
	var list operand
	if o := at(w.exprs(s.Exprs), 0); o.callee == "ipairs" || o.callee == "pairs" {
		list = w.facts.calls[len(w.facts.calls)-1].arg
	}
	w.findWord("do")
	mark := w.scope.open()
	for i, n := range s.Names {
		if v := w.declare(n, toks[i]); i == 1 {
			v.list = list
		}
	}
	w.block(s.Stmts)
	w.scope.close(mark, w.cur)
	w.findWord("end")
}
