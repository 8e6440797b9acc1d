package inspect

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/randomgame"
	"github.com/bough-dev/bough/internal/rows"
)

// complete does what a page does with a frame that is a difference.
func complete(f, has *wire.Frame) *wire.Frame {
	if f.Base == 0 {
		return f
	}
	if has == nil || has.Tick != f.Base {
		return nil
	}
	all := map[int]rows.State{}
	for _, s := range has.Rows {
		if s.Since > 0 {
			s.Since += f.Clock - has.Clock
		}
		all[s.Node] = s
	}
	for _, n := range f.Quiet {
		delete(all, n)
	}
	for _, s := range f.Rows {
		all[s.Node] = s
	}
	whole := *f
	whole.Rows = nil
	for _, s := range all {
		whole.Rows = append(whole.Rows, s)
	}
	slices.SortFunc(whole.Rows, func(a, b rows.State) int { return a.Node - b.Node })
	return &whole
}

// alike reports whether two lists of rows are the same, but for what is lost by adding times.
func alike(a, b []rows.State) bool {
	return slices.EqualFunc(a, b, func(x, y rows.State) bool {
		near := math.Abs(x.Since-y.Since) < 1e-5
		x.Since, y.Since = 0, 0
		return near && text(x) == text(y)
	})
}

// TestDifferences sends the frames of random games to pages that get all of them, or only some, in the present and in the
// past, and compares the rows that each page then has with those of the whole frame. The code of the page does the same, if
// node is there.
func TestDifferences(t *testing.T) {
	type sent struct {
		Page int             `json:"page"`
		Data json.RawMessage `json:"data"`
		Rows []rows.State    `json:"rows"`
	}
	var all []sent
	for seed := range uint64(*frameSeeds) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
		h := handlerOf(t, g.Game, Options{})
		ids := []int64{1, 3, 5}
		v := looker(t, h, ids...)
		h.live.attach()
		past := newPastReader(h)
		var server, page [3]map[int64]*wire.Frame // by page and agent: what the server thinks that a page has, and what it has
		for i := range page {
			server[i], page[i] = map[int64]*wire.Frame{}, map[int64]*wire.Frame{}
		}
		whole, part := 0, 0
		send := func(tick, i int, m *message) {
			id := m.frame.Agent
			data, has := m.encode(server[i][id])
			server[i][id] = has
			f := &wire.Frame{}
			if err := json.Unmarshal(data, f); err != nil {
				t.Fatal(err)
			}
			if f.Base == 0 {
				whole++
			} else {
				part++
			}
			if f = complete(f, page[i][id]); f == nil || !alike(f.Rows, m.frame.Rows) {
				t.Fatalf("seed %d, tick %d, page %d, agent %d:\n%s\nwant\n%s", seed, tick, i, id, text(f), text(m.frame))
			}
			page[i][id] = f
			all = append(all, sent{int(seed)*len(page) + i, data, m.frame.Rows})
		}
		for tick := 1; tick <= 60; tick++ {
			h.live.next = time.Time{}
			g.Step()
			for _, id := range ids {
				m := v.frames[id]
				delete(v.frames, id)
				send(tick, 0, m)
				if r.IntN(3) == 0 { // a slow page
					send(tick, 1, m)
				}
				if tick%20 < 3 {
					send(tick, 2, m)
				}
			}
			if tick%20 == 10 { // the last page looks at the past
				h.live.describe(true)
				if past.replay == nil {
					rec, err := g.Recording()
					if err != nil {
						t.Fatal(err)
					}
					if past.replay, err = rec.Replay(nil); err != nil {
						t.Fatal(err)
					}
					past.start, past.known = h.stamp().Start, wire.Between(1, int64(tick))
				}
				list, _, err := past.frames(t.Context(), int64(1+r.IntN(9)), ids, false)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range list {
					send(tick, 2, m)
				}
			}
		}
		past.close()
		if part < 5*whole {
			t.Errorf("seed %d: %d whole frames, %d differences", seed, whole, part)
		}
	}

	const web = "web/"
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat(web + "node_modules/esbuild"); err != nil {
		t.Skip("the tools of the page are not installed: npm ci in inspect/web")
	}
	dir := t.TempDir()
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "frames.json"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	test := filepath.Join(dir, "frames.test.mjs")
	if out, err := exec.Command(web+"node_modules/esbuild/bin/esbuild", web+"tests/frames.test.ts", "--bundle", "--platform=node", "--format=esm", "--outfile="+test).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command("node", "--test", test)
	run.Env = append(os.Environ(), "FRAMES="+filepath.Join(dir, "frames.json"))
	if out, err := run.CombinedOutput(); err != nil || !strings.Contains(string(out), fmt.Sprintf("compared %d frames", len(all))) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestFollows checks that a change of any part of a state is one that a page gets, and time that has passed is none.
func TestFollows(t *testing.T) {
	score := 0.5
	was := rows.State{Node: 1, Mark: rows.Runs, Why: "w", Detail: "d", Terms: []rows.Term{{Text: "a", Value: "1"}}, Reads: []rows.Term{{Text: "b", Value: "2"}}, Since: 2, Left: 1, Of: 3, Score: &score, Waits: "x", Count: "c", Steps: 4, Error: "e", Pos: "p"}
	is := was
	other := score
	is.Since, is.Score = 2.05, &other
	if !follows(&was, &is, 0.05) || follows(&was, &is, 0.1) || follows(&was, &was, 0.05) {
		t.Error("time that passes")
	}
	for i := range reflect.TypeFor[rows.State]().NumField() {
		if !reflect.TypeFor[rows.State]().Field(i).IsExported() {
			continue // a page gets no such part
		}
		x := was
		f := reflect.ValueOf(&x).Elem().Field(i)
		f.SetZero()
		if follows(&was, &x, 0) || follows(&x, &was, 0) {
			t.Errorf("a change of %s is none", reflect.TypeFor[rows.State]().Field(i).Name)
		}
	}
}

// wide returns the files of a tree of n nodes, most of which are asked in each tick. One in seven runs, and not always the
// same.
func wide(n int) fstest.MapFS {
	var b strings.Builder
	b.WriteString("tree wide\n  root\n")
	for i := 2; i <= n; i++ {
		fmt.Fprintf(&b, "    act phase=%d +  when (hp or %d) > 0\n", i, i)
	}
	return fstest.MapFS{
		"root.lua": {Data: []byte("return { behavior = function() return bt.RUNNING end }\n")},
		"act.lua":  {Data: []byte("return { params = { phase = 0 }, precondition = function(agent, p) return math.floor(bt.time() * 10) % 7 == p.phase % 7 end, behavior = function() return bt.RUNNING end }\n")},
		"wide.bt":  {Data: []byte(b.String())},
	}
}

// watching opens a game with an agent of a tree of n nodes that a viewer watches.
func watching(t testing.TB, n int) (*bough.Game, *Handler, *viewer) {
	t.Helper()
	g, err := bough.OpenFS(wide(n), bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	if _, err := g.Spawn("wide", nil); err != nil {
		t.Fatal(err)
	}
	h, err := NewHandler(g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	v := &viewer{h: h, wake: make(chan struct{}, 1), pastWake: make(chan struct{}, 1), rate: maxRate, frames: map[int64]*message{}, gaps: map[int64]bool{}, watch: []int64{1}}
	if err := h.addViewer(v); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.removeViewer(v) })
	h.updateDemand()
	h.live.attach()
	return g, h, v
}

// TestManyRows checks the frame of a tree with more rows than a frame can have: what ran is in it, and the page learns how many
// rows are left out.
func TestManyRows(t *testing.T) {
	const nodes = 8000
	g, h, v := watching(t, nodes)
	for range 3 {
		h.live.next = time.Time{}
		g.Tick(randomgame.DT)
	}
	a := g.World().Agent(1)
	f := v.frames[1].frame
	if len(f.Rows) != maxRows || f.Left != nodes-maxRows {
		t.Fatalf("%d rows, %d are left out", len(f.Rows), f.Left)
	}
	shown := map[int]bool{}
	for i, s := range f.Rows {
		if shown[s.Node] = true; i > 0 && s.Node <= f.Rows[i-1].Node {
			t.Fatal("the rows are not in order")
		}
	}
	for _, i := range a.ActiveNodes() {
		if !shown[i] {
			t.Fatalf("node %d runs and is left out", i)
		}
	}
	data, has := v.frames[1].encode(nil)
	if len(data) > maxFrame || has != f {
		t.Errorf("%d bytes", len(data))
	}
	if d, _ := v.frames[1].encode(v.frames[1].before); len(d) > len(data)/2 {
		t.Errorf("the difference has %d bytes, the frame %d", len(d), len(data))
	}
	// Frames of such a tree take so long that there are fewer of them.
	before := time.Now()
	h.live.next = time.Time{}
	g.Tick(randomgame.DT)
	if took := h.live.took; took <= 0 || h.live.next.Sub(before) < 4*took {
		t.Errorf("after %v, the next frame is due in %v", took, h.live.next.Sub(before))
	}
}

// BenchmarkFrame measures what a frame of a tree of which most nodes are asked costs the game, and the bytes of a whole frame
// and of a difference.
func BenchmarkFrame(b *testing.B) {
	for _, n := range []int{200, 1000, 5000, 10_000} {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			g, h, v := watching(b, n)
			tick := func() {
				h.live.next = time.Time{}
				g.Tick(randomgame.DT)
			}
			tick()
			tick()
			for b.Loop() {
				tick()
			}
			sum, differences := 0, 0
			for range 20 {
				tick()
				m := v.frames[1]
				whole, _ := m.encode(nil)
				d, _ := m.encode(m.before)
				sum, differences = sum+len(whole), differences+len(d)
			}
			b.ReportMetric(float64(sum)/20/1000, "kB/whole")
			b.ReportMetric(float64(differences)/20/1000, "kB/difference")
		})
	}
}

// TestDifferencesOnRequest connects two pages: one that permits differences, and completes them, and one that gets whole frames.
func TestDifferencesOnRequest(t *testing.T) {
	x := start(t, 1, Options{})
	c, plain := x.dial(wire.Ask{Watch: []int64{2}, Differences: true}), x.dial(wire.Ask{Watch: []int64{2}})
	var has *wire.Frame
	whole := func(what string) {
		parts := -1
		until(t, c, what, func(kind string, data []byte) bool {
			f := &wire.Frame{}
			if json.Unmarshal(data, f); kind != "frame" {
				return false
			}
			switch {
			case f.Base == 0:
				parts = 0
			case parts >= 0:
				parts++
			}
			if has = complete(f, has); has == nil {
				t.Fatalf("the frame of tick %d follows one that was not sent", f.Tick)
			}
			return parts > 5
		})
	}
	whole("the first frame")
	say(t, c, wire.Ask{Watch: []int64{2}})
	whole("a whole frame, which was asked for")
	n := 0
	until(t, plain, "whole frames", func(kind string, data []byte) bool {
		f := &wire.Frame{}
		if json.Unmarshal(data, f); kind == "frame" {
			n++
		}
		if f.Base != 0 {
			t.Fatalf("a difference to tick %d", f.Base)
		}
		return n > 5
	})
}
