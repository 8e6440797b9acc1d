package commands

import (
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough/internal/cost"
)

// TestCostNotes checks which calls and behaviors are worth a note.
func TestCostNotes(t *testing.T) {
	figures := func(steps, milliseconds int) cost.Figures {
		return cost.Figures{Calls: 1, Steps: int64(steps), Time: time.Duration(milliseconds) * time.Millisecond}
	}
	hook := func(name string, steps, milliseconds int, most cost.Most) cost.Hook {
		return cost.Hook{Name: name, Figures: figures(steps, milliseconds), Most: most}
	}
	of := func(steps, ofSteps, bytes, ofBytes int) cost.Most {
		return cost.Most{Agent: "a#1", Tick: 7, Steps: steps, OfSteps: ofSteps, Bytes: bytes, OfBytes: ofBytes}
	}
	r := cost.Report{Total: figures(1000, 10), Behaviors: []cost.Behavior{
		{Name: "long", File: "long.lua", Figures: figures(700, 3), Hooks: []cost.Hook{
			hook("behavior", 650, 3, of(500, 1000, 10, 2000)), hook("on_exit", 50, 0, of(499, 1000, 999, 2000))}},
		{Name: "wide", File: "wide.lua", Figures: figures(100, 1), Hooks: []cost.Hook{hook("precondition", 100, 1, of(10, 1000, 1000, 2000))}},
		{Name: "asks", File: "asks.lua", Figures: figures(100, 4), Hooks: []cost.Hook{hook("behavior", 100, 4, of(10, 1000, 10, 2000))}},
		{Name: "native", Figures: figures(0, 2), Hooks: []cost.Hook{hook("behavior", 0, 2, of(0, 0, 0, 0))}},
		{Tree: "main", Figures: figures(100, 0), Hooks: []cost.Hook{hook("condition", 100, 0, of(1<<30, 0, 1<<30, 0))}}, // nothing is bounded
	}}
	want := []string{
		"long: behavior took 500 of the 1000 instructions of a call (a#1, tick 7)",
		"wide: precondition allocated 1000 of the 2000 bytes of a call (a#1, tick 7)",
		"asks: 40% of the time with 10% of the instructions; functions in Go that it calls take time",
	}
	if got := costNotes(r, true); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got := costNotes(r, false); !slices.Equal(got, want[:2]) {
		t.Errorf("of a replay: %q\nwant %q", got, want[:2])
	}
}
