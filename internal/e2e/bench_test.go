package e2e

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// calling is what makes scripts call their library when they are loaded, so that they have
// to run again when it changes.
const calling = "local first = step(1, 2)\n"

// largeProject has 1,000 behaviors, which may do something more when they are loaded, and
// 200 trees.
func largeProject(more string) fstest.MapFS {
	files := fstest.MapFS{"lib/step.lua": file(largeLibrary(0))}
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
	return fmt.Sprintf("local step = require(\"lib.step\")\n"+more+"return {\n  precondition = function(agent) return (agent.x or 0) < %d end,\n  behavior = function(agent) agent.x = step(agent.x or 0, %d) end,\n}\n", 500+i, version)
}

// largeLibrary returns a version of the library. With each of them agents always have
// something to do.
func largeLibrary(version int) string {
	return fmt.Sprintf("return function(x, speed) return (x + speed) %% 400, %d end\n", version)
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// BenchmarkSwap shows what a reload costs the frame that it lands in, with 1,000 scripts
// and 5,000 agents: a script that changes in each frame, or a library of all of them, which
// they only use, or call when they are loaded.
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
		sum.Install, sum.Carry, sum.Agents = sum.Install+r.Install, sum.Carry+r.Carry, sum.Agents+r.Agents
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
	}{{"read-ms", sum.Read}, {"link-ms", sum.Link}, {"check-ms", sum.Check}, {"install-ms", sum.Install}, {"carry-ms", sum.Carry}} {
		b.ReportMetric(m.time.Seconds()*1000/float64(b.N), m.unit)
	}
	b.ReportMetric(float64(sum.Agents)/float64(b.N), "agents")
}

// BenchmarkLanding shows what a library of all scripts costs single frames when it is read
// beside them.
//
//	landing  between the ticks, in the frame in which it goes into force
//	first    by how much the first tick of the new code is longer than the one before the save
//	reading  the longest frame before, less what a frame takes
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
