package bench

import (
	"iter"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
	lua "github.com/yuin/gopher-lua"
)

// Agents is how many agents the scenario guard has: a thousand in a small tree of six
// behaviors, half of which only decide.
//
//	root            counts ticks
//	  flee          hp < 30: runs away
//	  combat        has a target
//	    melee       within reach: swings
//	    chase       moves toward it
//	  patrol        walks to and fro
const Agents = 1000

// Frame is the time between two ticks.
const Frame = time.Second / 60

// Files are the scripts and the tree of guard.
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
	Floor *Floor

	runtime *luabind.Runtime
}

// NewWorld sets up only the side of the engine.
func NewWorld(agents int, o luabind.Options) (*Scenario, error) {
	s, b, err := load(o)
	if err != nil {
		return nil, err
	}
	for i := range agents {
		a := s.World.Spawn(b.Program("guard"), "guard")
		for name, n := range start(i) {
			a.Set(engine.KeyOf(name), engine.Number(n))
		}
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
// floor counts instructions if the engine counts steps, and has one state,
// whatever the number of workers.
func New(agents int, o luabind.Options) (*Scenario, error) {
	s, b, err := load(o)
	if err != nil {
		return nil, err
	}
	if s.Floor, err = newFloor(Files, o.Budget != luabind.NoBudget); err != nil {
		return nil, err
	}
	for i := range agents { // in turn, so that both sides lie in memory alike
		a := s.World.Spawn(b.Program("guard"), "guard")
		f := s.Floor.spawn()
		for name, n := range start(i) {
			a.Set(engine.KeyOf(name), engine.Number(n))
			f.RawSetString(name, lua.LNumber(n))
		}
	}
	return s, nil
}

// start yields the fields of agent i.
func start(i int) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		x, hp := float64(i%50), 100.0
		if i%10 == 0 {
			hp = 10
		}
		if !(yield("hp", hp) && yield("x", x) && yield("vx", 1) && yield("swings", 0) && yield("ticks", 0)) {
			return
		}
		if k := i % 10; k >= 1 && k <= 4 {
			target := x
			if i%2 == 1 {
				target += 1e6
			}
			yield("target", target)
		}
	}
}

// Close frees the scenario.
func (s *Scenario) Close() {
	s.World.Close()
	s.runtime.Close()
}

// TickFloor makes, for each agent, the hook calls that the tree leads to.
func (s *Scenario) TickFloor() error {
	f := s.Floor
	root, flee, combat, melee, chase, patrol := f.hooks["root"], f.hooks["flee"], f.hooks["combat"], f.hooks["melee"], f.hooks["chase"], f.hooks["patrol"]
	for _, a := range f.agents {
		do := patrol
		if f.ask(flee, a) {
			do = flee
		} else if f.ask(combat, a) {
			if do = chase; f.ask(melee, a) {
				do = melee
			}
		}
		f.act(root, a)
		f.act(do, a)
	}
	return f.err
}
