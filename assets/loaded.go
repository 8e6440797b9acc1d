package assets

import "github.com/bough-dev/bough/luabind"

// loaded returns the chunks of the next bundle, sorted by path.
func (r *round) loaded() []*luabind.Chunk {
	out := make([]*luabind.Chunk, 0, len(r.next.chunks))
	for _, f := range r.m.inOrder() {
		if f.ext != ScriptExt {
			continue
		}
		if c := r.next.chunks[f.path]; c != nil {
			out = append(out, c)
		}
	}
	return out
}

// replaced compares two lists of chunks, each sorted by path, and returns what only the
// second has and what only the first has.
func replaced(was, now []*luabind.Chunk) (fresh, gone []*luabind.Chunk) {
	for len(was) > 0 && len(now) > 0 {
		switch a, b := was[0], now[0]; {
		case a == b:
			was, now = was[1:], now[1:]
		case a.Path <= b.Path:
			gone, was = append(gone, a), was[1:]
		default:
			fresh, now = append(fresh, b), now[1:]
		}
	}
	return append(fresh, now...), append(gone, was...)
}
