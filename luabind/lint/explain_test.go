package lint

import "testing"

func TestExplain(t *testing.T) {
	const call, none = "attempt to call a non-function object", ""
	tests := []struct{ line, message, want string }{
		{"bt.wiat(1)", call, "bt.wiat is not a function, and cannot be called"},
		{"agent:move()", call, "agent.move is not a function, and cannot be called"},
		{"print(legs.go(agent), math.floor(1))", call, "legs.go is not a function, and cannot be called"},
		{"local x = agent.walk 'a' + double(2)", call, "agent.walk is not a function, and cannot be called"},
		{"legs.go() agent:move()", call, "one of legs.go, agent.move is not a function, and cannot be called"},
		{"a.a() a.b() a.c() a.d()", call, none},
		{"legs[1](agent)", call, none},
		{"legs().go(agent)", call, none},
		{"print(1)", call, none},
		{"for k, v in agent.list do end", call, "agent.list is not a function, and cannot be called: for ... in wants pairs(agent.list) or ipairs(agent.list)"},
		{"for k, v in pairs(agent.list) do go(v) end", call, "go is not a function, and cannot be called: there is no global go; if a local is meant, it is seen only in its block, behind its line"},
		{"for k in legs.list() do end", call, "one of what the loop goes through, legs.list is not a function, and cannot be called"},
		{"for k in agent.list do go(k) end", call, "one of agent.list, go is not a function, and cannot be called"},
		{"local print = agent.say print(1)", call, "print is not a function, and cannot be called"},

		{"if agent.hp > '30' then end", "attempt to compare string with number", "attempt to compare agent.hp (number) with '30' (string): write 30 without quotes"},
		{"if agent.hp < 30 then end", "attempt to compare nil with number", "attempt to compare agent.hp (nil) with 30 (number): if it may be nil, write (agent.hp or 0)"},
		{"if 30 >= hp then end", "attempt to compare nil with number", "attempt to compare 30 (number) with hp (nil): there is no global hp; if a local is meant, it is seen only in its block, behind its line"},
		{"if agent.a + agent.b < agent.list[1] then end", "attempt to compare number with nil", "attempt to compare number with agent.list[1] (nil): if it may be nil, write (agent.list[1] or 0)"},
		{"if f().x > a.b * 2 then end", "attempt to compare number with nil", "attempt to compare f().x (nil) with number: if it may be nil, write (f().x or 0)"},
		{"if a < nil then end", "attempt to compare number with nil", "attempt to compare a (number) with nil"},
		{"if n < 3 then table.sort(list) end", "attempt to compare nil with table", none},
		{"if a < b and c < d then end", "attempt to compare number with nil", none},

		{"local n = #agent.list", "__len undefined", "agent.list is neither a table nor a text, and there is no #agent.list: if it may be nil, write #(agent.list or {})"},
		{"local n = #agent.lists[1]", "__len undefined", "agent.lists[1] is neither a table nor a text, and there is no #agent.lists[1]: if it may be nil, write #(agent.lists[1] or {})"},
		{"local n = #5", "__len undefined", none},
		{"local n = #a + #b", "__len undefined", none},
		{"local n = 2 - -agent.speed", "__unm undefined", "agent.speed is not a number, and there is no -agent.speed: if it may be nil, write (agent.speed or 0)"},
		{"local n = -f()", "__unm undefined", "f() is not a number, and there is no -f(): if it may be nil, write (f() or 0)"},

		{"for i = 1, agent.count do end", "for statement limit must be a number", "the last value of the loop, agent.count, is not a number: if it may be nil, write (agent.count or 1)"},
		{"for i = agent.list[1], 2 do end", "for statement init must be a number", "the first value of the loop, agent.list[1], is not a number: if it may be nil, write (agent.list[1] or 1)"},
		{"for i = 1, 2, step do end", "for statement step must be a number", "the step of the loop, step, is not a number: there is no global step; if a local is meant, it is seen only in its block, behind its line"},
		{"error('no')", "no", none},

		{"x = agent.a - agent.b", add("sub", "number", "nil"), "cannot calculate agent.a (number) - agent.b (nil): if it may be nil, write (agent.b or 0)"},
		{"x = agent.a / agent.b", add("div", "number", "nil"), "cannot calculate agent.a (number) / agent.b (nil): if it may be nil, write (agent.b or 1)"},
		{"x = agent.n + agent.x * 2", add("add", "nil", "number"), "cannot calculate agent.n (nil) + number: if it may be nil, write (agent.n or 0)"},
		{"x = agent.n + agent.x * 2", add("mul", "nil", "number"), "cannot calculate agent.x (nil) * 2 (number): if it may be nil, write (agent.x or 0)"},
		{"x = agent.a + agent.b + 1", add("add", "number", "nil"), "cannot calculate agent.a (number) + agent.b (nil): if it may be nil, write (agent.b or 0)"},
		{"x = (agent.a - b.x) ^ 2 + (agent.c - d.x) ^ 2", add("sub", "number", "nil"), none},
		{"x = -agent.a ^ 2", add("pow", "nil", "number"), "cannot calculate agent.a (nil) ^ 2 (number): if it may be nil, write (agent.a or 0)"},
		{"x = (agent.a or nil) + 1", add("add", "nil", "number"), "cannot calculate (agent.a or nil) (nil) + 1 (number)"},
		{"x = agent.list[agent.i] + 1", add("add", "nil", "number"), "cannot calculate agent.list[agent.i] (nil) + 1 (number): if it may be nil, write (agent.list[agent.i] or 0)"},
		{"x = agent.near(3) + 1", add("add", "nil", "number"), "cannot calculate agent.near(3) (nil) + 1 (number): if it may be nil, write (agent.near(3) or 0)"},
		{"x = 'a' .. agent.b .. 'c'", add("concat", "nil", "string"), "cannot calculate agent.b (nil) .. 'c' (string): if it may be nil, write (agent.b or \"\")"},
		{"x = 'a' .. agent.b", add("concat", "string", "table"), "cannot calculate 'a' (string) .. agent.b (table): of a table name the entry that is meant, or write table.concat for a list"},
		{"x = 'a' .. agent.b", add("concat", "string", "boolean"), "cannot calculate 'a' (string) .. agent.b (boolean): write tostring(agent.b)"},
		{"print('hello ' + agent.b)\nwait(2)", add("add", "string", "string"), "cannot calculate 'hello ' (string) + agent.b (string): + adds numbers; texts are joined by .."},
		{"x = agent.b + 'a'", add("add", "number", "string"), "cannot calculate agent.b (number) + 'a' (string): + adds numbers; texts are joined by .."},
		{"x = agent.b + clock", add("add", "number", "function"), "cannot calculate agent.b (number) + clock (function): to call it, write clock()"},
		{"x = agent.hpp + agent.hp", add("add", "nil", "nil"), "cannot calculate agent.hpp (nil) + agent.hp (nil): if it may be nil, write (agent.hpp or 0)"},

		{"x = agent.target.hp", index("nil", "hp"), "agent.target (nil) is used as if it were a table: it has no field 'hp': if it may be nil, ask before: if agent.target then ... end"},
		{"x = agent.x - a.x", index("nil", "x"), "one of agent, a (nil) is used as if it were a table: it has no field 'x'"},
		{"x = agent.list[i].x", index("nil", "3"), "agent.list (nil) is used as if it were a table: it has no field '3': if it may be nil, ask before: if agent.list then ... end"},
		{"agent.list[i].x = 3", index("nil", "x"), "agent.list[i] (nil) is used as if it were a table: it has no field 'x': if it may be nil, ask before: if agent.list[i] then ... end"},
		{"agent.list.x = 3", index("nil", "x"), "agent.list (nil) is used as if it were a table: it has no field 'x': if it may be nil, write agent.list = agent.list or {} before"},
		{"x = agent.a.x + agent.b.x", index("nil", "x"), "one of agent.a, agent.b (nil) is used as if it were a table: it has no field 'x'"},
		{"x = agent.a.x * agent.a.x", index("nil", "x"), "agent.a (nil) is used as if it were a table: it has no field 'x': if it may be nil, ask before: if agent.a then ... end"},
		{"x = (agent.a or agent.b).x", index("nil", "x"), "(agent.a or agent.b) (nil) is used as if it were a table: it has no field 'x'"},
		{"x = f()", index("nil", "x"), none},

		{"table.insert(agent.list, 3)", argument("1", "insert", "table", "nil"), argument("1", "insert", "table", "nil") + ": if it may be nil, write agent.list = agent.list or {} before"},
		{"x = math.max(1, agent.x)", argument("2", "max", "number", "nil"), argument("2", "max", "number", "nil") + ": if it may be nil, write (agent.x or 0)"},
		{"x = math.max(1, agent.x)", argument("2", "max", "number", "table"), argument("2", "max", "number", "table") + ": agent.x is a table"},
		{"x = math.max(1, agent.x + 1)", argument("2", "max", "number", "nil"), argument("2", "max", "number", "nil")},
		{"x = s.upper()", argument("1", "upper", "string", "no value"), argument("1", "upper", "string", "no value") + ": write s:upper()"},
		{"x = math.floor()", argument("1", "floor", "number", "no value"), argument("1", "floor", "number", "no value")},

		{"assert(agent.ready)", "assertion failed!", "assertion failed: agent.ready is nil or false: say why in a second argument: assert(agent.ready, \"not ready\")"},
		{"t[agent.key] = 1", "table index is nil", "agent.key is nil, and cannot be the key of a table: if it may be nil, ask before: if agent.key then ... end"},
		{"t[a / b] = 1", "table index is NaN", "a / b is not a number (nan), and cannot be the key of a table: n == n is false for nan; look for a division by 0"},
		{"t[a] = u[b]", "table index is nil", "a is nil, and cannot be the key of a table: there is no global a; if a local is meant, it is seen only in its block, behind its line"},
		{"t[a], t[b] = 1, 2", "table index is nil", "the key of a table is nil, and cannot be: ask before that it is not"},
		{"rawset(t, nil, 1)", "table index is nil", "the key of a table is nil, and cannot be: ask before that it is not"},
	}
	known := knownOf(func(path string) bool { return path == "print" || path == "pairs" || path == "math.floor" })
	for _, tt := range tests {
		script := parse1(t, "b.lua", "local function double(n) return 2 * n end\n"+tt.line+"\n")
		x := script.Explain(2, "b.lua:2: "+tt.message, known)
		got := x.Text
		if x.Hint != "" {
			got += ": " + x.Hint
		}
		if got != tt.want {
			t.Errorf("%s\n%s\ngot  %s\nwant %s", tt.line, tt.message, got, tt.want)
		}
	}
	if x := parse1(t, "b.lua", "\n\nx()\n").Explain(1, call, known); x != (Explanation{}) {
		t.Error(x)
	}
}

// add, index and argument are what gopher-lua says.
func add(operation, left, right string) string {
	return "cannot perform " + operation + " operation between " + left + " and " + right
}

func index(kind, key string) string {
	return "attempt to index a non-table object(" + kind + ") with key '" + key + "'"
}

func argument(n, function, want, got string) string {
	return "bad argument #" + n + " to " + function + " (" + want + " expected, got " + got + ")"
}

// knownOf is what is known where there is neither an agent nor a module.
func knownOf(isFunction func(path string) bool) Known {
	return Known{
		Names: names, IsFunction: isFunction,
		IsGlobal: isFunction, AgentHas: func(string) (has, ok bool) { return false, false },
		Module: func(string) ([]string, bool) { return nil, false },
	}
}
