package hotreload

import "crypto/sha256"

// Change is a settled set: the differences from the state that was last delivered.
type Change struct {
	// Paths are the files whose content has changed, that appeared, or that are gone since the last set. If sets
	// were merged, some of these files may have changed back since. Paths are below the root, with slashes, sorted,
	// without duplicates: "combat/melee.lua". If there are several roots, the same path may exist below more than
	// one of them, and Paths does not say which. Paths is empty if there is only Err to report.
	Paths []string
	// Sums are the SHA-256 sums of the files of Paths as they were compared, zero for those that are gone. If a
	// consumer reads a file and gets another sum, the file may be about to change back. The consumer should read it
	// again until the sums agree: after the file has changed back it equals its delivered state, so it is not
	// reported again. Files that could not be hashed have no entry.
	Sums map[string][sha256.Size]byte
	// Err reports problems that do not end the watch: a root that is gone, a directory that cannot be read, a limit
	// reached. Each problem is reported only once. The joined errors are of type *Error.
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
