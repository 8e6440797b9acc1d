package e2e

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
)

// writesOfX are statements that write the field x, in all ways that there are.
var writesOfX = []string{
	"agent.x = agent.n", "agent.x = (tonumber(agent.x) or 0) + 1", "agent.n = agent.n + 1 agent.x = agent.n", "local k = 'x' agent[k] = agent.n",
	"rawset(agent, 'x', agent.n)", "agent.x, agent.y = agent.n, 2", "local function f(a) a.x = a.n end f(agent)", "agent.x = nil",
	"local f = function() agent.x = agent.n * 2 end f()", "pcall(function() agent.x = agent.n error('x') end)", "h.put(agent.n)", "agent.x = 'text'",
	"agent.x = {agent.n}", "bt.board('b').x = agent.n agent.x = agent.n", "bt.claim('b', 'x', agent.n) agent.x = agent.n", "bt.unclaim('b', 'x') agent.x = nil", "agent['f' .. agent.n % 20] = agent.n agent.x = 0",
}

// writers returns files of a tree in which three behaviors write the field x. Before each write they set the field by to
// the place of the write.
func writers(random *rand.Rand) fstest.MapFS {
	files := fstest.MapFS{"t.bt": file("tree t\n  loop\n    sequence\n      a\n      b\n      c\n")}
	for _, name := range []string{"a", "b", "c"} {
		hook := []string{"behavior", "run", "on_enter"}[random.IntN(3)]
		lines := []string{"return { " + hook + " = function(agent)", "agent.n = agent.n + 1"}
		for range 6 {
			lines = append(lines, fmt.Sprintf("if math.random() < 0.3 then agent.by = '%s.lua:%d' %s end", name, len(lines)+1, writesOfX[random.IntN(len(writesOfX))]))
			if hook == "run" && random.IntN(3) == 0 {
				lines = append(lines, "bt.yield()")
			}
		}
		end := "return bt.SUCCESS end }"
		if hook == "on_enter" {
			end = "end, behavior = function() return bt.SUCCESS end }"
		}
		files[name+".lua"] = file(strings.Join(append(lines, end), "\n"))
	}
	return files
}

// TestTraceWrites re-runs games in which three behaviors, a helper and Go code write the same field. The traced writes
// must give the fields and the boards of each tick, the last writer must be the one that the field by names, and
// the states must be those of the game, which traces nothing.
func TestTraceWrites(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	x, by := engine.KeyOf("x"), engine.KeyOf("by")
	helped := 0
	put := bough.Func("put(n): put", func(c *engine.Context, n float64) { c.Agent().Set(x, value.Number(n)) })
	for round := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, round))
		game, err := bough.OpenFS(writers(random), bough.Options{Seed: seed + round, Workers: 1 + int(round%2), Record: bough.RecordOptions{Keep: time.Hour, Replies: true}, Helpers: map[string][]bough.Helper{"h": {put}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Load().Err(); err != nil {
			t.Fatal(err)
		}
		states := [][]byte{nil}
		for tick := range 150 {
			if tick%50 == 3 {
				if _, err := game.Spawn("t", bough.Fields{"n": tick}); err != nil {
					t.Fatal(err)
				}
			}
			for a := range game.World().Agents() {
				if random.IntN(3) == 0 {
					a.Set(by, value.String("Go"))
					a.Set(x, value.Number(float64(random.IntN(5))))
				}
			}
			if random.IntN(20) == 0 {
				game.World().SetBoard("b", "x", value.Number(float64(tick)))
			}
			if random.IntN(40) == 0 && game.World().Len() > 0 {
				game.World().Agent(1).Reset()
			}
			if random.IntN(20) == 0 && game.World().Len() > 0 {
				game.World().Agent(1).Abort(game.World().Agent(1).Program().Node(0).Path)
			}
			game.Tick(time.Second / 20)
			state, err := game.World().Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			states = append(states, state)
		}
		p := replayOf(t, game)
		type place struct {
			agent      engine.AgentID
			board, key string
		}
		last := map[place]engine.Write{}
		p.TraceWrites(func(w engine.Write) {
			at := place{board: w.Board, key: w.Key}
			if w.Board == "" {
				at.agent = w.Agent.ID()
			}
			if before := last[at].Is; w.Board == "" && before.String() != w.Was.String() {
				t.Errorf("round %d, tick %d: %v was %v, and not %v", round, w.Tick, at, before, w.Was)
			}
			if w.Helper != "" && w.Helper != "h.put" {
				t.Errorf("helper %s", w.Helper)
			} else if w.Helper != "" {
				helped++
			}
			if w.Node >= 0 && (w.At.Line == 0 || !strings.HasSuffix(w.At.File, "/"+w.Prog.Node(w.Node).Name+".lua")) {
				t.Errorf("%s writes at %s", w.Prog.Node(w.Node).Name, w.At)
			}
			last[at] = w
		})
		for p.Tick() == nil {
			state, err := p.Game().World().Snapshot()
			if err != nil || !bytes.Equal(state, states[p.At()]) {
				t.Fatalf("round %d: another state after tick %d, %v", round, p.At(), err)
			}
			for a := range p.Game().World().Agents() {
				for at, w := range last {
					if at.agent == a.ID() && a.Get(engine.KeyOf(at.key)).String() != w.Is.String() {
						t.Errorf("round %d, tick %d: %v is %v, and not %v", round, p.At(), at, a.Get(engine.KeyOf(at.key)), w.Is)
					}
				}
				w, want := last[place{agent: a.ID(), key: "x"}], a.Get(by).Str()
				got := fmt.Sprintf("%s:%d", path.Base(w.At.File), w.At.Line)
				if w.Node < 0 {
					got = "Go"
				}
				if want != "" && want != got {
					t.Errorf("round %d, tick %d: x of %s was written by %s, and not by %s", round, p.At(), a.Label(), want, got)
				}
			}
			if w, v := last[place{board: "b", key: "x"}], p.Game().World().Board("b", "x"); w.Is.String() != v.String() {
				t.Errorf("round %d, tick %d: x of the board is %v, and not %v", round, p.At(), v, w.Is)
			}
		}
		if p.At() != 150 || len(last) < 4 || t.Failed() {
			t.Fatalf("round %d: %d ticks, %d fields", round, p.At(), len(last))
		}
		p.Close()
		game.Close()
	}
	if helped == 0 {
		t.Error("no write by the helper")
	}
}

// TestTraceWritesOfGo traces the writes of a behavior in Go and of Go code between ticks, with and without recorded
// replies, across a restart and after GoTo.
func TestTraceWritesOfGo(t *testing.T) {
	x, y := engine.KeyOf("x"), engine.KeyOf("y")
	for _, replies := range []bool{false, true} {
		files := fstest.MapFS{"t.bt": file("tree t\n  step\n")}
		game, err := bough.OpenFS(files, bough.Options{
			Record: bough.RecordOptions{Keep: time.Hour, Replies: replies},
			Natives: map[string]*behaviors.Native{"step": {Behavior: func(c *engine.Context) (engine.Status, error) {
				c.Agent().Set(x, value.Number(c.Fields().Get(x).Float()+1))
				c.SetBoard("b", "x", c.Fields().Get(x))
				return engine.Running, nil
			}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for tick := range 100 {
			if tick%50 == 0 {
				if tick > 0 {
					game.Restart(1)
				}
				if _, err := game.Spawn("t", bough.Fields{"x": 10}); err != nil {
					t.Fatal(err)
				}
			}
			game.World().Agent(1).Set(y, value.Number(float64(tick)))
			game.World().SetBoard("b", "y", value.Number(float64(tick)))
			game.Tick(time.Second)
		}
		p := replayOf(t, game)
		var got []string
		trace := func(w engine.Write) {
			by := "Go"
			if w.Node >= 0 {
				by = fmt.Sprintf("%s of %s", w.Hook, w.Prog.Node(w.Node).Name)
			}
			got = append(got, fmt.Sprintf("%d %s.%s %v %v %s%v%s", w.Tick, w.Board, w.Key, w.Was, w.Is, by, w.At, w.Helper))
		}
		p.TraceWrites(trace)
		for _, c := range []struct {
			to   int64
			want string
		}{
			{1, "1 .x nil 10 Go; 1 .y nil 0 Go; 1 b.y nil 0 Go; 1 .x 10 11 behavior of step; 1 b.x nil 11 behavior of step"},
			{2, "2 .y 0 1 Go; 2 b.y 0 1 Go; 2 .x 11 12 behavior of step; 2 b.x 11 12 behavior of step"},
			{50, ""}, // compared only in part
			{51, "51 .x nil 10 Go; 51 .y nil 50 Go; 51 b.y nil 50 Go; 51 .x 10 11 behavior of step; 51 b.x nil 11 behavior of step"},
			{1, "1 .x nil 10 Go; 1 .y nil 0 Go; 1 b.y nil 0 Go; 1 .x 10 11 behavior of step; 1 b.x nil 11 behavior of step"},
		} {
			got = nil
			if err := p.GoTo(c.to); err != nil {
				t.Fatal(err)
			}
			if text := strings.Join(got, "; "); c.want != "" && text != c.want || c.to == 50 && len(got) != 4*48 {
				t.Errorf("replies %v, GoTo(%d):\n%s\nwant\n%s", replies, c.to, text, c.want)
			}
		}
		p.TraceWrites(nil)
		if got = nil; p.GoTo(5) != nil || len(got) > 0 {
			t.Errorf("after the end of tracing: %v", got)
		}
		p.TraceWrites(trace)
		fork := p.Fork()
		if fork.Tick(time.Second); len(got) > 0 {
			t.Errorf("after Fork: %v", got)
		}
		fork.Close()
		game.Close()
	}
}

// TestTraceWritesOverEdit goes back over an edit, for which the replay closes a game. What its behaviors then write in on_exit is
// of no tick.
func TestTraceWritesOverEdit(t *testing.T) {
	files := fstest.MapFS{
		"t.bt":     file("tree t\n  hold\n"),
		"hold.lua": file("return { behavior = function(agent) agent.x = agent.x + 1 return bt.RUNNING end, on_exit = function(agent) agent.x = 0 end }\n"),
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source, Record: bough.RecordOptions{Keep: time.Hour, Replies: true}, FieldNames: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Spawn("t", bough.Fields{"x": 10}); err != nil {
		t.Fatal(err)
	}
	for tick := range 60 {
		if tick == 30 {
			files["hold.lua"] = file(strings.Replace(string(files["hold.lua"].Data), "+ 1", "+ 2", 1))
			source.Touch("hold.lua")
		}
		game.Tick(time.Second)
	}
	p := replayOf(t, game)
	defer p.Close()
	to, writes := int64(0), 0
	p.TraceWrites(func(w engine.Write) {
		if writes++; w.Tick > to || w.Hook == engine.HookExit && w.Tick != 31 { // the edit ends the behavior
			t.Errorf("GoTo(%d): %s writes in tick %d", to, w.Hook, w.Tick)
		}
	})
	for _, to = range []int64{60, 5, 50, 20, 29, 31, 60, 1} {
		if err := p.GoTo(to); err != nil {
			t.Fatal(err)
		}
	}
	if versions := game.Versions(); writes < 100 || len(versions) != 2 {
		t.Errorf("%d writes, %d versions", writes, len(versions))
	}
}

// replayOf returns a replay of what a game has recorded.
func replayOf(t *testing.T, game *bough.Game) *bough.Replay {
	t.Helper()
	r, err := game.Recording()
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
