package reference

import (
	"time"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// timedRule returns the rule of a decorator that measures time or counts ends, and reports whether kind is such
// a decorator.
func timedRule(kind string) (rule, bool) {
	switch kind {
	case "cooldown":
		return plain(decideCooldown, actCooldown), true
	case "limit", "once":
		return plain(decideLimit, actLimit), true
	case "chance":
		return plain(decideChance, actChance), true
	case "interval":
		return plain(decideInterval, actInterval), true
	case "delay":
		return plain(decideDelay, actDelay), true
	case "timeout":
		return plain(decideTimeout, actTimeout), true
	}
	return rule{}, false
}

// elapsed returns the time since n was entered, or 0 if it would be entered in this tick.
func (w *World) elapsed(a *agent, n *node) time.Duration {
	if active := a.active[n]; active != nil {
		return w.clock - active.entered
	}
	return 0
}

func decideCooldown(d *decision, n *node) answer {
	s := d.a.surviving(n)
	if d.a.active[n] == nil && s.cooling && d.clock-s.success < duration(d.numbers[n]) {
		return no
	}
	return d.decide(n.Children[0])
}

func actCooldown(t *turn, n *node) conform.Status {
	status := t.only(n)
	after := n.Param("after")
	if status == conform.Success || status == conform.Failure && (after == "result" || after == "exit") {
		t.cool(t.a, n)
	}
	return status
}

// cool begins the time of a cooldown.
func (w *World) cool(a *agent, n *node) {
	s := a.surviving(n)
	s.cooling, s.success = true, w.clock
}

func decideLimit(d *decision, n *node) answer {
	most := 1
	if n.Kind == "limit" && d.numbers[n] > 0 {
		most = int(d.numbers[n])
	}
	s := d.a.surviving(n)
	if d.a.active[n] == nil && s.ends >= most && !s.countsAnew(n, d.clock) {
		return no
	}
	return d.decide(n.Children[0])
}

func actLimit(t *turn, n *node) conform.Status {
	status := t.only(n)
	if status == conform.Running {
		return status
	}
	s := t.a.surviving(n)
	if s.countsAnew(n, t.clock) {
		s.ends, s.firstEnd, s.timed = 0, t.clock, true
	}
	s.ends++
	return status
}

// countsAnew reports whether the time of a limit has passed since the first of the ends that it has counted. It has also if
// the limit had no time when it counted them.
func (s *survivor) countsAnew(n *node, clock time.Duration) bool {
	per := time.Duration(fraction(n.Param("per")) * float64(time.Second))
	return per > 0 && (!s.timed || clock-s.firstEnd >= per)
}

// decideInterval decides the subtree of n at most once in each interval. Between these decisions it plans
// exactly the active nodes of the subtree, without asking them.
func decideInterval(d *decision, n *node) answer {
	s := d.a.surviving(n)
	clock, number := d.clock, d.numbers[n]
	d.learned = append(d.learned, func() { s.number, s.edited = number, false })
	if !s.known || clock-s.asked >= duration(number) {
		d.learned = append(d.learned, func() { s.known, s.asked = true, clock })
		return d.decide(n.Children[0])
	}
	if d.a.active[n] == nil {
		return no
	}
	ans := answer{certainty: open}
	for _, m := range d.a.activeUnder(n.Children[0]) {
		ans.plan = append(ans.plan, intent{node: m, unasked: true})
	}
	return ans
}

// actInterval runs the child if it is planned. Otherwise no active node can continue, and the node is Running.
func actInterval(t *turn, n *node) conform.Status {
	if _, planned := t.planned[n.Children[0]]; !planned {
		return conform.Running
	}
	return t.run(n.Children[0])
}

func decideDelay(d *decision, n *node) answer {
	if d.elapsed(d.a, n) < duration(d.numbers[n]) {
		return answer{certainty: open}
	}
	return d.decide(n.Children[0])
}

func actDelay(t *turn, n *node) conform.Status {
	if _, planned := t.planned[n.Children[0]]; !planned {
		return conform.Running
	}
	return t.run(n.Children[0])
}

// decideTimeout returns no when the time has passed, since Failure is then certain.
func decideTimeout(d *decision, n *node) answer {
	if d.elapsed(d.a, n) >= duration(d.numbers[n]) {
		return no
	}
	return d.decide(n.Children[0])
}

func actTimeout(t *turn, n *node) conform.Status { return t.only(n) }
