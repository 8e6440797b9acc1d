package e2e

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// TestActsInCallbacks: what would change the game in the midst of a round or of a tick is
// refused there, changes nothing, and can be done when Tick has returned.
func TestActsInCallbacks(t *testing.T) {
	for _, background := range []bool{false, true} {
		t.Run(fmt.Sprint(background), func(t *testing.T) {
			files := fstest.MapFS{"a.lua": {Data: []byte("return {}\n")}, "a.bt": {Data: []byte("tree a\n  a\n")}}
			source, said := hotreload.NewManual(), []string{}
			var game *bough.Game
			act := func(where string) {
				said = append(said, fmt.Sprint(where, ": ", game.Rollback(1)))
				said = append(said, fmt.Sprint(where, ": ", game.AddTrees()))
				for _, f := range []func(){game.Unpin, game.Pin, game.Refresh, func() { game.Restart(2) }, func() { game.Tick(frame) }} {
					func() {
						defer func() { said = append(said, fmt.Sprint(where, ": ", recover())) }()
						f()
					}()
				}
			}
			game, err := bough.OpenFS(files, bough.Options{
				Source: source, Background: background,
				OnReload: func(r *assets.Report) { act("OnReload") },
				OnFault:  func(*engine.Fault) { act("OnFault") },
			})
			if err != nil {
				t.Fatal(err)
			}
			defer game.Close()
			if _, err := game.Spawn("a", nil); err != nil {
				t.Fatal(err)
			}
			files["a.lua"] = &fstest.MapFile{Data: []byte("return { behavior = function(agent) error('no') end }\n")}
			source.Touch("a.lua")
			for game.Bundle().Version == 1 {
				game.Refresh()
			}
			game.Tick(frame)
			for _, method := range []string{"Rollback", "AddTrees", "Unpin", "Pin", "Refresh", "Restart", "Tick"} {
				for where, n := range map[string]int{"OnReload: ": 2, "OnFault: ": 1} {
					want := where + "bough: Game." + method + " was called while changed files go in, as in OnReload"
					if where == "OnFault: " {
						want = where + "bough: Game." + method + " was called during a tick"
					}
					if got := strings.Count(strings.Join(said, "\n"), want+"; note there what is wanted, and do it when Tick or Refresh has returned"); got != n {
						t.Errorf("%d times %s; want %d:\n%s", got, want, n, strings.Join(said, "\n"))
					}
				}
			}
			if b := game.Bundle(); b.Version != 2 || game.Pinned() || game.World().TickCount() != 1 {
				t.Errorf("version %d, pinned %v, tick %d", b.Version, game.Pinned(), game.World().TickCount())
			}
			if err := game.Rollback(1); err != nil || game.Bundle().Version != 3 {
				t.Errorf("%v, version %d", err, game.Bundle().Version)
			}
		})
	}
}
