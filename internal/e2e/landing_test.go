package e2e

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// TestLibraryLandsWhole: in each tick all agents run the same version of a library of hundreds of
// scripts, those that were spawned while it was read too. It lands in one tick, or at once if
// something needs the files.
func TestLibraryLandsWhole(t *testing.T) {
	for name, meanwhile := range map[string]func(g *bough.Game) error{
		"nothing":                func(*bough.Game) error { return nil },
		"spawn":                  func(g *bough.Game) error { _, err := g.Spawn("t7", nil); return err },
		"another tree":           func(g *bough.Game) error { return g.SetTree(g.World().Agent(1), "t7") },
		"a tree with parameters": func(g *bough.Game) error { _, err := g.Spawn("t7 speed=2", nil); return err },
		"a rollback and back":    func(g *bough.Game) error { err := g.Rollback(1); g.Unpin(); return err },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				files, source := fstest.MapFS{"lib/v.lua": file("return 1\n")}, hotreload.NewManual()
				for i := range 300 {
					files[fmt.Sprintf("s%d.lua", i)] = file("local v = require(\"lib.v\")\nreturn { behavior = function(agent) agent.v = v end }\n")
					files[fmt.Sprintf("t%d.bt", i)] = file(fmt.Sprintf("tree t%d speed=1\n  s%d\n    s%d\n", i, i, i))
				}
				var applied []int
				game, err := bough.OpenFS(files, bough.Options{Source: source, Background: true, Workers: 2, OnReload: func(r *assets.Report) { applied = append(applied, len(r.Applied)) }})
				if err != nil {
					t.Fatal(err)
				}
				defer game.Close()
				for i := range 300 {
					if _, err := game.Spawn(fmt.Sprintf("t%d", i), nil); err != nil {
						t.Fatal(err)
					}
				}
				for version := 1.0; version <= 3; version++ {
					game.Tick(frame)
					for a := range game.World().Agents() {
						if v := a.Get(engine.KeyOf("v")).Float(); v != version {
							t.Fatalf("%s runs version %v; want %v", a.Label(), v, version)
						}
					}
					files["lib/v.lua"] = file(fmt.Sprintf("return %v\n", version+1))
					source.Touch("lib/v.lua")
					if err := meanwhile(game); err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
				}
				if !slices.Contains(applied[1:], 301) {
					t.Errorf("the rounds applied %v files", applied)
				}
			})
		})
	}
}
