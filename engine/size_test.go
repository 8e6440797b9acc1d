package engine

import (
	"testing"
	"unsafe"
)

// TestAgentIsSmall: what a tick touches of agents lies in a row, and limits a world of many
// of them.
func TestAgentIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Agent{}); size > 72 {
		t.Errorf("an agent has %d bytes, want at most 72; what a usual tick does not touch belongs to rest", size)
	}
}

// TestDespawnTakesNoLongerAmongMany: to remove n agents one by one moves at most 3n places of
// the list of agents, not n for each.
func TestDespawnTakesNoLongerAmongMany(t *testing.T) {
	p, err := Compile(Definition{Name: "a", Root: &Node{Kind: KindIdle}})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{100, 2000, 20_000} {
		w := NewWorld(Options{})
		for range n {
			w.Spawn(p, "a")
		}
		moved := 0
		for id := range AgentID(n) {
			before := len(w.agents)
			w.Despawn(id + 1)
			if len(w.agents) != before {
				moved += before
			}
		}
		if moved > 3*n || w.Len() != 0 {
			t.Errorf("%d agents: %d places are moved, %d agents are left", n, moved, w.Len())
		}
		w.Close()
	}
}
