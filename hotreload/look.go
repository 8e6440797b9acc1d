package hotreload

import (
	"maps"
	"slices"
)

// walk lists the directory p, watching every directory it enters.
func (w *Watcher) walk(p place) listing {
	r := w.roots[p.root]
	wk := walker{disk: w.system.disk, root: r.dir, match: w.options.Match, enter: func(name, real string) {
		w.watch(place{p.root, name}, real)
	}}
	return wk.walk(p.name)
}

// delta is a file whose content differs from what was settled before.
type delta struct {
	place
	before, after content
}

// findings are the result of looking at a batch.
type findings struct {
	deltas []delta
	errs   []error
}

// findings looks at the places of b and returns what differs from the settled
// state, which it leaves as it is.
func (w *Watcher) findings(b batch) findings {
	f := findings{errs: b.errs}
	done := map[place]bool{}
	for _, p := range b.sorted() {
		names := []string{p.name}
		if b.places[p] {
			var errs []error
			names, errs = w.below(p)
			f.errs = appendErrors(f.errs, errs...)
		}
		for _, name := range names {
			if q := (place{p.root, name}); !done[q] {
				done[q] = true
				f.deltas = w.compare(f.deltas, q)
			}
		}
	}
	return f
}

// below returns the names at and below p that are on disk or were when last
// settled, and the errors not told before. What cannot be seen because its
// directory cannot be read stays as it was.
func (w *Watcher) below(p place) ([]string, []error) {
	r := w.roots[p.root]
	if p.name == "." {
		w.identify(p.root)
	}
	l := w.walk(p)
	if p.name != "." && isLink(w.system.disk, r.full(p.name)) {
		l.links = append(l.links, p.name)
	}
	maps.DeleteFunc(r.mute, func(name string, _ mark) bool { return p.holds(place{p.root, name}) })
	for _, name := range l.links {
		r.mute[name] = markOf(w.system.disk, r.full(name))
	}
	names := l.files
	for name := range r.files {
		if p.holds(place{p.root, name}) && !l.unknown(name) {
			names = append(names, name)
		}
	}
	if w.options.Match(p.name) {
		names = append(names, p.name) // it may have been a directory, or a link, and be a file now
	}
	slices.Sort(names)
	return slices.Compact(names), r.failures(p, l)
}

// failures notes which directories at and below p cannot be read and returns
// the errors that are new.
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

// compare appends the delta of the file p, if there is one.
func (w *Watcher) compare(deltas []delta, p place) []delta {
	r := w.roots[p.root]
	seen := w.reader.look(r.full(p.name))
	after := seen.content
	if seen.link || after.kind == unreadable {
		r.mute[p.name] = seen.mark
	} else {
		delete(r.mute, p.name)
	}
	if before := r.files[p.name]; before != after {
		deltas = append(deltas, delta{p, before, after})
	}
	return deltas
}

// commit makes what was found the settled state.
func (w *Watcher) commit(f findings) {
	for _, d := range f.deltas {
		files := w.roots[d.root].files
		if d.after.kind == absent {
			delete(files, d.name)
		} else {
			files[d.name] = d.after
		}
	}
}

// doubtful tells whether one of the files may be a save in the middle.
func (f findings) doubtful() bool {
	return slices.ContainsFunc(f.deltas, func(d delta) bool { return doubtful(d.before, d.after) })
}
