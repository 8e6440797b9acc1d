//go:build !luacore

package luabind

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/yuin/gopher-lua/ast"
)

// spot is where an expression is written in a tree file, and what messages call it.
type spot struct {
	what string // guard, expression, or condition and its name
	pos  diag.Pos
	line string // the whole line
}

func (s spot) problem(list *diag.List, format string, args ...any) *diag.Diagnostic {
	d := list.Add(s.pos, "%s: %s", s.what, fmt.Sprintf(format, args...))
	d.Source = s.line
	return d
}

// guardPrefix makes a script of an expression, which only then can be parsed.
const guardPrefix = "return "

// parseExpr parses an expression of a tree file.
func parseExpr(source string, at spot) (ast.Expr, diag.List) {
	if stmts := lint.ParseShort(guardPrefix + source); len(stmts) == 1 {
		if r, ok := stmts[0].(*ast.ReturnStmt); ok && len(r.Exprs) == 1 {
			return r.Exprs[0], nil
		}
	}
	_, stmts, problems := lint.Parse(at.pos.File, []byte(guardPrefix+source))
	for i := range problems {
		problems[i] = at.move(problems[i])
	}
	if problems.Err() != nil {
		return nil, problems
	}
	if len(stmts) == 1 {
		if r, ok := stmts[0].(*ast.ReturnStmt); ok && len(r.Exprs) == 1 {
			return r.Exprs[0], problems
		}
	}
	problems.Add(at.pos, "%s", at.form()).Source = at.line
	return nil, problems
}

// move takes a finding from the made script to the place of the expression.
func (s spot) move(d diag.Diagnostic) diag.Diagnostic {
	pos := s.pos
	if d.Pos.Line == 1 && d.Pos.Col > len(guardPrefix) {
		pos.Col += d.Pos.Col - len(guardPrefix) - 1
	}
	d.Pos, d.Source = pos, s.line
	if strings.HasPrefix(d.Message, "return must be the last") {
		d.Message, d.Hint = "there is more behind the expression", s.form()
	}
	d.Message = s.what + ": " + strings.Replace(d.Message, "the file ends", "the expression ends", 1)
	return d
}

// form says what is wanted.
func (s spot) form() string {
	switch s.what {
	case whatGuard:
		return "a guard is one Lua expression, such as hp < 30 and target ~= nil"
	case whatExpression:
		return "want one Lua expression, such as state or math.floor(dist)"
	}
	return "a condition is one Lua expression, such as hp < 30 and target ~= nil"
}

// walkExpr calls f with e and, where f answers true, with its parts, in the
// order in which they are written. Bodies of functions are left out, and so is the
// name of a function that is called, which is no field.
func walkExpr(e ast.Expr, f func(ast.Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, part := range parts(e) {
		walkExpr(*part, f)
	}
}

// mapExpr replaces the parts of e that walkExpr would visit, and then e itself, by
// what f makes of them.
func mapExpr(e ast.Expr, f func(ast.Expr) ast.Expr) ast.Expr {
	for _, part := range parts(e) {
		if *part != nil {
			*part = mapExpr(*part, f)
		}
	}
	return f(e)
}

// parts returns where e keeps its operands. Some may be nil.
func parts(e ast.Expr) []*ast.Expr {
	switch x := e.(type) {
	case *inlined:
		return []*ast.Expr{&x.body}
	case *ast.AttrGetExpr:
		return []*ast.Expr{&x.Object, &x.Key}
	case *ast.LogicalOpExpr:
		return []*ast.Expr{&x.Lhs, &x.Rhs}
	case *ast.RelationalOpExpr:
		return []*ast.Expr{&x.Lhs, &x.Rhs}
	case *ast.ArithmeticOpExpr:
		return []*ast.Expr{&x.Lhs, &x.Rhs}
	case *ast.StringConcatOpExpr:
		return []*ast.Expr{&x.Lhs, &x.Rhs}
	case *ast.UnaryNotOpExpr:
		return []*ast.Expr{&x.Expr}
	case *ast.UnaryMinusOpExpr:
		return []*ast.Expr{&x.Expr}
	case *ast.UnaryLenOpExpr:
		return []*ast.Expr{&x.Expr}
	case *ast.FuncCallExpr:
		return partsOfCall(x)
	case *ast.TableExpr:
		var out []*ast.Expr
		for _, field := range x.Fields {
			out = append(out, &field.Key, &field.Value)
		}
		return out
	}
	return nil
}

func partsOfCall(x *ast.FuncCallExpr) []*ast.Expr {
	out := []*ast.Expr{&x.Receiver}
	if _, plain := x.Func.(*ast.IdentExpr); !plain {
		out = append(out, &x.Func)
	}
	for i := range x.Args {
		out = append(out, &x.Args[i])
	}
	return out
}
