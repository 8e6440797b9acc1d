package bough_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// adds returns a script that adds n to the field n in each tick.
func adds(n string) string {
	return "return { behavior = function(agent) agent.n = (agent.n or 0) + " + n + " end }\n"
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestOverlay plays two rooms with the same scripts, of which one has an overlay, and changes the overlay.
func TestOverlay(t *testing.T) {
	base, over := t.TempDir(), t.TempDir()
	put(t, base, "guard.bt", "tree guard\n  move.walk\n")
	put(t, base, "move/walk.lua", adds("1"))
	put(t, over, "move/walk.lua", adds("10"))
	put(t, over, "ogre.bt", "tree ogre\n  move.walk\n")
	put(t, over, "README.md", "not read")
	room := func(o bough.Options) (*bough.Game, func(tree string) float64) {
		g, err := bough.Open(base, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { g.Close() })
		return g, func(tree string) float64 {
			t.Helper()
			a, err := g.Spawn(tree, nil)
			if err != nil {
				t.Fatal(err)
			}
			g.Tick(time.Second)
			return a.Get(engine.KeyOf("n")).Float()
		}
	}
	plain, ran := room(bough.Options{})
	if n := ran("guard"); n != 1 {
		t.Errorf("without an overlay: %v", n)
	}
	if paths, err := plain.Overlaid(); len(paths) > 0 || err != nil {
		t.Errorf("without an overlay: %q, %v", paths, err)
	}
	source := hotreload.NewManual()
	g, ran := room(bough.Options{Overlay: over, Source: source})
	if n := ran("guard"); n != 10 {
		t.Errorf("with an overlay: %v", n)
	}
	if n := ran("ogre"); n != 10 {
		t.Errorf("a tree of the overlay: %v", n)
	}
	if paths, err := g.Overlaid(); !slices.Equal(paths, []string{"move/walk.lua", "ogre.bt"}) || err != nil {
		t.Errorf("overlaid: %q, %v", paths, err)
	}
	put(t, base, "move/walk.lua", adds("2"))
	source.Touch("move/walk.lua")
	if n := ran("guard"); n != 10 {
		t.Errorf("a hidden file has changed: %v", n)
	}
	if err := os.Remove(filepath.Join(over, "move", "walk.lua")); err != nil {
		t.Fatal(err)
	}
	source.Touch("move/walk.lua")
	if n := ran("guard"); n != 2 {
		t.Errorf("the file of the overlay is gone: %v", n)
	}
	put(t, over, "move/walk.lua", "return {")
	source.Touch("move/walk.lua")
	if n := ran("guard"); n != 2 || len(g.Bundle().Problems) == 0 || g.Bundle().Problems[0].Pos.File != filepath.ToSlash(base)+"/move/walk.lua" {
		t.Errorf("a broken file: %v, %v", n, g.Bundle().Problems)
	}

	packed, err := os.Create(filepath.Join(t.TempDir(), "room.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	room7, err := bough.OpenFS(fstest.MapFS{"move/walk.lua": {Data: []byte(adds("100"))}}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer room7.Close()
	if room7.Load(); archive.Pack(packed, room7.Bundle()) != nil {
		t.Fatal("it cannot be packed")
	}
	if _, ran := room(bough.Options{Overlay: packed.Name()}); ran("guard") != 100 {
		t.Error("a bundle is no overlay")
	}
	for overlay, want := range map[string]string{filepath.Join(base, "none"): "make the folder", filepath.Join(base, "guard.bt"): "give a folder, or a bundle"} {
		if _, err := bough.Open(base, bough.Options{Overlay: overlay}); !errors.Is(err, bough.ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", overlay, err)
		}
	}
}

// TestOverlayIsWatched checks that the folder of the overlay is watched, also over files that are not.
func TestOverlayIsWatched(t *testing.T) {
	over := t.TempDir()
	files := fstest.MapFS{"guard.bt": {Data: []byte("tree guard\n  walk\n")}, "walk.lua": {Data: []byte(adds("1"))}}
	g, err := bough.OpenFS(files, bough.Options{Overlay: over, Watch: true, Poll: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	a, err := g.Spawn("guard", nil)
	if err != nil {
		t.Fatal(err)
	}
	g.Tick(time.Second)
	put(t, over, "walk.lua", adds("10"))
	for n := a.Get(engine.KeyOf("n")).Float(); n < 10; n = a.Get(engine.KeyOf("n")).Float() {
		runtime.Gosched()
		g.Refresh()
		if g.Bundle().Version > 1 {
			g.Tick(time.Second)
		}
	}
	if _, err := bough.OpenFS(files, bough.Options{Watch: true}); !errors.Is(err, bough.ErrOptions) {
		t.Errorf("a file system is watched: %v", err)
	}
}
