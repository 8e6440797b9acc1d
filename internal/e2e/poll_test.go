package e2e

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
)

// TestPoll: with an interval the system is not asked to watch, and a save is seen all
// the same.
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
