package engine_test

import (
	"fmt"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// This example runs a tree of Go behaviors, without scripts and files.
func Example() {
	hunger := engine.KeyOf("hunger")
	var ids behaviors.IDs
	eat := &behaviors.Native{
		Precondition: func(c *engine.Context) bool { return c.Agent().IsActive("eat") || c.Agent().Get(hunger).Float() > 5 },
		Behavior: func(c *engine.Context) (engine.Status, error) {
			left := c.Agent().Get(hunger).Float() - 4
			c.Agent().Set(hunger, value.Number(left))
			if left < 1 {
				return engine.Success, nil
			}
			return engine.Running, nil
		},
		OnEnter: func(c *engine.Context) error { fmt.Println("tick", c.Tick(), "begins to eat"); return nil },
		OnExit: func(c *engine.Context, why engine.Reason) error {
			fmt.Println("tick", c.Tick(), "stops eating:", why)
			return nil
		},
	}
	work := &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		c.Agent().Set(hunger, value.Number(c.Agent().Get(hunger).Float()+2))
		return engine.Running, nil
	}}
	tree, err := engine.Compile(engine.Definition{Name: "villager", Root: &engine.Node{
		Kind: kind.Priority,
		Children: []*engine.Node{
			{Behavior: eat.Define("eat", &ids)},
			{Behavior: work.Define("work", &ids)},
		},
	}})
	if err != nil {
		panic(err)
	}
	world := engine.NewWorld(engine.Options{Seed: 1})
	defer world.Close()
	world.Spawn(tree, "villager")
	for range 9 {
		world.Tick(time.Second)
	}
	fmt.Println("hungry after", world.TickCount(), "ticks:", world.Agent(1).Get(hunger))

	// Output:
	// tick 4 begins to eat
	// tick 5 stops eating: success
	// hungry after 9 ticks: 6
}
