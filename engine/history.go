package engine

import "slices"

// DefaultHistory is how many past ticks an agent remembers unless
// Options.History says otherwise.
const DefaultHistory = 64

// history remembers the sets of nodes that ran in the last size ticks, as runs
// of equal sets: an agent that goes on with what it did, as most do, costs a
// comparison and a count. A plain ring would dirty one more cache line for each
// agent and tick.
type history struct {
	last  bitset // the newest set, of count ticks
	count int32
	known int32 // ticks remembered, size at most
	size  int32

	// Older runs, a ring. As each has a tick at least, size runs are enough.
	next   int32
	sets   bitset // size sets of the width of last
	counts []int32
}

func newHistory(size int, last bitset) history {
	return history{last: last, size: int32(size), sets: make(bitset, size*len(last)), counts: make([]int32, size)}
}

func (h *history) push(ran bitset) {
	h.known = min(h.known+1, h.size)
	if h.count > 0 && slices.Equal(ran, h.last) {
		h.count++
		return
	}
	if h.count > 0 {
		copy(h.sets[int(h.next)*len(ran):], h.last)
		h.counts[h.next] = h.count
		if h.next++; h.next == h.size {
			h.next = 0
		}
	}
	copy(h.last, ran)
	h.count = 1
}

// ago returns what ran k finished ticks ago, 1 being the last; nil if that is
// not remembered.
func (h *history) ago(k int) bitset {
	if k < 1 || k > int(h.known) {
		return nil
	}
	if k -= int(h.count); k <= 0 {
		return h.last
	}
	width := len(h.last)
	for i := h.next; ; {
		if i--; i < 0 {
			i = h.size - 1
		}
		if k -= int(h.counts[i]); k <= 0 {
			return h.sets[int(i)*width : (int(i)+1)*width]
		}
	}
}

// RanNodes returns which nodes ran k finished ticks of this agent ago, in
// pre-order; 1 is the last finished tick. It is nil if that is not remembered.
func (a *Agent) RanNodes(k int) []int { return a.history.ago(k).list() }

// Ran tells whether a node that name means (see Program.Nodes) ran k finished
// ticks of this agent ago; 1 is the last finished tick. What is not remembered
// did not run.
func (a *Agent) Ran(name string, k int) bool {
	set := a.history.ago(k)
	if set == nil {
		return false
	}
	for _, i := range a.prog.byName[name] {
		if set.has(i) {
			return true
		}
	}
	return false
}

// HistoryLen returns how many past ticks are remembered at present.
func (a *Agent) HistoryLen() int { return int(a.history.known) }
