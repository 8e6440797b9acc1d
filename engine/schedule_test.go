package engine_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// walker returns a program whose agents add DT to the field x and make a request in each tick.
func walker(t *testing.T) *engine.Program {
	f := &forest{}
	return compile(t, node(f.behavior("walk", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		add(c.Agent(), keyX, c.DT().Seconds())
		return engine.Running, c.Request(engine.Request{Kind: "step"})
	}})))
}

// TestPeriod checks that agents with a period take part in one tick of each period, spread evenly over the ticks, and
// that DT covers the whole time.
func TestPeriod(t *testing.T) {
	const agents, ticks = 1000, 200
	for _, period := range []time.Duration{time.Nanosecond, frame, 5*frame + 1, time.Second, 90 * frame} {
		w := engine.NewWorld(engine.Options{Workers: 3})
		p := walker(t)
		w.Tick(time.Minute)
		for range agents {
			w.Spawn(p, "a")
		}
		w.Tick(0) // the first turn of all agents
		last := make(map[*engine.Agent]int64)
		for a := range w.Agents() {
			last[a] = 1
			a.SetPeriod(period)
		}
		each := min(float64(agents), agents*frame.Seconds()/period.Seconds())
		for tick := range ticks {
			w.Tick(frame)
			ran := 0.0
			for a := range w.Agents() {
				if a.Ticks() > last[a] {
					ran++
				}
				last[a] = a.Ticks()
			}
			if ran < 0.9*each-2 || ran > 1.1*each+2 {
				t.Errorf("period %v: %v agents take part in tick %d, want %v", period, ran, tick, each)
			}
		}
		for a := range w.Agents() {
			ideal := min(ticks, float64(ticks)*frame.Seconds()/period.Seconds())
			if got := float64(a.Ticks() - 1); got < ideal-1 || got > ideal+1 {
				t.Errorf("period %v: %s takes part in %v ticks, want %v", period, a.Label(), got, ideal)
			}
			if late := ticks*frame.Seconds() - a.Get(keyX).Float(); late < -1e-9 || late > max(period, frame).Seconds()+1e-9 {
				t.Errorf("period %v: %s lacks %v s", period, a.Label(), late)
			}
		}
		w.Close()
	}
}

// TestPeriodIsCutShort checks what makes an agent with a period take part in the next tick, and that this does not
// change its later turns.
func TestPeriodIsCutShort(t *testing.T) {
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	a := w.Spawn(walker(t), "a")
	hp, mood := engine.KeyOf("hp"), engine.KeyOf("mood")
	w.Tick(0) // the first turn
	a.SetPeriod(10*time.Second, hp)
	turns := func(act map[int]func()) (got []int) {
		for i := range 30 {
			if f := act[i]; f != nil {
				f()
			}
			before := a.Ticks()
			if w.Tick(time.Second); a.Ticks() > before {
				got = append(got, i)
			}
		}
		return got
	}
	first := turns(nil)
	if len(first) != 3 || first[1]-first[0] != 10 || first[2]-first[1] != 10 {
		t.Fatalf("turns %v", first)
	}
	at := first[0]
	for what, f := range map[string]func(){
		"a stimulus":      func() { w.Post(a.ID(), engine.Stimulus{Name: "noise"}) },
		"a request ended": func() { a.EndRequest("step") },
		"a watched field": func() { a.Set(hp, value.Number(1)) },
	} {
		if got, want := turns(map[int]func(){at + 4: f}), []int{at, at + 4, at + 10, at + 20}; !slices.Equal(got, want) {
			t.Errorf("%s: turns %v, want %v", what, got, want)
		}
	}
	if got := turns(map[int]func(){at + 4: func() { a.Set(mood, value.Number(1)) }}); !slices.Equal(got, first) {
		t.Errorf("another field: turns %v, want %v", got, first)
	}
	if got := turns(map[int]func(){at + 1: func() { a.Sleep(12 * time.Second) }}); !slices.Equal(got, []int{at, at + 12, at + 20}) {
		t.Errorf("asleep: turns %v", got)
	}
	if a.Reset(); a.Period() != 10*time.Second {
		t.Error("Reset ends the period")
	}
	b := w.Spawn(a.Program(), "b")
	b.SetPeriod(time.Hour)
	if w.Tick(frame); b.Ticks() != 1 {
		t.Error("a spawned agent waits for its first turn")
	}
	a.SetPeriod(math.MaxInt64)
	if before := a.Ticks(); len(turns(nil)) != 0 {
		t.Errorf("with the longest period it has had %d turns", a.Ticks()-before)
	}
	if a.SetPeriod(0); len(turns(nil)) != 30 || a.Period() != 0 {
		t.Error("without a period it does not take part in every tick")
	}
}

// TestTurnsAreFair checks that agents of equal weight have equally many turns, and that other agents have turns in
// proportion to their weights, for any number of workers.
func TestTurnsAreFair(t *testing.T) {
	const most, rounds = 10, 400
	f := &forest{}
	trees := map[float64]*engine.Program{}
	for _, importance := range []float64{0, 1, 4} {
		trees[importance] = compile(t, node(f.behavior(fmt.Sprint("walk", importance), &behaviors.Native{
			Importance: importance, Behavior: func(c *engine.Context) (engine.Status, error) {
				add(c.Agent(), keyX, c.DT().Seconds())
				return engine.Running, nil
			}})))
	}
	var ran [2][]int64
	for k := range ran {
		w := engine.NewWorld(engine.Options{Workers: 1 + 2*k})
		defer w.Close()
		for i := range 90 {
			w.Spawn(trees[[]float64{0, 1, 4}[i%3]], "a")
		}
		w.Tick(frame) // the weights of agents are known only after a tick
		w.LimitTurns(most, 0)
		before := map[*engine.Agent]int64{}
		for a := range w.Agents() {
			before[a] = a.Ticks()
		}
		for range rounds {
			sum := turnsOf(w)
			if w.Tick(frame); turnsOf(w) != sum+most {
				t.Fatalf("%d turns, want %d", turnsOf(w)-sum, most)
			}
		}
		for a := range w.Agents() {
			n := a.Ticks() - before[a]
			ran[k] = append(ran[k], n)
			weight := 1 + []float64{0, 1, 4}[(a.ID()-1)%3]
			if want := most * rounds * weight / (30 * (1 + 2 + 5)); float64(n) < 0.85*want-2 || float64(n) > 1.15*want+2 {
				t.Errorf("%s of weight %v has had %d turns, want about %v", a.Label(), weight, n, want)
			}
			if late := float64(rounds+1)*frame.Seconds() - a.Get(keyX).Float(); late < -1e-9 || late > 1 {
				t.Errorf("%s lacks %v s", a.Label(), late)
			}
		}
		waiting := w.DecisionAges()
		if len(waiting) != 3 || waiting[0].Importance != 4 || waiting[0].Max >= waiting[2].Max || waiting[2].P50 > waiting[2].P99 || waiting[1].Agents != 30 {
			t.Errorf("waiting: %+v", waiting)
		}
	}
	if !slices.Equal(ran[0], ran[1]) {
		t.Errorf("with one worker %v, with three %v", ran[0], ran[1])
	}
}

// turnsOf returns the number of turns of all agents together.
func turnsOf(w *engine.World) (n int64) {
	for a := range w.Agents() {
		n += a.Ticks()
	}
	return n
}

// TestTurnsOfEqualAgents checks that each of a hundred equal agents has a turn in every tenth tick if ten may have
// one. With maxWait more of them have a turn. Agents that sleep or are paused have none.
func TestTurnsOfEqualAgents(t *testing.T) {
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	p := walker(t)
	for range 100 {
		w.Spawn(p, "a")
	}
	w.LimitTurns(10, 0)
	gaps := func(ticks int) map[int64]int {
		all, last := map[int64]int{}, map[*engine.Agent]int64{}
		for range ticks {
			ran := map[*engine.Agent]int64{}
			for a := range w.Agents() {
				ran[a] = a.Ticks()
			}
			w.Tick(frame)
			for a := range w.Agents() {
				if a.Ticks() > ran[a] {
					if at, ok := last[a]; ok {
						all[w.TickCount()-at]++
					}
					last[a] = w.TickCount()
				}
			}
		}
		return all
	}
	if got := slices.Collect(maps.Keys(gaps(50))); !slices.Equal(got, []int64{10}) {
		t.Errorf("turns come after %v ticks", got)
	}
	w.LimitTurns(10, 4*frame)
	for gap := range gaps(50) {
		if gap > 5 {
			t.Errorf("a turn after %d ticks", gap)
		}
	}
	w.LimitTurns(10, 0)
	for i := range 50 {
		w.Agent(engine.AgentID(1 + i)).Sleep(time.Hour)
		w.Agent(engine.AgentID(51 + i)).Pause()
	}
	sum := turnsOf(w)
	w.Agent(100).Step()
	if w.Tick(frame); turnsOf(w) != sum+1 {
		t.Errorf("%d turns, want that of Step", turnsOf(w)-sum)
	}
	w.LimitTurns(0, 0)
	for a := range w.Agents() {
		a.Resume()
		a.Sleep(0)
	}
	sum = turnsOf(w)
	if w.Tick(frame); turnsOf(w) != sum+100 {
		t.Error("without a bound not all agents have a turn")
	}
}

// TestSnapshotOfTurns checks that a restored world with a limit of turns gives the same agents turns.
func TestSnapshotOfTurns(t *testing.T) {
	const seed = 11
	d := rand.New(rand.NewPCG(seed, 0))
	w := newVillage(t)
	for range 40 {
		w.Spawn(village.Program("villager"), "villager").SetPeriod(time.Duration(d.IntN(4)) * frame)
	}
	for i := range 60 {
		w.LimitTurns(d.IntN(20), time.Duration(d.IntN(2))*20*frame)
		w.Agent(engine.AgentID(1 + d.IntN(40))).SetImportanceFactor(d.Float64() * 3)
		for range d.IntN(10) {
			w.Agent(engine.AgentID(1 + d.IntN(40))).Reset() // the agent runs nothing important any more
		}
		data, err := w.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		other := newVillage(t)
		if err := other.Restore(data, village); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			w.Tick(frame)
			other.Tick(frame)
		}
		a, errA := w.Snapshot()
		b, errB := other.Snapshot()
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Fatalf("seed %d, step %d: the restored world is another one", seed, i)
		}
	}
}
