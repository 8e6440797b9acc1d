package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// pen is a game of one script that a test edits.
type pen struct {
	*bough.Game
	files   fstest.MapFS
	source  *hotreload.Manual
	reports []assets.Report
	agent   *bough.Agent
}

// steps returns a script that adds n to x in each tick.
func steps(n int) string {
	return fmt.Sprintf("return { behavior = function(agent, params, memory)\n  memory.x = (memory.x or 0) + %d\n  agent.x = memory.x\nend }\n", n)
}

func newPen(t *testing.T) *pen {
	t.Helper()
	p := &pen{files: fstest.MapFS{"walk.bt": {Data: []byte("tree walk\n  walk\n")}, "walk.lua": {Data: []byte(steps(1))}}, source: hotreload.NewManual()}
	game, err := bough.OpenFS(p.files, bough.Options{Source: p.source, OnReload: func(r *assets.Report) { p.reports = append(p.reports, *r) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	p.Game = game
	if p.agent, err = game.Spawn("walk", nil); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *pen) save(name, text string) {
	p.files[name] = &fstest.MapFile{Data: []byte(text)}
	p.source.Touch(name)
	p.Tick(time.Second)
}

func (p *pen) x() float64 { return p.agent.Get(engine.KeyOf("x")).Float() }

// TestRollbackOfAGame checks that the code of an older version runs from the next tick on, with
// the current memory, and that no save takes effect until the game is unpinned. The numbers in
// the comments are the values of x.
func TestRollbackOfAGame(t *testing.T) {
	p := newPen(t)
	p.Tick(time.Second)           // 1
	p.save("walk.lua", steps(10)) // 11
	if err := p.Rollback(p.Previous()); err != nil {
		t.Fatal(err)
	}
	p.Tick(time.Second)            // 12
	p.save("walk.lua", steps(100)) // 13
	p.save("walk.lua", "return {") // 14
	p.save("walk.lua", steps(100)) // 15
	if p.x() != 15 || !p.Pinned() || !slices.Equal(p.Waiting(), []string{"walk.lua"}) || p.Bundle().Problems.Err() != nil {
		t.Errorf("x is %v, pinned %v, waiting %v, problems %v", p.x(), p.Pinned(), p.Waiting(), p.Bundle().Problems)
	}
	p.Unpin()
	p.Tick(time.Second) // 115
	if p.x() != 115 || p.Pinned() || len(p.Waiting()) > 0 || p.Bundle().Version != 4 {
		t.Errorf("unpinned, x is %v, pinned %v, waiting %v, version %d", p.x(), p.Pinned(), p.Waiting(), p.Bundle().Version)
	}
	var told []string
	for _, r := range p.reports {
		told = append(told, fmt.Sprintf("v%d<%d %v", r.Version, r.Rollback, r.Waiting))
	}
	want := "v1<0 [] v2<0 [] v3<1 [walk.lua] v3<0 [walk.lua] v3<0 [walk.lua] v3<0 [walk.lua] v4<0 []"
	if got := strings.Join(told, " "); got != want {
		t.Errorf("told is\n%s\nwant\n%s", got, want)
	}
}

// TestPinBeforeLoad checks that Pin loads the files first.
func TestPinBeforeLoad(t *testing.T) {
	files := fstest.MapFS{"walk.bt": {Data: []byte("tree walk\n  walk\n")}, "walk.lua": {Data: []byte(steps(1))}}
	game, err := bough.OpenFS(files, bough.Options{Limits: bough.Limits{Versions: 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	game.Pin()
	files["walk.lua"].Data = []byte(steps(2))
	game.Tick(time.Second)
	if game.Bundle().Version != 1 || len(game.Versions()) != 1 {
		t.Errorf("version %d, kept %v", game.Bundle().Version, game.Versions())
	}
	game.Unpin()
	if list := game.Versions(); game.Bundle().Version != 2 || len(list) != 1 || list[0].Number != 2 {
		t.Errorf("version %d, kept %v", game.Bundle().Version, list)
	}
}

// TestPinnedWhileAFileChanges checks that a file is read again if its content differs from the
// content that the source saw, even while a pin holds it back.
func TestPinnedWhileAFileChanges(t *testing.T) {
	p := newPen(t)
	p.Pin()
	early := hotreload.Change{Paths: []string{"walk.lua"}, Sums: map[string][32]byte{"walk.lua": {1}}}
	p.source.Send(early)
	p.Tick(time.Second)
	if len(p.Waiting()) != 0 {
		t.Errorf("waiting are %v", p.Waiting())
	}
	p.files["walk.lua"] = &fstest.MapFile{Data: []byte(steps(2))}
	p.Tick(time.Second)
	if !slices.Equal(p.Waiting(), []string{"walk.lua"}) {
		t.Errorf("waiting are %v", p.Waiting())
	}
}

func TestOpenBundleRefuses(t *testing.T) {
	dir := t.TempDir()
	for file, want := range map[string]string{
		dir + "/none.zip": "give a file that bough bundle has written",
		dir:               "bundle " + dir + ": ",
	} {
		if _, err := bough.OpenBundle(file, bough.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}
