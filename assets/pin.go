package assets

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// pin keeps changed files from taking effect, and records which files have changed.
type pin struct {
	files *fileSet // the files in force
	// waiting contains the sums of the files on disk that differ from the files in force. It is nil if there is
	// no pin.
	waiting map[string][sha256.Size]byte
}

func (p *pin) isSet() bool { return p.waiting != nil }

// begin sets the pin. From then on, changes of files do not take effect.
func (p *pin) begin() {
	if p.waiting == nil {
		p.waiting = map[string][sha256.Size]byte{}
	}
}

func (p *pin) end() { p.waiting = nil }

// sum returns the sum of a file on disk as it was last seen, or zero if it did not exist.
func (p *pin) sum(name string) [sha256.Size]byte {
	if sum, waits := p.waiting[name]; waits {
		return sum
	}
	if f := p.files.at(name); f != nil {
		return f.hash
	}
	return [sha256.Size]byte{}
}

// wait records the sum of a file on disk, and reports whether the sum has changed.
func (p *pin) wait(name string, sum [sha256.Size]byte) bool {
	if p.sum(name) == sum {
		return false
	}
	delete(p.waiting, name)
	if p.sum(name) != sum {
		p.waiting[name] = sum
	}
	return true
}

// outside returns the sum of each file on disk, as last seen.
func (p *pin) outside() map[string][sha256.Size]byte {
	out := map[string][sha256.Size]byte{}
	for _, name := range p.files.names() {
		out[name] = p.sum(name)
	}
	for name, sum := range p.waiting {
		out[name] = sum
	}
	return out
}

// against sets a pin that keeps the files in force. outside contains the sums of the files on disk.
func (p *pin) against(outside map[string][sha256.Size]byte) {
	p.waiting = map[string][sha256.Size]byte{}
	for name, sum := range outside {
		p.wait(name, sum)
	}
	for _, name := range p.files.names() {
		if _, there := outside[name]; !there {
			p.wait(name, [sha256.Size]byte{})
		}
	}
}

// stale returns an error if a pin is set and the files in force differ from the files on disk.
func (p *pin) stale() error {
	if len(p.waiting) == 0 {
		return nil
	}
	return fmt.Errorf("the game is pinned, and files differ from what is in force: %s; unpin it first", strings.Join(sortedKeys(p.waiting), ", "))
}

// Pin keeps the files in force as they are: until Unpin, Prepare only records changes. Pin does not affect trees
// that are made by code.
func (m *Manager) Pin() { m.pin.begin() }

// Pinned reports whether Pin or Rollback keeps changed files from taking effect.
func (m *Manager) Pinned() bool { return m.pin.isSet() }

// Waiting returns the sorted paths of the files that are known to wait for Unpin: they have changed, and do not
// take effect while the manager is pinned.
func (m *Manager) Waiting() []string { return sortedKeys(m.pin.waiting) }

// Unpin ends the pin, and loads all files that differ from those in force, as one round. The
// report is nil if no file differs, or if there was no pin.
func (m *Manager) Unpin() *Report {
	if !m.Pinned() {
		return nil
	}
	m.pin.end()
	r := m.round()
	r.rescan()
	if len(r.changed) == 0 {
		return nil
	}
	return r.finish().Install()
}

// notePinned records changes of files without loading the files. Its report lists the files whose text has changed
// since they were last read. If there are none, notePinned returns nil.
func (m *Manager) notePinned(paths []string) *Prepared {
	files := map[string]bool{}
	for _, name := range m.root.affected(paths, slices.Sorted(maps.Keys(m.pin.outside()))) {
		if m.pin.wait(name, m.root.sum(name)) {
			files[name] = true
		}
	}
	if len(files) == 0 {
		return nil
	}
	rep := &Report{Version: m.bundle.Version, Hash: m.bundle.Hash, Noted: sortedKeys(files), Waiting: m.Waiting()}
	return &Prepared{m: m, report: rep}
}
