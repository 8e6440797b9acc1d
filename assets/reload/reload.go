// Package reload brings what a source says into force: files that changed become rounds
// of an assets.Manager, prepared in the tick or beside it, and landed between two ticks. What
// was prepared beside goes in by portions, one before each tick, if it is much: scripts that
// could not be copied are run for the workers, and the exchange of programs is prepared. The
// old version is in force until all of that is done.
//
// Files that a source only foretells (see hotreload.Watcher.Forecasts) are prepared at once,
// and what comes of that is put in force if it settles so, else dropped.
//
// Goals: one round at a time; the manager never used from two goroutines; a file that was
// read while it was changing is read again; nothing of a forecast shows that does not come true.
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
	landing  *change // is being installed in portions; the turn is the game's
	own      bool    // the manager is the game's at the moment; see Manage
	old      bool    // what has been replaced is to be freed; the turn is the game's
	doubt    doubts  // written by who ticks and has the turn
	putOff   int     // sets in a row that were put off; for who has the turn
	readings int     // of the manager when last verified
}

// New returns a reader for a manager that has loaded its files. Land is told of each
// round; if it was installed, another bundle is in force, and the agents still run the
// old programs, which they must not do when it returns: the reader has the manager forget
// them. A source with the method Settled of hotreload.Watcher is asked how the files are that
// the manager has read by itself. With background, files are read on a goroutine of their
// own, which Close ends, and old programs are forgotten in the next tick, as the one in which
// a change lands has had enough to do.
func New(m *assets.Manager, s hotreload.Source, background bool, land func(rep *assets.Report, installed bool)) *Reader {
	r := &Reader{manager: m, source: s, land: land, doubt: newDoubts()}
	r.verify()
	if background {
		r.beside = r.newBeside()
	}
	return r
}

// Poll lands what is ready, or goes on installing it.
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
	r.take(change{c, r.prepare(c), false})
	r.manager.Forget()
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
	if r.old {
		r.free()
		r.release()
	} else {
		r.goOn()
	}
	if r.beside != nil && r.doubt.due() {
		select {
		case r.beside.again <- struct{}{}:
		default:
		}
	}
}

// goOn lands what is ready, or a portion of it. It is not for a tick that frees what has been
// replaced: that has had enough to do, and whether something is ready by then is a matter of luck.
func (r *Reader) goOn() {
	if r.landing == nil {
		select {
		case c := <-r.beside.ready:
			r.landing = &c
		default:
		}
	}
	if c := r.landing; c != nil && (c.prepared == nil || c.prepared.Advance()) {
		r.own = true
		r.old = r.finish()
		if r.own = false; !r.old {
			r.release()
		}
	}
}

// free forgets what has been replaced.
func (r *Reader) free() {
	r.manager.Forget()
	r.old = false
}

// finish lands what is being installed, all that is left of it at once. It tells whether
// another bundle is in force then.
func (r *Reader) finish() (installed bool) {
	c, before := *r.landing, r.manager.Bundle()
	r.landing = nil
	r.take(c)
	return r.manager.Bundle() != before
}

// Manage makes the manager the caller's own until the function that it returns is called.
// What is being prepared lands first, however long that takes.
func (r *Reader) Manage() (release func()) {
	if r == nil || r.beside == nil || r.own {
		return func() {}
	}
	r.own = true
	switch {
	case r.old:
	case r.landing != nil:
		r.finish()
	default:
		select {
		case <-r.beside.turn:
			r.beside.drop()
		case c := <-r.beside.ready:
			r.take(c)
		}
	}
	r.free()
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
		r.beside.drop()
	}
	r.beside, r.landing, r.source = nil, nil, nil
}

// take installs what was prepared.
func (r *Reader) take(c change) {
	r.compare(c.Change)
	switch {
	case c.prepared != nil:
		before := r.manager.Bundle()
		rep := c.prepared.Install()
		rep.Err, rep.Forecast = c.Err, c.forecast
		r.land(rep, r.manager.Bundle() != before)
	case c.Err != nil:
		r.land(&assets.Report{Version: r.manager.Bundle().Version, Err: c.Err}, false)
	}
}
