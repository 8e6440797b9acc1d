package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/condition"
)

// point returns a vector with x and y, as Go passes it.
func point(x, y float64) value.Value { return value.VectorOf(value.Vector{X: x, Y: y}) }

func TestGuards(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "reach", Value: value.Number(2)}, engine.Param{Name: "goal", Value: point(3, 4)})
	for name, v := range map[string]value.Value{
		"hp": value.Number(30), "name2": value.String("troll"), "armed": value.Bool(true), "target": point(1, 2),
		"ten": value.String("10"),
	} {
		q.agent.Set(engine.KeyOf(name), v)
	}
	tests := []struct{ guard, want string }{
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
		{"ran(\"root\") or active(\"root\") or since(\"root\") > 0", "false"},
		{"ran(\"root\", nil)", "false"},
		{"({1, 2})[2] == 2", "true"},
		{"({[hp] = armed})[30]", "true"},

		{"nothing < 3", "guard nothing < 3: attempt to compare nothing (nil) with 3: the agent has no field nothing; if that may be so, write (nothing or 0)"},
		{"3 > ten", "guard 3 > ten: attempt to compare 3 with ten (\"10\")"},
		{"target < target", "guard target < target: attempt to compare target ({x=1, y=2}) with target ({x=1, y=2})"},
		{"nothing + 1 > 0", "guard nothing + 1 > 0: attempt to calculate with nothing (nil): the agent has no field nothing; if that may be so, write (nothing or 0)"},
		{"1 + armed > 0", "guard 1 + armed > 0: attempt to calculate with armed (true)"},
		{"-armed < 0", "guard -armed < 0: attempt to negate armed (true)"},
		{"nothing.x == 1", "guard nothing.x == 1: nothing is nil; it has no field x"},
		{"hp.x == 1", "guard hp.x == 1: hp is 30; it has no field x"},
		{"params.nothing.x", "guard params.nothing.x: params.nothing is nil; it has no field x"},
		{"#hp > 0", "guard #hp > 0: # is written before something that is neither a table nor a text: hp (30)"},
		{"ran(\"roof\")", "guard ran(\"roof\"): tree main has no node \"roof\": did you mean root?"},
		{"ran(\"root\", armed)", "guard ran(\"root\", armed): ran: argument 2 is true; want a number of ticks"},
		{"ran(\"root\", \"2\")", "compile: main.bt:1:1: guard ran(\"root\", \"2\"): ran(\"root\", \"2\"): the second is how many ticks ago, 1 or more; write ran(\"name\") or ran(\"name\", 3)\n    ran(\"root\", \"2\")\n    ^"},
		{"active(hp)", "guard active(hp): want the name of a node, got 30"},
		{"active(nothing.x)", "guard active(nothing.x): nothing is nil; it has no field x"},
		{"math.floor({}) > 1", "guard math.floor({}) > 1: bad argument #1 to 'floor' (number expected, got table)"},
		{"string.rep(\"x\", 1e9) == name2", "guard string.rep(\"x\", 1e9) == name2: uses too much memory, more than 16.0 MB in one call: make fewer and smaller tables and texts"},
	}
	for _, c := range tests {
		yes, err := q.ask(c.guard)
		got := fmt.Sprint(yes)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

// TestGuardsOfTablesWithMetatables checks guards that compare values with metamethods.
func TestGuardsOfTablesWithMetatables(t *testing.T) {
	const setup = `
-- main.bt --
tree main "Guards."
  root
    setup +
    %s
-- root.lua --
return {}
-- setup.lua --
return {
  on_enter = function(agent)
    local mt = {
      __index = function(t, k) if k == "x" then return 5 end error("no " .. k) end,
      __add = function() return 7 end, __unm = function() return 8 end,
      __eq = function() return true end, __lt = function() return true end, __le = function() return false end,
    }
    agent.a, agent.b, agent.s = setmetatable({}, mt), setmetatable({}, mt), "text"
    agent.plain = {}
  end,
}
-- yes.lua --
return { behavior = function(agent) agent.yes = true end }
`
	for guard, want := range map[string]string{
		"a.x == 5": "", "a + 1 == 7": "", "1 + a == 7": "", "-a == 8": "", "a == b": "", "a < b": "", "not (a <= b)": "",
		"a ~= plain": "", "s.len ~= nil": "", "s.x == nil": "", "not (plain == a)": "", "a > b and b >= b == false": "",
		"a.y": "no y", "plain + a == 7": "", "nothing + a == 7": "", "plain < a": "attempt to compare plain (table) with a (table)",
	} {
		archive := fmt.Sprintf(setup, "yes when a and ("+guard+")")
		s := newSession(t, options, archive)
		a := s.spawn("main", nil)
		s.tick(2)
		if want == "" {
			if !a.Get(engine.KeyOf("yes")).Truthy() {
				t.Errorf("%s does not hold: %s", guard, s.take())
			}
		} else if got := s.take(); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", guard, got, want)
		}
	}
}

func TestGuardErrorsAtCompileTime(t *testing.T) {
	r := luabind.NewRuntime(luabind.Options{})
	for _, c := range []struct{ guard, want string }{
		{"hp <", "main.bt:3:"},
		{"hp < 3 return 4", "main.bt:3:"},
		{"hp = 3", "main.bt:3:"},
		{"", "a guard is one Lua expression"},
		{"hp, mp", "main.bt:3:12: a guard is one Lua expression, such as hp < 30 and target ~= nil"},
		{"sihgt(3)", "unknown function sihgt; a guard may call ran, active, since, in_force, xor, Lua's libraries and functions of the game"},
		{"(function() return hp end)()", "a guard cannot define a function"},
		{"rann(\"a\")", "did you mean ran?"},
		{"ran()", `wrong number of arguments, 0; write ran("name") or ran("name", 3)`},
		{"xor(a)", "wrong number of arguments, 1; write xor(a, b)"},
		{"active(\"a\", 2)", `wrong number of arguments, 2; write active("name")`},
		{strings.Repeat("(", 1100) + "a" + strings.Repeat(")", 1100), "main.bt:3:"},
	} {
		_, problems := r.Expression(condition.Source{Text: c.guard, Pos: diag.Pos{File: "main.bt", Line: 3, Col: 12}, Line: "  b when " + c.guard})
		if got := headlines(problems); problems.Err() == nil || !strings.Contains(got, c.want) {
			t.Errorf("%.40s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

// TestWhatMessagesCallIt checks that a message about an expression after "when" calls
// that expression a guard.
func TestWhatMessagesCallIt(t *testing.T) {
	q := newAsker(t)
	for _, c := range []struct{ line, source, want string }{
		{"    b when x < 3", "x < 3", "guard x < 3: "},
		{"    b id=é + when x < 3", "x < 3", "guard x < 3: "},
		{"    condition x < 3", "x < 3", "condition x < 3: "},
		{"    condition x < 3 when x < 3", "x < 3", "condition x < 3: "},
		{"condition low = x < 3", "x < 3", "condition x < 3: "},
		{"", "x < 3", "guard x < 3: "},
	} {
		pos := diag.Pos{File: "main.bt", Line: 1, Col: diag.Column(c.line, strings.Index(c.line, c.source))}
		cond, problems := q.runtime.Expression(condition.Source{Text: c.source, Pos: pos, Line: c.line})
		if problems != nil {
			t.Fatal(problems)
		}
		q.within(func(ctx *engine.Context) {
			if _, err := cond.Eval(ctx); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.line, err, c.want)
			}
		})
	}
}

func TestTerms(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "reach", Value: value.Number(2)})
	q.agent.Set(engine.KeyOf("hp"), value.Number(12.5))
	q.agent.Set(engine.KeyOf("target"), point(1, 2))
	for _, c := range []struct{ guard, want string }{
		{"hp < 30", "hp=12.5"},
		{"hp < 30 and hp > 3", "hp=12.5"},
		{"hp < mp or params.reach > 1", "hp=12.5 mp=nil params.reach=2"},
		{"target.x == 1", "target.x=1"},
		{"other.x == 1", "other.x=error: other is nil; it has no field x"},
		{"ran(\"root\") and since(\"root\") > hp", `ran("root")=false since("root")=0 hp=12.5`},
		{"math.floor(hp) == 12 and target", "hp=12.5 target={x=1, y=2}"},
	} {
		if _, err := q.ask(c.guard); err != nil && c.guard[0] != 'h' && c.guard[0] != 'o' {
			t.Errorf("%s: %v", c.guard, err)
		}
		var parts []string
		for _, term := range q.terms {
			parts = append(parts, term.Text+"="+term.Value)
		}
		if got := strings.Join(parts, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

func TestReads(t *testing.T) {
	q := newAsker(t)
	for guard, want := range map[string]string{
		"hp < 30 and mp > hp":            "[hp mp]",
		"target.x.y > 0":                 "[target]",
		"math.max(hp, mp) > params.a":    "[hp mp]",
		"ran(\"root\") or xor(a, not b)": "[a b]",
		"string.len(s) > #t":             "[s t]",
		"{hp}":                           "[hp]",
	} {
		q.ask(guard)
		if got := fmt.Sprint(q.reads); got != want {
			t.Errorf("%s: got %s, want %s", guard, got, want)
		}
	}
}

// TestGuardsOnWorkers evaluates the Lua form of one guard in the states of several
// workers.
func TestGuardsOnWorkers(t *testing.T) {
	for _, workers := range []int{1, 3} {
		o := options
		o.Workers = workers
		s := newSession(t, o, `
-- main.bt --
tree main "One."
  root
    b when (#word) == 4 and math.floor(n) == id
-- root.lua --
return {}
-- b.lua --
return { behavior = function(agent) agent.ran = (agent.ran or 0) + 1 end }
`).clean()
		for i := range 9 {
			s.spawn("main", bough.Fields{"word": "four", "n": float64(i) + 1.5})
		}
		s.tick(3)
		for a := range s.game.World().Agents() {
			if n := number(a, "ran"); n != 3 {
				t.Errorf("%d workers: %s ran %v times", workers, a.Label(), n)
			}
		}
	}
}
