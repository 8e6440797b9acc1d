package compare

import (
	"errors"
	"fmt"
	"slices"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/allocs"
	"github.com/bough-dev/bough/luabind"
	lua "github.com/yuin/gopher-lua"
)

// setUps is the number of times that a scenario is set up. The rounds of a measurement are divided among these
// set-ups. The positions of tables in memory and the hashes of their keys differ between set-ups, and change the
// ratio by a few percent in either direction.
const setUps = 5

// CompareBaseline measures a tick of the engine, and the same hook calls in gopher-lua's VM, in nanoseconds per
// agent. If budget is set, the engine counts steps, and the VM counts instructions.
func (s *Scenario) CompareBaseline(budget bool, rounds int, now Clock) (Pair, error) {
	o := luabind.Options{}
	if !budget {
		o.Budget = luabind.NoBudget
	}
	var t turns
	for k := range setUps {
		if n := (rounds + k) / setUps; n > 0 {
			if err := s.compareBaseline(&t, o, n, now); err != nil {
				return Pair{}, err
			}
		}
	}
	return t.pair().per(float64(s.Agents)), nil
}

func (s *Scenario) compareBaseline(t *turns, o luabind.Options, rounds int, now Clock) error {
	w, f, err := s.both(s.Agents, o, nil)
	if err != nil {
		return err
	}
	defer w.Close()
	ours, theirs := now.timed(func() { w.Tick(Frame) }), now.timed(f.tick)
	ours() // warm up
	theirs()
	for range rounds {
		t.round(ours, theirs)
	}
	if err := same(w.sums(s.fieldNames()), f.sums(s.fieldNames())); err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	return f.err
}

// CompareWith measures a tick of a scenario, and a tick of another one that does the same, in nanoseconds per agent.
func (s *Scenario) CompareWith(other *Scenario, rounds int, now Clock) (Pair, error) {
	var t turns
	for k := range setUps {
		ours, err := s.NewWorld(s.Agents, luabind.Options{})
		if err != nil {
			return Pair{}, err
		}
		theirs, err := other.NewWorld(s.Agents, luabind.Options{})
		if err != nil {
			return Pair{}, err
		}
		ours.Tick(Frame) // warm up
		theirs.Tick(Frame)
		for range (rounds + k) / setUps {
			t.round(now.timed(func() { ours.Tick(Frame) }), now.timed(func() { theirs.Tick(Frame) }))
		}
		err = same(ours.sums(s.fieldNames()), theirs.sums(s.fieldNames()))
		ours.Close()
		theirs.Close()
		if err != nil {
			return Pair{}, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return t.pair().per(float64(s.Agents)), nil
}

// both sets up a world and a baseline with the same agents. It creates the agents of the two sides alternately, so
// that both sides have a similar layout in memory.
func (s *Scenario) both(agents int, o luabind.Options, around wrap) (*World, *baseline, error) {
	w, p, err := s.newWorld(o, around)
	if err != nil {
		return nil, nil, err
	}
	f, err := s.newBaseline(o.Budget != luabind.NoBudget)
	if err != nil {
		return nil, nil, err
	}
	for i := range agents {
		s.spawn(w, p, i)
		f.spawn(s, i)
	}
	return w, f, nil
}

// same returns an error if the sums of the two sides differ.
func same(ours, theirs map[string]float64) error {
	for name, n := range ours {
		if n != theirs[name] {
			return fmt.Errorf("the two sides did different work: the sum of %s is %v and %v", name, n, theirs[name])
		}
	}
	return nil
}

// work makes a number of ticks in the engine. It returns the number of hook calls, and the sum of each field at the
// end.
func (s *Scenario) work(agents, ticks int) (calls uint64, sums map[string]float64, err error) {
	c := allocs.New(func() allocs.Heap { return allocs.Heap{} })
	w, p, err := s.newWorld(luabind.Options{}, c.Wrap)
	if err != nil {
		return 0, nil, err
	}
	defer w.Close()
	for i := range agents {
		s.spawn(w, p, i)
	}
	for range ticks {
		w.Tick(Frame)
	}
	for _, row := range c.Rows() {
		calls += row.Calls
	}
	return calls, w.sums(s.fieldNames()), nil
}

// CompareOneWorker measures a tick with several workers, and a tick with one worker, in nanoseconds.
func (s *Scenario) CompareOneWorker(agents, workers, rounds int, now Clock) (Pair, error) {
	one, err := s.NewWorld(agents, luabind.Options{})
	if err != nil {
		return Pair{}, err
	}
	defer one.Close()
	many, err := s.NewWorld(agents, luabind.Options{Workers: workers})
	if err != nil {
		return Pair{}, err
	}
	defer many.Close()
	ours, theirs := now.timed(func() { many.Tick(Frame) }), now.timed(func() { one.Tick(Frame) })
	ours() // warm up
	theirs()
	var t turns
	for range rounds {
		t.round(ours, theirs)
	}
	return t.pair(), nil
}

// Crowds lists distributions of turns for the methods Crowd and Frames. In the distribution "crowd", 1 % of the
// agents have a turn in each tick, 9 % ten times a second, and 90 % once a second.
var Crowds = []struct {
	Name    string
	Limited bool // the number of turns in a tick is bounded
	Setup   func(w *World)
}{
	{"all awake", false, func(*World) {}},
	{"crowd", false, func(w *World) {
		for a := range w.Agents() {
			switch i := a.ID() % 100; {
			case i > 9:
				a.SetPeriod(time.Second)
			case i > 0:
				a.SetPeriod(time.Second / 10)
			}
		}
	}},
	{"10,000 turns", true, func(w *World) { w.LimitTurns(10_000, time.Second) }},
	{"asleep", false, func(w *World) {
		for a := range w.Agents() {
			a.Sleep(time.Hour)
		}
	}},
}

// Crowd measures a tick of many agents, in nanoseconds. setup is a Setup of Crowds.
func (s *Scenario) Crowd(agents, rounds int, setup func(w *World), now Clock) (Pair, error) {
	ticks, _, err := s.crowd(agents, rounds, setup, now)
	if err != nil {
		return Pair{}, err
	}
	return Pair{Ours: NewTimes(ticks)}, nil
}

// Frames returns the 99th percentile of the times of ticks, and the longest time since the last turn of an agent
// that is not asleep. The parameters are those of Crowd.
func (s *Scenario) Frames(agents, rounds int, setup func(w *World), now Clock) (p99, waited time.Duration, err error) {
	ticks, waited, err := s.crowd(agents, rounds, setup, now)
	if err != nil {
		return 0, 0, err
	}
	slices.Sort(ticks)
	return time.Duration(ticks[(len(ticks)-1)*99/100]), waited, nil
}

// crowd returns the nanoseconds of each tick. waited is the longest time since the last turn of an agent, after the
// last tick.
func (s *Scenario) crowd(agents, rounds int, setup func(w *World), now Clock) (ticks []float64, waited time.Duration, err error) {
	w, err := s.NewWorld(agents, luabind.Options{})
	if err != nil {
		return nil, 0, err
	}
	defer w.Close()
	w.Tick(Frame)
	setup(w)
	tick := now.timed(func() { w.Tick(Frame) })
	for i := range rounds + 60 { // in the first second each agent has a turn
		if took := tick(); i >= 60 {
			ticks = append(ticks, took)
		}
	}
	for _, class := range w.DecisionAges() {
		waited = max(waited, class.Max)
	}
	return ticks, waited, nil
}

// Snapshots measures taking a snapshot of the scenario and restoring it in place, in nanoseconds for all agents.
// bytes is the size of the snapshot.
func (s *Scenario) Snapshots(agents, rounds int, now Clock) (p Pair, bytes int, err error) {
	w, err := s.NewWorld(agents, luabind.Options{})
	if err != nil {
		return Pair{}, 0, err
	}
	defer w.Close()
	for range 100 {
		w.Tick(Frame)
	}
	var data []byte
	take := now.timed(func() {
		if data, err = w.Snapshot(); err != nil {
			data = nil
		}
	})
	restore := now.timed(func() { err = errors.Join(err, w.Restore(data, w.names)) })
	var t turns
	for range rounds {
		took := take() // always before the restore
		t.round(func() float64 { return took }, restore)
		w.Tick(Frame)
	}
	return t.pair(), len(data), err
}

// Loading measures the loading of a thousand scripts, and their compilation and execution in gopher-lua's VM, in
// nanoseconds for all scripts. Each round uses other scripts, since games share compiled scripts.
func Loading(rounds int, now Clock) (Pair, error) {
	const scripts = 1000
	var t turns
	var failed error
	for round := range rounds + 1 { // the first round only warms up
		files := fstest.MapFS{}
		for i := range scripts {
			files[fmt.Sprintf("b%d.lua", i)] = file(fmt.Sprintf(loaded, i, round))
		}
		t.round(now.timed(func() {
			r := luabind.NewRuntime(luabind.Options{})
			failed = errors.Join(failed, assets.NewManager(assets.Options{FS: files, Runtime: r}).Load().Problems.Err())
		}), now.timed(func() {
			state := lua.NewState()
			defer state.Close()
			for _, f := range files {
				failed = errors.Join(failed, state.DoString(string(f.Data)))
				state.Pop(1)
			}
		}))
	}
	return t.after(1).pair(), failed
}

// loaded is a format for the scripts of Loading.
const loaded = `return {
  params = { speed = %d },
  precondition = function(agent) return agent.hp > %d end,
  behavior = function(agent, params) agent.x = agent.x + params.speed end,
}
`
