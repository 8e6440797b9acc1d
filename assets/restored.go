package assets

import (
	"crypto/sha256"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// A file that is saved with a mistake is held back, and its last code stays in use. Often the next save restores
// the old text. Then the old compiled form is used again, so that the agents are not affected: no coroutine starts
// again.

// remove removes a file. If the file is a module, its compiled form is kept while other files are held back because
// the module is gone.
func (r *round) remove(name string) {
	m := r.m
	if f := m.files.at(name).fileInForce(); f != nil && f.module() {
		m.detachedModules[name] = f
	}
	r.set(name, nil)
}

// markWorking records which files work in the bundle that is in force now, and drops their earlier
// compiled forms.
func (m *Manager) markWorking(working []*file) {
	for _, f := range working {
		f.works, f.lastGood, f.before = true, nil, nil
	}
	for name := range m.detachedModules {
		if m.files.at(name) != nil || m.bundle.chunks[name] == nil {
			delete(m.detachedModules, name)
		}
	}
}

// earlierFile returns the compiled state of an earlier text of the file, or nil if it is not kept.
func (r *round) earlierFile(name string, hash [sha256.Size]byte) *file {
	f, detached := r.m.files.at(name), r.m.detachedModules[name]
	switch {
	case f == nil && (detached == nil || detached.hash != hash):
		return nil
	case f == nil:
		r.reverted[name] = true
		return detached
	case f.before != nil && f.before.hash == hash:
		r.reverted[name] = false
		return f.before
	case f.lastGood != nil && f.lastGood.hash == hash:
		r.reverted[name] = true
		return f.lastGood
	}
	return nil
}

// newlyWorking returns the files that work now and did not work before.
func (r *round) newlyWorking() (list []*file) {
	for _, f := range r.m.files.inOrder() {
		if !f.works && !r.heldBack[f.path] && f.own.Err() == nil {
			list = append(list, f)
		}
	}
	return list
}

// restored returns the sorted paths of the files that were held back and again have the text whose code is in
// force.
func (r *round) restored() (list []string) {
	for _, name := range sortedKeys(r.reverted) {
		if !r.heldBack[name] && r.m.files.at(name).works && r.next.chunks[name] == r.m.bundle.chunks[name] {
			list = append(list, name)
		}
	}
	return list
}

// forgiven returns the behaviors of restored files that were saved with another text in between,
// and the behaviors that use such files as modules.
func (r *round) forgiven(restored []string) (list []*engine.Behavior) {
	saved := map[*luabind.Chunk]bool{}
	for _, name := range restored {
		if c := r.next.chunks[name]; c != nil && r.reverted[name] {
			saved[c] = true
		}
	}
	if len(saved) == 0 {
		return nil
	}
	for _, c := range r.next.loaded {
		if !c.Module() && (saved[c] || slices.ContainsFunc(c.Near(), func(m *luabind.Chunk) bool { return saved[m] })) {
			list = append(list, c.Behavior)
		}
	}
	return list
}
