package e2e

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// TestIntervalOutlivesOtherSaves checks that a result that holds for an interval is computed
// again when the script or its library changes, but not after a save of another script. A default
// that is a table is created anew whenever a file runs; that does not count as a change.
func TestIntervalOutlivesOtherSaves(t *testing.T) {
	files := fstest.MapFS{
		"lib/m.lua": file("return { v = 1 }\n"),
		"a.lua": file("local v = require(\"lib.m\").v + 0\nreturn { interval = 1000, params = { list = { v * 0 } },\n" +
			"  precondition = function(agent) print(\"asked\") return false end }\n"),
		"b.lua":   file("return { params = { v = 1 }, behavior = function() end }\n"),
		"main.bt": file("tree main\n  priority\n    a\n    b\n"),
	}
	source, asked := hotreload.NewManual(), 0
	game, err := bough.OpenFS(files, bough.Options{Source: source, OnLog: func(*bough.Agent, string) { asked++ }})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Spawn("main", nil); err != nil {
		t.Fatal(err)
	}
	game.Tick(frame)
	for i, save := range []struct {
		name, text string
		asked      int
	}{
		{"b.lua", "return { params = { v = 2 }, behavior = function() end }\n", 1},
		{"lib/m.lua", "return { v = 2 }\n", 2},
		{"b.lua", "return { params = { v = 3 }, behavior = function() end }\n", 2},
	} {
		files[save.name] = file(save.text)
		source.Touch(save.name)
		game.Tick(frame)
		if asked != save.asked {
			t.Errorf("save %d, of %s: asked %d times; want %d", i, save.name, asked, save.asked)
		}
	}
}

// TestPoll checks that a game with a polling interval does not watch files through the operating
// system, and still notices a save.
func TestPoll(t *testing.T) { synctest.Test(t, poll) }

func poll(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.lua")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("return {}")
	before := held()
	reloads := 0
	game, err := bough.Open(filepath.Dir(file), bough.Options{Watch: true, Poll: time.Millisecond, OnReload: func(*assets.Report) { reloads++ }})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	game.Load()
	if now := held(); now.watches != before.watches {
		t.Errorf("%d directories are watched", now.watches-before.watches)
	}
	write("return { doc = \"new\" }")
	for looks := 0; reloads < 2; looks++ {
		time.Sleep(time.Millisecond)
		synctest.Wait()
		game.Tick(frame)
		if looks == 1000 {
			t.Fatal("the save is not seen")
		}
	}
	if _, err := bough.Open(filepath.Dir(file), bough.Options{Watch: true, Poll: -1}); err == nil {
		t.Error("a negative interval is taken")
	}
}
