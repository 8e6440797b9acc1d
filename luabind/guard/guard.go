// Package guard is the scenario by which the cost of the engine is measured and
// compared over time: a thousand agents in a small tree of six behaviors, half
// of which only decide.
//
//	root            counts ticks
//	  flee          hp < 30: runs away
//	  combat        has a target
//	    melee       within reach: swings
//	    chase       moves toward it
//	  patrol        walks to and fro
//
// Engine is the scenario run by a world, Floor the very same hook calls made
// from a bare Go loop with protected calls: what any engine must pay at least.
// Both have the same state options, the same context and the same number of
// arguments. Goal: a ratio that can be trusted, both sides measured in turn in
// one run. Non-goals: a realistic game, a benchmark of Lua.
package guard

import (
	"fmt"
	"slices"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// Agents is how many agents the scenario has.
const Agents = 1000

// Frame is the time between two ticks.
const Frame = time.Second / 60

// Files are the scenario's scripts and its tree.
var Files = fstest.MapFS{
	"root.lua": file(`return { behavior = function(agent) agent.ticks = agent.ticks + 1 end }`),
	"flee.lua": file(`return {
  precondition = function(agent) return agent.hp < 30 end,
  behavior = function(agent) agent.x = agent.x - agent.vx end,
}`),
	"combat.lua": file(`return { precondition = function(agent) return agent.target ~= nil end }`),
	"melee.lua": file(`return {
  precondition = function(agent) return (agent.target - agent.x)^2 < 4 end,
  behavior = function(agent) agent.swings = agent.swings + 1 end,
}`),
	"chase.lua": file(`return { behavior = function(agent)
  if agent.target > agent.x then agent.x = agent.x + agent.vx else agent.x = agent.x - agent.vx end
end }`),
	"patrol.lua": file(`return { behavior = function(agent)
  agent.x = agent.x + agent.vx
  if agent.x < 0 or agent.x > 100 then agent.vx = -agent.vx end
end }`),
	"guard.bt": file(`tree guard "The scenario by which the engine is measured."
  root
    flee
    combat
      melee
      chase
    patrol
`),
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// Scenario is the scenario set up once: a world and, with fields of its own,
// the floor.
type Scenario struct {
	World *engine.World
	Floor *luabind.Floor

	runtime *luabind.Runtime
}

// New sets the scenario up with the given number of agents and workers. The
// floor has one state, whatever the number of workers.
func New(agents int, o luabind.Options) (*Scenario, error) {
	s := &Scenario{runtime: luabind.NewRuntime(o)}
	m := assets.NewManager(assets.Options{FS: Files, Runtime: s.runtime})
	if rep := m.Load(); rep.Problems.Err() != nil {
		return nil, rep.Problems
	}
	b := m.Bundle()
	s.World = engine.NewWorld(engine.Options{Workers: o.Workers, NewFields: s.runtime.NewFields})
	floorWorld := engine.NewWorld(engine.Options{NewFields: s.runtime.NewFields})
	var bare []*engine.Agent
	for i := range agents {
		setUp(s.World.Spawn(b.Program("guard"), "guard"), i)
		a := floorWorld.Spawn(b.Program("guard"), "guard")
		setUp(a, i)
		bare = append(bare, a)
	}
	names := []string{"root", "flee", "combat", "melee", "chase", "patrol"}
	var list []*engine.Behavior
	for _, n := range names {
		list = append(list, b.Behavior(n))
	}
	s.Floor = luabind.NewFloor(list, bare)
	return s, nil
}

// setUp gives agent i its fields.
func setUp(a *engine.Agent, i int) {
	set := func(name string, f float64) { a.Set(engine.KeyOf(name), engine.Number(f)) }
	x := float64(i % 50)
	set("hp", 100)
	if i%10 == 0 {
		set("hp", 10)
	}
	set("x", x)
	set("vx", 1)
	set("swings", 0)
	set("ticks", 0)
	if k := i % 10; k >= 1 && k <= 4 {
		target := x
		if i%2 == 1 {
			target += 1e6
		}
		set("target", target)
	}
}

// Close frees the scenario.
func (s *Scenario) Close() {
	s.World.Close()
	s.runtime.Close()
}

// Index of the behaviors in the floor.
const (
	root = iota
	flee
	combat
	melee
	chase
	patrol
)

// TickFloor makes, for each agent, the hook calls that the tree leads to.
func (s *Scenario) TickFloor() error {
	f := s.Floor
	for i := range f.Len() {
		do := patrol
		if f.Ask(flee, i) {
			do = flee
		} else if f.Ask(combat, i) {
			if do = chase; f.Ask(melee, i) {
				do = melee
			}
		}
		f.Act(root, i)
		f.Act(do, i)
	}
	return f.Err()
}

// Result is the outcome of Measure.
type Result struct {
	Budget bool `json:"budget"`
	// Engine and Floor are nanoseconds per agent and tick in the fastest round
	// of each: what else runs on a machine only ever adds to that.
	Engine float64 `json:"engine_ns"`
	Floor  float64 `json:"floor_ns"`
	// Ratio is Engine / Floor, Median the median of the rounds' own ratios.
	Ratio  float64 `json:"ratio"`
	Median float64 `json:"median_ratio"`
}

// String returns one line for people.
func (r Result) String() string {
	budget := "on"
	if !r.Budget {
		budget = "off"
	}
	return fmt.Sprintf("guard, budget %-3s  engine %6.1f ns  floor %6.1f ns  ratio %.3f (median of rounds %.3f)", budget, r.Engine, r.Floor, r.Ratio, r.Median)
}

// Measure runs engine and floor in turn for a number of rounds of ticks each,
// and takes the best of each. Many short rounds are better than few long ones: a change
// of the machine's speed then hits both sides. The clock is passed in.
func Measure(budget bool, rounds, ticks int, now func() time.Time) (Result, error) {
	o := luabind.Options{}
	if !budget {
		o.Budget = luabind.NoBudget
	}
	s, err := New(Agents, o)
	if err != nil {
		return Result{}, err
	}
	defer s.Close()
	var engines, floors, ratios []float64
	for range rounds + 1 { // the first round warms up
		e, f, err := s.round(ticks, now)
		if err != nil {
			return Result{}, err
		}
		engines, floors, ratios = append(engines, e), append(floors, f), append(ratios, e/f)
	}
	per := float64(ticks * Agents)
	best, floor := slices.Min(engines[1:]), slices.Min(floors[1:])
	return Result{budget, best / per, floor / per, best / floor, median(ratios[1:])}, nil
}

// round times a number of ticks of both sides.
func (s *Scenario) round(ticks int, now func() time.Time) (engine, floor float64, err error) {
	start := now()
	for range ticks {
		s.World.Tick(Frame)
	}
	mid := now()
	for range ticks {
		if err := s.TickFloor(); err != nil {
			return 0, 0, err
		}
	}
	return float64(mid.Sub(start)), float64(now().Sub(mid)), nil
}

func median(list []float64) float64 {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)/2]
}
