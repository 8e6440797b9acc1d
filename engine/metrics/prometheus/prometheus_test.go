package prometheus_test

import (
	"fmt"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
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

func served(e *prometheus.Exporter) string {
	r := httptest.NewRecorder()
	e.ServeHTTP(r, nil)
	return r.Body.String()
}

// room returns the figures of a game with some agents.
func room(agents float64) func(metrics.Sink) {
	return func(s metrics.Sink) {
		s.Gauge("agents", "Agents.", agents)
		h := metrics.NewHistogram(1)
		h.Observe(agents)
		s.Histogram("age", "Age.", h, "class", "1")
	}
}

// TestManyGames checks the text for several games: it has the help of a name once, and the figures of a name together.
// Figures that only some games have come last.
func TestManyGames(t *testing.T) {
	e := prometheus.New()
	first := e.With("room", "12", "map", "a \"castle\"\n\xff")
	second := e.With("room", "7")
	e.Update(func(s metrics.Sink) { s.Counter("own", "Own.", 3) })
	e.With("room", "8") // has no figures yet
	first.Update(room(2))
	second.Update(room(9))
	second.Update(room(1))
	const own = "# HELP own Own.\n# TYPE own counter\nown 3\n"
	const want = own + `# HELP agents Agents.
# TYPE agents gauge
agents{map="a \"castle\"\n�",room="12"} 2
agents{room="7"} 1
# HELP age Age.
# TYPE age histogram
age_bucket{map="a \"castle\"\n�",room="12",class="1",le="1"} 0
age_bucket{map="a \"castle\"\n�",room="12",class="1",le="+Inf"} 1
age_sum{map="a \"castle\"\n�",room="12",class="1"} 2
age_count{map="a \"castle\"\n�",room="12",class="1"} 1
age_bucket{room="7",class="1",le="1"} 1
age_bucket{room="7",class="1",le="+Inf"} 1
age_sum{room="7",class="1"} 1
age_count{room="7",class="1"} 1
`
	if got := served(e); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	first.Remove()
	second.Remove()
	second.Update(room(5)) // too late
	if got := served(e); got != own {
		t.Errorf("with all rooms removed\n%s", got)
	}
	again := e.With("room", "7")
	second.Remove() // has no effect on the other one with its labels
	again.Update(func(s metrics.Sink) { s.Counter("own", "Own.", 4) })
	if got := served(e); got != own+"own{room=\"7\"} 4\n" {
		t.Errorf("with a new room\n%s", got)
	}
}

// TestMisuse checks the labels that cannot be used.
func TestMisuse(t *testing.T) {
	e := prometheus.New()
	e.With("room", "12", "map", "keep")
	with := func(labels ...string) func() { return func() { e.With(labels...) } }
	for _, c := range []struct {
		call func()
		want string
	}{
		{with(), `prometheus: Exporter.With: the labels are []; give pairs of a name and a value`},
		{with("room"), `prometheus: Exporter.With: the labels are ["room"]; give pairs of a name and a value`},
		{with("room", "1", "room", "2"), `prometheus: Exporter.With: the label "room" is given twice; leave one out`},
		{with("room", ""), `prometheus: Exporter.With: the label "room" has no value, which is the same as no label; give one`},
		{with("", "1"), `prometheus: Exporter.With: "" is not the name of a label; use letters, digits and _, and not __ at the beginning`},
		{with("2nd", "1"), `prometheus: Exporter.With: "2nd" is not the name of a label; use letters, digits and _, and not __ at the beginning`},
		{with("__room", "1"), `prometheus: Exporter.With: "__room" is not the name of a label; use letters, digits and _, and not __ at the beginning`},
		{with("raum-nr", "1"), `prometheus: Exporter.With: "raum-nr" is not the name of a label; use letters, digits and _, and not __ at the beginning`},
		{with("le", "1"), `prometheus: Exporter.With: "le" is the label of the bounds of histograms; choose another name`},
		{with("map", "keep", "room", "12"), `prometheus: Exporter.With: there are figures with the labels map="keep",room="12" already; remove them before, or choose other labels`},
		{func() { e.With("class", "9").Update(room(1)) }, `prometheus: Figures.Update: the figure age has a label "class" of its own; give With another name`},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("got  %v\nwant %v", got, c.want)
				}
			}()
			c.call()
		}()
	}
}

// TestAnyGoroutine uses one exporter on many goroutines; the race detector looks on.
func TestAnyGoroutine(t *testing.T) {
	var e prometheus.Exporter
	var games sync.WaitGroup
	for n := range 8 {
		games.Go(func() {
			for range 50 {
				g := e.With("room", strconv.Itoa(n))
				g.Update(room(1))
				if got := served(&e); !strings.Contains(got, fmt.Sprintf("agents{room=\"%d\"} 1\n", n)) || strings.Count(got, "# HELP agents") != 1 {
					t.Errorf("room %d\n%s", n, got)
				}
				g.Remove()
			}
		})
	}
	games.Wait()
	if got := served(&e); got != "" {
		t.Error(got)
	}
}

// BenchmarkManyGames measures a page of 500 games with two names each: 0.7 ms.
func BenchmarkManyGames(b *testing.B) {
	e := prometheus.New()
	for n := range 500 {
		e.With("room", strconv.Itoa(n)).Update(room(1))
	}
	b.ReportAllocs()
	for b.Loop() {
		served(e)
	}
}
