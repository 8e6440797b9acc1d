package inspect

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
	"weak"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/randomgame"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/coder/websocket"
)

// TestRestartBetweenRequests restarts a game that is paused, so that requests and the end of the last viewer come before
// the next tick.
func TestRestartBetweenRequests(t *testing.T) {
	g := randomgame.Open(t, 1, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	h := handlerOf(t, g.Game, Options{Token: secret, Acts: true})
	v := viewerOf(t, h, 1, 2)
	h.live.attach()
	for range 5 {
		g.Step()
	}
	was := h.stamp().Start
	g.Restart(7)
	if _, err := g.Spawn("t1", bough.Fields{"a": 1, "b": 2}); err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string) (status int, reply string) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
			r.Header.Set("Authorization", "Bearer "+secret)
			r.Header.Set("Origin", "http://localhost")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			status, reply = w.Code, w.Body.String()
		}()
		for {
			g.Refresh()
			select {
			case <-done:
				return
			default:
			}
		}
	}
	var hello wire.Hello
	if status, reply := ask("GET", "/v1/hello", ""); status != 200 || json.Unmarshal([]byte(reply), &hello) != nil || hello.Start == was || hello.Tick != 0 {
		t.Errorf("hello: %d %s", status, reply)
	}
	if !slices.ContainsFunc(hello.Marks, func(m wire.Mark) bool { return m.Kind == "restart" }) {
		t.Errorf("no mark of the restart: %s", text(hello.Marks))
	}
	if status, reply := ask("POST", "/v1/act", `{"act":"set","agent":1,"name":"b","value":"5","tick":0}`); status != 200 {
		t.Errorf("act: %d %s", status, reply)
	}
	if status, reply := ask("POST", "/v1/act", `{"act":"hold","agent":2,"tick":0}`); status != 404 {
		t.Errorf("act on an agent of the last game: %d %s", status, reply)
	}
	g.Tick(time.Millisecond)
	g.Restart(8)
	h.removeViewer(v)
	h.mu.Lock()
	h.until = time.Time{}
	h.mu.Unlock()
	g.Tick(time.Millisecond) // ends the observation
	if h.isAttached() {
		t.Error("the game is still observed")
	}
}

// TestRestoreEndsTraces restores a state while nobody watches an agent any more: writes are not traced any longer.
func TestRestoreEndsTraces(t *testing.T) {
	g := randomgame.Open(t, 1, bough.Options{})
	h := handlerOf(t, g.Game, Options{})
	v := looker(t, h, 1)
	h.live.attach()
	g.Step()
	state, err := g.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	g.Step()
	if err := g.Restore(state); err != nil {
		t.Fatal(err)
	}
	v.watch = nil
	h.updateDemand()
	g.Tick(time.Millisecond)
	if h.live.tracing {
		t.Error("writes are still traced")
	}
}

// TestCrowdWhilePastComes makes crowds while another goroutine puts older ticks before the history.
func TestCrowdWhilePastComes(t *testing.T) {
	g := randomgame.Open(t, 2, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	for range 400 {
		g.Step()
	}
	h := handlerOf(t, g.Game, Options{})
	v := looker(t, h)
	v.crowd = true
	h.updateDemand()
	h.live.attach()
	g.Step()
	var w sync.WaitGroup
	w.Go(func() {
		past := newPastReader(h)
		defer past.close()
		for more := true; more; {
			var err error
			if more, err = past.extendHistory(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
	for h.hist.known().From > 1 && !t.Failed() {
		h.live.next = time.Time{}
		g.Step()
	}
	w.Wait()
}

// TestReplayWhileItPlays asks for the past of a recording while its history is still being made.
func TestReplayWhileItPlays(t *testing.T) {
	h := replayOf(t, 300, 50, 100, 150) // restarts, so that the numbers of ticks change
	for h.stamp().Tick != 150 {
		if _, err := h.recording(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// replayOf returns a handler of a recording of a random game, which was restarted after some ticks.
func replayOf(t *testing.T, ticks int, restarts ...int) *Handler {
	t.Helper()
	g := randomgame.Open(t, 5, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	for tick := range ticks {
		if slices.Contains(restarts, tick) {
			g.Restart(uint64(tick))
			a, err := g.Spawn("t1", bough.Fields{"a": 1, "b": 2})
			if err != nil {
				t.Fatal(err)
			}
			g.Agents = []*bough.Agent{a}
		}
		g.Step()
	}
	rec, err := g.Recording()
	if err != nil {
		t.Fatal(err)
	}
	h, err := NewReplay(rec, nil, Options{Token: secret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// TestWhyAfterReload reloads a tree between the explanation of a decision and the request's next turn.
func TestWhyAfterReload(t *testing.T) {
	files := fstest.MapFS{"main.bt": {Data: []byte("tree main\n  priority\n    idle when x > 5\n    idle\n")}}
	g, err := bough.OpenFS(files, bough.Options{FieldNames: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	g.Pin()
	a, err := g.Spawn("main", bough.Fields{"x": 1})
	if err != nil {
		t.Fatal(err)
	}
	h := handlerOf(t, g, Options{})
	h.use()
	h.live.attach()
	g.OnTick(nil, h.mu.Lock) // the request cannot go on
	var why *engine.Explanation
	done := make(chan struct{})
	go func() {
		defer close(done)
		if why, _, _, err = h.whyNext(t.Context(), int64(a.ID()), 1); err != nil {
			t.Error(err)
		}
	}()
	wait(t, "the question", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return len(h.live.asks) > 0
	})
	g.Tick(time.Millisecond)
	files["main.bt"] = &fstest.MapFile{Data: []byte("tree main\n  priority\n    idle\n")}
	g.Unpin() // puts it in force at once
	h.mu.Unlock()
	wait(t, "the answer", func() bool {
		g.Refresh()
		select {
		case <-done:
			return true
		default:
			return false
		}
	})
	if text := fmt.Sprint(why.Steps, why.WhyNot); strings.Contains(text, "x > 5") || strings.Contains(text, "{x ") {
		t.Errorf("the answer is about the tree before: %s", text)
	}
}

// TestPanicInReRun checks that Go code that panics when it is called again does not end the process.
func TestPanicInReRun(t *testing.T) {
	var again atomic.Bool
	o := bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}, Natives: map[string]*behaviors.Native{"step": {Behavior: func(*engine.Context) (engine.Status, error) {
		if again.Load() {
			panic("called again")
		}
		return engine.Running, nil
	}}}}
	g, err := bough.OpenFS(fstest.MapFS{"main.bt": {Data: []byte("tree main\n  priority\n    step\n")}}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.Spawn("main", nil); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		g.Tick(time.Millisecond)
	}
	rec, err := g.Recording()
	if err != nil {
		t.Fatal(err)
	}
	again.Store(true)
	h, err := NewReplay(rec, nil, Options{Token: secret})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	wait(t, "the recording ends", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return strings.Contains(h.present.pastWhy, "called again")
	})
	if _, _, err := h.past.frames(t.Context(), 1, []int64{1}, false); err == nil || !strings.Contains(err.Error(), "called again") {
		t.Error(err)
	}
}

// TestFillEnds checks that the past of an agent with more ends than are kept is not re-run for ever.
func TestFillEnds(t *testing.T) {
	g := randomgame.Open(t, 3, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	for range 200 {
		g.Step()
	}
	h := handlerOf(t, g.Game, Options{})
	h.live.attach()
	serve(t, g)
	past := newPastReader(h)
	defer past.close()
	h.mu.Lock()
	full := h.eventLog(1)
	full.parts = []logPart{{Range: wire.Between(200, 200), ends: make([]ending, maxEnds-1)}}
	for i := range full.parts[0].ends {
		full.parts[0].ends[i].tick = 200
	}
	h.mu.Unlock()
	for range 100 {
		more, err := past.fill(t.Context(), []int64{1})
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			return
		}
	}
	t.Error("the past is re-run for ever")
}

// serve runs what other goroutines give to Game.Do until the test ends.
func serve(t *testing.T, g *randomgame.Game) {
	ctx, cancel := context.WithCancel(context.Background())
	var w sync.WaitGroup
	w.Go(func() {
		clock := time.NewTicker(time.Millisecond)
		defer clock.Stop()
		for ctx.Err() == nil {
			g.Refresh()
			<-clock.C
		}
	})
	t.Cleanup(func() { cancel(); w.Wait() })
}

// TestOldGameAddsNothing checks that a re-run of the game before a restart does not add to what is known of the new one.
func TestOldGameAddsNothing(t *testing.T) {
	h := replayOf(t, 5)
	b := newLogBuilder([]int64{1})
	b[1].ends = []ending{{tick: 3}}
	b.close(h, "another start", wire.Between(1, 5))
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.logs[1]; c != nil && len(c.parts) > 0 {
		t.Errorf("%+v", c.parts)
	}
}

// TestQueries asks for ranges, levels and numbers at their limits.
func TestQueries(t *testing.T) {
	x := start(t, 3, Options{})
	until(t, x.dial(wire.Ask{Watch: []int64{1}}), "a frame", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		return kind == "frame" && f.Tick > 60
	})
	var hello wire.Hello
	x.get("/v1/hello", &hello)
	const most = math.MaxInt64
	for _, q := range []string{
		fmt.Sprintf("from=%d", most), fmt.Sprintf("to=%d", most), "to=0", "from=50&to=20", fmt.Sprintf("from=%d&to=1&level=2", most),
		fmt.Sprintf("level=%d", most), fmt.Sprintf("level=%d&from=20", most), "level=0", "level=1",
	} {
		var ran wire.Ran
		x.get("/v1/ran?agent=1&"+q, &ran)
		for _, p := range ran.Parts {
			if p.From > p.To || p.From < 1 {
				t.Errorf("%s: part %v", q, p.Range)
			}
			for _, n := range p.Nodes {
				if p.Level > 1 && slices.Max(n.Share) == 0 {
					t.Errorf("%s: node %d has never run", q, n.Node)
				}
			}
		}
		var all wire.Population
		x.get("/v1/population?tree="+hello.Trees[0].Key+"&"+q, &all)
		for _, n := range all.Nodes {
			if slices.Max(n.Share) == 0 {
				t.Errorf("%s: node %d of the population has never run", q, n.Node)
			}
		}
	}
	for _, path := range []string{"why?agent=1&node=0", "boards?x=", "agents?node=0&tree=" + hello.Trees[0].Key, "fields?agent=1&name=a&to=5"} {
		for _, tick := range []int64{0, 1, 1 << 32, most} {
			if status, data := x.request("GET", fmt.Sprintf("/v1/%s&tick=%d&from=%d", path, tick, tick), nil); status != 200 && status != 404 {
				t.Errorf("%s, tick %d: %d %s", path, tick, status, data)
			}
		}
	}
	for _, agent := range []string{fmt.Sprint(most), "0", "9223372036854775808", "-1", "1.5", "0x1"} {
		for _, path := range []string{"ran?", "why?node=0&", "why?node=0&tick=3&", "fields?name=a&"} {
			if status, data := x.request("GET", "/v1/"+path+"agent="+agent, nil); status != 400 && status != 404 && !(status == 200 && strings.HasPrefix(path, "fields")) {
				t.Errorf("%s, agent %s: %d %s", path, agent, status, data)
			}
		}
	}
}

// TestRepeatedWatch checks that an agent that is named twice gets frames of the right tick.
func TestRepeatedWatch(t *testing.T) {
	a, err := parseAsk([]byte(`{"watch":[7,3,7,7],"rate":1e-300}`))
	if err != nil || !slices.Equal(a.Watch, []int64{7, 3}) || a.Rate < minRate {
		t.Fatalf("%+v, %v", a, err)
	}
}

// TestReplaysAreForgotten checks that the programs of a replay do not stay when it is closed.
func TestReplaysAreForgotten(t *testing.T) {
	h := replayOf(t, 40)
	wait(t, "the recording is played", func() bool { return h.stamp().Tick == 40 })
	a := newPastReader(h)
	if _, _, err := a.frames(t.Context(), 20, []int64{1}, false); err != nil {
		t.Fatal(err)
	}
	p := weak.Make(a.replay.Game().World().Agent(1).Program())
	a.close()
	runtime.GC()
	if p.Value() != nil {
		t.Error("the program cannot be freed")
	}
}

// TestTracksAreForgotten has agents that come and go: what is kept of them is bounded.
func TestTracksAreForgotten(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{"main.bt": {Data: []byte("tree main\n  idle\n")}}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	trees, hist := newTreeSet().cache(), newHistory(64<<10)
	of := func(p *engine.Program) *tree { return trees.tree(p, g.Bundle()) }
	for range 3000 {
		a, err := g.Spawn("main", nil)
		if err != nil {
			t.Fatal(err)
		}
		g.Tick(time.Millisecond)
		hist.look(g.World(), of)
		g.Despawn(a)
	}
	g.Tick(time.Millisecond)
	hist.look(g.World(), of)
	if n := len(hist.byID); n > 1000 {
		t.Errorf("%d agents are kept", n)
	}
	for _, x := range hist.byID {
		if x.agent != nil {
			t.Fatal("an agent that is gone cannot be freed")
		}
	}
}

// TestMarkLength checks that long texts of acts and scripts do not stay as marks.
func TestMarkLength(t *testing.T) {
	var d updates
	d.mark(wire.Mark{Text: strings.Repeat("é", 5000)})
	if n := len(d.marks[0].Text); n > maxMarkText+len("…") {
		t.Errorf("%d bytes", n)
	}
}

// TestFirstStatusHasMarks checks that no mark is lost between the reply of hello and the connection.
func TestFirstStatusHasMarks(t *testing.T) {
	x := start(t, 1, Options{Acts: true})
	x.request("POST", "/v1/act", wire.Act{Act: "hold", Agent: 1})
	until(t, x.dial(wire.Ask{}), "the first status", func(kind string, data []byte) bool {
		var s wire.Status
		json.Unmarshal(data, &s)
		if !slices.ContainsFunc(s.Marks, func(m wire.Mark) bool { return m.Kind == "act" }) {
			t.Errorf("marks %s", text(s.Marks))
		}
		return true
	})
}

// TestReload closes a page and opens it again: the past is still there.
func TestReload(t *testing.T) {
	g := randomgame.Open(t, 1, bough.Options{})
	h := handlerOf(t, g.Game, Options{})
	v := viewerOf(t, h, 1)
	h.live.attach()
	for range 5 {
		g.Step()
	}
	h.removeViewer(v)
	g.Step()
	if !h.isAttached() || h.hist.known().From != 1 {
		t.Errorf("attached %v, known %v", h.isAttached(), h.hist.known())
	}
}

// TestHugeFrame checks the bound of frames whose rows have long texts.
func TestHugeFrame(t *testing.T) {
	f := &wire.Frame{Type: "frame", Agent: 7, Sentence: "runs"}
	for i := range maxRows {
		f.Rows = append(f.Rows, rows.State{Node: i, Mark: rows.Fault, Error: strings.Repeat("e", 1000), Why: strings.Repeat("w", 1000)})
	}
	if data, _ := encodeFrame(f); len(data) > maxFrame || !json.Valid(data) {
		t.Errorf("%d bytes", len(data))
	}
}

// TestHeaders checks replies that do not come from the handler's own code.
func TestHeaders(t *testing.T) {
	x := start(t, 1, Options{})
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/nothing.js", 404}, {"HEAD", "/", 200}, {"HEAD", "/nothing", 404}, {"OPTIONS", "/", 405}, {"PUT", "/page.js", 405}, {"GET", "/index.html", 301},
		{"GET", "//v1/live", 301}, {"HEAD", "/v1/hello", 200}, {"TRACE", "/v1/hello", 404}, {"POST", "/v1/hello", 404}, {"GET", "/%2e%2e/go.mod", 404},
	} {
		r := httptest.NewRequest(c.method, x.server.URL+c.path, nil)
		r.Host = strings.TrimPrefix(x.server.URL, "http://")
		r.Header.Set("Origin", x.server.URL)
		r.Header.Set("Authorization", "Bearer "+secret)
		w := httptest.NewRecorder()
		x.h.ServeHTTP(w, r)
		head := w.Result().Header
		if w.Code != c.want && !(c.want == 301 && w.Code/100 == 3) {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, w.Code, c.want)
		}
		want := http.Header{}
		protect(want)
		for k := range want {
			if head.Get(k) != want.Get(k) {
				t.Errorf("%s %s: header %s is %q", c.method, c.path, k, head.Get(k))
			}
		}
		if w.Code == 405 && head.Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", c.method, c.path)
		}
		if w.Code == 404 && c.method != "HEAD" && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s %s: no sentence: %s", c.method, c.path, w.Body)
		}
	}
}

// TestStripPrefix mounts the handler behind a prefix.
func TestStripPrefix(t *testing.T) {
	x := start(t, 1, Options{})
	server := httptest.NewServer(http.StripPrefix("/debug/game", x.h))
	defer server.Close()
	x.server = server
	r, err := http.Get(server.URL + "/debug/game/")
	if err != nil || r.StatusCode != 200 {
		t.Fatal(r, err)
	}
	r.Body.Close()
	if status, data := x.request("GET", "/debug/game/v1/hello", nil); status != 200 {
		t.Errorf("%d %s", status, data)
	}
	at := strings.Replace(server.URL, "http", "ws", 1) + "/debug/game/v1/live"
	if _, r, err := websocket.Dial(context.Background(), at, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://evil.example"}}}); err == nil || r.StatusCode != 403 {
		t.Errorf("a foreign origin is connected: %v", err)
	}
	c, _, err := websocket.Dial(context.Background(), at, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {server.URL}}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	say(t, c, wire.Ask{Token: secret})
	until(t, c, "a status", func(kind string, _ []byte) bool { return kind == "status" })
}

// TestCloseEndsRequests closes a handler while a request re-runs the past.
func TestCloseEndsRequests(t *testing.T) {
	h := replayOf(t, 200)
	wait(t, "the recording is played", func() bool { return h.stamp().Tick == 200 })
	h.past.turn <- struct{}{}
	done := make(chan int)
	go func() {
		r := httptest.NewRequest("GET", "http://localhost/v1/why?agent=1&node=0&tick=3", nil)
		r.Header.Set("Authorization", "Bearer "+secret)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r) // waits for its turn
		done <- w.Code
	}()
	h.stop()
	if code := <-done; code < 500 {
		t.Errorf("status %d", code)
	}
	<-h.past.turn
}

// TestPatience checks that a game which ticks slowly is not taken for one that does not tick.
func TestPatience(t *testing.T) {
	h, err := newHandler(Options{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for _, c := range []struct {
		ticks int64
		after time.Duration
		want  time.Duration
	}{
		{1, time.Hour, minPatience}, // nothing is known yet
		{1, 50 * time.Millisecond, minPatience},
		{1, 300 * time.Millisecond, 900 * time.Millisecond},
		{0, 100 * time.Millisecond, 900 * time.Millisecond},
		{1, 400 * time.Millisecond, 1500 * time.Millisecond},
		{10, 2 * time.Second, 600 * time.Millisecond},
		{1, time.Minute, maxPatience},
		{1, time.Millisecond, minPatience},
	} {
		now = now.Add(c.after)
		h.present.noteTick(now, h.present.stamp.Tick+c.ticks)
		h.present.stamp.Tick += c.ticks
		h.present.at = now
		if got := h.patience(); got != c.want {
			t.Errorf("after %d ticks in %v: %v, want %v", c.ticks, c.after, got, c.want)
		}
		if h.silent(now.Add(c.want)) || !h.silent(now.Add(c.want+1)) {
			t.Errorf("silent is wrong at %v", c.want)
		}
	}
}

// TestSeriesOfAllFields compares the histories of fields with the frames of each tick, also of fields that come and go. Histories of
// several fields take one re-run.
func TestSeriesOfAllFields(t *testing.T) {
	for seed := range uint64(4) {
		g := randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
		h := handlerOf(t, g.Game, Options{})
		for tick := range 200 {
			switch tick {
			case 50:
				g.Agents[0].Set(engine.KeyOf("late"), value.Number(1))
			case 120:
				g.Agents[0].Set(engine.KeyOf("x"), value.Value{})
			}
			g.Step()
		}
		h.use()
		h.live.attach()
		rec, err := g.Recording()
		if err != nil {
			t.Fatal(err)
		}
		past := newPastReader(h)
		defer past.close()
		if past.replay, err = rec.Replay(nil); err != nil {
			t.Fatal(err)
		}
		past.start, past.known = h.stamp().Start, wire.Between(1, 200)
		in := wire.Between(3, 190)
		series := map[string]*wire.Series{}
		for _, name := range []string{"a", "b", "heard", "x", "late", "none"} {
			if series[name], err = past.series(t.Context(), 1, name, in); err != nil {
				t.Fatal(err)
			}
			if series[name].Known != in {
				t.Fatalf("seed %d: %s is known in %v", seed, name, series[name].Known)
			}
		}
		if len(past.fields) != 2 { // of 128 ticks
			t.Errorf("%d blocks", len(past.fields))
		}
		for tick := in.From; tick <= in.To; tick++ {
			list, _, err := past.frames(t.Context(), tick, []int64{1}, false)
			if err != nil {
				t.Fatal(err)
			}
			for name, s := range series {
				want := "nil"
				for _, f := range list[0].frame.Fields {
					if f.Name == name {
						want = f.Text
					}
				}
				is := ""
				for _, p := range s.Points {
					if p.Tick <= tick {
						is = p.Text
					}
				}
				if is != want {
					t.Fatalf("seed %d, tick %d: %s is %s in the history, %s in the frame", seed, tick, name, is, want)
				}
			}
		}
	}
}

// TestSeekComesFirst checks that a page that seeks a tick does not wait for older ticks that are re-run meanwhile.
func TestSeekComesFirst(t *testing.T) {
	h := handlerOf(t, randomgame.Open(t, 1, bough.Options{}).Game, Options{})
	for name, c := range map[string]struct {
		ask  wire.Ask
		want bool
	}{
		"seek":  {wire.Ask{Seek: new(int64)}, true},
		"watch": {wire.Ask{Watch: []int64{1}}, true},
		"rate":  {wire.Ask{Rate: 5}, false},
		"view":  {wire.Ask{View: &[4]float64{}}, false},
	} {
		v := looker(t, h)
		ctx, stop := context.WithCancel(t.Context())
		v.yield = stop
		v.apply(&c.ask)
		if ended := ctx.Err() != nil; ended != c.want {
			t.Errorf("%s: the re-run ends %v", name, ended)
		}
		stop()
	}
}
