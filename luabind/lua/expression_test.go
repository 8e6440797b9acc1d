package lua_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// expression compiles an expression over the fields of its first parameter.
func expression(t *testing.T, text string, syntax ast.Expr) *lua.Function {
	t.Helper()
	library := lua.NewTable(0, 1)
	_ = library.Set(lua.Name("half"), lua.NewFunction("half", func(c *lua.Call) error {
		c.Return(lua.Number(c.Number(1) / 2))
		return nil
	}).Value())
	if err := lua.Freeze(library.Value()); err != nil {
		t.Fatal(err)
	}
	fn, err := lua.CompileExpression(lua.Expression{
		Source: lua.Source{Name: "e.bt", Text: text}, Params: []string{"(agent)", "params"}, Syntax: syntax, Function: "tired",
		Free: func(name string, called bool) lua.Free {
			switch {
			case name == "lib":
				return lua.FreeValue(library.Value())
			case called:
				return lua.FreeValue(library.Get(lua.Name(name)))
			}
			return lua.FreeField()
		},
	})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return fn
}

// TestMistakesTellOperands: a host can make messages of its own, with the values and what they are called.
func TestMistakesTellOperands(t *testing.T) {
	s := lua.NewState()
	agent := lua.NewTable(0, 0)
	target := lua.NewTable(0, 0)
	_ = agent.Set(lua.Name("hp"), lua.Number(12))
	_ = agent.Set(lua.Name("target"), target.Value())
	for _, c := range []struct{ text, want string }{
		{"mp < 30", "compare < mp=nil =30"},
		{"mp > hp", "compare > mp=nil hp=12"},
		{"30 >= target.x.y", "index  target.x=nil"},
		{"30 <= target.x", "compare <= =30 target.x=nil"},
		{"1 + mp", "perform arithmetic on + =1 mp=nil"},
		{"(hp + 1) * params.reach", "perform arithmetic on * =13 params.reach=nil"},
		{"-mp", "perform arithmetic on - mp=nil"},
		{"#hp", "get length of # hp=12"},
		{"hp .. mp .. 'x'", "concatenate .. mp=nil =x"},
		{"hp .. 'x' .. mp", "concatenate .. =x mp=nil"},
		{"target.x()", "call  target.x=nil"},
		{"half(mp.x)", "index  mp=nil"},
		{"target[1].x", "index  =nil"},
	} {
		_, err := s.Call1(expression(t, c.text, nil), agent.Value(), lua.NewTable(0, 0).Value())
		var e *lua.Error
		if !errors.As(err, &e) || e.Mistake == nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		got := e.Mistake.Attempt + " " + e.Mistake.Op
		for _, o := range e.Mistake.Operands {
			got += fmt.Sprintf(" %s=%s", o.Path, o.Value)
		}
		if got != c.want || e.Trace[0].Function != "tired" {
			t.Errorf("%s: got %s in %s, want %s", c.text, got, e.Trace[0].Function, c.want)
		}
	}
}

// TestExpressionNames: a name that is called may mean something else than a field of that name.
func TestExpressionNames(t *testing.T) {
	s := lua.NewState()
	agent := lua.NewTable(0, 0)
	_ = agent.Set(lua.Name("half"), lua.Number(12))
	for text, want := range map[string]string{"half": "12", "half(half)": "6", "half(half(half)) + half": "15", "lib.half(half)": "6", "lib.whole == nil": "true"} {
		if v, err := s.Call1(expression(t, text, nil), agent.Value()); err != nil || v.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, v, err, want)
		}
	}
}

// TestExpressionOfSyntax: a part of an expression that has been parsed is compiled by itself.
func TestExpressionOfSyntax(t *testing.T) {
	stmts, err := parse.Parse(strings.NewReader(`return half(half) < 3 and ({x = half, [1] = 2}).x`), "")
	if err != nil {
		t.Fatal(err)
	}
	whole := stmts[0].(*ast.ReturnStmt).Exprs[0].(*ast.LogicalOpExpr)
	s := lua.NewState()
	agent := lua.NewTable(0, 0)
	_ = agent.Set(lua.Name("half"), lua.Number(12))
	for e, want := range map[ast.Expr]string{whole: "false", whole.Lhs: "false", whole.Rhs: "12", whole.Lhs.(*ast.RelationalOpExpr).Lhs: "6"} {
		if v, err := s.Call1(expression(t, "", e), agent.Value()); err != nil || v.String() != want {
			t.Errorf("%T: %v, %v; want %s", e, v, err, want)
		}
	}
}
