package engine

import "slices"

// draw returns draw k of node i, in [0, 1). It is computed by a hash, not by a sequence, so it does not depend on
// other draws.
func draw(wk *worker, i int32, k int) float64 {
	w := wk.world
	entries := uint64(wk.persistent(i).entriesIn(w.tick))
	bits := mix(w.opts.Seed, uint64(wk.agent.id), uint64(i), uint64(w.tick), entries, uint64(k))
	return fraction(bits)
}

// shuffled is the rule of random_sequence and random_fallback. The children run in an order that is drawn when the
// node is entered. While the node is inactive, each decision draws an order. All decisions of a tick draw the same
// order.
type shuffled struct {
	certain Certainty // Certainty of a child after which the node continues
	goesOn  Status    // Status of a child after which the node continues
}

func (r shuffled) decide(wk *worker, i int32, _ *node) Certainty {
	s := wk.persistent(i)
	first, order := int(s.cursor), s.order
	if !wk.active.has(i) {
		first = 0
		if wk.ctx.explainer != nil { // an explanation changes nothing, and no decision may follow it
			order = slices.Clone(order)
		}
		shuffle(wk, i, order)
	}
	for _, c := range order[first:] {
		if is := wk.decide(c); is != r.certain {
			return is
		}
	}
	return r.certain
}

func (r shuffled) act(wk *worker, i int32, _ *node) Status {
	s := wk.persistent(i)
	first := 0
	for first < len(s.order) && !wk.decision.planned.has(s.order[first]) {
		first++
	}
	for k, c := range s.order[first:] {
		s.cursor = int32(first + k)
		if status, _ := wk.decideAndAct(c); status != r.goesOn {
			return status
		}
	}
	return r.goesOn
}

func (shuffled) start(wk *worker, i int32, _ *node) { wk.persistent(i).cursor = 0 }

// shuffle orders the children of node i. It repeatedly draws a child, by weight, from the remaining ones. Children
// without weight come last, in the order of the tree; so does one whose weight raises an error.
func shuffle(wk *worker, i int32, order []int32) {
	base := len(wk.choices)
	for c := i + 1; c < wk.prog.nodes[i].end; c = wk.prog.nodes[c].end {
		w, _ := weight(wk, c)
		wk.choices = append(wk.choices, Choice{Node: int(c), Score: w})
	}
	list := wk.choices[base:]
	for k := range list {
		rest := list[k:]
		sum := 0.0
		for j := range rest {
			sum += rest[j].Score
		}
		if sum <= 0 {
			break
		}
		toFront(rest, pick(rest, float64(draw(wk, i, k)*sum)))
	}
	for k := range list {
		order[k] = int32(list[k].Node)
	}
	wk.choices = wk.choices[:base]
}

// pick returns the index of the first child at which the running sum of weights exceeds x. If there is none because
// of rounding, it returns the last child that has a weight.
func pick(children []Choice, x float64) int {
	last := 0
	for k := range children {
		w := children[k].Score
		if w <= 0 {
			continue
		}
		if x < w {
			return k
		}
		x -= w
		last = k
	}
	return last
}

// toFront moves an element to the front. The others keep their order.
func toFront(list []Choice, k int) {
	c := list[k]
	copy(list[1:], list[:k])
	list[0] = c
}
