package inspect

import (
	"github.com/bough-dev/bough/inspect/wire"
	"maps"
	"slices"
)

// eventLog has the ends of nodes and the lanes of one watched agent. It consists of parts that do not overlap, oldest
// first: one part grows while the agent is watched, others come from re-runs.
type eventLog struct {
	parts []logPart
}

type logPart struct {
	wire.Range
	ends   []ending
	lanes  []wire.LaneMark
	writes []written
}

// The bounds of an event log: of its parts, and of the ends and marks of all of them.
const (
	maxLogParts = 64
	maxEnds     = 50_000
)

// maxEventLogs is the number of agents of which event logs are kept.
const maxEventLogs = 64

// eventLog returns the event log of an agent, and makes it if there is none. h.mu must be held.
func (h *Handler) eventLog(agent int64) *eventLog {
	c := h.logs[agent]
	if c != nil {
		return c
	}
	if len(h.logs) >= maxEventLogs {
		for _, id := range slices.Sorted(maps.Keys(h.logs)) {
			if !slices.Contains(h.watching, id) {
				delete(h.logs, id)
				break
			}
		}
	}
	c = &eventLog{}
	h.logs[agent] = c
	return c
}

// record notes what a probe saw in a tick.
func (h *Handler) record(agent, tick int64, p *probe) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.eventLog(agent)
	n := len(c.parts)
	if n == 0 || c.parts[n-1].To != tick-1 {
		c.parts = append(c.parts, logPart{Range: wire.Between(tick, tick)})
		n++
	}
	x := &c.parts[n-1]
	x.To = tick
	x.ends = append(x.ends, p.ends...)
	x.lanes = append(x.lanes, p.lanes...)
	x.writes = append(x.writes, p.writes...)
	if p.board != nil {
		x.lanes = append(x.lanes, p.board.lanes...)
	}
	c.bound()
}

// add adds what a re-run has shown. What is known already stays.
func (c *eventLog) add(x logPart) {
	for _, p := range c.parts {
		if p.From <= x.From && x.To <= p.To {
			return
		}
		switch { // cut off what is known
		case p.From <= x.From && x.From <= p.To:
			x.From = p.To + 1
		case p.From <= x.To && x.To <= p.To:
			x.To = p.From - 1
		}
	}
	if x.From > x.To {
		return
	}
	x.ends = slices.DeleteFunc(slices.Clone(x.ends), func(e ending) bool { return e.tick < x.From || e.tick > x.To })
	x.lanes = slices.DeleteFunc(slices.Clone(x.lanes), func(m wire.LaneMark) bool { return m.Tick < x.From || m.Tick > x.To })
	x.writes = slices.DeleteFunc(slices.Clone(x.writes), func(w written) bool { return w.by.Tick < x.From || w.by.Tick > x.To })
	c.parts = append(c.parts, x)
	slices.SortFunc(c.parts, func(a, b logPart) int { return int(a.From - b.From) })
	var joined []logPart
	for _, p := range c.parts {
		if n := len(joined); n > 0 && joined[n-1].To+1 == p.From {
			j := &joined[n-1]
			j.To = p.To
			j.ends = append(slices.Clip(j.ends), p.ends...)
			j.lanes = append(slices.Clip(j.lanes), p.lanes...)
			j.writes = append(slices.Clip(j.writes), p.writes...)
			continue
		}
		joined = append(joined, p)
	}
	c.parts = joined
	c.bound()
}

// bound drops the oldest parts, or the older half of the only one, when there is too much.
func (c *eventLog) bound() {
	size := 0
	for _, p := range c.parts {
		size += p.size()
	}
	for len(c.parts) > 1 && (len(c.parts) > maxLogParts || size > maxEnds) {
		size -= c.parts[0].size()
		c.parts = slices.Delete(c.parts, 0, 1)
	}
	if size > maxEnds && len(c.parts) == 1 {
		p := &c.parts[0]
		cut := (p.From + p.To) / 2
		p.ends = slices.DeleteFunc(slices.Clone(p.ends), func(e ending) bool { return e.tick <= cut })
		p.lanes = slices.DeleteFunc(slices.Clone(p.lanes), func(m wire.LaneMark) bool { return m.Tick <= cut })
		p.writes = slices.DeleteFunc(slices.Clone(p.writes), func(w written) bool { return w.by.Tick <= cut })
		p.From = cut + 1
	}
}

func (p *logPart) size() int { return len(p.ends) + len(p.lanes) + len(p.writes) }

// within returns the longest range in which the ends are known, up to the end of in, with the ends and lanes of all known
// ticks.
func (c *eventLog) within(in wire.Range) (known wire.Range, ends []ending, lanes []wire.LaneMark) {
	known = wire.Between(1, 0)
	if c == nil {
		return
	}
	for _, p := range c.parts {
		lo, hi := max(p.From, in.From), min(p.To, in.To)
		if lo > hi {
			continue
		}
		if hi-lo >= known.To-known.From {
			known = wire.Between(lo, hi)
		}
		for _, e := range p.ends {
			if e.tick >= lo && e.tick <= hi {
				ends = append(ends, e)
			}
		}
		for _, m := range p.lanes {
			if m.Tick >= lo && m.Tick <= hi {
				lanes = append(lanes, m)
			}
		}
	}
	return
}

// writers returns the last writes of fields up to a tick, as far as the ticks right before it are known.
func (c *eventLog) writers(to int64) map[string]written {
	if c == nil {
		return nil
	}
	for i := range c.parts {
		p := &c.parts[i]
		if to < p.From || p.To < to {
			continue
		}
		last := map[string]written{}
		for _, w := range p.writes {
			if w.by.Tick > to {
				break
			}
			if !w.by.Again || last[w.name].by == nil {
				last[w.name] = w
			}
		}
		return last
	}
	return nil
}

// knows reports whether a whole range is known.
func (c *eventLog) knows(in wire.Range) bool {
	return c != nil && slices.ContainsFunc(c.parts, func(p logPart) bool { return p.From <= in.From && in.To <= p.To })
}
