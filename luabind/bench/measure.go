package bench

import (
	"fmt"
	"slices"
	"time"

	"github.com/bough-dev/bough/luabind"
)

// Rounds and Ticks are the length of a measurement that is to be compared with
// others: so many rounds, of so many ticks of each side.
const (
	Rounds = 1600
	Ticks  = 1
)

// setUps is over how many set-ups of the scenario the rounds of a measurement are
// spread. Where tables happen to lie in memory, and how their keys hash, differs
// from one to the next and is worth a few hundredths of the ratio either way.
const setUps = 5

// Result is the outcome of Measure. Each figure is the median over the rounds.
type Result struct {
	Budget bool `json:"budget"`
	// Engine and Floor are nanoseconds per agent and tick.
	Engine float64 `json:"engine_ns"`
	Floor  float64 `json:"floor_ns"`
	// Ratio is what the engine took in a round by what the floor took in it.
	Ratio float64 `json:"ratio"`
}

// String returns one line for people.
func (r Result) String() string {
	budget := "on"
	if !r.Budget {
		budget = "off"
	}
	return fmt.Sprintf("guard, budget %-3s  engine %6.1f ns  floor %6.1f ns  ratio %.3f", budget, r.Engine, r.Floor, r.Ratio)
}

// Measure runs engine and floor in turn for a number of rounds of ticks each.
// The two sides of a round are neighbors in time and swap places from round to
// round, so that a machine which changes its speed does so for both; the median
// of the rounds' ratios forgets the rounds that something else disturbed. The
// clock is passed in.
//
// A round is one tick of each side, as a game ticks once a frame. On a machine that
// does nothing else, rounds of one tick and of four give the same figure (1.082 to
// 1.098 and 1.084 to 1.104, eight of each in turn). On one whose caches others use at
// the same time those of one tick stay at 1.093 to 1.107, where those of four scatter
// from 1.08 to 1.17, as what disturbs lasts for a few milliseconds and then hits one
// side only. Rejected: the ratio of each side's fastest round,
// which compares two moments that may be seconds apart.
func Measure(budget bool, rounds, ticks int, now func() time.Time) (Result, error) {
	o := luabind.Options{}
	if !budget {
		o.Budget = luabind.NoBudget
	}
	var all timings
	for k := range setUps {
		if err := all.add(o, (rounds+k)/setUps, ticks, now); err != nil {
			return Result{}, err
		}
	}
	per := float64(ticks * Agents)
	return Result{budget, median(all.engines) / per, median(all.floors) / per, median(all.ratios)}, nil
}

// timings are the figures of all rounds so far.
type timings struct{ engines, floors, ratios []float64 }

// add sets the scenario up and times a number of rounds of it.
func (t *timings) add(o luabind.Options, rounds, ticks int, now func() time.Time) error {
	if rounds == 0 {
		return nil
	}
	s, err := New(Agents, o)
	if err != nil {
		return err
	}
	defer s.Close()
	s.round(true, ticks, now) // warms up
	for r := range rounds {
		e, f := s.round(r%2 == 0, ticks, now)
		t.engines, t.floors, t.ratios = append(t.engines, e), append(t.floors, f), append(t.ratios, e/f)
	}
	return s.Floor.err
}

// round times a number of ticks of both sides.
func (s *Scenario) round(engineFirst bool, ticks int, now func() time.Time) (engine, floor float64) {
	if engineFirst {
		engine = s.time(ticks, now, func() { s.World.Tick(Frame) })
	}
	floor = s.time(ticks, now, func() { s.TickFloor() })
	if !engineFirst {
		engine = s.time(ticks, now, func() { s.World.Tick(Frame) })
	}
	return engine, floor
}

func (s *Scenario) time(ticks int, now func() time.Time, tick func()) float64 {
	start := now()
	for range ticks {
		tick()
	}
	return float64(now().Sub(start))
}

func median(list []float64) float64 {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)/2]
}
