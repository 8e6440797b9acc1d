// Package synctest finds parts of the state of a game that its snapshots lack. It ticks a game, restores it from a
// snapshot, ticks it again, and compares the results.
package synctest

import (
	"bytes"
	"fmt"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/internal/statediff"
)

// Check makes the same ticks twice, both times from one snapshot. If the results differ, it returns an error with
// the first difference. Otherwise it restores the snapshot.
func Check(game *bough.Game, dt time.Duration, ticks int) error {
	start, err := run(game, dt, 0)
	if err != nil {
		return err
	}
	at := game.World().TickCount()
	first, err := run(game, dt, ticks)
	if err != nil {
		return err
	}
	if err := game.Restore(start.snapshot); err != nil {
		return err
	}
	restored, err := run(game, dt, 0)
	if err != nil {
		return err
	}
	if !bytes.Equal(restored.snapshot, start.snapshot) {
		return fmt.Errorf("tick %d, restored there: %s", at, difference(start, restored))
	}
	second, err := run(game, dt, ticks)
	if err != nil {
		return err
	}
	if !bytes.Equal(first.snapshot, second.snapshot) {
		return fmt.Errorf("tick %d, restored at tick %d: %s", game.World().TickCount(), at, difference(first, second))
	}
	return game.Restore(start.snapshot)
}

// state is the state of a game, both as a snapshot and in words.
type state struct {
	snapshot []byte
	words    []string
}

// run makes the ticks and returns the state after them.
func run(game *bough.Game, dt time.Duration, ticks int) (state, error) {
	for range ticks {
		game.Tick(dt)
	}
	data, err := game.Snapshot()
	return state{data, statediff.Words(game.World())}, err
}

// difference returns the first difference of two states in words.
func difference(first, second state) string {
	if text := statediff.First(first.words, second.words, "after the restore"); text != "" {
		return text
	}
	i := 0
	for i < min(len(first.snapshot), len(second.snapshot)) && first.snapshot[i] == second.snapshot[i] {
		i++
	}
	return fmt.Sprintf("byte %d of the snapshots differs, in state that has no description", i)
}
