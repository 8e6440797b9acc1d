package hotreload

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"
)

// checkEvery is the interval at which roots, and names without events, are checked. A check takes only a few stats.
const checkEvery = time.Second

// root is one of the directories given to Watch.
type root struct {
	dir      string             // absolute path, with links not resolved
	files    map[string]content // settled content of each file
	texts    map[string][]byte  // last text of each file, as far as it is known; see keep
	id       fs.FileInfo        // the directory itself when it was last seen; nil if it is gone
	reported bool               // whether its absence has been reported
	failed   map[string]*Error  // directories that could not be read
	// unwatched contains the last fingerprints of links and of unreadable files. These change without events.
	unwatched map[string]fingerprint
	polled    atomic.Bool
	poller    poller
}

// openRoot returns the root for dir, which must be a directory.
func openRoot(d disk, dir string) (*root, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, &Error{Path: dir, Message: tr.F("cannot tell where this is: %v", err), Remedy: tr.T("give an absolute path"), Err: err}
	}
	info, err := d.Stat(abs)
	switch {
	case missing(err):
		return nil, &Error{Path: abs, Message: tr.T("no such directory"), Remedy: tr.T("create it or correct the path"), Err: err}
	case err != nil:
		return nil, unreadableDir(abs, err)
	case !info.IsDir():
		return nil, &Error{Path: abs, Message: tr.T("not a directory"), Remedy: tr.T("give the directory the file is in")}
	}
	return &root{dir: abs, id: info, files: map[string]content{}, texts: map[string][]byte{}, failed: map[string]*Error{}, unwatched: map[string]fingerprint{}}, nil
}

// full returns the operating system path of a name.
func (r *root) full(name string) string { return filepath.Join(r.dir, filepath.FromSlash(name)) }

// identify records the directory of root i, and ends watches that no longer apply. It reports whether the directory
// has changed: it is gone, back, replaced, or a link to another place.
func (w *Watcher) identify(i int) (changed bool) {
	r, top := w.roots[i], place{i, "."}
	info, err := w.system.disk.Stat(r.dir)
	if err != nil && !missing(err) {
		return false // the directory may still exist; reading it returns the error
	}
	if err != nil || !info.IsDir() {
		info = nil
	}
	if sameThing(w.system.disk, info, r.id) && (info == nil || w.isWatched(top)) {
		return false
	}
	r.id = info
	w.unwatch(top)
	return true
}

// isWatched reports whether p has a watch, or needs none because its root is polled or nothing is watched.
// Comparing identities is not enough, since a new directory may have the identity of a deleted one, whose watch is
// gone.
func (w *Watcher) isWatched(p place) bool {
	if w.roots[p.root].polled.Load() || w.watches == nil {
		return true
	}
	_, ok := w.watches.reals[p]
	return ok
}

// check adds hints for all places that may have changed without an event.
func (w *Watcher) check(now time.Time) {
	for i, r := range w.roots {
		if w.identify(i) {
			w.walk(place{i, "."})
			w.settle.put(now, place{i, "."}, true)
		}
		for _, name := range slices.Sorted(maps.Keys(r.failed)) {
			w.settle.put(now, place{i, name}, true)
		}
		for _, name := range r.changed(&w.reader) {
			w.unwatch(place{i, name}) // the directory that it led to may now be elsewhere
			w.settle.put(now, place{i, name}, true)
		}
	}
}

// absences returns an error for each root that has disappeared since the last call.
func (w *Watcher) absences() []error {
	var errs []error
	for _, r := range w.roots {
		if r.id == nil && !r.reported {
			errs = append(errs, &Error{
				Path:    r.dir,
				Message: tr.T("the watched directory is gone and its files count as deleted"),
				Remedy:  tr.F("put it back; it is picked up within %v", checkEvery),
				Err:     fs.ErrNotExist,
			})
		}
		r.reported = r.id == nil
	}
	return errs
}
