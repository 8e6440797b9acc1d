package inspect

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/rows"
)

// maxRows bounds the rows of a frame.
const maxRows = 5000

// bound leaves out the rows above maxRows: first those that did not run, from the end.
func bound(f *wire.Frame) {
	f.Left = len(f.Rows) - maxRows
	if f.Left <= 0 {
		f.Left = 0
		return
	}
	room := maxRows
	ran := func(s *rows.State) bool { return s.Mark != rows.Refused && s.Mark != rows.Ready }
	for i := range f.Rows {
		if ran(&f.Rows[i]) {
			room--
		}
	}
	kept := make([]rows.State, 0, maxRows)
	for i := range f.Rows {
		s := &f.Rows[i]
		if !ran(s) {
			if room <= 0 {
				continue
			}
			room--
		}
		if kept = append(kept, *s); len(kept) == maxRows {
			break
		}
	}
	f.Rows = kept
}

// difference returns the frame that leads a page from one frame of an agent to the next, nil if the whole frame must be sent.
func difference(from, to *wire.Frame) *wire.Frame {
	if from == nil || from.Tick == 0 || from.Start != to.Start || from.Tree != to.Tree || from.Agent != to.Agent {
		return nil
	}
	f := *to
	f.Base, f.Rows = from.Tick, []rows.State{}
	passed := to.Clock - from.Clock
	was := from.Rows
	for i := range to.Rows {
		s := &to.Rows[i]
		for len(was) > 0 && was[0].Node < s.Node {
			f.Quiet = append(f.Quiet, was[0].Node)
			was = was[1:]
		}
		if len(was) > 0 && was[0].Node == s.Node {
			same := follows(&was[0], s, passed)
			if was = was[1:]; same {
				continue
			}
		}
		f.Rows = append(f.Rows, *s)
	}
	for i := range was {
		f.Quiet = append(f.Quiet, was[i].Node)
	}
	return &f
}

// follows reports whether the state of a node is the one before, but for the time that has passed.
func follows(was, is *rows.State, passed float64) bool {
	since := was.Since
	if since > 0 {
		since += passed
	}
	return is.Node == was.Node && is.Mark == was.Mark && is.Why == was.Why && is.Detail == was.Detail &&
		slices.Equal(is.Terms, was.Terms) && slices.Equal(is.Reads, was.Reads) && math.Abs(is.Since-since) < 1e-7 &&
		is.Left == was.Left && is.Of == was.Of && (is.Score == nil) == (was.Score == nil) && (is.Score == nil || *is.Score == *was.Score) &&
		is.Waits == was.Waits && is.Count == was.Count && is.Steps == was.Steps && is.Error == was.Error && is.Pos == was.Pos
}

// encodeFrame returns the JSON of a frame, and the frame that a page then has. A frame that would be too large loses what is
// longest: the rows that say least.
func encodeFrame(f *wire.Frame) ([]byte, *wire.Frame) {
	data, err := json.Marshal(f)
	if err != nil {
		f = &wire.Frame{Stamp: f.Stamp, Type: f.Type, Agent: f.Agent, Label: f.Label, Tree: f.Tree, Sentence: tr.F("cannot be shown: %s", err)}
		data, _ = json.Marshal(f)
	}
	if len(data) <= maxFrame {
		return data, f
	}
	small := *f
	small.Rows = slices.Clone(f.Rows)
	for i := range small.Rows {
		r := &small.Rows[i]
		r.Detail, r.Reads, r.Terms = "", nil, nil
	}
	small.Fields, small.Events = f.Fields[:min(len(f.Fields), 100)], nil
	small.State = tr.T("the frame is too large; only a part is shown")
	for {
		if data, _ = json.Marshal(&small); len(data) <= maxFrame || len(small.Rows)+len(small.Fields) == 0 {
			return data, &small
		}
		small.Rows, small.Fields = small.Rows[:len(small.Rows)/2], small.Fields[:len(small.Fields)/2]
	}
}
