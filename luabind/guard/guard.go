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

// NewWorld sets up only the side of the engine.
func NewWorld(agents int, o luabind.Options) (*Scenario, error) {
	s, b, err := load(o)
	if err != nil {
		return nil, err
	}
	for i := range agents {
		setUp(s.World.Spawn(b.Program("guard"), "guard"), i)
	}
	return s, nil
}

// load returns the scenario without agents.
func load(o luabind.Options) (*Scenario, *assets.Bundle, error) {
	s := &Scenario{runtime: luabind.NewRuntime(o)}
	m := assets.NewManager(assets.Options{FS: Files, Runtime: s.runtime})
	if rep := m.Load(); rep.Problems.Err() != nil {
		return nil, nil, rep.Problems
	}
	b := m.Bundle()
	s.World = engine.NewWorld(engine.Options{Workers: o.Workers, NewFields: s.runtime.NewFields})
	return s, b, nil
}

// New sets the scenario up with the given number of agents and workers. The
// floor has one state, whatever the number of workers.
func New(agents int, o luabind.Options) (*Scenario, error) {
	s, b, err := load(o)
	if err != nil {
		return nil, err
	}
	floorWorld := engine.NewWorld(engine.Options{NewFields: s.runtime.NewFields})
	var bare []*engine.Agent
	for i := range agents { // in turn, so that both sides lie in memory alike
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
	return s.Floor.Err()
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
