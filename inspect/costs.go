package inspect

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/rows"
	"github.com/bough-dev/bough/inspect/wire"
)

// costs has what behaviors cost in a range of ticks.
type costs struct {
	wire.Range
	byName map[string]*wire.Cost
}

// add adds what behaviors cost in ticks right before or right after the range.
func (c *costs) add(in wire.Range, more map[string]*wire.Cost) {
	if c.byName == nil {
		c.byName, c.Range = map[string]*wire.Cost{}, in
	}
	c.From, c.To = min(c.From, in.From), max(c.To, in.To)
	for name, x := range more {
		if was := c.byName[name]; was != nil {
			was.Calls += x.Calls
			was.Steps += x.Steps
		} else {
			c.byName[name] = x
		}
	}
}

// meter returns a function for luabind.Runtime.TraceCalls that adds to a map, by behavior.
func meter(to map[string]*wire.Cost) func(c *engine.Context, steps int) {
	var mu sync.Mutex // of workers
	return func(c *engine.Context, steps int) {
		if c.Explaining() {
			return
		}
		n := c.Agent().Program().Node(c.Node())
		if n.Behavior == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		x := to[n.Behavior.Name]
		if x == nil {
			x = &wire.Cost{Behavior: n.Behavior.Name, File: rows.FileOf(n.Behavior)}
			to[n.Behavior.Name] = x
		}
		x.Calls++
		x.Steps += int64(steps)
	}
}

// rerunTicks is the number of ticks that extendHistory re-runs at once.
const rerunTicks = 64

// extendHistory re-runs the ticks before the history of all agents begins, some at a time, and reports whether there may be more.
func (a *pastReader) extendHistory(ctx context.Context) (more bool, err error) {
	h := a.h
	h.mu.Lock()
	past, start := h.present.past, h.present.stamp.Start
	h.mu.Unlock()
	to := h.hist.lacking()
	if h.playback != nil || to < past.From || to > past.To || h.hist.full() {
		return false, nil
	}
	err = a.use(ctx, to, func() error {
		more, err = a.before(ctx, to, start)
		return err
	})
	return more, err
}

// before re-runs the ticks up to a tick for extendHistory.
func (a *pastReader) before(ctx context.Context, to int64, start string) (more bool, err error) {
	h := a.h
	in := wire.Between(max((to-1)/rerunTicks*rerunTicks+1, a.known.From), to)
	if err := a.replay.GoToContext(ctx, in.From-1+a.offset); err != nil {
		return false, err
	}
	game, hist, spent := a.replay.Game(), newHistory(h.hist.limit), map[string]*wire.Cost{}
	hist.reset(in.From - 1)
	hist.meet(game.World())
	game.Runtime().TraceCalls(meter(spent))
	defer func() { game.Runtime().TraceCalls(nil) }()
	for range in.To - in.From + 1 {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if err := a.replay.Tick(); errors.Is(err, io.EOF) {
			return false, nil
		} else if err != nil {
			return false, err
		}
		if a.replay.Game() != game {
			return false, nil // the game was restarted in these ticks
		}
		hist.look(game.World(), func(p *engine.Program) *tree { return a.cache().tree(p, game.Bundle()) })
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.present.stamp.Start != start || !h.attached {
		return false, nil
	}
	h.hist.prepend(hist)
	h.costs.add(in, spent)
	return true, nil
}

// costsNow is the reply to GET v1/costs.
func (h *Handler) costsNow(r *http.Request) (any, error) {
	if err := h.begun(r); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.costs.byName == nil {
		why := cmp.Or(h.present.pastWhy, "nothing is measured yet; ask again while a page is open")
		return nil, refuse(http.StatusNotFound, "what behaviors cost is measured in re-runs of the recording: %s", why)
	}
	reply := &wire.Costs{Stamp: h.present.stamp, Range: h.costs.Range}
	for _, name := range slices.Sorted(maps.Keys(h.costs.byName)) {
		reply.List = append(reply.List, *h.costs.byName[name])
	}
	slices.SortStableFunc(reply.List, func(x, y wire.Cost) int { return cmp.Compare(y.Steps, x.Steps) })
	return reply, nil
}
