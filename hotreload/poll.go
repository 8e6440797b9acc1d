package hotreload

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// racy is the time for which the content of a file is also compared after its stamp was first seen. After that time
// the content is compared once more. Modification times may be as coarse as two seconds, so a second save soon
// after the first need not change the stamp. The time is measured only by the local clock, since the clock of a
// file server may differ.
const racy = 3 * time.Second

// stamp is the part of a stat that changes with a file. The zero value stands for a file that does not exist. For a
// directory only the mode is set.
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
	fingerprint fingerprint // fingerprint of the target if the file is a link
	content     content
}

// poller finds the files of a root whose content differs from the settled content.
type poller struct {
	seen   map[string]observation
	resume time.Time // no scan before this time
}

// restFactor bounds the time that polling takes: a scan is followed by a rest of restFactor times its duration,
// however many files there are and however slow a stat is.
const restFactor = 5

// scan returns the names of the files whose content differs from the settled content. The value of a name reports
// whether the content also differs from that of the last scan. To find changes that is not enough: a file may be gone
// at one scan, be back when it is compared, and be gone again at the next scan, without a difference between the two
// scans. The next scan reads the returned files again, whatever their fingerprints.
func (p *poller) scan(now time.Time, rd *reader, root string, l listing, settled map[string]content) map[string]bool {
	next := make(map[string]observation, len(l.files))
	for _, name := range l.files {
		next[name] = p.seen[name].refresh(now, rd, filepath.Join(root, filepath.FromSlash(name)))
	}
	for name, s := range p.seen {
		if _, there := next[name]; !there && l.unknown(name) {
			next[name] = s
		}
	}
	differing := map[string]bool{}
	for name, s := range next {
		if s.content != settled[name] {
			s.fingerprint.since = time.Time{}
			next[name] = s
			differing[name] = s.content != p.seen[name].content
		}
	}
	for name := range settled {
		if _, there := next[name]; !there {
			_, was := p.seen[name]
			differing[name] = was
		}
	}
	p.seen = next
	return differing
}

// refresh returns s with the present fingerprint of the file. It reads the content again if the
// fingerprint is new or racy.
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

// poll scans all polled roots. It takes times from the clock of the ticker, so that a long scan is followed by a
// long rest.
func (w *Watcher) poll(now time.Time) {
	for i, r := range w.roots {
		if !r.polled.Load() || now.Before(r.poller.resume) {
			continue
		}
		began := time.Now()
		if w.identify(i) {
			w.settle.put(now, place{i, "."}, true)
		}
		differing := r.poller.scan(now, &w.reader, r.dir, w.walk(place{i, "."}), r.files)
		for _, name := range slices.Sorted(maps.Keys(differing)) {
			p := place{i, name}
			if _, waits := w.settle.batch.places[p]; !waits || differing[name] {
				w.settle.put(now, p, false)
			}
		}
		r.poller.resume = now.Add(time.Since(began) * restFactor)
	}
}
