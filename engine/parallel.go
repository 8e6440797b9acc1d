package engine

// Unready says how a parallel counts a child that is not ready.
type Unready uint8

const (
	// UnreadyFails counts the child as failed in this tick.
	UnreadyFails Unready = iota
	// UnreadySkipped does not count the child; it may become ready later.
	UnreadySkipped
	// UnreadyRefuses makes the parallel itself not ready.
	UnreadyRefuses
)

// String returns the word that trees use.
func (u Unready) String() string { return [...]string{"fail", "skip", "refuse"}[u] }

// outcomes counts the children of a parallel by result. Decide counts a child by its result if the result is
// certain.
type outcomes struct{ succeeded, failed, unfinished, all int }

func (c *outcomes) add(s Status) {
	switch s {
	case Success:
		c.succeeded++
	case Failure:
		c.failed++
	default:
		c.unfinished++
	}
}

// thresholds returns the numbers of children that must succeed and that must fail.
func thresholds(s *Settings, children int) (m, k int) {
	m = number(s.Success, children, children)
	return m, number(s.Failure, children, children-m+1)
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

// parallel runs all children in each tick, until enough of them have succeeded or failed.
type parallel struct{}

func (parallel) decide(wk *worker, i int32, n *node) Certainty { return decideTogether(wk, i, i+1, n) }
func (parallel) act(wk *worker, i int32, n *node) Status       { return actTogether(wk, i, i+1, n) }
func (parallel) start(wk *worker, i int32, n *node)            { forgetResults(wk, i+1, n.end) }

// isParallel reports whether the children of a node with rule r run in the same ticks.
func isParallel(r nodeRule) bool {
	switch r.(type) {
	case parallel, monitor:
		return true
	}
	return false
}

// decideTogether asks the unfinished children of node i, beginning with c. It returns the certainty of the result
// in this tick, which must not depend on the results of open children.
func decideTogether(wk *worker, i, c int32, n *node) Certainty {
	s := &wk.prog.info[i].settings
	active := wk.active.has(i)
	var count outcomes
	ready := false
	soFar, of := Open, numberOf(wk, c, n, s)
	if s.DecideEach && active {
		count = ended(wk, c, n)
	}
	for ; c < n.end; c = wk.prog.nodes[c].end {
		count.all++
		result := Running
		if active {
			result = wk.agent.state[c].result
		}
		counted := s.DecideEach && result != Running
		if result == Running {
			r := wk.decide(c)
			if r == Refused && s.Unready == UnreadySkipped {
				continue
			}
			if r == Refused && s.Unready == UnreadyRefuses {
				return Refused
			}
			ready = true
			result = [...]Status{Open: Running, Certain: Success, Refused: Failure}[r]
		}
		if !counted {
			count.add(result)
		}
		if s.DecideEach && soFar == Open {
			soFar = count.certainSoFar(s, of)
		}
	}
	switch {
	case s.Unready == UnreadySkipped:
		return count.certainSkipping(ready)
	case soFar != Open:
		return soFar
	}
	return count.certain(s)
}

// ended counts the children of node n, beginning with c, that have ended in earlier ticks. With decide=each, these
// include children after the current one.
func ended(wk *worker, c int32, n *node) (count outcomes) {
	for ; c < n.end; c = wk.prog.nodes[c].end {
		if result := wk.agent.state[c].result; result != Running {
			count.add(result)
		}
	}
	return count
}

// numberOf returns the number of children of node n, beginning with c. Only a parallel with decide=each needs this
// number before it has reached the last child.
func numberOf(wk *worker, c int32, n *node, s *Settings) (children int) {
	if !s.DecideEach {
		return 0
	}
	for ; c < n.end; c = wk.prog.nodes[c].end {
		children++
	}
	return children
}

// certainSoFar returns the certainty of a parallel with decide=each after the children counted so far. It must not
// depend on the results of open children.
func (c *outcomes) certainSoFar(s *Settings, of int) Certainty {
	m, k := thresholds(s, of)
	switch {
	case c.succeeded >= m && c.failed+c.unfinished < k:
		return Certain
	case c.failed >= k && c.succeeded+c.unfinished < m:
		return Refused
	}
	return Open
}

func (c *outcomes) certain(s *Settings) Certainty {
	m, k := thresholds(s, c.all)
	switch {
	case c.succeeded >= m && (!s.DecideEach || c.unfinished == 0):
		return Certain
	case c.succeeded+c.unfinished < m && (c.failed >= k || c.unfinished == 0):
		return Refused
	}
	return Open
}

// certainSkipping is the variant of certain for unready=skip: the parallel is not ready if no child is ready.
func (c *outcomes) certainSkipping(ready bool) Certainty {
	switch {
	case !ready || c.unfinished == 0 && c.failed > 0:
		return Refused
	case c.unfinished == 0:
		return Certain
	}
	return Open
}

// forgetResults removes the results of the children of a parallel from c to end.
func forgetResults(wk *worker, c, end int32) {
	for ; c < end; c = wk.prog.nodes[c].end {
		wk.agent.state[c].result = Running
	}
}

// actTogether runs the planned children of node i, beginning with c. A child that is neither planned nor finished
// is not ready. It counts as failed in this tick or, with unready=skip, is not counted. With decide=each, children
// after the one that decides do not run.
func actTogether(wk *worker, i, c int32, n *node) Status {
	s := &wk.prog.info[i].settings
	var count outcomes
	of := numberOf(wk, c, n, s)
	if s.DecideEach {
		count = ended(wk, c, n)
	}
	for ; c < n.end; c = wk.prog.nodes[c].end {
		count.all++
		result := wk.agent.state[c].result
		switch {
		case wk.decision.planned.has(c):
			result = wk.act(c)
			wk.agent.state[c].result = result
			count.add(result)
		case result != Running:
			if !s.DecideEach {
				count.add(result)
			}
		case s.Unready != UnreadySkipped:
			count.failed++
		}
		if s.DecideEach && s.Unready != UnreadySkipped {
			if v := count.reached(s, of); v != Running {
				return v
			}
		}
	}
	return count.verdict(s)
}

// verdict returns the result of a parallel whose children have all been counted. Success is checked first.
func (c *outcomes) verdict(s *Settings) Status {
	skips := s.Unready == UnreadySkipped
	switch {
	case skips && c.unfinished > 0:
		return Running
	case skips && c.failed > 0:
		return Failure
	case skips:
		return Success
	}
	v := c.reached(s, c.all)
	if v == Running && c.unfinished == 0 {
		return Failure
	}
	return v
}

// reached returns the result if a parallel has reached one of its two numbers, otherwise Running.
func (c *outcomes) reached(s *Settings, of int) Status {
	m, k := thresholds(s, of)
	switch {
	case c.succeeded >= m:
		return Success
	case c.failed >= k:
		return Failure
	}
	return Running
}
