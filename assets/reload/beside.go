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
	turn  chan struct{}         // holds one element while nobody has it
	ready chan change           // what was prepared; the turn goes with it
	again chan hotreload.Change // to be read once more
	stop  chan struct{}
	ended chan struct{}
}

func newBeside(m *assets.Manager, changes <-chan hotreload.Change) *beside {
	b := &beside{turn: make(chan struct{}, 1), ready: make(chan change, 1), again: make(chan hotreload.Change, 1), stop: make(chan struct{}), ended: make(chan struct{})}
	b.turn <- struct{}{}
	go b.run(changes, m)
	return b
}

func (b *beside) run(changes <-chan hotreload.Change, m *assets.Manager) {
	defer close(b.ended)
	for {
		var c hotreload.Change
		ok := true
		select {
		case <-b.stop:
			return
		case c, ok = <-changes:
		case c = <-b.again:
		}
		if !ok {
			changes = nil // the source has ended
			continue
		}
		select {
		case <-b.stop:
			return
		case <-b.turn:
			b.ready <- change{c, m.Prepare(c.Paths)}
		}
	}
}

func (b *beside) close() {
	close(b.stop)
	<-b.ended
}
