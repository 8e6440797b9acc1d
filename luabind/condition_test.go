package luabind_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
)

// point returns a vector with x and y, as Go passes it.
func point(x, y float64) value.Value { return value.VectorOf(value.Vector{X: x, Y: y}) }

// TestGuards evaluates guards with the fields, parameters, questions, libraries and bounds of a Runtime. Package
// condition tests the rest.
func TestGuards(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "reach", Value: value.Number(2)}, engine.Param{Name: "goal", Value: point(3, 4)})
	for name, v := range map[string]value.Value{
		"hp": value.Number(30), "name2": value.String("troll"), "armed": value.Bool(true), "target": point(1, 2),
	} {
		q.agent.Set(engine.KeyOf(name), v)
	}
	for _, c := range []struct{ guard, want string }{
		{"hp < 31 and armed", "true"},
		{"nothing == nil", "true"},
		{"target.x + target.y == 3", "true"},
		{"params.reach * 2 == 4 and params.goal.x == 3 and params.nothing == nil", "true"},
		{"name2:upper() == \"TROLL\"", "true"},
		{"id == 1 and name == \"main\"", "true"},
		{"ran(\"root\") or active(\"root\") or since(\"root\") > 0", "false"},
		{"ran(\"roof\")", `main.bt:1:1: node-not-in-tree name="roof" tree="main" -> did-you-mean near="root"`},
		{"bt.wait(2)", `main.bt:1:1: function-waits function="bt.wait" -> it`},
		{"bt.post(id, \"x\")", `main.bt:1:1: function-acts function="bt.post" -> it`},
		{"wait(2)", `main.bt:1:1: unknown-function name="wait" questions=[ran ran_ago active since in_force xor] -> it`},
		{"time() > 2", `main.bt:1:1: unknown-function name="time" questions=[ran ran_ago active since in_force xor] -> did-you-mean-one-of names=[bt.time]`},
		{"target < target", `main.bt:1:8: cannot-compare left="target ({x=1, y=2})" right="target ({x=1, y=2})"`},
		{"string.rep(\"x\", 1e9) == name2", `main.bt:1:1: hook-takes-too-much-memory limit="16.0 MB" -> it`},
	} {
		yes, err := q.ask(c.guard)
		got := fmt.Sprint(yes)
		if err != nil {
			got = problem(err)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
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

// problem identifies an error of an expression, or the findings of one that was not compiled.
func problem(err error) string {
	var raised *luabind.Error
	var found diag.List
	switch {
	case errors.As(err, &raised):
		found = diag.List{raised.Diagnostic()}
	case !errors.As(err, &found):
		return err.Error()
	}
	return headlines(found)
}

// TestFunctionsInConditions checks that calls of functions of bt and of Lua without arguments that they need are errors.
func TestFunctionsInConditions(t *testing.T) {
	q := newAsker(t)
	for guard, want := range map[string]string{
		"bt.since() > 3":             "bt.since needs node, and is given 0 arguments",
		"bt.dt() > 3":                "bt.dt is a number and cannot be called",
		"string.rep(name2) == name2": "string.rep needs s, n, and is given 1 argument",
	} {
		if _, err := q.ask(guard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", guard, err, want)
		}
	}
}
