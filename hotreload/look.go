package hotreload

import (
	"bytes"
	"maps"
	"slices"
	"time"
)

// walk lists the directory p, and watches every directory that it enters.
func (w *Watcher) walk(p place) listing {
	r := w.roots[p.root]
	wk := walker{disk: w.system.disk, root: r.dir, match: w.options.Match, enter: func(name, real string) {
		w.watch(place{p.root, name}, real)
	}}
	return wk.walk(p.name)
}

// delta is a file whose content differs from its settled content.
type delta struct {
	place
	before, after content
	text          []byte // text of the file now; nil if it is not known
}

// findings are the differences found in a batch, and the errors.
type findings struct {
	deltas []delta
	errs   []error
}

// findings compares the places of b with the settled state and returns the differences. It does not change the
// settled state. It reads files only after all directories are watched, so that every later write causes an event.
func (w *Watcher) findings(b batch) findings {
	f := findings{errs: b.errs}
	var files []place
	for _, p := range b.sorted() {
		if !b.places[p] {
			files = append(files, p)
			continue
		}
		names, errs := w.below(p)
		f.errs = appendErrors(f.errs, errs...)
		for _, name := range names {
			files = append(files, place{p.root, name})
		}
	}
	slices.SortFunc(files, comparePlaces)
	for _, p := range slices.Compact(files) {
		f.deltas = w.compare(f.deltas, p)
	}
	return f
}

// below returns the names at and below p that exist on disk or in the settled state, and the new errors. It leaves out
// the names below a directory that cannot be read, since their state is unknown. It includes the name of p itself if p
// matches.
func (w *Watcher) below(p place) ([]string, []error) {
	r := w.roots[p.root]
	if p.name == "." {
		w.identify(p.root)
	}
	l := w.walkMarked(p)
	names := l.files
	for name := range r.files {
		if p.holds(place{p.root, name}) && !l.unknown(name) {
			names = append(names, name)
		}
	}
	if w.options.Match(p.name) {
		names = append(names, p.name) // it may have been a directory or a link that is a file now
	}
	names = uniqueSorted(names)
	w.noteUnwatched(p, l, names)
	return names, r.failures(p, l)
}

// walkMarked is like walk. If p itself is a link, the result includes p in its links.
func (w *Watcher) walkMarked(p place) listing {
	full := w.roots[p.root].full(p.name)
	if p.name == "." || !isLink(w.system.disk, full) {
		return w.walk(p)
	}
	m := fingerprintOf(w.system.disk, full)
	l := w.walk(p)
	l.links[p.name] = m
	return l
}

// noteUnwatched records the links found at and below p, and drops the links that are gone. Links to files are
// recorded when their files are compared.
func (w *Watcher) noteUnwatched(p place, l listing, files []string) {
	r := w.roots[p.root]
	maps.DeleteFunc(r.unwatched, func(name string, _ fingerprint) bool {
		_, link := l.links[name]
		_, file := slices.BinarySearch(files, name)
		return p.holds(place{p.root, name}) && !link && !file
	})
	for name, m := range l.links {
		r.noteFingerprint(w.system.disk, name, m)
	}
}

// failures records which directories at and below p cannot be read, and returns the new errors.
func (r *root) failures(p place, l listing) []error {
	before := maps.Clone(r.failed)
	maps.DeleteFunc(r.failed, func(name string, _ *Error) bool { return p.holds(place{p.root, name}) })
	maps.Copy(r.failed, l.failed)
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(l.failed)) {
		if old := before[name]; old == nil || old.Error() != l.failed[name].Error() {
			errs = append(errs, l.failed[name])
		}
	}
	return errs
}

// compare appends a delta for the file p if its content differs from the settled content.
func (w *Watcher) compare(deltas []delta, p place) []delta {
	r := w.roots[p.root]
	seen := w.reader.look(r.full(p.name))
	after := seen.content
	if seen.link || after.kind == unreadable {
		r.noteFingerprint(w.system.disk, p.name, seen.fingerprint)
	} else {
		delete(r.unwatched, p.name)
	}
	if before := r.files[p.name]; before != after {
		deltas = append(deltas, delta{p, before, after, bytes.Clone(seen.text)})
	}
	return deltas
}

// commit makes the contents in the findings the settled state.
func (w *Watcher) commit(f findings) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range f.deltas {
		r := w.roots[d.root]
		r.keep(d)
		if d.after.kind == absent {
			delete(r.files, d.name)
		} else {
			r.files[d.name] = d.after
		}
	}
}

// keep records the last text of a file. If the file has only the beginning of that text now, the text is kept, since
// the rest may be written later, in several parts.
func (r *root) keep(d delta) {
	switch {
	case r.texts[d.name] != nil && (r.cutShort(d) || d.after.kind == unreadable):
	case d.text == nil:
		delete(r.texts, d.name)
	default:
		r.texts[d.name] = d.text
	}
}

// cutShort reports whether a file has only the beginning of its last text. If the last text is not known, cutShort
// reports whether the file has become shorter.
func (r *root) cutShort(d delta) bool {
	if last := r.texts[d.name]; last != nil {
		return d.text != nil && len(d.text) < len(last) && bytes.HasPrefix(last, d.text)
	}
	return d.after.size < d.before.size
}

// incomplete reports whether the state of a file may be an intermediate one of a save, seen between two steps of an
// editor.
func (w *Watcher) incomplete(d delta) bool {
	switch d.after.kind {
	case absent, unreadable:
		return true
	}
	return w.roots[d.root].cutShort(d)
}

// judge returns the verdict on the findings in a batch.
func (w *Watcher) judge(now time.Time, b batch, f findings) verdict {
	switch {
	case slices.ContainsFunc(f.deltas, w.incomplete):
		return unfinished
	case w.options.Clean != nil && w.settle.waits(now, b, unclean) && !w.clean(f.deltas):
		return unclean
	}
	return whole
}

// maxClean is the maximum number of files of a set that is checked by Options.Clean. A tool that writes more files
// may not have finished yet. Files over maxText are not checked either, since this takes longer than waiting.
const maxClean = 16

// clean reports whether the files have no errors.
func (w *Watcher) clean(deltas []delta) bool {
	return len(deltas) <= maxClean && !slices.ContainsFunc(deltas, func(d delta) bool {
		return d.text == nil || !w.options.Clean(d.name, d.text)
	})
}
