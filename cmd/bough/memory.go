package main

import (
	"fmt"
	"runtime"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/arena"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/bench"
	"github.com/bough-dev/bough/scripts"
	"github.com/spf13/cobra"
)

// memoryAgents is how many agents are made to weigh one.
const memoryAgents = 1000

// weight is how many bytes something keeps for each agent.
type weight struct {
	What  string `json:"what"`
	Bytes int    `json:"bytes"`
}

// crowd makes a number of agents, lets them do something, and returns what ends them.
type crowd func(agents int) (done func(), err error)

// benchMemory prints what agents and coroutines weigh.
func benchMemory(c *cobra.Command, asJSON bool) error {
	list := []struct {
		what string
		make crowd
	}{
		{"agent of guard, of 6 nodes", guardCrowd},
		{"agent of the sample tree troll", trollCrowd},
		{"agent of a tree of one node", pausing(`return { behavior = function(agent) end }`, nil)},
		{"the same, waiting in a coroutine", pausing(`return { run = function(agent) bt.wait(1000) end }`, nil)},
	}
	var out []weight
	for _, x := range list {
		bytes, err := weigh(x.make)
		if err != nil {
			return err
		}
		out = append(out, weight{x.what, bytes})
		if !asJSON {
			fmt.Fprintf(c.OutOrStdout(), "%6d B  %s\n", bytes, x.what)
		}
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), out)
	}
	return nil
}

// weigh returns what one agent more weighs: a crowd and one of twice as many differ in
// nothing else.
func weigh(make crowd) (int, error) {
	one, err := held(make, memoryAgents)
	if err != nil {
		return 0, err
	}
	two, err := held(make, 2*memoryAgents)
	return (two - one) / memoryAgents, err
}

// held returns by how much the heap is larger while a crowd lives.
func held(make crowd, agents int) (int, error) {
	before := heapInUse()
	done, err := make(agents)
	if err != nil {
		return 0, err
	}
	with := heapInUse()
	done()
	return with - before, nil
}

func heapInUse() int {
	var m runtime.MemStats
	for range 2 { // the second frees what finalizers held
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func guardCrowd(agents int) (func(), error) {
	w, err := bench.Guard.NewWorld(agents, luabind.Options{})
	if err != nil {
		return nil, err
	}
	for range 100 {
		w.Tick(bench.Frame)
	}
	return w.Close, nil
}

func trollCrowd(agents int) (func(), error) {
	game, err := bough.OpenFS(scripts.FS, bough.Options{Seed: 1})
	if err != nil {
		return nil, err
	}
	if err := arena.BindEmpty(game); err != nil {
		return nil, err
	}
	return tickCrowd(game, "troll", bough.Fields{"hp": 100, "x": 5, "y": 5}, agents)
}

// pausing is a crowd whose tree is one behavior.
func pausing(script string, fields bough.Fields) crowd {
	return func(agents int) (func(), error) {
		files := fstest.MapFS{"act.lua": {Data: []byte(script)}, "main.bt": {Data: []byte("tree main\n  act\n")}}
		game, err := bough.OpenFS(files, bough.Options{})
		if err != nil {
			return nil, err
		}
		return tickCrowd(game, "main", fields, agents)
	}
}

func tickCrowd(game *bough.Game, tree string, f bough.Fields, agents int) (func(), error) {
	done := func() { game.Close() }
	for range agents {
		if _, err := game.Spawn(tree, f); err != nil {
			done()
			return nil, err
		}
	}
	for range 20 {
		game.Tick(50 * time.Millisecond)
	}
	return done, nil
}
