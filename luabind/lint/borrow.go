package lint

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Borrowed is something of a module that a file has in a local variable:
// require("lib.move").near is near of lib.move.
type Borrowed struct {
	Module string
	Keys   []string // constant, the first of them that of the module's table; nil for all of it
}

// Same tells whether both are the same thing of the same module.
func (b Borrowed) Same(c Borrowed) bool {
	return b.Module == c.Module && slices.Equal(b.Keys, c.Keys)
}

// onlyBorrows tells whether all that a file level does with what it requires is to have it in
// local variables, for its functions, and returns what it has there, in the order of the
// file. Then what the file makes is the same with any other version of its modules, but for
// what these variables hold. That takes a file level that consists of locals, functions,
// assignments and a return, without conditions, loops and calls, but for calls of require
// and of math: no function of the file runs before it is loaded, and none that could see
// what it is not given.
func onlyBorrows(stmts []ast.Stmt) (list []Borrowed, ok bool) {
	b := &borrowing{vars: map[string]*Borrowed{}, ok: true}
	for _, s := range stmts {
		b.stmt(s)
	}
	return b.list, b.ok
}

// borrowing is a look at a file level.
type borrowing struct {
	vars map[string]*Borrowed // the locals so far, nil for those that hold something of the file's own
	list []Borrowed
	ok   bool
}

func (b *borrowing) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.LocalAssignStmt:
		b.local(s)
	case *ast.AssignStmt:
		for _, e := range s.Lhs {
			b.target(e)
		}
		b.own(s.Rhs...)
	case *ast.FuncDefStmt:
		if s.Name.Func != nil {
			b.target(s.Name.Func)
		} else {
			b.own(s.Name.Receiver)
		}
	case *ast.ReturnStmt:
		b.own(s.Exprs...)
	default:
		b.ok = false
	}
}

func (b *borrowing) local(s *ast.LocalAssignStmt) {
	values := make([]*Borrowed, len(s.Names))
	for i, e := range s.Exprs {
		from := b.from(e)
		if from == nil {
			b.own(e)
		} else if i >= len(s.Names) {
			b.ok = false
		} else {
			values[i] = from
			b.list = append(b.list, *from)
		}
	}
	for i, name := range s.Names {
		b.vars[name] = values[i]
	}
}

// target looks at what is assigned to: a variable or field of the file's own.
func (b *borrowing) target(e ast.Expr) {
	switch e := e.(type) {
	case *ast.IdentExpr:
		if e.Value == "require" || e.Value == "math" {
			b.ok = false
		}
		b.own(e)
	case *ast.AttrGetExpr:
		b.own(e.Object, e.Key)
	}
}

// from returns what an expression takes from a module, nil if it takes nothing.
func (b *borrowing) from(e ast.Expr) *Borrowed {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return b.vars[e.Value]
	case *ast.FuncCallExpr:
		if name := b.required(e); name != "" {
			return &Borrowed{Module: name}
		}
	case *ast.AttrGetExpr:
		key, constant := e.Key.(*ast.StringExpr)
		if of := b.from(e.Object); of != nil && constant {
			return &Borrowed{of.Module, append(slices.Clip(of.Keys), key.Value)}
		}
	}
	return nil
}

// required returns the name in a call of require, "" if it is something else.
func (b *borrowing) required(e *ast.FuncCallExpr) string {
	if !b.isGlobal(e.Func, "require") || len(e.Args) != 1 {
		return ""
	}
	if name, ok := e.Args[0].(*ast.StringExpr); ok {
		return name.Value
	}
	return ""
}

// isGlobal tells whether an expression is a global variable of Lua's that the file cannot
// have changed: it is no local, and target refuses to assign to it.
func (b *borrowing) isGlobal(e ast.Expr, name string) bool {
	v, ok := e.(*ast.IdentExpr)
	if !ok || v.Value != name {
		return false
	}
	_, local := b.vars[name]
	return !local
}

// own refuses expressions whose value, or what they do, may depend on a module.
func (b *borrowing) own(list ...ast.Expr) {
	for _, e := range list {
		if b.from(e) != nil || !b.plain(e) {
			b.ok = false
		}
	}
}

// plain looks at the parts of an expression that takes nothing from a module as a whole.
func (b *borrowing) plain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr, *ast.NumberExpr, *ast.StringExpr, *ast.FunctionExpr, *ast.IdentExpr:
	case *ast.AttrGetExpr:
		b.own(e.Object, e.Key)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			if f.Key != nil {
				b.own(f.Key)
			}
			b.own(f.Value)
		}
	case *ast.LogicalOpExpr:
		b.own(e.Lhs, e.Rhs)
	case *ast.RelationalOpExpr:
		b.own(e.Lhs, e.Rhs)
	case *ast.StringConcatOpExpr:
		b.own(e.Lhs, e.Rhs)
	case *ast.ArithmeticOpExpr:
		b.own(e.Lhs, e.Rhs)
	case *ast.UnaryMinusOpExpr:
		b.own(e.Expr)
	case *ast.UnaryNotOpExpr:
		b.own(e.Expr)
	case *ast.UnaryLenOpExpr:
		b.own(e.Expr)
	case *ast.FuncCallExpr:
		return b.calculates(e)
	default: // ... or what is not known
		return false
	}
	return true
}

// calculates tells whether a call is one of math, whose functions call none, and whose
// results depend on nothing but the arguments.
func (b *borrowing) calculates(e *ast.FuncCallExpr) bool {
	f, ok := e.Func.(*ast.AttrGetExpr)
	if !ok || !b.isGlobal(f.Object, "math") {
		return false
	}
	name, ok := f.Key.(*ast.StringExpr)
	b.own(e.Args...)
	return ok && !strings.HasPrefix(name.Value, "random")
}
