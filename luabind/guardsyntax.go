package luabind

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/yuin/gopher-lua/ast"
)

// guardPrefix makes a script of a guard, which only then can be parsed.
const guardPrefix = "return "

// parseGuard parses a guard that stands at pos in a tree file, whose whole line
// is given for messages.
func parseGuard(source string, pos diag.Pos, line string) (ast.Expr, diag.List) {
	script, problems := lint.Parse(pos.File, []byte(guardPrefix+source))
	for i := range problems {
		problems[i] = inGuard(problems[i], pos, line)
	}
	if problems.Err() != nil {
		return nil, problems
	}
	if len(script.Stmts) == 1 {
		if r, ok := script.Stmts[0].(*ast.ReturnStmt); ok && len(r.Exprs) == 1 {
			return r.Exprs[0], problems
		}
	}
	d := problems.Add(pos, "a guard is one Lua expression that is true or false, such as hp < 30 and target ~= nil")
	d.Source = line
	return nil, problems
}

// inGuard moves a finding from the made script to the place of the guard.
func inGuard(d diag.Diagnostic, pos diag.Pos, line string) diag.Diagnostic {
	if d.Pos.Line == 1 && d.Pos.Col > len(guardPrefix) {
		pos.Col += d.Pos.Col - len(guardPrefix) - 1
	}
	d.Pos, d.Source = pos, line
	if strings.HasPrefix(d.Message, "return must be the last") {
		d.Message, d.Hint = "there is more behind the expression", "a guard is one Lua expression, such as hp < 30 and target ~= nil"
	}
	d.Message = "guard: " + d.Message
	return d
}

// walkExpr calls f with e and, where f answers true, with its parts, in the
// order in which they are written. Bodies of functions are left out.
func walkExpr(e ast.Expr, f func(ast.Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, part := range parts(e) {
		walkExpr(part, f)
	}
}

func parts(e ast.Expr) []ast.Expr {
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		return []ast.Expr{x.Object, x.Key}
	case *ast.LogicalOpExpr:
		return []ast.Expr{x.Lhs, x.Rhs}
	case *ast.RelationalOpExpr:
		return []ast.Expr{x.Lhs, x.Rhs}
	case *ast.ArithmeticOpExpr:
		return []ast.Expr{x.Lhs, x.Rhs}
	case *ast.StringConcatOpExpr:
		return []ast.Expr{x.Lhs, x.Rhs}
	case *ast.UnaryNotOpExpr:
		return []ast.Expr{x.Expr}
	case *ast.UnaryMinusOpExpr:
		return []ast.Expr{x.Expr}
	case *ast.UnaryLenOpExpr:
		return []ast.Expr{x.Expr}
	case *ast.FuncCallExpr:
		if _, plain := x.Func.(*ast.IdentExpr); plain {
			return x.Args // the name of a function is no field
		}
		return append([]ast.Expr{x.Func, x.Receiver}, x.Args...)
	case *ast.TableExpr:
		var out []ast.Expr
		for _, field := range x.Fields {
			out = append(out, field.Key, field.Value)
		}
		return out
	}
	return nil
}
