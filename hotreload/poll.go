package hotreload

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// racy is how long after a file's stamp was first seen its content is compared
// as well, and once more after that. Modification times may be as coarse as two seconds, so a
// second save soon after a first need not change the stamp. It is measured by the local clock
// alone, since a file server's may differ.
const racy = 3 * time.Second

// stamp is the part of a stat that changes with a file. The zero value is
// that of a file that does not exist. Of a directory only the mode counts.
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

// observation is the state of a file when the poller last saw it.
type observation struct {
	fingerprint fingerprint // not of links, which are followed
	content     content
}

// poller finds the files of a root that may have changed since it last looked.
type poller struct {
	seen   map[string]observation
	resume time.Time // no look before this time
}

// restFactor bounds polling to one part in this many of a processor, no matter
// how many files there are and how slow a stat is.
const restFactor = 5

// scan returns the names that differ from the last scan; none the first
// time.
func (p *poller) scan(now time.Time, rd *reader, root string, l listing) []string {
	first := p.seen == nil
	next := make(map[string]observation, len(l.files))
	var changed []string
	for _, name := range l.files {
		before := p.seen[name]
		next[name] = before.refresh(now, rd, filepath.Join(root, filepath.FromSlash(name)))
		if !first && (!before.fingerprint.same(rd.disk, next[name].fingerprint) || before.content != next[name].content) {
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

// refresh looks at the file once more.
func (s observation) refresh(now time.Time, rd *reader, file string) observation {
	if m := (fingerprint{}).of(rd.disk.Stat(file)); s.fingerprint.since.IsZero() || !m.same(rd.disk, s.fingerprint) {
		s.fingerprint, s.fingerprint.since, s.fingerprint.read = m, now, now
	}
	if s.fingerprint.racy() {
		s.fingerprint.read = now
		s.content = rd.look(file).content
	}
	return s
}

// poll scans all polled roots. Times come from the ticker's clock, so a scan that took
// long is followed by a rest.
func (w *Watcher) poll(now time.Time) {
	for i, r := range w.roots {
		if !r.polled.Load() || now.Before(r.poller.resume) {
			continue
		}
		began := time.Now()
		if w.identify(i) {
			w.settle.put(now, place{i, "."}, true)
		}
		for _, name := range r.poller.scan(now, &w.reader, r.dir, w.walk(place{i, "."})) {
			w.settle.put(now, place{i, name}, false)
		}
		for _, name := range r.unreported() {
			w.settle.put(now, place{i, name}, false)
		}
		r.poller.resume = now.Add(time.Since(began) * restFactor)
	}
}

// unreported returns the names whose last observation differs from the settled state. A file
// that is gone at one scan, back as it was when it is compared, and gone at the next scan, shows no
// difference between scans. The next scan reads these files, whatever their fingerprints.
func (r *root) unreported() []string {
	var names []string
	for name, s := range r.poller.seen {
		if s.content != r.files[name] {
			s.fingerprint.since = time.Time{}
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
