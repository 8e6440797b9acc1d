package luabind

import (
	"slices"
	"strings"
)

// place is where that version of a file is which is in force. All versions of a file share
// theirs, so that another one can be put in force without looking for it.
type place struct{ chunk *Chunk }

// put puts a chunk in force.
func (r *Runtime) put(c *Chunk) {
	if c.place == nil {
		c.place = r.places[c.Path]
	}
	if c.place == nil {
		c.place = &place{}
	}
	if c.place.chunk == nil {
		r.places[c.Path] = c.place
	}
	c.place.chunk = c
}

// remove undoes put, unless another version is in force by now.
func (r *Runtime) remove(c *Chunk) {
	if c.place != nil && c.place.chunk == c {
		c.place.chunk = nil
		if r.places[c.Path] == c.place {
			delete(r.places, c.Path)
		}
	}
}

// placed returns the chunk in force of the path that Lua errors show, nil if there is none.
func (r *Runtime) placed(path string) *Chunk {
	if at := r.places[path]; at != nil {
		return at.chunk
	}
	return nil
}

// inForce returns the files in force, in a fixed order.
func (r *Runtime) inForce() []*Chunk {
	chunks := make([]*Chunk, 0, len(r.places))
	for _, at := range r.places {
		chunks = append(chunks, at.chunk)
	}
	slices.SortFunc(chunks, func(a, b *Chunk) int { return strings.Compare(a.Path, b.Path) })
	return chunks
}
