package reference

import (
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// agent is what the world knows of one agent.
type agent struct {
	id       conform.Agent
	tree     *conform.Tree
	active   map[*node]*activation
	survivor map[*node]*survivor
	stimuli  []*stimulus // oldest first
	history  [][]*node   // newest first, at most Case.History
	status   conform.Status
	paused   bool
	gone     bool
}

// activation is what an active node has until it is exited.
type activation struct {
	entered  time.Duration // on the clock
	memory   *conform.Memory
	stimulus *stimulus // by which it entered, or nil

	cursor   int                      // index of the child whose turn it is
	count    int                      // iterations done
	finished map[*node]conform.Status // children of a parallel that have ended
}

// survivor is what a node keeps when it is exited, until despawn, reset or
// switch of tree.
type survivor struct {
	cursor  int           // of the kinds with memory
	ends    int           // by Success or Failure
	success time.Duration // when it last ended with Success
	cooling bool          // success is set
	asked   time.Duration // when an interval's subtree was last decided
	known   bool          // asked is set
}

func newAgent(id conform.Agent, t *conform.Tree) *agent {
	a := &agent{id: id, tree: t}
	a.forget()
	return a
}

// forget drops all that belongs to the tree's nodes.
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

// surviving returns what n keeps over its exits.
func (a *agent) surviving(n *node) *survivor {
	s := a.survivor[n]
	if s == nil {
		s = &survivor{}
		a.survivor[n] = s
	}
	return s
}

// remember makes ran the newest entry of the history.
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
