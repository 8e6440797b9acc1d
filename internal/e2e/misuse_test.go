package e2e

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind/geom"
	"go.uber.org/goleak"
)

// caught calls f and returns the text of its panic, or "" if it does not panic.
func caught(f func()) (text string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			text = r.Error()
		case string:
			text = r
		default:
			text = "another panic"
		}
	}()
	f()
	return ""
}

func counting(t *testing.T, o bough.Options) (*bough.Game, fstest.MapFS) {
	t.Helper()
	files := fstest.MapFS{
		"count.lua": {Data: []byte("return { behavior = function(agent) agent.n = (agent.n or 0) + 1 print(agent.n) end }")},
		"t.bt":      {Data: []byte("tree t\n  count\n")},
	}
	g, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g, files
}

// TestRefusedSetIsNotRecorded checks that a Set that panics is not recorded, and that replaying a forged recording
// with such a Set returns an error.
func TestRefusedSetIsNotRecorded(t *testing.T) {
	var out bytes.Buffer
	g, _ := counting(t, bough.Options{Record: bough.RecordOptions{To: &out, Replies: true}})
	a, err := g.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	g.Tick(time.Second)
	if got := caught(func() { a.Set(engine.KeyOf("id"), value.Number(3)) }); !strings.Contains(got, "agent.id is set by the engine") {
		t.Fatal(got)
	}
	g.Tick(time.Second)
	g.Close()
	replayAlone(t, out.Bytes(), 2)
	j := engine.NewJournal(false)
	g2, _ := counting(t, bough.Options{})
	b, err := g2.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	g2.World().Record(j)
	b.Set(engine.KeyOf("ix"), value.Number(3))
	g2.Tick(time.Second)
	forged := bytes.Replace(j.Bytes(), []byte("ix"), []byte("id"), 1)
	inputs, err := g2.World().ReadJournal(forged).Next()
	if err != nil || len(inputs.Inputs) != 1 {
		t.Fatal(inputs, err)
	}
	if err := inputs.Inputs[0].Apply(g2.World(), engine.Resolver{}); err == nil || !strings.Contains(err.Error(), "agent.id is set by the engine") {
		t.Error(err)
	}
}

// TestGone checks that a despawned agent can no longer be changed.
func TestGone(t *testing.T) {
	g, _ := counting(t, bough.Options{})
	a, err := g.Spawn("t", bough.Fields{"n": 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Despawn(a); err != nil {
		t.Fatal(err)
	}
	a.Set(engine.KeyOf("n"), value.Number(99))
	if got := a.Get(engine.KeyOf("n")).Float(); got != 1 {
		t.Errorf("n is %v", got)
	}
}

// TestExplainNoNode checks the panic of Explain for a node that is not in the tree.
func TestExplainNoNode(t *testing.T) {
	g, _ := counting(t, bough.Options{})
	a, err := g.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{-1, 1, 99} {
		if got := caught(func() { a.Explain(i) }); !strings.HasPrefix(got, "engine: Agent.Explain: ") {
			t.Errorf("%d: %s", i, got)
		}
	}
	if e := a.Explain(0); e.Gone || len(e.WhyNot) != 1 {
		t.Errorf("after a panic: %+v", e)
	}
}

// TestNilArguments checks the messages for arguments that are nil by mistake.
func TestNilArguments(t *testing.T) {
	g, _ := counting(t, bough.Options{})
	if got := caught(func() { g.Measure(nil) }); got != "bough: Game.Measure: the sink is nil" {
		t.Error(got)
	}
	if _, err := bough.OpenRecording(nil, 3); !errors.Is(err, bough.ErrRecording) || err.Error() != "recording: OpenRecording: no reader" {
		t.Error(err)
	}
}

// TestHelperEndsGoroutine checks that a helper can end the goroutine that ticks, as testing.T.Fatal does, from each
// kind of hook, and that the game can still be closed.
func TestHelperEndsGoroutine(t *testing.T) {
	for _, hooks := range []string{
		"behavior = function() h.fatal() end",
		"precondition = function() return h.fatal() end",
		"run = function() h.fatal() end",
		"on_enter = function() pcall(h.fatal) end",
	} {
		files := fstest.MapFS{"t.bt": file("tree t\n  b\n"), "b.lua": file("return { " + hooks + " }")}
		game, err := bough.OpenFS(files, bough.Options{Helpers: map[string][]bough.Helper{"h": {bough.Func("fatal(): ends the goroutine", runtime.Goexit)}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := game.Spawn("t", nil); err != nil {
			t.Fatal(err)
		}
		end := make(chan any)
		go func() {
			defer func() {
				end <- recover()
				close(end)
			}()
			game.Tick(time.Second)
			t.Error("Tick has returned")
		}()
		if p := <-end; p != nil {
			t.Errorf("%s: panic %v", hooks, p)
		}
		if err := game.Close(); err != nil {
			t.Errorf("%s: %v", hooks, err)
		}
	}
}

// TestPanicInCallback checks that a game continues after a callback has panicked and the caller has recovered.
func TestPanicInCallback(t *testing.T) {
	t.Run("OnLog", func(t *testing.T) {
		panics, lines := true, 0
		g, _ := counting(t, bough.Options{OnLog: func(*bough.Agent, string) {
			if panics {
				panic("mine")
			}
			lines++
		}})
		for range 2 {
			if _, err := g.Spawn("t", nil); err != nil {
				t.Fatal(err)
			}
		}
		if got := caught(func() { g.Tick(time.Second) }); got != "mine" {
			t.Fatal(got)
		}
		panics = false
		g.Tick(time.Second)
		if lines != 2 {
			t.Errorf("%d lines", lines)
		}
	})
	t.Run("OnReload", func(t *testing.T) {
		panics, source := true, hotreload.NewManual()
		g, files := counting(t, bough.Options{Source: source, OnReload: func(*assets.Report) {
			if panics {
				panic("mine")
			}
		}})
		if got := caught(func() { g.Load() }); got != "mine" {
			t.Fatal(got)
		}
		a, err := g.Spawn("t", nil)
		if err != nil {
			t.Fatal(err)
		}
		files["count.lua"] = &fstest.MapFile{Data: []byte("return { behavior = function(agent) agent.n = 7 end }")}
		source.Touch("count.lua")
		if got := caught(func() { g.Tick(time.Second) }); got != "mine" {
			t.Fatal(got)
		}
		g.Tick(time.Second)
		if got := a.Get(engine.KeyOf("n")).Float(); got != 7 {
			t.Errorf("n is %v, so the save is not in force", got)
		}
	})
}

// TestOptionsWithoutEffect checks that an option that would do nothing is an error.
func TestOptionsWithoutEffect(t *testing.T) {
	for want, o := range map[string]bough.Options{
		"Options.Poll":           {Poll: time.Second},
		"Options.Background":     {Background: true},
		"Options.Record.Replies": {Record: bough.RecordOptions{Replies: true}},
		"Options.Record.About":   {Record: bough.RecordOptions{About: "x"}},
		"Options.Record.Keep":    {Record: bough.RecordOptions{Keep: -1}},
	} {
		g, err := bough.Open(t.TempDir(), o)
		if err == nil {
			g.Close()
			t.Errorf("%s: no error", want)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestRecordingEndsAtError checks that a recording contains all ticks before the first value that cannot be
// recorded.
func TestRecordingEndsAtError(t *testing.T) {
	for _, last := range []int64{0, 5, bough.SegmentTicks - 1, bough.SegmentTicks, bough.SegmentTicks + 3} {
		var out bytes.Buffer
		g, _ := counting(t, bough.Options{Record: bough.RecordOptions{To: &out, Keep: time.Hour}})
		a, err := g.Spawn("t", nil)
		if err != nil {
			t.Fatal(err)
		}
		for range last {
			g.Tick(time.Second)
		}
		a.Set(engine.KeyOf("door"), value.Other(new(int)))
		g.Tick(time.Second)
		g.Tick(time.Second)
		var kept bytes.Buffer
		if err := g.WriteRecording(&kept); err != nil {
			t.Fatal(err)
		}
		g.Close()
		if err := g.RecordingErr(); err == nil || !strings.Contains(err.Error(), "t#1: input door") {
			t.Errorf("%d: %v", last, err)
		}
		for _, data := range [][]byte{out.Bytes(), kept.Bytes()} {
			r := openRecording(t, data)
			if _, end := r.Ticks(); end != last {
				t.Errorf("it ends with tick %d, not %d", end, last)
			}
			p, err := r.Replay(func() bough.Options { return bough.Options{} })
			if err != nil {
				t.Fatal(last, err)
			}
			if err := p.GoTo(last); err != nil {
				t.Error(last, err)
			}
			p.Close()
		}
	}
}

// TestReplayPureHelper checks that a replay without the program of the game finds the pure helpers of package geom,
// even if their descriptions have changed since the recording.
func TestReplayPureHelper(t *testing.T) {
	var out bytes.Buffer
	g, err := bough.OpenFS(fstest.MapFS{
		"go.lua": file("return { behavior = function(agent) agent.d = geom.distance(agent.x, 0, 3, 4) end }"),
		"t.bt":   file("tree t\n  go\n"),
	}, bough.Options{
		Helpers: map[string][]bough.Helper{"geom": {bough.Func("distance(x1, y1, x2, y2): in the words of an older version", geom.Distance).Pure()}},
		Record:  bough.RecordOptions{To: &out, Replies: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Spawn("t", bough.Fields{"x": 0}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		g.Tick(time.Second)
	}
	g.Close()
	replayAlone(t, out.Bytes(), 3)
}

// replayAlone replays the given number of ticks of a recording without the program of the game.
func replayAlone(t *testing.T, data []byte, ticks int64) {
	t.Helper()
	p, err := openRecording(t, data).Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if n := replayAll(t, p); n != ticks {
		t.Errorf("%d ticks, not %d", n, ticks)
	}
}

// TestEndlessTable checks that a table that contains itself is refused wherever Go code passes it, and that a table of
// 64 levels is accepted.
func TestEndlessTable(t *testing.T) {
	loop := &value.Table{}
	endless := value.Other(loop)
	loop.Entries = []value.Entry{{Key: value.String("self"), Value: endless}, {Key: value.String("other"), Value: endless}}
	deep := value.Other(&value.Table{})
	for range value.MaxDepth - 1 {
		deep = value.Other(&value.Table{Entries: []value.Entry{{Key: value.Number(1), Value: deep}}})
	}
	tooDeep := value.Other(&value.Table{Entries: []value.Entry{{Key: value.Number(1), Value: deep}}})
	wide := value.Other(&value.Table{})
	for range value.MaxDepth - 1 {
		wide = value.Other(&value.Table{Entries: []value.Entry{{Key: value.Number(1), Value: wide}, {Key: value.Number(2), Value: wide}}})
	}
	if got := endless.String(); got != "{...}" {
		t.Error(got)
	}
	for name, v := range map[string]value.Value{"endless": endless, "deep": tooDeep, "wide": wide} {
		files := fstest.MapFS{"t.bt": file("tree t\n  b\n"), "b.lua": file("return { behavior = function(agent) if agent.call then agent.err = select(2, pcall(h[agent.call])) end end }")}
		game, err := bough.OpenFS(files, bough.Options{Helpers: map[string][]bough.Helper{"h": {
			bough.Func("reply(): Returns the table.", func() value.Value { return v }),
			bough.Func("post(): Posts the table.", func(c *engine.Context) { c.Post(1, engine.Stimulus{Name: "noise", Data: v}) }),
			bough.Func("request(): Requests the table.", func(c *engine.Context) error { return c.Request(engine.Request{Kind: "go", Data: v}) }),
			bough.Func("board(): Writes the table.", func(c *engine.Context) { c.SetBoard("town", "x", v) }),
		}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := game.Spawn("t", bough.Fields{"v": v}); err == nil || !strings.Contains(err.Error(), "spawn t: field v: a table that contains itself") {
			t.Errorf("%s: Spawn: %v", name, err)
		}
		if _, err := game.Spawn("t", bough.Fields{"v": []value.Value{v}}); err == nil {
			t.Errorf("%s: Spawn with a list: no error", name)
		}
		a, err := game.Spawn("t", bough.Fields{"v": deep})
		if err != nil {
			t.Fatal(err)
		}
		w := game.World()
		for method, call := range map[string]func(){
			"Agent.Set":      func() { a.Set(engine.KeyOf("v"), v) },
			"World.Post":     func() { w.Post(a.ID(), engine.Stimulus{Name: "noise", Data: v}) },
			"World.SetBoard": func() { w.SetBoard("town", "x", v) },
			"Agent.Impose":   func() { a.Impose(engine.Request{Kind: "hit", Data: v}) },
		} {
			if got := caught(call); !strings.HasPrefix(got, "engine: "+method+" called with a table that contains itself") {
				t.Errorf("%s: %s: %s", name, method, got)
			}
		}
		for _, helper := range []string{"reply", "post", "request", "board"} {
			if name == "wide" && helper == "reply" {
				continue // it ends with the budget of the hook
			}
			a.Set(engine.KeyOf("call"), value.String(helper))
			game.Tick(time.Second)
			if got := a.Get(engine.KeyOf("err")).Str(); !strings.HasPrefix(got, "h."+helper+" panicked: ") || !strings.Contains(got, "contains itself") {
				t.Errorf("%s: %s: %q", name, helper, got)
			}
		}
		a.Set(engine.KeyOf("call"), value.Value{})
		if _, err := game.Snapshot(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		game.Close()
	}
	files := fstest.MapFS{"t.bt": file("tree t\n  n\n")}
	_, err := bough.OpenFS(files, bough.Options{Natives: map[string]*behaviors.Native{"n": {Params: engine.Params{{Name: "x", Value: endless}}}}})
	if err == nil || !strings.HasPrefix(err.Error(), `bough: Options.Natives["n"]: parameter x: a table that contains itself`) {
		t.Error(err)
	}
	_, err = bough.OpenFS(files, bough.Options{Kinds: []*engine.Custom{{Name: "n", Params: []engine.CustomParam{{Name: "x", Default: endless}}}}})
	if err == nil || !strings.Contains(err.Error(), `kind n: the default of x is a table that contains itself`) {
		t.Error(err)
	}
	if got := value.Other((*value.Table)(nil)); got.Table() == nil || got.String() != "{}" {
		t.Error(got)
	}
}

// TestPanicOfRequestRule checks that a rule for requests that panics in each tick for one agent leaves the other agents
// their ticks, with any number of workers, also if the panic comes directly after a hook in Lua.
func TestPanicOfRequestRule(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		game, err := bough.OpenFS(fstest.MapFS{
			"walk.lua": {Data: []byte(`return { behavior = function(agent) agent.n = (agent.n or 0) + 1 bt.request(agent, "walk") end }`)},
			"t.bt":     {Data: []byte("tree t\n  walk\n")},
		}, bough.Options{Workers: workers, RequestRule: func(a *engine.Agent, _, active *engine.Request, _ []engine.Request) *engine.Request {
			if a.ID() == 2 {
				panic("no rule for " + a.Label())
			}
			return active
		}})
		if err != nil {
			t.Fatal(err)
		}
		for range 7 {
			if _, err := game.Spawn("t", nil); err != nil {
				t.Fatal(err)
			}
		}
		for tick := 1.0; tick <= 3; tick++ {
			if text := caught(func() { game.Tick(frame) }); !strings.HasPrefix(text, "no rule for t#2") {
				t.Errorf("%d workers: %s", workers, text)
			}
			for a := range game.World().Agents() {
				if n := a.Get(engine.KeyOf("n")).Float(); n != tick {
					t.Errorf("%d workers, tick %v: %s has run %v times", workers, tick, a.Label(), n)
				}
			}
		}
		game.Close()
	}
}

// TestPanicInExit checks that Close frees all resources, and that Restart begins a new game, if Go code panics in an
// exit.
func TestPanicInExit(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	native := &behaviors.Native{OnExit: func(*engine.Context, engine.Reason) error { panic("mine") }}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.bt"), []byte("tree t\n  n\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	game, err := bough.Open(dir, bough.Options{Watch: true, Workers: 3, Natives: map[string]*behaviors.Native{"n": native}})
	if err != nil {
		t.Fatal(err)
	}
	spawn := func() {
		for range 3 {
			if _, err := game.Spawn("t", nil); err != nil {
				t.Fatal(err)
			}
		}
		game.Tick(time.Second)
	}
	spawn()
	if p := caught(func() { game.Restart(1) }); p != "mine" {
		t.Errorf("Restart: %v", p)
	}
	spawn()
	if p := caught(func() { game.Close() }); p != "mine" {
		t.Errorf("Close: %v", p)
	}
	if err := game.Close(); err != nil {
		t.Error(err)
	}
}

// TestMethodsOfWorld checks that a recording ends with an error if the game ticks, restores or records its world
// itself.
func TestMethodsOfWorld(t *testing.T) {
	for name, f := range map[string]func(game *bough.Game){
		"World.Tick":   func(game *bough.Game) { game.World().Tick(time.Second) },
		"World.Record": func(game *bough.Game) { game.World().Record(nil) },
	} {
		var out bytes.Buffer
		game, err := bough.OpenFS(behaves("agent.n = 1"), bough.Options{Record: bough.RecordOptions{To: &out}})
		if err != nil {
			t.Fatal(err)
		}
		for tick := range 10 {
			if tick == 5 {
				f(game)
			}
			game.Tick(time.Second)
		}
		game.Close()
		if err := game.RecordingErr(); err == nil || !strings.Contains(err.Error(), "before tick 6, World.Tick, World.Restore or World.Record was called; use the methods of Game") {
			t.Errorf("%s: %v", name, err)
		}
		r := openRecording(t, out.Bytes())
		if _, last := r.Ticks(); last != 5 {
			t.Errorf("%s: the recording ends with tick %d", name, last)
		}
		if err := replayErr(r, nil); err != io.EOF {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRanBeyondTheHistory asks about as many ticks as an agent remembers, and about one more, in a guard, a script and
// Go, with several values of Limits.History.
func TestRanBeyondTheHistory(t *testing.T) {
	for _, history := range []int{0, 3, 100} {
		size := cmp.Or(history, engine.DefaultHistory)
		for _, more := range []int{0, 1} {
			files := fstest.MapFS{
				"root.lua": file(fmt.Sprintf("return { behavior = function() return bt.ran('root', %d) and bt.ran_ago('root', %[1]d) end }", size+more)),
				"t.bt":     file(fmt.Sprintf("tree t\n  fallback\n    root when ran(\"root\", %d)\n    wait 9 when not ran_ago(\"root\", %[1]d)\n", size+more)),
			}
			g, err := bough.OpenFS(files, bough.Options{Limits: bough.Limits{History: history}})
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			if got := len(g.Load().Errors()); got != 4*more {
				t.Errorf("history %d, ticks %d: %d errors\n%v", size, size+more, got, g.Bundle().Problems)
			}
			if more > 0 {
				continue
			}
			a, err := g.Spawn("t", nil)
			if err != nil {
				t.Fatal(err)
			}
			g.Tick(time.Second)
			if a.Ran("root", size) || a.RanAgo("root", size) || !a.Ran("wait", size) {
				t.Errorf("history %d: wrong answers after a tick", size)
			}
			for _, k := range []int{-1, 0, size + 1} {
				for name, f := range map[string]func(string, int) bool{"Ran": a.Ran, "RanAgo": a.RanAgo} {
					want := fmt.Sprintf("engine: Agent.%s called with %d ticks, for t#1; want 1 to %d", name, k, size)
					if got := caught(func() { f("wait", k) }); !strings.HasPrefix(got, want) {
						t.Errorf("panic %q, want %q", got, want)
					}
				}
			}
		}
	}
}
