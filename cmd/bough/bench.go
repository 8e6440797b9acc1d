package main

import (
	"fmt"
	"time"

	"github.com/bough-dev/bough/luabind/bench"
	"github.com/spf13/cobra"
)

// benchFlags are the flags of the command.
type benchFlags struct {
	rounds, ticks int
	frames, every int
	workers       int
	memory        bool
	asJSON        bool
}

func newBenchCommand() *cobra.Command {
	var b benchFlags
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure what the engine costs besides the scripts",
		Long: `Bench runs the guard scenario, a thousand agents in a tree of six behaviors, by
the engine and as the same hook calls from a bare loop, the floor, in turn in
one run. It prints nanoseconds per agent and tick and the ratio, with the
instruction budget on and off. Ratios can be compared between machines,
nanoseconds cannot.

With --frames it prints instead how long frames take, 60 a second, with garbage
collected when Go wants to, the same with GOGC=400, and at a fixed point after
each so-many-th tick, in turn in ten rounds; each figure is that of the quietest
round. With --memory it
prints what an agent keeps, with --workers what more workers gain.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := b.check(c); err != nil {
				return err
			}
			return b.run(c)
		},
	}
	f := c.Flags()
	f.IntVar(&b.rounds, "rounds", bench.Rounds, "rounds; medians are taken over them (with --frames 10, with --workers 160)")
	f.IntVar(&b.ticks, "ticks", bench.Ticks, "ticks of each side in a round")
	f.IntVar(&b.frames, "frames", 0, "frames of each round, 150 say: measure frame times instead")
	f.IntVar(&b.every, "collect-every", 60, "with --frames: ticks from one collection to the next at the fixed point")
	f.BoolVar(&b.memory, "memory", false, "print the bytes that an agent keeps instead")
	f.IntVar(&b.workers, "workers", 0, "print instead how much faster so many workers are than one")
	f.BoolVar(&b.asJSON, "json", false, "print the results as JSON")
	return c
}

func (b *benchFlags) check(c *cobra.Command) error {
	other := 0
	for _, name := range []string{"frames", "memory", "workers"} {
		if c.Flags().Changed(name) {
			other++
		}
	}
	switch {
	case b.rounds < 1 || b.ticks < 1:
		return usagef("--rounds and --ticks must be 1 or more")
	case b.frames < 0 || b.every < 1:
		return usagef("--frames must not be negative, and --collect-every must be 1 or more")
	case c.Flags().Changed("workers") && (b.workers < 2 || b.workers > 64):
		return usagef("--workers %d; want 2 to 64", b.workers)
	case other > 1:
		return usagef("--frames, --memory and --workers measure different things; give one of them at a time")
	}
	return nil
}

func (b *benchFlags) run(c *cobra.Command) error {
	switch {
	case b.memory:
		return benchMemory(c, b.asJSON)
	case b.frames > 0:
		return benchFrames(c, b.rounds, b.frames, b.every, b.asJSON)
	case b.workers > 0:
		return benchWorkers(c, b.workers, b.rounds, b.asJSON)
	}
	return benchGuard(c, b.rounds, b.ticks, b.asJSON)
}

// benchWorkers prints what more workers gain.
func benchWorkers(c *cobra.Command, workers, rounds int, asJSON bool) error {
	if !c.Flags().Changed("rounds") {
		rounds = bench.Rounds / 10 // each has ten times the agents
	}
	g, err := bench.MeasureWorkers(10*bench.Agents, workers, rounds, time.Now)
	switch {
	case err != nil:
		return err
	case asJSON:
		return writeJSON(c.OutOrStdout(), g)
	}
	fmt.Fprintln(c.OutOrStdout(), g)
	return nil
}

func benchGuard(c *cobra.Command, rounds, ticks int, asJSON bool) error {
	var results []bench.Result
	for _, budget := range []bool{true, false} {
		r, err := bench.Measure(budget, rounds, ticks, time.Now)
		if err != nil {
			return err
		}
		results = append(results, r)
		if !asJSON {
			fmt.Fprintln(c.OutOrStdout(), r)
		}
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), results)
	}
	return nil
}
