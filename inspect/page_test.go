package inspect

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/randomgame"
	"github.com/bough-dev/bough/internal/rows"
)

var pageData = regexp.MustCompile(`id="data">([^<]*)<`)

// unpackPage returns what is in the page of a file.
func unpackPage(t *testing.T, page []byte) (k wire.PageData) {
	t.Helper()
	m := pageData.FindSubmatch(page)
	if m == nil {
		t.Fatalf("no data in %.500s", page)
	}
	packed, err := base64.StdEncoding.DecodeString(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err == nil {
		err = json.Unmarshal(data, &k)
	}
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestWritePage compares what is in the file of a random game with what the page of the recording shows: each frame, each reason
// and the boards.
func TestWritePage(t *testing.T) {
	for seed := range uint64(max(2, *frameSeeds/4)) {
		g := randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true, About: `a "night" <b>`}})
		for range 150 {
			g.Step()
		}
		var b bytes.Buffer
		if err := g.WriteRecording(&b); err != nil {
			t.Fatal(err)
		}
		rec, err := bough.OpenRecording(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		h, err := NewReplay(rec, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		<-h.playback.ended
		var agents []engine.AgentID
		for _, a := range g.Agents[:min(3, len(g.Agents))] {
			agents = append(agents, a.ID())
		}
		if len(agents) == 0 {
			h.Close()
			continue
		}
		var out bytes.Buffer
		made, err := WritePage(&out, rec, nil, Options{}, PageOptions{Agents: agents, Ticks: 40, Sources: seed == 0})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if made.First != 111 || made.Last != 150 || len(made.Labels) != len(agents) || made.Bytes != int64(out.Len()) || made.Left != 0 {
			t.Errorf("seed %d: %+v of %d bytes", seed, made, out.Len())
		}
		if page := out.String(); !strings.Contains(page, "<title>a &#34;night&#34; &lt;b&gt; · Bough</title>") || strings.Count(page, "</script>") != 2 || strings.Count(page, "</style>") != 1 {
			t.Errorf("seed %d: the page is %.300s", seed, page)
		}
		k := unpackPage(t, out.Bytes())
		if (len(k.Files) > 0) != (seed == 0) || k.Hello.Known.Past != wire.Between(111, 150) || len(k.Hello.Acts) > 0 {
			t.Errorf("seed %d: %d files, %s", seed, len(k.Files), text(k.Hello.Known))
		}
		for _, s := range k.Scores {
			compareScore(t, fmt.Sprintf("seed %d, %s", seed, s.Label), h, &k, &s)
		}
		for _, kept := range k.Boards {
			want, err := h.past.boards(context.Background(), kept.To)
			if err != nil {
				t.Fatal(err)
			}
			for i := range want.Boards {
				for j := range want.Boards[i].Entries {
					e := &want.Boards[i].Entries[j]
					e.Set, e.By = 0, nil
				}
			}
			if text(kept.Boards) != text(want.Boards) {
				t.Errorf("seed %d: boards after tick %d are %s, want %s", seed, kept.To, text(kept.Boards), text(want.Boards))
			}
		}
		h.Close()
	}
}

// compareScore compares the frames and reasons of an agent in a file with those of a page.
func compareScore(t *testing.T, name string, h *Handler, k *wire.PageData, s *wire.PageScore) {
	t.Helper()
	var last *wire.Frame
	asked, found := 0, 0
	for i := range s.Frames {
		f := whole(t, &s.Frames[i], last)
		list, _, err := h.past.frames(context.Background(), f.Tick, []int64{s.Agent}, false)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := *list[0].frame
		got := *f
		got.Start, want.Start = "", ""
		for _, fields := range [][]wire.Field{got.Fields, want.Fields} {
			for i := range fields { // who wrote them before the file begins is not in it
				fields[i].By, fields[i].Set = nil, 0
			}
		}
		for _, events := range [][]wire.LaneMark{got.Events, want.Events} {
			for i := range events { // a page may not know when a request was made before its block
				events[i].Ticks = 0
			}
		}
		for _, requests := range [][]wire.Request{got.Requests, want.Requests} {
			for i := range requests {
				requests[i].Since = 0
			}
		}
		for _, list := range [][]rows.State{got.Rows, want.Rows} {
			for i := range list { // a sum of the clock's steps
				list[i].Since = math.Round(list[i].Since*1e6) / 1e6
			}
		}
		if text(got) != text(want) {
			t.Fatalf("%s, tick %d: the frame is\n%s\nwant\n%s", name, f.Tick, text(got), text(want))
		}
		last = f
		for _, row := range f.Rows {
			if f.Tick%13 > 0 { // each takes a re-run
				continue
			}
			asked++
			e, _, tr, err := h.past.why(context.Background(), f.Tick, s.Agent, row.Node)
			var none *failure
			if errors.As(err, &none) {
				continue
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			y := wire.Why{Agent: s.Agent, Node: row.Node}
			explain(&y, e, tr.rows)
			y.Steps = row.Steps
			for _, w := range s.Whys {
				if w.Node == row.Node && w.Tree == f.Tree && w.From <= f.Tick && f.Tick <= w.To {
					if found++; text(k.Whys[w.Why]) != text(y) {
						t.Errorf("%s, tick %d, node %d: %s, want %s", name, f.Tick, row.Node, text(k.Whys[w.Why]), text(y))
					}
				}
			}
		}
	}
	if asked > 0 && found == 0 {
		t.Errorf("%s: no reasons for %d rows", name, asked)
	}
}

// whole returns a frame with all rows, as the page completes it.
func whole(t *testing.T, f, last *wire.Frame) *wire.Frame {
	if f.Base == 0 {
		return f
	}
	if last == nil || last.Tick != f.Base {
		t.Fatalf("the frame of tick %d is the difference to tick %d, which is not there", f.Tick, f.Base)
	}
	out := *f
	out.Base, out.Quiet, out.Rows = 0, nil, []rows.State{}
	states := map[int]rows.State{}
	for _, s := range last.Rows {
		if s.Since > 0 {
			s.Since += f.Clock - last.Clock
		}
		states[s.Node] = s
	}
	for _, n := range f.Quiet {
		delete(states, n)
	}
	for _, s := range f.Rows {
		states[s.Node] = s
	}
	for n := range 1000 {
		if s, ok := states[n]; ok {
			out.Rows = append(out.Rows, s)
		}
	}
	return &out
}

// TestWritePageRefuses checks the errors of WritePage.
func TestWritePageRefuses(t *testing.T) {
	g := randomgame.Open(t, 1, bough.Options{Record: bough.RecordOptions{Keep: time.Hour}})
	for range 10 {
		g.Step()
	}
	rec, err := g.Recording()
	if err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]PageOptions{
		"there is no agent 999":    {Agents: []engine.AgentID{999}},
		"1 to 20000 ticks":         {Ticks: -1},
		"a file shows at most 20 ": {Agents: make([]engine.AgentID, 21)},
	} {
		if _, err := WritePage(io.Discard, rec, nil, Options{}, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	full := errors.New("the disk is full")
	if _, err := WritePage(failing{full}, rec, nil, Options{}, PageOptions{}); !errors.Is(err, full) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
