package lint

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

func TestExplain(t *testing.T) {
	tests := []struct {
		line string // ¦ stands in front of what is to blame
		m    Mistake
		want string
	}{
		{"bt.¦wiat(1)", callOf("wiat"), "bt.wiat is not a function, and cannot be called"},
		{"agent:¦move()", callOf("move"), "agent.move is not a function, and cannot be called"},
		{"print(legs.¦go(agent), math.floor(1))", callOf("go"), "legs.go is not a function, and cannot be called"},
		{"local x = agent.¦walk 'a' + double(2)", callOf("walk"), "agent.walk is not a function, and cannot be called"},
		{"legs.go() agent:¦move()", callOf("move"), "agent.move is not a function, and cannot be called"},
		{"legs[1¦](agent)", callOf(""), "legs[1] is not a function, and cannot be called"},
		{"(a or 5¦)(agent)", callOf(""), "(a or 5) is not a function, and cannot be called"},
		{"legs(¦).go(agent)", callOf(""), "legs() is not a function, and cannot be called"},
		{"for k, v in ¦agent.list do end", callOf(""), "agent.list is not a function, and cannot be called: for ... in wants pairs(agent.list) or ipairs(agent.list)"},
		{"for k, v in ¦agent.list() do end", callOf(""), "agent.list() is not a function, and cannot be called: for ... in wants pairs(agent.list()) or ipairs(agent.list())"},
		{"for k, v in ¦agent.list, 3 do end", callOf(""), "what the loop goes through is not a function, and cannot be called: for ... in wants pairs(t) or ipairs(t)"},
		{"for i in ¦10 do end", callOf(""), "10 is not a function, and cannot be called: to count, write for i = 1, 10 do"},
		{"for k, v in pairs(agent.list) do ¦go(v) end", callOf("go"), "go is not a function, and cannot be called: there is no global go; if a local is meant, it is seen only in its block, behind its line"},
		{"for k in ¦list() do end", callOf("list"), "list is not a function, and cannot be called: there is no global list; if a local is meant, it is seen only in its block, behind its line"},

		{"if agent.hp ¦> '30' then end", comparison(">", "number", "string"), "attempt to compare agent.hp (number) with '30' (string): write 30 without quotes"},
		{"if agent.hp ¦< 30 then end", comparison("<", "nil", "number"), "attempt to compare agent.hp (nil) with 30 (number): if it may be nil, write (agent.hp or 0)"},
		{"if 30 ¦>= hp then end", comparison(">=", "number", "nil"), "attempt to compare 30 (number) with hp (nil): there is no global hp; if a local is meant, it is seen only in its block, behind its line"},
		{"if agent.a + agent.b ¦< agent.list[1] then end", comparison("<", "number", "nil"), "attempt to compare number with agent.list[1] (nil): if it may be nil, write (agent.list[1] or 0)"},
		{"if f().x ¦> a.b * 2 then end", comparison(">", "nil", "number"), "attempt to compare f().x (nil) with number: if it may be nil, write (f().x or 0)"},
		{"if a ¦< nil then end", comparison("<", "number", "nil"), "attempt to compare a (number) with nil"},
		{"if n < 3 then table.¦sort(list) end", comparison("", "nil", "table"), ""},
		{"if a < b and c ¦< d then end", comparison("<", "number", "nil"), "attempt to compare c (number) with d (nil): there is no global d; if a local is meant, it is seen only in its block, behind its line"},

		{"local n = #agent.¦list", unary("#", "nil"), "agent.list is neither a table nor a text, and there is no #agent.list: if it may be nil, write #(agent.list or {})"},
		{"local n = ¦#agent.lists[1]", unary("#", "nil"), "agent.lists[1] is neither a table nor a text, and there is no #agent.lists[1]: if it may be nil, write #(agent.lists[1] or {})"},
		{"local n = #¦a + #b", unary("#", "number"), "a (number) is neither a table nor a text, and there is no #a"},
		{"local n = ¦#5", unary("#", "number"), "5 (number) is neither a table nor a text, and there is no #5"},
		{"local n = ¦#nil", unary("#", "nil"), "nil is neither a table nor a text, and there is no #nil"},
		{"local n = ¦-{}", unary("-", "table"), "{} (table) is not a number, and there is no -{}"},
		{"local n = ¦-{ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 }", unary("-", "table"), "the minus sign stands before what is not a number, but table"},
		{"local n = 2 - -agent.¦speed", unary("-", "nil"), "agent.speed is not a number, and there is no -agent.speed: if it may be nil, write (agent.speed or 0)"},
		{"local n = ¦-f()", unary("-", "nil"), "f() is not a number, and there is no -f(): if it may be nil, write (f() or 0)"},

		{"for i = 1, ¦agent.count do end", loop("limit"), "the last value of the loop, agent.count, is not a number: if it may be nil, write (agent.count or 1)"},
		{"for i = ¦agent.list[1], 2 do end", loop("initial value"), "the first value of the loop, agent.list[1], is not a number: if it may be nil, write (agent.list[1] or 1)"},
		{"for i = f(1, 2), 2, ¦step do end", loop("step"), "the step of the loop, step, is not a number: there is no global step; if a local is meant, it is seen only in its block, behind its line"},
		{"for i = 1, 3, ¦'x' do end", loop("step"), "the step of the loop, 'x', is not a number"},
		{"for i = 1, ¦agent.a + agent.b do end", loop("limit"), "the last value of the loop is not a number"},

		{"x = agent.a - agent.¦b", calculate("-", "number", "nil"), "cannot calculate agent.a (number) - agent.b (nil): if it may be nil, write (agent.b or 0)"},
		{"x = agent.a / agent.¦b", calculate("/", "number", "nil"), "cannot calculate agent.a (number) / agent.b (nil): if it may be nil, write (agent.b or 1)"},
		{"x = agent.¦n + agent.x * 2", calculate("+", "nil", "number"), "cannot calculate agent.n (nil) + number: if it may be nil, write (agent.n or 0)"},
		{"x = agent.n + agent.¦x * 2", calculate("*", "nil", "number"), "cannot calculate agent.x (nil) * 2 (number): if it may be nil, write (agent.x or 0)"},
		{"x = agent.a + agent.¦b + 1", calculate("+", "number", "nil"), "cannot calculate agent.a (number) + agent.b (nil): if it may be nil, write (agent.b or 0)"},
		{"x = (agent.a - b.x) ^ 2 + (agent.c - d.¦x) ^ 2", calculate("-", "number", "nil"), "cannot calculate agent.c (number) - d.x (nil): if it may be nil, write (d.x or 0)"},
		{"x = -agent.¦a ^ 2", calculate("^", "nil", "number"), "cannot calculate agent.a (nil) ^ 2 (number): if it may be nil, write (agent.a or 0)"},
		{"x = (agent.a or nil) ¦+ 1", calculate("+", "nil", "number"), "cannot calculate (agent.a or nil) (nil) + 1 (number)"},
		{"x = (agent.¦a) + 1", calculate("+", "nil", "number"), "cannot calculate (agent.a) (nil) + 1 (number)"},
		{"x = agent.list[agent.i] ¦+ 1", calculate("+", "nil", "number"), "cannot calculate agent.list[agent.i] (nil) + 1 (number): if it may be nil, write (agent.list[agent.i] or 0)"},
		{"x = agent.near(3) ¦+ 1", calculate("+", "nil", "number"), "cannot calculate agent.near(3) (nil) + 1 (number): if it may be nil, write (agent.near(3) or 0)"},
		{"x = 'a' .. agent.¦b .. 'c'", calculate("..", "nil", "string"), "cannot calculate agent.b (nil) .. 'c' (string): if it may be nil, write (agent.b or \"\")"},
		{"x = 'a' .. agent.¦b", calculate("..", "string", "table"), "cannot calculate 'a' (string) .. agent.b (table): of a table name the entry that is meant, or write table.concat for a list"},
		{"x = 'a' .. agent.¦b", calculate("..", "string", "boolean"), "cannot calculate 'a' (string) .. agent.b (boolean): write tostring(agent.b)"},
		{"print('hello ' ¦+ agent.b)\nwait(2)", calculate("+", "string", "string"), "cannot calculate 'hello ' (string) + agent.b (string): + adds numbers; texts are joined by .."},
		{"x = agent.b ¦+ 'a'", calculate("+", "number", "string"), "cannot calculate agent.b (number) + 'a' (string): + adds numbers; texts are joined by .."},
		{"x = agent.b + ¦clock", calculate("+", "number", "function"), "cannot calculate agent.b (number) + clock (function): to call it, write clock()"},
		{"x = agent.¦hpp + agent.hp", calculate("+", "nil", "nil"), "cannot calculate agent.hpp (nil) + agent.hp (nil): if it may be nil, write (agent.hpp or 0)"},

		{"x = agent.¦target.hp", indexOf("target", "nil", "hp"), "agent.target (nil) is used as if it were a table: it has no field 'hp': if it may be nil, ask before: if agent.target then ... end"},
		{"x = agent.x - ¦a.x", indexOf("a", "nil", "x"), "a (nil) is used as if it were a table: it has no field 'x': there is no global a; if a local is meant, it is seen only in its block, behind its line"},
		{"x = agent.¦list[i].x", indexOf("list", "nil", "3"), "agent.list (nil) is used as if it were a table: it has no field '3': if it may be nil, ask before: if agent.list then ... end"},
		{"agent.list[i].¦x = 3", indexOf("", "nil", "x"), "agent.list[i] (nil) is used as if it were a table: it has no field 'x': if it may be nil, ask before: if agent.list[i] then ... end"},
		{"agent.¦list.x = 3", indexOf("list", "nil", "x"), "agent.list (nil) is used as if it were a table: it has no field 'x': if it may be nil, write agent.list = agent.list or {} before"},
		{"x = agent.a.x + agent.¦b.x", indexOf("b", "nil", "x"), "agent.b (nil) is used as if it were a table: it has no field 'x': if it may be nil, ask before: if agent.b then ... end"},
		{"x = (agent.a or agent.b).¦x", indexOf("", "nil", "x"), "(agent.a or agent.b) (nil) is used as if it were a table: it has no field 'x'"},
		{"function t.u.¦v:w() end", indexOf("v", "nil", "w"), "t.u.v (nil) is used as if it were a table: it has no field 'w': if it may be nil, ask before: if t.u.v then ... end"},

		{"table.insert(¦agent.list, 3)", argument(1, "insert", "table", "nil"), "bad argument #1 to 'insert' (table expected, got nil): if it may be nil, write agent.list = agent.list or {} before"},
		{"x = math.max(1, agent.¦x)", argument(2, "max", "number", "nil"), "bad argument #2 to 'max' (number expected, got nil): if it may be nil, write (agent.x or 0)"},
		{"x = math.max(1, ¦agent.x)", argument(2, "max", "number", "table"), "bad argument #2 to 'max' (number expected, got table): agent.x is a table"},
		{"x = math.max(1, ¦agent.x + 1)", argument(2, "max", "number", "nil"), "bad argument #2 to 'max' (number expected, got nil)"},
		{"x = s.¦upper()", argument(1, "upper", "string", "no value"), "bad argument #1 to 'upper' (string expected, got no value): write s:upper()"},
		{"x = math.¦floor()", argument(1, "floor", "number", "no value"), "bad argument #1 to 'floor' (number expected, got no value)"},

		{"¦assert(agent.ready)", Mistake{Sort: BadAssertion}, "assertion failed: agent.ready is nil or false: say why in a second argument: assert(agent.ready, \"not ready\")"},
		{"¦assert(a < b)", Mistake{Sort: BadAssertion}, "assertion failed: say why in a second argument: assert(ready, \"not ready\")"},
		{"t[¦agent.key] = 1", key("nil"), "agent.key is nil, and cannot be the key of a table: if it may be nil, ask before: if agent.key then ... end"},
		{"t[¦a / b] = 1", key("number"), "a / b is not a number (nan), and cannot be the key of a table: n == n is false for nan; look for a division by 0"},
		{"t[a], t[¦b] = 1, 2", key("nil"), "b is nil, and cannot be the key of a table: there is no global b; if a local is meant, it is seen only in its block, behind its line"},
		{"rawset(t, ¦nil, 1)", key("nil"), "the key of a table is nil, and cannot be: ask before that it is not"},
	}
	known := knownOf(func(path string) bool { return path == "print" || path == "pairs" || path == "math.floor" })
	for _, tt := range tests {
		before, behind, _ := strings.Cut(tt.line, "¦")
		tt.m.At = diag.Pos{Line: 2, Col: utf8.RuneCountInString(before) + 1}
		script := parse1(t, "b.lua", "local function double(n) return 2 * n end\n"+before+behind+"\n")
		x := script.Explain(tt.m, known)
		got := x.Text
		if x.Hint != "" {
			got += ": " + x.Hint
		}
		if got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.line, got, tt.want)
		}
	}
	if x := parse1(t, "b.lua", "\n\nx()\n").Explain(callOf("x"), known); x != (Explanation{}) {
		t.Error(x)
	}
}

func callOf(name string) Mistake { return Mistake{Sort: BadCall, Name: name} }

func comparison(op, left, right string) Mistake {
	return Mistake{Sort: BadComparison, Op: op, Kinds: [2]string{left, right}}
}

func calculate(op, left, right string) Mistake {
	return Mistake{Sort: BadCalculation, Op: op, Kinds: [2]string{left, right}}
}

func unary(op, kind string) Mistake {
	return Mistake{Sort: BadUnary, Op: op, Kinds: [2]string{kind}}
}

func loop(value string) Mistake { return Mistake{Sort: BadLoop, Want: value} }

func indexOf(name, kind, key string) Mistake {
	return Mistake{Sort: BadIndex, Name: name, Kinds: [2]string{kind}, Key: key}
}

func argument(n int, function, want, got string) Mistake {
	return Mistake{Sort: BadArgument, N: n, Name: function, Want: want, Kinds: [2]string{got}}
}

func key(kind string) Mistake { return Mistake{Sort: BadKey, Kinds: [2]string{kind}} }

// knownOf is what is known where there is neither an agent nor a module.
func knownOf(isFunction func(path string) bool) Known {
	return Known{
		Names: names, IsFunction: isFunction,
		IsGlobal: isFunction, AgentHas: func(string) (has, ok bool) { return false, false },
		Module: func(string) ([]string, bool) { return nil, false },
	}
}
