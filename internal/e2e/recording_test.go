package e2e

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// asking are behaviors that ask the game, in preconditions, hooks, runs and when they exit.
var asking = map[string]string{
	"ask": `precondition = function(agent) return game.sight(agent.id, 5) end,
	behavior = function(agent)
		agent.out = (agent.out or 0) + #game.list(agent.id) + math.random(3)
		local ok, err = pcall(game.fails, agent.out % 3)
		agent.said = ok and err or tostring(err)
		agent.twice = pure.double(agent.out)
		return agent.out % 4 == 0
	end,
	on_exit = function(agent) agent.left = game.name(agent.id) end`,
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

// askingFiles returns the files of asking and saved.
func askingFiles() fstest.MapFS {
	files := savedFiles()
	for name, text := range asking {
		files[name+".lua"] = file("return { " + text + " }\n")
		files[name+".tree.bt"] = file("tree " + name + "_tree\n  priority\n    " + name + "  when not tired\n    walk\n    idle\n")
	}
	return files
}

// asked is a game that answers at random. Its answers change between ticks only.
type asked struct {
	tick int
	seed uint64
}

func (g *asked) draw(of engine.AgentID, n int) int {
	return rand.New(rand.NewPCG(g.seed, uint64(g.tick/4)<<20+uint64(of))).IntN(n)
}

func (g *asked) bind(game *bough.Game) error {
	pure := bough.Func("double(n): twice n", func(n float64) float64 { return 2 * n }).Pure()
	if err := game.Bind("pure", pure); err != nil {
		return err
	}
	return game.Bind("game",
		bough.Func("sight(id, range): whether somebody is near", func(id engine.AgentID, _ float64) bool { return g.draw(id, 3) > 0 }),
		bough.Func("list(id): a list", func(id engine.AgentID) []engine.AgentID { return make([]engine.AgentID, g.draw(id, 5)) }),
		bough.Func("name(id): a name", func(id engine.AgentID) string { return fmt.Sprint("n", g.draw(id, 100)) }),
		bough.Func("way(id, from): a way", func(id engine.AgentID, from map[string]float64) []engine.Vector {
			return []engine.Vector{{X: from["from"]}, {X: float64(g.draw(id, 100)), Y: 2}}
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
	)
}

// record plays a game with inputs of all kinds, calls after after each tick unless it is nil, and returns the game.
func record(t testing.TB, o bough.Options, ticks int, seed uint64, after func(*bough.Game)) *bough.Game {
	t.Helper()
	files, source := askingFiles(), hotreload.NewManual()
	o.Seed, o.Source = seed, source
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	world := &asked{seed: seed}
	if err := world.bind(game); err != nil {
		t.Fatal(err)
	}
	if err := game.Load().Err(); err != nil {
		t.Fatal(err)
	}
	d := rand.New(rand.NewPCG(seed, 1))
	trees := game.Bundle().TreeNames()
	for i := range 30 {
		game.Spawn(trees[i%len(trees)], bough.Fields{"hp": d.IntN(100), "home": engine.Vector{X: 1}})
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
		if tick%40 == 30 { // a mistake, and its correction
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

// anyInput changes the game in one of all ways.
func anyInput(game *bough.Game, d *rand.Rand, trees []string) {
	w := game.World()
	id := engine.AgentID(1 + d.IntN(40))
	hp := engine.KeyOf("hp")
	a := w.Agent(id)
	if a == nil {
		game.Spawn(trees[d.IntN(len(trees))], bough.Fields{"hp": 3})
		return
	}
	switch d.IntN(16) {
	case 0:
		a.Set(hp, engine.Number(d.Float64()))
	case 1:
		a.Set(engine.KeyOf("tired"), engine.Bool(d.IntN(2) == 0))
	case 2, 3:
		w.Post(id, engine.Stimulus{Name: "noise", Data: engine.VectorOf(engine.Vector{X: 3}), TTL: time.Second})
	case 4:
		a.Befall(engine.Request{Kind: "fall", Channel: "legs", Priority: 2, Data: engine.String("down")})
	case 5:
		a.EndRequest("legs")
		a.EndRequest("go")
	case 6:
		w.SetBoard("camp", "count", engine.Number(float64(d.IntN(9))))
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

// double opens a game with the helper that is not recorded.
func double(workers int) bough.Opener {
	return func(files fs.FS, o bough.Options) (*bough.Game, error) {
		o.Workers = workers
		game, err := bough.OpenFS(files, o)
		if err != nil {
			return nil, err
		}
		return game, game.Bind("pure", bough.Func("double(n): twice n", func(n float64) float64 { return 2 * n }).Pure())
	}
}

// replayAll replays all ticks, and returns their number.
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

var recordedGames = flag.Int("recording.games", 4, "how many games TestReplay records")

// TestReplay records games with inputs of all kinds, and replays them without the game and with other numbers of workers.
// After each tick the state is the same.
func TestReplay(t *testing.T) {
	const ticks = 300
	for i := range *recordedGames {
		seed := uint64(i)
		t.Logf("seed %d", seed)
		var out bytes.Buffer
		var states [][]byte
		game := record(t, bough.Options{Workers: 1 + i%3, Record: bough.RecordOptions{To: &out, Replies: true}}, ticks, seed, func(game *bough.Game) {
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
		p, err := r.Replay(double(1 + (i+1)%3))
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		for _, want := range states {
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
