package inspect

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/cost"
)

// costs has what behaviors cost in a range of ticks.
type costs struct {
	wire.Range
	byName map[string]*wire.Cost
}

// add adds what behaviors cost in ticks right before or right after the range.
func (c *costs) add(in wire.Range, more *cost.Counter) {
	if c.byName == nil {
		c.byName, c.Range = map[string]*wire.Cost{}, in
	}
	c.From, c.To = min(c.From, in.From), max(c.To, in.To)
	for _, x := range more.Report().Behaviors {
		if x.Name == "" { // conditions of nodes without a behavior
			continue
		}
		was := c.byName[x.Name]
		if was == nil {
			was = &wire.Cost{Behavior: x.Name, File: x.File}
			c.byName[x.Name] = was
		}
		was.Calls += x.Calls
		was.Steps += x.Steps
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
	game, hist, spent := a.replay.Game(), newHistory(h.hist.limit), cost.New(nil)
	hist.reset(in.From - 1)
	hist.meet(game.World())
	game.Runtime().TraceCalls(spent.Count)
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

// last re-runs the last ticks of a recording, as far as there is time, and returns what behaviors cost in them.
func (a *pastReader) last(ctx context.Context, to int64) (c costs, err error) {
	err = a.use(ctx, to, func() error {
		begin := time.Now()
		from := max(to-rerunTicks+1, a.known.From)
		if err := a.replay.GoToContext(ctx, from-1+a.offset); err != nil {
			return noPast(err)
		}
		for tick := from; tick <= to && (tick == from || time.Since(begin) < budget); tick++ {
			if err := cmp.Or(ctx.Err(), a.replay.Prepare()); err != nil {
				return noPast(err)
			}
			game, spent := a.replay.Game(), cost.New(nil)
			game.Runtime().TraceCalls(spent.Count)
			err := a.replay.Tick()
			if game.Runtime().TraceCalls(nil); err != nil {
				return noPast(err)
			}
			c.add(wire.Between(tick, tick), spent)
		}
		return nil
	})
	return c, err
}

// costsNow is the reply to GET v1/costs.
func (h *Handler) costsNow(r *request) (any, error) {
	if err := h.begun(r); err != nil {
		return nil, err
	}
	h.mu.Lock()
	c, p := h.costs, h.present
	list := c.list()
	h.mu.Unlock()
	if c.byName == nil && h.playback == nil && p.past.From <= p.past.To { // the recording has no ticks from before somebody looked
		var err error
		if c, err = h.past.last(r.ctx, p.past.To); err != nil {
			return nil, err
		}
		list = c.list()
	}
	if c.byName == nil {
		why := cmp.Or(p.pastWhy, tr.T("nothing is measured yet; ask again while a page is open"))
		return nil, refuse(statusNotFound, tr.F("what behaviors cost is measured in re-runs of the recording: %s", why))
	}
	return &wire.Costs{Stamp: p.stamp, Range: c.Range, List: list}, nil
}

// list returns the costs, the greatest first.
func (c *costs) list() []wire.Cost {
	list := []wire.Cost{}
	for _, name := range slices.Sorted(maps.Keys(c.byName)) {
		list = append(list, *c.byName[name])
	}
	slices.SortStableFunc(list, func(x, y wire.Cost) int { return cmp.Compare(y.Steps, x.Steps) })
	return list
}
