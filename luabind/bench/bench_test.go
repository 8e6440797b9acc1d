package bench_test

import (
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/bench"
)

// TestEngineAndFloorDoTheSame holds the two sides of the comparison together:
// equal fields after many ticks.
func TestEngineAndFloorDoTheSame(t *testing.T) {
	s, err := bench.New(100, luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 300 {
		s.World.Tick(bench.Frame)
		if err := s.TickFloor(); err != nil {
			t.Fatal(err)
		}
	}
	swings := 0.0
	i := 0
	for a := range s.World.Agents() {
		for _, name := range []string{"x", "vx", "swings", "ticks"} {
			k := engine.KeyOf(name)
			if got, want := a.Get(k), s.Floor.Field(i, name); got.Float() != want {
				t.Fatalf("agent %d: %s = %v by the engine, %v by the floor", i, name, got, want)
			}
		}
		swings += a.Get(engine.KeyOf("swings")).Float()
		i++
	}
	if swings == 0 {
		t.Error("nobody swings: the scenario does nothing")
	}
	if f := s.World.Faults(); len(f) > 0 {
		t.Error(f[0])
	}
}

// TestLuaTickAllocatesNothing: neither the engine nor a hook call allocates.
func TestLuaTickAllocatesNothing(t *testing.T) {
	s, err := bench.NewWorld(200, luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 50 {
		s.World.Tick(bench.Frame)
	}
	if n := testing.AllocsPerRun(50, func() { s.World.Tick(bench.Frame) }); n != 0 {
		t.Errorf("%v allocations per tick, want none", n)
	}
}

// TestMeasureWorkers: by this clock a tick with one worker takes 3 ms, and with two 2.
func TestMeasureWorkers(t *testing.T) {
	steps := []time.Duration{0, 3, 0, 2}
	now, calls := time.Unix(0, 0), 0
	clock := func() time.Time {
		now = now.Add(steps[calls%4] * time.Millisecond)
		calls++
		return now
	}
	got, err := bench.MeasureWorkers(10, 2, 5, clock)
	if err != nil {
		t.Fatal(err)
	}
	if want := (bench.Gain{Agents: 10, Workers: 2, One: 3, Many: 2, Ratio: 1.5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if calls != 6*4 {
		t.Errorf("%d readings of the clock; want 4 in each of 6 rounds", calls)
	}
}
