//go:build !luacore

package luabind

import "github.com/yuin/gopher-lua/ast"

// Where a loop goes back to its beginning, and there is a jump, the compiler goes wrong: it
// wants to jump where that jump leads, but has put the distance into it already and takes
// that for a name of a place. The loop then ends, or goes on somewhere else. A jump is what
// is there for a constant that decides nothing, such as one with which somebody has
// switched something off:
//
//	for _, e in ipairs(list) do
//	  if false then print(e) end
//
// So something else comes first where that may be, and a condition that begins so moves
// into its loop:
//
//	while false or x do y() end
//	while true do do local (first) end if false or x then y() else break end end

// notFirst returns statements to which one may go back.
func notFirst(stmts []ast.Stmt, at ast.PositionHolder) []ast.Stmt {
	if !jumpsFirst(stmts) {
		return stmts
	}
	none := placed(&ast.LocalAssignStmt{Names: []string{"(first)"}}, at)
	return append([]ast.Stmt{placed(&ast.DoBlockStmt{Stmts: []ast.Stmt{none}}, at)}, stmts...)
}

// notFirstLabels does the same behind labels.
func notFirstLabels(stmts []ast.Stmt) []ast.Stmt {
	for i := len(stmts) - 2; i >= 0; i-- {
		if label, ok := stmts[i].(*ast.LabelStmt); ok {
			stmts = append(stmts[:i+1], notFirst(stmts[i+1:], label)...)
		}
	}
	return stmts
}

// notFirstWhile does the same in a while loop.
func notFirstWhile(x *ast.WhileStmt) {
	if !isAlways(x.Condition) && jumpsFirstIf(x.Condition) {
		out := placed(&ast.BreakStmt{}, x)
		inner := placed(&ast.IfStmt{Condition: x.Condition, Then: x.Stmts, Else: []ast.Stmt{out}}, x)
		x.Condition, x.Stmts = placed(&ast.TrueExpr{}, x), []ast.Stmt{inner}
	}
	if isAlways(x.Condition) {
		x.Stmts = notFirst(x.Stmts, x)
	}
}

// isAlways tells whether no instruction is made for a condition, as it always holds.
func isAlways(e ast.Expr) bool {
	switch e.(type) {
	case *ast.TrueExpr, *ast.NumberExpr, *ast.StringExpr:
		return true
	}
	return false
}

// jumpsFirst tells whether the first instruction of statements may be a jump. It may say so
// of others, but not of those that stand in loops that matter.
func jumpsFirst(stmts []ast.Stmt) bool {
	for _, s := range stmts {
		switch x := s.(type) {
		case *ast.LabelStmt:
			continue
		case *ast.DoBlockStmt:
			if len(x.Stmts) == 0 {
				continue
			}
			return jumpsFirst(x.Stmts)
		}
		return jumpsAtOnce(s)
	}
	return true
}

func jumpsAtOnce(s ast.Stmt) bool {
	switch x := s.(type) {
	case *ast.LocalAssignStmt:
		return len(x.Exprs) > 0 && jumpsFirstIn(x.Exprs...)
	case *ast.AssignStmt:
		return jumpsFirstIn(x.Lhs...) || jumpsFirstIn(x.Rhs...)
	case *ast.FuncCallStmt:
		return jumpsFirstIn(x.Expr)
	case *ast.ReturnStmt:
		return jumpsFirstIn(x.Exprs...)
	case *ast.IfStmt:
		return jumpsFirstIf(x.Condition)
	case *ast.WhileStmt:
		return isAlways(x.Condition) && jumpsFirst(x.Stmts) || !isAlways(x.Condition) && jumpsFirstIf(x.Condition)
	case *ast.RepeatStmt:
		return jumpsFirst(x.Stmts)
	case *ast.NumberForStmt:
		return jumpsFirstIn(x.Init)
	case *ast.GenericForStmt:
		return jumpsFirstIn(x.Exprs...)
	}
	return true // break and goto
}

// jumpsFirstIf tells it of a condition.
func jumpsFirstIf(e ast.Expr) bool {
	switch x := e.(type) {
	case ast.ConstExpr:
		return true
	case *ast.UnaryNotOpExpr:
		return jumpsFirstIf(x.Expr)
	case *ast.LogicalOpExpr:
		return jumpsFirstIf(x.Lhs)
	}
	return jumpsFirstIn(e)
}

// jumpsFirstIn tells it of the first of expressions that makes an instruction. Constants
// and variables may make none.
func jumpsFirstIn(exprs ...ast.Expr) bool {
	for _, e := range exprs {
		var jumps bool
		switch x := e.(type) {
		case *ast.LogicalOpExpr:
			_, constant := x.Lhs.(ast.ConstExpr)
			jumps = constant || jumpsFirstIn(x.Lhs)
		case *ast.RelationalOpExpr:
			jumps = jumpsFirstIn(x.Lhs, x.Rhs)
		case *ast.ArithmeticOpExpr:
			jumps = jumpsFirstIn(x.Lhs, x.Rhs)
		case *ast.UnaryMinusOpExpr:
			jumps = jumpsFirstIn(x.Expr)
		case *ast.UnaryNotOpExpr:
			jumps = jumpsFirstIn(x.Expr)
		case *ast.AttrGetExpr:
			jumps = jumpsFirstIn(x.Object, x.Key)
		case *ast.FuncCallExpr:
			jumps = x.Func != nil && jumpsFirstIn(x.Func) || x.Receiver != nil && jumpsFirstIn(x.Receiver)
		}
		if jumps {
			return true
		}
	}
	return false
}
