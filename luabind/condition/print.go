package condition

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/bough-dev/bough/luabind/lint"
)

// unparse writes an expression.
func unparse(e ast.Expr) string {
	p := printer{}
	p.expr(e, 0)
	var b strings.Builder
	for _, piece := range p.pieces {
		b.WriteString(piece.text)
	}
	return b.String()
}

// printer writes a syntax tree as text in pieces. With a body, it adds the values of names and calls.
type printer struct {
	b      *body
	pieces []piece
}

func (p *printer) text(s string) {
	if n := len(p.pieces); n > 0 && p.pieces[n-1].part == nil {
		p.pieces[n-1].text += s
		return
	}
	p.pieces = append(p.pieces, piece{text: s})
}

// value puts the value of e behind what has been written.
func (p *printer) value(e ast.Expr) {
	if p.b != nil && p.b.hasValue(e) {
		p.pieces[len(p.pieces)-1].part = p.b.part(e)
	}
}

// How tightly operators bind.
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
	bindPrefix // what can be called or indexed
)

// expr writes an expression, in parentheses if it binds less tightly than its place wants.
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
			least = bindPrefix // two minus signs begin a comment
		}
		p.expr(x.Expr, least)
	default:
		p.operand(e)
	}
}

// tightness tells how tightly an expression binds.
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

// binary writes an operator between two operands. Of operators in a row, those on the side to which
// they group need no parentheses.
func (p *printer) binary(l ast.Expr, op string, r ast.Expr, level int, groupsRight bool) {
	left, right := level, level+1
	if groupsRight {
		left, right = right, left
	}
	if op == "^" {
		right = bindUnary // 2 ^ -x
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
		p.value(e)
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

// attr writes a path, target.x, with one value for the whole.
func (p *printer) attr(x *ast.AttrGetExpr) {
	inner := *p
	if p.b != nil && p.b.hasValue(x) {
		inner.b = nil
	}
	inner.expr(x.Object, bindPrefix)
	key, ok := x.Key.(*ast.StringExpr)
	if ok && lint.IsName(key.Value) {
		inner.text("." + key.Value)
	} else {
		inner.text("[")
		inner.b = p.b
		inner.expr(x.Key, 0)
		inner.text("]")
	}
	p.pieces = inner.pieces
	p.value(x)
}

func (p *printer) call(x *ast.FuncCallExpr) {
	plain := *p
	plain.b = nil
	if x.Method != "" {
		p.expr(x.Receiver, bindPrefix)
		p.text(":" + x.Method)
	} else {
		plain.expr(x.Func, bindPrefix)
		p.pieces = plain.pieces
	}
	p.text("(")
	for i, a := range x.Args {
		if i > 0 {
			p.text(", ")
		}
		p.expr(a, 0)
	}
	p.text(")")
	p.value(x)
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
