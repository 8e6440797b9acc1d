package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/bough-dev/bough/luabind/bench"
	"github.com/spf13/cobra"
)

// benchFlags are the flags of the command.
type benchFlags struct {
	rounds, workers int
	only            string
	againstC        bool
	frames, every   int
	memory          bool
	asJSON          bool
}

func newBenchCommand() *cobra.Command {
	var b benchFlags
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure what the engine costs, beside other ways to run Lua",
		Long: `Bench measures the engine and prints a line for each figure: the fastest turn and
the one in the middle, the same for what it is measured beside, and the ratio of
both, which is below 1 if the engine is faster. Behind it stands the bar that Bough
sets itself, and whether the fastest turn meets it.

Sides take turns, and the second ratio is that of the round in the middle. Ratios
can be compared between machines, times cannot: a bar without a neighbor belongs to
the machine of docs/performance.md. What else the machine does disturbs the figures
in the middle, and the fastest turns less; more --rounds help.

  gopher-lua   its VM calls the same hooks from a bare loop without an engine;
               it counts instructions where the engine counts steps
  C++          a small behavior tree in C++ calls the same hooks by the C API,
               protected, and counts nothing (--against-c; g++ builds it in a
               temporary folder)

The scenario guard has small hooks in a tree of six behaviors, half of which only
decide; the heavy scripts are single behaviors that do much, the run waits for the
next tick. The saved script belongs to a game of 1,000 scripts and 5,000 agents; the
figure has the tick in it, and not how long a watch waits for more.

With --frames or --memory it prints other figures instead: how long frames take,
60 a second, with garbage collected when Go wants to, the same with GOGC=400, and
at a fixed point after each so-many-th tick, in turn in ten rounds, of which the
quietest counts; or what an agent keeps.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := b.check(c); err != nil {
				return err
			}
			return b.run(c)
		},
	}
	f := c.Flags()
	f.IntVar(&b.rounds, "rounds", 100, "how long to measure: 100 takes some 20 seconds (with --frames rounds, 10)")
	f.StringVar(&b.only, "only", "", "print only the figures whose line contains this text")
	f.BoolVar(&b.againstC, "against-c", false, "measure beside C++ with Lua 5.4 and LuaJIT too")
	f.IntVar(&b.workers, "workers", 2, "how many workers are measured beside one")
	f.IntVar(&b.frames, "frames", 0, "frames of each round, 150 say: measure frame times instead")
	f.IntVar(&b.every, "collect-every", 60, "with --frames: ticks from one collection to the next at the fixed point")
	f.BoolVar(&b.memory, "memory", false, "print the bytes that an agent keeps instead")
	f.BoolVar(&b.asJSON, "json", false, "print the results as JSON")
	return c
}

func (b *benchFlags) check(c *cobra.Command) error {
	switch {
	case b.rounds < 1:
		return usagef("--rounds must be 1 or more")
	case b.frames < 0 || b.every < 1:
		return usagef("--frames must not be negative, and --collect-every must be 1 or more")
	case b.workers < 2 || b.workers > 64:
		return usagef("--workers %d; want 2 to 64", b.workers)
	case b.frames > 0 && b.memory:
		return usagef("--frames and --memory measure different things; give one of them at a time")
	case (b.frames > 0 || b.memory) && (b.only != "" || b.againstC):
		return usagef("--frames and --memory print other figures than --only and --against-c")
	}
	return nil
}

func (b *benchFlags) run(c *cobra.Command) error {
	switch {
	case b.memory:
		return benchMemory(c, b.asJSON)
	case b.frames > 0:
		return benchFrames(c, b.rounds, b.frames, b.every, b.asJSON)
	}
	return b.bars(c)
}

// figure is a line of the table: what is measured, in which unit, beside what, and
// what the ratio, or else the fastest turn, should be at most.
type figure struct {
	What   string       `json:"what"`
	Unit   string       `json:"unit"`
	Ours   bench.Times  `json:"ours"`
	Beside string       `json:"beside,omitempty"`
	Theirs *bench.Times `json:"theirs,omitempty"`
	Ratio  *bench.Times `json:"ratio,omitempty"`
	Bar    *float64     `json:"bar,omitempty"`
	Met    *bool        `json:"met,omitempty"`
	Note   string       `json:"note,omitempty"` // why it was not measured

	per     float64 // nanoseconds of the unit
	measure func() (bench.Pair, error)
}

// columns are those of a line. A figure without a neighbor has no ratio.
const columns = "%-31s %-9s %7s %7s  %-10s %7s %7s %6s %6s  %s\n"

// bars prints the figures as they are measured.
func (b *benchFlags) bars(c *cobra.Command) error {
	out := c.OutOrStdout()
	list := []figure{}
	for _, f := range b.figures() {
		if !strings.Contains(f.What+" "+f.Beside, b.only) {
			continue
		}
		if err := f.take(); err != nil {
			return fmt.Errorf("%s: %w", f.What, err)
		}
		if len(list) == 0 && !b.asJSON {
			fmt.Fprintf(out, columns, "", "unit", "min", "median", "beside", "min", "median", "ratio", "median", "bar")
		}
		list = append(list, f)
		if !b.asJSON {
			fmt.Fprintln(out, strings.TrimRight(f.String(), " \n"))
		}
	}
	switch {
	case len(list) == 0:
		return usagef("--only %q: no line contains that", b.only)
	case b.asJSON:
		return writeJSON(out, list)
	}
	return nil
}

// take measures.
func (f *figure) take() error {
	p, err := f.measure()
	if errors.Is(err, bench.ErrNoLua) {
		f.Note = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	in := func(t bench.Times) bench.Times { return bench.Times{Min: t.Min / f.per, Median: t.Median / f.per} }
	f.Ours = in(p.Ours)
	judged := f.Ours.Min
	if f.Beside != "" {
		theirs := in(p.Theirs)
		f.Theirs, f.Ratio, judged = &theirs, &p.Ratio, p.Ratio.Min
	}
	if f.Bar != nil {
		met := judged <= *f.Bar
		f.Met = &met
	}
	return nil
}

func (f *figure) String() string {
	if f.Note != "" {
		return fmt.Sprintf("%-31s not measured beside %s: %s", f.What, f.Beside, f.Note)
	}
	bar := ""
	if f.Bar != nil {
		bar = fmt.Sprintf("at most %s: %s", short(*f.Bar), map[bool]string{true: "met", false: "NOT MET"}[*f.Met])
	}
	var theirs, ratio [2]string
	if f.Theirs != nil {
		theirs = [2]string{short(f.Theirs.Min), short(f.Theirs.Median)}
		ratio = [2]string{fmt.Sprintf("%.3f", f.Ratio.Min), fmt.Sprintf("%.3f", f.Ratio.Median)}
	}
	return fmt.Sprintf(columns, f.What, f.Unit, short(f.Ours.Min), short(f.Ours.Median), f.Beside, theirs[0], theirs[1], ratio[0], ratio[1], bar)
}

// short writes a number with about three digits.
func short(n float64) string {
	switch {
	case n == 0 || n >= 100:
		return fmt.Sprintf("%.0f", n)
	case n >= 10:
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.2f", n)
}

// bars are those that Bough sets itself: of ratios where there is a neighbor,
// otherwise of times on the machine of docs/performance.md. A run has more
// to do than gopher-lua to resume: two and a half times as much on its VM.
var bars = map[string]float64{
	"guard": 0.20, "Lua 5.4": 0.75, "LuaJIT": 1.15, "objects": 0, "tick": 2.5, "workers": 0.67,
	"tables": 0.25, "loops": 0.25, "strings": 0.5, "run": 0.85,
	"agent": 1160, "loading": 1.7, "save": 6.3,
}

func bar(name string) *float64 {
	n := bars[name]
	return &n
}

// figures are all that are printed. Rounds are weighed so that each takes a second
// or two.
func (b *benchFlags) figures() []figure {
	const many = 10_000
	workers := sync.OnceValues(func() (bench.Pair, error) { return bench.Guard.BesideOne(many, b.workers, b.rounds, time.Now) })
	one := func() (bench.Pair, error) {
		p, err := workers()
		return bench.Pair{Ours: p.Theirs}, err
	}
	guard := func(budget bool) func() (bench.Pair, error) {
		return func() (bench.Pair, error) { return bench.Guard.BesideFloor(budget, 16*b.rounds, time.Now) }
	}
	list := []figure{
		{What: "guard, 1,000 agents", Unit: "ns/agent", Beside: "gopher-lua", Bar: bar("guard"), per: 1, measure: guard(true)},
		{What: "guard without a budget", Unit: "ns/agent", Beside: "gopher-lua", per: 1, measure: guard(false)},
	}
	for _, l := range bench.Luas {
		if b.againstC {
			list = append(list, figure{What: "guard beside a program in C++", Unit: "ns/agent", Beside: l.Name, Bar: bar(l.Name), per: 1,
				measure: func() (bench.Pair, error) { return b.besideC(l) }})
		}
	}
	list = append(list,
		figure{What: "guard, allocated in a tick", Unit: "objects", Bar: bar("objects"), per: 1, measure: b.allocations},
		figure{What: "guard, 10,000 agents", Unit: "ms/tick", Bar: bar("tick"), per: 1e6, measure: one},
		figure{What: fmt.Sprintf("guard, 10,000 agents, %d workers", b.workers), Unit: "ms/tick", Beside: "1 worker", Bar: bar("workers"), per: 1e6, measure: workers},
	)
	for _, s := range bench.Scripts {
		list = append(list, figure{What: "a script: " + s.Name, Unit: "ns/agent", Beside: "gopher-lua", Bar: bar(s.Name), per: 1,
			measure: func() (bench.Pair, error) { return s.BesideFloor(true, b.rounds, time.Now) }})
	}
	return append(list,
		figure{What: "an agent of six fields", Unit: "bytes", Bar: bar("agent"), per: 1, measure: sixFields},
		figure{What: "loading 1,000 scripts", Unit: "ms", Beside: "gopher-lua", Bar: bar("loading"), per: 1e6,
			measure: func() (bench.Pair, error) { return bench.Loading(b.part(10), time.Now) }},
		figure{What: "a saved script, to the new tick", Unit: "ms", Bar: bar("save"), per: 1e6,
			measure: func() (bench.Pair, error) { return saves(b.part(4)) }},
	)
}

// part returns a part of the rounds, for what takes long.
func (b *benchFlags) part(of int) int { return max(1, b.rounds/of) }

func (b *benchFlags) besideC(l bench.Lua) (bench.Pair, error) {
	folder, err := os.MkdirTemp("", "bough-bench")
	if err != nil {
		return bench.Pair{}, err
	}
	defer os.RemoveAll(folder)
	c, err := l.Start(bench.Guard, folder)
	if err != nil {
		return bench.Pair{}, err
	}
	defer c.Close()
	return c.Beside(4*b.rounds, time.Now)
}
