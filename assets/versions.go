package assets

import (
	"fmt"
	"slices"
	"strings"
)

// DefaultVersions is how many versions a Manager keeps for Rollback unless
// Options.Versions says otherwise.
const DefaultVersions = 16

// maxAliases bounds how many further numbers a version is found under.
const maxAliases = 64

// Version is a state of all files that was in force and good, kept so that Rollback can
// put it in force again; see Bundle.Good.
type Version struct {
	// Number is that of the bundle in which the files last became so. A rollback does not
	// change it.
	Number int
	// Hash is that of the files.
	Hash Hash
	// Files is the number of files.
	Files int
	// Changed are the paths of the files that differ from the version listed before it,
	// sorted; nil for the first.
	Changed []string
	// InForce tells that the files in force are those of this version.
	InForce bool
}

// kept is a version with the texts of its files.
type kept struct {
	number   int
	aliases  []int // other bundles that had the same files, oldest first
	hash     Hash
	contents []*content
}

func (k *kept) has(n int) bool { return k.number == n || slices.Contains(k.aliases, n) }

// alias notes a number under which the version is found too.
func (k *kept) alias(n int) {
	if k.aliases = append(k.aliases, n); len(k.aliases) > maxAliases {
		k.aliases = k.aliases[1:]
	}
}

// remember keeps the bundle in force if it is good. Files that come back as
// they were before count as new, so that the version before an experiment is the one that
// the experiment began with; after a rollback they keep their place.
func (m *Manager) remember(before *Bundle, rolledBack bool) {
	b := m.bundle
	if !b.Good() || m.o.Versions < 0 {
		return
	}
	i := m.indexOf(b.Hash)
	switch {
	case i < 0:
		m.kept = append(m.kept, &kept{number: b.Version, hash: b.Hash, contents: b.contents})
	case rolledBack || before.Hash == b.Hash:
		m.kept[i].alias(b.Version)
	default:
		k := m.kept[i]
		k.alias(k.number)
		k.number = b.Version
		m.kept = append(slices.Delete(m.kept, i, i+1), k)
	}
	limit := m.o.Versions
	if limit == 0 {
		limit = DefaultVersions
	}
	m.kept = slices.Delete(m.kept, 0, max(0, len(m.kept)-limit))
}

func (m *Manager) indexOf(h Hash) int {
	return slices.IndexFunc(m.kept, func(k *kept) bool { return k.hash == h })
}

// Versions lists the versions that are kept, oldest first.
func (m *Manager) Versions() []Version {
	var out []Version
	for i, k := range m.kept {
		v := Version{Number: k.number, Hash: k.hash, Files: len(k.contents), InForce: k.hash == m.bundle.Hash}
		if i > 0 {
			v.Changed = differing(m.kept[i-1].contents, k.contents)
		}
		out = append(out, v)
	}
	return out
}

// Previous returns the number of the version to go back to by one step: the one listed
// before the version in force or, if there are errors in the files in force, the last
// one. It is 0 if there is none.
func (m *Manager) Previous() int {
	i := m.indexOf(m.bundle.Hash)
	if i < 0 {
		i = len(m.kept)
	}
	if i == 0 {
		return 0
	}
	return m.kept[i-1].number
}

func (m *Manager) version(n int) (*kept, error) {
	for _, k := range m.kept {
		if k.has(n) {
			return k, nil
		}
	}
	return nil, m.noVersion(n)
}

// noVersion says why there is no version n to go back to, and which there are.
func (m *Manager) noVersion(n int) error {
	switch {
	case m.o.Versions < 0:
		return fmt.Errorf("version %d: no version is kept, as Options.Versions is negative", n)
	case len(m.kept) == 0:
		return fmt.Errorf("version %d: no version is kept yet, as files have had errors from the start; correct them", n)
	}
	why := "it was not kept, as files had errors or were gone"
	switch {
	case n < 1 || n > m.bundle.Version:
		why = "there is no such version"
	case n < m.kept[0].number:
		why = "it is too old, or was not kept"
	}
	var numbers []string
	for _, k := range m.kept {
		numbers = append(numbers, fmt.Sprint(k.number))
	}
	return fmt.Errorf("version %d: %s; give one of those that are kept: %s", n, why, strings.Join(numbers, ", "))
}
