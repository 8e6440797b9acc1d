package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// request is a request that an agent has made, or that is imposed on it.
type request struct {
	conform.Request
	node *node // node that made the request
}

// channel is a resource that requests compete for.
type channel struct {
	inForce *request
	active  *request   // request of the agent itself
	passive []*request // passive requests since the last tick of the agent
}

func (a *agent) channel(name string) *channel {
	c := a.requests[name]
	if c == nil {
		c = &channel{}
		a.requests[name] = c
	}
	return c
}

// actRequest makes the request in every tick, until the game has ended it or the request of another node has
// replaced it.
func actRequest(t *turn, n *node) conform.Status {
	own := t.a.active[n]
	c := t.a.channel(n.Wants.Channel)
	switch {
	case own.ended:
		return conform.Success
	case own.made && !c.active.isOf(n) && !c.inForce.isOf(n):
		return conform.Failure
	}
	wants := n.Wants
	var ok bool
	if wants.Data, ok = t.data(n, wants.Data); !ok {
		return conform.Failure
	}
	own.made = true
	wants.Priority = int(t.a.number(n))
	c.want(&request{wants, n})
	return conform.Running
}

func (r *request) isOf(n *node) bool { return r != nil && r.node == n }

// want makes r the agent's own request, unless another node has a request with a higher priority. If an earlier
// request of the same node is in force, r replaces it.
func (c *channel) want(r *request) {
	if c.active != nil && c.active.node != r.node && c.active.Priority > r.Priority {
		return
	}
	if c.inForce != nil && c.inForce.node == r.node {
		c.inForce = r
	}
	c.active = r
}

// dropRequests ends the requests of a node that exits.
func (a *agent) dropRequests(n *node) {
	for _, c := range a.requests {
		if c.active != nil && c.active.node == n {
			c.active = nil
		}
		if c.inForce != nil && c.inForce.node == n {
			c.inForce = nil
		}
	}
}

// chooseRequests is called at the end of the tick of an agent. On each channel the request with the highest
// priority wins. Among requests of equal priority, the one in force wins, then a passive one, then the latest.
func (a *agent) chooseRequests() {
	for _, c := range a.requests {
		best := c.active
		for _, p := range c.passive {
			if best == nil || p.Priority >= best.Priority {
				best = p
			}
		}
		if c.inForce == nil || best != nil && best.Priority > c.inForce.Priority {
			c.inForce = best
		}
		c.passive = nil
	}
}

// Impose implements conform.Machine.
func (w *World) Impose(id conform.Agent, r conform.Request) {
	c := w.agents[id].channel(r.Channel)
	c.passive = append(c.passive, &request{Request: r})
}

// End implements conform.Machine. A node whose request was ended learns this when it runs next.
func (w *World) End(id conform.Agent, name string) {
	a := w.agents[id]
	c := a.channel(name)
	if c.inForce == nil {
		return
	}
	if n := c.inForce.node; n != nil {
		a.active[n].ended = true
		if c.active != nil && c.active.node == n {
			c.active = nil
		}
	}
	c.inForce = nil
}

// InForce implements conform.Machine.
func (w *World) InForce(id conform.Agent) []conform.Request {
	var list []conform.Request
	for _, c := range w.agents[id].requests {
		if c.inForce != nil {
			list = append(list, c.inForce.Request)
		}
	}
	return list
}
