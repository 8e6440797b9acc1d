package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/bough-dev/bough/luabind/bench"
	"github.com/spf13/cobra"
)

// headline is how many agents fit into a frame.
type headline struct {
	Agents   string  `json:"agents"` // how they take part in ticks
	Count    int     `json:"count"`
	MoreFit  bool    `json:"moreFit"`  // the search ended before the frame was full
	P99      float64 `json:"p99Ms"`    // of the time of a tick
	Decision float64 `json:"waitedMs"` // the longest time since a decision of an agent that is awake
}

// mostAgents ends the search: an agent takes a kilobyte.
const mostAgents = 1_000_000

// benchHeadline prints for each crowd how many agents of the scenario guard fit into a sixtieth of a second on one core,
// so that 99 of 100 ticks are shorter, and each agent that is awake decides once a second.
func benchHeadline(c *cobra.Command, rounds int, asJSON bool) error {
	const frame = time.Second / 60
	var list []headline
	for _, crowd := range bench.Crowds {
		if crowd.Limited {
			continue
		}
		measure := func(agents int) (headline, bool, error) {
			p99, waited, err := bench.Guard.Frames(agents, max(rounds, 60), crowd.Setup, time.Now)
			h := headline{crowd.Name, agents, false, milliseconds(p99), milliseconds(waited)}
			return h, p99 <= frame && waited <= time.Second+frame, err
		}
		fits, above := headline{Agents: crowd.Name}, mostAgents+1
		for n := 20_000; above-fits.Count > max(fits.Count/20, 1000); {
			h, ok, err := measure(n)
			if err != nil {
				return err
			}
			if ok {
				fits = h
			} else {
				above = n
			}
			if n = (fits.Count + above) / 2; above > mostAgents {
				if n = 2 * fits.Count; n > mostAgents {
					n = mostAgents
				}
				if fits.Count == mostAgents {
					fits.MoreFit = true
					break
				}
			}
		}
		list = append(list, fits)
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), list)
	}
	t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "agents in a frame\t\tp99 of a tick\tlongest wait\t")
	for _, h := range list {
		more := ""
		if h.MoreFit {
			more = "more than "
		}
		fmt.Fprintf(t, "%s\t%s%d\t%.1f ms\t%.0f ms\t\n", h.Agents, more, h.Count, h.P99, h.Decision)
	}
	return t.Flush()
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
