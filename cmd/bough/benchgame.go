package main

import (
	"fmt"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/meter"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/bench"
)

// allocations counts the objects that a tick of a thousand guards allocates.
func (b *benchFlags) allocations() (bench.Pair, error) {
	w, err := bench.Guard.NewWorld(bench.Guard.Agents, luabind.Options{})
	if err != nil {
		return bench.Pair{}, err
	}
	defer w.Close()
	read := meter.Process()
	var ticks []float64
	for i := range 100 + b.rounds {
		before := read()
		w.Tick(bench.Frame)
		if n := read().Sub(before).Objects; i >= 100 {
			ticks = append(ticks, float64(n))
		}
	}
	return bench.Pair{Ours: bench.NewTimes(ticks)}, nil
}

// sixFields weighs an agent with six numbers whose tree is one behavior.
func sixFields() (bench.Pair, error) {
	bytes, err := weigh(pausing(`return { behavior = function(agent) end }`, bough.Fields{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}))
	n := float64(bytes)
	return bench.Pair{Ours: bench.Times{Min: n, Median: n}}, err
}

// saves measures what a save of a script takes, from when it is told of to the end
// of the first tick of the new code, in a game of 1,000 scripts, 200 trees and 5,000
// agents.
func saves(rounds int) (bench.Pair, error) {
	const scripts, trees, agents = 1000, 200, 5000
	script := func(i, step int) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "return { precondition = function(agent) return agent.x < %d end, behavior = function(agent) agent.x = (agent.x + %d) %% 400 end }\n", 500+i, step)}
	}
	files := fstest.MapFS{}
	for i := range scripts {
		files[fmt.Sprintf("b%d.lua", i)] = script(i, 1)
	}
	for i := range trees {
		text := fmt.Sprintf("tree t%d\n  b%d\n", i, i)
		for j := range 5 {
			text += fmt.Sprintf("    b%d  when hp < %d\n      b%d\n      b%d\n", (i*7+j)%scripts, 20+j, (i*11+j)%scripts, (i*13+j*3)%scripts)
		}
		files[fmt.Sprintf("t%d.bt", i)] = &fstest.MapFile{Data: []byte(text)}
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source})
	if err != nil {
		return bench.Pair{}, err
	}
	defer game.Close()
	for i := range agents {
		if _, err := game.Spawn(fmt.Sprintf("t%d", i%trees), bough.Fields{"hp": i % 100, "x": i % 50}); err != nil {
			return bench.Pair{}, err
		}
	}
	for range 20 {
		game.Tick(bench.Frame)
	}
	var times []float64
	const warmUp = 3
	for i := range warmUp + rounds {
		name := fmt.Sprintf("b%d.lua", i%trees)
		files[name] = script(i%trees, i+2)
		start := time.Now()
		source.Touch(name)
		game.Tick(bench.Frame)
		times = append(times, float64(time.Since(start)))
	}
	return bench.Pair{Ours: bench.NewTimes(times[warmUp:])}, nil
}
