package engine

import (
	"iter"

	"github.com/bough-dev/bough/engine/value"
)

// Request asks the game to do something with an agent, either because the tree of the agent wants it, or because it
// happens to the agent. The game carries out the requests that are in force.
type Request struct {
	Kind string
	// Channel names the resource that requests compete for, such as "legs"; "" means Kind.
	Channel  string
	Priority float64
	Data     value.Value
	// Active is set if the tree of the agent made the request.
	Active bool
	node   int32
	tick   int64
}

// Node returns the node of the agent's tree that made a request in force, or -1 if none did or the node has ended. It
// is for requests of Agent.Requests and Agent.InForce.
func (q *Request) Node() int {
	if !q.Active {
		return -1
	}
	return int(q.node)
}

// channel returns the channel for which the request competes.
func (q *Request) channel() string {
	if q.Channel == "" {
		return q.Kind
	}
	return q.Channel
}

// RequestRule chooses among the requests on one channel after a tick. inForce is the request in force, active is
// the request of the tree, and passive contains the passive requests; inForce and active may be nil. RequestRule
// returns one of the requests, or nil to leave the channel without one. The result must depend only on the
// arguments.
type RequestRule func(a *Agent, inForce, active *Request, passive []Request) *Request

// HighestPriority is the default RequestRule of a world: the request with the highest priority wins. Among requests of
// equal priority, the one in force wins, then the latest passive one, then that of the tree.
func HighestPriority(_ *Agent, inForce, active *Request, passive []Request) *Request {
	best := active
	for i := range passive {
		if best == nil || passive[i].Priority >= best.Priority {
			best = &passive[i]
		}
	}
	if inForce != nil && (best == nil || inForce.Priority >= best.Priority) {
		return inForce
	}
	return best
}

// requests are the requests of an agent, by channel in the order of first use. An agent has only a few channels, so
// a linear search is fast enough.
type requests struct{ channels []channel }

type channel struct {
	name      string
	inForce   Request
	hasForce  bool
	active    Request
	hasActive bool
	passive   []Request
}

// MaxChannels is the maximum number of channels on which the tree of an agent may make requests.
const MaxChannels = 64

// admits reports whether a channel of that name exists or can be added.
func (r *requests) admits(name string) bool {
	if len(r.channels) < MaxChannels {
		return true
	}
	for i := range r.channels {
		if r.channels[i].name == name {
			return true
		}
	}
	return false
}

func (r *requests) channel(name string) *channel {
	for i := range r.channels {
		if r.channels[i].name == name {
			return &r.channels[i]
		}
	}
	r.channels = append(r.channels, channel{name: name})
	return &r.channels[len(r.channels)-1]
}

// request makes q the active request on its channel, unless another node has a request of higher priority there.
func (r *requests) request(q Request, tick int64) {
	q.Channel = q.channel()
	q.tick = tick
	c := r.channel(q.Channel)
	if c.hasActive && c.active.node != q.node && c.active.Priority > q.Priority {
		return
	}
	if c.hasForce && c.inForce.Active && c.inForce.node == q.node {
		c.inForce = q
	}
	c.active, c.hasActive = q, true
}

// nodeExits ends the active requests of a node. If the node succeeds in the tick in which it makes a request, the
// request still competes once. Otherwise an action that takes only one tick could never make a request.
func (r *requests) nodeExits(i int32, why Reason, tick int64) {
	for k := range r.channels {
		c := &r.channels[k]
		if why == ExitSuccess && c.hasActive && c.active.node == i && c.active.tick == tick {
			c.active.node = -1
			if c.hasForce && c.inForce.Active && c.inForce.node == i {
				c.inForce.node = -1
			}
			continue
		}
		if c.hasActive && c.active.node == i {
			c.active, c.hasActive = Request{}, false
		}
		if c.hasForce && c.inForce.Active && c.inForce.node == i {
			c.inForce, c.hasForce = Request{}, false
		}
	}
}

// stands reports whether the active request on a channel, or the request in force there, was made by node i.
func (r *requests) stands(i int32, name string) bool {
	c := r.channel(name)
	return c.hasActive && c.active.node == i || c.hasForce && c.inForce.Active && c.inForce.node == i
}

// choose selects the request in force on each channel after a tick. Passive requests compete only once, and so do
// active requests whose node has ended.
func (r *requests) choose(a *Agent, rule RequestRule) {
	for i := range r.channels {
		c := &r.channels[i]
		var inForce, active *Request
		if c.hasForce {
			inForce = &c.inForce
		}
		if c.hasActive {
			active = &c.active
		}
		winner := rule(a, inForce, active, c.passive)
		if c.hasForce = winner != nil; c.hasForce {
			c.inForce = *winner
		}
		clear(c.passive)
		c.passive = c.passive[:0]
		if c.hasActive && c.active.node < 0 {
			c.active, c.hasActive = Request{}, false
		}
	}
}

// Requests yields the request in force on each channel, in the order in which
// the channels were first used.
func (a *Agent) Requests() iter.Seq2[string, Request] {
	return func(yield func(string, Request) bool) {
		a.mustBeReadable("Agent.Requests")
		for i := range a.requests.channels {
			c := &a.requests.channels[i]
			if c.hasForce && !yield(c.name, c.inForce) {
				return
			}
		}
	}
}

// InForce returns the request in force on a channel, and reports whether there is one. During a tick, this is the
// request chosen after the last tick, unless the game has ended it or its node has ended since then.
func (a *Agent) InForce(name string) (Request, bool) {
	a.mustBeReadable("Agent.InForce")
	for i := range a.requests.channels {
		if c := &a.requests.channels[i]; c.name == name && c.hasForce {
			return c.inForce, true
		}
	}
	return Request{}, false
}

// EndRequest ends the request in force on a channel, because the game has carried it out or cannot carry it out. A
// node that still wants the request makes it again.
func (a *Agent) EndRequest(name string) {
	a.world.mustBeIdle("Agent.EndRequest")
	a.world.journal.record(a, Input{kind: inputEndRequest, name: name})
	for i := range a.requests.channels {
		if c := &a.requests.channels[i]; c.name == name {
			if c.hasActive && c.hasForce && c.inForce.Active {
				c.active, c.hasActive = Request{}, false
			}
			if c.hasForce && c.inForce.Active && c.inForce.node >= 0 {
				a.state[c.inForce.node].count = requestEnded
			}
			c.inForce, c.hasForce = Request{}, false
			a.world.agents.dueNow(a)
		}
	}
}

// Impose posts a passive request, for something that happens to the agent. The request competes for its channel in
// the agent's next tick. Impose does nothing if the agent is not Alive.
func (a *Agent) Impose(q Request) {
	if !a.canAct("Agent.Impose") {
		return
	}
	mustEnd("Agent.Impose", q.Data)
	q.Channel = q.channel()
	a.world.journal.record(a, Input{kind: inputImpose, name: q.Channel, other: q.Kind, number: q.Priority, value: q.Data})
	q.Active, q.node = false, -1
	a.flags |= hasRequests
	c := a.requests.channel(q.Channel)
	c.passive = append(c.passive, q)
}
