package syntax_test

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/bough-dev/bough/internal/syntax"
)

// gopherParse parses a text with the parser of gopher-lua, which may panic.
func gopherParse(text string) (stmts []ast.Stmt, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return parse.Parse(strings.NewReader(text), "")
}

// The dumps of both trees have the same form. They leave out positions, and parentheses that do not change the number of
// values.

type dump struct{ strings.Builder }

func (d *dump) put(format string, args ...any) { fmt.Fprintf(d, format, args...) }

func dumpSyntax(b *syntax.Block) string {
	var d dump
	d.block(b)
	return d.String()
}

func (d *dump) block(b *syntax.Block) {
	d.put("{")
	for _, s := range b.Stmts {
		d.stmt(s)
		d.put(";\n")
	}
	d.put("}")
}

func (d *dump) names(list []syntax.Name, more bool) {
	for _, n := range list {
		d.put("%s,", n.Text)
	}
	if more {
		d.put("...")
	}
}

func (d *dump) exprs(list []syntax.Expr) {
	d.put("[")
	for _, e := range list {
		d.expr(e)
		d.put(",")
	}
	d.put("]")
}

func (d *dump) function(f *syntax.FunctionExpr) {
	d.put("function(")
	d.names(f.Params, f.Vararg != 0)
	d.put(")")
	d.block(&f.Body)
}

func (d *dump) stmt(s syntax.Stmt) {
	switch x := s.(type) {
	case *syntax.LocalStmt:
		d.put("local ")
		d.names(x.Names, false)
		d.exprs(x.Values)
	case *syntax.LocalFunctionStmt:
		d.put("local %s,[", x.Name.Text)
		d.function(x.Func)
		d.put(",]")
	case *syntax.FunctionStmt:
		d.put("define method %v ", x.Method)
		d.expr(x.Target)
		d.function(x.Func)
	case *syntax.AssignStmt:
		d.put("assign ")
		d.exprs(x.Targets)
		d.exprs(x.Values)
	case *syntax.CallStmt:
		d.put("call ")
		d.expr(x.X)
	case *syntax.DoStmt:
		d.put("do ")
		d.block(&x.Body)
	case *syntax.WhileStmt:
		d.put("while ")
		d.expr(x.Cond)
		d.block(&x.Body)
	case *syntax.RepeatStmt:
		d.put("repeat ")
		d.block(&x.Body)
		d.expr(x.Cond)
	case *syntax.IfStmt:
		for i := range x.Clauses {
			d.put("if ")
			d.expr(x.Clauses[i].Cond)
			d.block(&x.Clauses[i].Body)
			d.put("else {")
		}
		for _, s := range x.Else.Stmts {
			d.stmt(s)
			d.put(";\n")
		}
		for i := range x.Clauses {
			if i > 0 {
				d.put("};\n")
			}
		}
		d.put("}")
	case *syntax.NumericForStmt:
		d.put("for %s ", x.Name.Text)
		d.exprs([]syntax.Expr{x.First, x.Limit})
		if x.Step != nil {
			d.expr(x.Step)
		}
		d.block(&x.Body)
	case *syntax.GenericForStmt:
		d.put("for ")
		d.names(x.Names, false)
		d.exprs(x.Values)
		d.block(&x.Body)
	case *syntax.ReturnStmt:
		d.put("return ")
		d.exprs(x.Values)
	case *syntax.BreakStmt:
		d.put("break")
	case *syntax.GotoStmt:
		d.put("goto %s", x.Label.Text)
	case *syntax.LabelStmt:
		d.put("label %s", x.Name.Text)
	default:
		d.put("%T", s)
	}
}

func (d *dump) expr(e syntax.Expr) {
	switch x := e.(type) {
	case *syntax.NilExpr:
		d.put("nil")
	case *syntax.BoolExpr:
		d.put("%v", x.Value)
	case *syntax.NumberExpr:
		d.put("%v", x.Value)
	case *syntax.StringExpr:
		d.put("%q", x.Value)
	case *syntax.VarargExpr:
		d.put("...")
	case *syntax.NameExpr:
		d.put("%s", x.Text)
	case *syntax.ParenExpr:
		if syntax.Many(x.X) {
			d.put("one ")
		}
		d.expr(x.X)
	case *syntax.IndexExpr:
		d.expr(x.X)
		d.put("[")
		d.expr(x.Key)
		d.put("]")
	case *syntax.CallExpr:
		d.expr(x.X)
		if x.Colon != 0 {
			d.put(":%s", x.Method.Text)
		}
		d.exprs(x.Args)
	case *syntax.FunctionExpr:
		d.function(x)
	case *syntax.TableExpr:
		d.put("{")
		for i := range x.Fields {
			if f := &x.Fields[i]; f.Key != nil {
				d.expr(f.Key)
				d.put("=")
			}
			d.expr(x.Fields[i].Value)
			d.put(",")
		}
		d.put("}")
	case *syntax.UnaryExpr:
		d.put("(%s ", x.Op)
		d.expr(x.X)
		d.put(")")
	case *syntax.BinaryExpr:
		d.put("(")
		d.expr(x.X)
		d.put(" %s ", x.Op)
		d.expr(x.Y)
		d.put(")")
	default:
		d.put("%T", e)
	}
}

func dumpGopher(stmts []ast.Stmt) string {
	var d dump
	d.gopherBlock(stmts)
	return d.String()
}

func (d *dump) gopherBlock(list []ast.Stmt) {
	d.put("{")
	for _, s := range list {
		d.gopherStmt(s)
		d.put(";\n")
	}
	d.put("}")
}

func (d *dump) gopherNames(list []string, more bool) {
	for _, n := range list {
		d.put("%s,", n)
	}
	if more {
		d.put("...")
	}
}

func (d *dump) gopherExprs(list []ast.Expr) {
	d.put("[")
	for _, e := range list {
		d.gopherExpr(e)
		d.put(",")
	}
	d.put("]")
}

func (d *dump) gopherFunction(f *ast.FunctionExpr) {
	d.put("function(")
	d.gopherNames(f.ParList.Names, f.ParList.HasVargs)
	d.put(")")
	d.gopherBlock(f.Stmts)
}

func (d *dump) gopherStmt(s ast.Stmt) {
	switch x := s.(type) {
	case *ast.LocalAssignStmt:
		d.put("local ")
		d.gopherNames(x.Names, false)
		d.gopherExprs(x.Exprs)
	case *ast.FuncDefStmt:
		d.put("define method %v ", x.Name.Func == nil)
		if x.Name.Func == nil {
			d.gopherExpr(x.Name.Receiver)
			d.put("[%q]", x.Name.Method)
		} else {
			d.gopherExpr(x.Name.Func)
		}
		d.gopherFunction(x.Func)
	case *ast.AssignStmt:
		d.put("assign ")
		d.gopherExprs(x.Lhs)
		d.gopherExprs(x.Rhs)
	case *ast.FuncCallStmt:
		d.put("call ")
		d.gopherExpr(x.Expr)
	case *ast.DoBlockStmt:
		d.put("do ")
		d.gopherBlock(x.Stmts)
	case *ast.WhileStmt:
		d.put("while ")
		d.gopherExpr(x.Condition)
		d.gopherBlock(x.Stmts)
	case *ast.RepeatStmt:
		d.put("repeat ")
		d.gopherBlock(x.Stmts)
		d.gopherExpr(x.Condition)
	case *ast.IfStmt:
		d.put("if ")
		d.gopherExpr(x.Condition)
		d.gopherBlock(x.Then)
		d.put("else ")
		d.gopherBlock(x.Else)
	case *ast.NumberForStmt:
		d.put("for %s ", x.Name)
		d.gopherExprs([]ast.Expr{x.Init, x.Limit})
		if x.Step != nil {
			d.gopherExpr(x.Step)
		}
		d.gopherBlock(x.Stmts)
	case *ast.GenericForStmt:
		d.put("for ")
		d.gopherNames(x.Names, false)
		d.gopherExprs(x.Exprs)
		d.gopherBlock(x.Stmts)
	case *ast.ReturnStmt:
		d.put("return ")
		d.gopherExprs(x.Exprs)
	case *ast.BreakStmt:
		d.put("break")
	case *ast.GotoStmt:
		d.put("goto %s", x.Label)
	case *ast.LabelStmt:
		d.put("label %s", x.Name)
	default:
		d.put("%T", s)
	}
}

func (d *dump) gopherBinary(l ast.Expr, op string, r ast.Expr) {
	d.put("(")
	d.gopherExpr(l)
	d.put(" %s ", op)
	d.gopherExpr(r)
	d.put(")")
}

func (d *dump) gopherUnary(op string, e ast.Expr) {
	d.put("(%s ", op)
	d.gopherExpr(e)
	d.put(")")
}

func (d *dump) gopherExpr(e ast.Expr) {
	switch x := e.(type) {
	case *ast.NilExpr:
		d.put("nil")
	case *ast.TrueExpr:
		d.put("true")
	case *ast.FalseExpr:
		d.put("false")
	case *ast.NumberExpr:
		n, _ := syntax.ParseNumeral(x.Value) // without zeros before it
		d.put("%v", n)
	case *ast.StringExpr:
		d.put("%q", x.Value)
	case *ast.Comma3Expr:
		if x.AdjustRet {
			d.put("one ")
		}
		d.put("...")
	case *ast.IdentExpr:
		d.put("%s", x.Value)
	case *ast.AttrGetExpr:
		d.gopherExpr(x.Object)
		d.put("[")
		d.gopherExpr(x.Key)
		d.put("]")
	case *ast.FuncCallExpr:
		if x.AdjustRet {
			d.put("one ")
		}
		if x.Func == nil {
			d.gopherExpr(x.Receiver)
			d.put(":%s", x.Method)
		} else {
			d.gopherExpr(x.Func)
		}
		d.gopherExprs(x.Args)
	case *ast.FunctionExpr:
		d.gopherFunction(x)
	case *ast.TableExpr:
		d.put("{")
		for _, f := range x.Fields {
			if f.Key != nil {
				d.gopherExpr(f.Key)
				d.put("=")
			}
			d.gopherExpr(f.Value)
			d.put(",")
		}
		d.put("}")
	case *ast.LogicalOpExpr:
		d.gopherBinary(x.Lhs, x.Operator, x.Rhs)
	case *ast.RelationalOpExpr:
		d.gopherBinary(x.Lhs, x.Operator, x.Rhs)
	case *ast.StringConcatOpExpr:
		d.gopherBinary(x.Lhs, "..", x.Rhs)
	case *ast.ArithmeticOpExpr:
		d.gopherBinary(x.Lhs, x.Operator, x.Rhs)
	case *ast.UnaryMinusOpExpr:
		d.gopherUnary("-", x.Expr)
	case *ast.UnaryNotOpExpr:
		d.gopherUnary("not", x.Expr)
	case *ast.UnaryLenOpExpr:
		d.gopherUnary("#", x.Expr)
	default:
		d.put("%T", e)
	}
}
