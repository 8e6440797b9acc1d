package arena

import (
	"fmt"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/scripts"
)

// BenchmarkTick shows that an agent costs the same however many there are.
func BenchmarkTick(b *testing.B) {
	for _, n := range []int{40, 400, 4000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			game, err := bough.OpenFS(scripts.FS, bough.Options{Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			defer game.Close()
			a, err := New(game, Options{Seed: 1, Agents: n})
			if err != nil {
				b.Fatal(err)
			}
			for range 100 {
				a.Tick()
			}
			for b.Loop() {
				a.Tick()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/agent")
		})
	}
}
