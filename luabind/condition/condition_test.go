package condition_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/condition"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

func TestGuards(t *testing.T) {
	h := newHost()
	_ = h.params.Set(lua.Name("reach"), lua.Number(2))
	_ = h.params.Set(lua.Name("goal"), table("x", 3, "y", 4).Value())
	h.set("hp", 30, "name2", "troll", "armed", true, "target", table("x", 1, "y", 2), "ten", "10", "id", 1, "name", "main", "active", 7)
	for _, c := range []struct{ guard, want string }{
		{"hp < 31", "true"},
		{"hp < 30", "false"},
		{"hp <= 30 and hp >= 30 and not (hp > 30)", "true"},
		{"armed", "true"},
		{"nothing", "false"},
		{"nothing == nil", "true"},
		{"0", "true"},
		{`""`, "true"},
		{"nothing or armed", "true"},
		{"nothing and nothing.x", "false"},
		{"armed or nothing < 3", "true"},
		{"nothing and nothing < 3", "false"},
		{"target.x + target.y == 3", "true"},
		{"target == target", "true"},
		{"params.reach * 2 == 4", "true"},
		{"params.goal.x == 3", "true"},
		{"params.nothing == nil", "true"},
		{"ten + 1 == 11", "true"},
		{`ten == 10`, "false"},
		{"-ten == -10", "true"},
		{"hp % 7 == 2 and -hp % 7 == 5", "true"},
		{"2 ^ 3 == 8", "true"},
		{"name2 == \"troll\"", "true"},
		{"name2 < \"trolls\"", "true"},
		{"name2 .. \"!\" == \"troll!\"", "true"},
		{"#name2 == 5", "true"},
		{"name2:upper() == \"TROLL\"", "true"},
		{"math.max(hp, 50) == 50", "true"},
		{"id == 1 and name == \"main\"", "true"},
		{"xor(armed, nothing)", "true"},
		{"xor(armed, hp)", "false"},
		{"xor(1, h.nothing())", "true"},
		{"ran(\"root\") or active(\"root\") or since(\"root\") > 0", "false"},
		{"ran(\"root\", nil)", "false"},
		{"ran(\"root\", 64) or ran_ago(\"root\", 64)", "false"},
		{"ran(\"root\", hp + 60)", "guard ran(\"root\", hp + 60): ran: argument 2 is 90; want a whole number of ticks, 1 to 64"},
		{"ran_ago(\"root\", flag)", "guard ran_ago(\"root\", flag): ran_ago: argument 2 is nil; want a whole number of ticks, 1 to 64"},
		{"in_force(\"body\") == nil", "true"},
		{"active == 7 and not active(\"root\")", "true"},
		{"({1, 2})[2] == 2", "true"},
		{"({[hp] = armed})[30]", "true"},
		{"h.add((h.pair(1, 2)), hp) == 31", "true"},
		{"h.add(h.pair(1, 2)) == 3", "true"},
		{"h.nothing() == nil", "true"},
		{"type(hp) == 'number'", "true"},

		{"nothing < 3", "guard nothing < 3: attempt to compare nothing (nil) with 3: the agent has no field nothing; if that may be so, write (nothing or 0)"},
		{"3 > ten", "guard 3 > ten: attempt to compare 3 with ten (\"10\")"},
		{"hp < \"3\"", "guard hp < \"3\": attempt to compare hp (30) with \"3\": write 3 without quotes"},
		{"xor(h.zero, true)", "false"},
		{"target < target", "guard target < target: attempt to compare target ({x=1, y=2}) with target ({x=1, y=2})"},
		{"nothing + 1 > 0", "guard nothing + 1 > 0: attempt to calculate with nothing (nil): the agent has no field nothing; if that may be so, write (nothing or 0)"},
		{"1 + armed > 0", "guard 1 + armed > 0: attempt to calculate with armed (true)"},
		{"ten * armed > 0", "guard ten * armed > 0: attempt to calculate with armed (true)"},
		{"-armed < 0", "guard -armed < 0: attempt to negate armed (true)"},
		{"nothing.x == 1", "guard nothing.x == 1: nothing is nil; it has no field x"},
		{"hp.x == 1", "guard hp.x == 1: hp is 30; it has no field x"},
		{"params.nothing.x", "guard params.nothing.x: params.nothing is nil; it has no field x"},
		{"target[1].x", "guard target[1].x: target[1] is nil; it has no field x"},
		{"name2.x.y", "guard name2.x.y: name2.x is nil; it has no field y"},
		{"#hp > 0", "guard #hp > 0: # is written before something that is neither a table nor a text: hp (30)"},
		{"nothing .. ten == ''", "guard nothing .. ten == '': attempt to join nothing (nil) with ten (\"10\"): the agent has no field nothing; if that may be so, write (nothing or \"\")"},
		{"target.z() > 0", "guard target.z() > 0: something that is not a function is called: target.z (nil)"},
		{"name2:shout()", "guard name2:shout(): something that is not a function is called: name2:shout (nil)"},
		{"ran(\"roof\")", "guard ran(\"roof\"): tree main has no node \"roof\": did you mean root?"},
		{"ran(\"root\", armed)", "guard ran(\"root\", armed): ran: argument 2 is true; want a whole number of ticks, 1 to 64"},
		{"ran(\"root\", \"2\")", "compile: main.bt:1:1: guard ran(\"root\", \"2\"): ran(\"root\", \"2\"): the second is a whole number of ticks, and an agent remembers the last 64; write ran(\"name\") or ran(\"name\", 3)\n    ran(\"root\", \"2\")\n    ^"},
		{"active(hp)", "guard active(hp): want the name of a node, got 30"},
		{"in_force(nothing)", "guard in_force(nothing): want the name of a channel, got nil"},
		{"active(nothing.x)", "guard active(nothing.x): nothing is nil; it has no field x"},
		{"h.add(1, armed)", "guard h.add(1, armed): h.add: argument 2 (b) is true; want a number"},
		{"math.floor({}) > 1", "guard math.floor({}) > 1: bad argument #1 to 'floor' (number expected, got table)"},
	} {
		if got := answer(h.ask(c.guard)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

// TestGuardsOfTablesWithMetatables checks guards that compare values with metamethods.
func TestGuardsOfTablesWithMetatables(t *testing.T) {
	h := newHost()
	chunk, err := lua.Compile(lua.Source{Name: "setup.lua", Text: `
local agent = ...
local mt = {
  __index = function(t, k) if k == "x" then return 5 end error("no " .. k) end,
  __add = function() return 7 end, __unm = function() return 8 end,
  __eq = function() return true end, __lt = function() return true end, __le = function() return false end,
}
agent.a, agent.b, agent.s = setmetatable({}, mt), setmetatable({}, mt), "text"
agent.odd = setmetatable({}, {__index = function(t, k) return k < 3 end})
agent.plain = {}`})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.state.Call(chunk.Function(h.globals).Value(), h.agent.Value()); err != nil {
		t.Fatal(err)
	}
	for guard, want := range map[string]string{
		"a.x == 5": "true", "a + 1 == 7": "true", "1 + a == 7": "true", "-a == 8": "true", "a == b": "true", "a < b": "true", "not (a <= b)": "true",
		"a ~= plain": "true", "s.len ~= nil": "true", "s.x == nil": "true", "not (plain == a)": "true", "a > b and b >= b == false": "true",
		"plain + a == 7": "true", "nothing + a == 7": "true",
		"a.y":       "guard a.y: setup.lua:4: no y",
		"odd.x":     "guard odd.x: setup.lua:9: attempt to compare string with number",
		"plain < a": "guard plain < a: attempt to compare plain (table) with a (table)",
	} {
		if got := answer(h.ask(guard)); got != want {
			t.Errorf("%s: got %s, want %s", guard, got, want)
		}
	}
}

func TestErrorsWhenCompiled(t *testing.T) {
	h := newHost()
	for _, c := range []struct{ guard, want string }{
		{"h.zero > 3", "main.bt:3:12: guard h.zero > 3: h.zero is a function: to call it, write h.zero(); if a field has the name h, give it another one"},
		{"hp + math.floor > 3", "main.bt:3:17: guard hp + math.floor > 3: math.floor is a function: to call it, write math.floor()"},
		{"h.zero", "main.bt:3:12: guard h.zero: h.zero is a function"},
		{"not h.zero or hp", "main.bt:3:16: guard not h.zero or hp: h.zero is a function"},
		{"h:add(hp, 2) > 3", "main.bt:3:12: guard h:add(hp, 2) > 3: h is a library of functions here, and these are called with a dot: write h.add(...)"},
		{"h:add() > 3", "main.bt:3:12: guard h:add() > 3: h is a library of functions here, and hides a field of this name"},
		{"hp <", "main.bt:3:"},
		{"hp < 3 return 4", "main.bt:3:19: guard: \"return\" follows the expression: a guard is one"},
		{"hp < 3 then", "main.bt:3:19: guard: \"then\" follows the expression: a guard is one"},
		{"hp in {1, 2}", "main.bt:3:15: guard: \"in\" follows the expression: a guard is one"},
		{"hp then f() end if hp", "main.bt:3:15: guard: \"then\" follows the expression: a guard is one"},
		{"hp > 3 // low", "main.bt:3:19: guard: \"//\" is not Lua: a comment begins with #; whole division is"},
		{"hp > 3 /* low */", "main.bt:3:19: guard: \"/*\" is not Lua: a comment begins with #"},
		{"hp and math.flor(3)", "main.bt:3:19: guard hp and math.flor(3): math has no flor"},
		{"hp and not rann(3)", "main.bt:3:23: guard hp and not rann(3): unknown function rann"},
		{"hp and agent.x", "main.bt:3:19: guard hp and agent.x: agent is not known here"},
		{"hp and not hp == 3", "main.bt:3:19: warning: guard: not hp is true or false, and never 3: write hp ~= 3"},
		{"not hp > 3", "main.bt:3:12: guard: not hp is true or false, and cannot be compared by >: write not (hp > 3)"},
		{"1 < hp < 3", "main.bt:3:12: guard: 1 < hp is true or false, and cannot be compared by <: write 1 < hp and hp < 3"},
		{"hp == 1 or 2", "main.bt:3:23: warning: guard: 2 by itself counts as true, and so does the whole condition: write hp == 1 or hp == 2"},
		{"\"low\" + hp > 3", "main.bt:3:12: guard: + is for numbers, and"},
		{"(hp or 0) > 3 and (hp > 3) == flag and (mp or \"\") == \"\"", ""},
		{"hp = 3", "main.bt:3:"},
		{"", "a guard is one Lua expression"},
		{"hp, mp", "main.bt:3:14: guard: \",\" follows the expression: a guard is one Lua expression, such as hp < 30 and target ~= nil"},
		{"sihgt(3)", "unknown function sihgt; it may call ran, ran_ago, active, since, in_force, xor, Lua's libraries and functions of the game"},
		{"(function() return hp end)()", "a guard cannot define a function"},
		{"rann(\"a\")", "did you mean ran?"},
		{"board(\"village\").alarm", "unknown function board; it may call ran, ran_ago, active, since, in_force, xor, Lua's libraries and functions of the game: did you mean bt.board?"},
		{"abs(hp) > 3", "did you mean math.abs?"},
		{"3 < add(1, 2)", "did you mean h.add?"},
		{"tostrin(hp) == \"3\"", "did you mean tostring?"},
		{"ran()", `wrong number of arguments, 0; write ran("name") or ran("name", 3)`},
		{"ran(3)", `ran wants the name of a node in quotes; write ran("name") or ran("name", 3)`},
		{"in_force(nil)", `in_force wants the name of a channel in quotes; write in_force("channel")`},
		{"ran(\"a\", 0)", `ran("a", 0): the second is a whole number of ticks, and an agent remembers the last 64; write ran("name") or ran("name", 3)`},
		{"ran(\"a\", 65)", `ran("a", 65): the second is a whole number of ticks, and an agent remembers the last 64`},
		{"ran(\"a\", 64) or ran_ago(\"a\", 64)", ""},
		{"ran_ago(\"a\", 65)", `ran_ago("a", 65): the second is a whole number of ticks, and an agent remembers the last 64; write ran_ago("name", 3)`},
		{"ran_ago(\"a\")", `wrong number of arguments, 1; write ran_ago("name", 3)`},
		{"xor(a)", "wrong number of arguments, 1; write xor(a, b)"},
		{"xor(a, agent.hp)", "agent is not known here, since fields are written without it: write hp"},
		{"ran(agent.node)", "agent is not known here, since fields are written without it: write node"},
		{"active(\"a\", 2)", `wrong number of arguments, 2; write active("name")`},
		{strings.Repeat("(", 5100) + "a" + strings.Repeat(")", 5100), "main.bt:3:"},
		{"hp < ...", "main.bt:3:"},
		{"h.ad(1, 2)", "main.bt:3:12: guard h.ad(1, 2): h has no ad: did you mean h.add?"},
		{"hp > math.hug", "guard hp > math.hug: math has no hug: did you mean math.huge?"},
		{"not (hp and math)", "guard not (hp and math): math is a library of functions here, and hides a field of this name: give the field another name, or ask in a precondition"},
		{"math == nil", "guard math == nil: math is a library of functions here, and hides a field of this name: give the field another name, or ask in a precondition"},
		{"h.add(h, 2) > 3", "guard h.add(h, 2) > 3: h is a library of functions here, and hides a field of this name: give the field another name, or ask in a precondition"},
		{"math.max(h.nope(hp), 2)", "h has no nope"},
		{"h.add(1, 2, 3)", "guard h.add(1, 2, 3): h.add: 3 arguments are given; it takes 2 (a, b)"},
		{"h.add()", "guard h.add(): h.add: nothing is given; it takes 2 (a, b)"},
		{"h.add(1, 2, h.nothing())", ""},
		{"math.pi > 3 and spot.q", ""},
		{"math.random() < 0.5", "warning: guard math.random() < 0.5: math.random answers anew in each tick, also while the node is active"},
	} {
		cond, problems := h.compiler.Compile(condition.Source{Text: c.guard, Pos: diag.Pos{File: "main.bt", Line: 3, Col: 12}, Line: "    b when " + c.guard})
		got := headlines(problems)
		if !strings.Contains(got, c.want) || c.want == "" && got != "" || (cond == nil) != (problems.Err() != nil) || len(problems) > 1 {
			t.Errorf("%.40s: got %s, want %s", c.guard, got, c.want)
		}
		for _, p := range problems {
			if p.Source == "" {
				t.Errorf("%s: no source line: %s", c.guard, got)
			}
		}
	}
}

// TestWhatMessagesCallIt checks that messages call a text after "when" a guard.
func TestWhatMessagesCallIt(t *testing.T) {
	h := newHost()
	for _, c := range []struct{ line, source, want string }{
		{"    b when x < 3", "x < 3", "guard x < 3: "},
		{"    b id=é + when x < 3", "x < 3", "guard x < 3: "},
		{"    condition x < 3", "x < 3", "condition x < 3: "},
		{"    condition x < 3 when x < 3", "x < 3", "condition x < 3: "},
		{"condition low = x < 3", "x < 3", "condition x < 3: "},
		{"", "x < 3", "guard x < 3: "},
	} {
		pos := diag.Pos{File: "main.bt", Line: 1, Col: diag.Column(c.line, strings.Index(c.line, c.source))}
		cond, problems := h.compiler.Compile(condition.Source{Text: c.source, Pos: pos, Line: c.line})
		if problems != nil {
			t.Fatal(problems)
		}
		_, err := cond.Test(h.state, h.agent.Value(), lua.Nil)
		var e *condition.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) || e.At != pos || e.Source != c.line {
			t.Errorf("%s: %v, want %s", c.line, err, c.want)
		}
		moved := cond.Moved(condition.Value, diag.Pos{File: "far.bt", Line: 7, Col: 2}, "far")
		if _, err := moved.Test(h.state, h.agent.Value(), lua.Nil); !errors.As(err, &e) || e.At.Line != 7 || e.Source != "far" || !strings.HasPrefix(e.Error(), "expression x < 3: ") {
			t.Errorf("moved: %v", err)
		}
	}
}

// TestValues checks that Value returns the value of an expression unchanged.
func TestValues(t *testing.T) {
	h := newHost()
	h.set("mood", "angry", "hp", 20, "spot", table("x", 3, "y", 4))
	for _, c := range []struct{ source, want string }{
		{"mood", `"angry"`}, {"hp", "20"}, {"hp < 3", "false"}, {"nothing", "nil"}, {"hp / 8", "2.5"}, {"spot", "{x=3, y=4}"},
		{"h.vec(1, 2)", "{x=1, y=2}"}, {"nothing or mood", `"angry"`}, {"hp and mood", `"angry"`},
		{`mood .. "!"`, `"angry!"`}, {"#mood", "5"}, {"math.floor(2.5)", "2"}, {"({ 1, 2 })[2]", "2"},
		{"nothing + 1", "expression nothing + 1: attempt to calculate with nothing (nil)"},
		{"print", "function"},
		{"hp,", `expression: "," follows the expression`},
		{"hp, mood", "want one Lua expression, such as state or math.floor(dist)"},
		{"hp mood", `expression: "mood" follows the expression`},
	} {
		got := ""
		if x, err := h.compile(condition.Value, c.source); err != nil {
			got = err.Error()
		} else if v, err := x.Value(h.state, h.agent.Value(), h.params.Value()); err != nil {
			got = err.Error()
		} else {
			got = helper.Show(v)
		}
		if got != c.want && !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
	}
}

func TestReads(t *testing.T) {
	h := newHost()
	h.names = conditions{"near": `dist < params.reach and ran("melee")`}
	for guard, want := range map[string]bool{"hp < 3": false, "near": true, "hp and params": true, "params[hp] or x": true, "x.params": false} {
		if h.mustCompile(t, guard).UsesParams() != want {
			t.Errorf("%s: whether it uses parameters is not %v", guard, want)
		}
	}
	for guard, want := range map[string]string{
		"hp < 30 and mp > hp":                 "[hp mp] [] []",
		"target.x.y > 0":                      "[target] [] []",
		"math.max(hp, mp) > params.a":         "[hp mp] [a] []",
		"ran(\"root\") or xor(a, not b)":      "[a b] [] [root]",
		"string.len(s) > #t":                  "[s t] [] []",
		"{hp}":                                "[hp] [] []",
		"hp and near and ran(\"melee\", hp2)": "[hp dist hp2] [reach] [melee]",
		"in_force(\"body\") == params.kind":   "[] [kind] []",
		"list[params.n].x":                    "[list] [n] []",
	} {
		c := h.mustCompile(t, guard)
		if got := fmt.Sprint(c.Reads(), c.ParamReads(), c.Asks()); got != want {
			t.Errorf("%s: got %s, want %s", guard, got, want)
		}
	}
}

// TestMeters checks that the meters of the State bound a condition.
func TestMeters(t *testing.T) {
	h := newHost()
	c := h.mustCompile(t, `("x"):rep(1e9) == name`)
	h.state.Bytes = 100000
	_, err := c.Test(h.state, h.agent.Value(), lua.Nil)
	if !errors.Is(err, lua.ErrBytes) || err.Error() != `guard ("x"):rep(1e9) == name: not enough memory` {
		t.Errorf("%v", err)
	}
	h.state.Bytes, h.state.Steps = lua.Unlimited, 2
	if _, err := c.Test(h.state, h.agent.Value(), lua.Nil); !errors.Is(err, lua.ErrSteps) {
		t.Errorf("%v", err)
	}
}

// TestConditionsAllocateNothing counts the allocations of evaluating a condition.
func TestConditionsAllocateNothing(t *testing.T) {
	h := newHost()
	h.names = conditions{"hurt": "hp < 30", "close": "dist < params.reach", "danger": "hurt and close"}
	h.set("hp", 20, "x", 4, "dist", 1, "target", 5, "mood", "angry", "spot", table("x", 3, "y", 4))
	_ = h.params.Set(lua.Name("reach"), lua.Number(2))
	for _, source := range []string{
		"hp < 30", "hp < 30 and target ~= nil", "not (hp >= 30) and target ~= nil or xor(hp, x)", "spot.x + spot.y == 7", "params.reach == 1",
		`mood < "b" and -x < 0 and x % 3 == 1`, `since("root") == 0 and not active("root")`, `ran("root", 2)`,
		"h.zero() == 0", "h.near(x, target, hp)", "h.add(x, target) > 3", "math.floor(x) == 4", "hurt and close", "danger", "#mood == 5",
	} {
		c := h.mustCompile(t, source)
		agent, params := h.agent.Value(), h.params.Value()
		if _, err := c.Test(h.state, agent, params); err != nil {
			t.Errorf("%s: %v", source, err)
		}
		if n := testing.AllocsPerRun(100, func() { _, _ = c.Test(h.state, agent, params) }); n != 0 {
			t.Errorf("%s: %v allocations", source, n)
		}
	}
}
