package guard_test

import (
	"testing"

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
