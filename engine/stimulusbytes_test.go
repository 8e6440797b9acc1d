package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestStimuliAreBoundedInBytes checks that an agent holds the newest stimuli whose data fit
// together, and that large stimuli do not displace small ones. This includes the inbox of an agent
// that is not ticked.
func TestStimuliAreBoundedInBytes(t *testing.T) {
	for _, paused := range []bool{false, true} {
		f := &forest{}
		w := engine.NewWorld(engine.Options{})
		a := w.Spawn(compile(t, node(f.behavior("root", &behaviors.Native{}))), "a")
		w.Post(a.ID(), engine.Stimulus{Name: "small", TTL: time.Hour, Data: value.Number(1)})
		w.Tick(time.Second)
		if paused {
			a.Pause()
		}
		const each = engine.MaxStimulusBytes / 10
		for i := range 25 {
			w.Post(a.ID(), engine.Stimulus{Name: fmt.Sprint(i), TTL: time.Hour, Data: value.String(strings.Repeat("x", each))})
			w.Tick(time.Second)
		}
		a.Resume()
		w.Tick(time.Second)
		held := a.Stimuli()
		if len(held) != 11 || held[0].Name != "small" || held[1].Name != "15" || held[10].Name != "24" {
			var names []string
			for _, s := range held {
				names = append(names, s.Name)
			}
			t.Errorf("paused %v: it holds %v", paused, names)
		}
		w.Post(a.ID(), engine.Stimulus{Name: "huge", TTL: time.Hour, Data: value.String(strings.Repeat("x", 2*engine.MaxStimulusBytes))})
		w.Tick(time.Second)
		if held := a.Stimuli(); len(held) != 2 || held[1].Name != "huge" {
			t.Errorf("paused %v: it holds %d", paused, len(held))
		}
	}
}

// TestStimuliOfPausedAgent checks that an agent that is not ticked keeps the newest stimuli, like
// an agent that is ticked and takes none.
func TestStimuliOfPausedAgent(t *testing.T) {
	f := &forest{}
	w := engine.NewWorld(engine.Options{})
	p := compile(t, node(f.behavior("root", &behaviors.Native{})))
	a, b := w.Spawn(p, "a"), w.Spawn(p, "b")
	w.Tick(time.Second)
	a.Pause()
	for i := range 1000 {
		for _, x := range []*engine.Agent{a, b} {
			w.Post(x.ID(), engine.Stimulus{Name: fmt.Sprint(i), TTL: time.Hour})
		}
		w.Tick(time.Second)
	}
	a.Resume()
	w.Tick(time.Second)
	x, y := a.Stimuli(), b.Stimuli()
	for i := range y {
		if len(x) != engine.MaxStimuli || len(y) != len(x) || x[i].Name != y[i].Name {
			t.Fatalf("the paused one has %d, the other %d; %v %v", len(x), len(y), x[i], y[i])
		}
	}
}
