package assets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// DefaultVersions is the number of versions that a Manager keeps for Rollback unless Options.Versions is set.
const DefaultVersions = 16

// maxAliases bounds the number of additional numbers under which a version can be found.
const maxAliases = 64

// Version is a state of all files that was in force and good. It is kept so that Rollback can put it in force
// again; see Bundle.Good.
type Version struct {
	// Number is the version of the bundle that last changed the files to this state. A rollback
	// does not change it.
	Number int
	// Hash is the hash of the files.
	Hash Hash
	// Files is the number of files.
	Files int
	// Changed are the paths of the files that differ from the version listed before it,
	// sorted; nil for the first.
	Changed []string
	// InForce is set if the files of this version are in force.
	InForce bool
}

// kept is a version together with the texts of its files.
type kept struct {
	number   int
	aliases  []int // numbers of other bundles that had the same files, oldest first
	hash     Hash
	contents []*Content
}

func (k *kept) has(n int) bool { return k.number == n || slices.Contains(k.aliases, n) }

// alias adds a number to those under which the version can be found. Beyond maxAliases it drops the oldest one.
func (k *kept) alias(n int) {
	if k.aliases = append(k.aliases, n); len(k.aliases) > maxAliases {
		k.aliases = k.aliases[1:]
	}
}

// history contains the versions that Rollback can put in force again.
type history struct {
	limit int     // maximum number of versions to keep; negative if none are kept
	kept  []*kept // the versions last in force, oldest first
}

// newHistory returns an empty history; limit is Options.Versions.
func newHistory(limit int) history { return history{limit: cmp.Or(limit, DefaultVersions)} }

// remember keeps the bundle in force if it is good. If its files are those of an earlier version, that version
// becomes the newest one. So when an experiment was undone, the previous version is the one with the
// experiment. After a rollback, the version keeps its place.
func (h *history) remember(b, before *Bundle, rolledBack bool) {
	if !b.Good() || h.limit < 0 {
		return
	}
	i := h.indexOf(b.Hash)
	switch {
	case i < 0:
		h.kept = append(h.kept, &kept{number: b.Version, hash: b.Hash, contents: b.contents})
	case rolledBack || before.Hash == b.Hash:
		h.kept[i].alias(b.Version)
	default:
		k := h.kept[i]
		k.alias(k.number)
		k.number = b.Version
		h.kept = append(slices.Delete(h.kept, i, i+1), k)
	}
	h.kept = slices.Delete(h.kept, 0, max(0, len(h.kept)-h.limit))
}

func (h *history) indexOf(hash Hash) int {
	return slices.IndexFunc(h.kept, func(k *kept) bool { return k.hash == hash })
}

// list returns the versions, oldest first. The version with the hash inForce is marked.
func (h *history) list(inForce Hash) []Version {
	var out []Version
	for i, k := range h.kept {
		v := Version{Number: k.number, Hash: k.hash, Files: len(k.contents), InForce: k.hash == inForce}
		if i > 0 {
			v.Changed = differing(h.kept[i-1].contents, k.contents)
		}
		out = append(out, v)
	}
	return out
}

// lastGood returns the text of a file in the newest version that has it, or nil.
func (h *history) lastGood(path string) []byte {
	for _, k := range slices.Backward(h.kept) {
		if i := slices.IndexFunc(k.contents, func(c *Content) bool { return c.Path == path }); i >= 0 {
			return slices.Clone(k.contents[i].Text)
		}
	}
	return nil
}

// previous returns the number of the version before the version with a hash. If no version has the hash, it
// returns the number of the last version. It returns 0 if there is no previous version.
func (h *history) previous(hash Hash) int {
	i := h.indexOf(hash)
	if i < 0 {
		i = len(h.kept)
	}
	if i == 0 {
		return 0
	}
	return h.kept[i-1].number
}

// version returns version n. last is the number of the newest bundle, for the error.
func (h *history) version(n, last int) (*kept, error) {
	for _, k := range h.kept {
		if k.has(n) {
			return k, nil
		}
	}
	return nil, h.noVersion(n, last)
}

// noVersion returns the error for a version n that does not exist. It lists the existing versions.
func (h *history) noVersion(n, last int) error {
	switch {
	case h.limit < 0:
		return fmt.Errorf("version %d: no version is kept, as Options.Versions is negative", n)
	case len(h.kept) == 0:
		return fmt.Errorf("version %d: no version is kept yet, as files have had errors from the start; correct them", n)
	}
	why := "it was not kept, as files had errors or were gone"
	switch {
	case n < 1 || n > last:
		why = "there is no such version"
	case n < h.kept[0].number:
		why = "it is too old, or was not kept"
	}
	var numbers []string
	for _, k := range h.kept {
		numbers = append(numbers, fmt.Sprint(k.number))
	}
	return fmt.Errorf("version %d: %s; give one of those that are kept: %s", n, why, strings.Join(numbers, ", "))
}
