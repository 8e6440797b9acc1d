package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHistoryRemembersAllTicks checks that the last ticks are all remembered, whatever the runs of
// equal sets, and that a history with few sets needs little memory.
func TestHistoryRemembersAllTicks(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		size, width := 1+r.IntN(80), 1+r.IntN(3)
		h := newHistory(size, width)
		var all [][]uint64 // by tick
		newest, lasted := make(bitset, width), int32(0)
		long := 1 + r.IntN(100)
		for range 50 + r.IntN(200) {
			set := make(bitset, width)
			for i := range set {
				set[i] = 1 << r.IntN(3)
			}
			if lasted > 0 {
				h.archive(newest, lasted)
			}
			newest, lasted = set, int32(1+r.IntN(long))
			for range lasted {
				all = append(all, slices.Clone(set))
			}
			for k := 1; k <= min(size, len(all)); k++ {
				nodes := []int32{int32(r.IntN(3)), int32((width-1)*64 + r.IntN(3))}
				ran := slices.ContainsFunc(all[len(all)-k:], func(set []uint64) bool { return bitset(set).hasAny(nodes) })
				if got := h.hasWithin(nodes, int32(k), lasted, newest); got != ran {
					t.Fatalf("seed %d: one of %v in the last %d of %d ticks: %t, want %t", seed, nodes, k, size, got, ran)
				}
				if got := h.ago(k, lasted, newest); !slices.Equal(got, all[len(all)-k]) {
					t.Fatalf("seed %d: %d of %d ticks ago: %v, want %v", seed, k, size, got, all[len(all)-k])
				}
			}
		}
	}
	h := newHistory(DefaultHistory, 1)
	for range 1000 {
		h.archive(bitset{1}, DefaultHistory/2)
	}
	if len(h.counts) > 4 {
		t.Errorf("room for %d sets", len(h.counts))
	}
}
