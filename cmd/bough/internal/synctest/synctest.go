// Package synctest finds state of a game that is missing in its snapshots. It lets a game tick, restores it, lets it
// tick again, and compares.
package synctest

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/bough-dev/bough"
)

// Check makes some ticks twice from one snapshot, and returns an error with the first difference. Without an error the
// game is back at the snapshot.
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

// state is the state of a game as a snapshot, and in words.
type state struct {
	snapshot []byte
	words    []string
}

// run makes some ticks and returns the state after them.
func run(game *bough.Game, dt time.Duration, ticks int) (state, error) {
	for range ticks {
		game.Tick(dt)
	}
	data, err := game.Snapshot()
	return state{data, words(game)}, err
}

// difference returns the first difference of two states in words.
func difference(first, second state) string {
	for i, line := range first.words {
		switch {
		case i >= len(second.words):
			return line + ", and nothing after the restore"
		case second.words[i] != line:
			return fmt.Sprintf("%s; after the restore: %s", line, second.words[i])
		}
	}
	if len(second.words) > len(first.words) {
		return "nothing; after the restore: " + second.words[len(first.words)]
	}
	i := 0
	for i < min(len(first.snapshot), len(second.snapshot)) && first.snapshot[i] == second.snapshot[i] {
		i++
	}
	return fmt.Sprintf("byte %d of the snapshots differs, in state that has no description", i)
}

// words describes the state of a game, one fact in a line.
func words(game *bough.Game) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	add("the clock is %v", game.World().Clock())
	for a := range game.World().Agents() {
		of := a.Label()
		add("%s runs %s, and is %v after %d ticks", of, a.Program().Name(), a.Status(), a.Ticks())
		for _, i := range a.ActiveNodes() {
			add("%s has been in %s for %v", of, a.Program().Node(i).Path, a.ActiveFor(i))
		}
		for k, v := range a.Fields().All {
			add("%s has %s = %s", of, k.Name(), v)
		}
		for _, s := range a.Stimuli() {
			add("%s holds the stimulus %s: %s", of, s.Name, s.Data)
		}
		for channel, q := range a.Requests() {
			add("%s requests %s on %s: %s", of, q.Kind, channel, q.Data)
		}
		for _, s := range a.History() {
			add("%s ran %s %d to %d ticks ago", of, strings.Join(s.Ran, " "), s.From, s.To)
		}
	}
	for _, f := range game.World().Faults() {
		add("%s", f.Error())
	}
	for _, f := range game.World().Quarantines() {
		add("%s is in quarantine", f.Behavior.Name)
	}
	return lines
}
