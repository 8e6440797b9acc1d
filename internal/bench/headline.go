package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/bough-dev/bough/internal/bench/compare"
)

// headline is the largest number of agents whose tick fits into a frame, with the times for that number.
type headline struct {
	Agents  string  `json:"agents"` // name of the crowd, which describes how often its agents have turns
	Count   int     `json:"count"`
	AtLeast bool    `json:"atLeast"` // the search ended before the frame was full
	P99     float64 `json:"p99Ms"`   // 99th percentile of the time of a tick
	Age     float64 `json:"ageMs"`   // highest decision age of an awake agent after the last tick
}

// mostAgents bounds the search, and so the memory that it takes: an agent takes about a kilobyte.
const mostAgents = 1_000_000

// benchHeadline prints for each crowd how many agents of the scenario guard fit into a sixtieth of a second on one
// core. A number of agents fits if 99 of 100 ticks are shorter than that, and if each awake agent decides at least
// once a second.
func benchHeadline(w io.Writer, rounds int, asJSON bool) error {
	var list []headline
	for _, crowd := range compare.Crowds {
		if crowd.Limited {
			continue // the number of turns of these agents is fixed
		}
		measure := func(agents int) (headline, bool, error) {
			p99, waited, err := compare.Guard.Frames(agents, max(rounds, 60), crowd.Setup, time.Now)
			h := headline{crowd.Name, agents, false, milliseconds(p99), milliseconds(waited)}
			return h, p99 <= compare.Frame && waited <= time.Second+compare.Frame, err
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
				n = min(2*fits.Count, mostAgents)
				if fits.Count == mostAgents {
					fits.AtLeast = true
					break
				}
			}
		}
		list = append(list, fits)
	}
	if asJSON {
		return writeJSON(w, list)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "agents in a frame\t\tp99 of a tick\tdecision age\t")
	for _, h := range list {
		more := ""
		if h.AtLeast {
			more = "at least "
		}
		fmt.Fprintf(t, "%s\t%s%d\t%.1f ms\t%.0f ms\t\n", h.Agents, more, h.Count, h.P99, h.Age)
	}
	return t.Flush()
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
