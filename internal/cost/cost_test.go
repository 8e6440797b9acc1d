package cost_test

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/cost"
)

const tick = 50 * time.Millisecond

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// files is a game with hooks of several kinds, conditions, a behavior in Go, a coroutine that holds its parameters, and errors.
func files() fstest.MapFS {
	return fstest.MapFS{
		"walk.lua": file(`return {
  params = { pace = 2 },
  run = function(agent, params)
    while true do
      agent.x = (agent.x or 0) + params.pace
      bt.wait(0.2)
    end
  end,
}`),
		"list.lua": file(`return {
  precondition = function(agent) return agent.id % 2 == 0 end,
  on_enter = function(agent, params, memory) memory.list = {} end,
  behavior = function(agent, params, memory)
    memory.list = { agent.id, math.random(), math.random(3) }
    agent.n = (agent.n or 0) + 1
    if agent.n > 8 then agent.n = nil return true end
  end,
}`),
		"bad.lua": file(`return { behavior = function(agent) if math.random(4) == 1 then error("bad") end end }`),
		"main.bt": file("tree main\n  parallel  when id ~= 3\n    walk pace=3\n    priority\n      list  when x > 5\n      bad\n    hum\n"),
	}
}

var hum = &bough.Native{Behavior: func(*engine.Context) (engine.Status, error) { return engine.Running, nil }}

// play makes ticks in a new game, and returns the snapshot at the end and the recording.
func play(t *testing.T, c *cost.Counter, workers int) (snapshot, recorded []byte) {
	t.Helper()
	var file bytes.Buffer
	o := bough.Options{Seed: 5, Workers: workers, Record: bough.RecordOptions{To: &file, Replies: true}, OnFault: func(*engine.Fault) {},
		Natives: map[string]*bough.Native{"hum": hum}}
	if c != nil {
		o.Wrap = c.Wrap
	}
	game, err := bough.OpenFS(files(), o)
	if err != nil {
		t.Fatal(err)
	}
	if found := game.Load(); len(found) > 0 {
		t.Fatal(found)
	}
	if c != nil {
		c.Watch(game)
	}
	for range 6 {
		if _, err := game.Spawn("main", nil); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 150 {
		if i == 100 {
			game.Despawn(game.World().Agent(2))
		}
		game.Tick(tick)
	}
	if snapshot, err = game.Snapshot(); err != nil {
		t.Fatal(err)
	}
	if err := game.Close(); err != nil {
		t.Fatal(err)
	}
	return snapshot, file.Bytes()
}

// clock returns a clock that shows another second whenever it is read.
func clock() func() time.Time {
	now := time.Unix(0, 0)
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

// withoutTimes returns a report without what a clock has measured.
func withoutTimes(r cost.Report) cost.Report {
	r.Time, r.Total.Time = 0, 0
	for i := range r.Behaviors {
		b := &r.Behaviors[i]
		b.Time = 0
		for k := range b.Hooks {
			b.Hooks[k].Time = 0
		}
	}
	for i := range r.Agents {
		r.Agents[i].Time = 0
	}
	return r
}

// TestCountingChangesNothing checks that a game whose costs are counted has the same state as one without, and that both
// repeat: the recording of one is replayed while the other is counted.
func TestCountingChangesNothing(t *testing.T) {
	plain, recorded := play(t, nil, 1)
	c := cost.New(time.Now)
	counted, _ := play(t, c, 1)
	if !bytes.Equal(plain, counted) {
		t.Error("a game whose costs are counted has another state")
	}
	want := withoutTimes(c.Report())
	if want.Ticks != 150 || want.Total.Calls < 1000 || len(want.Agents) != 6 {
		t.Fatalf("%d ticks, %d calls of %d agents", want.Ticks, want.Total.Calls, len(want.Agents))
	}
	for _, workers := range []int{1, 3} {
		again := cost.New(time.Now)
		if play(t, again, workers); !reflect.DeepEqual(withoutTimes(again.Report()), want) {
			t.Errorf("%d workers: %+v\nwant %+v", workers, withoutTimes(again.Report()), want)
		}
		if got := replayed(t, recorded, workers); !reflect.DeepEqual(got, want) {
			t.Errorf("a replay with %d workers: %+v\nwant %+v", workers, got, want)
		}
	}
}

// replayed counts a replay.
func replayed(t *testing.T, recorded []byte, workers int) cost.Report {
	t.Helper()
	r, err := bough.OpenRecording(bytes.NewReader(recorded), int64(len(recorded)))
	if err != nil {
		t.Fatal(err)
	}
	c := cost.New(time.Now)
	p, err := r.Replay(func() bough.Options {
		return bough.Options{Workers: workers, Wrap: c.Wrap, OnFault: func(*engine.Fault) {}, Natives: map[string]*bough.Native{"hum": hum}}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for err == nil {
		if err = p.Prepare(); err == nil {
			c.Watch(p.Game())
			err = p.Tick()
		}
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	return withoutTimes(c.Report())
}

// TestReport checks the sums and their order with a clock that shows another second whenever it is read.
func TestReport(t *testing.T) {
	c := cost.New(clock())
	play(t, c, 1)
	r := c.Report()
	var steps, calls int64
	var took time.Duration
	text := ""
	for i, b := range r.Behaviors {
		if i > 0 && b.Steps > r.Behaviors[i-1].Steps {
			t.Errorf("%s is dearer than the one before it", b.Name)
		}
		steps, calls, took = steps+b.Steps, calls+b.Calls, took+b.Time
		for _, h := range b.Hooks {
			text += fmt.Sprintf("%s%s %s", b.Name, b.Tree, h.Name)
			if want := time.Duration(h.Calls) * time.Second; h.Name != "condition" && h.Time != want {
				t.Errorf("%s of %s: %v, want %v", h.Name, b.Name, h.Time, want)
			}
			if h.Most.Steps == 0 && b.File != "" || h.Most.Steps > h.Most.OfSteps || h.Most.Tick < 1 {
				t.Errorf("%s of %s: the call that took most is %+v", h.Name, b.Name, h.Most)
			}
			text += "\n"
		}
	}
	if steps != r.Total.Steps || calls != r.Total.Calls || took != r.Total.Time {
		t.Errorf("the behaviors cost %d steps, %d calls, %v; the total is %+v", steps, calls, took, r.Total)
	}
	var byAgent cost.Figures
	for _, a := range r.Agents {
		byAgent.Steps, byAgent.Calls, byAgent.Bytes, byAgent.Time = byAgent.Steps+a.Steps, byAgent.Calls+a.Calls, byAgent.Bytes+a.Bytes, byAgent.Time+a.Time
	}
	if byAgent != r.Total {
		t.Errorf("the agents cost %+v, the total is %+v", byAgent, r.Total)
	}
	if want := "bad behavior\nlist precondition\nlist condition\nlist behavior\nlist on_enter\nmain condition\nwalk behavior\nhum behavior\n"; text != want {
		t.Errorf("the order is\n%swant\n%s", text, want)
	}
}
