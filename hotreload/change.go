package hotreload

import (
	"crypto/sha256"
	"time"
)

// Change is a settled set: what is different from what the consumer last
// received.
type Change struct {
	// Paths are the files whose content changed, that appeared or that are gone
	// since the last set, or, if sets were merged, at some time since then;
	// below their root, with slashes, sorted, each once: "combat/melee.lua".
	// With several roots the same path may exist below more than one: it says
	// what to look up again, not where. Empty if only Err is to be told.
	Paths []string
	// Sums are the SHA-256 sums of the files of Paths as they were compared, zero
	// for those that are gone. A consumer whose own reading gives another sum has
	// caught a file that was about to change back; it should read again until the
	// sums agree, since a file that is what it was delivered as is not told again.
	// Files that could not be hashed have no entry.
	Sums map[string][sha256.Size]byte
	// Rescan is set when the operating system lost events and everything was
	// compared again. Paths is complete all the same.
	Rescan bool
	// Err tells of trouble that does not end the watch: a root that is gone, a
	// directory that cannot be read, a limit reached. Each is told once, not for
	// as long as it lasts. Its parts are of type *Error.
	Err error
	// First and Last are when the first and the last hint of the set came in.
	First, Last time.Time
}

// Source yields settled sets of changed paths. *Watcher and *Manual are sources. One that
// can say how all files are has the method Settled of *Watcher too.
type Source interface {
	// Changes returns the channel of settled sets, always the same one. It is
	// closed by Close.
	Changes() <-chan Change
	// Close ends the source. It may be called more than once and from any
	// goroutine.
	Close() error
}
