package bough

import (
	"context"
	"time"

	"github.com/bough-dev/bough/engine/metrics"
)

// Loop ticks a game in real time. Game and Step must be set; no field may be changed while Run runs.
//
//	loop := &bough.Loop{Game: game, Step: 50 * time.Millisecond, After: carryOut}
//	err := loop.Run(ctx)
type Loop struct {
	// Game is the game. While Run runs, its goroutine is that of the game; other goroutines call Game.Do.
	Game *Game
	// Step is the time from one tick to the next, and the argument of Tick.
	Step time.Duration
	// CatchUp bounds the ticks that are made at once after a late one. If a tick begins so late that more are due, Run drops
	// the others: the clock of the game then stays behind. 0 means 5, and a negative number means none.
	CatchUp int
	// Before is called before each tick, and After after it, unless they are nil. Both are called between two ticks and may
	// call all methods of the game. The functions given to Do run after Before.
	Before, After func()

	late, took *metrics.Histogram
	dropped    int64
}

// defaultCatchUp is the number of ticks for a Loop.CatchUp of 0.
const defaultCatchUp = 5

// spans are the bounds, in seconds, of the histograms of a loop.
var spans = []float64{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}

// Run reads the files, unless they have been read, and ticks the game until ctx ends. Then it returns nil, as soon as the
// tick that is under way and After have ended. The first tick is due one Step after the files are read.
//
// Run does not close the game. Calls of Do that wait when it returns run in the next Refresh, Tick or Run, or return an
// error when the game is closed. So the caller should close the game soon after Run, or call Run again.
//
// If the game is closed, or is closed by one of the functions that Run calls, Run returns an error that matches ErrClosed.
// The error matches ErrOptions if Game or Step is not set. If such a function or the tick panics, Run panics; the loop
// can be run again.
func (l *Loop) Run(ctx context.Context) error {
	if err := l.check(); err != nil {
		return err
	}
	l.Game.Load()
	l.begin()
	due := time.Now().Add(l.Step)
	timer := time.NewTimer(l.Step)
	defer timer.Stop()
	for ended := ctx.Done(); ; due = due.Add(l.Step) {
		now := time.Now()
		for ; now.Before(due); now = time.Now() {
			timer.Reset(due.Sub(now))
			select {
			case <-ended:
				return nil
			case <-timer.C:
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		due = due.Add(l.drop(now.Sub(due)))
		if err := l.tick(); err != nil {
			return err
		}
		l.took.Observe(time.Since(now).Seconds())
	}
}

// check returns an error if the loop cannot run.
func (l *Loop) check() error {
	switch {
	case l.Game == nil:
		return errorOf(ErrOptions, "bough: Loop.Game is nil; give the game that Run ticks")
	case l.Step <= 0:
		return errorOf(ErrOptions, "bough: Loop.Step is %v; give the time from one tick to the next", l.Step)
	}
	return l.Game.phase.checkOpen("Tick")
}

// begin makes the histograms when they are first needed.
func (l *Loop) begin() {
	if l.late == nil {
		l.late, l.took = metrics.NewHistogram(spans...), metrics.NewHistogram(spans...)
	}
}

// drop notes that a tick begins late, and returns the time of the ticks after it that are dropped.
func (l *Loop) drop(late time.Duration) time.Duration {
	l.late.Observe(late.Seconds())
	most := int64(max(l.CatchUp, 0))
	if l.CatchUp == 0 {
		most = defaultCatchUp
	}
	dropped := max(int64(late/l.Step)-most, 0)
	l.dropped += dropped
	return time.Duration(dropped) * l.Step
}

// tick makes one tick, and returns an error if the game is closed meanwhile.
func (l *Loop) tick() error {
	g := l.Game
	if l.Before != nil {
		l.Before()
	}
	if !g.phase.closed {
		g.Tick(l.Step)
	}
	if !g.phase.closed && l.After != nil {
		l.After()
	}
	if g.phase.closed {
		return errorOf(ErrClosed, "bough: Loop.Run: the game was closed by Before, After or a function given to Do; to end a loop without an error, end its context")
	}
	return nil
}

// Measure writes the figures of the game to s, as Game.Measure does, and those of the loop: how late its ticks began, how
// long they took, with Before and After, and how many it has dropped. It must be called between ticks, on the goroutine of
// Run.
func (l *Loop) Measure(s metrics.Sink) {
	l.Game.Measure(s)
	l.begin()
	s.Counter("bough_dropped_ticks_total", "Ticks that were not made, since the loop was too late.", float64(l.dropped))
	s.Histogram("bough_tick_lateness_seconds", "Time from when each tick was due until it began.", l.late)
	s.Histogram("bough_tick_duration_seconds", "Time that each tick took, with what the game does before and after it.", l.took)
}
