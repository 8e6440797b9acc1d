package reference

import "github.com/bough-dev/bough/engine/internal/conform"

func decideParallel(d *decision, n *node) answer { return d.together(n, n.Children) }

func actParallel(t *turn, n *node) conform.Status { return t.runTogether(n, n.Children) }

// tally counts the children of a parallel by result. Decide counts a child by its result if the result is
// certain.
type tally struct{ succeeded, failed, unfinished int }

// verdict returns the result of the parallel. Success is checked first.
func (c tally) verdict(n *node, children int) conform.Status {
	m, k := quotas(n, children)
	switch {
	case c.succeeded >= m:
		return conform.Success
	case c.failed >= k || c.unfinished == 0:
		return conform.Failure
	}
	return conform.Running
}

// quotas returns the numbers of children that must succeed and that must fail.
func quotas(n *node, children int) (m, k int) {
	m = limit(n, "success", children, children)
	return m, limit(n, "failure", children, children-m+1)
}

// limit returns the number of children for a parameter: one, all, or a number.
func limit(n *node, name string, children, otherwise int) int {
	switch n.Param(name) {
	case "one":
		return 1
	case "all":
		return children
	}
	return parameter(n, name, otherwise)
}

// skips reports whether children that are not ready are not counted.
func skips(n *node) bool { return n.Param("unready") == "skip" }

// together asks every unfinished child.
func (d *decision) together(n *node, children []*node) answer {
	var ans answer
	var c tally
	soFar := open // certainty of the children asked so far
	if decidesEach(n) {
		c = d.a.ended(n, children)
	}
	for _, child := range children {
		result := d.a.finished(n, child)
		counted := result != conform.None && decidesEach(n)
		if result == conform.None {
			below := d.decide(child)
			if skips(n) && below.certainty == failure {
				continue
			}
			ans = ans.and(below)
			result = resultOf(below.certainty)
			if n.Param("unready") == "refuse" && below.certainty == failure {
				return ans.as(failure)
			}
		}
		if !counted {
			c.add(result)
		}
		if decidesEach(n) && soFar == open {
			soFar = c.certainSoFar(n, len(children))
		}
	}
	switch {
	case skips(n):
		return ans.as(c.certainSkipping(len(ans.plan) > 0))
	case !decidesEach(n):
		return ans.as(c.certain(n, len(children)))
	case soFar == open && c.unfinished == 0:
		return ans.as(certaintyOf(c.verdict(n, len(children))))
	}
	return ans.as(soFar)
}

// decidesEach reports whether the counts are checked after each child.
func decidesEach(n *node) bool { return n.Param("decide") == "each" }

// certainSoFar returns the certainty after some of the children. It must not depend on children that are open.
func (c tally) certainSoFar(n *node, children int) certainty {
	m, k := quotas(n, children)
	switch {
	case c.succeeded >= m && c.failed+c.unfinished < k:
		return success
	case c.failed >= k && c.succeeded+c.unfinished < m:
		return failure
	}
	return open
}

// reached returns the result if one of the two numbers has been reached. Success is checked first.
func (c tally) reached(n *node, children int) conform.Status {
	m, k := quotas(n, children)
	switch {
	case c.succeeded >= m:
		return conform.Success
	case c.failed >= k:
		return conform.Failure
	}
	return conform.Running
}

// certaintyOf converts a status to a certainty.
func certaintyOf(s conform.Status) certainty {
	return map[conform.Status]certainty{conform.Success: success, conform.Failure: failure, conform.Running: open}[s]
}

// add counts a child.
func (c *tally) add(s conform.Status) {
	switch s {
	case conform.Success:
		c.succeeded++
	case conform.Failure:
		c.failed++
	default:
		c.unfinished++
	}
}

// resultOf converts a certainty to a status; open gives Running.
func resultOf(c certainty) conform.Status {
	return map[certainty]conform.Status{failure: conform.Failure, success: conform.Success, open: conform.Running}[c]
}

// certain returns the result of this tick if it does not depend on the unfinished children, otherwise open.
func (c tally) certain(n *node, children int) certainty {
	m, k := quotas(n, children)
	switch {
	case c.succeeded >= m:
		return success
	case c.succeeded+c.unfinished < m && (c.failed >= k || c.unfinished == 0):
		return failure
	}
	return open
}

// certainSkipping is the variant of certain for unready=skip. The parallel is not ready if no child is ready.
func (c tally) certainSkipping(anyReady bool) certainty {
	switch {
	case !anyReady || c.unfinished == 0 && c.failed > 0:
		return failure
	case c.unfinished == 0:
		return success
	}
	return open
}

// ended counts the children that ended in earlier ticks.
func (a *agent) ended(n *node, children []*node) (c tally) {
	for _, child := range children {
		if result := a.finished(n, child); result != conform.None {
			c.add(result)
		}
	}
	return c
}

// finished returns the result of a child that ended in an earlier tick, otherwise None.
func (a *agent) finished(n, child *node) conform.Status {
	if active := a.active[n]; active != nil {
		return active.finished[child]
	}
	return conform.None
}

// runTogether runs the planned children. A child that is neither planned nor finished is not ready. It counts as
// failed in this tick or, with unready=skip, is not counted.
func (t *turn) runTogether(n *node, children []*node) conform.Status {
	var c tally
	if decidesEach(n) {
		c = t.a.ended(n, children)
	}
	for _, child := range children {
		result := t.a.finished(n, child)
		counted := result != conform.None && decidesEach(n)
		if _, planned := t.planned[child]; planned {
			if result = t.run(child); result != conform.Running {
				t.a.active[n].finished[child] = result
			}
		}
		switch {
		case counted:
		case result != conform.None:
			c.add(result)
		case !skips(n):
			c.failed++
		}
		if decidesEach(n) && !skips(n) {
			if status := c.reached(n, len(children)); status != conform.Running {
				return status
			}
		}
	}
	if skips(n) {
		return c.verdictSkipping()
	}
	return c.verdict(n, len(children))
}

// verdictSkipping returns the result of a parallel with unready=skip, which ends when no child is running.
func (c tally) verdictSkipping() conform.Status {
	switch {
	case c.unfinished > 0:
		return conform.Running
	case c.failed > 0:
		return conform.Failure
	}
	return conform.Success
}
