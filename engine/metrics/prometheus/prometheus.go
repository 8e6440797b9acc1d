// Package prometheus serves the figures of one game or of many to Prometheus, in its text format, without a client
// library.
//
// The figures of one game need no labels:
//
//	exporter := prometheus.New()
//	http.Handle("/metrics", exporter)
//	exporter.Update(game.Measure)
//
// Of many games, each has labels of its own:
//
//	room := exporter.With("room", "12")
//	defer room.Remove()
//	room.Update(game.Measure)
package prometheus

import (
	"bufio"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bough-dev/bough/engine/metrics"
)

// Exporter is an http.Handler that serves the figures of the last Update of each game. The zero value has no figures.
// All methods may be called on any goroutine, at any time.
type Exporter struct {
	mu    sync.Mutex
	alone []figure   // of Exporter.Update
	games []*Figures // in the order of With
}

// New returns an Exporter without figures.
func New() *Exporter { return &Exporter{} }

// Update replaces the figures that have no labels of With by those that measure writes. measure is usually
// Game.Measure; Update must then be called between ticks, on the goroutine that ticks.
func (e *Exporter) Update(measure func(metrics.Sink)) {
	list := figuresOf("", nil, measure)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.alone = list
}

// Figures are those of one game among several.
type Figures struct {
	e      *Exporter
	names  []string // of the labels
	labels string   // as the text format has them, sorted by name
	list   []figure // guarded by e.mu
}

// With returns new Figures with labels, which are pairs of a name and a value, such as "room", "12". There are none
// before the first Update. Bytes of a value that are not UTF-8 are replaced by "\uFFFD".
//
// With panics if a name is not one that Prometheus permits, if it is given twice, if it is "le", which histograms use,
// or if a value is empty, since that is the same as no label. It also panics if the labels are those of other Figures
// that were not removed, since Prometheus would refuse the figures of all games.
func (e *Exporter) With(labels ...string) *Figures {
	g := &Figures{e: e}
	g.names, g.labels = labelsOf(labels)
	e.mu.Lock()
	defer e.mu.Unlock()
	if slices.ContainsFunc(e.games, func(o *Figures) bool { return o.labels == g.labels }) {
		panic(fmt.Sprintf("prometheus: Exporter.With: there are figures with the labels %s already; remove them before, or choose other labels", g.labels))
	}
	e.games = append(e.games, g)
	return g
}

// Update replaces the figures by those that measure writes. measure is usually Game.Measure or Loop.Measure of
// package bough; Update must then be called between ticks, on the goroutine that ticks. After Remove it does nothing. It
// panics if a figure has a label with the name of one that was given to With.
func (g *Figures) Update(measure func(metrics.Sink)) {
	list := figuresOf(g.labels, g.names, measure)
	g.e.mu.Lock()
	defer g.e.mu.Unlock()
	g.list = list
}

// Remove removes the figures when the game has ended. Their labels may be given to With again. A second Remove does nothing.
func (g *Figures) Remove() {
	g.e.mu.Lock()
	defer g.e.mu.Unlock()
	g.e.games = slices.DeleteFunc(g.e.games, func(o *Figures) bool { return o == g })
}

// ServeHTTP implements http.Handler.
func (e *Exporter) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	out := bufio.NewWriterSize(w, 64<<10) // errors mean that the client is gone
	for _, group := range e.groups() {
		f := group[0]
		out.WriteString("# HELP " + f.name + " " + helpText.Replace(f.help) + "\n# TYPE " + f.name + " " + f.kind + "\n")
		for _, f := range group {
			out.Write(f.lines)
		}
	}
	out.Flush()
}

// groups returns the figures of all games, those with the same name together, as the text format demands.
func (e *Exporter) groups() (groups [][]figure) {
	e.mu.Lock()
	defer e.mu.Unlock()
	place := map[string]int{}
	add := func(list []figure) {
		for _, f := range list {
			i, known := place[f.name]
			if !known {
				i = len(groups)
				place[f.name], groups = i, append(groups, nil)
			}
			groups[i] = append(groups[i], f)
		}
	}
	add(e.alone)
	for _, g := range e.games {
		add(g.list)
	}
	return groups
}

// helpText and labelText escape only the characters that the text format requires to be escaped. strconv.Quote
// would write \x01, which Prometheus cannot read.
var (
	helpText  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelText = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// labelsOf returns the names and the text of the labels given to With.
func labelsOf(labels []string) (names []string, text string) {
	if len(labels) == 0 || len(labels)%2 != 0 {
		panic(fmt.Sprintf("prometheus: Exporter.With: the labels are %q; give pairs of a name and a value", labels))
	}
	pairs := slices.Collect(slices.Chunk(labels, 2))
	slices.SortStableFunc(pairs, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	var line []byte
	for i, p := range pairs {
		switch name, value := p[0], p[1]; {
		case !isLabel(name):
			panic(fmt.Sprintf("prometheus: Exporter.With: %q is not the name of a label; use letters, digits and _, and not __ at the beginning", name))
		case name == "le":
			panic(`prometheus: Exporter.With: "le" is the label of the bounds of histograms; choose another name`)
		case i > 0 && name == pairs[i-1][0]:
			panic(fmt.Sprintf("prometheus: Exporter.With: the label %q is given twice; leave one out", name))
		case value == "":
			panic(fmt.Sprintf("prometheus: Exporter.With: the label %q has no value, which is the same as no label; give one", name))
		}
		names = append(names, p[0])
		line = appendLabel(append(line, ','), p[0], p[1])
	}
	return names, string(line[1:])
}

// isLabel reports whether Prometheus permits a name for a label. Names that begin with two underscores are its own.
func isLabel(name string) bool {
	for i, c := range name {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != "" && !strings.HasPrefix(name, "__")
}

// appendLabel appends a label in the text format.
func appendLabel(text []byte, name, value string) []byte {
	text = append(append(text, name...), `="`...)
	text = append(text, labelText.Replace(strings.ToValidUTF8(value, "\uFFFD"))...)
	return append(text, '"')
}

// figure has the values of one game under one name. It never changes after Update.
type figure struct {
	name, help, kind string
	lines            []byte
}

// page is a metrics.Sink that writes the text format.
type page struct {
	labels string // of the game
	names  []string
	list   []figure
}

// figuresOf returns what measure writes.
func figuresOf(labels string, names []string, measure func(metrics.Sink)) []figure {
	p := page{labels: labels, names: names}
	measure(&p)
	return p.list
}

// Counter implements metrics.Sink.
func (p *page) Counter(name, help string, value float64, labels ...string) {
	p.begin(name, help, "counter", labels)
	p.line(name, value, labels)
}

// Gauge implements metrics.Sink.
func (p *page) Gauge(name, help string, value float64, labels ...string) {
	p.begin(name, help, "gauge", labels)
	p.line(name, value, labels)
}

// Histogram implements metrics.Sink.
func (p *page) Histogram(name, help string, h *metrics.Histogram, labels ...string) {
	p.begin(name, help, "histogram", labels)
	n, bucket, bounded := uint64(0), name+"_bucket", append(slices.Clone(labels), "le", "+Inf")
	for i, c := range h.Counts {
		n += c
		if bounded[len(labels)+1] = "+Inf"; i < len(h.Bounds) {
			bounded[len(labels)+1] = strconv.FormatFloat(h.Bounds[i], 'g', -1, 64)
		}
		p.line(bucket, float64(n), bounded)
	}
	p.line(name+"_sum", h.Sum, labels)
	p.line(name+"_count", float64(n), labels)
}

// begin begins a figure, unless the last one has the same name with other labels.
func (p *page) begin(name, help, kind string, labels []string) {
	for i := 0; i+1 < len(labels); i += 2 {
		if slices.Contains(p.names, labels[i]) {
			panic(fmt.Sprintf("prometheus: Figures.Update: the figure %s has a label %q of its own; give With another name", name, labels[i]))
		}
	}
	if n := len(p.list); n == 0 || p.list[n-1].name != name {
		p.list = append(p.list, figure{name: name, help: help, kind: kind})
	}
}

// line adds a value with its labels to the last figure.
func (p *page) line(name string, value float64, labels []string) {
	f := &p.list[len(p.list)-1]
	text, sign := append(f.lines, name...), byte('{')
	if p.labels != "" {
		text, sign = append(append(text, '{'), p.labels...), ','
	}
	for i := 0; i+1 < len(labels); i += 2 {
		text, sign = appendLabel(append(text, sign), labels[i], labels[i+1]), ','
	}
	if sign == ',' {
		text = append(text, '}')
	}
	f.lines = append(strconv.AppendFloat(append(text, ' '), value, 'g', -1, 64), '\n')
}
