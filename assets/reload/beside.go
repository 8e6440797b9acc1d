package reload

import (
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// change is a set of changed files and what came of reading them, nil if nothing.
type change struct {
	hotreload.Change
	prepared *assets.Prepared
}

// beside reads and checks changed files beside the ticks. The manager is for whoever has
// the turn: the goroutine while it prepares a change, or the game.
type beside struct {
	turn  chan struct{} // holds one element while nobody has it
	ready chan change   // what was prepared; the turn goes with it
	again chan struct{} // something is to be read once more
	stop  chan struct{}
	ended chan struct{}
}

func (r *Reader) newBeside() *beside {
	b := &beside{turn: make(chan struct{}, 1), ready: make(chan change, 1), again: make(chan struct{}, 1), stop: make(chan struct{}), ended: make(chan struct{})}
	b.turn <- struct{}{}
	go b.run(r)
	return b
}

func (b *beside) run(r *Reader) {
	defer close(b.ended)
	changes := r.source.Changes()
	for {
		do := b.prepare // has the turn, and hands it on
		var c hotreload.Change
		select {
		case <-b.stop:
			return
		case next, ok := <-changes:
			if !ok {
				changes = nil // the source has ended
				continue
			}
			c = next
		case <-b.again:
			do = b.doubtful
		}
		select {
		case <-b.stop:
			return
		case <-b.turn:
			do(c, r)
		}
	}
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

func (b *beside) prepare(c hotreload.Change, r *Reader) { b.ready <- change{c, r.prepare(c)} }

func (b *beside) close() {
	close(b.stop)
	<-b.ended
}
