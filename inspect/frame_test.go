package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/randomgame"
	"github.com/bough-dev/bough/internal/rows"
)

var frameSeeds = flag.Int("inspect.seeds", 12, "number of random games of tests of package inspect")

// looker is a viewer without a connection.
func looker(t *testing.T, h *Handler, ids ...int64) *viewer {
	t.Helper()
	v := viewerOf(t, h, ids...)
	t.Cleanup(func() { h.removeViewer(v) })
	return v
}

// viewerOf is like looker, for tests that call removeViewer.
func viewerOf(t *testing.T, h *Handler, ids ...int64) *viewer {
	t.Helper()
	v := &viewer{h: h, wake: make(chan struct{}, 1), pastWake: make(chan struct{}, 1), rate: maxRate, frames: map[int64]*message{}, gaps: map[int64]bool{}, watch: ids}
	if err := h.addViewer(v); err != nil {
		t.Fatal(err)
	}
	h.updateDemand()
	return v
}

func handlerOf(t *testing.T, g *bough.Game, o Options) *Handler {
	t.Helper()
	h, err := NewHandler(g, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// take returns the frame of an agent that a viewer would get next, or nil.
func (v *viewer) take(id int64) *wire.Frame {
	v.mu.Lock()
	defer v.mu.Unlock()
	m := v.frames[id]
	delete(v.frames, id)
	if m == nil {
		return nil
	}
	return m.frame
}

// TestFramesBelongToOneTick compares the frames of random games with the states of the agents after the tick and with the
// explanation right before it, and then with the frames of the same ticks that a re-run of the recording makes.
func TestFramesBelongToOneTick(t *testing.T) {
	for seed := range uint64(*frameSeeds) {
		g := randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
		h := handlerOf(t, g.Game, Options{})
		ids := []int64{1, 3, 5}
		v := looker(t, h, ids...)
		h.live.attach()
		explained := map[int64]*engine.Explanation{}
		stop := g.OnTick(func(dt time.Duration) {
			for _, id := range ids {
				explained[id] = g.World().Agent(engine.AgentID(id)).ExplainTick(dt)
			}
		}, nil)
		texts := map[string]string{} // of fields
		sets := map[string]int64{}
		for _, id := range ids {
			a := g.World().Agent(engine.AgentID(id))
			for k, v := range a.Fields().All {
				texts[a.Label()+k.Name()] = v.String()
			}
		}
		live := map[[2]int64]*wire.Frame{}
		const ticks = 100
		for tick := int64(1); tick <= ticks; tick++ {
			h.live.next = time.Time{} // make a frame in each tick
			g.Step()
			for _, id := range ids {
				a := g.World().Agent(engine.AgentID(id))
				f := v.take(id)
				if f == nil || f.Tick != tick || !f.Live || f.Clock != g.World().Clock().Seconds() {
					t.Fatalf("seed %d, tick %d: frame %+v", seed, tick, f)
				}
				live[[2]int64{id, tick}] = f
				tr := h.trees.named(f.Tree)
				if tr == nil || tr.name != a.Program().Name() {
					t.Fatalf("seed %d, tick %d: tree %s", seed, tick, f.Tree)
				}
				for i := range tr.rows {
					k := slices.IndexFunc(f.Rows, func(s rows.State) bool { return s.Node == i })
					lit := k >= 0 && (f.Rows[k].Mark == rows.Runs || f.Rows[k].Mark == rows.Asleep || f.Rows[k].Mark == rows.Fault && a.NodeActive(i))
					if lit != a.NodeActive(i) {
						t.Fatalf("seed %d, tick %d, %s: node %s is lit %v, active %v", seed, tick, a.Label(), tr.rows[i].Path, lit, a.NodeActive(i))
					}
				}
				for _, s := range explained[id].Steps {
					if explained[id].Tree != a.Program().Name() || f.State != "" {
						break
					}
					k := slices.IndexFunc(f.Rows, func(x rows.State) bool { return x.Node == s.Node })
					if k < 0 || len(f.Rows[k].Terms) != len(s.Terms) {
						t.Fatalf("seed %d, tick %d, %s: the node %s was asked, and the frame has no terms", seed, tick, a.Label(), s.Path)
					}
					for j, x := range s.Terms {
						if got := f.Rows[k].Terms[j]; got.Text != x.Text || got.Value != rows.Text(x.Value) {
							t.Fatalf("seed %d, tick %d, %s: %s has the term %v, want %v", seed, tick, a.Label(), s.Path, got, x)
						}
					}
				}
				for _, x := range f.Fields {
					v := a.Get(engine.KeyOf(x.Name))
					text := fieldOf(x.Name, v).Text
					name := a.Label() + x.Name
					if was, known := texts[name]; !known || was != v.String() {
						sets[name] = tick
					}
					texts[name] = v.String()
					if tick == 1 { // inputs before the first tick came before anyone watched
						sets[name] = x.Set
					}
					if x.Text != text || x.Set != sets[name] {
						t.Fatalf("seed %d, tick %d, %s: field %+v; it is %s, set in tick %d", seed, tick, a.Label(), x, text, sets[name])
					}
					if x.Set > 1 && (x.By == nil || x.By.Tick < x.Set || x.Name == "b" && (x.By.Behavior == "" || x.By.Pos == "")) {
						t.Fatalf("seed %d, tick %d, %s: field %+v was written by %+v", seed, tick, a.Label(), x, x.By)
					}
				}
			}
		}
		stop()
		again(t, seed, h, g, ids, live)
	}
}

// TestGone checks the last frame of an agent that leaves the world.
func TestGone(t *testing.T) {
	g := randomgame.Open(t, 1, bough.Options{})
	h := handlerOf(t, g.Game, Options{})
	v := looker(t, h, 2, 77)
	h.live.attach()
	g.Step()
	was := v.take(2)
	if f := v.take(77); f == nil || !f.Gone || f.Sentence != "is not in the world" {
		t.Errorf("an agent that never was: %+v", f)
	}
	g.Despawn(g.Agents[1])
	for range 3 {
		h.live.next = time.Time{}
		g.Tick(randomgame.DT)
		if f := v.take(2); f != nil {
			if !f.Gone || f.Tree != was.Tree || f.Label != was.Label || f.Sentence != "is gone; it was last here in tick 1" {
				t.Errorf("frame %+v", f)
			}
			was.Gone = true
		}
	}
	if !was.Gone {
		t.Error("no frame says that it is gone")
	}
}

// TestLookingChangesNothing compares a game that is looked at with one that is not.
func TestLookingChangesNothing(t *testing.T) {
	for seed := range uint64(*frameSeeds) {
		alone, seen := randomgame.Open(t, seed, bough.Options{}), randomgame.Open(t, seed, bough.Options{})
		h := handlerOf(t, seen.Game, Options{})
		v := looker(t, h, 1, 2, 3, 4)
		v.crowd = true
		h.updateDemand()
		h.live.attach()
		for tick := range 100 {
			alone.Step()
			h.live.next = time.Time{}
			q := &ask{agent: 2, node: 1, done: make(chan struct{})}
			h.live.asks = append(h.live.asks, q)
			seen.Step()
			<-q.done
			a, err := alone.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if b, err := seen.Snapshot(); err != nil || !bytes.Equal(a, b) {
				t.Fatalf("seed %d, tick %d: the states differ, %v", seed, tick+1, err)
			}
		}
	}
}

// again compares frames of the live game with those of a re-run.
func again(t *testing.T, seed uint64, h *Handler, g *randomgame.Game, ids []int64, live map[[2]int64]*wire.Frame) {
	t.Helper()
	rec, err := g.Recording()
	if err != nil {
		t.Fatal(err)
	}
	past := newPastReader(h)
	defer past.close()
	if seed%2 == 0 {
		past.spare = 0 // a slow game, so that blocks end early
	}
	past.start = h.stamp().Start
	if past.replay, err = rec.Replay(nil); err != nil {
		t.Fatal(err)
	}
	first, last := rec.Ticks()
	past.known = wire.Between(first, last)
	for _, tick := range []int64{90, 91, 92, 95, 60, 33, 32, 31, 32, 34, 2, 5, 97} {
		list, _, err := past.frames(context.Background(), tick, ids, false)
		if err != nil {
			t.Fatalf("seed %d, tick %d: %v", seed, tick, err)
		}
		for _, m := range list {
			f, want := m.frame, live[[2]int64{m.frame.Agent, tick}]
			if f.Live || f.Stamp != want.Stamp || f.Tree != want.Tree || f.Sentence != want.Sentence || f.State != want.State {
				t.Fatalf("seed %d, tick %d: re-run\n%+v\nwant\n%+v", seed, tick, f, want)
			}
			for i := range f.Rows {
				if r := &f.Rows[i]; r.Steps > 0 && r.Mark == "" {
					t.Fatalf("seed %d, tick %d: node %d took %d instructions, and was not asked", seed, tick, r.Node, r.Steps)
				}
				f.Rows[i].Steps = 0 // a running game does not count them
			}
			if !reflect.DeepEqual(f.Rows, want.Rows) || !reflect.DeepEqual(f.Ended, want.Ended) {
				t.Fatalf("seed %d, tick %d, agent %d: rows of the re-run\n%s\nwant\n%s", seed, tick, f.Agent, text(f.Rows), text(want.Rows))
			}
			for i, x := range f.Fields {
				if y := want.Fields[i]; x.Name != y.Name || x.Text != y.Text {
					t.Fatalf("seed %d, tick %d: field %+v, want %+v", seed, tick, x, y)
				}
				if x.Set > 0 && (x.By == nil || x.By.Tick < x.Set || x.By.Doubt != "" || x.Name == "a" && x.By.Behavior != "" || x.Name == "b" && x.By.Behavior == "") {
					t.Fatalf("seed %d, tick %d: field %+v was written by %+v", seed, tick, x, x.By)
				}
			}
		}
	}
}

func text(v any) string {
	b, _ := json.MarshalIndent(v, "", " ")
	return string(b)
}

// TestBitsAreThoseOfAgents compares what is known of all agents with the history that each agent has itself.
func TestBitsAreThoseOfAgents(t *testing.T) {
	for seed := range uint64(*frameSeeds) {
		g := randomgame.Open(t, seed, bough.Options{})
		h := handlerOf(t, g.Game, Options{})
		looker(t, h)
		type turn struct {
			tree string
			ran  []int
		}
		want := map[[2]int64]turn{} // by agent and tick
		for range seed % 5 {
			g.Step()
		}
		h.live.attach()
		before := map[*bough.Agent]int64{}
		const ticks = 200
		begin := g.World().TickCount() + 1
		for tick := begin; tick < begin+ticks; tick++ {
			g.Inputs()
			for _, a := range g.Agents {
				before[a] = a.Ticks()
			}
			g.Tick(randomgame.DT)
			for _, a := range g.Agents {
				if a.Ticks() != before[a] {
					want[[2]int64{int64(a.ID()), tick}] = turn{a.Program().Name(), a.RanNodes(1)}
				}
			}
			if tick == begin+ticks/2 {
				h.hist.mu.Lock()
				h.hist.trim(begin + 20)
				h.hist.mu.Unlock()
			}
		}
		known := h.hist.known()
		if known.From != begin+20 || known.To != begin+ticks-1 {
			t.Fatalf("seed %d: known %v", seed, known)
		}
		for _, a := range g.Agents {
			seen := map[int64]bool{}
			list := h.hist.of(a.ID())
			for i := range list {
				x := &list[i]
				x.each(known, func(from, to int64, set *nodeSet) {
					for tick := from; tick <= to; tick++ {
						if seen[tick] {
							t.Fatalf("seed %d: tick %d of %s is there twice", seed, tick, a.Label())
						}
						seen[tick] = true
						w, ran := want[[2]int64{int64(a.ID()), tick}]
						if ran != (set != nil) {
							t.Fatalf("seed %d, tick %d, %s: took part %v, want %v", seed, tick, a.Label(), set != nil, ran)
						}
						if set == nil {
							continue
						}
						var nodes []int
						set.eachNode(func(i int) { nodes = append(nodes, i) })
						if x.tree.name != w.tree || !slices.Equal(nodes, w.ran) {
							t.Fatalf("seed %d, tick %d, %s: ran %v of %s, want %v of %s", seed, tick, a.Label(), nodes, x.tree.name, w.ran, w.tree)
						}
					}
				})
			}
			if len(seen) != int(known.To-known.From+1) {
				t.Fatalf("seed %d, %s: %d ticks", seed, a.Label(), len(seen))
			}
			checkScore(t, seed, list, known)
		}
	}
}

// TestPastIsFilledIn checks that a re-run adds what all agents ran before anyone looked.
func TestPastIsFilledIn(t *testing.T) {
	for seed := range uint64(*frameSeeds) {
		g := randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
		want := map[[2]int64][]int{} // by agent and tick; missing if the agent took no part
		before := map[*bough.Agent]int64{}
		step := func(tick int64) {
			g.Inputs()
			for _, a := range g.Agents {
				before[a] = a.Ticks()
			}
			g.Tick(randomgame.DT)
			for _, a := range g.Agents {
				if a.Ticks() != before[a] {
					want[[2]int64{int64(a.ID()), tick}] = a.RanNodes(1)
				}
			}
			if tick == 50 {
				g.Despawn(g.Agents[5])
				g.Agents = g.Agents[:5]
			}
		}
		const late, ticks = 100, 130
		for tick := int64(1); tick <= late; tick++ {
			step(tick)
		}
		h := handlerOf(t, g.Game, Options{})
		looker(t, h, 1)
		h.live.attach()
		for tick := int64(late + 1); tick <= ticks; tick++ {
			step(tick)
		}
		h.live.describe(true)
		rec, err := g.Recording()
		if err != nil {
			t.Fatal(err)
		}
		past := newPastReader(h)
		past.start = h.stamp().Start
		if past.replay, err = rec.Replay(nil); err != nil {
			t.Fatal(err)
		}
		past.known = wire.Between(1, ticks)
		for more := true; more; {
			if more, err = past.fill(context.Background(), []int64{1}); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			older, err := past.extendHistory(context.Background())
			if more = more || older; err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		past.close()
		if known := h.hist.known(); known != (wire.Between(1, ticks)) {
			t.Fatalf("seed %d: known %v", seed, known)
		}
		if !h.logs[1].knows(wire.Between(1, ticks)) {
			t.Errorf("seed %d: the ends are not known", seed)
		}
		for id := int64(1); id <= 6; id++ {
			list := h.hist.of(engine.AgentID(id))
			last := int64(0)
			for i := range list {
				list[i].each(wire.Between(1, ticks), func(from, to int64, set *nodeSet) {
					if from != last+1 {
						t.Fatalf("seed %d, agent %d: after tick %d follows %d", seed, id, last, from)
					}
					last = to
					for tick := from; tick <= to; tick++ {
						w, took := want[[2]int64{id, tick}]
						if took != (set != nil) {
							t.Fatalf("seed %d, agent %d, tick %d: took part %v, want %v", seed, id, tick, set != nil, took)
						}
						if nodes := []int{}; took {
							set.eachNode(func(n int) { nodes = append(nodes, n) })
							if !slices.Equal(nodes, w) {
								t.Fatalf("seed %d, agent %d, tick %d: ran %v, want %v", seed, id, tick, nodes, w)
							}
						}
					}
				})
			}
			if end := map[bool]int64{true: 50, false: ticks}[id == 6]; last != end {
				t.Fatalf("seed %d, agent %d: known up to tick %d, want %d", seed, id, last, end)
			}
		}
	}
}

// checkScore compares the spans and the shares of scores with the sets of each tick.
func checkScore(t *testing.T, seed uint64, list []partView, known wire.Range) {
	t.Helper()
	for i := range list {
		x := &list[i]
		in := wire.Between(max(known.From, x.from), min(known.To, x.to))
		ran := map[[2]int64]bool{} // node, tick
		took := map[int64]bool{}
		x.each(known, func(from, to int64, set *nodeSet) {
			for tick := from; tick <= to && set != nil; tick++ {
				took[tick] = true
				set.eachNode(func(n int) { ran[[2]int64{int64(n), tick}] = true })
			}
		})
		lit := map[[2]int64]bool{}
		for _, n := range exact(x, known, nil).Nodes {
			last := int64(0)
			for _, s := range n.Spans {
				if s[0] > s[1] || s[0] <= last {
					t.Fatalf("seed %d: spans %v", seed, n.Spans)
				}
				for last = s[0]; last < s[1]; last++ {
				}
				for tick := s[0]; tick <= s[1]; tick++ {
					if took[tick] {
						lit[[2]int64{int64(n.Node), tick}] = true
					}
				}
			}
		}
		if !reflect.DeepEqual(lit, ran) {
			t.Fatalf("seed %d: the spans light %d nodes in ticks, %d ran", seed, len(lit), len(ran))
		}
		const level = 7
		for _, n := range coarse(x, known, level).Nodes {
			for k, share := range n.Share {
				count, whole := int64(0), int64(0)
				for tick := in.From + int64(k)*level; tick < min(in.From+int64(k+1)*level, in.To+1); tick++ {
					if whole++; ran[[2]int64{int64(n.Node), tick}] {
						count++
					}
				}
				if want := count * 255 / whole; int64(share) != want && !(want == 0 && count > 0 && share == 1) {
					t.Fatalf("seed %d: bucket %d of node %d has the share %d, want %d", seed, k, n.Node, share, want)
				}
			}
		}
	}
}
