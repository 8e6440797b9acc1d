package hotreload

import (
	"path"
	"path/filepath"
	"sync"
)

// Manual is a source that reports the changes given to it. It is meant for tests, and for games that detect
// changes by themselves. Its methods may be called from any goroutine and never block. Changes that have not been
// received yet are merged. The zero value is a source without changes.
type Manual struct {
	mu     sync.Mutex
	outbox outbox // nil until needed; see channel
	closed bool
}

var _, _ Source = (*Manual)(nil), (*Watcher)(nil)

// NewManual returns a source without changes.
func NewManual() *Manual { return new(Manual) }

// channel returns the channel of changes. Its caller holds mu.
func (m *Manual) channel() outbox {
	if m.outbox == nil {
		m.outbox = newOutbox()
	}
	return m.outbox
}

// Changes returns the channel of changes. It is closed by Close.
func (m *Manual) Changes() <-chan Change {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.channel()
}

// Touch reports paths, below their root, as changed. Without
// paths it does nothing.
func (m *Manual) Touch(paths ...string) {
	if len(paths) == 0 {
		return
	}
	m.Send(Change{Paths: paths})
}

// Send reports c, with a cleaned and sorted copy of its paths. After Close, Send does nothing.
func (m *Manual) Send(c Change) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	c.Paths = cleanPaths(c.Paths)
	m.channel().post(c)
}

// Close closes the channel. A waiting change can still be received. Close always returns nil.
func (m *Manual) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.channel())
	}
	return nil
}

func cleanPaths(paths []string) []string {
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		out = append(out, path.Clean(filepath.ToSlash(p)))
	}
	return uniqueSorted(out)
}
