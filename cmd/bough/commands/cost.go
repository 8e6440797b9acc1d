package commands

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/internal/cells"
	"github.com/bough-dev/bough/internal/cost"
	"github.com/spf13/cobra"
)

// costFlag implements the flag --cost, with which a command prints what scripts cost.
type costFlag struct {
	on       bool
	replayed bool          // helpers are not called, so times are without them
	counter  *cost.Counter // set by options
}

func (f *costFlag) flag(c *cobra.Command, instead string) {
	c.Flags().BoolVar(&f.on, "cost", false, tr.T("print at the end what scripts cost, by behavior and by agent")+instead)
}

// options adds to the options of a game what the measurement needs, if the flag is set.
func (f *costFlag) options(o *bough.Options) {
	if f.on {
		f.counter = cmp.Or(f.counter, cost.New(time.Now))
		o.Wrap = f.counter.Wrap
	}
}

// watch begins the measurement of a game that was opened with the options, if the flag is set.
func (f *costFlag) watch(game *bough.Game) {
	if f.on {
		f.counter.Watch(game)
	}
}

// The numbers of rows of the tables. JSON has all.
const (
	mostBehaviors = 20
	mostAgents    = 10
)

// print writes what was measured.
func (f *costFlag) print(w io.Writer, asJSON bool) error {
	r := f.counter.Report()
	if asJSON {
		return writeJSON(w, r)
	}
	n := float64(max(r.Ticks, 1))
	tr.Fprintf(w, "%s; on average a tick takes %s instructions, %s bytes and %s calls of scripts,\nand %.3f ms, of which hooks take %.3f\n",
		plural(r.Ticks, "%d tick", "%d ticks"), perTick(r.Total.Steps, n), perTick(r.Total.Bytes, n), perTick(r.Total.Calls, n),
		milliseconds(r.Time)/n, milliseconds(r.Total.Time)/n)
	if r.Total.Calls == 0 {
		return nil
	}
	var list []costRow
	for _, b := range r.Behaviors {
		row := costRow{b.Name, b.Figures, fmt.Sprintf("%s %.0f%%", b.Hooks[0].Name, 100*share(b.Hooks[0].Steps, b.Steps))}
		switch {
		case b.Name == "":
			row.name = tr.F("tree %s", b.Tree)
		case b.File == "":
			row.mostly = tr.T("in Go")
		}
		list = append(list, row)
	}
	if err := printCosts(w, tr.T("behavior"), func(n int, share string) string {
		return tr.F("and %s: %s", plural(n, "%d more behavior", "%d more behaviors"), share)
	}, list, mostBehaviors, r.Total, n); err != nil {
		return err
	}
	list = nil
	for _, a := range r.Agents {
		list = append(list, costRow{a.Label, a.Figures, a.Mostly})
	}
	if err := printCosts(w, tr.T("agent"), func(n int, share string) string {
		return tr.F("and %s: %s", plural(n, "%d more agent", "%d more agents"), share)
	}, list, mostAgents, r.Total, n); err != nil {
		return err
	}
	if notes := costNotes(r, !f.replayed); len(notes) > 0 {
		fmt.Fprintln(w)
		for _, note := range notes {
			fmt.Fprintln(w, note)
		}
	}
	return nil
}

// costRow is a row of a table of costs.
type costRow struct {
	name string
	cost.Figures
	mostly string
}

// printCosts prints a table of figures per tick, with at most so many rows.
func printCosts(w io.Writer, what string, more func(n int, share string) string, list []costRow, most int, total cost.Figures, ticks float64) error {
	shown := list[:min(most, len(list))]
	width := cells.Count(what)
	for _, r := range shown {
		width = max(width, cells.Count(r.name))
	}
	fmt.Fprintln(w)
	rows := [][]string{{tr.T("share"), tr.T("instructions"), tr.T("bytes"), tr.T("calls"), "µs", "  " + padded(what, width) + "  " + tr.T("mostly")}}
	for _, r := range shown {
		micros := "-" // the time of conditions is not measured
		if r.Time > 0 {
			micros = fmt.Sprintf("%.1f", float64(r.Time)/float64(time.Microsecond)/ticks)
		}
		rows = append(rows, []string{percent(r.Steps, total.Steps), perTick(r.Steps, ticks), perTick(r.Bytes, ticks), perTick(r.Calls, ticks), micros, "  " + padded(r.name, width) + "  " + r.mostly})
	}
	if err := writeColumns(w, rows, true); err != nil {
		return err
	}
	if rest := list[len(shown):]; len(rest) > 0 {
		var steps int64
		for _, r := range rest {
			steps += r.Steps
		}
		fmt.Fprintln(w, more(len(rest), percent(steps, total.Steps)))
	}
	return nil
}

// A call gets a note if it took this share of its budget. A behavior gets one if it took this share of the time, and the share
// of the instructions is less than half as large, in a run that was long enough for figures of a clock.
const (
	nearBudget = 0.5
	muchTime   = 0.2
	longEnough = time.Millisecond
)

// costNotes says of the behaviors in the table which calls came near their budgets and, if helpers were called, which behaviors
// take more time than instructions.
func costNotes(r cost.Report, helpers bool) (notes []string) {
	for _, b := range r.Behaviors[:min(mostBehaviors, len(r.Behaviors))] {
		name := cmp.Or(b.Name, tr.F("tree %s", b.Tree))
		for _, h := range b.Hooks {
			m := h.Most
			if m.OfSteps > 0 && share(int64(m.Steps), int64(m.OfSteps)) >= nearBudget {
				notes = append(notes, tr.F("%s: %s took %d of the %d instructions of a call (%s, tick %d)", name, h.Name, m.Steps, m.OfSteps, m.Agent, m.Tick))
			}
			if m.OfBytes > 0 && share(int64(m.Bytes), int64(m.OfBytes)) >= nearBudget {
				notes = append(notes, tr.F("%s: %s allocated %d of the %d bytes of a call (%s, tick %d)", name, h.Name, m.Bytes, m.OfBytes, m.Agent, m.Tick))
			}
		}
		steps, took := share(b.Steps, r.Total.Steps), share(int64(b.Time), int64(r.Total.Time))
		if helpers && r.Total.Time >= longEnough && b.File != "" && took >= muchTime && took > 2*steps {
			notes = append(notes, tr.F("%s: %.0f%% of the time with %.0f%% of the instructions; functions in Go that it calls take time", name, 100*took, 100*steps))
		}
	}
	return notes
}

// share returns a part of a whole, from 0 to 1.
func share(part, whole int64) float64 { return float64(part) / max(float64(whole), 1) }

func percent(part, whole int64) string { return fmt.Sprintf("%.1f%%", 100*share(part, whole)) }

// perTick formats an average.
func perTick(sum int64, ticks float64) string {
	if n := float64(sum) / ticks; n < 100 && n != float64(int64(n)) {
		return fmt.Sprintf("%.1f", n)
	} else {
		return fmt.Sprintf("%.0f", n)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
