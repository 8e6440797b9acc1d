package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// markEvery is the number of files between two states that a hasher keeps.
const markEvery = 32

// hasher computes the hashes of successive versions. A hash covers the files in order, so hasher continues from
// the last state that it kept before the first file that differs.
type hasher struct {
	list  []*Content
	marks []hash.Cloner // states before each markEvery-th file of list; none if they cannot be kept
}

// HashOf returns the hash of files that are sorted by path.
func HashOf(list []*Content) Hash { return new(hasher).sum(list) }

func (h *hasher) sum(list []*Content) Hash {
	state, from := h.resume(list)
	h.list = list
	var line []byte
	for i := from; i < len(list); i++ {
		if i%markEvery == 0 {
			h.mark(state)
		}
		line = hex.AppendEncode(line[:0], list[i].Sum[:])
		line = append(append(append(line, "  "...), list[i].Path...), '\n')
		state.Write(line)
	}
	return Hash(state.Sum(nil))
}

// resume returns the last usable state and the index of the file that follows it. It removes the marks from that
// state onward.
func (h *hasher) resume(list []*Content) (state hash.Hash, from int) {
	k := min(h.common(list)/markEvery, len(h.marks)-1)
	if k < 0 {
		h.marks = nil
		return sha256.New(), 0
	}
	state = h.marks[k]
	h.marks = h.marks[:k]
	return state, k * markEvery
}

// common returns the number of files at the beginning of list that are the same as in the last list.
func (h *hasher) common(list []*Content) int {
	for i := range min(len(h.list), len(list)) {
		if a, b := h.list[i], list[i]; a != b && (a.Path != b.Path || a.Sum != b.Sum) {
			return i
		}
	}
	return min(len(h.list), len(list))
}

func (h *hasher) mark(state hash.Hash) {
	if c, ok := state.(hash.Cloner); ok {
		if kept, err := c.Clone(); err == nil {
			h.marks = append(h.marks, kept)
		}
	}
}
