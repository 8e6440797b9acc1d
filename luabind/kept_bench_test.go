package luabind_test

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
)

// BenchmarkKept times the count of what an agent keeps, for each entry, of lists, of names
// and of small tables. It is what an agent near its bound costs between two ticks.
func BenchmarkKept(b *testing.B) {
	for _, k := range []struct{ name, value string }{{"list", "list[i] = i"}, {"names", "list['k' .. i] = true"}, {"tables", "list[i] = { i }"}} {
		b.Run(k.name, func(b *testing.B) {
			game, err := bough.OpenFS(fstest.MapFS{
				"act.lua": {Data: []byte("return { behavior = function(agent) local list = {} agent.list = list for i = 1, 5000 do " + k.value + " end end }")},
				"main.bt": {Data: []byte("tree main\n  act\n")},
			}, bough.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer game.Close()
			a, err := game.Spawn("main", nil)
			if err != nil {
				b.Fatal(err)
			}
			game.Tick(time.Second)
			for b.Loop() {
				if bytes, _ := game.Kept(a); bytes < 100_000 {
					b.Fatalf("%d bytes", bytes)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/5000, "ns/entry")
		})
	}
}
