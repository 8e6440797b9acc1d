package prometheus_test

import (
	"net/http/httptest"
	"testing"

	"github.com/bough-dev/bough/engine/metrics"
	"github.com/bough-dev/bough/engine/metrics/prometheus"
)

// TestExporter checks the text of a page. Buckets must be cumulative, and figures of one name must have
// only one help text.
func TestExporter(t *testing.T) {
	e := prometheus.New()
	for range 2 { // the second Update replaces the first
		e.Update(func(s metrics.Sink) {
			h := metrics.NewHistogram(0.1, 1)
			h.Observe(0.05)
			h.Observe(0.5)
			h.Observe(7)
			s.Counter("ticks_total", "Ticks.", 12345678)
			s.Gauge("agents", "Back\\slash\nand line.", 0.5, "kind", "a \"tröll\x01\\\"\n", "team", "red")
			s.Gauge("agents", "", 2, "kind", "wolf", "team", "blue")
			s.Histogram("age", "Age.", h, "class", "1")
		})
	}
	r := httptest.NewRecorder()
	e.ServeHTTP(r, nil)
	const want = `# HELP ticks_total Ticks.
# TYPE ticks_total counter
ticks_total 1.2345678e+07
# HELP agents Back\\slash\nand line.
# TYPE agents gauge
agents{kind="a \"tröll` + "\x01" + `\\\"\n",team="red"} 0.5
agents{kind="wolf",team="blue"} 2
# HELP age Age.
# TYPE age histogram
age_bucket{class="1",le="0.1"} 1
age_bucket{class="1",le="1"} 2
age_bucket{class="1",le="+Inf"} 3
age_sum{class="1"} 7.55
age_count{class="1"} 3
`
	if got := r.Body.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := r.Header().Get("Content-Type"); got != "text/plain; version=0.0.4; charset=utf-8" {
		t.Error(got)
	}
}
