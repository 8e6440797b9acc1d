package engine_test

import (
	"errors"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
)

// TestOldFaultsAreForgotten: a session in which a thousand versions fail remembers the
// errors of the present one, and of the others the last.
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
