package hotreload

import (
	"errors"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// handle converts signals to hints.
func (w *Watcher) handle(signals []signal) {
	for _, s := range signals {
		switch {
		case errors.Is(s.err, fsnotify.ErrEventOverflow), errors.Is(s.err, syscall.EINVAL):
			// EINVAL: fsnotify has ended the watch of a directory that was moved, deleted since, and so had none.
			w.rescan(s.at)
		case s.err != nil:
			w.settle.fail(s.at, &Error{Message: tr.F("the operating system's notification reports: %v", s.err), Remedy: tr.T("nothing to do, everything is compared again"), Err: s.err})
			w.rescan(s.at)
		default:
			w.event(s.at, s.event)
		}
	}
}

// rescan schedules new watches and a comparison of all files.
func (w *Watcher) rescan(now time.Time) {
	w.watches.stale = true
	w.recompare(now)
}

// recompare schedules a comparison of all files for which events are expected.
func (w *Watcher) recompare(now time.Time) {
	for i, r := range w.roots {
		if !r.polled.Load() {
			w.settle.put(now, place{i, "."}, true)
		}
	}
}

func (w *Watcher) event(now time.Time, ev fsnotify.Event) {
	if ev.Op == fsnotify.Chmod {
		return
	}
	if moved := ev.Has(fsnotify.Rename); moved || ev.Has(fsnotify.Remove) {
		for _, p := range w.watches.forget(ev.Name, moved) {
			w.settle.put(now, p, true)
		}
	}
	base := filepath.Base(ev.Name)
	if ignored(base) {
		return
	}
	dir := w.watches.places[filepath.Dir(ev.Name)]
	for _, p := range append([]place(nil), dir...) { // a copy, since touch may change the list
		w.touch(now, p.child(base), ev)
	}
}

// touch adds the hint of an event for one of the places of its directory.
func (w *Watcher) touch(now time.Time, p place, ev fsnotify.Event) {
	_, known := w.watches.reals[p]
	link := isLink(w.system.disk, ev.Name)
	switch {
	case known && ev.Op&^(fsnotify.Write|fsnotify.Chmod) == 0:
		// Some systems report a write of a directory when its entries change.
	case known || ev.Has(fsnotify.Create) && (link || isDir(w.system.disk, ev.Name)):
		if known && (link || !ev.Has(fsnotify.Create)) {
			w.watches.remove(p) // a link that led to a directory and that now leads elsewhere or nowhere
		}
		w.walk(p) // immediately, so that files created in it from now on are noticed
		w.settle.put(now, p, true)
	case w.options.Match(p.name):
		w.settle.put(now, p, false)
	case !ev.Has(fsnotify.Write):
		w.settle.put(now, p, true) // it may have been a directory that could not be watched yet
	}
}
