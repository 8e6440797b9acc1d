package inspect

import (
	"cmp"
	"context"
	"iter"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
)

// The bounds of a ghost: the time of the game that it runs again, the time that it takes, and the differences that it lists.
const (
	ghostSpan   = 20 * time.Second
	ghostBudget = 10 * time.Second
	maxOthers   = 100
)

// ghost runs the last ticks again with another text of a file, and says what agents would have done. One runs at a time, and the
// game goes on meanwhile.
func (h *Handler) ghost(r *request) (any, error) {
	var s wire.Save
	name, err := h.about(r, &s, &s.Path)
	if err != nil {
		return nil, err
	}
	var rec recorded
	var from int64
	g := &wire.Ghost{List: []wire.Other{}}
	err = h.do(r.ctx, func(l *live) error {
		g.Stamp, rec = l.stamp(), l.recording()
		first, last := int64(1), int64(0)
		if rec.Recording != nil {
			first, last = rec.Ticks()
		}
		from = first - 1
		if l.step > 0 {
			from = max(from, last-int64(ghostSpan/l.step))
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case rec.Recording == nil:
		return nil, refuse(statusConflict, tr.F("the past is not known: %s", rec.gap))
	}
	select {
	case h.ghosts <- struct{}{}:
		defer func() { <-h.ghosts }()
	case <-r.ctx.Done():
		return nil, r.ctx.Err()
	}
	ctx, cancel := context.WithTimeout(r.ctx, ghostBudget)
	defer cancel()
	files, err := h.drafted(&s)
	if err != nil {
		return nil, err
	}
	scores := ghostScores{}
	got, err := rec.Rerun(bough.RerunOptions{
		Files: withText(files, name, s.Text), From: from, Game: rec.game, FixedInputs: h.o.FixedInputs,
		Each: func(tick int64, others iter.Seq2[*bough.Agent, *bough.Agent]) bool {
			for _, a := range others {
				if a != nil {
					scores.add(tick-rec.offset, a)
				}
			}
			return ctx.Err() == nil
		},
	})
	if err != nil {
		return nil, refuse(statusConflict, tr.F("the last ticks cannot be run again: %v", err))
	}
	g.From, g.To, g.Why = got.From+1-rec.offset, got.To-rec.offset, got.Reason
	if got.Stopped {
		g.Why = tr.F("it has taken %v", ghostBudget)
	}
	g.Total = len(got.Differences)
	for _, d := range got.Differences[:min(g.Total, maxOthers)] {
		_, text, _ := strings.Cut(d.String(), d.Label+" ")
		o := wire.Other{Tick: d.Tick - rec.offset, Agent: int64(d.Agent), Label: d.Label, Text: cmp.Or(text, tr.T("does something else"))}
		scores.fill(d.Agent, &o)
		g.List = append(g.List, o)
	}
	return g, nil
}

// ghostScores has what agents would have run, in the ticks in which that differs from what they ran.
type ghostScores map[engine.AgentID]*ghostScore

type ghostScore struct {
	differs [][2]int64
	rows    map[string]*wire.OtherRow
	order   []string // keys of rows, as they first ran
}

// maxScores bounds the agents whose scores are kept, and maxRanges the spans of each of their rows.
const (
	maxScores = 1000
	maxRanges = 500
)

// add notes what an agent has just run.
func (s ghostScores) add(tick int64, a *bough.Agent) {
	score := s[a.ID()]
	if score == nil {
		if len(s) == maxScores {
			return
		}
		score = &ghostScore{rows: map[string]*wire.OtherRow{}}
		s[a.ID()] = score
	}
	score.differs = grown(score.differs, tick)
	prog := a.Program()
	for _, n := range a.RanNodes(1) {
		info := prog.Node(n)
		row := score.rows[info.Key]
		if row == nil {
			row = &wire.OtherRow{Key: info.Key, Name: info.Name}
			score.rows[info.Key] = row
			score.order = append(score.order, info.Key)
		}
		row.Spans = grown(row.Spans, tick)
	}
}

// grown adds a tick to ranges, of which it keeps the first maxRanges.
func grown(list [][2]int64, tick int64) [][2]int64 {
	if last := len(list) - 1; last >= 0 && list[last][1] == tick-1 {
		list[last][1] = tick
		return list
	}
	if len(list) == maxRanges {
		return list
	}
	return append(list, [2]int64{tick, tick})
}

// fill writes the score of an agent.
func (s ghostScores) fill(id engine.AgentID, o *wire.Other) {
	o.Differs, o.Rows = [][2]int64{}, []wire.OtherRow{}
	score := s[id]
	if score == nil {
		return
	}
	o.Differs = score.differs
	for _, key := range score.order {
		o.Rows = append(o.Rows, *score.rows[key])
	}
}
