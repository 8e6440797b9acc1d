package condition

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/yuin/gopher-lua/ast"
)

// spot is where an expression is written in a tree file, and what messages call it.
type spot struct {
	what string // Guard, Test, Value, or "condition" and its name
	pos  diag.Pos
	line string // the whole line
}

func (s *spot) problem(list *diag.List, format string, args ...any) *diag.Diagnostic {
	d := list.Add(s.pos, "%s: %s", s.what, fmt.Sprintf(format, args...))
	d.Source = s.line
	return d
}

// head is what messages call a text that is compiled.
func (s *spot) head(text string) string {
	if s.isNamed() {
		return s.what
	}
	return s.what + " " + text
}

func (s *spot) isNamed() bool { return strings.HasPrefix(s.what, namedPrefix) }

// prefix makes a script of an expression, which only then can be parsed.
const prefix = "return "

// parse parses an expression of a tree file. It returns nil if there is an error in the list.
func parse(text string, at *spot) (ast.Expr, diag.List) {
	if e := only(lint.ParseShort(prefix + text)); e != nil {
		return e, nil
	}
	_, stmts, problems := lint.Parse(at.pos.File, []byte(prefix+text))
	for i := range problems {
		problems[i] = at.move(problems[i])
	}
	if problems.Err() != nil {
		return nil, problems
	}
	e := only(stmts)
	if e == nil {
		problems.Add(at.pos, "%s", at.form()).Source = at.line
	}
	return e, problems
}

// only returns the expression of a script that returns one and nothing else.
func only(stmts []ast.Stmt) ast.Expr {
	if len(stmts) != 1 {
		return nil
	}
	r, ok := stmts[0].(*ast.ReturnStmt)
	if !ok || len(r.Exprs) != 1 {
		return nil
	}
	return r.Exprs[0]
}

// move takes a finding from the made script to the place of the expression.
func (s *spot) move(d diag.Diagnostic) diag.Diagnostic {
	pos := s.pos
	if d.Pos.Line == 1 && d.Pos.Col > len(prefix) {
		pos.Col += d.Pos.Col - len(prefix) - 1
	}
	d.Pos, d.Source = pos, s.line
	if strings.HasPrefix(d.Message, "return must be the last") {
		d.Message, d.Hint = "there is more behind the expression", s.form()
	}
	d.Message = s.what + ": " + strings.Replace(d.Message, "the file ends", "the expression ends", 1)
	return d
}

// form says what is wanted.
func (s *spot) form() string {
	switch s.what {
	case Guard:
		return "a guard is one Lua expression, such as hp < 30 and target ~= nil"
	case Value:
		return "want one Lua expression, such as state or math.floor(dist)"
	}
	return "a condition is one Lua expression, such as hp < 30 and target ~= nil"
}

// walk calls f with e and, where f answers true, with its parts, in the order in which they are
// written. Bodies of functions are left out, and so is the name of a function that is called, which is
// no field.
func walk(e ast.Expr, f func(ast.Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		walk(x.Object, f)
		walk(x.Key, f)
	case *ast.LogicalOpExpr:
		walk(x.Lhs, f)
		walk(x.Rhs, f)
	case *ast.RelationalOpExpr:
		walk(x.Lhs, f)
		walk(x.Rhs, f)
	case *ast.ArithmeticOpExpr:
		walk(x.Lhs, f)
		walk(x.Rhs, f)
	case *ast.StringConcatOpExpr:
		walk(x.Lhs, f)
		walk(x.Rhs, f)
	case *ast.UnaryNotOpExpr:
		walk(x.Expr, f)
	case *ast.UnaryMinusOpExpr:
		walk(x.Expr, f)
	case *ast.UnaryLenOpExpr:
		walk(x.Expr, f)
	case *ast.FuncCallExpr:
		walk(x.Receiver, f)
		if _, plain := x.Func.(*ast.IdentExpr); !plain {
			walk(x.Func, f)
		}
		for _, a := range x.Args {
			walk(a, f)
		}
	case *ast.TableExpr:
		for _, field := range x.Fields {
			walk(field.Key, f)
			walk(field.Value, f)
		}
	}
}
