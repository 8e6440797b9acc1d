package hotreload

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkLatency measures the time from the last write of a save to the delivery of
// the set, minus the debounce, in a tree of 1,000 files.
func BenchmarkLatency(b *testing.B) {
	for _, saved := range []int{1, 1000} {
		b.Run(fmt.Sprintf("saved=%d", saved), func(b *testing.B) { benchmarkLatency(b, saved) })
	}
}

func benchmarkLatency(b *testing.B, saved int) {
	f := newFolder(b)
	for i := range 1000 {
		f.write(benchName(i), "return {}")
	}
	w := open(b, Options{MaxDelay: time.Minute}, realSystem, f.dir)
	var beyond []time.Duration
	for n := 0; b.Loop(); n++ {
		last := time.Now()
		var stall time.Duration // several sets are correct if the writer paused
		for i := range saved {
			f.write(benchName((n+i)%1000), fmt.Sprintf("return { version = %d }", n))
			now := time.Now()
			stall, last = max(stall, now.Sub(last)), now
		}
		for got := 0; got < saved; {
			c := next(b, w)
			if got += len(c.Paths); got < saved && stall < DefaultDebounce/2 {
				b.Fatalf("%d paths in a set of %d, without a pause over %v", len(c.Paths), saved, stall)
			}
		}
		beyond = append(beyond, time.Since(last)-DefaultDebounce)
	}
	slices.Sort(beyond)
	report := func(unit string, q float64) {
		b.ReportMetric(beyond[int(q*float64(len(beyond)-1))].Seconds()*1000, unit)
	}
	report("p50-ms", 0.50)
	report("p99-ms", 0.99)
}

func benchName(i int) string { return fmt.Sprintf("dir%02d/behavior%03d.lua", i%20, i) }

// BenchmarkScan measures a comparison of all files, as after an overflow.
func BenchmarkScan(b *testing.B) {
	f := newFolder(b)
	for i := range 1000 {
		f.write(benchName(i), "return {}")
	}
	w := open(b, Options{Poll: time.Hour}, realSystem, f.dir)
	f.check(w.Close()) // the watcher's goroutine must not look at the same time
	all := batch{places: map[place]bool{{0, "."}: true}}
	for b.Loop() {
		if f := w.findings(all); len(f.deltas) != 0 {
			b.Fatal("nothing has changed")
		}
	}
}

// BenchmarkMove measures the time from the move of a directory of 50 files to the
// delivery of the set, minus the debounce for vanished files.
func BenchmarkMove(b *testing.B) {
	f := newFolder(b)
	for i := range 1000 {
		f.write(benchName(i), "return {}")
	}
	w := open(b, Options{MaxDelay: time.Minute}, realSystem, f.dir)
	var beyond time.Duration
	names := [2]string{"dir00", "moved"}
	for n := 0; b.Loop(); n++ {
		f.rename(names[n%2], names[(n+1)%2])
		last := time.Now()
		if c := next(b, w); len(c.Paths) != 100 {
			b.Fatalf("%d paths", len(c.Paths))
		}
		beyond += time.Since(last) - DefaultDebounce*3/2
	}
	b.ReportMetric(beyond.Seconds()*1000/float64(b.N), "mean-ms")
}
