package engine

import "fmt"

// DefaultHistory is the number of past ticks that an agent remembers unless Options.History is set.
const DefaultHistory = 64

// history remembers the sets of nodes that ran in past ticks, as runs of equal sets. Most agents run the same nodes
// as in the tick before. For these, a tick costs only a comparison and a count, while a ring with one set for each
// tick would write to one more cache line. The newest set, and the number of ticks in which it has been the same,
// are in Agent.
type history struct {
	sets   bitset  // ring of older sets, of width words each
	counts []int32 // number of ticks for each set; 0 where there is no set yet
	width  int32
	next   int32 // index of the next set
	size   int32 // number of ticks to remember; the ring grows until it has room for them
	total  int32 // sum of counts
	since  int64 // number of ticks of the agent when the history began
}

func newHistory(size, width int) history {
	h := history{width: int32(width), size: int32(size)}
	h.grow(min(size, 4))
	return h
}

// remember adds ran, the set of the current tick, and removes all nodes from ran. newest is the set before it, which
// has lasted for a number of ticks; remember replaces it, and returns for how many ticks the new one has lasted.
func (h *history) remember(ran, newest bitset, lasted int32) int32 {
	if lasted == 0 || !ran.equal(newest) {
		if lasted > 0 {
			h.archive(newest, lasted)
		}
		copy(newest, ran)
		lasted = 0
	}
	ran.reset()
	return lasted + 1
}

// len returns the number of past ticks of an agent that are remembered now. ticks is the number of its ticks.
func (h *history) len(ticks int64) int { return int(min(ticks-h.since, int64(h.size))) }

func (h *history) archive(set bitset, count int32) {
	count = min(count, h.size)
	if oldest := h.counts[h.next]; oldest > 0 && h.total-oldest+count < h.size {
		h.grow(2 * len(h.counts))
	}
	h.total += count - h.counts[h.next]
	copy(h.sets[h.next*h.width:], set)
	h.counts[h.next] = count
	if h.next++; int(h.next) == len(h.counts) {
		h.next = 0
	}
}

// grow enlarges a full ring, up to size sets.
func (h *history) grow(size int) {
	sets, counts := h.sets, h.counts
	h.sets, h.counts = make(bitset, size*int(h.width)), make([]int32, size)
	n := copy(h.counts, counts[h.next:])
	copy(h.counts[n:], counts[:h.next])
	n = copy(h.sets, sets[h.next*h.width:])
	copy(h.sets[n:], sets[:h.next*h.width])
	h.next = int32(len(counts))
}

// ranAgo returns the nodes that ran k finished ticks ago; k is 1 for the last finished tick. It returns nil if that
// tick is not remembered.
func (a *Agent) ranAgo(k int) bitset {
	if k < 1 || k > a.history.len(a.ticks) {
		return nil
	}
	_, newest := a.sets()
	return a.history.ago(k, a.lasted, newest)
}

// ago returns the set of nodes that ran k ticks ago.
func (h *history) ago(k int, lasted int32, newest bitset) bitset {
	if k -= int(lasted); k <= 0 {
		return newest
	}
	for i := h.next; ; {
		if i--; i < 0 {
			i = int32(len(h.counts)) - 1
		}
		if k -= int(h.counts[i]); k <= 0 {
			return h.sets[i*h.width : (i+1)*h.width]
		}
	}
}

// hasWithin reports whether one of nodes ran in the last ticks, which must all be remembered.
func (h *history) hasWithin(nodes []int32, ticks, lasted int32, newest bitset) bool {
	set, left := newest, ticks-lasted
	for i := h.next; !set.hasAny(nodes); left -= h.counts[i] {
		if left <= 0 {
			return false
		}
		if i--; i < 0 {
			i = int32(len(h.counts)) - 1
		}
		set = h.sets[i*h.width : (i+1)*h.width]
	}
	return true
}

// each walks back over the newest archived ticks. It calls f once for each run of ticks with equal sets, until f returns
// false; span is the length of the run.
func (h *history) each(ticks int32, f func(set bitset, span int32) bool) {
	var set bitset
	span := int32(0)
	for i := h.next; ticks > 0; {
		if i--; i < 0 {
			i = int32(len(h.counts)) - 1
		}
		older, count := h.sets[i*h.width:(i+1)*h.width], min(h.counts[i], ticks)
		if span > 0 && !set.equal(older) {
			if !f(set, span) {
				return
			}
			span = 0
		}
		set, span, ticks = older, span+count, ticks-count
	}
	if span > 0 {
		f(set, span)
	}
}

// RanNodes returns the nodes that ran k finished ticks of this agent ago, in pre-order; k is 1 for the last
// finished tick. It returns nil if that tick is not remembered, and an empty slice if no node ran.
func (a *Agent) RanNodes(k int) []int {
	a.mustBeReadable("Agent.RanNodes")
	set := a.ranAgo(k)
	if nodes := set.list(); nodes != nil || set == nil {
		return nodes
	}
	return []int{}
}

// AppendRan appends the nodes that ran k finished ticks of this agent ago to dst, as a set like that of AppendActive,
// and returns the result; k is 1 for the last finished tick. If that tick is not remembered, it returns dst.
func (a *Agent) AppendRan(dst []uint64, k int) []uint64 {
	a.mustBeReadable("Agent.AppendRan")
	return append(dst, a.ranAgo(k)...)
}

// RanFor returns the number of consecutive ticks of this agent, up to the last finished one, that ran the same nodes.
// It counts from 1 again after SetTree, Reset and a reload that has changed the tree, and is 0 if the agent has not
// been ticked since. So a caller that looks after each tick of the world need not read the nodes again if Ticks and
// RanFor have grown by 1 and Program is the same. If Ticks has not changed, the agent took no part in the tick.
func (a *Agent) RanFor() int {
	a.mustBeReadable("Agent.RanFor")
	return int(a.lasted)
}

// Ran reports whether a node of that name (see Program.Nodes) ran in one of the last k finished ticks of this agent. It
// panics unless k is between 1 and Options.History of the world. The agent may have made fewer ticks. For names that the
// program does not have, see IsActive.
func (a *Agent) Ran(name string, k int) bool {
	a.mustBeReadable("Agent.Ran")
	a.mustRemember("Agent.Ran", k)
	ticks := min(k, a.history.len(a.ticks))
	if ticks == 0 {
		return false
	}
	_, newest := a.sets()
	return a.history.hasWithin(a.code.prog.Nodes(name), int32(ticks), a.lasted, newest)
}

// RanAgo reports whether a node of that name ran exactly k finished ticks of this agent ago; k is 1 for the last
// finished tick. It returns false if the agent has made fewer ticks. Otherwise it is like Ran.
func (a *Agent) RanAgo(name string, k int) bool {
	a.mustBeReadable("Agent.RanAgo")
	a.mustRemember("Agent.RanAgo", k)
	set := a.ranAgo(k)
	return set != nil && set.hasAny(a.code.prog.Nodes(name))
}

// mustRemember panics if the history never has k ticks.
func (a *Agent) mustRemember(method string, k int) {
	if size := a.world.opts.History; k < 1 || k > size {
		panic(fmt.Sprintf("engine: %s called with %d ticks, for %s; want 1 to %d, the value of Options.History", method, k, a.label, size))
	}
}

// Span is a number of consecutive ticks in which an agent ran the same nodes.
type Span struct {
	// From and To are the first and the last of these ticks, counted back from the present; 1 is the last finished
	// tick.
	From int      `json:"from"`
	To   int      `json:"to"`
	Ran  []string `json:"ran"` // paths in pre-order; none if the root was not ready
}

// RanSpans yields the nodes that ran in the remembered past ticks, newest first: for each run of equal ticks their
// number and the nodes, as a set like that of AppendActive. A set is valid only until yield returns, and must not be
// changed.
func (a *Agent) RanSpans(yield func(ticks int, ran []uint64) bool) {
	a.mustBeReadable("Agent.RanSpans")
	known := int32(a.history.len(a.ticks))
	if known == 0 {
		return
	}
	_, newest := a.sets()
	last := min(a.lasted, known)
	if yield(int(last), newest) {
		a.history.each(known-last, func(set bitset, span int32) bool { return yield(int(span), set) })
	}
}

// History returns the nodes that ran in the remembered past ticks, newest first.
func (a *Agent) History() []Span {
	a.mustBeReadable("Agent.History")
	spans := []Span{}
	from := 1
	for ticks, ran := range a.RanSpans {
		spans = append(spans, Span{From: from, To: from + ticks - 1, Ran: a.code.prog.paths(ran)})
		from += ticks
	}
	return spans
}
