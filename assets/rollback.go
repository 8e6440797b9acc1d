package assets

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// Pin keeps the files in force as they are: Prepare notes what changes and takes nothing
// in, until Unpin. Trees that code makes are not held up by it.
func (m *Manager) Pin() {
	if m.waiting == nil {
		m.waiting = map[string][sha256.Size]byte{}
	}
}

// Pinned reports whether Pin or Rollback keeps changed files out.
func (m *Manager) Pinned() bool { return m.waiting != nil }

// Waiting returns the paths of the files that are known to differ from those in force
// while the manager is pinned, sorted. Unpin takes them in.
func (m *Manager) Waiting() []string { return sortedKeys(m.waiting) }

// Unpin compares all files with those in force and takes in what differs, as one round.
// The report is nil if nothing does, or if there was no pin.
func (m *Manager) Unpin() *Report {
	if m.waiting == nil {
		return nil
	}
	m.waiting = nil
	r := m.round()
	r.rescan()
	if len(r.changed) == 0 {
		return nil
	}
	return r.finish().Install()
}

// Rollback makes a bundle of the files of a version, given by any number under which they
// were in force, and pins it. It is a round like any other, with the next number: trees
// that the version does not have stay as they are for their agents, and so do trees that
// code has made. The report is nil if the files in force are those already; then they are
// only pinned. The error says which versions there are; then nothing has changed.
func (m *Manager) Rollback(n int) (*Report, error) {
	v, err := m.version(n)
	if err != nil {
		return nil, err
	}
	outside := m.lastSeen()
	m.Pin()
	r := m.round()
	r.rollback = v.number
	r.restore(v.contents)
	m.waitFor(outside)
	if len(r.changed) == 0 {
		return nil, nil
	}
	return r.finish().Install(), nil
}

// lastSeen returns the sums of all files as they were last read, or seen to have changed.
func (m *Manager) lastSeen() map[string][sha256.Size]byte {
	out := map[string][sha256.Size]byte{}
	for name := range m.files {
		out[name] = m.Sum(name)
	}
	for name, sum := range m.waiting {
		out[name] = sum
	}
	return out
}

// restore puts the files of a version in the place of those that are there.
func (r *round) restore(list []*content) {
	for name := range r.m.files {
		if find(list, name) == nil {
			r.remove(name)
		}
	}
	for _, c := range list {
		r.put(c.path, c.text, c.sum)
	}
}

// waitFor notes all files that differ from those outside, given by their sums.
func (m *Manager) waitFor(outside map[string][sha256.Size]byte) {
	clear(m.waiting)
	for name, sum := range outside {
		m.wait(name, sum)
	}
	for name := range m.files {
		if _, there := outside[name]; !there {
			m.wait(name, [sha256.Size]byte{})
		}
	}
}

// note looks at changed files without taking them in. The report tells which of them are
// other than when they were last looked at; it is nil if none is.
func (m *Manager) note(paths []string) *Prepared {
	files := map[string]bool{}
	for _, name := range paths {
		if Relevant(name) && m.inside(name) && m.wait(name, m.sumOnDisk(name)) {
			files[name] = true
		}
	}
	if len(files) == 0 {
		return nil
	}
	rep := &Report{Version: m.bundle.Version, Hash: m.bundle.Hash, Noted: sortedKeys(files), Pinned: true, Waiting: m.Waiting()}
	return &Prepared{m: m, report: rep}
}

// wait notes the sum of a file outside, and answers whether it is another one than before.
func (m *Manager) wait(name string, sum [sha256.Size]byte) bool {
	if m.Sum(name) == sum {
		return false
	}
	delete(m.waiting, name)
	if m.Sum(name) != sum {
		m.waiting[name] = sum
	}
	return true
}

// sumOnDisk returns the sum that Sum would return if the file were read now.
func (m *Manager) sumOnDisk(name string) [sha256.Size]byte {
	text, exists, err := read(m.o.FS, name)
	switch {
	case err != nil:
		return m.noReading(name, err).hash
	case !exists:
		return [sha256.Size]byte{}
	}
	return sha256.Sum256(text)
}

// stale refuses to work on files in force that are not those outside.
func (m *Manager) stale() error {
	if len(m.waiting) == 0 {
		return nil
	}
	return fmt.Errorf("the game is pinned, and files differ from what is in force: %s; unpin it first", strings.Join(m.Waiting(), ", "))
}
