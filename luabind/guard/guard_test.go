package guard_test

import (
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/guard"
)

// TestEngineAndFloorDoTheSame holds the two sides of the comparison together:
// equal fields after many ticks.
func TestEngineAndFloorDoTheSame(t *testing.T) {
	s, err := guard.New(100, luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 300 {
		s.World.Tick(guard.Frame)
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

// TestLuaTickAllocatesLikeFloor: the engine adds no allocation to those of Lua.
func TestLuaTickAllocatesLikeFloor(t *testing.T) {
	s, err := guard.New(200, luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 50 {
		s.World.Tick(guard.Frame)
		s.TickFloor()
	}
	tick := testing.AllocsPerRun(50, func() { s.World.Tick(guard.Frame) })
	floor := testing.AllocsPerRun(50, func() { s.TickFloor() })
	if tick > floor {
		t.Errorf("%v allocations per world tick, the floor makes %v", tick, floor)
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
	got, err := guard.MeasureWorkers(10, 2, 5, clock)
	if err != nil {
		t.Fatal(err)
	}
	if want := (guard.Gain{Agents: 10, Workers: 2, One: 3, Many: 2, Ratio: 1.5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if calls != 6*4 {
		t.Errorf("%d readings of the clock; want 4 in each of 6 rounds", calls)
	}
}
