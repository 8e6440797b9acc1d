package compare

import (
	"errors"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
	"github.com/yuin/gopher-lua"
)

// TestEngineAndBaselineDoTheSame checks that the engine and the baseline make the same number of hook calls, and
// that the fields are the same at the end.
func TestEngineAndBaselineDoTheSame(t *testing.T) {
	const agents, ticks = 50, 30
	for _, s := range append([]*Scenario{Guard}, Scripts...) {
		t.Run(s.Name, func(t *testing.T) {
			w, f, err := s.both(agents, luabind.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			for range ticks {
				w.Tick(Frame)
				f.tick()
			}
			if f.err != nil {
				t.Fatal(f.err)
			}
			for _, fault := range w.Faults() {
				t.Fatal(fault)
			}
			i, changed := 0, false
			for a := range w.World.Agents() {
				before := map[string]float64{}
				for name, n := range s.start(i) {
					before[name] = n
				}
				for _, name := range s.fieldNames() {
					got, want := a.Get(engine.KeyOf(name)).Float(), float64(lua.LVAsNumber(f.agents[i].RawGetString(name)))
					if got != want {
						t.Fatalf("agent %d: %s = %v by the engine, %v by the baseline", i, name, got, want)
					}
					changed = changed || got != before[name]
				}
				i++
			}
			if !changed {
				t.Error("no field has changed")
			}
			if calls, _, err := s.work(agents, ticks); err != nil || calls != uint64(f.calls) {
				t.Errorf("%d hook calls by the engine, %d by the baseline (%v)", calls, f.calls, err)
			}
		})
	}
}

// TestTickAllocatesNothing checks that a tick allocates nothing, neither in the engine nor in hooks in Lua and in Go.
func TestTickAllocatesNothing(t *testing.T) {
	for _, s := range []*Scenario{Guard, GuardInGo} {
		w, err := s.NewWorld(200, luabind.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		for range 50 {
			w.Tick(Frame)
		}
		if n := testing.AllocsPerRun(50, func() { w.Tick(Frame) }); n != 0 {
			t.Errorf("%v allocations per tick, want none", n)
		}
	}
}

var everyLua = flag.Bool("cpp.all", false, "build the C++ program with each Lua, and run it with each protection and each scenario")

// TestCpp checks that the C++ program does the same work with each Lua implementation, each protection and each scenario
// without run. Since a compiler takes seconds, only -cpp.all checks more than the first of these.
func TestCpp(t *testing.T) {
	if testing.Short() {
		t.Skip("a compiler takes seconds")
	}
	luas, protections, scripts := Luas, Protections, ScriptsOfC()
	if !*everyLua {
		luas, protections, scripts = luas[:1], protections[:1], nil
	}
	for _, l := range luas {
		t.Run(l.Name, func(t *testing.T) {
			p, err := l.Build(t.TempDir())
			if errors.Is(err, ErrNoLua) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			check := func(s *Scenario, protection string) {
				t.Run(s.Name+"/"+protection, func(t *testing.T) {
					c, err := p.Start(s, protection)
					if err != nil {
						t.Fatal(err)
					}
					defer c.Close()
					if _, err := c.Compare(3, time.Now); err != nil {
						t.Fatal(err)
					}
				})
			}
			for _, protection := range protections {
				check(Guard, protection)
			}
			for _, s := range scripts {
				check(s, "tick")
			}
		})
	}
}

// TestLibrary checks that the program with BehaviorTree.CPP does the same work.
func TestLibrary(t *testing.T) {
	if !*everyLua {
		t.Skip("a compiler takes seconds; -cpp.all builds the program")
	}
	c, err := StartLibrary(os.Getenv("BOUGH_BTCPP"), t.TempDir())
	if errors.Is(err, ErrNoLibrary) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Compare(3, time.Now); err != nil {
		t.Fatal(err)
	}
}

// TestTurns checks that the two sides alternate, and that the ratios are those of the fastest turns and of the
// median round.
func TestTurns(t *testing.T) {
	var order string
	var now turns
	ours, theirs := []float64{2, 9, 4}, []float64{1, 3, 1}
	for i := range ours {
		now.round(func() float64 { order += "a"; return ours[i] }, func() float64 { order += "b"; return theirs[i] })
	}
	if order != "abbaab" {
		t.Errorf("turns were taken in the order %s", order)
	}
	if got, want := now.pair().per(2), (Pair{Times{1, 2}, Times{0.5, 0.5}, Times{2, 3}}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestShapes checks that all nodes of Deep run in a tick, and that Wide asks all of its nodes and runs the last
// one.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		s           *Scenario
		nodes, runs int
		acts        float64 // number of acts of an agent in a tick
	}{{Deep(1000), 1000, 1000, 6}, {Deep(10), 10, 10, 1}, {Wide(1000), 1000, 2, 1}, {Idle, 1, 1, 0}} {
		w, err := c.s.NewWorld(1, luabind.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		w.Tick(Frame)
		a := w.World.Agent(1)
		if a.Program().Len() != c.nodes || len(a.RanNodes(1)) != c.runs || w.sums([]string{"ticks"})["ticks"] != c.acts {
			t.Errorf("%s: %d nodes, %d run, %v", c.s.Name, a.Program().Len(), len(a.RanNodes(1)), w.sums([]string{"ticks"}))
		}
	}
}

// TestGuards checks that GuardConditions and GuardInGo do the same as Guard.
func TestGuards(t *testing.T) {
	var sums [3]map[string]float64
	for i, s := range []*Scenario{Guard, GuardConditions, GuardInGo} {
		w, err := s.NewWorld(s.Agents, luabind.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		for range 100 {
			w.Tick(Frame)
		}
		sums[i] = w.sums(s.fieldNames())
	}
	for _, other := range sums[1:] {
		if err := same(sums[0], other); err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkTick measures a tick of each scenario by itself. docs/performance.md uses its CPU profile.
func BenchmarkTick(b *testing.B) {
	for _, s := range append([]*Scenario{Guard, GuardConditions, GuardInGo}, Scripts...) {
		b.Run(s.Name, func(b *testing.B) { // the others named guard become guard#01 and guard#02
			w, err := s.NewWorld(s.Agents, luabind.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			for b.Loop() {
				w.Tick(Frame)
			}
		})
	}
}
