package main

import (
	"fmt"
	"time"

	"github.com/bough-dev/bough/luabind/guard"
	"github.com/spf13/cobra"
)

func newBenchCommand() *cobra.Command {
	var rounds, ticks int
	var asJSON bool
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure what the engine costs besides the scripts",
		Long: `Bench runs the guard scenario, a thousand agents in a tree of six behaviors, by
the engine and as the same hook calls from a bare loop, the floor, in turn in
one run. It prints nanoseconds per agent and tick and the ratio, with the
instruction budget on and off. Ratios can be compared between machines,
nanoseconds cannot.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if rounds < 1 || ticks < 1 {
				return usagef("--rounds and --ticks must be 1 or more")
			}
			return bench(c, rounds, ticks, asJSON)
		},
	}
	c.Flags().IntVar(&rounds, "rounds", guard.Rounds, "rounds; medians are taken over them")
	c.Flags().IntVar(&ticks, "ticks", guard.Ticks, "ticks of each side in a round")
	c.Flags().BoolVar(&asJSON, "json", false, "print the results as JSON")
	return c
}

func bench(c *cobra.Command, rounds, ticks int, asJSON bool) error {
	var results []guard.Result
	for _, budget := range []bool{true, false} {
		r, err := guard.Measure(budget, rounds, ticks, time.Now)
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
