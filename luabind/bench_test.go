package luabind_test

import (
	"testing"
	"time"

	"github.com/bough-dev/bough/luabind/guard"
)

// BenchmarkGuard prints engine, floor and their ratio from one run.
func BenchmarkGuard(b *testing.B) {
	for _, budget := range []bool{true, false} {
		name := map[bool]string{true: "budget", false: "nobudget"}[budget]
		b.Run(name, func(b *testing.B) {
			r, err := guard.Measure(budget, max(1, b.N/guard.Ticks), guard.Ticks, time.Now)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(r.Engine, "engine-ns/agent")
			b.ReportMetric(r.Floor, "floor-ns/agent")
			b.ReportMetric(r.Ratio, "ratio")
			b.Log(r)
		})
	}
}
