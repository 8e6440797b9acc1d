package arena

import (
	"fmt"
	"io"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Print writes an entry for output without a screen: its tick and first line, and the
// further lines indented.
func (e Entry) Print(w io.Writer) {
	for i, line := range e.Lines {
		if i == 0 {
			tr.Fprintf(w, "tick %d: %s\n", e.Tick, line)
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
	tr.Fprintf(w, "\n%d ticks (%.1f s), %d agents\n", world.TickCount(), world.Clock().Seconds(), world.Len())
	tr.Fprintf(w, "hits %d, misses %d, kills %d, hidden %d times, reloads %d\n", s.Hits, s.Misses, s.Kills, s.Hides, l.Reloads)
	tr.Fprintf(w, "%s, script errors %d\n", FilesWithErrors(a.game.Bundle().Problems), len(world.Faults()))
	for _, f := range world.Faults() {
		fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(l.told(f).Error(), "\n", "\n  "))
	}
	fmt.Fprintf(w, "\n%s\n", tr.T("share of the agents' time:"))
	for _, c := range a.Activity(shownActivity) {
		fmt.Fprintf(w, "  %5.1f %%  %s\n", 100*c.Share, c.Behavior)
	}
}

// FilesWithErrors says in how many files there are errors. It does not count files that only wait for another one.
func FilesWithErrors(found diag.List) string {
	causes, _ := found.Errors().Causes()
	files := map[string]bool{}
	for _, d := range causes {
		files[d.Pos.File] = true
	}
	return tr.F("errors in %s", plural(len(files), "%d file", "%d files"))
}
