package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
)

// TestExpressionValues checks the values of expressions as Go values. Package condition tests other expressions.
func TestExpressionValues(t *testing.T) {
	q, _ := newBench(t, "function() end")
	for _, c := range []struct{ source, want string }{
		{"mood", `"angry"`}, {"hp", "20"}, {"hp < 3", "false"}, {"nothing", "nil"}, {"spot", "{x=3, y=4}"},
		{"params.goal", "{x=1, y=2}"}, {"h.vec(1, 2)", "{x=1, y=2}"}, {"h.loud(mood)", `"ANGRY"`},
		{"nothing + 1", `main.bt:1:1: cannot-calculate left="nothing (nil)" operator="+" right="1" -> agent-lacks-field name="nothing" remedy=(write-code code="(nothing or 0)")`},
		{"print", "nil"},
		{"hp,", `main.bt:1:3: after-expression found="\",\"" -> one-expression`},
	} {
		v, err := q.value(c.source)
		got := v.String()
		if err != nil {
			got = problem(err)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
	}
	x, err := q.expression("mood", condition.Value)
	if err != nil || x.Source() != "mood" || fmt.Sprint(luabind.Analysis(x).Reads()) != "[mood]" {
		t.Errorf("%v, %v", x, err)
	}
	q.within(func(c *engine.Context) {
		if got := termText(x.Terms(c)); got != `mood="angry"` {
			t.Errorf("terms %s", got)
		}
	})
}

// TestUnknownMembers checks that the use of an unknown function of a library or of the game is an error when the
// tree is loaded.
func TestUnknownMembers(t *testing.T) {
	q, _ := newBench(t, "function() end")
	for _, c := range []struct{ guard, want string }{
		{"h.ad(1, 2)", `main.bt:1:1: unknown-library-member library="h" member="ad" -> did-you-mean near="h.add"`},
		{"bt.tim() > 3", `main.bt:1:1: unknown-library-member library="bt" member="tim" -> did-you-mean near="bt.time"`},
		{"bt.dt > 3 and math.pi > 3", ""},
	} {
		_, problems := q.runtime.Expression(condition.Source{Text: c.guard, Pos: diag.Pos{File: "main.bt", Line: 1, Col: 1}, Line: c.guard})
		if got := headlines(problems); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

// TestConditionsAllocateNothing checks that evaluating a condition allocates nothing.
func TestConditionsAllocateNothing(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "reach", Value: value.Number(2)}, engine.Param{Name: "goal", Value: point(1, 2)})
	if err := q.runtime.Bind("h", helper.Func("add(a, b): A sum.", func(a, b float64) float64 { return a + b }),
		helper.Func("len(p): How long.", func(p value.Vector) float64 { return p.X + p.Y }),
		helper.Func("has(s, n): A test.", func(s string, n float64) bool { return len(s) > int(n) }),
		helper.Func("mine(n): Of the agent.", func(c *engine.Context, n float64) float64 { return float64(c.Agent().ID()) + n })); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]float64{"hp": 20, "target": 5, "x": 4, "dist": 1} {
		q.agent.Set(engine.KeyOf(name), value.Number(f))
	}
	q.agent.Set(engine.KeyOf("mood"), value.String("angry"))
	q.agent.Set(engine.KeyOf("spot"), point(3, 4))
	q.names = conditions{"hurt": "hp < 30", "close": "dist < params.reach"}
	for _, source := range []string{
		"hp < 30 and target ~= nil", "not (hp >= 30) and target ~= nil or xor(hp, x)", "spot.x + spot.y == 7", "params.goal.x == 1", "params.goal == params.goal",
		`mood < "b" and -x < 0 and x % 3 == 1`, `since("root") == 0 and not active("root")`, `ran("root", 2)`, `in_force("body") == nil`,
		"h.add(x, target) > 3", "h.len(spot) == 7", "h.len(params.goal) == 3", "h.has(mood, 3)", "h.mine(x) > 3", "hurt and close", "math.max(x, hp) > 3", "mood",
	} {
		cond, err := q.expression(source, "")
		if err != nil {
			t.Fatal(err)
		}
		value, err := q.expression(source, condition.Value)
		if err != nil {
			t.Fatal(err)
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
