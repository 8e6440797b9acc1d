package e2e

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind/lua"
)

// recorded plays a game of one agent and 200 ticks of a second, and returns its recording. The agent runs a single
// behavior with the given body. each, which may be nil, is called before each tick, with its number.
func recorded(t *testing.T, o bough.Options, body string, helpers []bough.Helper, each func(game *bough.Game, files fstest.MapFS, tick int)) *bough.Recording {
	t.Helper()
	var out bytes.Buffer
	files := behaves(body)
	o.Record.To = &out
	if helpers != nil {
		o.Helpers = map[string][]bough.Helper{"h": helpers}
	}
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	for tick := range 200 {
		if each != nil {
			each(game, files, tick+1)
		}
		game.Tick(time.Second)
	}
	game.Close()
	if err := game.RecordingErr(); err != nil {
		t.Fatal(err)
	}
	return openRecording(t, out.Bytes())
}

// behaves returns the files of a tree t with one behavior.
func behaves(body string) fstest.MapFS {
	return fstest.MapFS{"t.bt": file("tree t\n  priority\n    b\n    idle\n"), "b.lua": file("return { behavior = function(agent) " + body + " end }")}
}

// TestReplayWithoutStates replays recordings whose later segments have no state: an agent keeps a function of an older
// file, and the game is restarted while a file has errors.
func TestReplayWithoutStates(t *testing.T) {
	source := hotreload.NewManual()
	const keeps = "agent.f = agent.f or function() return 1 end agent.n = (agent.n or 0) + agent.f()"
	edit := func(files fstest.MapFS, text string) {
		files["b.lua"] = file(text)
		source.Touch("b.lua")
	}
	for name, each := range map[string]func(*bough.Game, fstest.MapFS, int){
		"older function": func(_ *bough.Game, files fstest.MapFS, tick int) {
			if tick == 10 {
				edit(files, string(files["b.lua"].Data)+" -- saved")
			}
		},
		"restart with errors": func(game *bough.Game, files fstest.MapFS, tick int) {
			if tick == 10 {
				edit(files, "return {")
			} else if tick == 20 {
				game.Restart(3)
				game.Spawn("t", nil)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := recorded(t, bough.Options{Source: source}, keeps, nil, each).Replay(nil)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			replayAll(t, p)
			if n := p.Game().World().Agent(1).Get(engine.KeyOf("n")).Float(); p.At() != 200 || n < 181 {
				t.Errorf("tick %d, n is %v", p.At(), n)
			}
			if err := p.GoTo(150); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestReplayOfLastTick checks that the state after the last tick is that before the inputs which follow it, like the
// state after any other tick, and that a difference in the last segment is named correctly.
func TestReplayOfLastTick(t *testing.T) {
	x, y := engine.KeyOf("x"), engine.KeyOf("y")
	var out bytes.Buffer
	game, err := bough.OpenFS(behaves(""), bough.Options{Record: bough.RecordOptions{To: &out}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := game.Spawn("t", bough.Fields{"x": 0, "y": 1})
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 20 {
		if tick == 9 {
			a.Fields().Set(y, value.Number(2)) // not recorded
		}
		game.Tick(time.Second)
		a.Set(x, value.Number(float64(tick+1)))
	}
	game.Close()
	p, err := openRecording(t, out.Bytes()).Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const want = "tick 10: t#1 has other fields than in the recording; at the end of tick 20, t#1 has y = 1; in the recording: t#1 has y = 2"
	for err = nil; err == nil; {
		err = p.Tick()
	}
	if err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}

	p, err = recorded(t, bough.Options{}, "", nil, func(game *bough.Game, _ fstest.MapFS, tick int) {
		game.World().Agent(1).Set(x, value.Number(float64(tick)))
	}).Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, tick := range []int64{64, 65, 199, 200} {
		if err := p.GoTo(tick); err != nil || p.Game().World().Agent(1).Get(x).Float() != float64(tick) {
			t.Errorf("after tick %d x is %v; %v", tick, p.Game().World().Agent(1).Get(x), err)
		}
	}
}

// TestCloseBeforeLoad closes games that record and were never loaded.
func TestCloseBeforeLoad(t *testing.T) {
	for _, o := range []bough.RecordOptions{{To: io.Discard}, {Keep: time.Second}} {
		game, err := bough.OpenFS(fstest.MapFS{}, bough.Options{Record: o})
		if err == nil {
			err = game.Close()
		}
		if err != nil || game.RecordingErr() != nil {
			t.Error(err, game.RecordingErr())
		}
	}
}

// writerFunc is an io.Writer.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestRecordingOutlivesWriter checks that the recording in memory continues if Record.To or Record.OnMark fails, and
// that RecordingErr says so.
func TestRecordingOutlivesWriter(t *testing.T) {
	for want, o := range map[string]bough.RecordOptions{
		"recording: the disk is full; the recording in memory continues": {To: full{}},
		"recording: short write; the recording in memory continues":      {To: writerFunc(func(p []byte) (int, error) { return len(p) / 2, nil })},
		"recording: Write of Record.To panicked: no; the recording in memory continues": {
			To: writerFunc(func([]byte) (int, error) { panic("no") })},
		"recording: Record.OnMark panicked: no; the recording in memory continues": {OnMark: func(bough.Mark, *bough.Recording) error { panic("no") }},
		"recording: no room; the recording in memory continues":                    {OnMark: func(bough.Mark, *bough.Recording) error { return errors.New("no room") }},
	} {
		calls := 0
		o.Keep = time.Minute
		if o.To != nil {
			o.OnMark = func(bough.Mark, *bough.Recording) error {
				calls++
				return nil
			}
		}
		game, err := bough.OpenFS(behaves("if bt.tick() == 150 then error('x') end"), bough.Options{Record: o})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := game.Spawn("t", nil); err != nil {
			t.Fatal(err)
		}
		for range 200 {
			game.Tick(time.Second)
		}
		game.Close()
		if err := game.RecordingErr(); err == nil || err.Error() != want || !errors.Is(err, bough.ErrRecording) {
			t.Errorf("got %v\nwant %s", err, want)
		}
		var out bytes.Buffer
		if err := game.WriteRecording(&out); err != nil {
			t.Fatal(err)
		}
		if _, last := openRecording(t, out.Bytes()).Ticks(); last != 200 || o.To != nil && calls != 1 {
			t.Errorf("%s: up to tick %d, %d calls of OnMark", want, last, calls)
		}
		short := writerFunc(func(p []byte) (int, error) { return len(p) / 2, nil })
		if err := game.WriteRecording(short); !errors.Is(err, bough.ErrRecording) || !errors.Is(err, io.ErrShortWrite) {
			t.Error(err)
		}
	}
}

// TestRerunOrder checks that a re-run under the same files does the same if a helper is called again after another
// one, and that it notices another order.
func TestRerunOrder(t *testing.T) {
	nothing := func() {}
	helpers := []bough.Helper{bough.Func("a(): acts", nothing), bough.Func("b(): acts", nothing)}
	r := recorded(t, bough.Options{Record: bough.RecordOptions{Replies: true}}, "h.a() h.b() h.a()", helpers, nil)
	for body, want := range map[string]string{
		"h.a() h.b() h.a()": "",
		"h.a() h.a() h.b()": "in tick 1 t#1 calls h.b, in another order than in the recording; what the game would have done from there is not recorded",
	} {
		if got, err := r.Rerun(bough.RerunOptions{Files: behaves(body)}); err != nil || got.Reason != want {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
}

// TestRerunNamesBoardEntry checks that the reason of a re-run names the board entry that differs.
func TestRerunNamesBoardEntry(t *testing.T) {
	r := recorded(t, bough.Options{Record: bough.RecordOptions{Replies: true}}, "local w = bt.board('alarm') w.a = 1 w.z = 2", nil, nil)
	got, err := r.Rerun(bough.RerunOptions{Files: behaves("local w = bt.board('alarm') w.a = 1 w.z = 3")})
	const want = "in tick 1 the board entry alarm.z is 3 instead of 2; what the game would have done from there is not recorded"
	if err != nil || got.Reason != want {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestKeepAfterRename checks that a recording in memory drops old segments after a tree was renamed in its file, and so
// is in no file any more, whether or not an agent runs that tree.
func TestKeepAfterRename(t *testing.T) {
	for _, tree := range []string{"t", "u"} {
		files := behaves("agent.n = 1")
		files["u.bt"] = file("tree u\n  b\n")
		source := hotreload.NewManual()
		game, err := bough.OpenFS(files, bough.Options{Source: source, Record: bough.RecordOptions{Keep: time.Second}})
		if err != nil {
			t.Fatal(err)
		}
		defer game.Close()
		if _, err := game.Spawn(tree, nil); err != nil {
			t.Fatal(err)
		}
		for tick := range 300 {
			if tick == 10 {
				files["u.bt"] = file("tree v\n  b\n")
				source.Touch("u.bt")
			}
			game.Tick(time.Second / 10)
		}
		var out bytes.Buffer
		if err := game.WriteRecording(&out); err != nil {
			t.Fatal(err)
		}
		r := openRecording(t, out.Bytes())
		if first, _ := r.Ticks(); first <= 100 {
			t.Errorf("agents run %s: the recording begins with tick %d", tree, first)
		}
		if err := replayErr(r, nil); err != io.EOF {
			t.Errorf("agents run %s: %v", tree, err)
		}
	}
}

// TestReplayMisuse checks the errors for options with a part of a namespace, and for calls without what they need.
func TestReplayMisuse(t *testing.T) {
	helpers := []bough.Helper{bough.Func("a(): one", func() int { return 1 }), bough.Func("b(): two", func() int { return 2 }).Pure()}
	r := recorded(t, bough.Options{Record: bough.RecordOptions{Replies: true}}, "agent.n = h.a() + h.b()", helpers, nil)
	_, err := r.Replay(func() bough.Options { return bough.Options{Helpers: map[string][]bough.Helper{"h": helpers[1:]}} })
	if want := `recording: Options.Helpers["h"] lacks the helper a of the recorded game; give all helpers of the game in this namespace, or none`; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if _, _, err := r.Fork(20, nil); !errors.Is(err, bough.ErrRecording) {
		t.Error(err)
	}
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Fork().Close()
	if p.Fork() != nil {
		t.Error("there is a second game")
	}
}

// replayErr returns the error that ends a replay, io.EOF at the end of the recording.
func replayErr(r *bough.Recording, game func() bough.Options) error {
	p, err := r.Replay(game)
	if err != nil {
		return err
	}
	defer p.Close()
	for err == nil {
		err = p.Tick()
	}
	return err
}

// TestEffectsShareTable checks, under the race detector, that helpers of two workers can give the same table to others.
func TestEffectsShareTable(t *testing.T) {
	v, err := value.Of(map[string]any{"a": "text", "b": 2})
	if err != nil {
		t.Fatal(err)
	}
	helpers := []bough.Helper{bough.Func("cry(): acts", func(c *engine.Context) {
		c.Post(1, engine.Stimulus{Name: "n", Data: v})
		c.SetBoard("b", "k", v)
		c.ClaimBoard("b", "own", v)
	})}
	r := recorded(t, bough.Options{Workers: 2, Record: bough.RecordOptions{Replies: true}}, "h.cry() agent.x = bt.board('b').k and bt.board('b').k.b", helpers, func(game *bough.Game, _ fstest.MapFS, tick int) {
		if tick == 1 {
			for range 20 {
				game.Spawn("t", nil)
			}
		}
	})
	if err := replayErr(r, nil); err != io.EOF {
		t.Error(err)
	}
}

// TestEffectsAreNotAdded checks that a script which calls a helper more often than in the recording does not repeat its
// effects more often.
func TestEffectsAreNotAdded(t *testing.T) {
	helpers := []bough.Helper{bough.Func("add(): acts", func(c *engine.Context) {
		n := engine.KeyOf("n")
		c.Agent().Set(n, value.Number(c.Agent().Get(n).Float()+1))
	}).Reads()}
	r := recorded(t, bough.Options{Record: bough.RecordOptions{Replies: true}}, "h.add() h.add()", helpers, nil)
	got, err := r.Rerun(bough.RerunOptions{Files: behaves("for i = 1, 5 do h.add() end")})
	if err != nil || got.Reason != "" || got.To != 200 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestEffectsAreNotMovedIntoDecision re-runs a recording with a script that calls a helper with an effect in its
// precondition, where the helper would have panicked.
func TestEffectsAreNotMovedIntoDecision(t *testing.T) {
	helpers := []bough.Helper{bough.Func("cry(): acts", func(c *engine.Context) { c.Sleep(0) }).Reads()}
	r := recorded(t, bough.Options{Record: bough.RecordOptions{Replies: true}}, "h.cry()", helpers, nil)
	files := behaves("")
	files["b.lua"] = file("return { precondition = function() h.cry() return true end }")
	got, err := r.Rerun(bough.RerunOptions{Files: files})
	if want := "an effect in a decision"; err != nil || !strings.Contains(got.Reason, want) {
		t.Errorf("%+v, %v; want %s", got, err, want)
	}
}

// TestOptionsOfReplay checks which options of a game hold in a replay, and the errors for missing ones.
func TestOptionsOfReplay(t *testing.T) {
	limits := bough.Limits{Budget: 5000, History: 7}
	r := recorded(t, bough.Options{Seed: 3, Limits: limits, Record: bough.RecordOptions{Replies: true}}, "agent.n = h.a()", []bough.Helper{bough.Func("a(): one", func() int { return 1 })}, nil)
	calls, logs := 0, 0
	p, err := r.Replay(func() bough.Options {
		calls++
		return bough.Options{
			Watch: true, Poll: -1, Source: hotreload.NewManual(), Background: true, Record: bough.RecordOptions{Keep: -1}, Prefix: "other", Seed: 4,
			Limits: bough.Limits{Budget: -7}, DecideTwice: true, Workers: 2, OnReload: func(*assets.Report) { logs++ },
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if g := p.Game(); g.World().Seed() != 3 || g.Prefix() != "scripts" || g.Runtime().History() != 7 || logs != calls || r.Limits() != limits {
		t.Errorf("seed %d, prefix %s, history %d, %d reports of %d games", g.World().Seed(), g.Prefix(), g.Runtime().History(), logs, calls)
	}
	if replayAll(t, p); p.Game().World().Impure() != nil || p.Game().World().Agent(1).Get(engine.KeyOf("n")).Float() != 1 {
		t.Error("the replay differs")
	}
	if _, err := r.Replay(func() bough.Options { return bough.Options{FieldNames: []string{""}} }); !errors.Is(err, bough.ErrOptions) {
		t.Error(err)
	}
	if _, _, err := r.Fork(20, func() (bough.Options, func(*bough.Game) (func(), error)) { return bough.Options{}, nil }); !errors.Is(err, bough.ErrRecording) {
		t.Error(err)
	}
	if _, _, err := r.Fork(20, func() (bough.Options, func(*bough.Game) (func(), error)) {
		return bough.Options{}, func(*bough.Game) (func(), error) { return nil, nil }
	}); !errors.Is(err, bough.ErrRecording) {
		t.Error(err)
	}
	if _, err := r.Rerun(bough.RerunOptions{}); !errors.Is(err, bough.ErrRecording) || !strings.Contains(err.Error(), "RerunOptions.Files is missing") {
		t.Error(err)
	}
}

// TestClosedReplay checks that a closed replay opens no other game, which nobody would close.
func TestClosedReplay(t *testing.T) {
	p, err := recorded(t, bough.Options{}, "", nil, nil).Replay(nil)
	for err == nil {
		err = p.Tick()
	}
	if err == io.EOF {
		err = p.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, tick := range []int64{0, 100, 150} {
		if err := p.GoTo(tick); !errors.Is(err, bough.ErrClosed) {
			t.Errorf("GoTo(%d): %v", tick, err)
		}
	}
	if err := p.Tick(); !errors.Is(err, bough.ErrClosed) {
		t.Error(err)
	}
}

// TestReplayDecidesTwice replays games with Options.DecideTwice whose preconditions call helpers.
func TestReplayDecidesTwice(t *testing.T) {
	n := 0
	helpers := []bough.Helper{bough.Func("count(): counts", func(c *engine.Context) int {
		n++
		return n / 10
	})}
	files := behaves("agent.n = h.count()")
	files["b.lua"] = file("return { precondition = function(agent) return h.count() >= 0 end, behavior = function(agent) agent.n = h.count() end }")
	var out bytes.Buffer
	game, err := bough.OpenFS(files, bough.Options{DecideTwice: true, Helpers: map[string][]bough.Helper{"h": helpers}, Record: bough.RecordOptions{To: &out, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	game.Spawn("t", nil)
	for range 100 {
		game.Tick(time.Second)
	}
	game.Close()
	r := openRecording(t, out.Bytes())
	if err := replayErr(r, nil); err != io.EOF {
		t.Error(err)
	}
	if got, err := r.Rerun(bough.RerunOptions{Files: files}); err != nil || got.Reason != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestFaultAtEnd checks that OnMark gets the error of the tick that ends the recording, and that Close does not wait
// for an OnMark that ends its goroutine.
func TestFaultAtEnd(t *testing.T) {
	calls := 0
	game, err := bough.OpenFS(behaves("if bt.tick() == 20 then error('x') end"), bough.Options{Record: bough.RecordOptions{Keep: time.Minute, OnMark: func(bough.Mark, *bough.Recording) error {
		calls++
		runtime.Goexit()
		return nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := game.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 30 {
		if tick == 19 {
			a.Set(engine.KeyOf("x"), value.Other(&struct{ c chan int }{})) // cannot be recorded
		}
		game.Tick(time.Second)
	}
	game.Close()
	if calls != 1 || !strings.Contains(game.RecordingErr().Error(), "no codec saves a value of Go") {
		t.Errorf("%d calls, %v", calls, game.RecordingErr())
	}
}

// TestRerunComparesGoValues checks that Go values of two games are compared as they are saved, on boards, in requests
// and in fields, and that a replay without Options.Values says what it lacks.
func TestRerunComparesGoValues(t *testing.T) {
	own := func() bough.Options {
		all := doors{{0}, {1}} // other ones in each game
		return bough.Options{
			Values:  all,
			Helpers: map[string][]bough.Helper{"h": {bough.Func("door(n): a door", func(n int) *door { return all[n] }).Reads()}},
		}
	}
	for _, body := range []string{"bt.board('alarm').door = doors[N]", "bt.request(agent, 'open', doors[N])", "agent.door = doors[N]"} {
		script := func(n string) fstest.MapFS {
			return behaves("local doors = { h.door(0), h.door(1) } " + strings.ReplaceAll(body, "N", n))
		}
		var out bytes.Buffer
		o := own()
		o.Record = bough.RecordOptions{To: &out, Replies: true}
		game, err := bough.OpenFS(script("1"), o)
		if err != nil {
			t.Fatal(err)
		}
		game.Spawn("t", nil)
		for range 20 {
			game.Tick(time.Second)
		}
		game.Close()
		r := openRecording(t, out.Bytes())
		for n, want := range map[string]int64{"1": 20, "2": 1} {
			if got, err := r.Rerun(bough.RerunOptions{Files: script(n), Game: own}); err != nil || got.To != want {
				t.Errorf("%s, %s: %+v, %v", body, n, got, err)
			}
		}
		const want = "the recorded game had Options.Values, which this program does not set: replay it with the program of the game"
		if err := replayErr(r, nil); !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v\nwant %s", body, err, want)
		}
	}
}

// TestCallbackThatFails checks that a replay does not continue after a helper whose callback has raised an error: the
// recording does not have what the callback did.
func TestCallbackThatFails(t *testing.T) {
	var out bytes.Buffer
	call := bough.Func("call(f): calls f", func(c *lua.Call) error {
		c.Call(c.Arg(1))
		return nil
	})
	game, err := bough.OpenFS(behaves("agent.ok = pcall(h.call, function() error('x') end)"), bough.Options{
		Helpers: map[string][]bough.Helper{"h": {call}}, Record: bough.RecordOptions{To: &out, Replies: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	game.Spawn("t", nil)
	game.Tick(time.Second)
	game.Close()
	const want = "it called a function of a script, which raised an error"
	if err := replayErr(openRecording(t, out.Bytes()), nil); !strings.Contains(err.Error(), want) || !strings.Contains(game.RecordingErr().Error(), want) {
		t.Errorf("%v; %v", err, game.RecordingErr())
	}
}

// TestReplayOfRestoredCode replays a game that was restored while a file had errors. The older code of the snapshot is
// then in force.
func TestReplayOfRestoredCode(t *testing.T) {
	source := hotreload.NewManual()
	var data []byte
	r := recorded(t, bough.Options{Source: source}, "agent.n = 1", nil, func(game *bough.Game, files fstest.MapFS, tick int) {
		text := map[int]string{10: "agent.n = 2", 20: "agent.n =", 40: "agent.n = 3"}[tick]
		if text != "" {
			files["b.lua"] = behaves(text)["b.lua"]
			source.Touch("b.lua")
		}
		var err error
		switch tick {
		case 5:
			data, err = game.Snapshot()
		case 30:
			err = game.Restore(data)
		}
		if err != nil {
			t.Fatal(err)
		}
		if tick == 36 && game.World().Agent(1).Get(engine.KeyOf("n")).Float() != 1 {
			t.Error("the older code is not in force")
		}
	})
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for tick, want := range map[int64]float64{9: 1, 15: 2, 30: 1, 36: 1, 150: 3} {
		if err := p.GoTo(tick); err != nil || p.Game().World().Agent(1).Get(engine.KeyOf("n")).Float() != want {
			t.Errorf("tick %d: %v", p.At(), err)
		}
	}
	if err := replayErr(r, nil); err != io.EOF {
		t.Error(err)
	}
}

// TestReplayAfterDeletion replays from segments that begin after the file of a tree was deleted. The game keeps the
// tree, and an agent can still be spawned with it.
func TestReplayAfterDeletion(t *testing.T) {
	files := behaves("agent.n = 1")
	files["u.bt"] = file("tree u\n  b\n")
	source := hotreload.NewManual()
	var out, kept bytes.Buffer
	game, err := bough.OpenFS(files, bough.Options{Source: source, Record: bough.RecordOptions{To: &out, Keep: time.Second, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	game.Load()
	delete(files, "u.bt")
	source.Touch("u.bt")
	for range 300 {
		if game.Tick(time.Second / 10); game.World().TickCount() == 290 {
			if _, err := game.Spawn("u", nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := game.Ghost(0); err != nil {
		t.Error(err)
	}
	if err := game.WriteRecording(&kept); err != nil {
		t.Error(err)
	}
	game.Close()
	for _, data := range []*bytes.Buffer{&out, &kept} {
		r := openRecording(t, data.Bytes())
		if err := replayErr(r, nil); err != io.EOF {
			t.Error(err)
		}
		p, err := r.Replay(nil)
		if err == nil {
			err = p.GoTo(295)
		}
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
	}
}

// TestRecordingOfFailedRestore checks that a Restore that fails does not interrupt a recording.
func TestRecordingOfFailedRestore(t *testing.T) {
	all := doors{{0}}
	other, err := bough.OpenFS(behaves("agent.m = 1"), bough.Options{Values: all})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Spawn("t", bough.Fields{"p": value.Other(all[0])}); err != nil {
		t.Fatal(err)
	}
	data, err := other.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	other.Close()
	r := recorded(t, bough.Options{}, "agent.n = 1", nil, func(game *bough.Game, _ fstest.MapFS, tick int) {
		if tick == 10 {
			if err := game.Restore(data); err == nil {
				t.Fatal("a value without a codec was restored")
			}
		}
	})
	if got, err := r.Rerun(bough.RerunOptions{Files: behaves("agent.n = 1")}); err != nil || got.Reason != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestRecordingEndsAtPanic checks that a recording ends before a tick that panics, and not at a call of Tick that does
// nothing.
func TestRecordingEndsAtPanic(t *testing.T) {
	var out bytes.Buffer
	panics := false
	game, err := bough.OpenFS(behaves("print(agent.id)"), bough.Options{Record: bough.RecordOptions{To: &out}, OnLog: func(*bough.Agent, string) {
		if panics {
			panic("mine")
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	tick := func(dt time.Duration) { caught(func() { game.Tick(dt) }) }
	for i := range 120 {
		if panics = i == 100; i == 50 {
			tick(-1)
		}
		if tick(time.Second); panics {
			if _, last := openRecording(t, bytes.Clone(out.Bytes())).Ticks(); last != 100 {
				t.Errorf("after the panic %d ticks are written", last)
			}
		}
	}
	game.Close()
	if err := game.RecordingErr(); err == nil || !strings.Contains(err.Error(), "Tick panicked in tick 101; the recording ends here") {
		t.Error(err)
	}
	r := openRecording(t, out.Bytes())
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if n := replayAll(t, p); n != 100 || r.Damage() != nil {
		t.Errorf("%d ticks are replayed, damage %v", n, r.Damage())
	}
}

// TestRecordingWithSlowWriter checks that ticks do not wait for a Write within a segment, and that the next Write has
// all ticks since then.
func TestRecordingWithSlowWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		gate := make(chan struct{})
		writer := writerFunc(func(p []byte) (int, error) {
			<-gate
			return out.Write(p)
		})
		tick := int64(0)
		record(t, bough.Options{Record: bough.RecordOptions{To: writer, Replies: true}}, 100, 8, func(*bough.Game) {
			if tick++; tick == 34 {
				close(gate)
			}
			synctest.Wait()
			want := map[int64]int64{34: 16, 35: 35, 50: 35, 51: 51, 63: 51, 64: 64, 80: 80}[tick]
			if want == 0 {
				return
			}
			if _, last := openRecording(t, bytes.Clone(out.Bytes())).Ticks(); last != want {
				t.Errorf("after tick %d, %d ticks are written, want %d", tick, last, want)
			}
		})
	})
}

// TestNoEmptyWrite checks that a recording that ends by an error just after a Write makes no Write without data.
func TestNoEmptyWrite(t *testing.T) {
	writes := 0
	writer := writerFunc(func(p []byte) (int, error) {
		if writes++; len(p) == 0 {
			t.Error("a Write without data")
		}
		return len(p), nil
	})
	game, err := bough.OpenFS(behaves(""), bough.Options{Record: bough.RecordOptions{To: writer}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := game.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 20 {
		if tick == 16 {
			a.Set(engine.KeyOf("x"), value.Other(t)) // cannot be recorded
		}
		game.Tick(time.Second)
	}
	game.Close()
	if game.RecordingErr() == nil || writes != 1 {
		t.Errorf("%d writes, %v", writes, game.RecordingErr())
	}
}

// TestFaultDuringOnMark checks that an error during a call of OnMark has a recording that ends with its tick, however
// long the call takes.
func TestFaultDuringOnMark(t *testing.T) {
	release, lasts := make(chan struct{}), make(chan int64, 2)
	game, err := bough.OpenFS(behaves("if agent.bad == bt.tick() then error('tick ' .. bt.tick()) end"), bough.Options{Record: bough.RecordOptions{Keep: time.Second, OnMark: func(_ bough.Mark, r *bough.Recording) error {
		_, last := r.Ticks()
		lasts <- last
		<-release
		return nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := game.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 300 {
		switch tick + 1 {
		case 5, 70:
			a.Set(engine.KeyOf("bad"), value.Number(float64(tick+1)))
			if tick == 69 {
				game.World().ClearFaults(game.Bundle().Behavior("b")) // else it would be the same error
			}
		}
		game.Tick(time.Second / 10)
	}
	close(release)
	game.Close()
	if first, second := <-lasts, <-lasts; first != 5 || second != 70 {
		t.Errorf("recordings up to ticks %d and %d", first, second)
	}
}

// TestForkNamesDifference checks that the error for a game that does not repeat its recording says what differs.
func TestForkNamesDifference(t *testing.T) {
	const body = "agent.n = (agent.n or 0) + (agent.x or 0)"
	var out bytes.Buffer
	begin := func(wrong string) func(*bough.Game) (func(), error) {
		return func(game *bough.Game) (func(), error) {
			a, err := game.Spawn("t", nil)
			return func() {
				if wrong != "none" {
					game.Tick(time.Second)
				}
				if wrong == "two" {
					game.Tick(time.Second)
				}
				if n := game.World().TickCount(); n == 3 && wrong == "other" {
					a.Set(engine.KeyOf("x"), value.Number(9))
				} else if n == 3 && wrong == "more" {
					a.Set(engine.KeyOf("x"), value.Number(float64(n)))
					a.Reset()
				} else {
					a.Set(engine.KeyOf("x"), value.Number(float64(n)))
				}
			}, err
		}
	}
	game, err := bough.OpenFS(behaves(body), bough.Options{Record: bough.RecordOptions{To: &out}})
	if err != nil {
		t.Fatal(err)
	}
	next, err := begin("")(game)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		next()
	}
	game.Close()
	r := openRecording(t, out.Bytes())
	for wrong, want := range map[string]string{
		"":      "",
		"other": "tick 3: the game does not do what it did when it was recorded: before the next tick it makes another input than Set x of agent 1; ",
		"none":  "recording: after tick 0: the function of the Stepper has made 0 ticks; it must call Game.Tick once in each call",
		"two":   "recording: after tick 0: the function of the Stepper has made 2 ticks; ",
		"more":  "tick 3: the game does not do what it did when it was recorded: it makes an input before the next tick that is not recorded; ",
	} {
		game, _, err := r.Fork(8, func() (bough.Options, func(*bough.Game) (func(), error)) {
			return bough.Options{Seed: 77, Prefix: "other", Limits: bough.Limits{Budget: 10}}, begin(wrong)
		})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", wrong, err)
		}
		if game == nil {
			continue
		}
		// What was kept of the fork for a while is kept no more, and the game goes on.
		for range 2 {
			stop, err := game.KeepRecording(time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			game.Tick(time.Second)
			stop()
			game.Tick(time.Second)
		}
		if err := game.RecordingErr(); err != nil {
			t.Error(err)
		}
		game.Close()
	}
}

// TestReplayChecksArguments replays a game in which a script with a wrong number of arguments was held back. The
// stand-ins of the helpers must hold it back, too.
func TestReplayChecksArguments(t *testing.T) {
	for _, call := range []string{"h.f(1, 2)", "h.f()", "h.g(1, 2, 3)", "h.o()"} {
		source := hotreload.NewManual()
		helpers := []bough.Helper{
			bough.Func("f(a): acts", func(a int) int { return a }), bough.Func("g(a): acts", func(...int) {}), bough.Func("o(a?): acts", func(*int) {}),
		}
		r := recorded(t, bough.Options{Source: source, Record: bough.RecordOptions{Replies: true}}, "agent.n = h.f(1)", helpers, func(_ *bough.Game, files fstest.MapFS, tick int) {
			if tick == 5 {
				files["b.lua"] = behaves("agent.n = h.f(1) " + call)["b.lua"]
				source.Touch("b.lua")
			}
		})
		if err := replayErr(r, nil); err != io.EOF {
			t.Errorf("%s: %v", call, err)
		}
	}
}

// TestValuesWithoutID gives an agent a handle whose encoding is its number, which is only known after Spawn. Such a
// recording could not be replayed, so that it must end at once. A handle that gets its number first is recorded.
func TestValuesWithoutID(t *testing.T) {
	all := doors{}
	play := func(early bool) error {
		game, err := bough.OpenFS(behaves("agent.n = 1"), bough.Options{Values: &all, Record: bough.RecordOptions{Keep: time.Minute}})
		if err != nil {
			t.Fatal(err)
		}
		defer game.Close()
		d, fields := &door{id: 200}, bough.Fields{}
		if early {
			fields["door"] = value.Other(d)
		}
		a, err := game.Spawn("t", fields)
		if err != nil {
			t.Fatal(err)
		}
		d.id, all = byte(len(all)), append(all, d)
		a.Set(engine.KeyOf("door"), value.Other(d))
		game.Tick(time.Second)
		return game.RecordingErr()
	}
	const want = "field door: the encoding of a *e2e.door cannot be decoded: Decode of Options.Values: there is no such door; " +
		"give the value after Spawn, by Agent.Set, if its encoding needs the ID of the agent"
	if err := play(true); err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(want, "field door: ")) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if err := play(false); err != nil {
		t.Error(err)
	}
}
