package engine

import "math/bits"

// bitset is a set of nodes; bit i is node i in pre-order. Its length is fixed by the program.
type bitset []uint64

func words(nodes int) int { return (nodes + 63) >> 6 }

func (b bitset) has(i int32) bool { return b[i>>6]&(1<<(uint(i)&63)) != 0 }
func (b bitset) set(i int32)      { b[i>>6] |= 1 << (uint(i) & 63) }
func (b bitset) unset(i int32)    { b[i>>6] &^= 1 << (uint(i) & 63) }

// hasAny reports whether b has one of the nodes.
func (b bitset) hasAny(nodes []int32) bool {
	for _, i := range nodes {
		if b.has(i) {
			return true
		}
	}
	return false
}

// reset removes all nodes from b. Most sets have only one word, for which a call of clear would take longer; Go
// would also make such a call of a loop with range.
func (b bitset) reset() {
	for w := 0; w < len(b); w++ {
		b[w] = 0
	}
}

// equal reports whether b and c contain the same nodes. Both must be sets of the same program.
func (b bitset) equal(c bitset) bool {
	for w := range b {
		if b[w] != c[w] {
			return false
		}
	}
	return true
}

// unsetSpan removes the nodes from <= i < to from b.
func (b bitset) unsetSpan(from, to int32) {
	for w := from >> 6; w <= (to-1)>>6; w++ {
		b[w] &^= spanMask(w, from, to)
	}
}

// setSpan adds to b the nodes from <= i < to that are in c.
func (b bitset) setSpan(c bitset, from, to int32) {
	for w := from >> 6; w <= (to-1)>>6; w++ {
		b[w] |= c[w] & spanMask(w, from, to)
	}
}

// next returns the smallest node of b in from <= i < to, or to if there is none.
func (b bitset) next(from, to int32) int32 {
	for from < to {
		if m := b[from>>6] >> (uint(from) & 63); m != 0 {
			return min(from+int32(bits.TrailingZeros64(m)), to)
		}
		from = (from | 63) + 1
	}
	return to
}

// highest returns the largest node of b in from <= i < to, or -1 if there is none.
func (b bitset) highest(from, to int32) int32 {
	for w := (to - 1) >> 6; w >= from>>6; w-- {
		if m := b[w] & spanMask(w, from, to); m != 0 {
			return w<<6 + int32(bits.Len64(m)) - 1
		}
	}
	return -1
}

// spanMask returns the bits of word w for the nodes from <= i < to.
func spanMask(w, from, to int32) uint64 {
	mask := ^uint64(0)
	if low := from - w<<6; low > 0 {
		mask <<= uint(low)
	}
	if high := to - w<<6; high < 64 {
		mask &= 1<<uint(high) - 1
	}
	return mask
}

// common returns the number of nodes that b and c have in common. Both must be sets of the same
// program.
func (b bitset) common(c bitset) int {
	n := 0
	for w := range b {
		n += bits.OnesCount64(b[w] & c[w])
	}
	return n
}

// each calls f with the nodes of b in ascending order.
func (b bitset) each(f func(i int32)) {
	for w, m := range b {
		for ; m != 0; m &= m - 1 {
			f(int32(w<<6 + bits.TrailingZeros64(m)))
		}
	}
}

func (b bitset) list() []int {
	var out []int
	b.each(func(i int32) { out = append(out, int(i)) })
	return out
}
