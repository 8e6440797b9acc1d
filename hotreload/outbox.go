package hotreload

import (
	"crypto/sha256"
	"errors"
	"maps"
	"slices"
)

// outbox delivers changes to a consumer, however slow. It holds one change, and merges later ones into it until
// the consumer receives it.
type outbox chan Change

func newOutbox() outbox { return make(outbox, 1) }

// post never blocks if no other goroutine posts, since the channel is then empty when post sends.
//
// A path stays in a waiting set even if its file is changed back. The consumer reads files later than they were
// compared here, so it may have read the state in between.
func (o outbox) post(c Change) {
	select {
	case old := <-o:
		c = mergeChanges(old, c)
	default:
	}
	o <- c
}

// mergeSums merges the sums of a and b. For a path of b, only the sum of b is used. If b has no sum for the path,
// neither has the result.
func mergeSums(a, b Change) map[string][sha256.Size]byte {
	if len(a.Sums) == 0 {
		return b.Sums
	}
	sums := maps.Clone(a.Sums)
	for _, p := range b.Paths {
		delete(sums, p)
	}
	maps.Copy(sums, b.Sums)
	return sums
}

// mergeChanges returns a change that reports both a and b.
func mergeChanges(a, b Change) Change {
	return Change{
		Paths: uniqueSorted(slices.Concat(a.Paths, b.Paths)),
		Sums:  mergeSums(a, b),
		Err:   errors.Join(appendErrors(parts(a.Err), parts(b.Err)...)...),
	}
}

func uniqueSorted(paths []string) []string {
	slices.Sort(paths)
	return slices.Compact(paths)
}

// parts returns the errors that were joined by errors.Join.
func parts(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return slices.Clone(joined.Unwrap())
	}
	return []error{err}
}
