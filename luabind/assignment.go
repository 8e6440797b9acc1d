//go:build !luacore

package luabind

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"
)

// The compiler goes wrong where it assigns to local variables that exist already. It
// writes a value as soon as it has it, so that after a, b = b, a both are the same; and
// it writes nothing where x = f() and y ends at f(), so that x stays what it was. A call
// that is to give one value to the last parameter of a function it even makes in the place of
// that and of the variables behind it; and x = (...) deletes the variables behind x. So such values are put into new variables first, which
// it does well:
//
//	do local (v1), (v2) = b, a  b = (v2)  a = (v1) end
//	do local (v1) = f() and y  x = (v1) end
//
// Scripts cannot write these names. Where elements of tables are assigned besides, the
// tables and the keys are put into variables too, since Lua finds them before it assigns
// anything.

// apart rewrites an assignment that the compiler gets wrong.
func apart(x *ast.AssignStmt) ast.Stmt {
	variables := 0
	for _, to := range x.Lhs {
		if isVariable(to) {
			variables++
		}
	}
	switch {
	case variables == 0:
		return x
	case len(x.Lhs) == 1 && len(x.Rhs) == 1 && !isMistaken(x.Rhs[0]):
		x.Rhs[0] = bare(x.Rhs[0])
		return x
	case variables == len(x.Lhs) && len(x.Rhs) == 1 && isMany(x.Rhs[0]):
		return x // what a call gives is all there before it is assigned
	}
	return assignLate(x)
}

// isMistaken tells whether the compiler gets a single value wrong.
func isMistaken(e ast.Expr) bool {
	switch e.(type) {
	case *ast.LogicalOpExpr, *ast.Comma3Expr:
		return true
	}
	return false
}

// assignLate evaluates everything before it assigns anything.
func assignLate(x *ast.AssignStmt) ast.Stmt {
	h := &holder{at: x}
	targets := make([]ast.Expr, len(x.Lhs))
	for i, to := range x.Lhs {
		if e, ok := to.(*ast.AttrGetExpr); ok {
			to = placed(&ast.AttrGetExpr{Object: h.hold(e.Object), Key: h.hold(e.Key)}, e)
		}
		targets[i] = to
	}
	values := placed(&ast.LocalAssignStmt{Exprs: x.Rhs}, x)
	for i := range targets {
		values.Names = append(values.Names, fmt.Sprintf("(v%d)", i+1))
	}
	h.stmts = append(h.stmts, values)
	for i := len(targets) - 1; i >= 0; i-- { // the last first, as Lua does
		value := placed(&ast.IdentExpr{Value: values.Names[i]}, x)
		h.stmts = append(h.stmts, placed(&ast.AssignStmt{Lhs: targets[i : i+1], Rhs: []ast.Expr{value}}, x))
	}
	return placed(&ast.DoBlockStmt{Stmts: h.stmts}, x)
}

// bare takes the parentheses off a call of which one value is taken anyway.
func bare(e ast.Expr) ast.Expr {
	if call, ok := e.(*ast.FuncCallExpr); ok {
		call.AdjustRet = false
	}
	return e
}

// holder puts tables and keys into variables.
type holder struct {
	at    *ast.AssignStmt
	stmts []ast.Stmt
}

// hold returns what stands for e later, when variables have changed.
func (h *holder) hold(e ast.Expr) ast.Expr {
	if _, ok := e.(ast.ConstExpr); ok {
		return e
	}
	name := fmt.Sprintf("(k%d)", len(h.stmts)+1)
	h.stmts = append(h.stmts, placed(&ast.LocalAssignStmt{Names: []string{name}, Exprs: []ast.Expr{single(e)}}, h.at))
	return placed(&ast.IdentExpr{Value: name}, e)
}

func isVariable(e ast.Expr) bool {
	_, ok := e.(*ast.IdentExpr)
	return ok
}

// isMany tells whether an expression may give several values.
func isMany(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.FuncCallExpr:
		return !x.AdjustRet
	case *ast.Comma3Expr:
		return !x.AdjustRet
	}
	return false
}
