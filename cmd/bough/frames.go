package main

import (
	"fmt"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/arena"
	"github.com/bough-dev/bough/cmd/bough/internal/frames"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/bench"
	"github.com/bough-dev/bough/scripts"
	"github.com/spf13/cobra"
)

// frameRounds is in how many rounds the ways of collecting take turns, unless
// --rounds says otherwise.
const frameRounds = 10

// frameScenario is what bench --frames measures. Guard hardly makes garbage; the
// arena, whose scripts make tables and ask many questions, makes much.
type frameScenario struct {
	name   string
	agents int
	open   func(agents int) (tick func(), done func(), err error)
}

var frameScenarios = []frameScenario{
	{"guard", 1000, openGuard}, {"guard", 10_000, openGuard}, {"arena", 200, openArena}, {"arena", 1000, openArena},
}

func openGuard(agents int) (func(), func(), error) {
	w, err := bench.Guard.NewWorld(agents, luabind.Options{})
	if err != nil {
		return nil, nil, err
	}
	return func() { w.Tick(bench.Frame) }, w.Close, nil
}

func openArena(agents int) (func(), func(), error) {
	game, err := bough.OpenFS(scripts.FS, bough.Options{Seed: 1})
	if err != nil {
		return nil, nil, err
	}
	done := func() { game.Close() }
	a, err := arena.New(game, arena.Options{Seed: 1, Agents: agents})
	if err != nil {
		done()
		return nil, nil, err
	}
	return a.Tick, done, nil
}

// benchFrames prints how long frames take with each way of collecting garbage.
func benchFrames(c *cobra.Command, rounds, count, every int, asJSON bool) error {
	if !c.Flags().Changed("rounds") {
		rounds = frameRounds
	}
	o := frames.Options{Rounds: rounds, Frames: count, Period: time.Second / 60, Every: every}
	clock := frames.Clock{Now: time.Now, Sleep: time.Sleep}
	var results []frames.Result
	for _, s := range frameScenarios {
		tick, done, err := s.open(s.agents)
		if err != nil {
			return err
		}
		r := frames.Measure(frames.Scenario{Name: s.name, Agents: s.agents, Tick: tick}, o, clock)
		done()
		results = append(results, r)
		if !asJSON {
			fmt.Fprint(c.OutOrStdout(), r)
		}
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), results)
	}
	return nil
}
