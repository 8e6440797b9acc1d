package e2e

import (
	"errors"
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
//	debounce  until the watch hands the change on: 25 ms of quiet, and what the system and
//	          the timers take
//	rest      from debounce until it is read, linked and checked, in the background
//	wait      until the tick begins in which the change lands
//	swap      installing it, and carrying the agents over
//	tick      the first tick of the new code, which is as long as any other
//	ours      what comes on top of debounce for the change itself: rest, and all installing
//	          and carrying, whatever tick it falls into
//	frame     a Tick while nothing lands
//	longer    how much longer the Ticks are in which the change lands than
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

// sixtieth is a frame.
const sixtieth = time.Second / 60

func benchmarkSave(b *testing.B, more string, file func(i int) (name, text string)) {
	s := newSaving(b, more)
	defer s.close()
	for range 30 {
		s.tick()
	}
	s.frames, s.times = nil, map[string][]time.Duration{}
	for i := 0; b.Loop(); i++ {
		s.save(file(i))
	}
	b.ReportMetric(0, "ns/op")
	s.times["frame"] = s.frames
	middle := quantile(s.frames, 0.5)
	for _, took := range s.swaps {
		s.note("longer", took-middle)
	}
	for _, m := range []struct {
		part      string
		quantiles []float64
	}{
		{"save", []float64{50, 99}}, {"debounce", []float64{50, 99}}, {"rest", []float64{50, 99}},
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
	opened    time.Time // when the first file was opened after that
	told      bool      // of a change that no file was opened for yet

	landed time.Time // when OnReload was called; zero before
	report *assets.Report
	frames []time.Duration // Ticks while nothing was installed
	swaps  []time.Duration // the others
	times  map[string][]time.Duration
}

func newSaving(b *testing.B, more string) *saving {
	s := &saving{b: b, dir: b.TempDir(), changes: make(chan hotreload.Change)}
	s.FS = os.DirFS(s.dir)
	for name, f := range largeProject(more) {
		path := filepath.Join(s.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.Data, 0o644)); err != nil {
			b.Fatal(err)
		}
	}
	var err error
	if s.watcher, err = hotreload.Watch([]string{s.dir}, hotreload.Options{Match: assets.Relevant, Clean: assets.Clean}); err != nil {
		b.Fatal(err)
	}
	go s.forward()
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

// Close implements hotreload.Source.
func (s *saving) Close() error { return nil }

func (s *saving) forward() {
	defer close(s.changes)
	for c := range s.watcher.Changes() {
		s.mu.Lock()
		s.told, s.delivered = true, time.Now()
		s.mu.Unlock()
		s.changes <- c
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
	s.note("save", ended.Sub(written))
	s.note("debounce", s.delivered.Sub(written))
	s.note("rest", ready.Sub(s.delivered))
	s.note("wait", began.Sub(ready))
	s.note("swap", s.landed.Sub(began))
	s.note("tick", ended.Sub(s.landed))
	s.note("ours", ready.Sub(s.delivered)+s.report.Swap)
	s.swaps = append(s.swaps, ended.Sub(began))
	s.frames = s.frames[:len(s.frames)-1]
}
