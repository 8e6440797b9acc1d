package engine

import (
	"encoding/binary"
	"runtime"
	"testing"
	"time"
)

// TestForgedCounts reads a journal with a count of replies that the data cannot contain. It checks that the reader
// allocates in proportion to the data.
func TestForgedCounts(t *testing.T) {
	const size = 1 << 20
	w := NewWorld(Options{})
	defer w.Close()
	data := binary.AppendUvarint([]byte{byte(inputTick), 0}, size)
	data = append(data, make([]byte, size)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := w.ReadJournal(data).Next()
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; err == nil || n > 64*size {
		t.Errorf("%d bytes allocated, %v", n, err)
	}
}

// TestCheckInCallbacks checks that TickInputs.Check, called in a callback, compares the tick that has made the
// callback.
func TestCheckInCallbacks(t *testing.T) {
	p, err := Compile(Definition{Name: "a", Root: &Node{Behavior: &Behavior{ID: 1, Name: "nap", Hooks: [NumHooks]bool{HookBehavior: true}, Code: nap{}}}})
	if err != nil {
		t.Fatal(err)
	}
	one, two := NewWorld(Options{}), NewWorld(Options{Workers: 2})
	j := NewJournal(false)
	one.Record(j)
	for range 5 {
		one.Spawn(p, "a")
		two.Spawn(p, "a")
	}
	for range 3 {
		one.Tick(time.Second)
	}
	reader, calls := two.ReadJournal(j.Bytes()), 0
	var ti *TickInputs
	two.Observe(func(Event) {
		if calls++; ti != nil {
			if why, _ := ti.Check(two); why != "" {
				t.Errorf("tick %d: %s", two.TickCount(), why)
			}
		}
	})
	for range 3 {
		if ti, err = reader.Next(); err != nil {
			t.Fatal(err)
		}
		two.Tick(time.Second)
		if why, _ := ti.Check(two); why != "" {
			t.Error(why)
		}
	}
	if calls < 3 {
		t.Errorf("%d calls", calls)
	}
}

// TestResultsDoNotKeepAgents checks that a recorded world does not keep agents that have left it.
func TestResultsDoNotKeepAgents(t *testing.T) {
	p, err := Compile(Definition{Name: "a", Root: &Node{Behavior: &Behavior{ID: 1, Name: "nap", Hooks: [NumHooks]bool{HookBehavior: true}, Code: nap{}}}})
	if err != nil {
		t.Fatal(err)
	}
	w := NewWorld(Options{})
	w.Record(NewJournal(false))
	for range 200 {
		w.Spawn(p, "a")
	}
	w.Tick(time.Second)
	for id := range AgentID(200) {
		w.Despawn(id + 1)
	}
	w.Tick(time.Second)
	for _, a := range w.result.agents[:cap(w.result.agents)] {
		if a != nil {
			t.Fatalf("%s is kept", a.label)
		}
	}
	for _, c := range w.result.changes[:cap(w.result.changes)] {
		if c.ran != nil {
			t.Fatal("the nodes of an agent are kept")
		}
	}
}
