package reference

import (
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// agent is the state of one agent.
type agent struct {
	id       conform.Agent
	tree     *conform.Tree
	active   map[*node]*activation
	survivor map[*node]*survivor
	fields   map[string]int
	requests map[string]*channel
	stimuli  []*stimulus // oldest first
	history  [][]*node   // newest first, at most Case.History
	status   conform.Status
	paused   bool
	gone     bool
}

// activation is the state of an active node until it is exited.
type activation struct {
	entered  time.Duration // time of the clock at entry
	memory   *conform.Memory
	stimulus *stimulus // stimulus that it has taken, or nil

	cursor   *node                    // child at which it continues, nil before the first
	order    []*node                  // order of the children of a shuffled kind
	made     bool                     // whether the leaf has made its request
	ended    bool                     // whether the game has ended that request
	number   float64                  // number of the node's kind, read last
	edited   bool                     // whether an edit has changed the expression of that number since
	count    int                      // number of finished iterations
	finished map[*node]conform.Status // children of a parallel that have ended
}

// survivor is the state of a node that survives its exit. It is dropped by despawn, reset or a switch of the tree.
type survivor struct {
	cursor   *node         // cursor of the kinds with memory
	ends     int           // number of ends with Success or Failure
	firstEnd time.Duration // time of the first of them, if timed is set
	timed    bool
	success  time.Duration // time of the last end that has begun a cooldown
	cooling  bool          // whether success is set
	asked    time.Duration // time when the node was last asked, for an interval node or a behavior with an interval
	yes      bool          // answer at that time, for a behavior with an interval
	picked   int           // number of the stimulus that it picked then; 0 for none
	known    bool          // whether asked is set
	number   float64       // number of an interval node, read last
	edited   bool          // whether an edit has changed the expression of that number since

	entries   int // number of entries in tick entryTick
	entryTick int
}

func newAgent(id conform.Agent, t *conform.Tree) *agent {
	a := &agent{id: id, tree: t, fields: map[string]int{}, requests: map[string]*channel{}}
	a.forget()
	return a
}

// forget drops all state of the nodes of the tree.
func (a *agent) forget() {
	a.active = map[*node]*activation{}
	a.survivor = map[*node]*survivor{}
	a.history = nil
	a.status = conform.None
}

// activeNodes returns the active nodes in pre-order.
func (a *agent) activeNodes() []*node {
	var nodes []*node
	for _, n := range a.tree.Nodes {
		if a.active[n] != nil {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// activeChild returns the first active child of n, or nil.
func (a *agent) activeChild(n *node) *node {
	for _, c := range n.Children {
		if a.active[c] != nil {
			return c
		}
	}
	return nil
}

// surviving returns the state of n that survives its exit.
func (a *agent) surviving(n *node) *survivor {
	s := a.survivor[n]
	if s == nil {
		s = &survivor{}
		a.survivor[n] = s
	}
	return s
}

// remember adds ran to the history as its newest entry.
func (a *agent) remember(ran map[*node]bool, limit int) {
	var set []*node
	for _, n := range a.tree.Nodes {
		if ran[n] {
			set = append(set, n)
		}
	}
	a.history = slices.Insert(a.history, 0, set)
	a.history = a.history[:min(len(a.history), limit)]
}

// RanNamed implements conform.Machine.
func (w *World) RanNamed(id conform.Agent, name string, k int) bool {
	for ago := 1; ago <= k; ago++ {
		if w.RanAgoNamed(id, name, ago) {
			return true
		}
	}
	return false
}

// RanAgoNamed implements conform.Machine.
func (w *World) RanAgoNamed(id conform.Agent, name string, k int) bool {
	a := w.agents[id]
	if k > len(a.history) {
		return false
	}
	return slices.ContainsFunc(a.tree.Named(name), func(n *node) bool { return slices.Contains(a.history[k-1], n) })
}

// ActiveNamed implements conform.Machine.
func (w *World) ActiveNamed(id conform.Agent, name string) bool {
	a := w.agents[id]
	return slices.ContainsFunc(a.tree.Named(name), func(n *node) bool { return a.active[n] != nil })
}

// Since implements conform.Machine.
func (w *World) Since(id conform.Agent, name string) time.Duration {
	a := w.agents[id]
	var longest time.Duration
	for _, n := range a.tree.Named(name) {
		if active := a.active[n]; active != nil {
			longest = max(longest, w.clock-active.entered)
		}
	}
	return longest
}
