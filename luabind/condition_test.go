package luabind_test

import (
	"fmt"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
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
		{"ran(\"roof\")", "guard ran(\"roof\"): tree main has no node \"roof\": did you mean root?"},
		{"bt.since() > 3", "compile: main.bt:1:1: guard bt.since() > 3: bt.since needs node, and is given 0 arguments; write bt.since(\"name\")\n    bt.since() > 3\n    ^"},
		{"bt.dt() > 3", "compile: main.bt:1:1: guard bt.dt() > 3: bt.dt is a number and cannot be called; write bt.dt\n    bt.dt() > 3\n    ^"},
		{"string.rep(name2) == name2", "compile: main.bt:1:1: guard string.rep(name2) == name2: string.rep needs s, n, and is given 1 argument; write string.rep(s, n)\n    string.rep(name2) == name2\n    ^"},
		{"bt.wait(2)", "compile: main.bt:1:1: guard bt.wait(2): bt.wait waits, and a tree only asks here; call it in run of a script\n    bt.wait(2)\n    ^"},
		{"bt.post(id, \"x\")", "compile: main.bt:1:1: guard bt.post(id, \"x\"): bt.post changes something, and a tree only asks here; call it in behavior or on_enter of a script\n    bt.post(id, \"x\")\n    ^"},
		{"wait(2)", "compile: main.bt:1:1: guard wait(2): unknown function wait; it may call ran, ran_ago, active, since, in_force, xor, Lua's libraries and functions of the game\n    wait(2)\n    ^"},
		{"time() > 2", "compile: main.bt:1:1: guard time() > 2: unknown function time; it may call ran, ran_ago, active, since, in_force, xor, Lua's libraries and functions of the game: did you mean bt.time?\n    time() > 2\n    ^"},
		{"target < target", "guard target < target: attempt to compare target ({x=1, y=2}) with target ({x=1, y=2})"},
		{"string.rep(\"x\", 1e9) == name2", "guard string.rep(\"x\", 1e9) == name2: uses too much memory, more than 16.0 MB in one call: make fewer and smaller tables and texts"},
	} {
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
