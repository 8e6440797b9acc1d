// Package reload moves a save from the source of changes to the tick that runs the new code.
//
// # Four stops
//
//	settle  hotreload/settle.go  a set of changed files is whole     on the source's goroutine
//	build   assets/build.go      its texts become programs           in the background
//	check   assets/check.go      all files are looked at together    in the background
//	swap    swap.go              the programs are put in force       on the game's goroutine, between two ticks
//
// Reader.Poll builds, checks and swaps; with a background goroutine, background.run builds and checks, and Poll
// swaps. The channel background.built is the boundary to the game: stops before it may take as long as they need.
// The game waits for a build only in LockManager and Close.
//
// # Goroutines and the lock
//
// A lock guards the manager while there is a background goroutine. background.run takes the lock for a build, and
// passes it to the game together with the bundle. LockManager takes it for the game's own changes.
//
//	goroutine   lock     calls
//	game        without  the exported methods of Reader; Manager.Bundle, Versions, Previous, Defined and Options
//	game        with     swap: compare, Prepared.Install, onRound; after LockManager, all methods of Manager
//	background  with     build: Manager.Prepare, Reads and Lacks; unverified.all
//	source      without  hotreload.Options.Match and Clean
//
// From the beginning of Prepare to the end of Install, part of the manager's state belongs to a bundle that is not in
// force. Then the game calls only Bundle, Versions, Previous, Defined and Options and, once it has the lock, Sum and
// Reads. Without a background goroutine there is no lock, and the game's goroutine makes all calls except those of the
// source.
//
// # Map
//
//	reload.go      Reader: a set from the source, built and swapped in
//	background.go  the goroutine that builds and checks, and the lock on the manager
//	swap.go        the last stop
//	unverified.go  files that were read in another state than the source saw
//
// Goals: one round at a time; the manager never used from two goroutines at once; a file that was
// read while it was changing is read again.
//
// Non-goals: finding out what changes (package hotreload), what a file means (package
// assets), and what becomes of the agents, which is up to the game.
package reload

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// Reader reads changed files for a manager. Its exported methods must be called on the goroutine that ticks. A nil
// Reader, for a game whose files never change, does nothing.
type Reader struct {
	manager    *assets.Manager
	source     hotreload.Source
	onRound    func(rep *assets.Report, installed bool)
	background *background // nil if Poll builds by itself
	locked     bool        // the game has the lock; see LockManager
	unverified unverified  // changed on the game's goroutine; its sums are guarded by the lock
	deferrals  int         // number of sets put off in a row; guarded by the lock
	readings   int         // Manager.Readings when the files were last verified
}

// preparedSet is a settled set and the report of building it. The report is nil if there is none.
type preparedSet struct {
	set      hotreload.Change
	prepared *assets.Prepared
}

// New returns a reader for a manager that has loaded its files. The reader calls onRound after each round. If
// installed is true, another bundle is in force while the agents still run the old programs. When onRound returns,
// no agent may run them any more, since the manager forgets them. If the source has the method Settled of
// hotreload.Watcher, the reader uses it to verify files that the manager has read without a report of the source. If
// background is true, files are read on a goroutine of their own, which Close ends.
func New(m *assets.Manager, s hotreload.Source, background bool, onRound func(rep *assets.Report, installed bool)) *Reader {
	r := &Reader{manager: m, source: s, onRound: onRound, unverified: newUnverified()}
	r.verify()
	if background {
		r.background = r.startBackground()
	}
	return r
}

// Poll swaps in the set that is ready, if any. Without a background goroutine it builds and
// checks the set first.
func (r *Reader) Poll() {
	switch {
	case r == nil || r.source == nil: // closed
	case r.background != nil:
		r.pollBackground()
	default:
		r.verify()
		if set, ok := r.settled(); ok {
			r.swap(r.build(set))
		}
	}
}

// settled returns the next set of the source or, if there is none, the unverified files if they are due. ok is false
// if there is neither.
func (r *Reader) settled() (set hotreload.Change, ok bool) {
	select {
	case set, ok = <-r.source.Changes():
		return clean(set), ok
	default:
		if r.unverified.due() {
			return r.unverified.all(), true
		}
		return set, false
	}
}

// clean returns a set with clean paths, as the manager knows them. A path that is not below the root is left out, and
// becomes an error of the set.
func clean(set hotreload.Change) hotreload.Change {
	out := hotreload.Change{Sums: make(map[string][sha256.Size]byte, len(set.Sums)), Err: set.Err}
	for _, p := range set.Paths {
		name := path.Clean(filepath.ToSlash(p))
		if !fs.ValidPath(name) {
			out.Err = errors.Join(out.Err, fmt.Errorf("the source has reported %q, which is ignored: report paths below the folder of the scripts, such as \"combat/melee.lua\"", p))
			continue
		}
		out.Paths = append(out.Paths, name)
		if sum, known := set.Sums[p]; known {
			out.Sums[name] = sum
		}
	}
	slices.Sort(out.Paths)
	out.Paths = slices.Compact(out.Paths)
	return out
}

// build makes the manager build and check a set. If files that the source saw are gone, the set is put off: all its
// files become unverified and are read again. Version control deletes files before it writes others, so a bundle
// made now would lack definitions. The caller has the lock.
func (r *Reader) build(set hotreload.Change) preparedSet {
	if r.deferrals < 2*maxEagerReads && r.isStale(set) {
		r.deferrals++
		return preparedSet{set: set}
	}
	r.deferrals = 0
	return preparedSet{set, r.manager.Prepare(set.Paths)}
}

// isStale reports whether files that the source saw are gone now. It returns false unless the sums of the whole set
// are known, since only files with known sums are read again.
func (r *Reader) isStale(set hotreload.Change) bool {
	lacks := false
	for _, p := range set.Paths {
		sum, known := set.Sums[p]
		if !known {
			return false
		}
		lacks = lacks || sum != [sha256.Size]byte{} && r.manager.Reads(p) && r.manager.Lacks(p)
	}
	return lacks
}

// LockManager gives the caller exclusive use of the manager until the caller calls release. If a set is being built,
// LockManager waits for it and swaps it in.
func (r *Reader) LockManager() (release func()) {
	if r == nil || r.background == nil || r.locked {
		return func() {}
	}
	r.locked = true
	select {
	case <-r.background.lock:
	case b := <-r.background.built:
		r.swap(b)
	}
	return r.release
}

// release gives the lock back. It does nothing if onRound has closed the reader.
func (r *Reader) release() {
	r.locked = false
	if r.background != nil {
		r.verify()
		r.background.lock <- struct{}{}
	}
}

// Close waits until the set that is being built is ready, and drops it. It does not close the
// source. After Close, Poll does nothing.
func (r *Reader) Close() {
	if r == nil {
		return
	}
	if r.background != nil {
		r.background.close()
	}
	r.background, r.source = nil, nil
}
