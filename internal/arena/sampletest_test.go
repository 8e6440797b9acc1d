package arena_test

import (
	"testing"
	"time"

	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/bough-dev/bough/scripts"
)

// TestSampleTests runs the tests of the samples, like bough test.
func TestSampleTests(t *testing.T) {
	scripttest.Run(t, scripts.FS, scripttest.Options{Game: arena.Empty})
}

// BenchmarkSampleTests runs tests of the samples, each in a game of its own. It reports
// the time of one test as a fraction of the time to open a new game.
func BenchmarkSampleTests(b *testing.B) {
	open := func() *scripttest.Suite {
		s, err := scripttest.Open(scripts.FS, scripttest.Options{Game: arena.Empty})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	const opened = 10
	start := time.Now()
	for range opened {
		open().Close()
	}
	opening := time.Since(start) / opened
	s := open()
	defer s.Close()
	tests, n := s.Tests(), 0
	for b.Loop() {
		if r := tests[n%len(tests)].Run(); r.Failure != nil {
			b.Fatal(r.Failure)
		}
		n++
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(opening), "of-opening")
}
