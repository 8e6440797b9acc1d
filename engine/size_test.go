package engine

import (
	"testing"
	"unsafe"

	"github.com/bough-dev/bough/engine/kind"
)

// TestAgentIsSmall checks the size of the part of an agent that a tick touches. This size limits
// the speed of a world with many agents.
func TestAgentIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Agent{}); size > 72 {
		t.Errorf("an agent has %d bytes, want at most 72; what a usual tick does not touch belongs to coldState", size)
	}
}

// TestDespawnTakesNoLongerAmongMany checks that removing n agents one by one moves at most 3n
// elements of the list of agents, instead of n elements for each agent.
func TestDespawnTakesNoLongerAmongMany(t *testing.T) {
	p, err := Compile(Definition{Name: "a", Root: &Node{Kind: kind.Idle}})
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
			before := len(w.agents.list)
			w.Despawn(id + 1)
			if len(w.agents.list) != before {
				moved += before
			}
		}
		if moved > 3*n || w.Len() != 0 {
			t.Errorf("%d agents: %d places are moved, %d agents are left", n, moved, w.Len())
		}
		w.Close()
	}
}

// TestWorkersShareNoCacheLine checks that memory that different workers write in each tick is at
// least 128 bytes apart. Otherwise the workers would invalidate each other's cache lines.
func TestWorkersShareNoCacheLine(t *testing.T) {
	const line = 128
	for _, nodes := range []int{1, 6, 64, 65, 1000} {
		root := &Node{Kind: kind.Sequence}
		for i := range nodes - 1 {
			root.Children = append(root.Children, &Node{Behavior: &Behavior{ID: BehaviorID(i + 1), Name: "a"}})
		}
		if nodes == 1 {
			root.Kind = kind.Idle
		}
		p, err := Compile(Definition{Name: "a", Root: root})
		if err != nil {
			t.Fatal(err)
		}
		w := NewWorld(Options{Workers: 4})
		w.Spawn(p, "a")
		owner := map[uintptr]int{} // worker by cache line
		claim := func(what string, worker int, at, size uintptr) {
			for l := at / line; l <= (at+size-1)/line; l++ {
				if other, taken := owner[l]; taken && other != worker {
					t.Errorf("%d nodes: %s of worker %d is on a line of worker %d", nodes, what, worker, other)
				}
				owner[l] = worker
			}
		}
		for _, k := range w.workers {
			if len(k.decision.offers) < nodes || cap(k.ran) < p.words || len(k.lastFaultless) < (nodes-1)*NumHooks {
				t.Fatalf("%d nodes: worker %d has no room for them", nodes, k.id)
			}
			claim("the worker", k.id, uintptr(unsafe.Pointer(k)), unsafe.Sizeof(*k))
			claim("offers", k.id, uintptr(unsafe.Pointer(&k.decision.offers[0])), uintptr(len(k.decision.offers))*4)
			if len(k.lastFaultless) > 0 {
				claim("lastFaultless", k.id, uintptr(unsafe.Pointer(&k.lastFaultless[0])), uintptr(len(k.lastFaultless))*8)
			}
			for _, set := range []bitset{k.decision.planned, k.decision.kept, k.decision.unasked, k.decision.achieved, k.ran} {
				claim("a set", k.id, uintptr(unsafe.Pointer(&set[0])), uintptr(cap(set))*8)
			}
		}
		w.Close()
	}
}
