package lua_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/luabind/lua"
)

// expression compiles an expression whose free names are fields of its first parameter, except lib and called names.
func expression(t *testing.T, text string, parsed *syntax.File, part syntax.Expr) *lua.Function {
	t.Helper()
	library := lua.NewTable(0, 1)
	_ = library.Set(lua.Name("half"), lua.NewFunction("half", func(c *lua.Call) error {
		c.Return(lua.Number(c.Number(1) / 2))
		return nil
	}).Value())
	lua.Freeze(library.Value())
	fn, err := lua.CompileExpression(lua.Expression{
		Source: lua.Source{Name: "e.bt", Text: text}, Params: []string{"(agent)", "params"}, Parsed: parsed, Part: part, Function: "tired",
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

// TestMistakesTellOperands checks that a Mistake has the values and source texts that a host needs for its own
// messages.
func TestMistakesTellOperands(t *testing.T) {
	s := lua.NewState()
	agent := lua.NewTable(0, 0)
	target := lua.NewTable(0, 0)
	_ = agent.Set(lua.Name("hp"), lua.Number(12))
	_ = agent.Set(lua.Name("target"), target.Value())
	for _, c := range []struct{ text, want string }{
		{"mp < 30", "compare < mp=nil 30=30"},
		{"mp > hp", "compare > mp=nil hp=12"},
		{"30 >= target.x.y", "index  target.x=nil"},
		{"30 <= target.x", "compare <= 30=30 target.x=nil"},
		{"1 + mp", "perform arithmetic on + 1=1 mp=nil"},
		{"(hp + 1) * params.reach", "perform arithmetic on * (hp + 1)=13 params.reach=nil"},
		{"-mp", "perform arithmetic on - mp=nil"},
		{"#hp", "get length of # hp=12"},
		{"hp .. mp .. 'x'", "concatenate .. mp=nil 'x'=x"},
		{"hp .. 'x' .. mp", "concatenate .. 'x'=x mp=nil"},
		{"target.x()", "call  target.x=nil"},
		{"half(mp.x)", "index  mp=nil"},
		{"target[1].x", "index  target[1]=nil"},
	} {
		_, err := s.Call1(expression(t, c.text, nil, nil), agent.Value(), lua.NewTable(0, 0).Value())
		var e *lua.Error
		if !errors.As(err, &e) || e.Mistake == nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		got := e.Mistake.Attempt + " " + e.Mistake.Op
		for _, o := range e.Mistake.Operands {
			got += fmt.Sprintf(" %s=%s", o.Text, o.Value)
		}
		if got != c.want || e.Trace[0].Function != "tired" {
			t.Errorf("%s: got %s in %s, want %s", c.text, got, e.Trace[0].Function, c.want)
		}
	}
}

// TestExpressionNames checks that a called name may have another meaning than the field of that name.
func TestExpressionNames(t *testing.T) {
	s := lua.NewState()
	agent := lua.NewTable(0, 0)
	_ = agent.Set(lua.Name("half"), lua.Number(12))
	for text, want := range map[string]string{"half": "12", "half(half)": "6", "half(half(half)) + half": "15", "lib.half(half)": "6", "lib.whole == nil": "true"} {
		if v, err := s.Call1(expression(t, text, nil, nil), agent.Value()); err != nil || v.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, v, err, want)
		}
	}
}

// TestExpressionOfSyntax checks that a part of a parsed expression can be compiled by itself.
func TestExpressionOfSyntax(t *testing.T) {
	file := syntax.ParseExpr("", `half(half) < 3 and ({x = half, [1] = 2}).x`, syntax.Position{})
	if err := file.Err(); err != nil {
		t.Fatal(err)
	}
	whole := file.Expr().(*syntax.BinaryExpr)
	s := lua.NewState()
	agent := lua.NewTable(0, 0)
	_ = agent.Set(lua.Name("half"), lua.Number(12))
	for e, want := range map[syntax.Expr]string{whole: "false", whole.X: "false", whole.Y: "12", whole.X.(*syntax.BinaryExpr).X: "6"} {
		if v, err := s.Call1(expression(t, "", file, e), agent.Value()); err != nil || v.String() != want {
			t.Errorf("%T: %v, %v; want %s", e, v, err, want)
		}
	}
}

// TestExpressionsInside checks that a name that stands for another expression is evaluated like a call of that
// expression: with the steps of a call, a level in traces, and a level of State.MaxDepth.
func TestExpressionsInside(t *testing.T) {
	s := lua.NewState()
	agent := lua.NewTable(0, 0)
	_ = agent.Set(lua.Name("n"), lua.Number(0))
	compile := func(text string, line int, inside *lua.Function) *lua.Function {
		fn, err := lua.CompileExpression(lua.Expression{
			Source: lua.Source{Name: "e.bt", Text: text}, At: lua.Position{Line: line}, Params: []string{"agent", "params"}, Function: fmt.Sprint("level ", line),
			Free: func(name string, _ bool) lua.Free {
				if name == "inside" {
					return lua.FreeCall(inside)
				}
				return lua.FreeField()
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		return fn
	}
	fn := compile("n + 1", 100, nil)
	for line := 99; line > 0; line-- {
		fn = compile("(n < 0 or inside) and inside + 1", line, fn)
		if line == 90 { // each level evaluates the next one twice
			break
		}
	}
	steps := s.Steps
	if v, err := s.Call1(fn, agent.Value()); err != nil || v.String() != "11" {
		t.Fatalf("%v, %v", v, err)
	}
	if used := steps - s.Steps; used < 5<<10 {
		t.Errorf("%d steps for 1023 levels and 1024 sums", used)
	}
	_ = agent.Set(lua.Name("n"), lua.Number(-1))
	steps = s.Steps
	if v, err := s.Call1(fn, agent.Value()); err != nil || v.String() != "10" {
		t.Errorf("%v, %v", v, err)
	}
	if used := steps - s.Steps; used > 200 {
		t.Errorf("%d steps for ten levels and a sum", used)
	}
	flat := lua.NewState()
	flat.MaxDepth = 5
	if _, err := flat.Call1(fn, agent.Value()); err == nil || !strings.Contains(err.Error(), "stack overflow") {
		t.Errorf("%v", err)
	}
	_ = agent.Set(lua.Name("n"), lua.True)
	_, err := s.Call1(compile("1 + inside", 7, compile("-n", 8, nil)), agent.Value())
	var e *lua.Error
	if !errors.As(err, &e) || len(e.Trace) != 2 || e.Traceback() != "e.bt:8: in level 8\ne.bt:7: in level 7\n" {
		t.Errorf("%v\n%s", err, e.Traceback())
	}
	if v, err := s.Call1(fn, table("n", lua.Number(0)).Value()); err != nil || v.String() != "11" {
		t.Errorf("after errors: %v, %v", v, err)
	}
}

func table(name string, v lua.Value) *lua.Table {
	t := lua.NewTable(0, 1)
	_ = t.Set(lua.Name(name), v)
	return t
}

// TestExpressionsCallGo checks that Go functions in an expression get their arguments, return one result or all
// results, and are in traces with the position of the call.
func TestExpressionsCallGo(t *testing.T) {
	library := lua.NewTable(0, 0)
	add := func(name string, fn lua.Builtin) { _ = library.Set(lua.Name(name), lua.NewFunction(name, fn).Value()) }
	add("count", func(c *lua.Call) error { c.Return(lua.Number(float64(c.Len()))); return nil })
	add("all", func(c *lua.Call) error {
		for _, v := range c.Args() {
			c.Return(v)
		}
		return nil
	})
	add("fail", func(c *lua.Call) error { return c.BadArgument(2, "never") })
	lua.Freeze(library.Value())
	s := lua.NewState()
	ask := func(text string) (lua.Value, error) {
		fn, err := lua.CompileExpression(lua.Expression{
			Source: lua.Source{Name: "e.bt", Text: text}, At: lua.Position{Line: 3, Col: 5}, Params: []string{"agent"}, Function: "whole",
			Free: func(name string, _ bool) lua.Free {
				if name == "lib" {
					return lua.FreeValue(library.Value())
				}
				return lua.FreeField()
			},
		})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return s.Call1(fn, table("n", lua.Number(7)).Value())
	}
	for text, want := range map[string]string{
		"lib.count()": "0", "lib.count(n)": "1", "lib.count(n, nil)": "2", "lib.count(1, 2, 3)": "3", "lib.count(1, 2, 3, 4)": "4",
		"lib.count(lib.all(1, 2, 3))": "3", "lib.count((lib.all(1, 2, 3)))": "1", "lib.count(lib.all(1, 2), lib.all(1, 2))": "3", "lib.count(lib.all())": "0",
		"#{lib.all(1, 2, 3)}": "3", "#{(lib.all(1, 2, 3))}": "1", "#{lib.all(1, 2), lib.all(1, 2)}": "3", "({x = lib.all(4, 5)}).x": "4", "#{x = lib.all(4, 5)}": "0",
		"lib.all(1, 2)": "1", "lib.all()": "nil", "lib.all(n) + lib.count(n) * lib.all(3, 4)": "10", "lib.all(lib) == lib and lib.all(n) or 1": "7",
		"(function(...) return lib.count(lib.all(...)) end)(1, 2)": "2", "(function() local a, b = lib.all(1, 2) return b end)()": "2",
	} {
		if v, err := ask(text); err != nil || v.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, v, err, want)
		}
	}
	_, err := ask("n > 3 and lib.fail(n, n + 1)")
	var e *lua.Error
	if !errors.As(err, &e) || err.Error() != "e.bt:3: bad argument #2 to 'fail' (never)" || e.At.Col != 27 || e.Traceback() != "?: in fail\ne.bt:3: in whole\n" {
		t.Errorf("%v at %d\n%s", err, e.At.Col, e.Traceback())
	}
	s.Steps = 8
	if _, err := ask("lib.all(lib.all(lib.all(n)))"); !errors.Is(err, lua.ErrSteps) {
		t.Errorf("%v", err)
	}
}
