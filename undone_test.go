package bough_test

import (
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// TestUndoneOvergrown: data of a file that have grown beyond bounds are made anew when the
// file is saved, also with a mistake that the next save takes back, and only then.
func TestUndoneOvergrown(t *testing.T) {
	const grows = "local list, n = {}, { 0 }\nlocal function put(t, k, v) t[k] = v end\n" +
		"local function more(agent) agent.n = n[1] for i = 1, agent.step do put(list, \"k\" .. n[1], {}) put(n, 1, n[1] + 1) end end\n"
	for name, files := range map[string]fstest.MapFS{
		"a.lua":     {"a.lua": file(grows + "return { behavior = more }\n")},
		"lib/m.lua": {"a.lua": file("local m = require(\"lib.m\")\nreturn { behavior = function(agent) m.more(agent) end }\n"), "lib/m.lua": file(grows + "return { more = more }\n")},
	} {
		t.Run(name, func(t *testing.T) {
			source, faults := hotreload.NewManual(), 0
			files["main.bt"] = file("tree main\n  a\n")
			game, err := bough.OpenFS(files, bough.Options{Source: source, Keep: 200_000, OnFault: func(*engine.Fault) { faults++ }})
			if err != nil {
				t.Fatal(err)
			}
			defer game.Close()
			a, err := game.Spawn("main", bough.Fields{"step": 10, "n": 0})
			if err != nil {
				t.Fatal(err)
			}
			good := files[name]
			mistakeAndUndo := func() {
				files[name] = file("return {")
				source.Touch(name)
				game.Tick(frame)
				files[name] = good
				source.Touch(name)
				game.Tick(frame)
			}
			count := func() float64 { return a.Get(engine.KeyOf("n")).Float() }
			game.Tick(frame)
			if mistakeAndUndo(); count() != 20 {
				t.Fatalf("it has counted to %v; want 20, as nothing has happened", count())
			}
			a.Set(engine.KeyOf("step"), engine.Number(2000))
			for i := 0; faults == 0 && i < 500; i++ {
				game.Tick(frame)
			}
			if faults == 0 {
				t.Fatal("it grows without end")
			}
			a.Set(engine.KeyOf("step"), engine.Number(10))
			if mistakeAndUndo(); count() != 0 || game.Problems().Err() != nil {
				t.Errorf("it counts from %v; want from 0; problems %v", count(), game.Problems())
			}
			if game.Tick(frame); count() != 10 {
				t.Errorf("it counts to %v; want 10", count())
			}
		})
	}
}
