package e2e

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/recording"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/trees"
)

// asking are behaviors that call helpers of the game in preconditions, hooks and coroutines, and when they exit.
var asking = map[string]string{
	"ask": `precondition = function(agent) return game.sight(agent.id, 5) end,
	behavior = function(agent)
		agent.out = (agent.out or 0) + #game.list(agent.id) + math.random(3)
		local ok, err = pcall(game.fails, agent.out % 3)
		agent.said = ok and err or tostring(err)
		agent.twice = pure.double(agent.out)
		local t = {}
		for i = 1, 12 do t[i] = t end -- it is not looked into for ever
		agent.way = pcall(game.way, agent.id, t)
		return agent.out % 4 == 0
	end,
	on_exit = function(agent) agent.left = game.name(agent.id) end`,
	"spend": `behavior = function(agent)
		agent.n = 0
		while true do
			agent.n = agent.n + #game.way(agent.id, { from = 1, also = 2 })
		end
	end`,
	"roll": `behavior = function(agent)
		agent.out = ""
		for i = 1, 6 do agent.out = agent.out .. game.roll(2) .. math.random(2) .. game.count(agent.id) end
	end,
	precondition = function(agent) return game.roll(9) < 9 and game.roll(9) < 9 end`,
	"alarm": `behavior = function(agent)
		for i = 1, 3 do agent.out = game.alarm(i) + (agent.raised or 0) end
		pcall(game.call, function() game.alarm(2) end)
		return agent.out % 3 == 0
	end,
	on_exit = function(agent) game.alarm(4) end`,
	"walk": `run = function(agent)
		while true do
			for _, at in ipairs(game.way(agent.id, { from = agent.out or 0 })) do
				agent.x, agent.y = at.x, at.y
				bt.request(agent, "go", at)
				bt.wait(0.15)
			end
			bt.yield()
		end
	end`,
}

// askingFiles returns the files of both asking and saved.
func askingFiles() fstest.MapFS {
	files := savedFiles()
	for name, text := range asking {
		files[name+".lua"] = file("return { " + text + " }\n")
		files[name+".tree.bt"] = file("tree " + name + "_tree\n  priority\n    " + name + "  when not tired\n    walk\n    idle\n")
	}
	return files
}

// asked is a game whose helpers return random results. Most results change only between ticks.
type asked struct {
	tick   int
	seed   uint64
	counts [256]int // by agent
}

func (g *asked) draw(of engine.AgentID, n int) int {
	return rand.New(rand.NewPCG(g.seed, uint64(g.tick/4)<<20+uint64(of))).IntN(n)
}

func (g *asked) helpers() map[string][]bough.Helper {
	return map[string][]bough.Helper{"pure": {double}, "game": {
		bough.Func("sight(id, range): whether somebody is near", func(id engine.AgentID, _ float64) bool { return g.draw(id, 3) > 0 }),
		bough.Func("list(id): a list", func(id engine.AgentID) []engine.AgentID { return make([]engine.AgentID, g.draw(id, 5)) }),
		bough.Func("roll(n): a number from 1 to n", func(c *engine.Context, n float64) float64 { return c.Rand().IntRange(1, n) }),
		bough.Func("count(id): 0 for a call, then 1 for two calls, 2 for three, and so on", func(id engine.AgentID) float64 {
			g.counts[id]++
			return math.Floor((math.Sqrt(float64(8*(g.counts[id]%64)+1)) - 1) / 2)
		}),
		bough.Func("alarm(n): acts on everything that a helper can reach", g.alarm),
		bough.Func("call(f): calls f", func(c *lua.Call) error {
			c.Call(c.Arg(1))
			return nil
		}),
		bough.Func("name(id): a name", func(id engine.AgentID) string { return fmt.Sprint("n", g.draw(id, 100)) }),
		bough.Func("way(id, from): a way", func(id engine.AgentID, from map[string]float64) []value.Vector {
			return []value.Vector{{X: from["from"]}, {X: float64(g.draw(id, 100)), Y: 2}}
		}),
		bough.Func("fails(n): fails for 1, and panics for 2", func(n int) (string, error) {
			switch n {
			case 1:
				return "", errors.New("no")
			case 2:
				panic("never")
			}
			return "yes", nil
		}),
	}}
}

// alarm is a helper with a side effect of a random kind.
func (g *asked) alarm(c *engine.Context, n int) int {
	a := c.Agent()
	to := 1 + engine.AgentID(g.draw(a.ID(), 40))
	switch g.draw(a.ID()+1, 8) + n {
	case 1, 2, 3:
		c.Post(to, engine.Stimulus{Name: "noise", Data: value.VectorOf(value.Vector{X: float64(n)}), TTL: time.Second})
	case 4:
		c.SetBoard("alarm", "last", value.Number(float64(to)))
	case 5:
		a.Set(engine.KeyOf("raised"), value.Number(float64(to)))
	case 6:
		c.Request(engine.Request{Kind: "shout", Channel: "voice", Priority: float64(n)})
	case 7:
		c.Sleep(300 * time.Millisecond)
	case 8:
		c.ResetAgent()
	default:
		c.Log("alarm")
	}
	return g.draw(to, 9)
}

// record plays a game with inputs of all kinds and returns the game. It calls after after each tick, unless after
// is nil.
func record(t testing.TB, o bough.Options, ticks int, seed uint64, after func(*bough.Game)) *bough.Game {
	t.Helper()
	files, source := askingFiles(), hotreload.NewManual()
	o.Seed, o.Source, o.Limits.Budget = seed, source, 3000
	world := &asked{seed: seed}
	o.Helpers = world.helpers()
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	if err := game.Load().Err(); err != nil {
		t.Fatal(err)
	}
	d := rand.New(rand.NewPCG(seed, 1))
	trees := game.Bundle().TreeNames()
	for i := range 30 {
		game.Spawn(trees[i%len(trees)], bough.Fields{"hp": d.IntN(100), "home": value.Vector{X: 1}})
	}
	for tick := range ticks {
		world.tick = tick
		for range d.IntN(4) {
			anyInput(game, d, trees)
		}
		if tick%23 == 11 {
			name := []string{"ask.lua", "run.lua", "walk.lua", "dice.tree.bt"}[d.IntN(4)]
			files[name] = file(string(files[name].Data) + "\n")
			if strings.HasSuffix(name, ".lua") {
				files[name].Data = append(files[name].Data, fmt.Sprintf("-- %d", tick)...)
			}
			source.Touch(name)
		}
		if tick%40 == 30 { // a mistake, and later its correction
			files["ask.lua"] = file("return {" + string(files["ask.lua"].Data))
			source.Touch("ask.lua")
		} else if tick%40 == 35 {
			files["ask.lua"] = file(strings.TrimPrefix(string(files["ask.lua"].Data), "return {"))
			source.Touch("ask.lua")
		}
		game.Tick(time.Duration(20+d.IntN(80)) * time.Millisecond)
		if after != nil {
			after(game)
		}
	}
	return game
}

// anyInput makes a random input of any kind.
func anyInput(game *bough.Game, d *rand.Rand, trees []string) {
	w := game.World()
	id := engine.AgentID(1 + d.IntN(40))
	hp := engine.KeyOf("hp")
	a := w.Agent(id)
	if a == nil {
		game.Spawn(trees[d.IntN(len(trees))], bough.Fields{"hp": 3})
		return
	}
	switch d.IntN(19) {
	case 0:
		a.Set(hp, value.Number(d.Float64()))
	case 1:
		a.Set(engine.KeyOf("tired"), value.Bool(d.IntN(2) == 0))
	case 2, 3:
		w.Post(id, engine.Stimulus{Name: "noise", Data: value.VectorOf(value.Vector{X: 3}), TTL: time.Second})
	case 4:
		a.Impose(engine.Request{Kind: "fall", Channel: "legs", Priority: 2, Data: value.String("down")})
	case 5:
		a.EndRequest("legs")
		a.EndRequest("go")
	case 6:
		w.SetBoard("camp", "count", value.Number(float64(d.IntN(9))))
	case 7:
		game.SetTree(a, trees[d.IntN(len(trees))])
	case 8:
		a.Pause()
	case 9:
		a.Step()
	case 10:
		a.Resume()
	case 11:
		a.Sleep(time.Second / 4)
	case 12:
		a.Reset()
	case 13:
		a.SetPeriod(time.Duration(d.IntN(3))*time.Second/7, hp)
	case 14:
		w.LimitTurns(d.IntN(2)*20, time.Second)
		a.SetImportanceFactor(2)
	case 15:
		if w.Len() > 25 {
			game.Despawn(a)
		}
	case 18:
		if nodes := a.ActiveNodes(); len(nodes) > 0 {
			a.Abort(a.Program().Node(nodes[d.IntN(len(nodes))]).Path)
		}
	case 17:
		w.ClearFaults(game.Bundle().Behavior("spend"))
	case 16:
		if data, err := game.SnapshotAgent(a); err == nil { // it fails if the agent keeps a function of an older file
			game.Despawn(a)
			game.SpawnSnapshot(data)
		}
	}
}

func openRecording(t testing.TB, data []byte) *bough.Recording {
	t.Helper()
	r, err := bough.OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// double is a helper that is not recorded.
var double = bough.Func("double(n): twice n", func(n float64) float64 { return 2 * n }).Pure()

// doubling returns a function for Recording.Replay that has this helper.
func doubling(o bough.Options) func() bough.Options {
	o.Helpers = map[string][]bough.Helper{"pure": {double}}
	return func() bough.Options { return o }
}

// replayAll replays all ticks and returns their number.
func replayAll(t testing.TB, p *bough.Replay) (ticks int64) {
	t.Helper()
	for {
		err := p.Tick()
		if err == io.EOF {
			return p.Game().World().TickCount()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

var (
	recordedGames = flag.Int("recording.games", 3, "how many games TestReplay records")
	recordingSeed = flag.Uint64("recording.seed", 0, "seed of the first of them")
)

// TestReplay records games with inputs of all kinds, and replays them without their helpers and with other numbers
// of workers. The state after each tick must be the same.
func TestReplay(t *testing.T) {
	const ticks = 150
	var seed uint64
	defer func() {
		if t.Failed() {
			t.Logf("-recording.seed %d -recording.games 1", seed)
		}
	}()
	for k := 0; k < *recordedGames && !t.Failed(); k++ {
		seed = *recordingSeed + uint64(k)
		i := int(seed)
		var out bytes.Buffer
		var states [][]byte
		var lines [2]int // lines of the log, in the game and in the replay
		game := record(t, bough.Options{Workers: 1 + i%3, OnLog: func(*bough.Agent, string) { lines[0]++ }, Record: bough.RecordOptions{To: &out, Replies: true}}, ticks, seed, func(game *bough.Game) {
			if i%2 == 1 {
				states = append(states, take(t, game))
			}
		})
		final := take(t, game)
		game.Close()
		if err := game.RecordingErr(); err != nil {
			t.Fatal(err)
		}
		r := openRecording(t, out.Bytes())
		if first, last := r.Ticks(); first != 1 || last != ticks || r.Damage() != nil {
			t.Errorf("ticks %d to %d, %v", first, last, r.Damage())
		}
		p, err := r.Replay(doubling(bough.Options{Workers: 1 + (i+1)%3, OnLog: func(*bough.Agent, string) { lines[1]++ }}))
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		for k, want := range states {
			for range k % 3 { // the inputs must be applied only once
				if err := p.Prepare(); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.Tick(); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(take(t, p.Game()), want) {
				t.Fatalf("tick %d has another state", p.Game().World().TickCount())
			}
		}
		if n := replayAll(t, p); n != ticks {
			t.Errorf("%d ticks", n)
		}
		if !bytes.Equal(take(t, p.Game()), final) {
			t.Error("the last state is another one")
		}
		if lines[0] != lines[1] || lines[0] == 0 {
			t.Errorf("%d and %d lines in the log", lines[0], lines[1])
		}
		d := rand.New(rand.NewPCG(seed, 2))
		for range 5 {
			at := 1 + d.Int64N(ticks)
			if err := p.GoTo(at); err != nil {
				t.Fatal(err)
			}
			if states != nil && !bytes.Equal(take(t, p.Game()), states[at-1]) {
				t.Fatalf("the state at tick %d is another one", at)
			}
		}
	}
}

// TestRecordingOfTheEnd checks that the last seconds of a game are kept in memory, and can be written at any time.
func TestRecordingOfTheEnd(t *testing.T) {
	const ticks = 300
	var mid, end bytes.Buffer
	n := 0
	game := record(t, bough.Options{Record: bough.RecordOptions{Keep: 5 * time.Second, Replies: true}}, ticks, 5, func(game *bough.Game) {
		if n++; n == 150 {
			if err := game.WriteRecording(&mid); err != nil {
				t.Fatal(err)
			}
		}
	})
	last := take(t, game)
	if err := game.WriteRecording(&end); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		data *bytes.Buffer
		end  int64
	}{{&mid, 150}, {&end, ticks}} {
		r := openRecording(t, c.data.Bytes())
		first, to := r.Ticks()
		if to != c.end || to-first > 4*bough.SegmentTicks || to-first < 60 {
			t.Errorf("ticks %d to %d", first, to)
		}
		p, err := r.Replay(doubling(bough.Options{Workers: 2}))
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if n := replayAll(t, p); n != c.end {
			t.Errorf("%d ticks", n)
		}
		if c.end == ticks && !bytes.Equal(take(t, p.Game()), last) {
			t.Error("the last state is another one")
		}
	}
}

// TestReplayNeedsProgram checks the error of a replay that lacks the Go code of the recorded game.
func TestReplayNeedsProgram(t *testing.T) {
	files := fstest.MapFS{"t.bt": file("tree t\n  step\n"), "a.lua": file("return { behavior = function(agent) end }")}
	natives := map[string]*behaviors.Native{"step": {Behavior: func(c *engine.Context) (engine.Status, error) {
		c.Agent().Set(engine.KeyOf("x"), value.Number(float64(c.Tick())))
		return engine.Running, nil
	}}}
	rule := engine.HighestPriority
	var out bytes.Buffer
	made, _ := trees.Parse("made.bt", []byte("tree made\n  step\n"))
	game, err := bough.OpenFS(files, bough.Options{Natives: natives, RequestRule: rule, Trees: made.Trees, Record: bough.RecordOptions{To: &out, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	for range 9 {
		game.Tick(time.Second)
	}
	game.Close()
	r := openRecording(t, out.Bytes())
	for _, c := range []struct {
		natives map[string]*behaviors.Native
		rule    engine.RequestRule
		trees   []*trees.Tree
		want    string
	}{
		{nil, rule, made.Trees, "code of its own, behavior step, which"},
		{natives, nil, made.Trees, "code of its own, RequestRule, which"},
		{natives, rule, nil, "code of its own, tree made, which"},
		{natives, rule, made.Trees, ""},
	} {
		p, err := r.Replay(func() bough.Options { return bough.Options{Natives: c.natives, RequestRule: c.rule, Trees: c.trees} })
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, bough.ErrRecording)) {
			t.Errorf("got %v, want %s", err, c.want)
		}
		if err == nil {
			replayAll(t, p)
			p.Close()
		}
	}
}

// TestRecordingOfAFault checks that the last seconds before each script error are saved, one recording at a time,
// and that Close saves those that no tick has saved.
func TestRecordingOfAFault(t *testing.T) { synctest.Test(t, testRecordingOfAFault) }

func testRecordingOfAFault(t *testing.T) {
	files := fstest.MapFS{
		"t.bt":  file("tree t\n  b\n"),
		"b.lua": file("return { behavior = function(agent) \n agent.n = (agent.n or 0) + 1\n if agent.n == 70 then error('a') end\n if agent.n == 150 then error('b') end\n if agent.n == 230 then error('c') end\nend }"),
	}
	saved, hold, told := make(chan []byte, 9), make(chan bool, 9), 0
	game, err := bough.OpenFS(files, bough.Options{OnFault: func(*engine.Fault) { told++ }, Record: bough.RecordOptions{Keep: 3 * time.Second, OnMark: func(m bough.Mark, r *bough.Recording) error {
		<-hold
		saved <- written(t, r)
		return nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	check := func(first, last int64) {
		t.Helper()
		r := openRecording(t, <-saved)
		if from, to := r.Ticks(); from != first || to != last {
			t.Errorf("ticks %d to %d, want %d to %d", from, to, first, last)
		}
		p, err := r.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if n := replayAll(t, p); n != last {
			t.Errorf("%d ticks", n)
		}
	}
	run := func(ticks int) {
		for range ticks {
			game.Tick(time.Second / 20)
		}
	}
	run(150) // errors in ticks 70 and 150; the call of OnFault for tick 150 has not returned
	hold <- true
	synctest.Wait()
	check(1, 70)
	run(1)
	hold <- true
	check(65, 150)
	synctest.Wait()
	run(79)
	hold <- true
	game.Close()
	check(129, 230)
	if len(saved) > 0 || told != 3 {
		t.Errorf("%d more recordings, %d errors", len(saved), told)
	}
	if _, err := bough.OpenFS(files, bough.Options{Record: bough.RecordOptions{OnMark: func(bough.Mark, *bough.Recording) error { return nil }}}); !errors.Is(err, bough.ErrOptions) {
		t.Error(err)
	}
}

var (
	cuts     = flag.Int("cuts", 10, "how many times TestRecordingIsCutShort damages a recording")
	cutsSeed = flag.Uint64("cuts.seed", 1, "seed of the first time")
)

// TestRecordingIsCutShort cuts off recordings at random places, or damages a byte, and checks that the segments
// before that place can be replayed.
func TestRecordingIsCutShort(t *testing.T) {
	const ticks = 200
	var out bytes.Buffer
	record(t, bough.Options{Record: bough.RecordOptions{To: &out, Replies: true}}, ticks, 6, nil).Close()
	whole := out.Bytes()
	for seed := *cutsSeed; seed < *cutsSeed+uint64(*cuts); seed++ {
		d := rand.New(rand.NewPCG(seed, 0))
		data := bytes.Clone(whole)
		if at := d.IntN(len(data)); seed%2 == 0 {
			data = data[:at]
		} else {
			data[at] ^= byte(1 + d.IntN(255))
		}
		r, err := bough.OpenRecording(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if !errors.Is(err, bough.ErrRecording) {
				t.Errorf("-cuts.seed %d -cuts 1: %v", seed, err)
			}
			continue
		}
		_, last := r.Ticks()
		if r.Damage() == nil && last != ticks {
			t.Errorf("-cuts.seed %d -cuts 1: there is no damage, and %d ticks", seed, last)
		}
		p, err := r.Replay(doubling(bough.Options{Workers: 1}))
		if err != nil {
			t.Fatalf("-cuts.seed %d -cuts 1: %v", seed, err)
		}
		if n := replayAll(t, p); n != last {
			t.Errorf("-cuts.seed %d -cuts 1: %d ticks of %d", seed, n, last)
		}
		p.Close()
	}
}

// TestRecordingWithoutEnd checks that a process that is killed leaves a recording of all but the last 16 ticks, and
// that it can be replayed.
func TestRecordingWithoutEnd(t *testing.T) { synctest.Test(t, testRecordingWithoutEnd) }

func testRecordingWithoutEnd(t *testing.T) {
	var out bytes.Buffer
	ticks := 0
	record(t, bough.Options{Record: bough.RecordOptions{To: &out, Replies: true}}, 3*bough.SegmentTicks+31, 7, func(*bough.Game) {
		synctest.Wait() // for the Write
		if ticks++; ticks < 16 {
			return
		}
		r := openRecording(t, bytes.Clone(out.Bytes()))
		if _, last := r.Ticks(); last != int64(ticks/16*16) || r.Damage() != nil {
			t.Errorf("after tick %d the recording has %d ticks, and the damage %v", ticks, last, r.Damage())
		}
	})
	p, err := openRecording(t, bytes.Clone(out.Bytes())).Replay(doubling(bough.Options{Workers: 1}))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if n := replayAll(t, p); n != 3*bough.SegmentTicks+16 {
		t.Errorf("%d ticks are replayed", n)
	}
}

// TestRecordingOfAnotherWorld records a game that is restored and restarted during the recording.
func TestRecordingOfAnotherWorld(t *testing.T) {
	var out bytes.Buffer
	game, err := bough.OpenFS(savedFiles(), bough.Options{Record: bough.RecordOptions{To: &out, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	spawn := func() {
		for _, tree := range game.Bundle().TreeNames() {
			if _, err := game.Spawn(tree, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	run := func(ticks int) {
		for range ticks {
			game.Tick(time.Second / 10)
		}
	}
	game.Load()
	spawn()
	run(30)
	saved := take(t, game)
	run(30)
	if err := game.Restore(saved); err != nil {
		t.Fatal(err)
	}
	run(50)
	game.Restart(8)
	spawn()
	run(20)
	last := take(t, game)
	game.Close()
	if err := game.RecordingErr(); err != nil {
		t.Fatal(err)
	}
	p, err := openRecording(t, out.Bytes()).Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	ticks := 0
	for err = p.Tick(); err == nil; err = p.Tick() {
		ticks++
	}
	if err != io.EOF || ticks != 130 || !bytes.Equal(take(t, p.Game()), last) {
		t.Errorf("%d ticks, %v", ticks, err)
	}
	for at, want := range map[int64]int64{60: 60, 61: 31, 110: 80, 111: 1} { // the restored game begins at 30, the restarted one at 0
		if err := p.GoTo(at); err != nil || p.Game().World().TickCount() != want || p.At() != at {
			t.Errorf("tick %d is tick %d of the world, want %d; %v", at, p.Game().World().TickCount(), want, err)
		}
	}
	got, err := openRecording(t, out.Bytes()).Rerun(bough.RerunOptions{Files: savedFiles()})
	if err != nil || got.To != 60 || got.Reason != "after tick 60 the game was restored or restarted" || got.Differences != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestReplayNamesFields checks that a replay finds the first tick in which fields differ, although the agents run
// the same nodes, and that it names the agent and the field.
func TestReplayNamesFields(t *testing.T) {
	files := fstest.MapFS{
		"guard.bt":  {Data: []byte("tree guard\n  stand\n")},
		"stand.lua": {Data: []byte("return { behavior = function(agent) agent.seen = agent.hp end }\n")},
	}
	for _, c := range []struct {
		field string
		value value.Value
		want  string
	}{
		{"hp", value.Number(4), "tick 71: guard#2 has other fields than in the recording; at the end of tick 128, guard#2 has hp = 100; in the recording: guard#2 has hp = 4"},
		{"hp", value.String("much"), `tick 71: guard#2 has other fields than in the recording; at the end of tick 128, guard#2 has hp = 100; in the recording: guard#2 has hp = "much"`},
		{"known", value.Bool(true), "tick 71: guard#2 has other fields than in the recording; at the end of tick 128, only in the recording: guard#2 has known = true"},
		{"path", value.VectorOf(value.Vector{X: 1}), "tick 71: guard#2 has other fields than in the recording; at the end of tick 128, only in the recording: guard#2 has path = {x=1, y=0}"},
	} {
		var out bytes.Buffer
		game, err := bough.OpenFS(files, bough.Options{Record: bough.RecordOptions{To: &out}})
		if err != nil {
			t.Fatal(err)
		}
		var guards []*bough.Agent
		for range 3 {
			a, err := game.Spawn("guard", nil)
			if err != nil {
				t.Fatal(err)
			}
			guards = append(guards, a)
			a.Set(engine.KeyOf("hp"), value.Number(100))
		}
		for tick := range 150 {
			if tick == 70 { // after tick 70
				guards[1].Fields().Set(engine.KeyOf(c.field), c.value)
			}
			game.Tick(time.Second / 10)
		}
		game.Close()
		p, err := openRecording(t, out.Bytes()).Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		for err == nil {
			err = p.Tick()
		}
		if err.Error() != c.want || p.At() != 71 || p.Game().World().TickCount() != 71 {
			t.Errorf("at tick %d: %v, want\n%s", p.At(), err, c.want)
		}
	}
}

// TestRecordingErrors checks the errors that end a recording, and that the game continues after them.
func TestRecordingErrors(t *testing.T) {
	play := func(o bough.RecordOptions, values bough.Options) *bough.Game {
		values.Record = o
		game, err := bough.OpenFS(savedFiles(), values)
		if err != nil {
			t.Fatal(err)
		}
		a, err := game.Spawn("dice_tree", nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			a.Set(engine.KeyOf("door"), value.Other(&door{}))
			game.Tick(time.Second / 10)
		}
		if game.World().TickCount() != 100 {
			t.Error("the game does not go on")
		}
		game.Close()
		return game
	}
	for _, c := range []struct {
		to     io.Writer
		values bough.Options
		want   string
	}{
		{&bytes.Buffer{}, bough.Options{}, "recording: dice_tree#1: input door: no codec saves a value of Go, *e2e.door; set Options.Values, or keep a number or a name instead; the recording ends here, and the game continues"},
		{full{}, bough.Options{Values: doors{{0}}}, "recording: the disk is full; the recording ends here, and the game continues"},
		{&bytes.Buffer{}, bough.Options{Values: doors{{0}}}, ""},
	} {
		err := play(bough.RecordOptions{To: c.to}, c.values).RecordingErr()
		if err == nil && c.want != "" || err != nil && (err.Error() != c.want || !errors.Is(err, bough.ErrRecording)) {
			t.Errorf("got %v\nwant %s", err, c.want)
		}
	}
}

// TestReplayOfLevel checks that Options.Values can depend on RecordOptions.About, and that the error for a value that
// Values does not know names the agent and Options.Values.
func TestReplayOfLevel(t *testing.T) {
	var out bytes.Buffer
	all := doors{{0}, {1}}
	game, err := bough.OpenFS(savedFiles(), bough.Options{Values: all, Record: bough.RecordOptions{To: &out, Replies: true, About: "cellar"}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := game.Spawn("dice_tree", bough.Fields{"way": value.Other(all[0])})
	if err != nil {
		t.Fatal(err)
	}
	game.Tick(time.Second)
	a.Set(engine.KeyOf("door"), value.Other(all[1]))
	game.Tick(time.Second)
	game.Close()
	r := openRecording(t, out.Bytes())
	levels := map[string]doors{"cellar": all}
	inCellar := func() bough.Options { return bough.Options{Values: levels[r.About()]} }
	if err := replayErr(r, inCellar); err != io.EOF {
		t.Error(err)
	}
	step := func() (bough.Options, func(*bough.Game) (func(), error)) {
		return inCellar(), func(game *bough.Game) (func(), error) {
			a, err := game.Spawn("dice_tree", bough.Fields{"way": value.Other(all[0])})
			return func() {
				game.Tick(time.Second)
				a.Set(engine.KeyOf("door"), value.Other(all[1]))
			}, err
		}
	}
	if got, err := r.Rerun(bough.RerunOptions{Files: savedFiles(), Step: step}); err != nil || got.To != 2 {
		t.Error(got, err)
	}
	const there = "Decode of Options.Values: there is no such door"
	for _, c := range []struct {
		values doors
		want   string
	}{{nil, "agent 1: input way: " + there}, {doors{{0}}, "dice_tree#1: input door: " + there}} {
		err := replayErr(r, func() bough.Options { return bough.Options{Values: c.values} })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v\nwant %s", err, c.want)
		}
	}
}

// TestRecordingWithErrors records games with errors. Their files contain mistakes, lose a behavior that has raised
// an error, lose a tree that agents run, and all vanish for a moment. It replays each recording, and goes to ticks
// in several segments.
func TestRecordingWithErrors(t *testing.T) {
	const ticks = 3 * bough.SegmentTicks
	for _, c := range []struct {
		name string
		edit func(files fstest.MapFS, tick int)
	}{
		{"broken from the start", func(fstest.MapFS, int) {}},
		{"broken later", func(files fstest.MapFS, tick int) {
			if tick == 20 {
				files["b.lua"] = file("return {")
			}
		}},
		{"renamed", func(files fstest.MapFS, tick int) {
			if tick == 20 {
				files["c.lua"] = files["b.lua"]
				delete(files, "b.lua")
				files["t.bt"] = file("tree t\n  priority\n    c\n    idle\n")
				files["u.bt"] = file("tree u\n  idle\n")
			}
		}},
		{"tree gone", func(files fstest.MapFS, tick int) {
			if tick == 20 {
				delete(files, "u.bt")
			}
		}},
		{"all gone", func(files fstest.MapFS, tick int) {
			if tick == 20 {
				clear(files)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := fstest.MapFS{
				"t.bt":       file("tree t\n  priority\n    b\n    idle\n"),
				"u.bt":       file("tree u\n  b\n"),
				"b.lua":      file("return { behavior = function(agent) agent.n = (agent.n or 0) + 1 if agent.n == 3 then error('x') end end }"),
				"broken.lua": file("return {"),
			}
			if c.name != "broken from the start" {
				delete(files, "broken.lua")
			}
			source := hotreload.NewManual()
			var out bytes.Buffer
			game, err := bough.OpenFS(files, bough.Options{Source: source, Record: bough.RecordOptions{To: &out}})
			if err != nil {
				t.Fatal(err)
			}
			for _, tree := range []string{"t", "u"} {
				if _, err := game.Spawn(tree, nil); err != nil {
					t.Fatal(err)
				}
			}
			for tick := range ticks {
				c.edit(files, tick)
				source.Touch("t.bt", "u.bt", "b.lua", "c.lua")
				game.Tick(time.Second / 10)
			}
			last := take(t, game)
			game.Close()
			if err := game.RecordingErr(); err != nil {
				t.Fatal(err)
			}
			p, err := openRecording(t, out.Bytes()).Replay(nil)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if n := replayAll(t, p); n != ticks || !bytes.Equal(take(t, p.Game()), last) {
				t.Errorf("%d ticks, or another state", n)
			}
			for _, at := range []int64{30, ticks - 1, 100} {
				if err := p.GoTo(at); err != nil {
					t.Errorf("tick %d: %v", at, err)
				}
			}
		})
	}
}

// TestRerunWithEffects checks that a re-run ends when an edited script calls a helper that may change the game more
// often, less often or in another order, and continues if the helper only reads.
func TestRerunWithEffects(t *testing.T) {
	script := func(body string) fstest.MapFS {
		return fstest.MapFS{
			"t.bt":  file("tree t\n  b\n"),
			"b.lua": file("return { behavior = function(agent) local t = { 1, 2 } " + body + " end }"),
		}
	}
	nothing := func(float64) float64 { return 1 }
	helpers := map[string][]bough.Helper{"h": {
		bough.Func("hit(n): hits", nothing), bough.Func("heal(n): heals", nothing), bough.Func("see(n): sees", nothing).Reads(),
		bough.Func("door(): a door", func() *door { return &door{} }).Reads(), bough.Func("open(d): opens it", func(*door) float64 { return 1 }).Reads(),
	}}
	var out bytes.Buffer
	game, err := bough.OpenFS(script("h.hit(1) h.heal(1) h.see(1) h.see(1)"), bough.Options{Helpers: helpers, Record: bough.RecordOptions{To: &out, Replies: true}, Values: doors{{0}}})
	if err != nil {
		t.Fatal(err)
	}
	game.Spawn("t", nil)
	for range 5 {
		game.Tick(time.Second)
	}
	game.Close()
	r := openRecording(t, out.Bytes())
	for _, c := range [][2]string{
		{"h.hit(1) h.heal(1) h.see(1) h.see(1)", ""},
		{"h.see(1) h.hit(1) h.heal(1) h.see(1) h.see(1)", ""},
		{"h.hit(1) h.heal(1)", ""},
		{"h.heal(1) h.see(1)", "in tick 1 t#1 does not make all calls of helpers that may change the game; what the game would have done from there is not recorded"},
		{"h.hit(1) h.hit(1) h.heal(1)", "in tick 1 t#1 calls h.hit, more often than in the recording; what the game would have done from there is not recorded"},
		{"h.heal(1) h.hit(1)", "in tick 1 t#1 calls h.hit, in another order than in the recording; what the game would have done from there is not recorded"},
		{"h.hit(2) h.heal(1)", "in tick 1 t#1 calls h.hit, but the recording has no reply to this call; what the game would have done from there is not recorded"},
	} {
		got, err := r.Rerun(bough.RerunOptions{Files: script(c[0])})
		if err != nil {
			t.Fatal(err)
		}
		if got.Reason != c[1] || len(got.Differences) > 0 {
			t.Errorf("%s: %s, %v", c[0], got.Reason, got.Differences)
		}
	}
	for _, c := range []struct {
		files fstest.MapFS
		want  string
	}{
		{script("h.hit("), "recording: the other files have errors, 1 in all: scripts/b.lua:1:"},
		{fstest.MapFS{"b.lua": script("")["b.lua"]}, "recording: t#1 runs the tree t, which is not among the other files"},
	} {
		if _, err := r.Rerun(bough.RerunOptions{Files: c.files, From: 2}); err == nil || !strings.HasPrefix("recording: "+err.Error(), c.want) {
			t.Errorf("got %v\nwant %s", err, c.want)
		}
	}
	if got, err := r.Rerun(bough.RerunOptions{Files: fstest.MapFS{"b.lua": script("")["b.lua"]}}); err != nil || got.To != 1 || len(got.Differences) != 1 || !got.Differences[0].Gone {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestKeepIsBounded checks that the part of a recording that is kept in memory does not grow with ticks of no
// duration, restarts and restores.
func TestKeepIsBounded(t *testing.T) {
	game, err := bough.OpenFS(savedFiles(), bough.Options{Record: bough.RecordOptions{Keep: 10 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	kept := func() int64 {
		var out bytes.Buffer
		if err := game.WriteRecording(&out); err != nil {
			t.Fatal(err)
		}
		first, last := openRecording(t, out.Bytes()).Ticks()
		return last - first + 1
	}
	game.Load()
	for range 10 * bough.SegmentTicks {
		game.Tick(time.Hour)
	}
	if n := kept(); n > 3*bough.SegmentTicks {
		t.Errorf("%d ticks", n)
	}
	game.Restart(1)
	for range 10 * bough.SegmentTicks {
		game.Tick(time.Second)
	}
	if n := kept(); n > 3*bough.SegmentTicks {
		t.Errorf("after Restart: %d ticks", n)
	}
	for range 3000 {
		data := take(t, game)
		game.Tick(0)
		if err := game.Restore(data); err != nil {
			t.Fatal(err)
		}
	}
	if n := kept(); n > 1100 {
		t.Errorf("after Restore: %d ticks", n)
	}
}

// TestKeepWithoutStates checks the part of a recording that is kept in memory in a game whose natives have memories
// that cannot be saved: it begins with the state of the empty game, as long as the number of segments allows that, and
// covers only Keep after that.
func TestKeepWithoutStates(t *testing.T) {
	files := fstest.MapFS{"t.bt": file("tree t\n  n\n")}
	game, err := bough.OpenFS(files, bough.Options{
		Record: bough.RecordOptions{Keep: 100 * time.Second},
		Natives: map[string]*behaviors.Native{"n": {Behavior: func(c *engine.Context) (engine.Status, error) {
			*c.Memory() = struct{}{}
			return engine.Running, nil
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ until, first int64 }{{20, 1}, {1030, 1029}} {
		for game.World().TickCount() < c.until*bough.SegmentTicks {
			game.Tick(time.Second)
		}
		var out bytes.Buffer
		if err := game.WriteRecording(&out); err != nil {
			t.Fatal(err)
		}
		if first, last := openRecording(t, out.Bytes()).Ticks(); last != c.until*bough.SegmentTicks || (first-1)/bough.SegmentTicks+1 != c.first {
			t.Errorf("ticks %d to %d are kept", first, last)
		}
	}
}

// TestUnknownReply replays a recording that lacks a reply that could not be recorded.
func TestUnknownReply(t *testing.T) {
	var out bytes.Buffer
	game, err := bough.OpenFS(fstest.MapFS{
		"troll.bt": file("tree troll\n  open\n"),
		"open.lua": file("return { behavior = function(agent) agent.out = game.door() ~= nil end }\n"),
	}, bough.Options{
		Helpers: map[string][]bough.Helper{"game": {bough.Func("door(): a door", func() *door { return &door{} })}},
		Record:  bough.RecordOptions{To: &out, Replies: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	game.Spawn("troll", nil)
	game.Tick(time.Second)
	game.Close()
	if err := game.RecordingErr(); err == nil || !strings.HasSuffix(err.Error(), "keep a number or a name instead; a replay ends at tick 1") {
		t.Error(err)
	}
	p, err := openRecording(t, out.Bytes()).Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const want = "tick 1: troll#1 calls game.door, whose reply could not be recorded: "
	if err := p.Tick(); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// full is an io.Writer whose Write always fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// TestGhost re-runs the last seconds of a game with the current files.
func TestGhost(t *testing.T) {
	files := fstest.MapFS{
		"troll.bt":  file("tree troll\n  priority\n    flee  when hp < 30\n    fight\n"),
		"flee.lua":  file("return { behavior = function(agent) end }\n"),
		"fight.lua": file("return { behavior = function(agent) game.hit(agent.id) end }\n"),
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{
		Helpers: map[string][]bough.Helper{"game": {bough.Func("hit(id): hits", func(engine.AgentID) bool { return true }).Reads()}},
		Source:  source, Record: bough.RecordOptions{Keep: time.Minute, Replies: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	a, err := game.Spawn("troll", nil)
	if err != nil {
		t.Fatal(err)
	}
	for hp := 60; hp > 20; hp-- {
		a.Set(engine.KeyOf("hp"), value.Number(float64(hp)))
		game.Tick(time.Second / 10)
	}
	files["troll.bt"] = file("tree troll\n  priority\n    flee  when hp < 50\n    fight\n")
	source.Touch("troll.bt")
	game.Refresh()
	for _, c := range []struct {
		from int64
		want string
	}{
		{0, "tick 12: troll#1 runs flee instead of fight, because the condition of flee, hp < 30, is now hp < 50 (scripts/troll.bt:3:5)"},
		{15, "tick 16: troll#1 runs flee instead of fight, because the condition of flee, hp < 30, is now hp < 50 (scripts/troll.bt:3:5)"},
	} {
		got, err := game.Ghost(c.from)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Differences) != 1 || got.Differences[0].String() != c.want || got.To != 40 || got.Reason != "" {
			t.Errorf("%+v", got)
		}
	}
	files["fight.lua"] = file("return {") // held back, so the ghost runs the text in force
	source.Touch("fight.lua")
	game.Refresh()
	if got, err := game.Ghost(0); err != nil || len(got.Differences) != 1 || got.Differences[0].Tick != 12 {
		t.Errorf("%+v, %v", got, err)
	}
	if n := game.World().TickCount(); n != 40 {
		t.Errorf("the game is at tick %d", n)
	}
	unrecorded, err := bough.OpenFS(savedFiles(), bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer unrecorded.Close()
	if _, err := unrecorded.Ghost(0); err == nil || !strings.Contains(err.Error(), "set Options.Record.Keep and Replies") {
		t.Error(err)
	}
}

// FuzzRecording replays damaged recordings with valid checksums.
func FuzzRecording(f *testing.F) {
	var out bytes.Buffer
	game, err := bough.OpenFS(savedFiles(), bough.Options{Record: bough.RecordOptions{To: &out, Replies: true}})
	if err != nil {
		f.Fatal(err)
	}
	d := rand.New(rand.NewPCG(1, 1))
	game.Load()
	for range 20 {
		anyInput(game, d, game.Bundle().TreeNames())
		game.Tick(time.Second / 10)
	}
	game.Close()
	file, err := recording.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		f.Fatal(err)
	}
	segment, err := file.Segment(0)
	if err != nil {
		f.Fatal(err)
	}
	archive, err := file.Files(segment.Files)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(segment.Journal, segment.World)
	f.Fuzz(func(t *testing.T, journal, world []byte) {
		c := *segment
		c.Journal, c.World = journal, world
		data := recording.AppendHeader(nil, file.Header)
		data = recording.AppendFiles(data, c.Files, archive)
		data = recording.AppendSegment(data, &c)
		p, err := openRecording(t, data).Replay(nil)
		if err != nil {
			return
		}
		defer p.Close()
		for range 100 {
			if p.Tick() != nil {
				return
			}
		}
	})
}
