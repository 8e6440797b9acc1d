package arena

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/scripts"
)

// BenchmarkTick shows that the cost of an agent does not depend on the number of agents.
func BenchmarkTick(b *testing.B) {
	for _, n := range []int{40, 400, 4000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			a := New(Options{Agents: n})
			begin(b, a, scripts.FS, bough.Options{Seed: 1})
			for range 100 {
				a.Tick()
			}
			for b.Loop() {
				a.Tick()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/agent")
		})
	}
}

// BenchmarkRecord compares three arenas of 200 agents: one without a recording, one that records its inputs, and
// one that records its inputs and replies. They take turns; a turn is one chunk of ticks. The benchmark reports how
// much longer the turns with a recording take, for the fastest turn and for the median, and the number of bytes for
// each tick.
func BenchmarkRecord(b *testing.B) {
	const agents, turn = 200, bough.SegmentTicks
	var sizes [3]counter
	var arenas [3]*Arena
	for i := range arenas {
		o := bough.Options{Seed: 1}
		if i > 0 {
			o.Record = bough.RecordOptions{To: &sizes[i], Replies: i == 2}
		}
		arenas[i] = New(Options{Agents: agents})
		begin(b, arenas[i], scripts.FS, o)
	}
	var took [3][]time.Duration
	for b.Loop() {
		for i, a := range arenas {
			start := time.Now()
			for range turn {
				a.Tick()
			}
			took[i] = append(took[i], time.Since(start))
		}
	}
	for i, name := range []string{"", "inputs", "replies"} {
		slices.Sort(took[i])
		if i == 0 {
			continue
		}
		median := len(took[i]) / 2
		b.ReportMetric(float64(took[i][0])/float64(took[0][0]), name+"-fastest")
		b.ReportMetric(float64(took[i][median])/float64(took[0][median]), name+"-median")
		b.ReportMetric(float64(sizes[i].bytes.Load())/float64(len(took[i])*turn), name+"-bytes/tick")
	}
}

// BenchmarkReplayBack compares going one tick forward and one tick back in a recording of 200 agents. A turn goes back over
// four segments, tick by tick, and then forward again. The benchmark reports the mean time of a tick in each direction,
// for the fastest turn and for the median, and the ratios. It also reports how long Game.Recording takes.
func BenchmarkReplayBack(b *testing.B) {
	const turn, ticks = 4 * bough.SegmentTicks, 6 * bough.SegmentTicks
	a := New(Options{Agents: 200})
	game := begin(b, a, scripts.FS, bough.Options{Seed: 1, Record: bough.RecordOptions{Keep: time.Minute, Replies: true}})
	start := time.Now()
	for range ticks {
		a.Tick()
	}
	live := time.Since(start)
	start = time.Now()
	r, err := game.Recording()
	if err != nil {
		b.Fatal(err)
	}
	recording := time.Since(start)
	p, err := r.Replay(nil)
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	if err := p.GoTo(ticks); err != nil {
		b.Fatal(err)
	}
	var back, forward []time.Duration
	for b.Loop() {
		start := time.Now()
		for range turn {
			if err := p.GoTo(p.At() - 1); err != nil {
				b.Fatal(err)
			}
		}
		back = append(back, time.Since(start))
		start = time.Now()
		for range turn {
			if err := p.Tick(); err != nil {
				b.Fatal(err)
			}
		}
		forward = append(forward, time.Since(start))
	}
	slices.Sort(back)
	slices.Sort(forward)
	b.ReportMetric(float64(live.Microseconds())/ticks, "us/live")
	b.ReportMetric(float64(recording.Microseconds()), "us/Recording")
	for name, i := range map[string]int{"fastest": 0, "median": len(back) / 2} {
		b.ReportMetric(float64(forward[i].Microseconds())/turn, "us/forward-"+name)
		b.ReportMetric(float64(back[i].Microseconds())/turn, "us/back-"+name)
		b.ReportMetric(float64(back[i])/float64(forward[i]), "ratio-"+name)
	}
}

// counter is an io.Writer that counts the bytes.
type counter struct{ bytes atomic.Int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p)))
	return len(p), nil
}

// BenchmarkKeepRecording measures for how long a recording that begins in the middle of a game stops it, compared with a
// tick of the game.
func BenchmarkKeepRecording(b *testing.B) {
	for _, n := range []int{200, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			a := New(Options{Agents: n})
			game := begin(b, a, scripts.FS, bough.Options{Seed: 1})
			var ticks, begins []time.Duration
			for range 20 {
				a.Tick()
			}
			for b.Loop() {
				start := time.Now()
				a.Tick()
				ticks = append(ticks, time.Since(start))
				start = time.Now()
				stop, err := game.KeepRecording(time.Minute)
				begins = append(begins, time.Since(start))
				if err != nil {
					b.Fatal(err)
				}
				stop()
			}
			slices.Sort(ticks)
			slices.Sort(begins)
			b.ReportMetric(float64(ticks[len(ticks)/2].Microseconds())/1000, "ms/tick")
			b.ReportMetric(float64(begins[len(begins)/2].Microseconds())/1000, "ms/begin")
		})
	}
}
