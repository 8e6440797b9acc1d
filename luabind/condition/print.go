package condition

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/bough-dev/bough/luabind/lint"
)

// unparse returns the text of an expression.
func unparse(e ast.Expr) string {
	var p printer
	p.expr(e, 0)
	return p.out.String()
}

// printer writes a syntax tree as text.
type printer struct{ out strings.Builder }

func (p *printer) text(s string) { p.out.WriteString(s) }

// The precedences of operators.
const (
	bindOr = iota + 1
	bindAnd
	bindCompare
	bindConcat
	bindAdd
	bindMultiply
	bindUnary
	bindPower
	bindLiteral
	bindPrefix // an expression that can be called or indexed
)

// expr writes an expression, in parentheses if its precedence is lower than least.
func (p *printer) expr(e ast.Expr, least int) {
	if tightness(e) < least {
		p.text("(")
		defer p.text(")")
	}
	switch x := e.(type) {
	case *ast.LogicalOpExpr:
		p.binary(x.Lhs, x.Operator, x.Rhs, tightness(e), false)
	case *ast.RelationalOpExpr:
		p.binary(x.Lhs, x.Operator, x.Rhs, bindCompare, false)
	case *ast.ArithmeticOpExpr:
		p.binary(x.Lhs, x.Operator, x.Rhs, tightness(e), x.Operator == "^")
	case *ast.StringConcatOpExpr:
		p.binary(x.Lhs, "..", x.Rhs, bindConcat, true)
	case *ast.UnaryNotOpExpr:
		p.text("not ")
		p.expr(x.Expr, bindUnary)
	case *ast.UnaryLenOpExpr:
		p.text("#")
		p.expr(x.Expr, bindUnary)
	case *ast.UnaryMinusOpExpr:
		p.text("-")
		least := bindUnary
		if _, again := x.Expr.(*ast.UnaryMinusOpExpr); again {
			least = bindPrefix // two minus signs would begin a comment
		}
		p.expr(x.Expr, least)
	default:
		p.operand(e)
	}
}

// tightness returns the precedence of an expression.
func tightness(e ast.Expr) int {
	switch x := e.(type) {
	case *ast.LogicalOpExpr:
		if x.Operator == "or" {
			return bindOr
		}
		return bindAnd
	case *ast.RelationalOpExpr:
		return bindCompare
	case *ast.StringConcatOpExpr:
		return bindConcat
	case *ast.ArithmeticOpExpr:
		switch x.Operator {
		case "+", "-":
			return bindAdd
		case "^":
			return bindPower
		}
		return bindMultiply
	case *ast.UnaryNotOpExpr, *ast.UnaryLenOpExpr, *ast.UnaryMinusOpExpr:
		return bindUnary
	case *ast.IdentExpr, *ast.AttrGetExpr, *ast.FuncCallExpr:
		return bindPrefix
	}
	return bindLiteral
}

// binary writes an operator between two operands. In a chain of operators, the operand on the side to which they
// associate needs no parentheses.
func (p *printer) binary(l ast.Expr, op string, r ast.Expr, level int, groupsRight bool) {
	left, right := level, level+1
	if groupsRight {
		left, right = right, left
	}
	if op == "^" {
		right = bindUnary // 2 ^ -x needs no parentheses
	}
	p.expr(l, left)
	p.text(" " + op + " ")
	p.expr(r, right)
}

func (p *printer) operand(e ast.Expr) {
	switch x := e.(type) {
	case *ast.NilExpr:
		p.text("nil")
	case *ast.TrueExpr:
		p.text("true")
	case *ast.FalseExpr:
		p.text("false")
	case *ast.NumberExpr:
		p.text(x.Value)
	case *ast.StringExpr:
		p.text(strconv.Quote(x.Value))
	case *ast.IdentExpr:
		p.text(x.Value)
	case *ast.AttrGetExpr:
		p.attr(x)
	case *ast.FuncCallExpr:
		p.call(x)
	case *ast.TableExpr:
		p.table(x)
	case *ast.Comma3Expr:
		p.text("...")
	case *ast.FunctionExpr:
		p.text("function() … end")
	}
}

func (p *printer) attr(x *ast.AttrGetExpr) {
	p.expr(x.Object, bindPrefix)
	if key, ok := x.Key.(*ast.StringExpr); ok && lint.IsName(key.Value) {
		p.text("." + key.Value)
		return
	}
	p.text("[")
	p.expr(x.Key, 0)
	p.text("]")
}

func (p *printer) call(x *ast.FuncCallExpr) {
	if x.Method != "" {
		p.expr(x.Receiver, bindPrefix)
		p.text(":" + x.Method)
	} else {
		p.expr(x.Func, bindPrefix)
	}
	p.text("(")
	for i, a := range x.Args {
		if i > 0 {
			p.text(", ")
		}
		p.expr(a, 0)
	}
	p.text(")")
}

func (p *printer) table(x *ast.TableExpr) {
	p.text("{")
	for i, f := range x.Fields {
		if i > 0 {
			p.text(", ")
		}
		if key, ok := f.Key.(*ast.StringExpr); ok && lint.IsName(key.Value) {
			p.text(key.Value + " = ")
		} else if f.Key != nil {
			p.text("[")
			p.expr(f.Key, 0)
			p.text("] = ")
		}
		p.expr(f.Value, 0)
	}
	p.text("}")
}
