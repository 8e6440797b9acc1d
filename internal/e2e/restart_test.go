package e2e

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// TestRestart checks that a restart leaves nothing of the previous world, and that the seed
// determines the new world, with any number of workers.
func TestRestart(t *testing.T) {
	files := fstest.MapFS{
		"main.bt":  {Data: []byte("tree main\n  root\n    walk\n")},
		"root.lua": {Data: []byte("return {}")},
		"walk.lua": {Data: []byte(`return {
  behavior = function(agent, params, memory)
    memory.n = (memory.n or 0) + 1
    agent.n, agent.luck = memory.n, own.twice(math.random())
    bt.board("all").n = (bt.board("all").n or 0) + 1
    if memory.n > 2 then error("too often") end
  end,
  on_exit = function(agent, params, memory, reason) print(reason) end,
}`)},
	}
	for _, workers := range []int{1, 3} {
		var said []string
		game, err := bough.OpenFS(files, bough.Options{
			Seed: 1, Workers: workers, OnLog: func(a *bough.Agent, text string) { said = append(said, text) },
			Helpers: map[string][]bough.Helper{"own": {bough.Func("twice(x): twice of it", func(x float64) float64 { return 2 * x })}},
		})
		if err != nil {
			t.Fatal(err)
		}
		play := func() string {
			a, err := game.Spawn("main", nil)
			if err != nil {
				t.Fatal(err)
			}
			game.Tick(time.Second)
			game.Tick(time.Second)
			w := game.World()
			return fmt.Sprint(a.Label(), a.Get(engine.KeyOf("n")), a.Get(engine.KeyOf("luck")), w.Board("all", "n"), w.Clock(), w.Len(), w.Faults())
		}
		first := play()
		if !strings.HasPrefix(first, "main#12 ") {
			t.Errorf("the game begins with %s", first)
		}
		game.Restart(1)
		if again := play(); again != first || strings.Join(said, " ") != "closed" {
			t.Errorf("%d workers: %s, and after Restart %s; said %q", workers, first, again, said)
		}
		game.Restart(2)
		if other := play(); other == first {
			t.Errorf("%d workers: the seed changes nothing: %s", workers, other)
		}
		if err := game.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestSaveAfterRestart checks that a file saved after a restart shares its modules with the files
// loaded before the restart.
func TestSaveAfterRestart(t *testing.T) {
	write := "local m = require 'lib/m'\nreturn { behavior = function(agent) agent.m, agent.wrote = m, (agent.wrote or 0) + m.n * %d end }\n"
	files := fstest.MapFS{
		"main.bt":   {Data: []byte("tree main\n  parallel\n    write\n    read\n")},
		"lib/m.lua": {Data: []byte("return { n = 1 }")},
		"write.lua": {Data: fmt.Appendf(nil, write, 1)},
		"read.lua":  {Data: []byte("local m = require 'lib/m'\nreturn { behavior = function(agent) agent.read = agent.m == m end }\n")},
	}
	for _, workers := range []int{1, 3} {
		source := hotreload.NewManual()
		game, err := bough.OpenFS(files, bough.Options{Workers: workers, Source: source, OnFault: func(f *engine.Fault) { t.Error(f) }})
		if err != nil {
			t.Fatal(err)
		}
		game.Load()
		game.Restart(1)
		files["write.lua"] = file(fmt.Sprintf(write, 10))
		source.Touch("write.lua")
		a, err := game.Spawn("main", nil)
		if err != nil {
			t.Fatal(err)
		}
		game.Tick(time.Second)
		game.Tick(time.Second)
		if wrote, same := a.Get(engine.KeyOf("wrote")).Float(), a.Get(engine.KeyOf("read")).Truthy(); wrote != 20 || !same {
			t.Errorf("%d workers: wrote %v, the same module: %v", workers, wrote, same)
		}
		game.Close()
		files["write.lua"] = file(fmt.Sprintf(write, 1))
	}
}

// countingLibrary has a function that counts its calls for an agent, and returns the count and the
// tick of the world. A file that uses the field need fails with a version of the library that lacks
// it.
const countingLibrary = `return { need = 1, f = function(agent)
  agent.n = (agent.n or 0) + 1
  return agent.n .. " at " .. bt.tick()
end }
`

// heldBack returns a game that holds back the new version of lib/m.lua, since a.lua, or lib/n.lua
// between a.lua and lib/m.lua, fails with it. That file continues with the previous version of
// lib/m.lua.
func heldBack(t *testing.T, files fstest.MapFS, o bough.Options) *bough.Game {
	t.Helper()
	source := hotreload.NewManual()
	o.Source = source
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	if err := game.Load().Err(); err != nil {
		t.Fatal(err)
	}
	files["lib/m.lua"] = file("return { f = function() return \"new\" end }\n")
	source.Touch("lib/m.lua")
	for range 2 {
		game.Tick(frame)
	}
	if game.Bundle().Problems.Err() == nil {
		t.Fatal("nothing is held back")
	}
	return game
}

// TestRestartOfHeld checks that files that are held back keep their modules in a new world.
func TestRestartOfHeld(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"a behavior": {
			"a.lua": file("local m = require(\"lib.m\")\nlocal k = m.need + 1\nreturn { behavior = function(agent) agent.v = m.f(agent) end }\n"),
		},
		"a module": {
			"lib/n.lua": file("local m = require(\"lib.m\")\nlocal k = m.need + 1\nreturn { f = m.f }\n"),
			"a.lua":     file("local n = require(\"lib.n\")\nreturn { behavior = function(agent) agent.v = n.f(agent) end }\n"),
		},
	} {
		files["lib/m.lua"], files["main.bt"] = file(countingLibrary), file("tree main\n  a\n")
		game := heldBack(t, files, bough.Options{})
		for i := range 3 {
			game.Restart(uint64(i))
			a, err := game.Spawn("main", nil)
			if err != nil {
				t.Fatal(err)
			}
			for n := range 3 {
				game.Tick(frame)
				if got, want := a.Get(engine.KeyOf("v")).Str(), fmt.Sprintf("%d at %d", n+1, n+1); got != want {
					t.Errorf("%s, restart %d: got %s; want %s", name, i+1, got, want)
				}
			}
		}
	}
}
