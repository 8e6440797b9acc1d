// Package slogs writes the events of a game, and its figures, to a log/slog.Logger.
//
//	log := slogs.New(slog.Default())
//	game, err := bough.Open("scripts", bough.Options{OnReload: log.Reload, OnFault: log.Fault, OnLog: log.Print})
//	log.Figures(game.Measure) // once a minute
//
// For one of several games, pass a logger that names it, such as slog.Default().With("room", 12).
package slogs

import (
	"context"
	"log/slog"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/metrics"
)

// Log writes to a slog.Logger. Reload, Fault and Print are callbacks for bough.Options.
type Log struct{ to *slog.Logger }

// New returns a Log that writes to a slog.Logger.
func New(to *slog.Logger) *Log { return &Log{to} }

// Reload logs a round of loading. The level is Error if files have errors, were held back, or could not be read or
// watched, Warn if there are other findings, and Info otherwise.
func (l *Log) Reload(r *assets.Report) {
	level := slog.LevelInfo
	switch {
	case r.Err != nil || r.Problems.Err() != nil || len(r.Held) > 0:
		level = slog.LevelError
	case len(r.Problems) > 0:
		level = slog.LevelWarn
	}
	attrs := []slog.Attr{slog.Int("version", r.Version), slog.String("hash", r.Hash.Short()), slog.Any("files", r.Files), slog.Int("agents", r.Agents)}
	if len(r.Held) > 0 {
		attrs = append(attrs, slog.Any("held", r.Held))
	}
	if r.Err != nil {
		attrs = append(attrs, slog.String("err", r.Err.Error()))
	}
	if len(r.Problems) > 0 {
		attrs = append(attrs, slog.String("first", r.Problems[0].Headline()), slog.Int("problems", len(r.Problems)))
	}
	l.to.LogAttrs(context.Background(), level, "scripts loaded", attrs...)
}

// Fault logs a script error at the level Error.
func (l *Log) Fault(f *engine.Fault) {
	d := f.Diagnostic()
	l.to.LogAttrs(context.Background(), slog.LevelError, d.Message,
		slog.String("at", d.Pos.String()), slog.String("agent", f.Label), slog.Int64("tick", f.Tick), slog.Bool("quarantined", f.Quarantined))
}

// Print logs a line that a script prints. a is nil if a file prints the line while it is loaded.
func (l *Log) Print(a *engine.Agent, text string) {
	if a == nil {
		l.to.Info(text)
		return
	}
	l.to.Info(text, "agent", a.Label())
}

// Figures logs all figures that measure writes, in one record. measure is usually Game.Measure; Figures must then
// be called between ticks. For a histogram with values, Figures logs the mean and the number of values.
func (l *Log) Figures(measure func(metrics.Sink)) {
	var s sink
	measure(&s)
	l.to.LogAttrs(context.Background(), slog.LevelInfo, "figures", s.attrs...)
}

// sink is a metrics.Sink that collects attributes.
type sink struct{ attrs []slog.Attr }

// add adds a figure. The values of its labels become parts of its name.
func (s *sink) add(name string, value float64, labels []string) {
	for i := 1; i < len(labels); i += 2 {
		name += "." + labels[i]
	}
	s.attrs = append(s.attrs, slog.Float64(name, value))
}

// Counter implements metrics.Sink.
func (s *sink) Counter(name, _ string, value float64, labels ...string) { s.add(name, value, labels) }

// Gauge implements metrics.Sink.
func (s *sink) Gauge(name, _ string, value float64, labels ...string) { s.add(name, value, labels) }

// Histogram implements metrics.Sink.
func (s *sink) Histogram(name, _ string, h *metrics.Histogram, labels ...string) {
	if n := h.Total(); n > 0 {
		s.add(name+"_mean", h.Sum/float64(n), labels)
		s.add(name+"_count", float64(n), labels)
	}
}
