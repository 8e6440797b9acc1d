// Package pace decides when a game ticks: in real time, faster or slower, one tick at a time, or not at all.
package pace

import (
	"context"
	"time"

	"github.com/bough-dev/bough"
)

// Stage is a game that is ticked: the arena, a scene, or a replay.
type Stage interface {
	// Game returns the game.
	Game() *bough.Game
	// Tick makes one tick. The duration of the tick is the result of Step, which must be greater than 0.
	Tick()
	Step() time.Duration
}

// Interval is the interval between two calls of Pace.Beat.
const Interval = 50 * time.Millisecond

// The bounds of the speed.
const (
	MinSpeed = 0.1
	MaxSpeed = 16
)

// Pace ticks a stage. Its methods must be called on the goroutine that ticks the game. Other goroutines call them in a
// function that they pass to Game.Do.
type Pace struct {
	stage  Stage
	ticked func()

	paused bool
	speed  float64
	steps  int     // ticks to make while paused
	debt   float64 // number of ticks that are due
}

// New returns a Pace with speed 1, which is real time. Unless ticked is nil, it is called after each tick.
func New(stage Stage, ticked func()) *Pace {
	return &Pace{stage: stage, ticked: ticked, speed: 1}
}

// Paused reports whether the game makes no ticks of itself.
func (p *Pace) Paused() bool { return p.paused }

// SetPaused pauses the game or lets it continue. Steps that were not made yet are dropped.
func (p *Pace) SetPaused(paused bool) { p.paused, p.debt, p.steps = paused, 0, 0 }

// Step pauses the game and makes one tick in the next Beat, or at the end of the present one.
func (p *Pace) Step() {
	if !p.paused {
		p.SetPaused(true)
	}
	p.steps = min(p.steps+1, maxSteps)
}

// maxSteps bounds the steps that wait for a Beat.
const maxSteps = 1000

// Speed returns the speed. 1 is real time.
func (p *Pace) Speed() float64 { return p.speed }

// SetSpeed sets the speed, which is moved to the bounds MinSpeed and MaxSpeed. NaN is 1.
func (p *Pace) SetSpeed(speed float64) {
	if speed != speed {
		speed = 1
	}
	p.speed = max(MinSpeed, min(speed, MaxSpeed))
}

// Beat makes the ticks that are due after another Interval. If none is, it calls Game.Refresh, so that files are
// reloaded and functions given to Game.Do run. It stops early if interrupted returns true after a tick. Ticks that the
// machine is too slow for are dropped.
func (p *Pace) Beat(interrupted func() bool) {
	made := 0
	tick := func() bool {
		made++
		p.stage.Tick()
		if p.ticked != nil {
			p.ticked()
		}
		return !interrupted()
	}
	if !p.paused {
		due := p.speed * float64(Interval) / float64(p.stage.Step())
		p.debt = min(p.debt+due, 2*due+1)
		for p.debt >= 1 && !p.paused { // a tick may pause the game
			p.debt--
			if !tick() {
				return
			}
		}
	}
	if made == 0 && p.steps == 0 {
		p.stage.Game().Refresh()
	}
	for p.steps > 0 {
		p.steps--
		if !tick() {
			return
		}
	}
}

// Run calls Beat for each beat until ctx ends.
func (p *Pace) Run(ctx context.Context, beats <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-beats:
			p.Beat(func() bool { return ctx.Err() != nil })
		}
	}
}
