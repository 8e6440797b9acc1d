package synctest_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/synctest"
)

// TestCheck checks that Check finds state outside of snapshots, and nothing else.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ helper, want string }{
		{"0", ""},
		{"counter.next()", "tick 3, restored at tick 1: troll#1 has n = 2; after the restore: troll#1 has n = 4"},
	} {
		n := -1
		next := bough.Func("next(): counts its calls", func() float64 { n++; return float64(n) })
		game, err := bough.OpenFS(fstest.MapFS{
			"troll.bt":  {Data: []byte("tree troll\n  count\n")},
			"count.lua": {Data: []byte("return { behavior = function(agent) agent.n = " + c.helper + " end }")},
		}, bough.Options{Helpers: map[string][]bough.Helper{"counter": {next}}})
		if err != nil {
			t.Fatal(err)
		}
		defer game.Close()
		if _, err := game.Spawn("troll", nil); err != nil {
			t.Fatal(err)
		}
		game.Tick(time.Second)
		err = synctest.Check(game, time.Second, 2)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
