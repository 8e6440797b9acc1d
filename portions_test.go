package bough_test

import (
	"fmt"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// TestPortionsShowNothing: while a library of hundreds of scripts goes into force over
// several ticks, all agents run its old version in each tick, and then all the new one.
// Whoever spawns meanwhile gets the new one at once, with all others.
func TestPortionsShowNothing(t *testing.T) {
	for _, spawn := range []bool{false, true} {
		t.Run(fmt.Sprintf("spawn %v", spawn), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { playPortions(t, spawn) })
		})
	}
}

func playPortions(t *testing.T, spawn bool) {
	files, source := fstest.MapFS{"lib/v.lua": file("return 1\n")}, hotreload.NewManual()
	var reports []*assets.Report
	for i := range 300 {
		files[fmt.Sprintf("s%d.lua", i)] = file("local v = require(\"lib.v\")\nreturn { behavior = function(agent) agent.v = v end }\n")
		files[fmt.Sprintf("t%d.bt", i)] = file(fmt.Sprintf("tree t%d speed=1\n  s%d\n", i, i))
	}
	game, err := bough.OpenFS(files, bough.Options{Source: source, Background: true, Workers: 2, OnReload: func(r *assets.Report) { reports = append(reports, r) }})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for i := range 300 {
		if _, err := game.Spawn(fmt.Sprintf("t%d", i), nil); err != nil {
			t.Fatal(err)
		}
	}
	game.Tick(frame)
	reports = nil
	files["lib/v.lua"] = file("return 2\n")
	source.Touch("lib/v.lua")
	synctest.Wait()
	seen := map[float64]int{} // ticks by version
	for range 5 {
		game.Tick(frame)
		if spawn {
			if _, err := game.Spawn("t7 speed=2", nil); err != nil {
				t.Fatal(err)
			}
			game.Tick(frame)
		}
		version := 0.0
		for a := range game.World().Agents() {
			v := a.Get(engine.KeyOf("v")).Float()
			if version == 0 {
				version = v
			}
			if v != version {
				t.Fatalf("%s runs version %v, another agent %v", a.Label(), v, version)
			}
		}
		seen[version]++
	}
	if len(reports) != 1 || len(reports[0].Applied) != 301 {
		t.Fatalf("%d reports, the first %v", len(reports), reports)
	}
	if spawn {
		if seen[2] != 5 || reports[0].Portions != 1 {
			t.Errorf("versions %v after %d portions", seen, reports[0].Portions)
		}
	} else if p := reports[0].Portions; p != 3 || seen[1] != p || seen[2] != 5-p {
		t.Errorf("versions %v after %d portions", seen, p)
	}
}
