package hotreload

import "crypto/sha256"

// Change is a settled set: the differences from what the consumer last
// received.
type Change struct {
	// Paths are the files whose content changed, that appeared or that are gone
	// since the last set, or, if sets were merged, at some time since then;
	// below their root, with slashes, sorted, each once: "combat/melee.lua".
	// With several roots the same path may exist below more than one of them, and
	// Paths does not tell below which. Empty if there is only Err to report.
	Paths []string
	// Sums are the SHA-256 sums of the files of Paths as they were compared, zero
	// for those that are gone. A consumer that reads a file with another sum has
	// read it while it was about to change back. It should read again until the
	// sums agree, since a file is not reported again while it equals its delivered state.
	// Files that could not be hashed have no entry.
	Sums map[string][sha256.Size]byte
	// Err reports problems that do not end the watch: a root that is gone, a
	// directory that cannot be read, a limit reached. Each is reported once, not for
	// as long as it lasts. Its parts are of type *Error.
	Err error
}

// Source yields settled sets of changed paths. *Watcher and *Manual are sources. A source that
// knows the state of all files also has the method Settled of *Watcher.
type Source interface {
	// Changes returns the channel of settled sets, always the same one. It is
	// closed by Close.
	Changes() <-chan Change
	// Close ends the source. It may be called more than once and from any
	// goroutine.
	Close() error
}
