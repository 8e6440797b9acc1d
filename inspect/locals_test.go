package inspect

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/randomgame"
)

// TestLocals checks that the local variables of a run that waits are told while the game runs, and that a re-run of that tick
// tells the same.
func TestLocals(t *testing.T) {
	told := 0
	for seed := range uint64(8) {
		g := randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
		h := handlerOf(t, g.Game, Options{})
		h.use()
		h.live.attach()
		live := map[*ask]*wire.Run{}
		for range 40 {
			var asks []*ask
			for a := range g.World().Agents() {
				for i := range a.Program().Len() {
					if b := a.Program().Node(i).Behavior; b != nil && b.Name == "think" {
						asks = append(asks, &ask{agent: a.ID(), node: i, done: make(chan struct{})})
					}
				}
			}
			h.live.asks = asks
			g.Step()
			for _, q := range asks {
				if q.reply == nil {
					continue
				}
				for _, s := range q.reply.Steps {
					if s.Node == q.node && s.Waits != "" {
						live[q] = runOf(&s)
					}
				}
			}
		}
		for q, run := range live {
			l := run.Locals
			if len(l) != 2 || l[0].Text != "mine" || l[1].Text != "agent" || !strings.HasPrefix(l[1].Value, fmt.Sprintf("{id=%d, ", q.agent)) || run.Calls != nil {
				t.Fatalf("seed %d: the run waits %s", seed, text(run))
			}
			if told++; told%10 != 1 { // each takes a re-run
				continue
			}
			if past := pastRun(t, h, g, q.stamp.Tick, q.agent, q.node); !reflect.DeepEqual(past, run) {
				t.Fatalf("seed %d: tick %d: in a re-run the run waits %s, not %s", seed, q.stamp.Tick, text(past), text(run))
			}
		}
	}
	if t.Logf("%d waiting runs", told); told == 0 {
		t.Fatal("no run waits")
	}
}

// pastRun returns where a node waited in a tick, according to a re-run.
func pastRun(t *testing.T, h *Handler, g *randomgame.Game, tick int64, id engine.AgentID, node int) (r *wire.Run) {
	done := make(chan error)
	go func() {
		e, _, tr, err := h.past.why(t.Context(), tick, int64(id), node)
		if err == nil {
			y := &wire.Why{Node: node}
			explain(y, e, tr.rows)
			r = y.Run
		}
		done <- err
	}()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return r
		default:
			g.Refresh() // the re-run needs the recording
		}
	}
}
