package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// claims returns a world of three agents, each of which claims the entry bell of the board yard in each tick, and one entry
// of its own in its first tick.
func claims(t *testing.T, o engine.Options) (*engine.World, engine.Resolver) {
	f := &forest{}
	root := f.behavior("root", &behaviors.Native{
		OnEnter: func(c *engine.Context) error {
			c.ClaimBoard("beds", fmt.Sprint(c.Agent().ID()), value.Bool(true))
			return nil
		},
		Behavior: func(c *engine.Context) (engine.Status, error) {
			c.ClaimBoard("yard", "bell", value.Number(float64(c.Agent().ID())))
			return engine.Running, nil
		},
	})
	p := compile(t, node(root))
	w := engine.NewWorld(o)
	t.Cleanup(w.Close)
	for range 3 {
		w.Spawn(p, "a")
	}
	return w, engine.Resolver{Program: func(string) *engine.Program { return p }, Behavior: func(name string) *engine.Behavior { return f.defs[name] }}
}

// entries returns all entries of boards, with the agents that have claimed them.
func entries(w *engine.World) string {
	var list []string
	w.BoardEntries(func(board, key string, v value.Value) bool {
		text := fmt.Sprintf("%s.%s=%s", board, key, v)
		if a := w.BoardHolder(board, key); a != nil {
			text += " of " + a.Label()
		}
		list = append(list, text)
		return true
	})
	return strings.Join(list, ", ")
}

// TestClaims follows the claims of three agents.
func TestClaims(t *testing.T) {
	for _, workers := range []int{1, 3} {
		w, names := claims(t, engine.Options{Workers: workers})
		var writes []string
		w.TraceWrites(func(x engine.Write) {
			who := "Go"
			if x.Agent != nil {
				who = x.Agent.Label()
			}
			writes = append(writes, fmt.Sprintf("%s: %s.%s %s -> %s", who, x.Board, x.Key, x.Was, x.Is))
		}, nil)
		is := func(want string) {
			t.Helper()
			if got := entries(w); got != want {
				t.Errorf("%d workers: %s; want %s", workers, got, want)
			}
		}
		wrote := func(want ...string) {
			t.Helper()
			if !slices.Equal(writes, want) {
				t.Errorf("%d workers: writes %q; want %q", workers, writes, want)
			}
			writes = nil
		}
		w.Tick(frame)
		is("beds.1=true of a#1, beds.2=true of a#2, beds.3=true of a#3, yard.bell=1 of a#1")
		wrote("a#1: beds.1 nil -> true", "a#1: yard.bell nil -> 1", "a#2: beds.2 nil -> true", "a#3: beds.3 nil -> true")

		data, err := w.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		w.Despawn(1)
		is("beds.2=true of a#2, beds.3=true of a#3")
		wrote("Go: beds.1 true -> nil", "Go: yard.bell 1 -> nil")
		w.SetBoard("beds", "3", value.Bool(false))
		w.Tick(frame)
		is("beds.2=true of a#2, beds.3=false, yard.bell=2 of a#2")
		w.Despawn(3)
		is("beds.2=true of a#2, beds.3=false, yard.bell=2 of a#2")

		if err := w.Restore(data, names); err != nil {
			t.Fatal(err)
		}
		is("beds.1=true of a#1, beds.2=true of a#2, beds.3=true of a#3, yard.bell=1 of a#1")
		again, err := w.Snapshot()
		if err != nil || string(again) != string(data) {
			t.Error("another snapshot after Restore", err)
		}
		w.Despawn(1)
		is("beds.2=true of a#2, beds.3=true of a#3")
		w.Tick(frame)
		is("beds.2=true of a#2, beds.3=true of a#3, yard.bell=2 of a#2")
	}
}
