package lua_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// TestExtents checks that the extent of an expression includes the parentheses around the expression, and no others.
func TestExtents(t *testing.T) {
	for text, want := range map[string]string{
		"return a.b.c":                      "a.b.c a.b a",
		"return ( a )":                      "( a )",
		"return ((a)).b":                    "((a)).b ((a))",
		"f((a or b).c, (d))":                "f((a or b).c, (d)) f (a or b).c (a or b) a b (d)",
		"(f)((x))":                          "(f)((x)) (f) (x)",
		"f()(g())":                          "f()(g()) f() f g() g",
		"f{ 1 }.x(('s'):up(y))":             "f{ 1 }.x(('s'):up(y)) f{ 1 }.x f{ 1 } f { 1 } 1 ('s'):up(y) ('s') y",
		"f 's' [[t]]":                       "f 's' [[t]] f 's' f 's' [[t]]",
		"return -(a + b) ^ -c":              "-(a + b) ^ -c (a + b) ^ -c (a + b) a b -c c",
		"return { (a), [(b)] = c, d = e }":  "{ (a), [(b)] = c, d = e } (a) (b) c e",
		"t[(i)] = (function(n) end)(1)":     "t[(i)] t (i) (function(n) end)(1) (function(n) end) 1",
		"t[a][b](c)[d] = 1":                 "t[a][b](c)[d] t[a][b](c) t[a][b] t[a] t a b c d 1",
		"for i = (1), f(2) do g() end":      "(1) f(2) f 2 g() g",
		"for k in (next), t do end":         "(next) t",
		"if (a)\nand b then end":            "(a)\nand b (a) b",
		"local x <x = 1":                    "",
		"x = (a) (b):m((c))":                "x (a) (b):m((c)) (a) (b) (a) b (c)",
		"f(function() return (x) end, (1))": "f(function() return (x) end, (1)) f function() return (x) end (x) (1)",
		"f'(' g(')') h((']')..'')":          "f'(' f '(' g(')') g ')' h((']')..'') h (']')..'' (']') ''",
		"x = not (a == b) or ... and (...)": "x not (a == b) or ... and (...) not (a == b) (a == b) a b ... and (...) ... (...)",
	} {
		var got []string
		for _, x := range lua.Extents(text) {
			got = append(got, x[1])
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", text, s, want)
		}
	}
}

// kinds maps the types of the syntax tree to the types of the resolved tree.
var kinds = map[string]string{
	"*syntax.NumberExpr": "constExpr", "*syntax.StringExpr": "constExpr", "*syntax.NilExpr": "constExpr", "*syntax.BoolExpr": "constExpr",
	"*syntax.NameExpr": "varExpr globalExpr", "*syntax.IndexExpr": "indexExpr", "*syntax.CallExpr": "callExpr",
	"*syntax.FunctionExpr": "functionExpr", "*syntax.TableExpr": "tableExpr", "*syntax.VarargExpr": "varargExpr",
	"*syntax.UnaryExpr": "unaryExpr", "*syntax.BinaryExpr": "binaryExpr",
}

// TestRandomExtents checks that each extent in random programs is the text of one expression of the right type.
func TestRandomExtents(t *testing.T) {
	n := 0
	for seed := range uint64(6) {
		for _, x := range lua.Extents(newProgram(seed)) {
			n++
			if x[0] == "constExpr" && syntax.IsName(x[1]) { // a field
				continue
			}
			file := syntax.Parse("x.lua", "return "+x[1])
			if file.Err() != nil && x[0] == "functionExpr" { // the name of the function is before the parameters
				file = syntax.Parse("x.lua", "return function"+x[1])
			}
			if err := file.Err(); err != nil {
				t.Fatalf("seed %d: %s %q: %v", seed, x[0], x[1], err)
			}
			if e := syntax.Bare(file.Body.Stmts[0].(*syntax.ReturnStmt).Values[0]); !strings.Contains(kinds[fmt.Sprintf("%T", e)], x[0]) {
				t.Fatalf("seed %d: %s %q: %T", seed, x[0], x[1], e)
			}
		}
	}
	if n < 1_000 {
		t.Errorf("%d expressions are few", n)
	}
}

// TestOperands checks that an error has the right position and, for each operand, the source text, the origin, and the
// table that holds the operand.
func TestOperands(t *testing.T) {
	for text, want := range map[string]string{
		"print(agent.hp +\n  agent.max)": "2:9: + number field [agent.hp] of agent, nil field [agent.max] of agent",
		"print(f(1) + 2)":                "1:12: + nil  [f(1)], number constant [2]",
		"print((agent.x or nil)\n .y)":   "2:3:  nil  [(agent.x or nil)]",
		"print(({})[1] .. 'a')":          "1:15: .. nil  [({})[1]], string constant ['a']",
		"print(#(agent.x\n\tor nil))":    "1:7: # nil  [(agent.x or nil)]",
		"print(-agent.name)":             "1:14: - string field [agent.name] of agent",
		"agent.list.n = 1":               "1:7: = nil field [agent.list] of agent",
		"agent.list[1].n = 1":            "1:7:  nil field [agent.list] of agent",
		"agent.hp()":                     "1:7:  number field [agent.hp] of agent",
		"agent:go(1, 2, 3)":              "1:7:  nil method [agent:go] of agent",
		"return agent:go()":              "1:14:  nil method [agent:go] of agent",
		"local a = agent return function() return a.x + 1 end":                "1:44: + nil field [a.x] of agent, number constant [1]",
		"local a = agent local function f() return a end print(a.x < 1, f())": "1:57: < nil field [a.x] of agent, number constant [1]",
		"for i = 1,\n agent.n do end":                                         "2:8: limit nil field [agent.n] of agent",
		"for i = 1, 2, {} do end":                                             "1:15: step table  [{}]",
		"for k in agent.list do end":                                          "1:10:  nil iterator [agent.list] of agent",
		"for k in f(1) do end":                                                "1:10:  nil iterator [f(1)]",
		"agent[agent.key] = 1":                                                "1:7:  nil field [agent.key] of agent",
		"agent[f(1)], agent.x = 1, 2":                                         "1:7:  nil  [f(1)]",
		"agent[0 / 0] = 1":                                                    "1:7:  number  [0 / 0]",
		"local t = { 1, [agent.key] = 1 }":                                    "1:17:  nil field [agent.key] of agent",
		"local t = { [f()] = f() }":                                           "1:14:  nil  [f()]",
		"math.floor(agent.x)":                                                 "1:12: argument nil field [agent.x] of agent",
		"math.max(1,\n (agent.x\n or nil))":                                   "2:2: argument nil  [(agent.x or nil)]",
		"agent.name:rep({})":                                                  "1:16: argument table  [{}]",
		"print(f(" + strings.Repeat("1, ", 20) + "1) + 1)":                    "1:72: + nil  [], number constant [1]",
		"print((agent.x -- none\n or nil) + 1)":                               "2:10: + nil  [], number constant [1]",
	} {
		s := lua.NewState()
		globals := lib.Open(s, lib.Options{Output: io.Discard})
		agent := lua.NewTable(0, 0)
		_ = agent.Set(lua.Name("hp"), lua.Number(1))
		_ = agent.Set(lua.Name("name"), lua.String("ogre"))
		c, err := lua.Compile(lua.Source{Name: "p.lua", Text: "local agent, f = ... " + text})
		if err != nil {
			t.Fatal(text, err)
		}
		f := lua.NewFunction("f", func(*lua.Call) error { return nil })
		out, err := s.Call(c.Function(globals).Value(), agent.Value(), f.Value())
		if len(out) == 1 {
			_, err = s.Call(out[0])
		}
		var e *lua.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if e.At.Line == 1 {
			e.At.Col -= len("local agent, f = ... ")
		}
		got := fmt.Sprintf("%d:%d:", e.At.Line, e.At.Col)
		var bad *lua.ArgumentError
		m := e.Mistake
		switch {
		case errors.As(err, &bad):
			m = &lua.Mistake{Op: "argument", Operands: []lua.Operand{bad.Given}}
		case m == nil:
			t.Errorf("%s: %v", text, err)
			continue
		}
		got += " " + m.Op
		for i, o := range m.Operands {
			if i > 0 {
				got += ","
			}
			got += fmt.Sprintf(" %s %s [%s]", o.Value.Kind(), o.What, o.Text)
			if o.Of == agent.Value() {
				got += " of agent"
			}
		}
		if got != want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", text, got, want)
		}
	}
}
