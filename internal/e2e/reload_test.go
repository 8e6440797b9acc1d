package e2e

import (
	"fmt"
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

// watched is a game on a folder, with an agent of the tree main.
type watched struct {
	*testing.T
	dir  string
	game *bough.Game
	told []*assets.Report
}

func openWatched(t *testing.T, files map[string]string) *watched {
	g := &watched{T: t, dir: t.TempDir()}
	for name, text := range files {
		g.write(name, text)
	}
	var err error
	g.game, err = bough.Open(g.dir, bough.Options{Watch: true, Poll: 30 * time.Millisecond, OnReload: func(r *assets.Report) { g.told = append(g.told, r) }})
	g.check(err)
	t.Cleanup(func() { g.game.Close() })
	_, err = g.game.Spawn("main", nil)
	g.check(err)
	g.play(50 * time.Millisecond)
	g.told = nil
	return g
}

func (g *watched) check(err error) {
	g.Helper()
	if err != nil {
		g.Fatal(err)
	}
}

func (g *watched) write(name, text string) {
	g.Helper()
	file := filepath.Join(g.dir, name)
	g.check(os.MkdirAll(filepath.Dir(file), 0o755))
	g.check(os.WriteFile(file, []byte(text), 0o644))
}

// play ticks the game for some time.
func (g *watched) play(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		g.game.Tick(frame)
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
	}
}

// TestTreeSavedInParts saves a tree in two parts with a pause between them. Its first part is a tree, too, but must not
// take effect: the node that it lacks would be exited.
func TestTreeSavedInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const first, second = "tree main\n  parallel\n    a id=first\n", "    a id=second\n"
		g := openWatched(t, map[string]string{"a.lua": "return { behavior = function() end }\n", "main.bt": first + second})
		for pause := 60; pause <= 240; pause += 20 {
			g.told = nil
			g.write("main.bt", first)
			g.play(time.Duration(pause) * time.Millisecond)
			g.write("main.bt", fmt.Sprint(first, second, "# ", pause, "\n"))
			g.play(time.Second)
			if n := len(g.told); n != 1 || g.told[0].Exited > 0 {
				t.Errorf("pause of %d ms: %d reports; want 1, and no node exited", pause, n)
			}
		}
	})
}

// TestCheckoutTakesEffectAsAWhole changes two files that must match, one long after the other, while Git has its lock.
func TestCheckoutTakesEffectAsAWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const a, m = "local v = require(\"lib.m\").v\nassert(v == %d)\nreturn { behavior = function() end }\n", "return { v = %d }\n"
		g := openWatched(t, map[string]string{"a.lua": fmt.Sprintf(a, 1), "lib/m.lua": fmt.Sprintf(m, 1), "main.bt": "tree main\n  a\n"})
		g.write(".git/index.lock", "")
		g.write("lib/m.lua", fmt.Sprintf(m, 2))
		g.play(5 * time.Second)
		g.write("a.lua", fmt.Sprintf(a, 2))
		g.play(time.Second)
		if n := len(g.told); n != 1 || g.told[0].Err == nil || len(g.told[0].Files) > 0 {
			t.Fatalf("%d reports while Git has its lock; want one that names the lock", n)
		}
		g.check(os.Remove(filepath.Join(g.dir, ".git/index.lock")))
		g.play(time.Second)
		if n := len(g.told); n != 2 || len(g.told[1].Files) != 2 || len(g.told[1].Held) > 0 {
			t.Errorf("%d reports; want 2, the second of which puts both files in force", n)
		}
	})
}
