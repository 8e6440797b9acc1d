package bough_test

import (
	"errors"
	"fmt"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
)

// files returns the files of the examples with these names. In a real game they are in
// a folder.
func files(names ...string) fstest.MapFS {
	all := map[string]string{
		"hum.lua":   `return { behavior = function(agent) print("hum, said " .. agent.name) end }`,
		"bee.bt":    "tree bee\n  hum\n",
		"flee.lua":  `return { behavior = function(agent) bt.request(agent, "run", { from = agent.enemy }) end }`,
		"mouse.bt":  "tree mouse\n  priority\n    flee  when enemy\n    wait 1\n",
		"stab.lua":  `return { behavior = function(agent) agent.far = field.distance(agent.x, agent.target) end }`,
		"knight.bt": "tree knight\n  stab\n",
		"typo.lua":  `return { behaviour = function(agent) end }`,
	}
	fsys := fstest.MapFS{}
	for _, name := range names {
		fsys[name] = &fstest.MapFile{Data: []byte(all[name])}
	}
	return fsys
}

// This example opens scripts, spawns agents and advances time.
func Example() {
	game, err := bough.OpenFS(files("hum.lua", "bee.bt"), bough.Options{ // or bough.Open("scripts", …)
		OnLog: func(a *bough.Agent, text string) { fmt.Println(text) },
	})
	if err != nil {
		panic(err)
	}
	defer game.Close()
	if _, err := game.SpawnNamed("bee", "Maya", nil); err != nil {
		panic(err)
	}
	for range 2 {
		game.Tick(100 * time.Millisecond)
	}
	// Output:
	// hum, said Maya
	// hum, said Maya
}

// The game reads and writes the fields of an agent between ticks, and then carries out
// the requests of the agent.
func ExampleAgent() {
	game, err := bough.OpenFS(files("flee.lua", "mouse.bt"), bough.Options{FieldNames: []string{"enemy"}})
	if err != nil {
		panic(err)
	}
	defer game.Close()
	mouse, err := game.Spawn("mouse", nil)
	if err != nil {
		panic(err)
	}
	keyEnemy := engine.KeyOf("enemy")
	for _, enemy := range []value.Value{{}, value.String("cat")} {
		mouse.Set(keyEnemy, enemy)
		game.Tick(time.Second)
		fmt.Println(mouse.Get(keyEnemy), mouse.IsActive("flee"))
		for channel, request := range mouse.Requests() {
			fmt.Println(channel, request.Kind, request.Data.Table().Get("from"))
			mouse.EndRequest(channel)
		}
	}
	// Output:
	// nil false
	// "cat" true
	// run run "cat"
}

// A helper is a Go function that scripts and guards call.
func ExampleFunc() {
	distance := func(a, b float64) float64 { return max(a-b, b-a) }
	game, err := bough.OpenFS(files("stab.lua", "knight.bt"), bough.Options{
		Helpers: map[string][]bough.Helper{"field": {bough.Func("distance(a, b): how far apart two places are", distance)}},
	})
	if err != nil {
		panic(err)
	}
	defer game.Close()
	knight, err := game.Spawn("knight", bough.Fields{"x": 3, "target": 10})
	if err != nil {
		panic(err)
	}
	game.Tick(time.Second)
	fmt.Println(knight.Get(engine.KeyOf("far")))
	// Output: 7
}

// Fields are the initial data of an agent. For scripts, Go values are handles.
func ExampleFields() {
	game, err := bough.OpenFS(files("hum.lua", "bee.bt"), bough.Options{})
	if err != nil {
		panic(err)
	}
	defer game.Close()
	type hive struct{ honey int }
	bee, err := game.Spawn("bee", bough.Fields{
		"x": 3, "tired": false, "rest": 2 * time.Second, "at": value.Vector{X: 1, Y: 2},
		"flowers": []string{"rose", "thyme"}, "home": value.Other(&hive{honey: 5}),
	})
	if err != nil {
		panic(err)
	}
	get := func(name string) value.Value { return bee.Get(engine.KeyOf(name)) }
	fmt.Println(get("x"), get("rest"), get("at").Vec(), get("flowers"), get("home").Ref().(*hive).honey)
	// Output: 3 2 {1 2 0} {"rose", "thyme"} 5
}

// Findings of Load do not keep the game from starting. Err returns them as an error.
func ExampleFindings() {
	game, err := bough.OpenFS(files("typo.lua", "hum.lua", "bee.bt"), bough.Options{})
	if err != nil {
		panic(err)
	}
	defer game.Close()
	found := game.Load()
	for _, problem := range found {
		fmt.Println(problem.Headline())
	}
	fmt.Println(len(found), len(found.Errors()), found.Err() != nil)
	// Output:
	// scripts/typo.lua:1:10: unknown hook "behaviour": did you mean behavior?
	// 1 1 true
}

// A Source reports which files have changed. With Options.Watch, the file system is the
// source.
func ExampleOptions() {
	scripts, source := files("hum.lua", "bee.bt"), hotreload.NewManual()
	game, err := bough.OpenFS(scripts, bough.Options{
		Seed: 1, Workers: 2, Source: source,
		OnReload: func(r *assets.Report) { fmt.Println("version", r.Version, r.Applied) },
		OnFault:  func(f *engine.Fault) { fmt.Println(f.Diagnostic().Headline()) },
	})
	if err != nil {
		panic(err)
	}
	defer game.Close()
	if _, err := game.Spawn("bee", nil); err != nil {
		panic(err)
	}
	scripts["hum.lua"] = &fstest.MapFile{Data: []byte(`return { behavior = function(agent) error("sting") end }`)}
	source.Touch("hum.lua")
	game.Tick(time.Second)
	// Output:
	// version 1 [hum tree bee]
	// version 2 [hum]
	// scripts/hum.lua:1:37: sting
}

// Use errors.Is to distinguish errors.
func ExampleGame_Spawn() {
	game, err := bough.OpenFS(files("hum.lua", "bee.bt"), bough.Options{})
	if err != nil {
		panic(err)
	}
	_, err = game.Spawn("wasp", nil)
	fmt.Println(errors.Is(err, bough.ErrUnknownTree), err)
	bee, err := game.Spawn("bee", nil)
	fmt.Println(bee.Label(), err)
	game.Close()
	_, err = game.Spawn("bee", nil)
	fmt.Println(errors.Is(err, bough.ErrClosed), bee.Alive())
	// Output:
	// true there is no tree "wasp": the trees are bee
	// bee#1 <nil>
	// true false
}

// Agents may be despawned during a loop over all agents.
func ExampleGame_Despawn() {
	game, err := bough.OpenFS(files("hum.lua", "bee.bt"), bough.Options{})
	if err != nil {
		panic(err)
	}
	defer game.Close()
	for hp := range 4 {
		if _, err := game.Spawn("bee", bough.Fields{"hp": hp % 2}); err != nil {
			panic(err)
		}
	}
	for bee := range game.World().Agents() {
		if bee.Get(engine.KeyOf("hp")).Float() == 0 {
			if err := game.Despawn(bee); err != nil {
				panic(err)
			}
		}
	}
	for bee := range game.World().Agents() {
		fmt.Println(bee.Label())
	}
	// Output:
	// bee#2
	// bee#4
}

// A tree may have behaviors written in Go as well as in Lua.
func ExampleGame_Tick() {
	step := &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		fmt.Println(c.Agent().Label(), "walks for", c.DT())
		return engine.Running, nil
	}}
	game, err := bough.OpenFS(fstest.MapFS{"walker.bt": {Data: []byte("tree walker\n  step\n")}},
		bough.Options{Natives: map[string]*behaviors.Native{"step": step}})
	if err != nil {
		panic(err)
	}
	defer game.Close()
	if _, err := game.Spawn("walker", nil); err != nil {
		panic(err)
	}
	game.Tick(100 * time.Millisecond)
	game.Tick(50 * time.Millisecond)
	// Output:
	// walker#1 walks for 100ms
	// walker#1 walks for 50ms
}
