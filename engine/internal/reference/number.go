package reference

import (
	"errors"
	"math"
	"time"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// constant returns the number of a node's kind that is written in the tree: seconds, rounds, a probability and so on; 0
// if there is none.
func constant(n *node) float64 {
	switch n.Kind {
	case "utility":
		return fraction(n.Param("inertia"))
	case "emit":
		return n.Emits.Stimulus.TTL.Seconds()
	case "request":
		return float64(n.Wants.Priority)
	case "repeat", "retry", "loop", "limit", "cooldown", "interval", "delay", "timeout", "wait", "chance":
		if len(n.Args) > 0 {
			return fraction(n.Args[0])
		}
	}
	return 0
}

// A century is the longest time.
const century = 100 * 365.25 * 24 * 3600

var errRange = errors.New("out of range")

// takes returns an error if a node's kind does not take x as its number (rule N58).
func takes(n *node, x float64) error {
	ok := true
	switch n.Kind {
	case "cooldown", "interval", "delay", "timeout", "wait", "emit":
		ok = x >= 0 && x <= century
	case "repeat", "retry", "loop", "limit":
		ok = x >= 1 && x == math.Trunc(x)
	case "chance":
		ok = x >= 0 && x <= 1
	case "utility":
		ok = x >= 0
	}
	if !ok {
		return errRange
	}
	return nil
}

// number returns the number of a node that is asked. It reads the number if it is computed and the node does not keep the
// value that was read last (rule N57). ok is false if the node is not ready since the number is wrong (rule N58).
func (d *decision) number(n *node) (x float64, ok bool) {
	if n.Number == nil {
		return constant(n), true
	}
	switch active, s := d.a.active[n], d.a.surviving(n); {
	case n.Kind == "interval":
		if s.known && !s.edited && d.clock-s.asked < duration(s.number) {
			return s.number, true
		}
	case n.Kind != "utility" && active != nil && !active.edited:
		return active.number, true
	}
	return d.read(n, *n.Number, conform.HookNumber, func(x float64) error { return takes(n, x) })
}

// read evaluates a computed number of a node, and reports an error if the number is wrong.
func (d *decision) read(n *node, number conform.Number, what conform.Hook, takes func(float64) error) (x float64, ok bool) {
	c := d.question(n)
	x, err := d.script.Number(c, number)
	if err == nil {
		err = takes(x)
	}
	d.notePart(c, what, err)
	if d.account.reads(n, number, x, err != nil); err != nil {
		return 0, false
	}
	return x, true
}

// keep records the number of a planned node that is active already.
func (t *turn) keep(in intent) {
	if active := t.a.active[in.node]; active != nil && !in.unasked {
		active.number, active.edited = in.number, false
	}
}

// number returns the number of an active node.
func (a *agent) number(n *node) float64 {
	if n.Number == nil {
		return constant(n)
	}
	return a.active[n].number
}

// edited is called when a node o continues as node n of another tree. Its number is read anew if its expression has
// changed.
func (a *agent) edited(o, n *node) {
	changed := n.Number != nil && (o.Number == nil || *o.Number != *n.Number)
	if active := a.active[o]; active != nil {
		if o.Number == nil {
			active.number = constant(o)
		}
		active.edited = active.edited || changed
	}
	if s := a.survivor[o]; s != nil {
		if o.Number == nil {
			s.number = constant(o)
		}
		s.edited = s.edited || changed
	}
}

// weights returns the weights of nodes among which a draw is made. One whose weight is wrong has the weight 0.
func (d *decision) weights(nodes []*node) map[*node]float64 {
	w := map[*node]float64{}
	for _, n := range nodes {
		w[n] = n.Weight
		if n.WeightNumber != nil {
			w[n], _ = d.read(n, *n.WeightNumber, conform.HookWeight, func(x float64) error {
				if x < 0 {
					return errRange
				}
				return nil
			})
		}
		if a := d.account.of(n); a != nil {
			a.Weight = w[n]
		}
	}
	return w
}

// duration converts seconds.
func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }
