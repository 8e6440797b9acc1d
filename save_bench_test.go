package bough_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// BenchmarkSave shows how long it takes from the last write of a save to the end of the
// first tick of the new code, in a game of 1,000 scripts and 5,000 agents at 60 frames a
// second, and which part is whose. The quantiles are over the saves. What is saved is any
// file, each as often as the others; only scripts; only trees; and, as the worst that can be,
// only a library that all scripts use, and one that they also call when they are loaded.
//
//	save      from the end of the write to the end of the first tick of the new code: the
//	          sum of the parts below but for ours
//	debounce  until the watch hands the change on: 80 ms of quiet, and what the system and
//	          the timers take
//	foretold  how many of a hundred saves were prepared in the time of debounce, since the
//	          watch had foretold them
//	prepare   reading, linking and checking, beside the ticks; it is no part of the sum, but
//	          for what is left of it after debounce
//	rest      from debounce until that is done
//	wait      until the tick begins in which the change lands; if it is installed in
//	          portions, the ticks before are part of that
//	swap      installing what is left of it, and carrying the agents over
//	tick      the first tick of the new code, which is as long as any other
//	ours      what comes on top of debounce for the change itself: rest, and all installing
//	          and carrying, whatever tick it falls into
//	frame     a Tick while nothing lands
//	longer    how much longer the Ticks are in which something is installed or carried than
//	          the frame in the middle
func BenchmarkSave(b *testing.B) {
	for _, c := range []struct {
		name string
		more string
		file func(i int) (name, text string)
	}{
		{"any", "", saveAny},
		{"script", "", func(i int) (string, string) { return saveScript(i, i) }},
		{"tree", "", func(i int) (string, string) { return saveTree(i, i) }},
		{"library", "", saveLibrary},
		{"called", calling, saveLibrary},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkSave(b, c.more, c.file) })
	}
}

// saveAny saves each file of the project as often as any other, in a scattered order that
// begins with the library.
func saveAny(i int) (name, text string) {
	const scripts, trees, all = 1000, 200, 1201
	switch n := (i*7919 + all - 1) % all; {
	case n < scripts:
		return saveScript(n, i)
	case n < scripts+trees:
		return saveTree(n, i)
	}
	return saveLibrary(i)
}

func saveScript(n, i int) (name, text string) {
	return fmt.Sprintf("b%d.lua", n%1000), largeScript(n%1000, i+2, "")
}

func saveTree(n, i int) (name, text string) {
	name = fmt.Sprintf("t%d.bt", n%200)
	return name, string(largeProject("")[name].Data) + fmt.Sprintf("# %d\n", i)
}

func saveLibrary(i int) (name, text string) {
	return "lib/step.lua", largeLibrary(i + 1)
}

var saveForecasts = flag.Bool("save.forecasts", true, "whether BenchmarkSave prepares saves as they are foretold")

// sixtieth is a frame.
const sixtieth = time.Second / 60

func benchmarkSave(b *testing.B, more string, file func(i int) (name, text string)) {
	s := newSaving(b, more)
	defer s.close()
	for range 30 {
		s.tick()
	}
	s.frames, s.times, s.foretold = nil, map[string][]time.Duration{}, 0
	for i := 0; b.Loop(); i++ {
		s.save(file(i))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(100*float64(s.foretold)/float64(b.N), "foretold-%")
	s.times["frame"] = s.frames
	middle := quantile(s.frames, 0.5)
	for _, took := range s.swaps {
		s.note("longer", took-middle)
	}
	for _, m := range []struct {
		part      string
		quantiles []float64
	}{
		{"save", []float64{50, 99}}, {"debounce", []float64{50, 99}}, {"prepare", []float64{50, 99}}, {"rest", []float64{50, 99}},
		{"wait", []float64{50, 99}}, {"swap", []float64{50, 99}}, {"tick", []float64{50, 99}}, {"ours", []float64{50, 99}},
		{"frame", []float64{50, 99}}, {"longer", []float64{50, 99}},
	} {
		for _, q := range m.quantiles {
			b.ReportMetric(quantile(s.times[m.part], q/100).Seconds()*1000, fmt.Sprintf("%s-p%v-ms", m.part, q))
		}
	}
}

func quantile(times []time.Duration, q float64) time.Duration {
	slices.Sort(times)
	return times[int(q*float64(len(times)-1))]
}

// saving is a game whose files are saved, and a clock for each step on the way. It is the
// source of the game's changes and its file system, so as to see both at work.
type saving struct {
	fs.FS
	b       *testing.B
	dir     string
	watcher *hotreload.Watcher
	changes chan hotreload.Change
	game    *bough.Game

	mu        sync.Mutex
	delivered time.Time // when the watch handed the change on
	opened    time.Time // when the first file was opened after that, or after it was foretold
	told      bool      // of a change that no file was opened for yet
	forecasts chan hotreload.Change
	foretold  int // saves that were prepared as such

	landed time.Time // when OnReload was called; zero before
	report *assets.Report
	frames []time.Duration // Ticks while nothing was installed
	swaps  []time.Duration // the others
	times  map[string][]time.Duration
}

func newSaving(b *testing.B, more string) *saving {
	s := &saving{b: b, dir: b.TempDir(), changes: make(chan hotreload.Change), forecasts: make(chan hotreload.Change)}
	s.FS = os.DirFS(s.dir)
	for name, f := range largeProject(more) {
		path := filepath.Join(s.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.Data, 0o644)); err != nil {
			b.Fatal(err)
		}
	}
	var err error
	if s.watcher, err = hotreload.Watch([]string{s.dir}, hotreload.Options{Match: assets.Relevant}); err != nil {
		b.Fatal(err)
	}
	go s.forward(s.watcher.Changes(), s.changes)
	if *saveForecasts {
		go s.forward(s.watcher.Forecasts(), s.forecasts)
	}
	s.game, err = bough.OpenFS(s, bough.Options{Source: s, Background: true, OnReload: func(r *assets.Report) { s.landed, s.report = time.Now(), r }})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 5000 {
		if _, err := s.game.Spawn(fmt.Sprintf("t%d", i%200), bough.Fields{"hp": i % 100}); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

func (s *saving) close() {
	if err := errors.Join(s.game.Close(), s.watcher.Close()); err != nil {
		s.b.Error(err)
	}
}

// Changes implements hotreload.Source.
func (s *saving) Changes() <-chan hotreload.Change { return s.changes }

// Forecasts makes it a source that knows what is likely to follow.
func (s *saving) Forecasts() <-chan hotreload.Change { return s.forecasts }

// Close implements hotreload.Source.
func (s *saving) Close() error { return nil }

func (s *saving) forward(from <-chan hotreload.Change, to chan<- hotreload.Change) {
	defer close(to)
	for c := range from {
		s.mu.Lock()
		s.told = true
		if to == s.changes {
			s.delivered = time.Now()
		}
		s.mu.Unlock()
		to <- c
	}
}

// Open implements fs.FS.
func (s *saving) Open(name string) (fs.File, error) {
	s.mu.Lock()
	if s.told && assets.Relevant(name) { // not one that marks a root
		s.opened, s.told = time.Now(), false
	}
	s.mu.Unlock()
	return s.FS.Open(name)
}

// tick makes a frame, and tells when it began and ended.
func (s *saving) tick() (began, ended time.Time) {
	began = time.Now()
	s.game.Tick(sixtieth)
	ended = time.Now()
	s.frames = append(s.frames, ended.Sub(began))
	time.Sleep(sixtieth - ended.Sub(began))
	return began, ended
}

func (s *saving) note(part string, d time.Duration) { s.times[part] = append(s.times[part], d) }

// save writes a file and ticks until the change has landed.
func (s *saving) save(name, text string) {
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
		s.b.Fatal(err)
	}
	written := time.Now()
	s.landed = time.Time{}
	var began, ended time.Time
	for s.landed.IsZero() {
		began, ended = s.tick()
	}
	if rep := s.report; rep.Err != nil || len(rep.Applied) == 0 || strings.Join(rep.Files, " ") != name {
		s.b.Fatalf("%v landed with %v; want %s", rep.Files, rep.Err, name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ready := s.opened.Add(s.report.Load)
	if ready.Before(s.delivered) {
		ready = s.delivered
	}
	if s.report.Forecast {
		s.foretold++
	}
	s.note("save", ended.Sub(written))
	s.note("debounce", s.delivered.Sub(written))
	s.note("prepare", s.report.Load)
	s.note("rest", ready.Sub(s.delivered))
	s.note("wait", began.Sub(ready))
	s.note("swap", s.landed.Sub(began))
	s.note("tick", ended.Sub(s.landed))
	s.note("ours", ready.Sub(s.delivered)+s.report.Swap)
	swaps := 1
	if s.report.Portions > 1 {
		swaps += s.report.Portions
	}
	s.swaps = append(s.swaps, s.frames[len(s.frames)-swaps:]...)
	s.frames = s.frames[:len(s.frames)-swaps]
}
