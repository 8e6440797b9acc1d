package assets

import (
	"cmp"
	"slices"

	"github.com/bough-dev/bough/luabind"
)

// keepUsed keeps a module whose file is gone while files that use the module are held back for that reason. If
// the file comes back unchanged, agents must not start again.
func (r *round) keepUsed() {
	for name := range r.m.detachedModules {
		c := r.m.bundle.chunks[name]
		if r.m.files.at(name) == nil && c != nil && r.isUsed(c) {
			r.next.chunks[name] = c
		}
	}
}

// isUsed reports whether a file that is loaded uses a module.
func (r *round) isUsed(m *luabind.Chunk) bool {
	for _, c := range r.next.chunks {
		if slices.Contains(c.Near(), m) {
			return true
		}
	}
	return false
}

// loaded returns the chunks of the next bundle, sorted by path.
func (r *round) loaded() []*luabind.Chunk {
	out := make([]*luabind.Chunk, 0, len(r.next.chunks))
	for _, f := range r.m.files.inOrder() {
		if f.ext != ScriptExt {
			continue
		}
		if c := r.next.chunks[f.path]; c != nil {
			out = append(out, c)
		}
	}
	if len(out) < len(r.next.chunks) {
		out = r.withDetached(out)
	}
	return out
}

// withDetached returns list with the modules that keepUsed has kept, sorted by path.
func (r *round) withDetached(list []*luabind.Chunk) []*luabind.Chunk {
	for name := range r.m.detachedModules {
		if c := r.next.chunks[name]; c != nil && r.m.files.at(name) == nil {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *luabind.Chunk) int { return cmp.Compare(a.Path, b.Path) })
	return list
}
