package bough

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// maxCalls is the maximum number of functions given to Do that one Tick or Refresh runs, so that many callers cannot
// stop the game. The others wait for the next one.
const maxCalls = 64

// calls are the functions given to Do that wait for the goroutine of the game.
type calls struct {
	waiting atomic.Int32 // length of list, so that Tick need not lock
	mu      sync.Mutex
	list    []*call
	closed  bool
}

// call is a call of Do.
type call struct {
	f        func()
	done     chan struct{} // closed when f has returned or will never run; then the fields below are set
	err      error
	panicked bool
	value    any // of the panic
}

// errEnded is the panic of Do if f has called runtime.Goexit.
var errEnded = errors.New("bough: Game.Do: the function ended the goroutine of the game (runtime.Goexit)")

// Do runs f on the goroutine of the game, at the start of the next Tick or Refresh, and waits until f has returned. It
// can be called from any goroutine but that of the game, which would wait for itself; so f and callbacks must not call
// it either. f runs between two ticks and may call all methods. Functions run in the order of the calls, at most 64 in
// one Tick or Refresh. If f panics, Do panics with the same value on the goroutine of its caller, and the game
// continues.
//
// If ctx ends before f has begun, f never runs, and Do returns the error of ctx. So a deadline shows whether the game
// ticks at all. If the game is closed before f has begun, or was closed already, f never runs, and the error matches
// ErrClosed.
func (g *Game) Do(ctx context.Context, f func()) error {
	if f == nil {
		panic("bough: Game.Do: the function is nil")
	}
	if !g.phase.opened {
		return g.phase.checkOpen("Do")
	}
	c, ended := &call{f: f, done: make(chan struct{})}, ctx.Done()
	if !g.calls.add(c) {
		return errClosedCall
	}
	select {
	case <-c.done:
	case <-ended:
		if g.calls.remove(c) {
			return ctx.Err()
		}
		<-c.done
	}
	if c.panicked {
		panic(c.value)
	}
	return c.err
}

var errClosedCall = errorOf(ErrClosed, "bough: Game.Do was called on a closed game, or the game was closed before the function could run")

// add adds a call, and reports whether the game is open.
func (s *calls) add(c *call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.list = append(s.list, c)
	s.waiting.Store(int32(len(s.list)))
	return true
}

// remove removes a call, and reports whether it was still waiting.
func (s *calls) remove(c *call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.list, c)
	if i >= 0 {
		s.list = slices.Delete(s.list, i, i+1)
		s.waiting.Store(int32(len(s.list)))
	}
	return i >= 0
}

// next removes and returns the first call, or nil.
func (s *calls) next() *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return nil
	}
	c := s.list[0]
	s.list = slices.Delete(s.list, 0, 1)
	s.waiting.Store(int32(len(s.list)))
	return c
}

// run runs the calls that wait, up to maxCalls.
func (s *calls) run() {
	for range min(s.waiting.Load(), maxCalls) {
		c := s.next()
		if c == nil {
			return
		}
		c.run()
	}
}

func (c *call) run() {
	returned := false
	defer func() {
		if !returned {
			if c.panicked, c.value = true, recover(); c.value == nil {
				c.value = errEnded
			}
		}
		close(c.done)
	}()
	c.f()
	returned = true
}

// close ends all calls that wait, and all later ones.
func (s *calls) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, c := range s.list {
		c.err = errClosedCall
		close(c.done)
	}
	s.list = nil
	s.waiting.Store(0)
}

// tickHook is a call of OnTick.
type tickHook struct {
	before func(time.Duration)
	after  func()
}

// OnTick calls before in each Tick, when changed files and all inputs are in, right before the agents are ticked, and
// after when the tick is complete, until stop is called. Either may be nil. dt is that of Tick. after is not called if
// the tick panics. Both are called on the goroutine of the game. They may call what OnReload may: methods of World and
// Agent, such as Agent.ExplainTick(dt) in before, and those of Game that change nothing. What they change is an input
// like others. They may call stop.
//
// The functions remain after Restart and Restore. World is another one after Restart. Replay.Tick calls the functions
// of Replay.Game, too.
func (g *Game) OnTick(before func(dt time.Duration), after func()) (stop func()) {
	g.phase.mustBeIdle("OnTick")
	h := &tickHook{before, after}
	g.hooks = append(slices.Clip(g.hooks), h)
	return func() {
		*h = tickHook{} // the list may be in use
		g.hooks = slices.DeleteFunc(slices.Clone(g.hooks), func(x *tickHook) bool { return x == h })
	}
}

// beforeTick and afterTick call the functions given to OnTick.
func (g *Game) beforeTick(dt time.Duration) {
	if g.hooks != nil {
		g.callHooks(func(h *tickHook) {
			if h.before != nil {
				h.before(dt)
			}
		})
	}
}

func (g *Game) afterTick() {
	if g.hooks != nil {
		g.callHooks(func(h *tickHook) {
			if h.after != nil {
				h.after()
			}
		})
	}
}

func (g *Game) callHooks(f func(*tickHook)) {
	g.phase.setBusy(inOnTick)
	defer g.phase.clearBusy()
	for _, h := range g.hooks {
		f(h)
	}
}
