package arena

import (
	"fmt"
	"hash/fnv"
	"io"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

// viewAll views all agents of a game: it explains each before each tick, traces some, and reads what ran. It returns a
// hash of what it has seen in each tick. In a recording, nodes that the decision does not ask have no replies, so probe
// explains these only if it is set, and they are not in the hash.
func viewAll(game *bough.Game, probe bool) *[]uint64 {
	var seen []uint64
	h := fnv.New64a()
	traced := map[*engine.Agent]bool{}
	var words []uint64
	game.OnTick(func(dt time.Duration) {
		h.Reset()
		for a := range game.World().Agents() {
			if a.ID()%5 == 0 && !traced[a] {
				traced[a] = true
				game.World().Trace(a, func(e engine.Event) { fmt.Fprintln(h, e) })
			}
			fmt.Fprintln(h, a.ExplainTick(dt))
			if probe {
				_ = a.ExplainTick(dt, a.Program().Len()-1).String()
			}
		}
	}, func() {
		for a := range game.World().Agents() {
			words = a.AppendRan(a.AppendActive(words[:0]), 1)
			fmt.Fprintln(h, a.RanFor(), words)
		}
		seen = append(seen, h.Sum64())
	})
	return &seen
}

// TestViewOfTheRecordedIsThatOfTheGame checks that a viewer changes nothing in an arena, and that a viewer of a replay
// sees in each tick what a viewer of the game has seen.
func TestViewOfTheRecordedIsThatOfTheGame(t *testing.T) {
	const agents, ticks = 40, 200
	var live *[]uint64
	r := recordArena(t, bough.Options{Workers: 2, Record: bough.RecordOptions{Replies: true}}, agents, ticks, func(tick int, a *Arena) {
		if tick == 0 {
			live = viewAll(a.Game(), true)
		}
		interrupt(tick, a)
	})
	for _, viewed := range []bool{false, true} {
		p, err := r.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		var again *[]uint64
		if viewed {
			again = viewAll(p.Game(), true)
		}
		for err = nil; err == nil; {
			err = p.Tick()
		}
		if err != io.EOF || p.At() != ticks {
			t.Errorf("viewed %v: the replay ends at tick %d: %v", viewed, p.At(), err)
		}
		p.Close()
		if !viewed {
			continue
		}
		if len(*live) != ticks || len(*again) != ticks {
			t.Fatalf("%d ticks of the game, %d of the replay are seen", len(*live), len(*again))
		}
		for i := range *live {
			if (*live)[i] != (*again)[i] {
				t.Fatalf("in tick %d, a viewer of the replay sees something else", i+1)
			}
		}
	}
}
