//go:build !luacore

package luabind_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"pgregory.net/rapid"
)

// TestConditionsAllocateNothing counts what it takes to evaluate a condition in Go.
func TestConditionsAllocateNothing(t *testing.T) {
	q, _ := newBench(t, "function() end")
	sources := []string{
		"not (hp >= 30) and target ~= nil or xor(hp, x)", "spot.x + spot.y == 7", "params.goal.x == 1", "params.goal == params.goal",
		`mood < "b" and -x < 0 and x % 3 == 1`, `since("root") == 0 and not active("root")`,
		"h.zero() == 0", "h.near(x, target, hp)", "h.even(x) and h.even(id)", "h.maybe(hp) == 7", "h.maybe(0) == nil",
		"h.len(spot) == 25", "h.len(params.goal) == 5", "h.len(h.vec(x, 3)) == 25", "h.has(mood, 3)", "h.vec(x, 1).x == 4",
		"hurt and close",
	}
	for _, test := range sameTests {
		sources = append(sources, test.condition)
	}
	q.names = conditions{"hurt": "hp < 30", "close": "dist < params.reach"}
	for _, source := range sources {
		cond, err := q.condition(source)
		if err != nil {
			t.Fatal(err)
		}
		value, err := q.expression(source)
		if err != nil {
			t.Fatal(err)
		}
		if !luabind.InGo(cond) {
			t.Errorf("%s runs in Lua", source)
		}
		q.within(func(c *engine.Context) {
			if _, err := cond.Eval(c); err != nil {
				t.Errorf("%s: %v", source, err)
			}
			if n := testing.AllocsPerRun(100, func() { cond.Eval(c) }); n != 0 {
				t.Errorf("%s: %v allocations", source, n)
			}
			if n := testing.AllocsPerRun(100, func() { value.Value(c) }); n != 0 {
				t.Errorf("the value of %s: %v allocations", source, n)
			}
		})
	}
}

// TestExpressionValues: the value of an expression, whoever evaluates it.
func TestExpressionValues(t *testing.T) {
	q, _ := newBench(t, "function() end")
	for _, c := range []struct{ source, want string }{
		{"mood", `"angry"`}, {"hp", "20"}, {"hp < 3", "false"}, {"nothing", "nil"}, {"hp / 8", "2.5"}, {"spot", "{x=3, y=4}"},
		{"params.goal", "{x=1, y=2}"}, {"h.vec(1, 2)", "{x=1, y=2}"}, {"nothing or mood", `"angry"`}, {"hp and mood", `"angry"`},
		{`mood .. "!"`, `"angry!"`}, {"#mood", "5"}, {"math.floor(2.5)", "2"}, {"({ 1, 2 })[2]", "2"}, {"h.loud(mood)", `"ANGRY"`},
		{"nothing + 1", "expression nothing + 1: attempt to calculate with nothing (nil)"},
		{"mood.x.y", "nothing (nil) is used as if it were a table: it has no field 'y'"},
		{"print", "nil"},
		{"hp,", `expression: the expression ends after ","`},
		{"hp, mood", "want one Lua expression, such as state or math.floor(dist)"},
		{"hp mood", `expression: unexpected "mood" after "hp"`},
	} {
		v, err := q.value(c.source)
		got := v.String()
		if err != nil {
			got = err.Error()
		}
		if got != c.want && !(err != nil && strings.Contains(got, c.want)) {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
	}
	x, err := q.expression("mood")
	if err != nil || x.Source() != "mood" || fmt.Sprint(luabind.Reads(x)) != "[mood]" {
		t.Errorf("%v, %v", x, err)
	}
	q.within(func(c *engine.Context) {
		if got := termText(x.Terms(c)); got != `mood="angry"` {
			t.Errorf("terms %s", got)
		}
		if got := luabind.Render(x, c); got != `mood ("angry")` {
			t.Errorf("rendered %s", got)
		}
	})
}

// TestManyWords: the strings that a switch looks at are kept, but not without end.
func TestManyWords(t *testing.T) {
	q, _ := newBench(t, "function() end")
	x, err := q.expression("mood")
	if err != nil {
		t.Fatal(err)
	}
	for k := range 5000 {
		want := fmt.Sprintf("mood %d", k%3000)
		q.agent.Set(engine.KeyOf("mood"), engine.String(want))
		q.within(func(c *engine.Context) {
			if v, err := x.Value(c); err != nil || v.Str() != want {
				t.Fatalf("%v, %v; want %s", v, err, want)
			}
		})
	}
}

// TestHelpersInGo calls helpers of every shape from a condition: without Lua, and with
// the errors that a script gets.
func TestHelpersInGo(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "goal", Value: point(3, 4)}, engine.Param{Name: "list", Value: engine.Other(&engine.Table{
		Entries: []engine.Entry{{Key: engine.Number(1), Value: engine.Number(5)}}})})
	more := []luabind.Helper{
		luabind.Func("eight(a, b, c, d, e, f, g, h): Of eight.", func(a, b, c, d, e, f, g, h float64) float64 { return a + h }),
		luabind.Func("agent(id): An agent.", func(id engine.AgentID) engine.AgentID { return id + 1 }),
		luabind.Func("nearest(range): An agent or nil.", func(c *engine.Context, r float64) *engine.AgentID {
			if id := c.Agent().ID(); r > 5 {
				return &id
			}
			return nil
		}),
		luabind.Func("label(): Of the agent.", func(c *engine.Context) string { return c.Agent().Label() }),
		luabind.Func("deciding(id): A test.", func(c *engine.Context, _ int) bool { return c.Deciding() }),
	}
	if err := q.runtime.Bind("go", append(goHelpers(), more...)...); err != nil {
		t.Fatal(err)
	}
	q.agent.Set(engine.KeyOf("place"), point(1, 2))
	q.agent.Set(engine.KeyOf("two"), engine.Number(2))
	for _, c := range []struct{ source, want string }{
		{"go.zero()", "7"}, {"go.one(two)", "2"}, {"go.two(5, two)", "3"}, {"go.three(1, 2, 3)", "7"}, {"go.four(1, 2, 3, 4)", "2"},
		{"go.eight(1, 2, 3, 4, 5, 6, 7, 8)", "9"}, {"go.near(1, 2, 2, 1)", "true"}, {"go.mine(10)", "11"}, {"go.int(21)", "42"},
		{"go.int8(-128)", "-128"}, {"go.small(5)", "5"}, {"go.float32(0.5)", "0.5"}, {"go.bool(nothing == nil)", "false"}, {`go.text("oh")`, `"OH"`},
		{"go.vector(place).x", "2"}, {"go.vector(params.goal).y", "8"}, {"go.vector(go.vector(place)).y", "8"}, {"go.vector(place).z", "nil"},
		{"go.sum(params.list)", "5"}, {"go.find(two).name", `"2"`}, {"go.find(0)", "nil"}, {"go.fails(1)", "2"},
		{"go.agent(two)", "3"}, {"go.nearest(9)", "1"}, {"go.nearest(1)", "nil"}, {"go.label()", `"main#1"`}, {"go.deciding(1)", "true"},
		{"go.value(place).x", "1"}, {"go.huge() > 1e19", "true"}, {"go.who()", `"main#1"`},
		{"go.two(go.one(5), (go.one(two)))", "3"}, {"(go.pair(1, 2, 3, 4))", "3"}, {"go.pair(1, 2, 3, 4)", "3"}, {"go.nothing()", "nil"},

		{"go.one(1, nothing, two)", "go.one: 3 arguments are given; it takes 1 (a)"},
		{"go.one()", "go.one: argument 1 (a) is missing; want a number"},
		{"go.two(1, nil)", "go.two: argument 2 (b) is nil; want a number"},
		{`go.one("5")`, `go.one: argument 1 (a) is "5"; want a number`},
		{"go.one(place)", "go.one: argument 1 (a) is {x=1, y=2}; want a number"},
		{"go.int(1.5)", "go.int: argument 1 (a) is 1.5; want a whole number"},
		{"go.int(2^54)", "want a whole number"}, {"go.int(0/0)", "go.int: argument 1 (a) is nan; want a whole number"},
		{"go.int8(128)", "go.int8: argument 1 (a) is 128; want a whole number from -128 to 127"},
		{"go.agent(place)", "go.agent: argument 1 (id) is {x=1, y=2}; want a whole number"},
		{"go.vector(5)", "go.vector: argument 1 (v) is 5; want a table with the numbers x and y"},
		{"go.vector(params.list)", "go.vector: argument 1 (v) is table of 1; want a table with the numbers x and y"},
		{"go.text()", "go.text: argument 1 (s) is missing; want a string"},
		{"go.sum(1)", "go.sum: argument 1 (list) is 1; want a list"},
		{"go.fails(-1)", "go.fails: n is negative"}, {"go.only_fails()", "go.only_fails: always"},
		{"go.panics(5)", "go.panics panicked: runtime error: index out of range [5] with length 1"},
		{"go.panics_fast(5)", "go.panics_fast panicked: a stone"},
		{"go.one(1, nothing.x)", "nothing is nil; it has no field x"},
	} {
		x, err := q.expression(c.source)
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
			continue
		}
		if !luabind.InGo(x) && !strings.Contains(c.source, "{") {
			t.Errorf("%s runs in Lua", c.source)
		}
		v, err := q.value(c.source)
		got := v.String()
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "expression "+c.source+": ")
		}
		if got != c.want && !(err != nil && strings.HasSuffix(got, c.want)) {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
		if byLua, luaErr := q.valueByLua(c.source); (err == nil) != (luaErr == nil) || err == nil && plainText(byLua) != plainText(v) {
			t.Errorf("%s: Go %v, %v; Lua %v, %v", c.source, v, err, byLua, luaErr)
		} else if err != nil && !strings.Contains(c.source, "nothing.x") && strings.TrimPrefix(luaErr.Error(), "expression "+c.source+": ") != got {
			t.Errorf("%s: Go %v; Lua %v", c.source, err, luaErr)
		}
	}
	// What a call at the end gives besides its first result is Lua's affair.
	for _, source := range []string{"go.two(go.pair(1, 2, 3, 4))", "go.one(2, go.nothing())", "xor(1, go.nothing())"} {
		if x, err := q.expression(source); err != nil || luabind.InGo(x) {
			t.Errorf("%s runs in Go: %v", source, err)
		}
	}
}

// TestUnknownMembers: what a library or the game does not have is an error when the tree
// is loaded.
func TestUnknownMembers(t *testing.T) {
	q, _ := newBench(t, "function() end")
	for _, c := range []struct{ guard, want string }{
		{"h.ad(1, 2)", "main.bt:1:1: guard h.ad(1, 2): h has no ad: did you mean h.add?"},
		{"hp > math.hug", "guard hp > math.hug: math has no hug: did you mean math.huge?"},
		{"math.max(h.nope(hp), 2)", "h has no nope"},
		{"bt.tim() > 3", "bt has no tim: did you mean bt.time?"},
		{"bt.dt > 3 and math.pi > 3", ""},
		{"spot.q", ""},
	} {
		_, problems := q.runtime.Condition(c.guard, diag.Pos{File: "main.bt", Line: 1, Col: 1}, c.guard, nil)
		if got := headlines(problems); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

func TestRender(t *testing.T) {
	q, _ := newBench(t, "function() end")
	q.agent.Set(engine.KeyOf("hp"), engine.Number(12))
	q.agent.Set(engine.KeyOf("target"), engine.Value{})
	for _, c := range []struct{ guard, want string }{
		{"hp<30 and target~=nil", "hp (12) < 30 and target (nil) ~= nil"},
		{"(hp < 30) or not(target and hp)", "hp (12) < 30 or not (target (nil) and hp (12))"},
		{"(hp - x) - (x - hp) == 16", "hp (12) - x (4) - (x (4) - hp (12)) == 16"},
		{"(hp + x) * 2 > hp + x * 2", "(hp (12) + x (4)) * 2 > hp (12) + x (4) * 2"},
		{"(2 ^ x) ^ 2 < 2 ^ x ^ 2", "(2 ^ x (4)) ^ 2 < 2 ^ x (4) ^ 2"},
		{"-x ^ 2 < (-x) ^ -2", "-x (4) ^ 2 < (-x (4)) ^ -2"},
		{"-(-x) == - -x", "-(-x (4)) == -(-x (4))"},
		{"spot.x > params.goal.x", "spot.x (3) > params.goal.x (1)"},
		{"spot", "spot ({x=3, y=4})"},
		{"target.x == 1", "target.x (error: target is nil; it has no field x) == 1"},
		{`mood == "a\"b"`, `mood ("angry") == "a\"b"`},
		{`h.near(x, hp, 3) and ran("root", 2)`, `h.near(x (4), hp (12), 3) (true) and ran("root", 2) (false)`},
		{"h.add(h.zero(), x) > 3", "h.add(h.zero() (0), x (4)) (4) > 3"},
		{"math.floor(x / 3) == 1", "math.floor(x (4) / 3) == 1"},
		{"mood:upper() .. (mood .. mood) == #mood", `mood ("angry"):upper() .. mood ("angry") .. mood ("angry") == #mood ("angry")`},
		{`("x"):rep(x) == ({x, [2] = hp})[x]`, `("x"):rep(x (4)) == ({x (4), [2] = hp (12)})[x (4)]`},
		{"xor(hp, not target)", "xor(hp (12), not target (nil))"},
		{"true ~= nil and false == 0x10", "true ~= nil and false == 0x10"},
	} {
		if _, err := q.ask(c.guard); err != nil && !strings.Contains(err.Error(), "it has no field") {
			t.Errorf("%s: %v", c.guard, err)
		}
		if q.text != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.guard, q.text, c.want)
		}
	}
	q.within(func(c *engine.Context) {
		if got := luabind.Render(foreign{}, c); got != "by hand" {
			t.Errorf("a condition of another kind: %s", got)
		}
	})
}

type foreign struct{}

func (foreign) Source() string { return "by hand" }

// TestUnparse: an expression that was written out from its syntax tree means the same,
// and is written the same again.
func TestUnparse(t *testing.T) {
	q := newAsker(t, oddParams...)
	q.odd(t)
	r := newReference(t)
	rapid.Check(t, func(t *rapid.T) {
		s := rapidSource{t}
		setFields(s, q, r)
		text := genExpression(s, 1+s.below(4, "depth")).text
		again := luabind.Unparse(text)
		if third := luabind.Unparse(again); third != again {
			t.Fatalf("%s\nbecame  %s\nand then %s", text, again, third)
		}
		v, err := q.value(text)
		w, errAgain := q.value(again)
		if (err == nil) != (errAgain == nil) || plainText(v) != plainText(w) {
			t.Fatalf("%s is %v, %v\n%s is %v, %v", text, v, err, again, w, errAgain)
		}
	})
}

// TestPower: the short way to a square is the long one.
func TestPower(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, a, b float64) {
		if got, want := luabind.Power(a, b), math.Pow(a, b); math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%v ^ %v is %v, want %v", a, b, got, want)
		}
	}
	for _, f := range append(oddNumbers, 1e-154, -1.5e-154, 1.4916681462400412e-154, 1.4916681462400413e-154, 1e154, 1.4e154, -2e200) {
		for _, b := range []float64{2, 2.0000001, -2, 0, 0.5} {
			check(t, f, b)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.Float64().Draw(t, "a"), 2)
		check(t, math.Float64frombits(rapid.Uint64().Draw(t, "bits")), 2)
	})
}
