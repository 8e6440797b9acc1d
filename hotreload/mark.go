package hotreload

import (
	"io/fs"
	"slices"
	"time"
)

// mark is what can be told of a name without opening it: what is there, by which it is
// known again under any name, and, of a link, where it leads through whatever other links.
type mark struct {
	stamp stamp
	info  fs.FileInfo // nil if nothing is there
	real  string      // "" if it is no link or leads nowhere
	since time.Time   // when the name was first seen so
	read  time.Time   // when its content was last read
}

func markOf(d disk, file string) mark {
	var m mark
	if isLink(d, file) {
		m.real, _ = d.EvalSymlinks(file)
	}
	return m.of(d.Stat(file))
}

// of completes a mark by what was found.
func (m mark) of(info fs.FileInfo, err error) mark {
	if err == nil {
		m.info, m.stamp = info, stampOf(info)
	}
	return m
}

// same reports whether two marks are of one thing that has not changed, as far as can be told.
func (m mark) same(d disk, other mark) bool {
	return m.stamp == other.stamp && m.real == other.real && sameThing(d, m.info, other.info)
}

// sameThing reports whether both are of one file or directory, or of nothing.
func sameThing(d disk, a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return d.SameFile(a, b)
}

// keep notes what a mute name looked like.
func (r *root) keep(d disk, name string, m mark) {
	if old, known := r.mute[name]; known && old.same(d, m) {
		m.since = old.since
	} else {
		m.since = time.Now()
	}
	m.read = time.Now()
	r.mute[name] = m
}

// racy reports whether the content may have changed since it was read and left the mark as
// it is.
func (m mark) racy() bool { return m.read.Sub(m.since) <= racy }

// stirred returns the mute names that may have changed since last looked at. Files that
// are there as they were are among them for a while, since a second save may leave no
// other trace; see racy.
func (r *root) stirred(rd *reader) []string {
	var out []string
	for name, m := range r.mute {
		file := r.full(name)
		freed := r.files[name].kind == unreadable && rd.look(file).content.kind != unreadable
		fresh := m.stamp.mode.IsRegular() && m.info != nil && m.racy()
		if freed || fresh || !m.same(rd.disk, markOf(rd.disk, file)) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
