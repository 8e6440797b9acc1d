// Package prometheus serves the figures of a game to Prometheus, in its text format, without a client library.
package prometheus

import (
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/bough-dev/bough/engine/metrics"
)

// Exporter is an http.Handler that serves the figures of the last Update. The zero value has no figures.
type Exporter struct {
	mu   sync.Mutex
	text []byte // text of the last Update
}

// New returns an Exporter without figures.
func New() *Exporter { return &Exporter{} }

// Update replaces the figures with those that measure writes. measure is usually Game.Measure; Update must then be
// called between ticks, on the goroutine that ticks.
func (e *Exporter) Update(measure func(metrics.Sink)) {
	var p page
	measure(&p)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.text = p.text
}

// ServeHTTP implements http.Handler. It may be called on any goroutine, at any time.
func (e *Exporter) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	e.mu.Lock()
	text := e.text
	e.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(text) // an error means that the client is gone
}

// page is a metrics.Sink that writes the text format.
type page struct {
	text []byte
	last string // name of the last figure
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

// helpText and labelText escape only the characters that the text format requires to be escaped. strconv.Quote
// would write \x01, which Prometheus cannot read.
var (
	helpText  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelText = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// begin writes the help of a figure, unless the last figure has the same name with other labels.
func (p *page) begin(name, help, kind string) {
	if p.last == name {
		return
	}
	p.last = name
	p.text = append(p.text, "# HELP "+name+" "+helpText.Replace(help)+"\n# TYPE "+name+" "+kind+"\n"...)
}

// line writes a value with its labels.
func (p *page) line(name string, value float64, labels ...string) {
	p.text = append(p.text, name...)
	for i := 0; i+1 < len(labels); i += 2 {
		sign := byte(',')
		if i == 0 {
			sign = '{'
		}
		p.text = append(p.text, sign)
		p.text = append(p.text, labels[i]+`="`+labelText.Replace(labels[i+1])+`"`...)
	}
	if len(labels) > 1 {
		p.text = append(p.text, '}')
	}
	p.text = append(p.text, " "+format(value)+"\n"...)
}

// format returns a number in the text format.
func format(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
