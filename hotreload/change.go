package hotreload

import "crypto/sha256"

// Change is a settled set: the differences from the state that was last delivered.
type Change struct {
	// Paths are the files that have changed, have appeared, or are gone since the last set. If sets were merged,
	// some of these files may have changed back since then. Paths are below the root, with slashes, as in
	// "combat/melee.lua". They are sorted and have no duplicates. If there are several roots, a file of an earlier
	// root hides those of the same path below later ones. A change of a hidden file may be among Paths. Paths is
	// empty if there is only Err to report.
	Paths []string
	// Sums are the SHA-256 sums of the compared contents of the files of Paths, of those that are not hidden. The sum is zero for files that are
	// gone. If a consumer reads a file with another sum, the file may be about to change back. The consumer should
	// then read the file again until the sums agree. A file that has changed back equals its delivered state, so it
	// is not reported again. Files that could not be hashed have no entry.
	Sums map[string][sha256.Size]byte
	// Err reports problems that do not end the watch, such as a root that is gone, a directory that cannot be read,
	// a limit that was reached, or a hold for which changes wait (see the package comment). Each problem is reported
	// only once. The joined errors are of type *Error.
	Err error
}

// Source yields settled sets of changed paths. *Watcher and *Manual are sources. A source that knows the state
// of all files should also have the method Settled, as *Watcher has.
type Source interface {
	// Changes returns the channel of settled sets. It always returns the same channel, which Close closes.
	Changes() <-chan Change
	// Close ends the source. It may be called more than once and from any
	// goroutine.
	Close() error
}
