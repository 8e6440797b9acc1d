package hotreload

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// racy is how long after a file's stamp was first seen its content is compared
// as well, and once more after that. Modification times may be as coarse as two seconds, so that a second
// save soon after a first may leave no other trace. It is measured by our clock
// alone, since a file server's may differ.
const racy = 3 * time.Second

// stamp is what can be told of a file without opening it. The zero value is
// that of a file that is not there. Of a directory only the mode counts.
type stamp struct {
	mode  os.FileMode
	size  int64
	mtime int64 // nanoseconds since 1970
}

func stampOf(info os.FileInfo) stamp {
	if info.IsDir() {
		return stamp{mode: info.Mode()}
	}
	return stamp{info.Mode(), info.Size(), info.ModTime().UnixNano()}
}

// sighting is how a file was when the poller last saw it.
type sighting struct {
	mark    mark // not of links, which are followed
	content content
}

// poller finds the files of a root that may have changed since it last looked.
type poller struct {
	seen   map[string]sighting
	resume time.Time // no look before this time
}

// restFactor bounds polling to one part in this many of a processor, however
// many files there are and however slow they are to stat.
const restFactor = 5

// glance returns the names that differ from the last glance; none the first
// time.
func (p *poller) glance(now time.Time, rd *reader, root string, l listing) []string {
	first := p.seen == nil
	next := make(map[string]sighting, len(l.files))
	var changed []string
	for _, name := range l.files {
		before := p.seen[name]
		next[name] = before.again(now, rd, filepath.Join(root, filepath.FromSlash(name)))
		if !first && (!before.mark.same(rd.disk, next[name].mark) || before.content != next[name].content) {
			changed = append(changed, name)
		}
	}
	for name, s := range p.seen {
		if _, there := next[name]; there {
			continue
		}
		if l.unknown(name) {
			next[name] = s
		} else {
			changed = append(changed, name)
		}
	}
	p.seen = next
	slices.Sort(changed)
	return changed
}

// again looks at the file once more.
func (s sighting) again(now time.Time, rd *reader, file string) sighting {
	if m := (mark{}).of(rd.disk.Stat(file)); s.mark.since.IsZero() || !m.same(rd.disk, s.mark) {
		s.mark, s.mark.since, s.mark.read = m, now, now
	}
	if s.mark.racy() {
		s.mark.read = now
		s.content = rd.look(file).content
	}
	return s
}

// poll looks at all polled roots. Times come from the ticker's clock, so a look
// that took long is followed by a rest.
func (w *Watcher) poll(now time.Time) {
	for i, r := range w.roots {
		if !r.polled.Load() || now.Before(r.poller.resume) {
			continue
		}
		began := time.Now()
		if w.identify(i) {
			w.settle.put(now, place{i, "."}, true)
		}
		for _, name := range r.poller.glance(now, &w.reader, r.dir, w.walk(place{i, "."})) {
			w.settle.put(now, place{i, name}, false)
		}
		for _, name := range r.untold() {
			w.settle.put(now, place{i, name}, false)
		}
		r.poller.resume = now.Add(time.Since(began) * restFactor)
	}
}

// untold returns the names that the last glance saw otherwise than they are settled. A
// file that is gone at one glance, back as it was when it is compared, and gone at the
// next, differs from no glance. The next glance reads these files, whatever their marks.
func (r *root) untold() []string {
	var names []string
	for name, s := range r.poller.seen {
		if s.content != r.files[name] {
			s.mark.since = time.Time{}
			r.poller.seen[name] = s
			names = append(names, name)
		}
	}
	for name := range r.files {
		if _, there := r.poller.seen[name]; !there {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
