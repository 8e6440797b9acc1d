package inspect

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/randomgame"
)

// during calls f on another goroutine, while the game refreshes.
func during(g *bough.Game, f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	for {
		select {
		case <-done:
			return
		default:
			g.Refresh()
		}
	}
}

// ask makes a request with the token, and decodes the reply.
func (h *Handler) ask(t *testing.T, g *bough.Game, path string, into any) (status int, text string) {
	t.Helper()
	during(g, func() {
		r := httptest.NewRequest("GET", "http://localhost"+path, nil)
		r.Header.Set("Authorization", "Bearer "+h.Token())
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		status, text = w.Code, w.Body.String()
	})
	if status == 200 {
		reflect.ValueOf(into).Elem().SetZero()
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	return status, text
}

// TestLatePast compares the past of a game that records nothing until somebody looks with that of a game that is recorded
// from the beginning.
func TestLatePast(t *testing.T) {
	for seed := range uint64(*frameSeeds) {
		random := rand.New(rand.NewPCG(seed, 9))
		begin, restart := 1+random.Int64N(99), 100+random.Int64N(60)
		games := [2]*randomgame.Game{
			randomgame.Open(t, seed, bough.Options{}),
			randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}}),
		}
		var handlers [2]*Handler
		for i, g := range games {
			handlers[i] = handlerOf(t, g.Game, Options{})
			looker(t, handlers[i], 1, 2)
		}
		both := func(ticks int64) {
			for i, g := range games {
				for range ticks {
					g.Step()
				}
				handlers[i].live.attach()
				handlers[i].live.describe(true)
			}
		}
		compare := func(ticks wire.Range) {
			t.Helper()
			var past [2]*pastReader
			for i := range past {
				past[i] = newPastReader(handlers[i])
				defer past[i].close()
			}
			if known := handlers[0].present.past; known != ticks {
				t.Fatalf("seed %d: the ticks %v are known, want %v", seed, known, ticks)
			}
			for range 3 {
				tick, ids := ticks.From+random.Int64N(ticks.To-ticks.From+1), []int64{1 + random.Int64N(3), 4 + random.Int64N(3)}
				from := max((tick-1)/blockTicks*blockTicks+1, ticks.From) // who wrote and requested before the block is known by chance
				var texts [2]string
				pick := random.IntN(100)
				for i, g := range games {
					during(g.Game, func() {
						list, _, err := past[i].frames(t.Context(), tick, ids, false)
						if err != nil {
							t.Errorf("seed %d, tick %d: %v", seed, tick, err)
							return
						}
						for _, m := range list {
							f := *m.frame
							f.Start = ""
							for k := range f.Fields {
								if x := &f.Fields[k]; x.By == nil || x.By.Tick < from || x.By.Again {
									x.Set, x.By = 0, nil
								}
							}
							for k := range f.Events {
								if x := &f.Events[k]; x.Tick-x.Ticks < from {
									x.Ticks = 0
								}
							}
							for k := range f.Requests {
								f.Requests[k].Since = 0
							}
							texts[i] += text(f)
							if len(f.Rows) == 0 {
								continue
							}
							node := f.Rows[pick%len(f.Rows)].Node
							e, _, tr, err := past[i].why(t.Context(), tick, f.Agent, node)
							if err != nil {
								t.Errorf("seed %d, tick %d, agent %d, node %d: %v", seed, tick, f.Agent, node, err)
								return
							}
							y := &wire.Why{Node: node}
							explain(y, e, tr.rows)
							texts[i] += text(y)
						}
					})
				}
				if texts[0] != texts[1] || texts[0] == "" {
					a, b := strings.Split(texts[0], "\n"), strings.Split(texts[1], "\n")
					i := 0
					for i < min(len(a), len(b)) && a[i] == b[i] {
						i++
					}
					t.Fatalf("seed %d, tick %d: the past of a game that is recorded since tick %d has\n%s\nwant\n%s", seed, tick, ticks.From, strings.Join(a[max(i-8, 0):min(i+8, len(a))], "\n"), strings.Join(b[max(i-8, 0):min(i+8, len(b))], "\n"))
				}
			}
			for _, tick := range []int64{ticks.From - 1, ticks.To + 1} {
				during(games[0].Game, func() {
					if _, _, err := past[0].frames(t.Context(), tick, []int64{1}, false); tick > 0 && (err == nil || !strings.Contains(err.Error(), fmt.Sprintf("it has the ticks %d to %d", ticks.From, ticks.To))) {
						t.Errorf("seed %d, tick %d: %v", seed, tick, err)
					}
				})
			}
		}
		for _, g := range games {
			for range begin {
				g.Step()
			}
		}
		both(0)
		both(restart - begin)
		compare(wire.Between(begin+1, restart))
		if bits := handlers[0].hist.known(); bits.From > begin+1 || bits.To != restart {
			t.Errorf("seed %d: which nodes ran is known for the ticks %v", seed, bits)
		}
		for _, g := range games {
			g.Restart(seed + 1)
			g.Agents = nil
			for i := range 6 {
				a, err := g.Spawn(fmt.Sprintf("t%d", i%3), bough.Fields{"a": i, "b": 0.3, "x": 1, "y": 2})
				if err != nil {
					t.Fatal(err)
				}
				g.Agents = append(g.Agents, a)
			}
		}
		both(70)
		compare(wire.Between(1, 70))
	}
}

// TestKeep looks at a game that records nothing, from the first page to the time after the last one.
func TestKeep(t *testing.T) {
	g := randomgame.Open(t, 3, bough.Options{})
	h := handlerOf(t, g.Game, Options{Token: secret})
	for range 40 {
		g.Step()
	}
	if _, err := g.Recording(); err == nil {
		t.Fatal("the game is recorded before anybody looks")
	}
	v := viewerOf(t, h, 1)
	var hello wire.Hello
	h.ask(t, g.Game, "/v1/hello", &hello)
	if k := hello.Known; k.Past.From <= k.Past.To || k.Why != "" || !k.Replies || k.Bits.To != 40 {
		t.Errorf("at the beginning: %+v", k)
	}
	for range 100 {
		g.Step()
	}
	h.ask(t, g.Game, "/v1/hello", &hello)
	if k := hello.Known; k.Past != wire.Between(41, 140) || k.Why != "" || k.Bits.From > 41 || k.Bits.To != 140 {
		t.Errorf("after 100 ticks: %+v", k)
	}
	var why wire.Why
	if status, said := h.ask(t, g.Game, "/v1/why?agent=1&node=1&tick=80", &why); status != 200 || why.Tick != 80 || why.Text == "" {
		t.Errorf("why: %d, %s", status, said)
	}
	if status, said := h.ask(t, g.Game, "/v1/why?agent=1&node=1&tick=30", &why); status != 404 || !strings.Contains(said, "tick 30 is not in the recording; it has the ticks 41 to 140") {
		t.Errorf("why before: %d, %s", status, said)
	}
	var series wire.Series
	if status, said := h.ask(t, g.Game, "/v1/fields?agent=1&name=a&from=1&to=140", &series); status != 200 || series.Known != wire.Between(41, 140) || len(series.Points) < 10 {
		t.Errorf("series: %d, %s", status, said)
	}
	var costs wire.Costs
	if status, said := h.ask(t, g.Game, "/v1/costs", &costs); status != 200 || costs.Range != wire.Between(140-rerunTicks+1, 140) || len(costs.List) == 0 || costs.List[0].Steps == 0 {
		t.Errorf("costs: %d, %s", status, said)
	}

	h.removeViewer(v)
	h.mu.Lock()
	h.until = time.Time{} // do not linger
	h.mu.Unlock()
	g.Step()
	if _, err := g.Recording(); err == nil {
		t.Error("the game is still recorded")
	}
	wait(t, "the replay is closed", func() bool {
		h.past.turn <- struct{}{}
		defer func() { <-h.past.turn }()
		return h.past.replay == nil
	})

	h.ask(t, g.Game, "/v1/hello", &hello)
	g.Step()
	h.ask(t, g.Game, "/v1/hello", &hello)
	if k := hello.Known; k.Past != wire.Between(142, 142) {
		t.Errorf("for the next page: %+v", k)
	}
	h.Close()
	g.Step()
	if _, err := g.Recording(); err == nil {
		t.Error("the game is recorded after Close")
	}
}

// TestKeepRefused looks at games that cannot be recorded for pages, or must not be.
func TestKeepRefused(t *testing.T) {
	files := fstest.MapFS{
		"walk.lua": {Data: []byte("return { behavior = function(agent) agent.x = (agent.x or 0) + 1 end }\n")},
		"main.bt":  {Data: []byte("tree main\n  priority\n    walk\n    idle\n")},
	}
	step := map[string]*behaviors.Native{"step": {}}
	handle := value.Other(&struct{ c chan int }{})
	for _, c := range []struct {
		o      bough.Options
		page   Options
		fields bough.Fields
		want   string // "" if the past is known
	}{
		{},
		{page: Options{Keep: -1}, want: "set bough.Options.Record.Keep, or inspect.Options.Keep to 0 or more"},
		{o: bough.Options{Natives: step}, want: "Go code of the game at the same time as the game: behavior step; if it may be called so, set bough.Options.Record.Keep or inspect.Options.Keep"},
		{o: bough.Options{Natives: step}, page: Options{Keep: time.Second}},
		{o: bough.Options{Natives: step, Record: bough.RecordOptions{Keep: time.Second}}},
		{fields: bough.Fields{"door": handle}, want: "recording: it cannot begin: main#1: agent.door cannot be saved: no codec saves a value of Go"},
	} {
		g, err := bough.OpenFS(files, c.o)
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Spawn("main", c.fields)
		if err != nil {
			t.Fatal(err)
		}
		h := handlerOf(t, g, c.page)
		v := looker(t, h, 1)
		h.live.attach()
		for range 30 {
			g.Tick(time.Millisecond)
		}
		var hello wire.Hello
		h.ask(t, g, "/v1/hello", &hello)
		if known := hello.Known.Past.From <= hello.Known.Past.To; known != (c.want == "") || !strings.Contains(hello.Known.Why, c.want) || hello.Known.Bits.To != 30 {
			t.Errorf("%+v: %+v", c, hello.Known)
		}
		past := newPastReader(h)
		v.mu.Lock()
		v.seek = 20
		v.mu.Unlock()
		during(g, func() { v.show(context.Background(), past, 20, []int64{1}) })
		past.close()
		f := v.take(1)
		if f == nil || f.Tick != 20 || f.Tree == "" || f.Label != "main#1" || f.Clock < 0.0199 || f.Clock > 0.0201 || (len(f.Fields) > 0) != (c.want == "") || !strings.Contains(f.Sentence, c.want) {
			t.Errorf("%+v: frame %+v", c, f)
		}
		if c.fields == nil {
			g.Close()
			continue
		}
		a.Set(engine.KeyOf("door"), value.Value{})
		h.live.retry = time.Now() // as if some time had passed
		h.live.state = time.Time{}
		for range 5 {
			g.Tick(time.Millisecond)
		}
		h.ask(t, g, "/v1/hello", &hello)
		if k := hello.Known; k.Past != wire.Between(32, 35) || k.Why != "" {
			t.Errorf("when the handle is gone: %+v", k)
		}
		a.Set(engine.KeyOf("door"), handle) // ends the recording
		for range 5 {
			g.Tick(time.Millisecond)
		}
		h.ask(t, g, "/v1/hello", &hello)
		if k := hello.Known; k.Past != wire.Between(32, 35) || !strings.Contains(k.Why, "no codec saves a value of Go") || k.Bits.To != 40 {
			t.Errorf("after a new handle: %+v", k)
		}
		if status, said := h.ask(t, g, "/v1/fields?agent=1&name=x&from=30&to=38", &hello); status != 404 || !strings.Contains(said, "no codec saves") {
			t.Errorf("the field: %d, %s", status, said)
		}
		g.Restart(1)
		if _, err := g.Spawn("main", nil); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			g.Tick(time.Millisecond)
		}
		h.ask(t, g, "/v1/hello", &hello)
		if k := hello.Known; k.Past.To != 5 || k.Why != "" {
			t.Errorf("after Restart: %+v", k)
		}
		g.Close()
	}
}

// TestTwoHandlers looks at a game through two handlers.
func TestTwoHandlers(t *testing.T) {
	g := randomgame.Open(t, 4, bough.Options{})
	var handlers []*Handler
	for range 2 {
		h := handlerOf(t, g.Game, Options{})
		h.use()
		h.live.attach()
		handlers = append(handlers, h)
		for range 10 {
			g.Step()
		}
	}
	handlers[0].Close()
	for range 10 {
		g.Step()
	}
	var hello wire.Hello
	handlers[1].ask(t, g.Game, "/v1/hello", &hello)
	if hello.Known.Past != wire.Between(1, 30) {
		t.Errorf("known are %+v", hello.Known)
	}
	handlers[1].Close()
	g.Step()
	if _, err := g.Recording(); err == nil {
		t.Error("the game is still recorded")
	}
}
