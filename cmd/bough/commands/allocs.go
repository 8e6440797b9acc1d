package commands

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/bough-dev/bough/engine/allocs"
	"github.com/spf13/cobra"
)

// allocsFlag implements the flag --allocs, with which a command reports the allocations of hooks.
type allocsFlag struct {
	on      bool
	counter *allocs.Counter
}

func (a *allocsFlag) flag(c *cobra.Command) {
	c.Flags().BoolVar(&a.on, "allocs", false, "print what the hooks of each behavior allocate, instead of events (one worker; slow)")
}

// check creates the counter if the flag is set.
func (a *allocsFlag) check(workers int) error {
	switch {
	case !a.on:
		return nil
	case workers > 1:
		return usagef("--allocs counts for one worker; leave out --workers")
	}
	a.counter = allocs.New(allocs.Process())
	return nil
}

// tick calls f, which must make one tick, and counts the allocations of the tick if the flag is set.
func (a *allocsFlag) tick(f func()) {
	if a.on {
		a.counter.During(f)
	} else {
		f()
	}
}

// allocation is the JSON report of the allocations.
type allocation struct {
	Ticks int          `json:"ticks"`
	Hooks []allocs.Row `json:"hooks"`
	Rest  allocs.Heap  `json:"rest"`
}

// print writes the report. The table lists the hooks that allocate; the other hooks are only counted.
func (a *allocsFlag) print(w io.Writer, ticks int, asJSON bool) error {
	rows, rest := a.counter.Rows(), a.counter.Rest()
	if asJSON {
		return writeJSON(w, allocation{ticks, rows, rest})
	}
	total := rest.Bytes
	for _, r := range rows {
		total += r.Bytes
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "share\tbytes/call\tobjects/call\tcalls\t  hook")
	none := 0
	for _, r := range rows {
		if 20*r.Objects < r.Calls { // the table would show 0.0
			none++
			continue
		}
		printAllocs(t, r.Bytes, r.Objects, r.Calls, total, r.Behavior+": "+r.Hook)
	}
	printAllocs(t, rest.Bytes, rest.Objects, uint64(ticks), total, "everything else, by tick")
	if err := t.Flush(); err != nil {
		return err
	}
	if none > 0 {
		fmt.Fprintf(w, "hooks that allocate nothing, or something once: %d\n", none)
	}
	return nil
}

func printAllocs(w io.Writer, bytes, objects, calls, total uint64, name string) {
	n := max(float64(calls), 1)
	fmt.Fprintf(w, "%.1f%%\t%.0f\t%.1f\t%d\t  %s\n", 100*float64(bytes)/max(float64(total), 1), float64(bytes)/n, float64(objects)/n, calls, name)
}
