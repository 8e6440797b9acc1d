//go:build luacore

package luabind_test

import (
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// onCore tells which host is tested.
const onCore = true

func timeOnly(*luabind.Runtime, string) {} // nothing depends on the clock

func inGo(interface{ Source() string }) bool { return true }

func valueByLua(x engine.Expression, c *engine.Context) (engine.Value, error) { return x.Value(c) }

// TestConditionsAllocateNothing counts what it takes to evaluate a condition.
func TestConditionsAllocateNothing(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "reach", Value: engine.Number(2)}, engine.Param{Name: "goal", Value: point(1, 2)})
	if err := q.runtime.Bind("h", luabind.Func("add(a, b): A sum.", func(a, b float64) float64 { return a + b }),
		luabind.Func("len(p): How long.", func(p engine.Vector) float64 { return p.X + p.Y }),
		luabind.Func("has(s, n): A test.", func(s string, n float64) bool { return len(s) > int(n) }),
		luabind.Func("mine(n): Of the agent.", func(c *engine.Context, n float64) float64 { return float64(c.Agent().ID()) + n })); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]float64{"hp": 20, "target": 5, "x": 4, "dist": 1} {
		q.agent.Set(engine.KeyOf(name), engine.Number(f))
	}
	q.agent.Set(engine.KeyOf("mood"), engine.String("angry"))
	q.agent.Set(engine.KeyOf("spot"), point(3, 4))
	q.names = conditions{"hurt": "hp < 30", "close": "dist < params.reach"}
	for _, source := range []string{
		"hp < 30 and target ~= nil", "not (hp >= 30) and target ~= nil or xor(hp, x)", "spot.x + spot.y == 7", "params.goal.x == 1", "params.goal == params.goal",
		`mood < "b" and -x < 0 and x % 3 == 1`, `since("root") == 0 and not active("root")`, `ran("root", 2)`, `in_force("body") == nil`,
		"h.add(x, target) > 3", "h.len(spot) == 7", "h.len(params.goal) == 3", "h.has(mood, 3)", "h.mine(x) > 3", "hurt and close", "math.max(x, hp) > 3", "mood",
	} {
		cond, err := q.condition(source)
		if err != nil {
			t.Fatal(err)
		}
		value, err := q.expression(source)
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
