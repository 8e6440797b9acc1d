package e2e

import (
	"bytes"
	"sync"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// keptGame opens a game that keeps a recording. It has a behavior and a tree made in Go, a pure helper and one that
// counts its calls.
func keptGame(t *testing.T) *bough.Game {
	t.Helper()
	files := behaves("agent.n = (agent.n or 0) + h.twice(1) + h.next() if math.random() < 0.2 then agent.r = math.random() end")
	files["u.bt"] = file("tree u\n  priority\n    step\n")
	game, err := bough.OpenFS(files, bough.Options{
		Record: bough.RecordOptions{Keep: time.Hour, Replies: true},
		Natives: map[string]*behaviors.Native{"step": {Behavior: func(c *engine.Context) (engine.Status, error) {
			k := engine.KeyOf("steps")
			c.Agent().Set(k, value.Number(c.Fields().Get(k).Float()+1))
			return engine.Running, nil
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	made, _ := trees.Parse("made.bt", []byte("tree made\n  priority\n    b\n"))
	for _, err := range []error{
		game.Bind("h", bough.Func("twice(x): double", func(x float64) float64 { return 2 * x }).Pure(), bough.Func("next(): count", func() int { calls++; return calls })),
		game.AddTrees(made.Trees...),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"t", "u", "made"} {
		if _, err := game.Spawn(name, nil); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

// TestRecordingWhileGameRuns replays and writes recordings on other goroutines while their game ticks.
func TestRecordingWhileGameRuns(t *testing.T) {
	game := keptGame(t)
	var all sync.WaitGroup
	for tick := range 300 {
		game.Tick(time.Second / 20)
		if tick%70 != 35 {
			continue
		}
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		state, err := game.World().Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			p, err := r.Replay(nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer p.Close()
			if err := p.GoTo(int64(tick + 1)); err != nil {
				t.Error(err)
			} else if replayed, err := p.Game().World().Snapshot(); err != nil || !bytes.Equal(replayed, state) {
				t.Errorf("tick %d: another state, %v", tick+1, err)
			}
		})
		all.Go(func() {
			if rerun, err := r.Rerun(bough.RerunOptions{}); err != nil || rerun.To != int64(tick+1) || len(rerun.Differences) > 0 {
				t.Errorf("tick %d: rerun %+v, %v", tick+1, rerun, err)
			}
		})
		var first bytes.Buffer
		if err := game.WriteRecording(&first); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			var out, again bytes.Buffer
			if _, err := r.WriteTo(&out); err != nil || !bytes.Equal(out.Bytes(), first.Bytes()) {
				t.Errorf("tick %d: WriteTo writes other bytes than WriteRecording, %v", tick+1, err)
			}
			if _, err := openRecording(t, out.Bytes()).WriteTo(&again); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
				t.Errorf("tick %d: the copy has other bytes, %v", tick+1, err)
			}
		})
	}
	all.Wait()
	game.Close()
	if r, err := game.Recording(); err != nil {
		t.Error(err)
	} else if _, last := r.Ticks(); last != 300 {
		t.Errorf("the recording of the closed game ends at tick %d", last)
	}
}
