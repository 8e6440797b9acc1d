package bough_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

func openCounting(t *testing.T, o bough.Options) *bough.Game {
	t.Helper()
	g, err := bough.OpenFS(fstest.MapFS{
		"a.lua": {Data: []byte("return { behavior = function(agent) agent.n = (agent.n or 0) + 1 end }\n")},
		"a.bt":  {Data: []byte("tree a\n  a\n")},
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestDoRunsOnTheGoroutineOfTheGame checks that functions run at the start of Tick and Refresh, in the order of the
// calls, and that each call returns after its function.
func TestDoRunsOnTheGoroutineOfTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		var order []string
		var wg sync.WaitGroup
		say := func(name string) {
			wg.Go(func() {
				if err := g.Do(t.Context(), func() {
					order = append(order, fmt.Sprint(name, g.World().TickCount()))
					if _, err := g.Spawn("a", nil); err != nil {
						t.Error(err)
					}
				}); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		say("first")
		say("second")
		g.Tick(time.Second)
		say("third")
		g.Refresh()
		wg.Wait()
		if want := []string{"first0", "second0", "third1"}; !reflect.DeepEqual(order, want) {
			t.Errorf("order %v, want %v", order, want)
		}
		if n := g.World().Len(); n != 3 || g.World().Agent(1).Ticks() != 1 {
			t.Errorf("%d agents, the first with %d ticks; want 3, and 1 tick", n, g.World().Agent(1).Ticks())
		}
		g.Close()
	})
}

// TestDoNeverWaitsForever checks that a call returns although its function does not run: because its context ends, or
// because the game is closed.
func TestDoNeverWaitsForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		never := func() { t.Error("the function runs") }
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := g.Do(ctx, never); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("in a game that does not tick: %v", err)
		}
		result := make(chan error, 1)
		go func() { result <- g.Do(context.Background(), never) }()
		synctest.Wait()
		g.Close()
		if err := <-result; !errors.Is(err, bough.ErrClosed) {
			t.Errorf("a call that waits when the game is closed: %v", err)
		}
		if err := g.Do(context.Background(), never); !errors.Is(err, bough.ErrClosed) {
			t.Errorf("a call after Close: %v", err)
		}
		if err := new(bough.Game).Do(context.Background(), never); !errors.Is(err, bough.ErrClosed) {
			t.Errorf("a game that was never opened: %v", err)
		}
	})
}

// TestDoPanicsWhereItIsCalled checks that the panic of a function reaches the caller of Do, and not the game.
func TestDoPanicsWhereItIsCalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		defer g.Close()
		caught := make(chan any, 1)
		go func() {
			defer func() { caught <- recover() }()
			g.Do(t.Context(), func() { panic("mine") })
		}()
		synctest.Wait()
		g.Tick(time.Second)
		if v := <-caught; v != "mine" || g.World().TickCount() != 1 {
			t.Errorf("the caller gets %v, and the game has made %d ticks", v, g.World().TickCount())
		}
	})
}

// TestDoMayClose checks that a function may close the game: the Tick that runs it returns, and so do other calls.
func TestDoMayClose(t *testing.T) {
	for _, tick := range []func(g *bough.Game){(*bough.Game).Refresh, func(g *bough.Game) { g.Tick(time.Second) }} {
		synctest.Test(t, func(t *testing.T) {
			g := openCounting(t, bough.Options{})
			var errs [2]error
			var wg sync.WaitGroup
			for i := range errs {
				wg.Go(func() { errs[i] = g.Do(t.Context(), func() { g.Close() }) })
				synctest.Wait()
			}
			tick(g)
			wg.Wait()
			if errs[0] != nil || !errors.Is(errs[1], bough.ErrClosed) || g.World().TickCount() != 0 {
				t.Errorf("errors %v, %d ticks", errs, g.World().TickCount())
			}
		})
	}
}

// TestDoRunsSomeFunctionsInATick checks the number of functions that one Tick runs.
func TestDoRunsSomeFunctionsInATick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		ran := 0
		for range 150 {
			go g.Do(t.Context(), func() { ran++ })
		}
		synctest.Wait()
		var after []int
		for range 3 {
			g.Refresh()
			after = append(after, ran)
		}
		if want := []int{64, 128, 150}; !reflect.DeepEqual(after, want) {
			t.Errorf("after each Refresh %v functions have run, want %v", after, want)
		}
		g.Close()
	})
}

// TestOnTick checks when the functions given to OnTick are called, and what they may call.
func TestOnTick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := openCounting(t, bough.Options{})
		a, err := g.Spawn("a", nil)
		if err != nil {
			t.Fatal(err)
		}
		var seen []string
		n := engine.KeyOf("n")
		var planned []string
		stop := g.OnTick(func(dt time.Duration) {
			seen = append(seen, fmt.Sprintf("before %v n=%v", dt, g.World().Agent(1).Get(n)))
			planned = g.World().Agent(1).ExplainTick(dt).Planned
			if _, err := g.Spawn("a", nil); !errors.Is(err, bough.ErrBusy) {
				t.Errorf("Spawn in before: %v", err)
			}
		}, func() {
			seen = append(seen, fmt.Sprintf("after %v n=%v", planned, g.World().Agent(1).Get(n)))
		})
		defer g.OnTick(nil, nil)()
		go g.Do(t.Context(), func() { a.Set(n, value.Number(5)) })
		synctest.Wait()
		g.Tick(time.Second)
		g.Restart(2)
		if _, err := g.Spawn("a", nil); err != nil {
			t.Fatal(err)
		}
		g.Tick(2 * time.Second)
		stop()
		stop()
		g.Tick(time.Second)
		want := []string{"before 1s n=5", "after [a] n=6", "before 2s n=nil", "after [a] n=1"}
		if !reflect.DeepEqual(seen, want) {
			t.Errorf("%q\nwant %q", seen, want)
		}
		g.Close()
	})
}

// TestOnTickMayStop checks functions that stop themselves and others while they are called.
func TestOnTickMayStop(t *testing.T) {
	g := openCounting(t, bough.Options{})
	defer g.Close()
	var seen []string
	var stops [2]func()
	stops[0] = g.OnTick(func(time.Duration) {
		seen = append(seen, "first")
		stops[0]()
		stops[1]()
	}, nil)
	stops[1] = g.OnTick(func(time.Duration) { seen = append(seen, "second") }, func() { seen = append(seen, "after") })
	g.Tick(time.Second)
	g.Tick(time.Second)
	if want := []string{"first"}; !reflect.DeepEqual(seen, want) {
		t.Errorf("%v, want %v", seen, want)
	}
}

// TestOnTickMayPanic checks that a panic of a function ends the Tick and not the game, which records all its ticks.
func TestOnTickMayPanic(t *testing.T) {
	g := openCounting(t, bough.Options{Record: bough.RecordOptions{Keep: time.Minute}})
	defer g.Close()
	tick := func() (panicked any) {
		defer func() { panicked = recover() }()
		g.Tick(time.Second)
		return nil
	}
	for _, c := range []struct {
		before func(time.Duration)
		after  func()
		ticks  int64 // of the game, when the function has panicked
	}{{before: func(time.Duration) { panic("mine") }, ticks: 0}, {after: func() { panic("mine") }, ticks: 2}} {
		stop := g.OnTick(c.before, c.after)
		if v := tick(); v != "mine" || g.World().TickCount() != c.ticks {
			t.Errorf("Tick panics with %v after tick %d", v, g.World().TickCount())
		}
		if stop(); tick() != nil {
			t.Error("the next Tick panics, too")
		}
	}
	r, err := g.Recording()
	if err != nil {
		t.Fatal(err)
	}
	if _, last := r.Ticks(); last != 3 || g.RecordingErr() != nil {
		t.Errorf("the recording has %d ticks, and the error %v", last, g.RecordingErr())
	}
}

// TestTickWithHooksDoesNotAllocate checks that the calls of OnTick, and their absence, cost no memory.
func TestTickWithHooksDoesNotAllocate(t *testing.T) {
	g := openCounting(t, bough.Options{})
	defer g.Close()
	if _, err := g.Spawn("a", nil); err != nil {
		t.Fatal(err)
	}
	measure := func() float64 {
		return testing.AllocsPerRun(100, func() { g.Tick(time.Millisecond) })
	}
	for range 70 {
		g.Tick(time.Millisecond)
	}
	without := measure()
	calls := 0
	defer g.OnTick(func(time.Duration) { calls++ }, func() { calls++ })()
	if with := measure(); with != without || without != 0 || calls != 202 {
		t.Errorf("a tick allocates %v times with OnTick, %v times without; %d calls", with, without, calls)
	}
}

// BenchmarkOnTick measures a tick of a game without agents, with and without functions given to OnTick.
func BenchmarkOnTick(b *testing.B) {
	for _, hooks := range []int{0, 1, 4} {
		b.Run(fmt.Sprint(hooks), func(b *testing.B) {
			g, err := bough.OpenFS(fstest.MapFS{}, bough.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer g.Close()
			calls := 0
			for range hooks {
				g.OnTick(func(time.Duration) { calls++ }, func() { calls++ })
			}
			b.ReportAllocs()
			for b.Loop() {
				g.Tick(time.Millisecond)
			}
		})
	}
}
