package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/trees"
)

// keptGame opens a game that keeps a recording. It has a behavior and a tree made in Go, a pure helper and one that
// counts its calls.
func keptGame(t *testing.T) *bough.Game {
	t.Helper()
	files := behaves("agent.n = (agent.n or 0) + h.twice(1) + h.next() if math.random() < 0.2 then agent.r = math.random() end")
	files["u.bt"] = file("tree u\n  priority\n    step\n")
	calls := 0
	made, _ := trees.Parse("made.bt", []byte("tree made\n  priority\n    b\n"))
	game, err := bough.OpenFS(files, bough.Options{
		Record:  bough.RecordOptions{Keep: time.Hour, Replies: true},
		Helpers: map[string][]bough.Helper{"h": {bough.Func("twice(x): double", func(x float64) float64 { return 2 * x }).Pure(), bough.Func("next(): count", func() int { calls++; return calls })}},
		Trees:   made.Trees,
		Natives: map[string]*behaviors.Native{"step": {Behavior: func(c *engine.Context) (engine.Status, error) {
			k := engine.KeyOf("steps")
			c.Agent().Set(k, value.Number(c.Fields().Get(k).Float()+1))
			return engine.Running, nil
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"t", "u", "made"} {
		if _, err := game.Spawn(name, nil); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

// written returns the bytes of a recording.
func written(t *testing.T, r *bough.Recording) []byte {
	var out bytes.Buffer
	if _, err := r.WriteTo(&out); err != nil {
		t.Error(err)
	}
	return out.Bytes()
}

// TestRecordingWhileGameRuns replays and writes recordings on other goroutines while their game ticks.
func TestRecordingWhileGameRuns(t *testing.T) {
	game := keptGame(t)
	var all sync.WaitGroup
	for tick := range 300 {
		game.Tick(time.Second / 20)
		if tick%70 != 35 {
			continue
		}
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		state, err := game.World().Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			p, err := r.Replay(nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer p.Close()
			if err := p.GoTo(int64(tick + 1)); err != nil {
				t.Error(err)
			} else if replayed, err := p.Game().World().Snapshot(); err != nil || !bytes.Equal(replayed, state) {
				t.Errorf("tick %d: another state, %v", tick+1, err)
			}
		})
		all.Go(func() {
			if rerun, err := r.Rerun(bough.RerunOptions{}); err != nil || rerun.To != int64(tick+1) || len(rerun.Differences) > 0 {
				t.Errorf("tick %d: rerun %+v, %v", tick+1, rerun, err)
			}
		})
		var first bytes.Buffer
		if err := game.WriteRecording(&first); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			var out, again bytes.Buffer
			if _, err := r.WriteTo(&out); err != nil || !bytes.Equal(out.Bytes(), first.Bytes()) {
				t.Errorf("tick %d: WriteTo writes other bytes than WriteRecording, %v", tick+1, err)
			}
			if _, err := openRecording(t, out.Bytes()).WriteTo(&again); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
				t.Errorf("tick %d: the copy has other bytes, %v", tick+1, err)
			}
		})
	}
	all.Wait()
	game.Close()
	if r, err := game.Recording(); err != nil {
		t.Error(err)
	} else if _, last := r.Ticks(); last != 300 {
		t.Errorf("the recording of the closed game ends at tick %d", last)
	}
}

// eventful is a behavior that does something else in most ticks.
const eventful = `return {
	on_enter = function(agent) agent.entered = (agent.entered or 0) + 1 end,
	behavior = function(agent)
		local n, dice = bt.tick(), math.random()
		agent.n, bt.board("all").n = dice, n
		if dice < 0.1 then bt.mark("odd", n)
		elseif dice < 0.2 then print("line", n)
		elseif dice < 0.3 then bt.post(math.random(4), "noise", { x = n }, 2)
		elseif dice < 0.35 then bt.sleep(0.2)
		elseif dice < 0.36 then error("broken")
		elseif dice < 0.5 then return true end
	end }`

// eventfulFiles are scripts whose agents raise errors, make marks, wait, draw and sleep. A behavior is quarantined.
func eventfulFiles() fstest.MapFS {
	return fstest.MapFS{
		"t.bt":  file("tree t\n  parallel\n    cooldown 0.3\n      c\n    random_fallback\n      b weight=2\n      w\n    b\n"),
		"b.lua": file(eventful),
		"c.lua": file("return { behavior = function() if bt.tick() > 200 then error('always') end return true end }"),
		"w.lua": file("return { run = function(agent) while true do bt.wait(0.3) agent.w = bt.tick() end end }"),
	}
}

// TestRecordingsWhileGameChanges goes to random ticks of recordings, and writes and re-runs them, on other goroutines.
// The game meanwhile drops segments, writes the same ones to Record.To, is edited, restarted and restored, and marks
// ticks.
func TestRecordingsWhileGameChanges(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	use := func(r *bough.Recording, seed uint64) error {
		random := rand.New(rand.NewPCG(seed, 1))
		p, err := r.Replay(nil)
		if err != nil {
			return err
		}
		defer p.Close()
		first, last := r.Ticks()
		for range 3 {
			if err := p.GoTo(first + random.Int64N(last-first+1)); err != nil {
				return err
			}
		}
		if out := written(t, r); !bytes.Equal(out, written(t, r)) {
			return errors.New("it is written as other bytes")
		}
		_, _ = r.Rerun(bough.RerunOptions{From: last - 5}) // an error if files were exchanged
		return nil
	}
	source, files := hotreload.NewManual(), eventfulFiles()
	game, err := bough.OpenFS(files, bough.Options{Seed: seed, Workers: 2, Source: source, Record: bough.RecordOptions{
		To: io.Discard, Keep: 4 * time.Second, Replies: true, OnMark: func(m bough.Mark, r *bough.Recording) error { return use(r, uint64(m.Tick)) },
	}})
	if err != nil {
		t.Fatal(err)
	}
	spawn := func() {
		for range 4 {
			if _, err := game.Spawn("t", nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	spawn()
	var all sync.WaitGroup
	var before []byte
	for tick := range 400 {
		switch tick {
		case 80, 190, 300:
			files["b.lua"] = file(eventful + fmt.Sprintf("-- %d", tick))
			source.Touch("b.lua")
		case 120:
			before, err = game.Snapshot()
		case 220:
			game.Restart(seed)
			spawn()
		case 333:
			err = game.Restore(before)
		}
		if err != nil {
			t.Fatal(err)
		}
		game.Tick(time.Second / 20)
		if random.IntN(20) > 0 {
			continue
		}
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		seed := random.Uint64()
		all.Go(func() {
			if err := use(r, seed); err != nil {
				t.Errorf("recording after tick %d: %v", tick, err)
			}
		})
	}
	all.Wait()
	game.Close()
	if err := game.RecordingErr(); err != nil {
		t.Error(err)
	}
}

// TestReplayBackIsTheSame goes back and forth in a replay. Each tick must have the state, the errors, the quarantines
// and the calls of all callbacks that it has in a replay that only goes forward.
func TestReplayBackIsTheSame(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	const ticks, agents, traced = 250, 5, 3
	game, err := bough.OpenFS(eventfulFiles(), bough.Options{Seed: 1, Record: bough.RecordOptions{Keep: 4 * time.Second, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	spawn := func() {
		if _, err := game.Spawn("t", nil); err != nil {
			t.Fatal(err)
		}
	}
	for range agents {
		spawn()
	}
	for tick := range ticks {
		switch tick % 30 {
		case 10:
			spawn()
		case 20:
			game.World().Despawn(agents + 1)
		}
		game.Tick(time.Second / 20)
	}
	r, err := game.Recording()
	if err != nil {
		t.Fatal(err)
	}
	first, _ := r.Ticks() // the first segment, which begins without agents, is dropped
	var lines []string
	add := func(what string, x ...any) { lines = append(lines, what+" "+fmt.Sprint(x...)) }
	open := func() *bough.Replay {
		p, err := r.Replay(func() bough.Options {
			return bough.Options{
				OnMark:  func(m bough.Mark) { add("mark", m) },
				OnFault: func(f *engine.Fault) { add("fault", f) },
				OnLog:   func(a *bough.Agent, text string) { add("log", a.Label(), text) },
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		w := p.Game().World()
		w.Observe(func(e engine.Event) { add("event", e) })
		w.Trace(w.Agent(traced), func(e engine.Event) { add("trace", e) })
		p.Game().OnTick(func(dt time.Duration) { add("before", dt, w.Agent(traced).ExplainTick(dt)) }, func() { add("after", w.TickCount()) })
		p.TraceWrites(func(x engine.Write) { add("write", x.Tick, x.Board, x.Key, x.Was, x.Is, x.Node, x.At) })
		return p
	}
	tick := func(p *bough.Replay) (state []byte, told []string) {
		lines = nil
		err := p.Tick()
		if err == nil {
			state, err = p.Game().World().Snapshot()
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Game().World().Faults() {
			add("error", f, f.Seen, f.Tick, f.Label)
		}
		for _, q := range p.Game().World().Quarantines() {
			add("quarantine", q)
		}
		return state, lines
	}
	forward := open()
	states, told := make([][]byte, ticks+1), make([][]string, ticks+1)
	for n := first; n <= ticks; n++ {
		states[n], told[n] = tick(forward)
	}
	forward.Close()
	for _, what := range []string{"mark", "fault", "log", "event", "trace", "write", "quarantine"} {
		if !slices.ContainsFunc(slices.Concat(told...), func(line string) bool { return strings.HasPrefix(line, what) }) {
			t.Errorf("there is no %s", what)
		}
	}
	p := open()
	defer p.Close()
	same := p.Game()
	for range 60 {
		if err := p.GoTo(first - 1 + random.Int64N(ticks-first+1)); err != nil || p.Game() != same {
			t.Fatalf("another game, or %v", err)
		}
		for range min(1+random.Int64N(5), ticks-p.At()) {
			state, lines := tick(p)
			if want := told[p.At()]; !bytes.Equal(state, states[p.At()]) || !slices.Equal(lines, want) {
				t.Fatalf("tick %d: another state, or\n%s\nwant\n%s", p.At(), strings.Join(lines, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// TestReplayGoesBack goes to random ticks, forward and back, in recordings with reloads, a restart and a restore, and
// compares the states with those of the game.
func TestReplayGoesBack(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	source := hotreload.NewManual()
	files := behaves("agent.n = (agent.n or 0) + math.random(3)")
	game, err := bough.OpenFS(files, bough.Options{Seed: seed, Source: source, Record: bough.RecordOptions{Keep: 12 * time.Second, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	spawn := func() {
		if _, err := game.Spawn("t", nil); err != nil {
			t.Fatal(err)
		}
	}
	spawn()
	var p *bough.Replay
	var before []byte
	states := map[int64][]byte{}
	games := map[*bough.Game]bool{}
	for tick := int64(1); tick <= 600; tick++ {
		switch tick {
		case 100, 350:
			files["b.lua"] = file(fmt.Sprintf("return { behavior = function(agent) agent.n = agent.n + math.random(%d) end }", tick))
			source.Touch("b.lua")
		case 160:
			before, err = game.Snapshot()
		case 220:
			game.Restart(seed)
			spawn()
		case 300:
			err = game.Restore(before)
		case 420:
			files["b.lua"] = file("return {")
			source.Touch("b.lua")
		case 500:
			files["b.lua"] = file("return { behavior = function(agent) agent.n = 1 end }")
			source.Touch("b.lua")
		}
		if err != nil {
			t.Fatal(err)
		}
		game.Tick(time.Second / 20)
		state, err := game.World().Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if states[tick] = state; random.IntN(10) > 0 {
			continue
		}
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		if p == nil {
			p, err = r.Replay(nil)
		} else {
			err = p.Use(r)
		}
		if err != nil {
			t.Fatalf("tick %d: %v", tick, err)
		}
		first, last := r.Ticks()
		if last != tick || p.At() < first-1 {
			t.Fatalf("tick %d: the recording ends at %d, the replay is at %d", tick, last, p.At())
		}
		for range 8 {
			to := max(first, min(p.At()+int64(random.IntN(20))-12, last))
			if random.IntN(4) == 0 {
				to = first + int64(random.IntN(int(last-first+1)))
			}
			if err := p.GoTo(to); err != nil {
				t.Fatalf("tick %d: GoTo(%d): %v", tick, to, err)
			}
			state, err := p.Game().World().Snapshot()
			if games[p.Game()] = true; err != nil || !bytes.Equal(state, states[to]) {
				t.Fatalf("tick %d: another state at tick %d: %v", tick, to, err)
			}
		}
	}
	p.Close()
	t.Log(len(games), "games")
}

// TestReplayKeepsGame checks that a replay uses one game while the files stay the same, and that it refuses recordings
// of other games and earlier ones.
func TestReplayKeepsGame(t *testing.T) {
	game := keptGame(t)
	defer game.Close()
	record := func(ticks int) *bough.Recording {
		for range ticks {
			game.Tick(time.Second / 20)
		}
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	early, first := record(10), record(140)
	p, err := first.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	same, later := p.Game(), record(30)
	for _, step := range []func() error{
		func() error { return p.GoTo(150) }, func() error { return p.Use(later) }, func() error { return p.GoTo(180) },
		func() error { return p.GoTo(3) }, func() error { return p.GoTo(130) }, func() error { return p.GoTo(129) },
	} {
		if err := step(); err != nil || p.Game() != same {
			t.Fatalf("tick %d: another game, or %v", p.At(), err)
		}
	}
	other := keptGame(t)
	defer other.Close()
	strange, err := other.Recording()
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*bough.Recording{"none": nil, "an earlier one": early, "another game": strange, "a file": recorded(t, bough.Options{}, "", nil, nil)} {
		if err := p.Use(r); !errors.Is(err, bough.ErrRecording) || p.At() != 129 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRerunEach re-runs guards that flee earlier under other files, in an open and in a closed loop, and compares the
// agents and nodes that RerunOptions.Each gets with the calculated ones. It also ends re-runs early.
func TestRerunEach(t *testing.T) {
	scripts := func(hp int) fstest.MapFS {
		return fstest.MapFS{
			"guard.bt":  file(fmt.Sprintf("tree guard\n  priority\n    flee  when hp < %d\n    fight\n", hp)),
			"flee.lua":  file("return { behavior = function() end }"),
			"fight.lua": file("return { behavior = function() end }"),
		}
	}
	const ticks, guards = 150, 5
	hp := func(id engine.AgentID, tick int64) int { return 100 + 7*int(id) - int(tick) }
	begin := func(game *bough.Game) (func(), error) {
		set := func() {
			for a := range game.World().Agents() {
				a.Set(engine.KeyOf("hp"), value.Number(float64(hp(a.ID(), game.World().TickCount()+1))))
			}
		}
		for range guards {
			if _, err := game.Spawn("guard", nil); err != nil {
				return nil, err
			}
		}
		set()
		return func() { game.Tick(time.Second / 20); set() }, nil
	}
	game, err := bough.OpenFS(scripts(30), bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	step, err := begin(game)
	if err != nil {
		t.Fatal(err)
	}
	for range ticks {
		step()
	}
	r, err := game.Recording()
	if err != nil {
		t.Fatal(err)
	}
	deepest := func(a *bough.Agent) string {
		ran := a.RanNodes(1)
		return a.Program().Node(ran[len(ran)-1]).Name
	}
	closed := func() (bough.Options, func(*bough.Game) (func(), error)) { return bough.Options{}, begin }
	for _, stepper := range []bough.Stepper{nil, closed} {
		for _, end := range []int64{ticks, 90} {
			calls := int64(0)
			rerun, err := r.Rerun(bough.RerunOptions{Files: scripts(50), Step: stepper, Each: func(tick int64, others iter.Seq2[*bough.Agent, *bough.Agent]) bool {
				calls++
				var got, want []engine.AgentID
				for was, is := range others {
					if got = append(got, was.ID()); was.ID() != is.ID() || deepest(was) != "fight" || deepest(is) != "flee" {
						t.Errorf("tick %d: %s runs %s, and %s runs %s", tick, was.Label(), deepest(was), is.Label(), deepest(is))
					}
				}
				for id := range engine.AgentID(guards) {
					if n := hp(id+1, tick); n >= 30 && n < 50 {
						want = append(want, id+1)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("tick %d: %v differ, want %v", tick, got, want)
				}
				return tick < end || end == ticks
			}})
			if err != nil || rerun.To != end || rerun.Stopped != (end < ticks) || rerun.Reason != "" || calls != end {
				t.Errorf("closed loop %v: %+v, %v, %d calls", stepper != nil, rerun, err, calls)
			}
		}
	}
}

// TestRecordingOfNothing asks for recordings before there is a tick, also after a value that cannot be recorded.
func TestRecordingOfNothing(t *testing.T) {
	marks := 0
	game, err := bough.OpenFS(behaves(""), bough.Options{Record: bough.RecordOptions{Keep: time.Minute, Replies: true, OnMark: func(m bough.Mark, r *bough.Recording) error {
		if marks++; !slices.Contains(r.Marks(), m) {
			t.Errorf("%v is not among %v", m, r.Marks())
		}
		return nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Recording(); !errors.Is(err, bough.ErrRecording) {
		t.Errorf("before Load: %v", err)
	}
	game.Mark("begin") // loads the files
	a, err := game.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := game.Recording()
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if first, last := r.Ticks(); first != 1 || last != 0 || p.Tick() != io.EOF {
		t.Errorf("ticks %d to %d", first, last)
	}
	a.Set(engine.KeyOf("x"), value.Other(&struct{ c chan int }{}))
	for range 3 {
		if r, err := game.Recording(); err != nil {
			t.Error(err)
		} else if _, last := r.Ticks(); last != 0 {
			t.Errorf("the recording ends at tick %d", last)
		}
		game.Tick(time.Second)
	}
	if err := game.RecordingErr(); err == nil || !strings.Contains(err.Error(), "no codec saves a value of Go") {
		t.Error(err)
	}
	if game.Close(); marks != 1 {
		t.Errorf("%d marks", marks)
	}
}

// TestGoToContext ends a jump early, and goes on with the same replay.
func TestGoToContext(t *testing.T) {
	g := keptGame(t)
	defer g.Close()
	for range 100 {
		g.Tick(50 * time.Millisecond)
	}
	r, err := g.Recording()
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	_, last := r.Ticks()
	begin := p.At()
	ctx, cancel := context.WithCancel(context.Background())
	stop := p.Game().OnTick(nil, cancel)
	if err := p.GoToContext(ctx, begin+5); !errors.Is(err, context.Canceled) || p.At() != begin+1 {
		t.Errorf("tick %d: %v", p.At(), err)
	}
	stop()
	if err := p.GoTo(last); err != nil || p.At() != last {
		t.Errorf("tick %d: %v", p.At(), err)
	}
}

// TestReplayAfterPanic goes on with a replay in which Go code has panicked: before, during or after a tick.
func TestReplayAfterPanic(t *testing.T) {
	panics := ""
	files := behaves("agent.n = (agent.n or 0) + 1")
	files["u.bt"] = file("tree u\n  priority\n    step\n")
	game, err := bough.OpenFS(files, bough.Options{
		Record: bough.RecordOptions{Keep: time.Hour, Replies: true},
		Natives: map[string]*behaviors.Native{"step": {Behavior: func(*engine.Context) (engine.Status, error) {
			if panics == "during" {
				panic(panics)
			}
			return engine.Running, nil
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for _, tree := range []string{"t", "u", "t"} {
		if _, err := game.Spawn(tree, nil); err != nil {
			t.Fatal(err)
		}
	}
	states := map[int64][]byte{}
	for tick := range int64(100) {
		game.Tick(frame)
		states[tick+1] = stateOf(t, game)
	}
	r, err := game.Recording()
	if err != nil {
		t.Fatal(err)
	}
	for where, at := range map[string]int64{"before": 9, "during": 10, "after": 10} {
		p, err := r.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.GoTo(9); err != nil {
			t.Fatal(err)
		}
		raise := func(here string) {
			if panics == here {
				panic(panics)
			}
		}
		p.Game().OnTick(func(time.Duration) { raise("before") }, func() { raise("after") })
		panics = where
		func() {
			defer func() {
				if x := recover(); x != where {
					t.Errorf("%s: panic %v", where, x)
				}
			}()
			p.Tick()
		}()
		if panics = ""; p.At() != at {
			t.Errorf("%s: the replay is at tick %d", where, p.At())
		}
		if err := p.Tick(); (err == nil) != (where == "before") || err != nil && !errors.Is(err, bough.ErrRecording) {
			t.Errorf("%s: %v", where, err)
		}
		for _, tick := range []int64{10, 11, 70, 9} {
			if err := p.GoTo(tick); err != nil || !bytes.Equal(stateOf(t, p.Game()), states[tick]) {
				t.Errorf("%s: tick %d has another state, %v", where, tick, err)
			}
		}
		p.Close()
	}
}
