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
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// calling is Lua code that calls the library. A script that contains it runs again when the library
// changes.
const calling = "local first = step(1, 2)\n"

// largeProject returns a project of 1,000 behaviors and 200 trees. The script of each behavior includes
// the Lua code in more. The first ten behaviors use the library lib/few.lua, all others lib/step.lua.
func largeProject(more string) fstest.MapFS {
	files := fstest.MapFS{"lib/step.lua": file(largeLibrary(0)), "lib/few.lua": file(largeLibrary(0))}
	for i := range 1000 {
		files[fmt.Sprintf("b%d.lua", i)] = file(largeScript(i, 1, more))
	}
	for i := range 200 {
		text := fmt.Sprintf("tree t%d\n  b%d\n", i, i)
		for j := range 5 {
			text += fmt.Sprintf("    b%d  when hp < %d\n      b%d\n      b%d\n", (i*7+j)%1000, 20+j, (i*11+j)%1000, (i*13+j*3)%1000)
		}
		files[fmt.Sprintf("t%d.bt", i)] = file(text)
	}
	return files
}

func largeScript(i, version int, more string) string {
	library := "step"
	if i < 10 {
		library = "few"
	}
	return fmt.Sprintf("local step = require(\"lib."+library+"\")\n"+more+"return {\n  precondition = function(agent) return (agent.x or 0) < %d end,\n  behavior = function(agent) agent.x = step(agent.x or 0, %d) end,\n}\n", 500+i, version)
}

// largeLibrary returns a version of the library. Agents never finish, whatever the version is.
func largeLibrary(version int) string {
	return fmt.Sprintf("return function(x, speed) return (x + speed) %% 400, %d end\n", version)
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// BenchmarkSwap measures by how much a reload lengthens the frame in which it takes effect, with 1,000
// scripts and 5,000 agents. In each frame one script changes, or a library of all scripts. The scripts
// either only use the library, or also call it when they are loaded.
func BenchmarkSwap(b *testing.B) {
	for _, name := range []string{"b3.lua", "t3.bt", "lib/step.lua"} {
		b.Run(name, func(b *testing.B) { benchmarkSwap(b, name, "") })
	}
	b.Run("called", func(b *testing.B) { benchmarkSwap(b, "lib/step.lua", calling) })
}

// openLarge returns a game of the large project in which 5,000 agents play.
func openLarge(b *testing.B, files fstest.MapFS, o bough.Options) *bough.Game {
	game, err := bough.OpenFS(files, o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { game.Close() })
	if err := game.Load().Err(); err != nil {
		b.Fatal(err)
	}
	for i := range 5000 {
		if _, err := game.Spawn(fmt.Sprintf("t%d", i%200), bough.Fields{"hp": i % 100}); err != nil {
			b.Fatal(err)
		}
	}
	for range 20 {
		game.Tick(frame)
	}
	return game
}

func benchmarkSwap(b *testing.B, name, more string) {
	files, source := largeProject(more), hotreload.NewManual()
	var sum assets.Report
	game := openLarge(b, files, bough.Options{Source: source, OnReload: func(r *assets.Report) {
		sum.Read, sum.Link, sum.Check = sum.Read+r.Read, sum.Link+r.Link, sum.Check+r.Check
		sum.Install, sum.Migrate, sum.Agents = sum.Install+r.Install, sum.Migrate+r.Migrate, sum.Agents+r.Agents
	}})
	sum = assets.Report{}
	text := string(files[name].Data)
	for i := 0; b.Loop(); i++ {
		files[name] = file(text + fmt.Sprintf("%s %d\n", map[bool]string{true: "#", false: "--"}[name == "t3.bt"], i))
		source.Touch(name)
		game.Refresh()
	}
	for _, m := range []struct {
		unit string
		time time.Duration
	}{{"read-ms", sum.Read}, {"link-ms", sum.Link}, {"check-ms", sum.Check}, {"install-ms", sum.Install}, {"migrate-ms", sum.Migrate}} {
		b.ReportMetric(m.time.Seconds()*1000/float64(b.N), m.unit)
	}
	b.ReportMetric(float64(sum.Agents)/float64(b.N), "agents")
}

// BenchmarkLanding measures single frames around a save of a library that all scripts use. The library
// is read in the background.
//
//	landing  between the ticks, in the frame in which it takes effect
//	first    how much longer the first tick of the new code is than the last tick before the save
//	reading  how much longer the longest frame before that is than a usual frame
func BenchmarkLanding(b *testing.B) {
	for _, workers := range []int{1, 4} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { benchmarkLanding(b, workers) })
	}
}

func benchmarkLanding(b *testing.B, workers int) {
	files, source := largeProject(""), hotreload.NewManual()
	var report *assets.Report
	var landed time.Time
	game := openLarge(b, files, bough.Options{Source: source, Background: true, Workers: workers, OnReload: func(r *assets.Report) { landed, report = time.Now(), r }})
	times := map[string][]float64{}
	note := func(unit string, d time.Duration) { times[unit] = append(times[unit], d.Seconds()*1000) }
	text := string(files["lib/step.lua"].Data)
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		game.Tick(frame)
		idle, longest := time.Since(start), time.Duration(0)
		files["lib/step.lua"] = file(text + fmt.Sprintf("-- %d\n", i))
		source.Touch("lib/step.lua")
		for report = nil; report == nil; {
			longest = max(longest, time.Since(start)-idle)
			start = time.Now()
			game.Tick(frame)
		}
		note("first-ms", time.Since(landed)-idle)
		note("landing-ms", landed.Sub(start))
		note("reading-ms", longest)
	}
	for unit, list := range times {
		slices.Sort(list)
		b.ReportMetric(list[len(list)/2], unit)
	}
}

// BenchmarkSave measures the time from the last write of a save to the end of the first tick of the new
// code, and the parts of that time. The game has 1,000 scripts and 5,000 agents, at 60 frames a second.
// The quantiles are over the saves. The variants save all files equally often, only scripts, only
// trees, or only a library that ten scripts use. The worst cases are a library that all other scripts
// use, and one that they also call when they are loaded.
//
//	save      from the end of the write to the end of the first tick of the new code: the
//	          sum of the parts below but for ours
//	debounce  until the watch delivers the change: 25 ms of quiet, and the time that the
//	          system and the timers take
//	rest      from debounce until the change is read, linked and checked, in the background
//	wait      until the tick begins in which the change lands
//	swap      installing it, and migrating the agents
//	tick      the first tick of the new code, which is as long as any other
//	ours      the time for the change itself in addition to debounce: rest, and all installing
//	          and migrating, in whatever tick
//	frame     a Tick in which no change takes effect
//	longer    how much longer the Ticks in which the change takes effect are than the
//	          median frame
func BenchmarkSave(b *testing.B) {
	for _, c := range []struct {
		name string
		more string
		file func(i int) (name, text string)
	}{
		{"any", "", saveAny},
		{"script", "", func(i int) (string, string) { return saveScript(i, i) }},
		{"tree", "", func(i int) (string, string) { return saveTree(i, i) }},
		{"few", "", func(i int) (string, string) { return "lib/few.lua", largeLibrary(i + 1) }},
		{"library", "", saveLibrary},
		{"called", calling, saveLibrary},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkSave(b, c.more, c.file) })
	}
}

// saveAny returns a file of the project and its new text. It chooses each file equally often, in a
// scattered order that begins with the library.
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

// sixtieth is the duration of a frame.
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

// saving is a game whose files are saved, with a clock for each step of a save. It is both the source
// of the game's changes and its file system, so that it observes both.
type saving struct {
	fs.FS
	b       *testing.B
	dir     string
	watcher *hotreload.Watcher
	changes chan hotreload.Change
	game    *bough.Game

	mu        sync.Mutex
	delivered time.Time // when the watch delivered the change
	opened    time.Time // when the first file after delivered was opened
	told      bool      // a change was delivered, and no file has been opened since

	landed time.Time // when OnReload was called; zero before that
	report *assets.Report
	frames []time.Duration // durations of Ticks in which nothing was installed
	swaps  []time.Duration // durations of the other Ticks
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
	if s.watcher, err = hotreload.Watch([]string{s.dir}, hotreload.Options{Match: assets.Relevant, Clean: assets.Clean("")}); err != nil {
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
	if s.told && assets.Relevant(name) && !strings.HasSuffix(name, assets.RootFile) { // a RootFile is only looked for
		s.opened, s.told = time.Now(), false
	}
	s.mu.Unlock()
	return s.FS.Open(name)
}

// tick runs a frame and returns when it began and ended.
func (s *saving) tick() (began, ended time.Time) {
	began = time.Now()
	s.game.Tick(sixtieth)
	ended = time.Now()
	s.frames = append(s.frames, ended.Sub(began))
	time.Sleep(sixtieth - ended.Sub(began))
	return began, ended
}

func (s *saving) note(part string, d time.Duration) { s.times[part] = append(s.times[part], d) }

// save writes a file and ticks until the change has taken effect.
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
