package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// TestOldFaultsAreForgotten checks a session with errors in a thousand versions. The world must
// remember the errors of the present version, and only the last errors of older versions.
func TestOldFaultsAreForgotten(t *testing.T) {
	const versions = 1000
	f := &forest{}
	failing := f.behavior("failing", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) {
		return engine.Failure, errors.New("by intent")
	}})
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	p := compile(t, node(failing))
	w.Spawn(p, "a")
	for version := 1; version <= versions; version++ {
		b := *failing
		b.Version = version
		next := compile(t, node(&b))
		w.Reload(map[*engine.Program]*engine.Program{p: next})
		p = next
		w.Tick(frame)
	}
	got := w.Faults()
	first, last := got[0].Behavior.Version, got[len(got)-1].Behavior.Version
	if len(got) != engine.OldFaults+1 || first != versions-engine.OldFaults || last != versions {
		t.Errorf("%d errors, of versions %d to %d", len(got), first, last)
	}
	w.Tick(frame)
	if now := w.Faults(); len(now) != len(got) || now[len(now)-1].Seen != 2 {
		t.Errorf("%d errors after another tick, the last seen %d times", len(now), now[len(now)-1].Seen)
	}
}

// TestMendedParameters checks that the quarantine of a behavior ends when its tree gives it other
// parameters, but not with other changes of the tree.
func TestMendedParameters(t *testing.T) {
	f := &forest{}
	fail := func(*engine.Context) (engine.Status, error) { return engine.Failure, errors.New("by intent") }
	b, other := f.behavior("b", &behaviors.Native{Behavior: fail}), f.behavior("other", &behaviors.Native{})
	with := func(n *engine.Node, step float64) *engine.Node {
		n.Params = engine.Params{{Name: "step", Value: value.Number(step)}}
		return n
	}
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	p := compile(t, with(node(b), 1))
	w.Spawn(p, "a")
	for i, c := range []struct {
		next        *engine.Node
		quarantined bool
	}{
		{with(node(b), 1), true},
		{with(node(b, with(node(other), 2)), 1), true},
		{with(node(b), 2), false},
	} {
		for range 3 {
			w.Tick(frame)
		}
		if !w.Quarantined(b) {
			t.Fatalf("%d: not in quarantine", i)
		}
		next := compile(t, c.next)
		w.Reload(map[*engine.Program]*engine.Program{p: next})
		if p = next; w.Quarantined(b) != c.quarantined {
			t.Errorf("%d: quarantined %v", i, w.Quarantined(b))
		}
	}
}

// TestForgive checks that ClearFaults resets the error count of a behavior and ends its
// quarantine, and that it does not affect other behaviors or versions.
func TestForgive(t *testing.T) {
	f := &forest{}
	fail := func(*engine.Context) (engine.Status, error) { return engine.Failure, errors.New("by intent") }
	first, second := f.behavior("first", &behaviors.Native{Behavior: fail}), f.behavior("second", &behaviors.Native{Behavior: fail})
	reported := 0
	w := engine.NewWorld(engine.Options{OnFault: func(*engine.Fault) { reported++ }})
	defer w.Close()
	w.Spawn(compile(t, node(first)), "a")
	w.Spawn(compile(t, node(second)), "b")
	other := *first
	other.Version++
	for _, b := range []*engine.Behavior{first, &other, f.behavior("stranger", &behaviors.Native{})} {
		w.ClearFaults(b) // before an error was raised, or for an unknown behavior
	}
	for range 3 {
		w.Tick(frame)
	}
	if w.ClearFaults(&other); !w.Quarantined(first) || !w.Quarantined(second) || reported != 4 || len(w.Faults()) != 2 {
		t.Fatalf("first %v, second %v, %d reports, %d errors", w.Quarantined(first), w.Quarantined(second), reported, len(w.Faults()))
	}
	w.ClearFaults(first)
	if got := w.Faults(); w.Quarantined(first) || !w.Quarantined(second) || len(got) != 1 || got[0].Behavior != second {
		t.Errorf("first %v, second %v, errors %v", w.Quarantined(first), w.Quarantined(second), got)
	}
	w.Tick(frame)
	w.Tick(frame)
	if got := w.Faults(); w.Quarantined(first) || reported != 5 || len(got) != 2 || got[1].Seen != 2 {
		t.Errorf("after two ticks: quarantined %v, %d reports, errors %v", w.Quarantined(first), reported, got)
	}
	if w.Tick(frame); !w.Quarantined(first) || reported != 6 {
		t.Errorf("after three ticks: quarantined %v, %d reports", w.Quarantined(first), reported)
	}
}

// TestResetEndsQuarantines checks that Agent.Reset ends the quarantine of the behaviors in its tree for all agents, and
// nothing else: neither other quarantines, nor errors without a quarantine. The reset of Context.ResetAgent ends none.
func TestResetEndsQuarantines(t *testing.T) {
	f := &forest{}
	hp := engine.KeyOf("hp")
	native := func(c *engine.Context) (engine.Status, error) {
		if c.Fields().Get(hp).IsNil() {
			return engine.Failure, errors.New("hp is nil")
		}
		return engine.Running, nil
	}
	fails := func(*engine.Context) (engine.Status, error) { return engine.Failure, errors.New("by intent") }
	first, second := f.behavior("first", &behaviors.Native{Behavior: native}), f.behavior("second", &behaviors.Native{Behavior: native})
	seldom := f.behavior("seldom", &behaviors.Native{Behavior: fails})
	again := f.behavior("again", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		c.ResetAgent()
		return engine.Running, nil
	}})
	reported := 0
	w := engine.NewWorld(engine.Options{Workers: 2, OnFault: func(f *engine.Fault) { reported++ }})
	defer w.Close()
	parallel := &engine.Node{Kind: kind.Parallel, Children: []*engine.Node{node(first), node(again)}}
	mine := compile(t, parallel)
	a, b := w.Spawn(mine, "a"), w.Spawn(mine, "b")
	w.Spawn(compile(t, node(second)), "c")
	for range 4 {
		w.Tick(frame)
	}
	late := w.Spawn(compile(t, &engine.Node{Kind: kind.Priority, Children: []*engine.Node{node(first), node(seldom)}}), "late")
	w.Tick(frame)
	if !w.Quarantined(first) || !w.Quarantined(second) || w.Quarantined(seldom) || reported != 5 {
		t.Fatalf("first %v, second %v, seldom %v, %d reports", w.Quarantined(first), w.Quarantined(second), w.Quarantined(seldom), reported)
	}
	for _, x := range []*engine.Agent{a, b, late} {
		x.Set(hp, value.Number(3))
	}
	w.Despawn(b.ID())
	if b.Reset(); !w.Quarantined(first) {
		t.Error("a removed agent ended a quarantine")
	}
	a.Reset()
	if got := w.Faults(); w.Quarantined(first) || !w.Quarantined(second) || len(got) != 2 || got[0].Behavior != second || got[1].Behavior != seldom {
		t.Errorf("after the reset: first %v, second %v, errors %v", w.Quarantined(first), w.Quarantined(second), got)
	}
	if w.Tick(frame); !late.IsActive("first") || reported != 5 {
		t.Errorf("late runs first: %v; %d reports", late.IsActive("first"), reported)
	}
}

// TestQuarantineOfNatives checks after how many ticks a behavior written in Go is quarantined, and that the texts name
// the calls that end its quarantine.
func TestQuarantineOfNatives(t *testing.T) {
	for after, quarantined := range map[int][2]bool{-1: {false, false}, 0: {false, true}, 2: {true, true}} {
		f := &forest{}
		b := f.behavior("b", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { return engine.Failure, errors.New("by intent") }})
		var last *engine.Fault
		w := engine.NewWorld(engine.Options{QuarantineAfter: after, OnFault: func(f *engine.Fault) { last = f }})
		a := w.Spawn(compile(t, node(b)), "a")
		w.Tick(frame)
		for i, want := range quarantined {
			if w.Tick(frame); w.Quarantined(b) != want {
				t.Errorf("QuarantineAfter %d, tick %d: quarantined %v", after, i+2, w.Quarantined(b))
			}
		}
		if !quarantined[1] {
			w.Close()
			continue
		}
		const until = "until an agent that has it is reset"
		w.Tick(frame)
		if text := a.Explain().String(); !strings.Contains(last.Error(), until) || !strings.Contains(text, until) {
			t.Errorf("the fault says %q, Explain says %q", last, text)
		}
		if w.ClearFaults(b); w.Quarantined(b) {
			t.Error("quarantined after ClearFaults")
		}
		w.Close()
	}
}

// TestQuarantineWhileAnotherPanics checks that a behavior with errors is quarantined after as many ticks as usual, even
// if Go code of another agent panics in each tick.
func TestQuarantineWhileAnotherPanics(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		f := &forest{}
		bad := f.behavior("bad", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { return engine.Failure, errors.New("by intent") }})
		bursts := f.behavior("bursts", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { panic("bursts") }})
		told := 0
		w := engine.NewWorld(engine.Options{Workers: workers, QuarantineAfter: 3, OnFault: func(f *engine.Fault) {
			if f.Quarantined {
				told++
			}
		}})
		w.Spawn(compile(t, node(bursts)), "first")
		w.Spawn(compile(t, node(bad)), "second")
		for tick := 1; tick <= 5; tick++ {
			mustPanic(t, "bursts", func() { w.Tick(frame) })
			if got, want := w.Quarantined(bad), tick >= 3; got != want {
				t.Errorf("%d workers, tick %d: quarantined %v", workers, tick, got)
			}
		}
		if told != 1 {
			t.Errorf("%d workers: told %d times", workers, told)
		}
	}
}
