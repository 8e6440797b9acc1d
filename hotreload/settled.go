package hotreload

import (
	"crypto/sha256"
	"strings"
)

// Settled returns the settled state of all files in the form of a set. It is for a consumer that has read files
// without a set. Such a consumer may have read a file that was about to change back, which no set reports; see
// Change.Sums. The result also contains those of the given paths that sets can contain, even if there is no such
// file. Settled may be called from any goroutine.
func (w *Watcher) Settled(paths ...string) Change {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := Change{Sums: map[string][sha256.Size]byte{}}
	for _, r := range w.roots {
		for name := range r.files {
			c.Paths = append(c.Paths, name)
		}
	}
	for _, name := range paths {
		if w.reports(name) {
			c.Paths = append(c.Paths, name)
		}
	}
	c.Paths = uniqueSorted(c.Paths)
	for _, name := range c.Paths {
		if sum, known := w.sum(name); known {
			c.Sums[name] = sum
		}
	}
	return c
}

// reports reports whether sets can contain a file of that name.
func (w *Watcher) reports(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if ignored(part) {
			return false
		}
	}
	return w.options.Match(name)
}

// sum returns the sum of a file below the first root that has it; it is zero if none has it. known reports whether the file
// could be hashed.
func (w *Watcher) sum(name string) (sum [sha256.Size]byte, known bool) {
	for _, r := range w.roots {
		if c := r.files[name]; c.kind != absent {
			return c.sum, c.kind == hashed
		}
	}
	return sum, true
}
