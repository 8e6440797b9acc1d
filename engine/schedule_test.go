package engine_test

import (
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
)

// walker returns a program whose agents add DT to the field x, and ask for a step each time.
func walker(t *testing.T) *engine.Program {
	f := &forest{}
	return compile(t, node(f.behavior("walk", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		add(c.Agent(), keyX, c.DT().Seconds())
		return engine.Running, c.Request(engine.Request{Kind: "step"})
	}})))
}

// TestPeriod checks that agents with a period take part in one tick of each period, spread evenly over the ticks, and
// that DT covers all of the time.
func TestPeriod(t *testing.T) {
	const agents, ticks = 1000, 200
	for _, period := range []time.Duration{time.Nanosecond, frame, 5*frame + 1, time.Second, 90 * frame} {
		w := engine.NewWorld(engine.Options{Workers: 3})
		p := walker(t)
		w.Tick(time.Minute)
		for range agents {
			w.Spawn(p, "a").SetPeriod(period)
		}
		each := min(float64(agents), agents*frame.Seconds()/period.Seconds())
		last := make(map[*engine.Agent]int64)
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
			if got := float64(a.Ticks()); got < ideal-1 || got > ideal+1 {
				t.Errorf("period %v: %s takes part in %v ticks, want %v", period, a.Label(), got, ideal)
			}
			if late := ticks*frame.Seconds() - a.Get(keyX).Float(); late < -1e-9 || late > max(period, frame).Seconds()+1e-9 {
				t.Errorf("period %v: %s lacks %v s", period, a.Label(), late)
			}
		}
		w.Close()
	}
}

// TestPeriodIsCutShort checks what lets an agent with a period take part in the next tick, and that its further turns
// stay where they were.
func TestPeriodIsCutShort(t *testing.T) {
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	a := w.Spawn(walker(t), "a")
	hp, mood := engine.KeyOf("hp"), engine.KeyOf("mood")
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
		"a watched field": func() { a.Set(hp, engine.Number(1)) },
	} {
		if got, want := turns(map[int]func(){at + 4: f}), []int{at, at + 4, at + 10, at + 20}; !slices.Equal(got, want) {
			t.Errorf("%s: turns %v, want %v", what, got, want)
		}
	}
	if got := turns(map[int]func(){at + 4: func() { a.Set(mood, engine.Number(1)) }}); !slices.Equal(got, first) {
		t.Errorf("another field: turns %v, want %v", got, first)
	}
	if got := turns(map[int]func(){at + 1: func() { a.Sleep(12 * time.Second) }}); !slices.Equal(got, []int{at, at + 12, at + 20}) {
		t.Errorf("asleep: turns %v", got)
	}
	if a.Reset(); a.Period() != 10*time.Second {
		t.Error("Reset ends the period")
	}
	if a.SetPeriod(0); len(turns(nil)) != 30 || a.Period() != 0 {
		t.Error("without a period it does not take part in every tick")
	}
}
