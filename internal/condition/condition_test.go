package condition_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/condition"
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
		{"ran(\"root\", hp + 60)", `wrong-argument function="ran" given="90" n=2 name="ticks" want="a whole number from 1 to 64"`},
		{"ran_ago(\"root\", flag)", `wrong-argument function="ran_ago" given="nil" n=2 name="ticks" want="a whole number from 1 to 64"`},
		{"in_force(\"body\") == nil", "true"},
		{"active == 7 and not active(\"root\")", "true"},
		{"({1, 2})[2] == 2", "true"},
		{"({[hp] = armed})[30]", "true"},
		{"h.add((h.pair(1, 2)), hp) == 31", "true"},
		{"h.add(h.pair(1, 2)) == 3", "true"},
		{"h.nothing() == nil", "true"},
		{"type(hp) == 'number'", "true"},

		{"nothing < 3", `cannot-compare left="nothing (nil)" right="3" -> agent-lacks-field name="nothing" remedy=(write-code code="(nothing or 0)")`},
		{"3 > ten", `cannot-compare left="3" right="ten (\"10\")"`},
		{"hp < \"3\"", `cannot-compare left="hp (30)" right="\"3\"" -> without-quotes number="3"`},
		{"xor(h.zero, true)", "false"},
		{"target < target", `cannot-compare left="target ({x=1, y=2})" right="target ({x=1, y=2})"`},
		{"nothing + 1 > 0", `cannot-calculate left="nothing (nil)" operator="+" right="1" -> agent-lacks-field name="nothing" remedy=(write-code code="(nothing or 0)")`},
		{"1 + armed > 0", `cannot-calculate left="1" operator="+" right="armed (true)"`},
		{"ten * armed > 0", `cannot-calculate left="ten (\"10\")" operator="*" right="armed (true)"`},
		{"-armed < 0", `cannot-negate what="armed (true)"`},
		{"nothing.x == 1", `not-a-table key="x" what="nothing (nil)"`},
		{"hp.x == 1", `not-a-table key="x" what="hp (30)"`},
		{"params.nothing.x", `not-a-table key="x" what="params.nothing (nil)"`},
		{"target[1].x", `not-a-table key="x" what="target[1] (nil)"`},
		{"name2.x.y", `not-a-table key="y" what="name2.x (nil)"`},
		{"#hp > 0", `no-length what="hp (30)" -> number-has-no-length code="hp"`},
		{"nothing .. ten == ''", `cannot-calculate left="nothing (nil)" operator=".." right="ten (\"10\")" -> agent-lacks-field name="nothing" remedy=(write-code code="(nothing or \"\")")`},
		{"target.z() > 0", `not-a-function what="target.z (nil)"`},
		{"name2:shout()", `not-a-function what="name2:shout (nil)"`},
		{"ran(\"roof\")", `node-not-in-tree name="roof" tree="main" -> did-you-mean near="root"`},
		{"ran(\"root\", armed)", `wrong-argument function="ran" given="true" n=2 name="ticks" want="a whole number from 1 to 64"`},
		{"ran(\"root\", \"2\")", `main.bt:1:1: wrong-number-of-ticks call="ran(\"root\", \"2\")" limit=64 usage="ran(\"name\") or ran(\"name\", 3)" -> it`},
		{"active(hp)", `wrong-argument function="active" given="30" n=1 name="node" want="the name of a node"`},
		{"in_force(nothing)", `wrong-argument function="in_force" given="nil" n=1 name="channel" want="the name of a channel"`},
		{"active(nothing.x)", `not-a-table key="x" what="nothing (nil)"`},
		{"h.add(1, armed)", `go-error error="h.add: argument 2 (b) is true; want a number"`},
		{"math.floor({}) > 1", `go-error error="bad argument #1 to 'floor' (number expected, got table)"`},
	} {
		if got := answer(h.ask(c.guard)); got != c.want {
			t.Errorf("%.40s: got %s, want %s", c.guard, got, c.want)
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
		"a.y":       `called-function-failed error="no y"`,
		"odd.x":     `called-function-failed error="attempt to compare string with number"`,
		"plain < a": `cannot-compare left="plain (table)" right="a (table)"`,
	} {
		if got := answer(h.ask(guard)); got != want {
			t.Errorf("%s: got %s, want %s", guard, got, want)
		}
	}
}

func TestErrorsWhenCompiled(t *testing.T) {
	h := newHost()
	for _, c := range []struct{ guard, want string }{
		{"h.zero > 3", `main.bt:3:12: function-not-called library="h" name="h.zero" -> it`},
		{"hp + math.floor > 3", `main.bt:3:17: function-not-called library="math" name="math.floor" -> it`},
		{"h.zero", `main.bt:3:12: function-not-called library="h" name="h.zero" -> it`},
		{"not h.zero or hp", `main.bt:3:16: function-not-called library="h" name="h.zero" -> it`},
		{"h:add(hp, 2) > 3", `main.bt:3:12: colon-on-library library="h" member="add" -> it`},
		{"h:add() > 3", `main.bt:3:12: field-hidden-by-library library="h" -> it`},
		{"hp <", `main.bt:3:15: text-ends-without-value before="\"<\""`},
		{"hp < 3 return 4", `main.bt:3:19: after-expression found="\"return\"" -> one-condition`},
		{"hp < 3 then", `main.bt:3:19: after-expression found="\"then\"" -> one-condition`},
		{"hp in {1, 2}", `main.bt:3:15: after-expression found="\"in\"" -> write-it text="hp == 1 or hp == 2"`},
		{"mp and hp in (1, 2)", `main.bt:3:22: after-expression found="\"in\"" -> write-it text="(hp == 1 or hp == 2)"`},
		{"hp in list", `main.bt:3:15: after-expression found="\"in\"" -> one-condition`},
		{"since(\"a\") < 5s", `main.bt:3:25: malformed-number number="5s" -> times-without-unit seconds="5"`},
		{"hp < 5m", `main.bt:3:17: malformed-number number="5m" -> number-name`},
		{"hp => 3", `main.bt:3:15: foreign-arrow word="=>"`},
		{"cooldown(3) and hp", `main.bt:3:12: unknown-function name="cooldown" questions=[ran ran_ago active since in_force xor] -> decorator-in-condition kind="cooldown" line="cooldown 3"`},
		{"mp and hp < \"20\"", `main.bt:3:24: warning number-in-quotes number="20" operator="<" text="\"20\"" -> it`},
		{"hp < \"low\" or hp == \"20\"", ""},
		{"hp then f() end if hp", `main.bt:3:15: after-expression found="\"then\"" -> one-condition`},
		{"hp > 3 // low", `main.bt:3:19: foreign-slashes word="//" -> it`},
		{"hp > 3 /* low */", `main.bt:3:19: foreign-long-comment word="/*" -> it`},
		{"hp and math.flor(3)", `main.bt:3:19: unknown-library-member library="math" member="flor" -> did-you-mean near="math.floor"`},
		{"hp and not rann(3)", `main.bt:3:23: unknown-function name="rann" questions=[ran ran_ago active since in_force xor] -> did-you-mean near="ran"`},
		{"hp and agent.x", `main.bt:3:19: agent-in-condition name="x" -> it`},
		{"hp and not hp == 3", `main.bt:3:19: warning truth-never-equal first="not hp" second="3" -> write-it text="hp ~= 3"`},
		{"not hp > 3", `main.bt:3:12: truth-compared first="not hp" operator=">" -> write-it text="not (hp > 3)"`},
		{"1 < hp < 3", `main.bt:3:12: truth-compared first="1 < hp" operator="<" -> write-it text="1 < hp and hp < 3"`},
		{"hp == 1 or 2", `main.bt:3:23: warning always-true value="2" -> write-it text="hp == 1 or hp == 2"`},
		{"\"low\" + hp > 3", `main.bt:3:18: text-in-calculation operator="+" text="\"low\"" -> write-dots`},
		{"(hp or 0) > 3 and (hp > 3) == flag and (mp or \"\") == \"\"", ""},
		{"hp = 3", "main.bt:3:15: assign-in-expression -> it"},
		{"", "main.bt:3:12: condition-missing -> it"},
		{"hp, mp", `main.bt:3:14: after-expression found="\",\"" -> one-condition`},
		{"sihgt(3)", `main.bt:3:12: unknown-function name="sihgt" questions=[ran ran_ago active since in_force xor] -> it`},
		{"(function() return hp end)()", "main.bt:3:13: function-in-condition -> it"},
		{"rann(\"a\")", `main.bt:3:12: unknown-function name="rann" questions=[ran ran_ago active since in_force xor] -> did-you-mean near="ran"`},
		{"board(\"village\").alarm", `main.bt:3:12: unknown-function name="board" questions=[ran ran_ago active since in_force xor] -> did-you-mean-one-of names=[bt.board]`},
		{"abs(hp) > 3", `main.bt:3:12: unknown-function name="abs" questions=[ran ran_ago active since in_force xor] -> did-you-mean-one-of names=[math.abs]`},
		{"len(route) > 3", `main.bt:3:12: unknown-function name="len" questions=[ran ran_ago active since in_force xor] -> write-code code="(#route)"`},
		{"3 < add(1, 2)", `main.bt:3:16: unknown-function name="add" questions=[ran ran_ago active since in_force xor] -> did-you-mean-one-of names=[h.add]`},
		{"tostrin(hp) == \"3\"", `main.bt:3:12: unknown-function name="tostrin" questions=[ran ran_ago active since in_force xor] -> did-you-mean near="tostring"`},
		{"ran()", `main.bt:3:12: wrong-number-of-arguments count=0 function="ran" usage="ran(\"name\") or ran(\"name\", 3)" -> it`},
		{"ran(3)", `main.bt:3:12: node-name-without-quotes function="ran" usage="ran(\"name\") or ran(\"name\", 3)" -> it`},
		{"in_force(nil)", `main.bt:3:12: channel-name-without-quotes function="in_force" usage="in_force(\"channel\")" -> it`},
		{"ran(\"a\", 0)", `main.bt:3:12: wrong-number-of-ticks call="ran(\"a\", 0)" limit=64 usage="ran(\"name\") or ran(\"name\", 3)" -> it`},
		{"ran(\"a\", 65)", `main.bt:3:12: wrong-number-of-ticks call="ran(\"a\", 65)" limit=64 usage="ran(\"name\") or ran(\"name\", 3)" -> it`},
		{"ran(\"a\", 64) or ran_ago(\"a\", 64)", ""},
		{"ran_ago(\"a\", 65)", `main.bt:3:12: wrong-number-of-ticks call="ran_ago(\"a\", 65)" limit=64 usage="ran_ago(\"name\", 3)" -> it`},
		{"ran_ago(\"a\")", `main.bt:3:12: wrong-number-of-arguments count=1 function="ran_ago" usage="ran_ago(\"name\", 3)" -> it`},
		{"xor(a)", `main.bt:3:12: wrong-number-of-arguments count=1 function="xor" usage="xor(a, b)" -> it`},
		{"xor(a, agent.hp)", `main.bt:3:19: agent-in-condition name="hp" -> it`},
		{"ran(agent.node)", `main.bt:3:16: agent-in-condition name="node" -> it`},
		{"active(\"a\", 2)", `main.bt:3:12: wrong-number-of-arguments count=2 function="active" usage="active(\"name\")" -> it`},
		{strings.Repeat("(", 5100) + "a" + strings.Repeat(")", 5100), `main.bt:3:1012: too-many-levels limit=1000 -> it`},
		{"hp < ...", `main.bt:3:17: varargs-outside-function -> it`},
		{"h.ad(1, 2)", `main.bt:3:12: unknown-library-member library="h" member="ad" -> did-you-mean near="h.add"`},
		{"hp > math.hug", `main.bt:3:17: unknown-library-member library="math" member="hug" -> did-you-mean near="math.huge"`},
		{"not (hp and math)", `main.bt:3:24: field-hidden-by-library library="math" -> it`},
		{"math == nil", `main.bt:3:12: field-hidden-by-library library="math" -> it`},
		{"h.add(h, 2) > 3", `main.bt:3:12: field-hidden-by-library library="h" -> it`},
		{"math.max(h.nope(hp), 2)", `main.bt:3:21: unknown-library-member library="h" member="nope" -> rename-library-field library="h"`},
		{"h.add(1, 2, 3)", `main.bt:3:12: too-many-arguments function="h.add" given=3 names=[a b]`},
		{"h.add()", `main.bt:3:12: too-few-arguments function="h.add" given=0 names=[a b]`},
		{"h.add(1, 2, h.nothing())", ""},
		{"math.pi > 3 and spot.q", ""},
		{"math.random() < 0.5", "main.bt:3:17: warning draw-in-condition -> it"},
	} {
		cond, problems := h.compiler.Compile(condition.Source{Text: c.guard, Pos: diag.Pos{File: "main.bt", Line: 3, Col: 12}, Line: "    b when " + c.guard})
		got := identities(problems)
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" || (cond == nil) != (problems.Err() != nil) || len(problems) > 1 {
			t.Errorf("%.40s: got %s, want %s", c.guard, got, c.want)
		}
		for _, p := range problems {
			if p.Source == "" {
				t.Errorf("%s: no source line: %s", c.guard, got)
			}
		}
	}
}

// TestWhatMessagesCallIt checks that messages call a text after "when" a condition, and that the line tells whether it is
// one.
func TestWhatMessagesCallIt(t *testing.T) {
	h := newHost()
	for _, c := range []struct {
		line, source string
		guard        bool
	}{
		{"    b when math.random() < 1", "math.random() < 1", true},
		{"    b id=é + when math.random() < 1", "math.random() < 1", true},
		{"    condition math.random() < 1", "math.random() < 1", false},
		{"    condition math.random() < 1 when math.random() < 1", "math.random() < 1", false},
		{"condition low = math.random() < 1", "math.random() < 1", false},
		{"", "math.random() < 1", true},
	} {
		pos := diag.Pos{File: "main.bt", Line: 1, Col: diag.Column(c.line, strings.Index(c.line, c.source))}
		cond, problems := h.compiler.Compile(condition.Source{Text: c.source, Pos: pos, Line: c.line})
		if (len(problems) > 0) != c.guard || cond.What() != condition.Test {
			t.Errorf("%s: %v %s", c.line, problems, cond.What())
		}
		if moved := cond.Moved(condition.Value, diag.Pos{File: "far.bt", Line: 7, Col: 2}, "far"); moved.What() != condition.Value {
			t.Errorf("moved: %s", moved.What())
		}
	}
}

// TestPlaceOfErrors checks that an error has the position and the line of its condition, and of a copy for another place.
func TestPlaceOfErrors(t *testing.T) {
	h := newHost()
	pos := diag.Pos{File: "main.bt", Line: 1, Col: 12}
	cond, _ := h.compiler.Compile(condition.Source{Text: "x < 3", Pos: pos, Line: "    b when x < 3"})
	far := cond.Moved(condition.Value, diag.Pos{File: "far.bt", Line: 7, Col: 2}, "far")
	for _, c := range []*condition.Condition{cond, far} {
		_, err := c.Test(h.state, h.agent.Value(), lua.Nil)
		var e *condition.Error
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
		want := diag.Diagnostic{Pos: pos, Source: "    b when x < 3"}
		if c == far {
			want = diag.Diagnostic{Pos: diag.Pos{File: "far.bt", Line: 7, Col: 2}, Source: "far"}
		}
		if d := e.Diagnostic(); d.Pos != want.Pos || d.Source != want.Source || d.Code != "cannot-compare" {
			t.Errorf("got %v", d)
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
		{"nothing + 1", `cannot-calculate left="nothing (nil)" operator="+" right="1" -> agent-lacks-field name="nothing" remedy=(write-code code="(nothing or 0)")`},
		{"print", "function"},
		{"hp,", `main.bt:1:3: after-expression found="\",\"" -> one-expression`},
		{"hp, mood", `main.bt:1:3: after-expression found="\",\"" -> one-expression`},
		{"hp mood", `main.bt:1:4: after-expression found="\"mood\"" -> one-expression`},
	} {
		got := ""
		if x, err := h.compile(condition.Value, c.source); err != nil {
			got = identity(err)
		} else if v, err := x.Value(h.state, h.agent.Value(), h.params.Value()); err != nil {
			got = identity(err)
		} else {
			got = helper.Show(v)
		}
		if got != c.want {
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
	if !errors.Is(err, lua.ErrBytes) || identity(err) != `go-error error="not enough memory"` {
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
