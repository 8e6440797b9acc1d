package perfetto

import (
	"io"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
)

// TestForgetsDespawned checks that a Writer keeps no data of agents that are gone.
func TestForgetsDespawned(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{"stand.lua": {Data: []byte("return {}")}, "t.bt": {Data: []byte("tree t\n  stand\n")}}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	w := New(io.Discard)
	defer w.Attach(g.World())()
	for range 3 {
		a, err := g.Spawn("t", nil)
		if err != nil {
			t.Fatal(err)
		}
		g.Tick(time.Second)
		w.Sample()
		if len(w.agents) != 1 {
			t.Fatalf("%d agents are kept, 1 is there", len(w.agents))
		}
		if err := g.Despawn(a); err != nil {
			t.Fatal(err)
		}
		g.Tick(time.Second)
		w.Sample()
	}
	if len(w.agents) != 0 {
		t.Errorf("%d agents are kept, none is there", len(w.agents))
	}
}
