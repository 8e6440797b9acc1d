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
	go b.run(r.source.Changes(), r)
	return b
}

func (b *beside) run(changes <-chan hotreload.Change, r *Reader) {
	defer close(b.ended)
	for {
		var c hotreload.Change
		again, ok := false, true
		select {
		case <-b.stop:
			return
		case c, ok = <-changes:
		case <-b.again:
			again = true
		}
		if !ok {
			changes = nil // the source has ended
			continue
		}
		select {
		case <-b.stop:
			return
		case <-b.turn:
			b.prepare(c, again, r)
		}
	}
}

// prepare reads and checks what the source says or, again, what is doubtful: not what was
// so when that was asked for, since the source may have said something else by then. It
// has the turn, and hands it on.
func (b *beside) prepare(c hotreload.Change, again bool, r *Reader) {
	if again {
		if c = r.doubt.all(); c.Paths == nil {
			b.turn <- struct{}{}
			return
		}
	}
	b.ready <- change{c, r.manager.Prepare(c.Paths)}
}

func (b *beside) close() {
	close(b.stop)
	<-b.ended
}
