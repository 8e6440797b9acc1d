package hotreload

import (
	"io/fs"
	"slices"
	"time"
)

// fingerprint identifies the file or directory that a name refers to, without opening it. For a
// symbolic link it includes the resolved path.
type fingerprint struct {
	stamp stamp
	info  fs.FileInfo // nil if the name does not exist
	real  string      // resolved path of a link; "" for others and for broken links
	since time.Time   // time when the name was first seen with this fingerprint
	read  time.Time   // time when its content was last read
}

func fingerprintOf(d disk, file string) fingerprint {
	var m fingerprint
	if isLink(d, file) {
		m.real, _ = d.EvalSymlinks(file)
	}
	return m.of(d.Stat(file))
}

// of completes a fingerprint with the result of a stat.
func (m fingerprint) of(info fs.FileInfo, err error) fingerprint {
	if err == nil {
		m.info, m.stamp = info, stampOf(info)
	}
	return m
}

// same reports whether two fingerprints are equal, ignoring their times.
func (m fingerprint) same(d disk, other fingerprint) bool {
	return m.stamp == other.stamp && m.real == other.real && sameThing(d, m.info, other.info)
}

// sameThing reports whether a and b describe the same file or directory, or are both nil.
func sameThing(d disk, a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return d.SameFile(a, b)
}

// noteFingerprint records the fingerprint of an unwatched name.
func (r *root) noteFingerprint(d disk, name string, m fingerprint) {
	if old, known := r.unwatched[name]; known && old.same(d, m) {
		m.since = old.since
	} else {
		m.since = time.Now()
	}
	m.read = time.Now()
	r.unwatched[name] = m
}

// racy reports whether the content may have changed after it was read without a change of the fingerprint.
func (m fingerprint) racy() bool { return m.read.Sub(m.since) <= racy }

// changed returns the unwatched names that may have changed since they were last checked. For some time these
// include files with the same fingerprint, since a second save need not change it; see racy.
func (r *root) changed(rd *reader) []string {
	var out []string
	for name, m := range r.unwatched {
		file := r.full(name)
		freed := r.files[name].kind == unreadable && rd.look(file).content.kind != unreadable
		fresh := m.stamp.mode.IsRegular() && m.info != nil && m.racy()
		if freed || fresh || !m.same(rd.disk, fingerprintOf(rd.disk, file)) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
