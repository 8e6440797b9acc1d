package hotreload

import (
	"crypto/sha256"
	"strings"
)

// Settled returns all files as they were last settled, in the form of a set: for a
// consumer that has read files without having been told to. It may have caught a file that
// was about to change back, of which no set tells; see Change.Sums. Of the given paths
// those are in the set too that would be told of if there were such files. It may be
// called from any goroutine.
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
		if w.tellsOf(name) {
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

// tellsOf reports whether a file of that name would be found.
func (w *Watcher) tellsOf(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if ignored(part) {
			return false
		}
	}
	return w.options.Match(name)
}

// sum returns the sum of a file, if it could be hashed and is the same below all roots
// that have it.
func (w *Watcher) sum(name string) (sum [sha256.Size]byte, known bool) {
	var found content
	for _, r := range w.roots {
		c := r.files[name]
		switch {
		case c.kind == absent:
		case found.kind == absent:
			found = c
		case found != c:
			return sum, false
		}
	}
	return found.sum, found.kind == hashed || found.kind == absent
}
