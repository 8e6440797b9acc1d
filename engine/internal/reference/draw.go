package reference

import (
	"slices"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// draw returns draw k of a node, a number in [0, 1). It depends only on the seed, the agent, the node, the tick of
// the world, and the number of entries of the node in that tick. So asking twice gives the same number.
func (d *decision) draw(n *node, k int) float64 {
	entries := 0
	if s := d.a.surviving(n); s.entryTick == d.tick {
		entries = s.entries
	}
	h := mix(d.c.Seed, uint64(d.a.id)+1, uint64(n.Index), uint64(d.tick), uint64(entries), uint64(k))
	return float64(h>>11) / (1 << 53)
}

// mix hashes numbers to one number.
func mix(parts ...uint64) uint64 {
	h := uint64(0x6a09e667f3bcc909)
	for _, p := range parts {
		h = scramble((h ^ (p * 0x9e3779b97f4a7c15)) + 0x9e3779b97f4a7c15)
	}
	return h
}

func scramble(z uint64) uint64 {
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// countEntry counts an entry of a node in this tick.
func (t *turn) countEntry(n *node) {
	s := t.a.surviving(n)
	if s.entryTick != t.tick {
		s.entryTick, s.entries = t.tick, 0
	}
	s.entries++
}

// pick returns the index of the node that draw u selects by weight. It returns false if no node has a weight.
func pick(nodes []*node, weights map[*node]float64, u float64) (int, bool) {
	sum := 0.0
	for _, n := range nodes {
		sum += weights[n]
	}
	x, upTo, last := u*sum, 0.0, -1
	for i, n := range nodes {
		if weights[n] == 0 {
			continue
		}
		last = i
		if upTo += weights[n]; upTo > x {
			break
		}
	}
	return last, last >= 0
}

// drawn returns the answer of the active child while it is ready, otherwise the answer of a ready child that is
// drawn by weight.
func (d *decision) drawn(n *node) answer {
	active := d.a.activeChild(n)
	if active != nil {
		if ans := d.decide(active); ans.certainty != failure {
			return ans
		}
	}
	var ready []*node
	answers := map[*node]answer{}
	for _, c := range n.Children {
		if c == active {
			continue
		}
		if ans := d.decide(c); ans.certainty != failure {
			ready = append(ready, c)
			answers[c] = ans
		}
	}
	if i, ok := pick(ready, d.weights(ready), d.draw(n, 0)); ok {
		return answers[ready[i]]
	}
	return no
}

// shuffled returns the children of n in a drawn order. It repeatedly draws a child, by weight, from the remaining
// ones. Children of weight 0 come last, in the order of the tree.
func (d *decision) shuffled(n *node) []*node {
	if active := d.a.active[n]; active != nil {
		return active.order
	}
	var order []*node
	rest, weights := slices.Clone(n.Children), d.weights(n.Children)
	for k := 0; ; k++ {
		i, ok := pick(rest, weights, d.draw(n, k))
		if !ok {
			return append(order, rest...)
		}
		order = append(order, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
}

// decideShuffled is like decideSequence or decideFallback, in the drawn order.
func decideShuffled(d *decision, n *node) (answer, intent) {
	order, first := d.shuffled(n), 0
	if active := d.a.active[n]; active != nil {
		first = max(0, slices.Index(order, active.cursor))
	}
	goesOn := success
	if n.Kind == "random_fallback" {
		goesOn = failure
	}
	return d.walk(order[first:], goesOn), intent{order: order}
}

func actShuffled(t *turn, in intent) (conform.Status, conform.Reason) {
	goesOn := conform.Success
	if in.node.Kind == "random_fallback" {
		goesOn = conform.Failure
	}
	if in.waitsForInterval(t) {
		return because(conform.Running)
	}
	return because(t.actInTurn(in.node, t.a.active[in.node].order, goesOn))
}

// decideChance draws a number only while the node is inactive.
func decideChance(d *decision, n *node) answer {
	if d.a.active[n] == nil && d.draw(n, 0) >= d.numbers[n] {
		return no
	}
	return d.decide(n.Children[0])
}

func actChance(t *turn, n *node) conform.Status { return t.only(n) }
