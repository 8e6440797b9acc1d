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
		{"for k, v in pairs(agent.list) do go(v) end", call, "go is not a function, and cannot be called"},
		{"for k in legs.list() do end", call, "one of what the loop goes through, legs.list is not a function, and cannot be called"},
		{"for k in agent.list do go(k) end", call, "one of agent.list, go is not a function, and cannot be called"},
		{"local print = agent.say print(1)", call, "print is not a function, and cannot be called"},

		{"if agent.hp > '30' then end", "attempt to compare string with number", "attempt to compare agent.hp (number) with '30' (string): write 30 without quotes"},
		{"if agent.hp < 30 then end", "attempt to compare nil with number", "attempt to compare agent.hp (nil) with 30 (number): if it may be nil, write (agent.hp or 0)"},
		{"if 30 >= hp then end", "attempt to compare nil with number", "attempt to compare 30 (number) with hp (nil): if it may be nil, write (hp or 0)"},
		{"if agent.a + agent.b < agent.list[1] then end", "attempt to compare number with nil", "attempt to compare number with nil"},
		{"if f().x > a.b * 2 then end", "attempt to compare number with nil", "attempt to compare nil with number"},
		{"if a < nil then end", "attempt to compare number with nil", "attempt to compare a (number) with nil"},
		{"if n < 3 then table.sort(list) end", "attempt to compare nil with table", none},
		{"if a < b and c < d then end", "attempt to compare number with nil", none},

		{"local n = #agent.list", "__len undefined", "agent.list is neither a table nor a text, and there is no #agent.list: if it may be nil, write #(agent.list or {})"},
		{"local n = #agent.lists[1]", "__len undefined", none},
		{"local n = #5", "__len undefined", none},
		{"local n = #a + #b", "__len undefined", none},
		{"local n = 2 - -agent.speed", "__unm undefined", "agent.speed is not a number, and there is no -agent.speed: if it may be nil, write (agent.speed or 0)"},
		{"local n = -f()", "__unm undefined", none},

		{"for i = 1, agent.count do end", "for statement limit must be a number", "the last value of the loop, agent.count, is not a number: if it may be nil, write (agent.count or 1)"},
		{"for i = agent.list[1], 2 do end", "for statement init must be a number", "the first value of the loop is not a number"},
		{"for i = 1, 2, step do end", "for statement step must be a number", "the step of the loop, step, is not a number: if it may be nil, write (step or 1)"},
		{"error('no')", "no", none},
	}
	known := func(path string) bool { return path == "print" || path == "pairs" || path == "math.floor" }
	for _, tt := range tests {
		script := parse1(t, "b.lua", "local function double(n) return 2 * n end\n"+tt.line+"\n")
		got, hint := script.Explain(2, "b.lua:2: "+tt.message, known)
		if hint != "" {
			got += ": " + hint
		}
		if got != tt.want {
			t.Errorf("%s\n%s\ngot  %s\nwant %s", tt.line, tt.message, got, tt.want)
		}
	}
	if text, hint := parse1(t, "b.lua", "\n\nx()\n").Explain(1, call, known); text+hint != "" {
		t.Error(text, hint)
	}
}
