package reload

import "github.com/bough-dev/bough/hotreload"

// background builds and checks settled sets while the game ticks.
type background struct {
	lock  chan struct{}    // guards the manager; contains one element while the lock is free
	built chan preparedSet // bundles ready to be swapped in; the receiver gets the lock, too
	retry chan struct{}    // signals that the unverified files must be read again
	stop  chan struct{}
	ended chan struct{}
}

func (r *Reader) startBackground() *background {
	b := &background{lock: make(chan struct{}, 1), built: make(chan preparedSet, 1), retry: make(chan struct{}, 1), stop: make(chan struct{}), ended: make(chan struct{})}
	b.lock <- struct{}{}
	go b.run(r)
	return b
}

// run builds and checks each set, and passes it to the game together with the lock.
func (b *background) run(r *Reader) {
	defer close(b.ended)
	changes := r.source.Changes()
	for {
		var set hotreload.Change
		retry := false
		select {
		case <-b.stop:
			return
		case next, ok := <-changes:
			if !ok {
				changes = nil // the source was closed
				continue
			}
			set = clean(next)
		case <-b.retry:
			retry = true
		}
		select {
		case <-b.stop:
			return
		case <-b.lock:
		}
		if retry { // checked with the lock held, since the files may have been verified after retry was sent
			if set = r.unverified.all(); set.Paths == nil {
				b.lock <- struct{}{}
				continue
			}
		}
		b.built <- r.build(set)
	}
}

// pollBackground swaps in the bundle that the goroutine has built. If the unverified files are due,
// pollBackground makes the goroutine read them again.
func (r *Reader) pollBackground() {
	select {
	case b := <-r.background.built:
		r.locked = true
		r.swap(b)
		r.release()
	default:
	}
	if r.background != nil && r.unverified.due() {
		select {
		case r.background.retry <- struct{}{}:
		default:
		}
	}
}

func (b *background) close() {
	close(b.stop)
	<-b.ended
}
