package reload

import (
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// change is a set of changed files and what came of reading them, nil if nothing.
type change struct {
	hotreload.Change
	prepared *assets.Prepared
	forecast bool // it was prepared before the set had settled
}

// beside reads and checks changed files beside the ticks. The manager is for whoever has
// the turn: the goroutine while it prepares a change, or the game.
type beside struct {
	turn     chan struct{} // holds one element while nobody has it
	ready    chan change   // what was prepared; the turn goes with it
	again    chan struct{} // something is to be read once more
	forecast *change       // see foretold; for who has the turn
	stop     chan struct{}
	ended    chan struct{}
}

func (r *Reader) newBeside() *beside {
	b := &beside{turn: make(chan struct{}, 1), ready: make(chan change, 1), again: make(chan struct{}, 1), stop: make(chan struct{}), ended: make(chan struct{})}
	b.turn <- struct{}{}
	go b.run(r)
	return b
}

func (b *beside) run(r *Reader) {
	defer close(b.ended)
	changes, forecasts := r.source.Changes(), forecastsOf(r.source)
	for {
		var do func(hotreload.Change, *Reader) // has the turn, and hands it on
		var c hotreload.Change
		ok := true
		select {
		case <-b.stop:
			return
		case c, ok = <-changes:
			if do = b.settled; !ok {
				changes = nil // the source has ended
			}
		case c, ok = <-forecasts:
			if do = b.foretold; !ok {
				forecasts = nil
			}
		case <-b.again:
			do = b.doubtful
		}
		if !ok {
			continue
		}
		select {
		case <-b.stop:
			return
		case <-b.turn:
			do(c, r)
		}
	}
}

// settled prepares a set, unless that was done when it was foretold.
func (b *beside) settled(c hotreload.Change, r *Reader) {
	if f := b.forecast; f != nil && r.asForetold(f.Change, c) {
		b.forecast = nil
		b.ready <- change{c, f.prepared, true}
		return
	}
	b.prepare(c, r)
}

// doubtful prepares what is doubtful now: not what was so when that was asked for, since the
// source may have said something else by then.
func (b *beside) doubtful(_ hotreload.Change, r *Reader) {
	c := r.doubt.all()
	if c.Paths == nil {
		b.turn <- struct{}{}
		return
	}
	b.prepare(c, r)
}

func (b *beside) prepare(c hotreload.Change, r *Reader) {
	b.drop()
	b.ready <- change{c, r.prepare(c), false}
}

func (b *beside) close() {
	close(b.stop)
	<-b.ended
}
