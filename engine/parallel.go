package engine

// Unready says what a child that is not ready is to a parallel.
type Unready uint8

const (
	// UnreadyFails counts it as failed for the tick.
	UnreadyFails Unready = iota
	// UnreadySkipped counts it neither way; it may join later.
	UnreadySkipped
	// UnreadyRefuses makes the parallel itself not ready.
	UnreadyRefuses
)

// String returns the word that trees use.
func (u Unready) String() string { return [...]string{"fail", "skip", "refuse"}[u] }

// tally counts what children of a parallel are, or are certain to be.
type tally struct{ succeeded, failed, unfinished, all int }

func (c *tally) add(s Status) {
	switch s {
	case Success:
		c.succeeded++
	case Failure:
		c.failed++
	default:
		c.unfinished++
	}
}

// quotas returns how many children must succeed, and how many must fail.
func (c *tally) quotas(s *Settings) (m, k int) {
	m = number(s.Success, c.all, c.all)
	return m, number(s.Failure, c.all, c.all-m+1)
}

func number(setting, all, otherwise int) int {
	switch setting {
	case 0:
		return otherwise
	case All:
		return all
	}
	return setting
}

// together asks the unfinished children of node i from c on, and tells whether the
// verdict of this tick is certain whatever becomes of those that are open.
func (t *worker) together(i, c int32, n *node) Certainty {
	s := &t.prog.info[i].settings
	active := t.active.has(i)
	var count tally
	ready := false
	for ; c < n.end; c = t.nodes[c].end {
		count.all++
		result := Running
		if active {
			result = t.agent.state[c].result
		}
		if result == Running {
			r := t.decide(c)
			if r == Refused && s.Unready == UnreadySkipped {
				continue
			}
			if r == Refused && s.Unready == UnreadyRefuses {
				return Refused
			}
			ready = true
			result = [...]Status{Open: Running, Certain: Success, Refused: Failure}[r]
		}
		count.add(result)
	}
	if s.Unready == UnreadySkipped {
		return count.certainSkipping(ready)
	}
	return count.certain(s)
}

func (c *tally) certain(s *Settings) Certainty {
	m, k := c.quotas(s)
	switch {
	case c.succeeded >= m:
		return Certain
	case c.succeeded+c.unfinished < m && (c.failed >= k || c.unfinished == 0):
		return Refused
	}
	return Open
}

// certainSkipping is certain with unready=skip: not ready when no child is.
func (c *tally) certainSkipping(ready bool) Certainty {
	switch {
	case !ready || c.unfinished == 0 && c.failed > 0:
		return Refused
	case c.unfinished == 0:
		return Certain
	}
	return Open
}

// runTogether runs the planned children of node i from c on. One that is neither
// planned nor finished is not ready: it counts as failed for this tick, or with
// unready=skip not at all.
func (t *worker) runTogether(i, c int32, n *node) Status {
	s := &t.prog.info[i].settings
	var count tally
	for ; c < n.end; c = t.nodes[c].end {
		count.all++
		result := t.agent.state[c].result
		switch {
		case t.planned.has(c):
			result = t.act(c)
			t.agent.state[c].result = result
			count.add(result)
		case result != Running:
			count.add(result)
		case s.Unready != UnreadySkipped:
			count.failed++
		}
	}
	return count.verdict(s)
}

// verdict is the rule of the parallel: Success is looked at first.
func (c *tally) verdict(s *Settings) Status {
	m, k := c.quotas(s)
	skips := s.Unready == UnreadySkipped
	switch {
	case skips && c.unfinished > 0:
		return Running
	case skips && c.failed > 0:
		return Failure
	case skips || c.succeeded >= m:
		return Success
	case c.failed >= k || c.unfinished == 0:
		return Failure
	}
	return Running
}
