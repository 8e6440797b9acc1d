package arena

import (
	"fmt"
	"io"
	"strings"
)

// Print writes an entry for output without a screen: its tick and first line, and the
// further lines indented.
func (e Entry) Print(w io.Writer) {
	for i, line := range e.Lines {
		if i == 0 {
			fmt.Fprintf(w, "tick %d: %s\n", e.Tick, line)
		} else {
			fmt.Fprintf(w, "  %s\n", line)
		}
	}
}

// shownActivity is the number of behaviors that a summary lists.
const shownActivity = 10

// Summary writes a summary of the game. Equal games have equal summaries.
func (a *Arena) Summary(w io.Writer, l *Log) {
	world, s := a.game.World(), a.Stats
	fmt.Fprintf(w, "\n%d ticks (%.1f s), %d agents\n", world.TickCount(), world.Clock().Seconds(), world.Len())
	fmt.Fprintf(w, "hits %d, misses %d, kills %d, hidden %d times, reloads %d\n", s.Hits, s.Misses, s.Kills, s.Hides, l.Reloads)
	fmt.Fprintf(w, "errors in files %d, script errors %d\n", len(a.game.Bundle().Problems.Errors()), len(world.Faults()))
	for _, f := range world.Faults() {
		fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(l.told(f).Error(), "\n", "\n  "))
	}
	fmt.Fprintln(w, "\nshare of the agents' time:")
	for _, c := range a.Activity(shownActivity) {
		fmt.Fprintf(w, "  %5.1f %%  %s\n", 100*c.Share, c.Behavior)
	}
}
