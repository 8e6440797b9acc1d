package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough"
)

func TestRandomRanges(t *testing.T) {
	const err = "error scripts/b.lua:2:"
	for _, c := range []struct{ body, want string }{
		{"for i = 1, 500 do local r = math.random() assert(r >= 0 and r < 1) end", ""},
		{"local seen = {} for i = 1, 500 do local r = math.random(6) seen[r] = true assert(r >= 1 and r <= 6 and r % 1 == 0) end for i = 1, 6 do assert(seen[i]) end", ""},
		{"local seen = {} for i = 1, 500 do local r = math.random(-2, 2) seen[r] = true assert(r >= -2 and r <= 2 and r % 1 == 0) end for i = -2, 2 do assert(seen[i]) end", ""},
		{"print(math.random(1), math.random(5, 5), math.random(1.9), math.random(2.5, 2.7))", "1 5 1 2"},
		{"print(math.random('1'))", "1"},
		{"math.random(0)", err + `1: random-below-one last="0" -> it`},
		{"math.random(5, 1)", err + `1: random-order first="5" last="1" -> it`},
		{"math.random(0/0)", err + `1: random-without-end first="1" last="nan" -> it`},
		{"math.random(-1e300, 1e300)", err + `1: random-without-end first="-1e+300" last="1e+300" -> it`},
		{"math.random('x')", err + `13: wrong-argument function="math.random" given="\"x\"" n=1 name="first" want="a number"`},
		{"math.random(1, {})", err + `16: wrong-argument function="math.random" given="table" n=2 name="last" want="a number"`},
	} {
		if got := run(t, "behavior", c.body); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// rolls plays a game of dice, and returns the output with the numbers that each agent has drawn.
func rolls(t *testing.T, o bough.Options) string {
	t.Helper()
	o.Seed = 7
	s := newSession(t, o, `
-- main.bt --
tree main "Dice."
  root
    b
-- root.lua --
return { run = function(agent) while true do agent.r = math.random(1000) bt.yield() end end }
-- b.lua --
return {
  precondition = function(agent) local r = math.random(1000) return r ~= math.random(1000) and r % 2 == 0 end,
  on_enter = function(agent) print("in", math.random(1000)) end,
  behavior = function(agent) print(math.random(1000), math.random(), agent.r) end,
  on_exit = function(agent) print("out", math.random(1000)) end,
}
`)
	s.take() // removes the warning about a precondition that draws numbers
	for range 7 {
		s.spawn("main", nil)
	}
	s.tick(12)
	if n := len(s.game.World().Impure()); n > 0 {
		t.Errorf("%d impure decisions", n)
	}
	return s.take()
}

// TestRandomIsDeterministic checks that the drawn numbers do not depend on the number of workers, on repeated
// questions, or on explanations. They must depend on the seed, and each agent must have its own sequence.
func TestRandomIsDeterministic(t *testing.T) {
	want := rolls(t, bough.Options{})
	for name, o := range map[string]bough.Options{
		"again": {}, "2 workers": {Workers: 2}, "5 workers": {Workers: 5}, "asked twice": {DecideTwice: true},
		"asked twice by 3 workers": {DecideTwice: true, Workers: 3}, "no budget": {Limits: bough.Limits{Budget: -1}},
	} {
		if got := rolls(t, o); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
	lines := map[string]int{}
	for line := range strings.Lines(want) {
		_, roll, _ := strings.Cut(line, ": ")
		lines[roll]++
	}
	if len(lines) < 20 {
		t.Errorf("only %d different rolls:\n%s", len(lines), want)
	}
}
