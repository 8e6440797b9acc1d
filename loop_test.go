package bough_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/metrics"
)

const frame = 50 * time.Millisecond

// figures is a metrics.Sink that keeps counters and histograms as texts, the latter with the counts of their buckets.
type figures map[string]string

func (f figures) Gauge(string, string, float64, ...string) {}
func (f figures) Counter(name, _ string, value float64, _ ...string) {
	f[name] = fmt.Sprint(value)
}
func (f figures) Histogram(name, _ string, h *metrics.Histogram, _ ...string) {
	var list []string
	for i, n := range h.Counts {
		switch {
		case n == 0:
		case i == len(h.Bounds):
			list = append(list, fmt.Sprintf("more:%d", n))
		default:
			list = append(list, fmt.Sprintf("%g:%d", h.Bounds[i], n))
		}
	}
	f[name] = strings.Join(list, " ")
}

// TestLoop checks when a loop ticks, and the order of what is called.
func TestLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		defer g.Close()
		var seen []string
		see := func(what string) { seen = append(seen, what) }
		g.OnTick(func(dt time.Duration) { see(fmt.Sprint("ticks ", dt)) }, nil)
		ctx, cancel := context.WithTimeout(t.Context(), 3*frame)
		defer cancel()
		loop := &bough.Loop{Game: g, Step: frame, Before: func() { see("before") }, After: func() { see("after") }}
		go g.Do(ctx, func() { see("do") })
		synctest.Wait()
		begin := time.Now()
		if err := loop.Run(ctx); err != nil {
			t.Error(err)
		}
		if want := []string{"before", "do", "ticks 50ms", "after", "before", "ticks 50ms", "after"}; !reflect.DeepEqual(seen[:min(7, len(seen))], want) {
			t.Errorf("%q\nwant %q", seen, want)
		}
		if took := time.Since(begin); took != 3*frame {
			t.Errorf("Run returns after %v", took)
		}
		f := figures{}
		loop.Measure(f)
		n := fmt.Sprint(g.World().TickCount())
		if f["bough_ticks_total"] != n || f["bough_tick_lateness_seconds"] != "0.0005:"+n || f["bough_tick_duration_seconds"] != "0.0005:"+n || f["bough_dropped_ticks_total"] != "0" {
			t.Errorf("%s ticks, figures %v", n, f)
		}
	})
}

// TestLateLoop delays one tick, or all, and checks which ticks are made up for and which are dropped.
func TestLateLoop(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name    string
		catchUp int
		delays  map[int]time.Duration // by tick
		all     time.Duration         // of the other ticks
		begins  []time.Duration       // of the first ticks, in milliseconds
		dropped string
		late    string
	}{
		{"a little", 0, map[int]time.Duration{2: 30 * ms}, 0, []time.Duration{50, 100, 150, 200}, "0", "0.0005:10"},
		{"one is due", 0, map[int]time.Duration{2: 70 * ms}, 0, []time.Duration{50, 100, 170, 200, 250}, "0", "0.0005:9 0.02:1"},
		{"several are due", 2, map[int]time.Duration{2: 170 * ms}, 0, []time.Duration{50, 100, 270, 270, 270, 300, 350}, "0", "0.0005:7 0.02:1 0.1:1 0.2:1"},
		{"too many are due", 2, map[int]time.Duration{2: 220 * ms}, 0, []time.Duration{50, 100, 320, 320, 320, 350, 400}, "1", "0.0005:6 0.02:1 0.1:1 0.2:1"},
		{"no catching up", -1, map[int]time.Duration{2: 220 * ms}, 0, []time.Duration{50, 100, 320, 350, 400}, "3", "0.0005:6 0.2:1"},
		{"the default", 0, map[int]time.Duration{1: 410 * ms}, 0, []time.Duration{50, 460, 460, 460, 460, 460, 460, 500}, "2", "0.0005:2 0.01:1 0.1:1 0.2:2 0.5:2"},
		{"always", 1, nil, 75 * ms, []time.Duration{50, 125, 200, 275, 350, 425}, "2", "0.0005:1 0.05:2 0.1:4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := openCounting(t, bough.Options{})
				defer g.Close()
				ctx, cancel := context.WithTimeout(t.Context(), 10*frame+ms)
				defer cancel()
				var begins []time.Duration
				begin := time.Now()
				loop := &bough.Loop{Game: g, Step: frame, CatchUp: c.catchUp}
				loop.Before = func() {
					begins = append(begins, time.Since(begin)/ms)
					if delay, known := c.delays[len(begins)]; known {
						time.Sleep(delay)
					} else {
						time.Sleep(c.all)
					}
				}
				if err := loop.Run(ctx); err != nil {
					t.Error(err)
				}
				if !reflect.DeepEqual(begins[:min(len(begins), len(c.begins))], c.begins) {
					t.Errorf("ticks begin at %v, want %v", begins, c.begins)
				}
				f := figures{}
				loop.Measure(f)
				if f["bough_dropped_ticks_total"] != c.dropped || f["bough_tick_lateness_seconds"] != c.late {
					t.Errorf("dropped %s, late %s; want %s, %s", f["bough_dropped_ticks_total"], f["bough_tick_lateness_seconds"], c.dropped, c.late)
				}
			})
		})
	}
}

// TestLoopReadsFilesFirst checks that the first tick is not late because the files are read.
func TestLoopReadsFilesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{OnReload: func(*bough.Report) { time.Sleep(10 * frame) }})
		defer g.Close()
		ctx, cancel := context.WithCancel(t.Context())
		loop := &bough.Loop{Game: g, Step: frame, After: cancel}
		begin := time.Now()
		if err := loop.Run(ctx); err != nil || time.Since(begin) != 11*frame {
			t.Errorf("%v, the first tick is after %v", err, time.Since(begin))
		}
		f := figures{}
		if loop.Measure(f); f["bough_tick_lateness_seconds"] != "0.0005:1" {
			t.Error(f)
		}
	})
}

// TestLoopStops ends the context of a loop in a tick and between two. Calls of Do that wait then get an error when the
// game is closed, or run when the loop is run again.
func TestLoopStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		after := 0
		loop := &bough.Loop{Game: g, Step: frame, After: func() { after++ }}
		run := func(ctx context.Context) {
			t.Helper()
			if err := loop.Run(ctx); err != nil || ctx.Err() == nil {
				t.Errorf("Run returns %v, and its context says %v", err, ctx.Err())
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		loop.Before = cancel
		if run(ctx); g.World().TickCount() != 1 || after != 1 {
			t.Errorf("canceled in a tick: %d ticks, and After was called %d times", g.World().TickCount(), after)
		}
		loop.Before = nil
		if run(ctx); g.World().TickCount() != 1 {
			t.Error("a tick with a context that has ended")
		}
		begin := time.Now()
		ctx, cancel = context.WithTimeout(t.Context(), frame/2)
		defer cancel()
		if run(ctx); time.Since(begin) != frame/2 || g.World().TickCount() != 1 {
			t.Errorf("canceled between ticks: Run returns after %v with %d ticks", time.Since(begin), g.World().TickCount())
		}
		ran := false
		result := make(chan error, 2)
		ctx, cancel = context.WithCancel(t.Context())
		go func() { result <- g.Do(t.Context(), func() { ran = true; cancel() }) }()
		synctest.Wait()
		if run(ctx); <-result != nil || !ran || g.World().TickCount() != 2 {
			t.Errorf("run again: %d ticks, the function has run: %t", g.World().TickCount(), ran)
		}
		go func() { result <- g.Do(t.Context(), func() { t.Error("runs") }) }()
		synctest.Wait()
		g.Close()
		if err := <-result; !errors.Is(err, bough.ErrClosed) {
			t.Errorf("a call that waits when the game is closed: %v", err)
		}
	})
}

// TestLoopErrors checks the errors of Run.
func TestLoopErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closing := func(where func(*bough.Loop) *func()) *bough.Loop {
			l := &bough.Loop{Game: openCounting(t, bough.Options{}), Step: frame}
			*where(l) = func() { l.Game.Close() }
			return l
		}
		closed := openCounting(t, bough.Options{})
		closed.Close()
		inDo := &bough.Loop{Game: openCounting(t, bough.Options{}), Step: frame, After: func() { t.Error("After is called with a closed game") }}
		go inDo.Game.Do(t.Context(), func() { inDo.Game.Close() })
		idle := openCounting(t, bough.Options{})
		defer idle.Close()
		for _, c := range []struct {
			loop *bough.Loop
			is   error
			text string
		}{
			{&bough.Loop{Step: frame}, bough.ErrOptions, "bough: Loop.Game is nil; give the game that Run ticks"},
			{&bough.Loop{Game: idle}, bough.ErrOptions, "bough: Loop.Step is 0s; give the time from one tick to the next"},
			{&bough.Loop{Game: idle, Step: -frame}, bough.ErrOptions, "bough: Loop.Step is -50ms; give the time from one tick to the next"},
			{&bough.Loop{Game: closed, Step: frame}, bough.ErrClosed, "bough: Game.Tick was called on a closed game; open another one"},
			{closing(func(l *bough.Loop) *func() { return &l.Before }), bough.ErrClosed, "by Before, After or a function given to Do"},
			{closing(func(l *bough.Loop) *func() { return &l.After }), bough.ErrClosed, "by Before, After or a function given to Do"},
			{inDo, bough.ErrClosed, "by Before, After or a function given to Do"},
		} {
			if err := c.loop.Run(t.Context()); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%v\nwant %s", err, c.text)
			}
		}
	})
}

// TestLoopPanics checks that a panic ends Run and not the game.
func TestLoopPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		defer g.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 4*frame)
		defer cancel()
		loop := &bough.Loop{Game: g, Step: frame, After: func() { panic("mine") }}
		func() {
			defer func() {
				if v := recover(); v != "mine" {
					t.Errorf("Run panics with %v", v)
				}
			}()
			loop.Run(ctx)
		}()
		loop.After = nil
		if err := loop.Run(ctx); err != nil || g.World().TickCount() < 3 {
			t.Errorf("run again: %v, %d ticks", err, g.World().TickCount())
		}
	})
}

// TestLoopDoesNotAllocate checks that ticks of a loop cost no memory, those that it waits for and those that it makes up
// for.
func TestLoopDoesNotAllocate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		defer g.Close()
		if _, err := g.Spawn("a", nil); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var stats runtime.MemStats
		ticks, least, last := 0, ^uint64(0), uint64(0)
		loop := &bough.Loop{Game: g, Step: frame}
		loop.Before = func() {
			if ticks++; ticks%50 == 0 {
				time.Sleep(3 * frame)
			}
		}
		loop.After = func() {
			if ticks%100 != 0 {
				return
			}
			runtime.ReadMemStats(&stats)
			if ticks > 100 {
				least = min(least, stats.Mallocs-last) // the runtime may allocate at times
			}
			if last = stats.Mallocs; ticks == 1000 {
				cancel()
			}
		}
		if err := loop.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if least != 0 {
			t.Errorf("%d allocations in 100 ticks", least)
		}
	})
}

// BenchmarkLoop measures a tick of a game without agents, alone and in a loop that never waits: the loop adds 0.1 µs. The
// timer of a loop that waits takes another 1 µs, without the sleep of the processor.
func BenchmarkLoop(b *testing.B) {
	open := func(b *testing.B) *bough.Game {
		g, err := bough.OpenFS(fstest.MapFS{}, bough.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { g.Close() })
		b.ReportAllocs()
		return g
	}
	b.Run("tick", func(b *testing.B) {
		g := open(b)
		for b.Loop() {
			g.Tick(time.Nanosecond)
		}
	})
	b.Run("loop", func(b *testing.B) {
		ctx, cancel := context.WithCancel(b.Context())
		defer cancel()
		loop := &bough.Loop{Game: open(b), Step: time.Nanosecond}
		loop.After = func() {
			if !b.Loop() {
				cancel()
			}
		}
		if err := loop.Run(ctx); err != nil {
			b.Fatal(err)
		}
	})
}
