package inspect

import (
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/cost"
	"github.com/bough-dev/bough/internal/randomgame"
)

// TestOlderTicks checks that a page that connects late gets what all agents ran before it came, as if it had been there from
// the beginning, and that each tick is measured once.
func TestOlderTicks(t *testing.T) {
	for seed := range uint64(6) {
		g := randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
		h := handlerOf(t, g.Game, Options{})
		cache, all := newTreeSet().cache(), newHistory(1<<30)
		of := func(p *engine.Program) *tree { return cache.tree(p, g.Bundle()) }
		all.reset(0)
		all.meet(g.World())
		step := func() {
			g.Step()
			all.look(g.World(), of)
		}
		for range 150 {
			step()
		}
		h.use()
		h.live.attach()
		for range 30 {
			step()
		}
		done := make(chan error)
		go func() {
			for {
				if more, err := h.past.extendHistory(t.Context()); !more {
					done <- err
					return
				}
			}
		}()
		for waiting := true; waiting; {
			select {
			case err := <-done:
				if waiting = false; err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			default:
				g.Refresh() // the re-run needs the recording
			}
		}
		if known := h.hist.known(); known != (wire.Between(1, 180)) {
			t.Fatalf("seed %d: the ticks %v are known", seed, known)
		}
		var ids []engine.AgentID
		for id := range all.byID {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		for _, id := range ids {
			for tick := int64(1); tick <= 180; tick++ {
				if is, want := ranAt(h.hist, id, tick), ranAt(all, id, tick); is != want {
					t.Fatalf("seed %d: agent %d ran %q in tick %d, not %q", seed, id, is, tick, want)
				}
			}
		}
		if h.costs.Range != (wire.Between(1, 150)) {
			t.Errorf("seed %d: costs of the ticks %v", seed, h.costs.Range)
		}
		again, spent := costs{}, cost.New(nil)
		r, err := g.Recording()
		if err != nil {
			t.Fatal(err)
		}
		replay, err := r.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		replay.Game().Runtime().TraceCalls(spent.Count)
		for range 150 {
			if err := replay.Tick(); err != nil {
				t.Fatal(err)
			}
		}
		replay.Close()
		again.add(wire.Between(1, 150), spent)
		for name, c := range again.byName {
			if x := h.costs.byName[name]; x == nil || *x != *c {
				t.Errorf("seed %d: the costs of %s are %v, not %v", seed, name, x, c)
			}
		}
		if len(again.byName) == 0 || len(again.byName) != len(h.costs.byName) {
			t.Errorf("seed %d: %d behaviors cost something, not %d", seed, len(h.costs.byName), len(again.byName))
		}
	}
}

// ranAt returns the tree and the nodes that an agent ran in a tick.
func ranAt(h *history, id engine.AgentID, tick int64) string {
	text := "nothing is known"
	for _, x := range h.of(id) {
		x.each(wire.Between(tick, tick), func(_, _ int64, set *nodeSet) {
			if text = x.tree.key + " idle"; set != nil {
				text = x.tree.key
				set.eachNode(func(i int) { text += " " + x.tree.rows[i].Key })
			}
		})
	}
	return text
}
