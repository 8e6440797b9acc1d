package reference

import (
	"errors"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// decoratorRule returns the rule of a kind that has one child, and reports whether kind is such a kind.
func decoratorRule(kind string) (rule, bool) {
	switch kind {
	case "invert":
		return plain(decideInvert, actInvert), true
	case "force_success":
		return plain(decideForceSuccess, actForceSuccess), true
	case "force_failure":
		return plain(decideForceFailure, actForceFailure), true
	case "repeat":
		return plain(decideRepeat, actRepeat), true
	case "retry":
		return plain(decideRetry, actRetry), true
	case "until_success":
		return plain(decideUntilSuccess, actUntilSuccess), true
	case "until_failure":
		return plain(decideUntilFailure, actUntilFailure), true
	case "loop":
		return plain(decideLoop, actLoop), true
	}
	return timedRule(kind)
}

// only runs the only child of a node if the child is planned. A child that is not planned is not ready and counts
// as failed.
func (t *turn) only(n *node) conform.Status {
	if _, planned := t.planned[n.Children[0]]; !planned {
		return conform.Failure
	}
	return t.run(n.Children[0])
}

func decideInvert(d *decision, n *node) answer {
	child := d.decide(n.Children[0])
	switch child.certainty {
	case failure:
		return answer{certainty: success}
	case success:
		return no
	}
	return child
}

func actInvert(t *turn, n *node) conform.Status {
	switch t.only(n) {
	case conform.Success:
		return conform.Failure
	case conform.Failure:
		return conform.Success
	}
	return conform.Running
}

func decideForceSuccess(d *decision, n *node) answer {
	child := d.decide(n.Children[0])
	if child.certainty == failure {
		return answer{certainty: success}
	}
	return child
}

func actForceSuccess(t *turn, n *node) conform.Status { return t.endingIn(n, conform.Success) }

func decideForceFailure(d *decision, n *node) answer {
	child := d.decide(n.Children[0])
	if child.certainty == success {
		return no
	}
	return child
}

func actForceFailure(t *turn, n *node) conform.Status { return t.endingIn(n, conform.Failure) }

// endingIn runs the child. When the child has ended with any result, endingIn returns s.
func (t *turn) endingIn(n *node, s conform.Status) conform.Status {
	if t.only(n) == conform.Running {
		return conform.Running
	}
	return s
}

func decideRepeat(d *decision, n *node) answer {
	child := d.decide(n.Children[0])
	if child.certainty == success && d.pauses(n) {
		return child.as(open)
	}
	return child
}

// pauses reports whether the next round of a node must wait for the next tick.
func (d *decision) pauses(n *node) bool {
	return d.numbers[n] == 0 || onePerTick(n) && !d.a.lastRound(n, d.numbers[n])
}

func actRepeat(t *turn, n *node) conform.Status { return t.iterate(n, conform.Success) }

func decideRetry(d *decision, n *node) answer {
	child := d.decide(n.Children[0])
	if child.certainty == failure && d.pauses(n) {
		return child.as(open)
	}
	return child
}

func actRetry(t *turn, n *node) conform.Status { return t.iterate(n, conform.Failure) }

// iterate runs the child again while it ends with again: Success under repeat, and Failure under retry. If there
// is a bound on the number of rounds, several rounds may run in one tick. Without a bound, one round runs in each
// tick.
func (t *turn) iterate(n *node, again conform.Status) conform.Status {
	rounds := int(t.a.number(n))
	begun := t.a.active[n.Children[0]] == nil
	status := t.only(n)
	for status == again {
		count := &t.a.active[n].count
		*count++
		switch {
		case rounds == 0:
			return conform.Running
		case *count >= rounds:
			return status
		case onePerTick(n) && begun:
			return conform.Running
		case t.runaway():
			t.notePart(t.call(t.a, n), conform.HookRunaway, errRunaway)
			return conform.Failure
		}
		begun = true
		status, _ = t.decideAndAct(n.Children[0])
	}
	return status
}

var errRunaway = errors.New("runaway")

// runaway reports whether the tick has visited more nodes than allowed.
func (t *turn) runaway() bool { return t.visits > 10_000+100*len(t.a.tree.Nodes) }

func decideUntilSuccess(d *decision, n *node) answer {
	child := d.decide(n.Children[0])
	if child.certainty == failure {
		return child.as(open)
	}
	return child
}

func actUntilSuccess(t *turn, n *node) conform.Status {
	if t.only(n) == conform.Success {
		return conform.Success
	}
	return conform.Running
}

func decideUntilFailure(d *decision, n *node) answer {
	child := d.decide(n.Children[0])
	if child.certainty == failure {
		return answer{certainty: success}
	}
	return child.as(open)
}

func actUntilFailure(t *turn, n *node) conform.Status {
	if t.only(n) == conform.Failure {
		return conform.Success
	}
	return conform.Running
}

func decideLoop(d *decision, n *node) answer {
	child := d.decide(n.Children[0])
	if child.certainty == success && !d.a.lastRound(n, d.numbers[n]) {
		return child.as(open)
	}
	return child
}

// lastRound reports whether the next end of its child ends a loop of that many rounds; 0 means no bound.
func (a *agent) lastRound(n *node, rounds float64) bool {
	done := 0
	if active := a.active[n]; active != nil {
		done = active.count
	}
	return rounds > 0 && done+1 >= int(rounds)
}

func actLoop(t *turn, n *node) conform.Status {
	last := t.a.lastRound(n, t.a.number(n))
	status := t.only(n)
	if status != conform.Success || last {
		return status
	}
	t.a.active[n].count++
	return conform.Running
}
