package bough_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

// paramScript says what it was given. By turns one of three agents raises an error. Every
// other script is a coroutine.
func paramScript(i int) string {
	act, wait := "behavior", ""
	if i%2 == 1 {
		act, wait = "run", "bt.wait(0.02)"
	}
	return fmt.Sprintf(`local v = require("lib.v")
return {
  params = { n = 7, at = { x = 1, deep = { "a", "b" } } },
  precondition = function(agent, params) return params.n > 0 and #params.at.deep == 2 end,
  %s = function(agent, params)
    agent.n = (agent.n or 0) + 1
    agent.given = params.n .. " " .. params.at.x .. " " .. params.at.deep[1] .. params.at.deep[2]
    agent.version = v
    if agent.n %% 3 == agent.id %% 3 then params.at.deep[3] = "c" end
    %s
  end,
}
`, act, wait)
}

// TestBindBesideTicks: code is bound for the workers while these run hooks of the code before
// with parameters like its own, raise errors, and agents come and go. It is for the race
// detector, which sees what a tick uses too.
func TestBindBesideTicks(t *testing.T) {
	for _, workers := range []int{1, 4} {
		for _, development := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d workers, development %v", workers, development), func(t *testing.T) {
				bindBeside(t, bough.Options{Workers: workers, Development: development})
			})
		}
	}
}

func bindBeside(t *testing.T, o bough.Options) {
	version := func(n int) string { return fmt.Sprintf("return %d\n", n) }
	files := map[string]string{"lib/v.lua": version(0)}
	for i := range 8 {
		files[fmt.Sprintf("s%d.lua", i)] = paramScript(i)
		files[fmt.Sprintf("t%d.bt", i)] = fmt.Sprintf("tree t%[1]d\n  sequence\n    s%[1]d\n    s%[1]d n=%[1]d5 at={x=2, deep={\"c\", \"d\"}}\n    s%[1]d n=%[1]d5 at={x=2, deep={\"c\", \"d\"}}\n", i)
	}
	g := newBackgroundGame(t, o, files)
	defer g.Close()
	spawned := 0
	spawn := func() *bough.Agent {
		a, err := g.Spawn(fmt.Sprintf("t%d", spawned%8), nil)
		if err != nil {
			t.Fatal(err)
		}
		spawned++
		return a
	}
	for range 24 {
		spawn()
	}
	for round := 1; round <= 5; round++ {
		for g.save("lib/v.lua", version(round)); len(g.reports) < round; runtime.Gosched() {
			g.Tick(frame)
			if a := spawn(); g.World().Len() > 100 {
				g.Despawn(a)
			}
		}
		if r := g.reports[round-1]; len(r.Applied) != 9 || len(r.Missing) > 0 {
			t.Fatalf("%+v", r)
		}
		for range 20 {
			g.Tick(frame)
		}
		given := g.givenTo(t, float64(round))
		if !given["7 1 ab"] || !given["15 2 cd"] {
			t.Errorf("agents were given %v", given)
		}
	}
	for _, text := range g.told {
		if !strings.Contains(text, "params.at.deep") {
			t.Error(text)
		}
	}
	if len(g.told) == 0 {
		t.Error("no hook raised an error")
	}
}

// givenTo returns what all agents say that they were given, if they run a version.
func (g *backgroundGame) givenTo(t *testing.T, version float64) map[string]bool {
	given := map[string]bool{}
	for a := range g.World().Agents() {
		given[a.Get(engine.KeyOf("given")).Str()] = true
		if v := a.Get(engine.KeyOf("version")).Float(); v != version {
			t.Errorf("%s runs version %v; want %v", a.Label(), v, version)
		}
	}
	return given
}
