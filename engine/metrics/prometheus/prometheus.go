// Package prometheus serves the figures of a game to Prometheus, in its text format. It needs no library.
package prometheus

import (
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/bough-dev/bough/engine/metrics"
)

// Exporter is a metrics.Sink, and the http.Handler that serves what it has received. The zero value is empty.
type Exporter struct {
	mu   sync.Mutex
	text []byte // of the last Update
}

// New returns an Exporter without figures.
func New() *Exporter { return &Exporter{} }

// Update replaces the figures by those that measure writes, such as Game.Measure. It is called on the goroutine that ticks.
func (e *Exporter) Update(measure func(metrics.Sink)) {
	var p page
	measure(&p)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.text = p.text
}

// ServeHTTP implements http.Handler. It may be called on any goroutine.
func (e *Exporter) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	e.mu.Lock()
	text := e.text
	e.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(text) // the client is gone otherwise
}

// page is a metrics.Sink that writes the text format.
type page struct {
	text []byte
	last string // name of the last figure, which has its help
}

// Counter implements metrics.Sink.
func (p *page) Counter(name, help string, value float64, labels ...string) {
	p.begin(name, help, "counter")
	p.line(name, value, labels...)
}

// Gauge implements metrics.Sink.
func (p *page) Gauge(name, help string, value float64, labels ...string) {
	p.begin(name, help, "gauge")
	p.line(name, value, labels...)
}

// Histogram implements metrics.Sink.
func (p *page) Histogram(name, help string, h *metrics.Histogram, labels ...string) {
	p.begin(name, help, "histogram")
	n := uint64(0)
	for i, c := range h.Counts {
		n += c
		bound := "+Inf"
		if i < len(h.Bounds) {
			bound = format(h.Bounds[i])
		}
		p.line(name+"_bucket", float64(n), append(labels[:len(labels):len(labels)], "le", bound)...)
	}
	p.line(name+"_sum", h.Sum, labels...)
	p.line(name+"_count", float64(n), labels...)
}

// begin writes the help of a figure, once for all its labels, which must follow each other.
func (p *page) begin(name, help, kind string) {
	if p.last == name {
		return
	}
	p.last = name
	help = strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(help)
	p.text = append(p.text, "# HELP "+name+" "+help+"\n# TYPE "+name+" "+kind+"\n"...)
}

func (p *page) line(name string, value float64, labels ...string) {
	p.text = append(p.text, name...)
	for i := 0; i+1 < len(labels); i += 2 {
		sign := byte(',')
		if i == 0 {
			sign = '{'
		}
		p.text = append(p.text, sign)
		p.text = append(p.text, labels[i]+"="+strconv.Quote(labels[i+1])...)
	}
	if len(labels) > 1 {
		p.text = append(p.text, '}')
	}
	p.text = append(p.text, " "+format(value)+"\n"...)
}

func format(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
