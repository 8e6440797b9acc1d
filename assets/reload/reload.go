// Package reload brings what a source says into force: files that changed become rounds
// of an assets.Manager, prepared in the tick or beside it, and landed between two ticks.
//
// Goals: one round at a time; the manager never used from two goroutines; a file that was
// read while it was changing is read again.
//
// Non-goals: to find out what changes (package hotreload), what a file means (package
// assets), and what becomes of the agents, which is the game's.
package reload

import (
	"crypto/sha256"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// Reader reads changed files for a manager. Its methods are for the goroutine that ticks.
// A nil Reader, of a game whose files never change, does nothing.
type Reader struct {
	manager  *assets.Manager
	source   hotreload.Source
	land     func(rep *assets.Report, installed bool)
	beside   *beside // nil if Poll reads the files itself
	own      bool    // the manager is the game's at the moment; see Manage
	doubt    doubts  // written by who ticks and has the turn
	putOff   int     // sets in a row that were put off; for who has the turn
	readings int     // of the manager when last verified
}

// New returns a reader for a manager that has loaded its files. Land is told of each
// round; if it was installed, another bundle is in force, and the agents still run the
// old programs, which they must not do when it returns: the reader has the manager forget
// them. A source with the method Settled of hotreload.Watcher is asked how the files are that
// the manager has read by itself. With background, files are read on a goroutine of their
// own, which Close ends.
func New(m *assets.Manager, s hotreload.Source, background bool, land func(rep *assets.Report, installed bool)) *Reader {
	r := &Reader{manager: m, source: s, land: land, doubt: newDoubts()}
	r.verify()
	if background {
		r.beside = r.newBeside()
	}
	return r
}

// Poll lands what is ready.
func (r *Reader) Poll() {
	switch {
	case r == nil || r.source == nil: // closed
	case r.beside != nil:
		r.pollBeside()
	default:
		r.verify()
		select {
		case c, ok := <-r.source.Changes():
			if ok {
				r.readAndTake(c)
			}
		default:
			if r.doubt.due() {
				r.readAndTake(r.doubt.all())
			}
		}
	}
}

func (r *Reader) readAndTake(c hotreload.Change) {
	r.take(change{c, r.prepare(c)})
}

// prepare has the manager prepare a set, or puts it off, so that all of it is doubtful and
// read again: files that the source saw are gone by now, as in the midst of a change of branch.
// Then more is to come, and what they make would be missing meanwhile. It is for who has the
// turn.
func (r *Reader) prepare(c hotreload.Change) *assets.Prepared {
	if r.putOff < 2*patience && r.isStale(c) {
		r.putOff++
		return nil
	}
	r.putOff = 0
	return r.manager.Prepare(c.Paths)
}

// isStale reports whether files that the source saw are gone by now, if all are such that they
// will be read again.
func (r *Reader) isStale(c hotreload.Change) bool {
	lacks := false
	for _, p := range c.Paths {
		sum, known := c.Sums[p]
		if !known {
			return false
		}
		lacks = lacks || sum != [sha256.Size]byte{} && r.manager.Reads(p) && r.manager.Lacks(p)
	}
	return lacks
}

func (r *Reader) pollBeside() {
	select {
	case c := <-r.beside.ready:
		r.own = true
		r.take(c)
		r.release()
	default:
	}
	if r.beside != nil && r.doubt.due() {
		select {
		case r.beside.again <- struct{}{}:
		default:
		}
	}
}

// Manage makes the manager the caller's own until the function that it returns is called.
// What is being prepared lands first, however long that takes.
func (r *Reader) Manage() (release func()) {
	if r == nil || r.beside == nil || r.own {
		return func() {}
	}
	r.own = true
	select {
	case <-r.beside.turn:
	case c := <-r.beside.ready:
		r.take(c)
	}
	return r.release
}

// release does nothing if the reader was closed by whoever was told of a round.
func (r *Reader) release() {
	r.own = false
	if r.beside != nil {
		r.verify()
		r.beside.turn <- struct{}{}
	}
}

// Close waits for what is being read, and drops it. It does not close the source. Poll
// does nothing after it.
func (r *Reader) Close() {
	if r == nil {
		return
	}
	if r.beside != nil {
		r.beside.close()
	}
	r.beside, r.source = nil, nil
}

// take installs what was prepared, and frees what that has replaced.
func (r *Reader) take(c change) {
	r.compare(c.Change)
	switch {
	case c.prepared != nil:
		before := r.manager.Bundle()
		rep := c.prepared.Install()
		rep.Err = c.Err
		r.land(rep, r.manager.Bundle() != before)
		r.manager.Forget()
	case c.Err != nil:
		r.land(&assets.Report{Version: r.manager.Bundle().Version, Err: c.Err}, false)
	}
}
