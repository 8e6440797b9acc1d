package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bough-dev/bough/engine"
)

// signs is code that records the version that was called last for each agent.
type signs struct {
	version int
	called  []map[engine.AgentID]int // by worker
	worker  int
}

func (s signs) Bind(worker int, _ engine.Params) engine.Binding {
	s.worker = worker
	return s
}

func (s signs) Call(c *engine.Context, _ engine.Hook) (engine.Answer, error) {
	s.called[s.worker][c.Agent().ID()] = s.version
	return engine.Answer{Status: engine.Running}, nil
}

// exchanging is a world in which random programs replace each other: in chains and cycles, one for
// several others, and by programs that agents already run.
type exchanging struct {
	t      *testing.T
	src    *rand.Rand
	world  *engine.World
	called []map[engine.AgentID]int
	list   []*engine.Program
	gone   map[*engine.Agent]*engine.Program // programs of the agents that have been despawned
}

func newExchanging(t *testing.T, workers int) *exchanging {
	x := &exchanging{t: t, src: rand.New(rand.NewPCG(7, uint64(workers))), world: engine.NewWorld(engine.Options{Workers: workers}), gone: map[*engine.Agent]*engine.Program{}}
	t.Cleanup(x.world.Close)
	for range workers {
		x.called = append(x.called, map[engine.AgentID]int{})
	}
	for id := engine.BehaviorID(1); id <= 2; id++ {
		for version := 1; version <= 4; version++ {
			x.add(id, version)
		}
	}
	return x
}

// add adds a program of one behavior. Versions 2 and 3 are new code in the program of version 1,
// and version 4 has the hook on_reload.
func (x *exchanging) add(id engine.BehaviorID, version int) {
	b := &engine.Behavior{ID: id, Name: "b", Version: 10*int(id) + version, Hooks: [engine.NumHooks]bool{engine.HookBehavior: true}}
	b.Code = signs{version: b.Version, called: x.called}
	if version == 4 {
		b.Hooks[engine.HookReload] = true
	}
	p := compile(x.t, node(b))
	if version == 2 || version == 3 {
		var r engine.Recoding
		last := x.list[len(x.list)-1]
		if !r.Add(last.Node(0).Behavior, b) {
			x.t.Fatalf("version %d has another spec", version)
		}
		p = last.Recoded(&r)
	}
	x.list = append(x.list, p)
}

func (x *exchanging) one() *engine.Program { return x.list[x.src.IntN(len(x.list))] }

// live spawns and despawns agents, changes their trees, and ticks the world.
func (x *exchanging) live() {
	x.world.Spawn(x.one(), "a")
	for a := range x.world.Agents() {
		switch x.src.IntN(20) {
		case 0:
			x.gone[a] = a.Program()
		case 1:
			a.SetTree(x.one())
		}
	}
	for a := range x.gone {
		x.world.Despawn(a.ID())
	}
	x.world.Tick(frame)
}

// reload replaces programs, and checks which program each agent runs afterwards.
func (x *exchanging) reload() error {
	next, want, ran := map[*engine.Program]*engine.Program{}, map[*engine.Agent]*engine.Program{}, 0
	for range x.src.IntN(len(x.list)) {
		old := x.one()
		next[old] = x.one()
	}
	for a := range x.world.Agents() {
		want[a] = a.Program()
		if p := next[a.Program()]; p != nil && p != a.Program() {
			want[a] = p
			ran++
		}
	}
	if got := x.world.Reload(next).Agents; got != ran {
		return fmt.Errorf("%d agents were taken over; want %d", got, ran)
	}
	x.world.Tick(frame)
	for a, p := range want {
		if called := x.called[a.Worker()][a.ID()]; a.Program() != p || called != p.Node(0).Behavior.Version {
			return fmt.Errorf("%s runs version %d, and %d was called; want %d", a.Label(), a.Program().Node(0).Behavior.Version, called, p.Node(0).Behavior.Version)
		}
	}
	for a, p := range x.gone {
		if a.Program() != p {
			return fmt.Errorf("%s, which is gone, ran another program", a.Label())
		}
	}
	return nil
}

// TestReloadOfWhatever checks that, whichever programs are replaced, each agent continues with the
// successor of its program, and that the code of the successor is called.
func TestReloadOfWhatever(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		x := newExchanging(t, workers)
		for round := range 300 {
			x.live()
			if err := x.reload(); err != nil {
				t.Fatalf("%d workers, round %d: %v", workers, round, err)
			}
		}
	}
}
