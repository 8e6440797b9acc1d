package luabind_test

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
)

// BenchmarkDevelopment prints what watching for writes costs: the time of a tick of 100
// agents, each of which asks a precondition that reads fields, a list, a table of its
// file and one of a module, in development and in production, and the ratio.
func BenchmarkDevelopment(b *testing.B) {
	files := fstest.MapFS{
		"main.bt":   {Data: []byte("tree main\n  b\n")},
		"lib/m.lua": {Data: []byte("return { near = function(x) return x < 5 end }\n")},
		"b.lua": {Data: []byte("local m = require('lib.m')\nlocal limit = { low = 3, high = 9 }\n" +
			"return { precondition = function(agent) return agent.hp > limit.low and agent.hp < limit.high and m.near(agent.list[1]) end }\n")},
		"fill.bt":  {Data: []byte("tree fill\n  fill\n")},
		"fill.lua": {Data: []byte("return { behavior = function(agent) agent.hp, agent.list = 5, { 1, 2 } end }\n")},
	}
	ticks := func(development bool) time.Duration {
		game, err := bough.OpenFS(files, bough.Options{Development: development})
		if err != nil {
			b.Fatal(err)
		}
		defer game.Close()
		for range 100 {
			a, err := game.Spawn("fill", nil)
			if err != nil {
				b.Fatal(err)
			}
			game.Tick(time.Millisecond)
			if err := game.SetTree(a, "main"); err != nil {
				b.Fatal(err)
			}
		}
		start := time.Now()
		for range b.N {
			game.Tick(time.Millisecond)
		}
		return time.Since(start) / time.Duration(b.N)
	}
	production, development := ticks(false), ticks(true)
	b.ReportMetric(float64(production.Nanoseconds())/100, "production-ns/agent")
	b.ReportMetric(float64(development.Nanoseconds())/100, "development-ns/agent")
	b.ReportMetric(float64(development)/float64(production), "ratio")
}
