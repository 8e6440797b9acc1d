package coverage_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/coverage"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const tick = 100 * time.Millisecond

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// files is a game with each sort of part, of which some run and some do not.
func files() fstest.MapFS {
	return fstest.MapFS{
		"walk.lua": file(`local move = require "move"
return {
  params = { pace = 2 },
  precondition = function(agent) return agent.id > 0 end,
  on_enter = function(agent) agent.walks = true end,
  run = function(agent, params)
    while true do
      agent.x = move.by(agent.x or 0, params.pace)
      if agent.x > 100 then return true end
      bt.wait(0.2)
    end
  end,
  on_exit = function(agent)
    if agent.x > 100 then
      agent.x = 0
    else
      agent.walks = nil
    end
  end,
}`),
		"lib/move.lua": file(`local M = {}
function M.by(x, pace)
  return x + pace
end
function M.back(x, pace)
  return x - pace
end
return M`),
		"never.lua":  file("return {\n  behavior = function(agent)\n    agent.y = 1\n  end,\n}"),
		"broken.lua": file("return {"),
		"main.bt": file(`condition far = x > 3
condition near = not far

tree main
  priority
    never  when near and walks == 5
    tree sub pace=3  when x ~= 7
    disabled walk

tree sub pace=1
  parallel
    walk  pace=$pace  when far or near
    sequence
      condition  x < 1.5
      invert
        never
    wait_until  far and not near

tree alone
  never  when hp < 3
`),
		"broken.bt": file("tree broken\n  selector\n    when\n"),
	}
}

// play opens a game, and ticks it with an agent of each of the trees.
func play(t *testing.T, counting bool, workers int, trees ...string) (*bough.Game, *coverage.Counter) {
	t.Helper()
	game, err := bough.OpenFS(files(), bough.Options{Seed: 1, Workers: workers, Coverage: counting})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	for _, d := range game.Load() {
		if !strings.Contains(d.Pos.File, "broken") {
			t.Log(d)
		}
	}
	c := coverage.New()
	game.World().Observe(c.Observe)
	for _, name := range trees {
		if _, err := game.Spawn(name, bough.Fields{"x": 0.0}); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		game.Tick(tick)
	}
	return game, c
}

// TestReport compares the report of a game, as JSON and as LCOV, with files. With -update it writes these.
func TestReport(t *testing.T) {
	game, c := play(t, true, 1, "main", "main")
	r := c.Report(game)
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var lcov strings.Builder
	if err := r.WriteLCOV(&lcov); err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]string{"testdata/report.json": string(text) + "\n", "testdata/report.info": lcov.String()} {
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs; got\n%s", name, got)
		}
	}
}

// TestCountingChangesNothing checks that a game that counts has the same state as another one, and the report does not depend
// on the number of workers.
func TestCountingChangesNothing(t *testing.T) {
	plain, _ := play(t, false, 1, "main", "alone", "main")
	one, c := play(t, true, 1, "main", "alone", "main")
	four, d := play(t, true, 4, "main", "alone", "main")
	want, err := plain.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range []*bough.Game{one, four} {
		got, err := game.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Error("a game that counts is in another state")
		}
	}
	a, _ := json.Marshal(c.Report(one))
	b, _ := json.Marshal(d.Report(four))
	if string(a) != string(b) {
		t.Errorf("four workers count\n%s\none counts\n%s", b, a)
	}
	if r := coverage.New().Report(plain); r.Lines.Of != 0 || r.Outcomes.Ran != 0 {
		t.Errorf("a game that does not count reports %+v", r)
	}
}

// TestCountingGoesOn checks that a run that waits goes on after an edit and after a restore, also in a game that counts where the
// other does not.
func TestCountingGoesOn(t *testing.T) {
	const text = `return {
  run = function(agent)
    agent.x = 1
    bt.wait(0.5)
    agent.x = 2
    bt.wait(0.5)
    agent.x = 3
  end,
}`
	open := func(counting bool) (*bough.Game, *hotreload.Manual, fstest.MapFS) {
		fsys := fstest.MapFS{"walk.lua": file(text), "main.bt": file("tree main\n  walk  when x ~= 3\n")}
		source := hotreload.NewManual()
		game, err := bough.OpenFS(fsys, bough.Options{Coverage: counting, Source: source})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game, source, fsys
	}
	var saved [2][]byte
	for i, counting := range []bool{false, true} {
		game, source, fsys := open(counting)
		a, err := game.Spawn("main", nil)
		if err != nil {
			t.Fatal(err)
		}
		game.Tick(tick)
		if saved[i], err = game.Snapshot(); err != nil {
			t.Fatal(err)
		}
		fsys["walk.lua"] = file(strings.Replace(text, "agent.x = 2", "local more = 1\n    agent.x = 2 + more * 3", 1))
		source.Touch("walk.lua")
		for range 6 {
			game.Tick(tick)
		}
		if x := a.Get(engine.KeyOf("x")).Float(); x != 5 {
			t.Errorf("counting %v: after the edit x is %v, want 5", counting, x)
		}
		r := coverage.New().Report(game)
		if want := (coverage.Tally{Ran: 3, Of: 6}); counting && r.Lines != want {
			t.Errorf("after the edit %+v lines have run, want %+v", r.Lines, want)
		}
	}
	if string(saved[0]) != string(saved[1]) {
		t.Error("a game that counts saves another state")
	}
	for i, counting := range []bool{true, false} {
		game, _, _ := open(counting)
		if err := game.Restore(saved[i]); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			game.Tick(tick)
		}
		if x := game.World().Agent(1).Get(engine.KeyOf("x")).Float(); x != 2 {
			t.Errorf("counting %v: after the restore x is %v, want 2", counting, x)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, tt := range []struct {
		coverage.Tally
		want float64
	}{{coverage.Tally{}, 100}, {coverage.Tally{Ran: 1, Of: 3}, 33.3}, {coverage.Tally{Ran: 9999, Of: 10000}, 99.9}, {coverage.Tally{Ran: 5, Of: 5}, 100}} {
		if got := tt.Percent(); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.Tally, got, tt.want)
		}
	}
}
