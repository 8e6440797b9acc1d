package pace

import (
	"context"
	"math"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
)

// stage is a game whose ticks are counted.
type stage struct {
	game  *bough.Game
	step  time.Duration
	count int
}

func (s *stage) Game() *bough.Game   { return s.game }
func (s *stage) Step() time.Duration { return s.step }
func (s *stage) Tick()               { s.count++; s.game.Tick(s.step) }

func newStage(t *testing.T, step time.Duration) *stage {
	t.Helper()
	game, err := bough.OpenFS(fstest.MapFS{}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	return &stage{game: game, step: step}
}

func never() bool { return false }

func TestSpeeds(t *testing.T) {
	for _, c := range []struct {
		step  time.Duration
		speed float64
		want  int // in 40 beats, which are two seconds
	}{
		{50 * time.Millisecond, 1, 40}, {50 * time.Millisecond, 0.1, 4}, {50 * time.Millisecond, 16, 640},
		{50 * time.Millisecond, 0, 4}, {50 * time.Millisecond, math.Inf(1), 640}, {50 * time.Millisecond, math.NaN(), 40},
		{500 * time.Millisecond, 1, 4}, {10 * time.Millisecond, 1, 200}, {100 * time.Millisecond, 2, 40},
	} {
		s := newStage(t, c.step)
		told := 0
		p := New(s, func() { told++ })
		p.SetSpeed(c.speed)
		for range 40 {
			p.Beat(never)
		}
		if s.count < c.want-1 || s.count > c.want || told != s.count {
			t.Errorf("step %v, speed %g: %d ticks, and %d were told; want %d", c.step, c.speed, s.count, told, c.want)
		}
	}
}

// TestPauseAndSteps pauses, makes steps, and continues.
func TestPauseAndSteps(t *testing.T) {
	s := newStage(t, 50*time.Millisecond)
	p := New(s, nil)
	beats := func(n, want int, what string) {
		t.Helper()
		for range n {
			p.Beat(never)
		}
		if s.count != want {
			t.Errorf("%s: %d ticks, want %d", what, s.count, want)
		}
	}
	beats(3, 3, "real time")
	p.SetPaused(true)
	beats(10, 3, "paused")
	p.Step()
	p.Step()
	beats(5, 5, "two steps")
	p.SetPaused(false)
	beats(2, 7, "continued")
	p.Step()
	beats(4, 8, "a step pauses")
	if !p.Paused() {
		t.Error("a step does not pause")
	}
	p.Step()
	p.SetPaused(false)
	p.SetPaused(true)
	beats(4, 8, "a step that was taken back")
	for range 5000 {
		p.Step()
	}
	beats(1, 8+maxSteps, "too many steps")
}

// TestInterrupted checks that an interruption ends a beat after its tick, and that ticks do not pile up.
func TestInterrupted(t *testing.T) {
	s := newStage(t, 50*time.Millisecond)
	p := New(s, nil)
	p.SetSpeed(MaxSpeed)
	for range 20 {
		p.Beat(func() bool { return true })
	}
	if s.count != 20 {
		t.Errorf("%d ticks in 20 beats that were interrupted", s.count)
	}
	p.Beat(never)
	if s.count > 20+2*MaxSpeed+1 {
		t.Errorf("%d ticks were due", s.count-20)
	}
}

// TestOtherGoroutines controls the pace from another goroutine by Game.Do, also while the game is paused, is slower than
// its beats, or pauses in the middle of a beat.
func TestOtherGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, time.Second)
		p := New(s, nil)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		ticker := time.NewTicker(Interval)
		defer ticker.Stop()
		go func() { p.Run(ctx, ticker.C); close(ended) }()
		do := func(f func()) {
			t.Helper()
			within, stop := context.WithTimeout(ctx, 200*time.Millisecond)
			defer stop()
			if err := s.game.Do(within, f); err != nil {
				t.Fatal(err)
			}
		}
		count := func() (n int) {
			do(func() { n = s.count })
			return n
		}
		do(func() { p.SetSpeed(0.1) })
		before := count()
		do(func() { p.SetPaused(true) })
		time.Sleep(10 * time.Second)
		if n := count(); n != before {
			t.Errorf("%d ticks while paused", n-before)
		}
		do(func() { p.Step(); p.Step() })
		time.Sleep(time.Second)
		if n := count(); n != before+2 {
			t.Errorf("%d ticks after two steps", n-before)
		}
		do(func() { p.SetSpeed(1); p.SetPaused(false) })
		time.Sleep(10 * time.Second)
		if n := count(); n < before+11 || n > before+13 {
			t.Errorf("%d ticks in ten seconds", n-before-2)
		}
		cancel()
		<-ended
	})
}
