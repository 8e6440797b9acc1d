package engine

// DefaultHistory is how many past ticks an agent remembers unless
// Options.History says otherwise.
const DefaultHistory = 64

// history is a ring of the sets of nodes that ran in past ticks.
type history struct {
	sets bitset // room for size sets of width words, one after another
	size int
	next int // where the next set goes
	len  int // how many sets are filled
}

func newHistory(size, width int) history {
	return history{sets: make(bitset, size*width), size: size}
}

func (h *history) push(ran bitset) {
	copy(h.sets[h.next*len(ran):], ran)
	if h.next++; h.next == h.size {
		h.next = 0
	}
	h.len = min(h.len+1, h.size)
}

// ago returns what ran k finished ticks ago, 1 being the last; nil if that is
// not known.
func (h *history) ago(k, width int) bitset {
	if k < 1 || k > h.len {
		return nil
	}
	at := (h.next - k + h.size) % h.size * width
	return h.sets[at : at+width]
}

// RanNodes returns which nodes ran k finished ticks of this agent ago, in
// pre-order; 1 is the last finished tick. It is nil if that is not remembered.
func (a *Agent) RanNodes(k int) []int { return a.history.ago(k, a.prog.words).list() }

// Ran tells whether a node that name means (see Program.Nodes) ran k finished
// ticks of this agent ago; 1 is the last finished tick. What is not remembered
// did not run.
func (a *Agent) Ran(name string, k int) bool {
	set := a.history.ago(k, a.prog.words)
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
func (a *Agent) HistoryLen() int { return a.history.len }
