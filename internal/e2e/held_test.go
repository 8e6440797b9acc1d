package e2e

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// countingLibrary counts its calls for an agent, and tells in which tick of its world it is
// called. Who adds to need works with it only while it has that.
const countingLibrary = `return { need = 1, f = function(agent)
  agent.n = (agent.n or 0) + 1
  return agent.n .. " at " .. bt.tick()
end }
`

// heldBack returns a game in which a.lua, or lib/n.lua between them, is held back and goes on
// with the former version of lib/m.lua.
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

// TestRestartOfHeld: files that are held back go on with their modules in a new world.
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
