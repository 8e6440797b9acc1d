package e2e

import (
	"bytes"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestRestoredQuarantine checks that a reset ends a quarantine that came from a snapshot, and that the game and its
// restored copy are equal before and after it.
func TestRestoredQuarantine(t *testing.T) {
	open := func() *bough.Game {
		game, err := bough.OpenFS(fstest.MapFS{
			"walk.lua": {Data: []byte(`return { behavior = function(agent) agent.x = agent.x + agent.speed end }`)},
			"main.bt":  {Data: []byte("tree main\n  walk\n")},
		}, bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	save := func(game *bough.Game) []byte {
		data, err := game.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	game, copied := open(), open()
	for range 2 {
		if _, err := game.Spawn("main", bough.Fields{"x": 0, "speed": "fast"}); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		game.Tick(time.Second)
	}
	if err := copied.Restore(save(game)); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*bough.Game{game, copied} {
		if len(g.World().Quarantines()) != 1 {
			t.Fatal("nothing is in quarantine")
		}
		for a := range g.World().Agents() {
			a.Set(engine.KeyOf("speed"), value.Number(2))
		}
		g.World().Agent(1).Reset()
		if n, kept := len(g.World().Quarantines()), len(g.World().Faults()); n != 0 || kept != 0 {
			t.Errorf("after the reset: %d in quarantine, %d errors", n, kept)
		}
		g.Tick(time.Second)
		if x := g.World().Agent(2).Get(engine.KeyOf("x")).Float(); x != 2 {
			t.Errorf("x = %v, want 2", x)
		}
	}
	if !bytes.Equal(save(game), save(copied)) {
		t.Error("the game and its copy differ")
	}
}
