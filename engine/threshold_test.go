package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestThreshold compares threshold with the result of sorting.
func TestThreshold(t *testing.T) {
	const seed = 17
	d := rand.New(rand.NewPCG(seed, 0))
	for range 20_000 {
		l := &turnLimit{due: make([]int32, 1+d.IntN(40))}
		for range l.due {
			u := float64(d.IntN(1 + d.IntN(20)))
			if d.IntN(10) == 0 {
				u = math.Inf(1)
			}
			l.urgency = append(l.urgency, u)
		}
		n := 1 + d.IntN(len(l.due)+2)
		least, ties := l.threshold(n)
		if n >= len(l.due) {
			if ties != len(l.due) || least != 0 {
				t.Fatalf("seed %d: %d of %d: %v, %d", seed, n, len(l.due), least, ties)
			}
			continue
		}
		sorted := slices.Sorted(slices.Values(l.urgency))
		slices.Reverse(sorted)
		greater := 0
		for _, u := range sorted[:n] {
			if u > sorted[n-1] {
				greater++
			}
		}
		if least != sorted[n-1] || ties != n-greater {
			t.Fatalf("seed %d: %d of %v: %v, %d", seed, n, l.urgency, least, ties)
		}
	}
}
