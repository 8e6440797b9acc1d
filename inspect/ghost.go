package inspect

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/bough-dev/bough"
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
func (h *Handler) ghost(r *http.Request) (any, error) {
	var s wire.Save
	name, err := h.about(r, &s, &s.Path)
	if err != nil {
		return nil, err
	}
	var rec recorded
	var from int64
	g := &wire.Ghost{List: []wire.Other{}}
	err = h.do(r.Context(), func(l *live) error {
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
		return nil, refuse(http.StatusConflict, "the past is not known: %s", rec.gap)
	}
	select {
	case h.ghosts <- struct{}{}:
		defer func() { <-h.ghosts }()
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	ctx, cancel := context.WithTimeout(r.Context(), ghostBudget)
	defer cancel()
	got, err := rec.Rerun(bough.RerunOptions{
		Files: changed{h.o.Files.FS(), name, []byte(s.Text)}, From: from, Game: rec.game,
		Each: func(int64, iter.Seq2[*bough.Agent, *bough.Agent]) bool { return ctx.Err() == nil },
	})
	if err != nil {
		return nil, refuse(http.StatusConflict, "the last ticks cannot be run again: %v", err)
	}
	g.From, g.To, g.Why = got.From+1-rec.offset, got.To-rec.offset, got.Reason
	if got.Stopped {
		g.Why = fmt.Sprintf("it has taken %v", ghostBudget)
	}
	g.Total = len(got.Differences)
	for _, d := range got.Differences[:min(g.Total, maxOthers)] {
		_, text, _ := strings.Cut(d.String(), d.Label+" ")
		g.List = append(g.List, wire.Other{Tick: d.Tick - rec.offset, Agent: int64(d.Agent), Label: d.Label, Text: cmp.Or(text, "does something else")})
	}
	return g, nil
}
