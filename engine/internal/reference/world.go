package reference

import (
	"fmt"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/internal/conform"
)

type node = conform.Node

// World runs the agents of one case. It implements conform.Machine.
type World struct {
	c       *conform.Case
	script  *conform.Script
	agents  []*agent
	clock   time.Duration
	tick    int       // number of the tick, from 1
	posts   []posting // stimuli posted by leaves in this tick
	posted  int       // number of stimuli that were posted
	board   map[string]int
	writes  []write                  // board entries written by hooks
	holders map[string]conform.Agent // of board entries that are claimed
	closed  bool
	errors  ledger
	missing map[*conform.Behavior]bool // behaviors whose file was deleted

	// asked, if set, receives the answers of Decide, which is then called twice. Tests use it to check that Decide
	// changes nothing.
	asked func(first, second answer)

	// Explained, if set, receives the results of Explain.
	Explained func(conform.Agent, *Explanation)
	// ExplainNext, if not 0, makes Explain explain the next tick, with this time since the last one.
	ExplainNext time.Duration
}

// New returns a world for a case. It returns an error if a node of the case has invalid parameters.
func New(c *conform.Case, s *conform.Script) (conform.Machine, error) {
	for _, t := range c.Trees {
		for _, n := range t.Nodes {
			if err := checkParams(n); err != nil {
				return nil, fmt.Errorf("%s: node %s: %w", n.Pos, n.Label, err)
			}
		}
	}
	w := &World{c: c, script: s, errors: newLedger(), board: map[string]int{}, holders: map[string]conform.Agent{}, missing: map[*conform.Behavior]bool{}}
	for i := range c.Agents {
		w.agents = append(w.agents, newAgent(conform.Agent(i), c.Trees[0]))
	}
	return w, nil
}

// Tick implements conform.Machine.
func (w *World) Tick(dt time.Duration) {
	if w.closed {
		return
	}
	w.clock += dt
	w.tick++
	w.errors.inTick = true
	for _, a := range w.agents {
		if !a.paused && !a.gone {
			w.turn(a)
		}
	}
	w.errors.inTick = false
	w.errors.count(w.c.Quarantine)
	w.deliverPosts()
	w.settleBoard()
}

// settleBoard stores the values that hooks have written to the board. Agents are ticked in order, so the last
// write wins.
func (w *World) settleBoard() {
	for _, e := range w.writes {
		holder, held := w.holders[e.Name]
		switch {
		case !e.claim || e.Value == 0 && held && holder == e.by:
			w.board[e.Name] = e.Value
			delete(w.holders, e.Name)
		case e.Value != 0 && (held && holder == e.by || w.board[e.Name] == 0):
			w.board[e.Name] = e.Value
			w.holders[e.Name] = e.by
		}
	}
	w.writes = nil
}

// write is a value for an entry of the board.
type write struct {
	conform.Field
	by    conform.Agent
	claim bool
}

// Board implements conform.Machine.
func (w *World) Board(_ conform.Agent, key string) int { return w.board[key] }

// SetBoard implements conform.Machine.
func (w *World) SetBoard(id conform.Agent, key string, v int) {
	w.writes = append(w.writes, write{conform.Field{Name: key, Value: v}, id, false})
	if id == conform.Everyone {
		w.settleBoard()
	}
}

// ClaimBoard implements conform.Machine.
func (w *World) ClaimBoard(id conform.Agent, key string, v int) {
	w.writes = append(w.writes, write{conform.Field{Name: key, Value: v}, id, true})
}

// Post implements conform.Machine.
func (w *World) Post(id conform.Agent, s conform.Stimulus) {
	a := w.agents[id]
	w.posted++
	a.stimuli = append(a.stimuli, &stimulus{Stimulus: s, number: w.posted})
}

// Reset implements conform.Machine. First it removes all errors of the behaviors in quarantine that the tree of the
// agent has.
func (w *World) Reset(id conform.Agent) {
	a := w.agents[id]
	if a.gone || w.closed {
		return
	}
	for b := range w.errors.quarantined {
		if slices.ContainsFunc(a.tree.Nodes, func(n *node) bool { return n.Behavior == b }) {
			w.errors.pardon(b)
		}
	}
	w.exitAll(a, conform.ByReset)
	w.settleBoard()
	a.forget()
	a.stimuli = nil
	clear(a.requests)
}

// Abort implements conform.Machine.
func (w *World) Abort(id conform.Agent, name string) {
	a := w.agents[id]
	tops := a.tree.Named(name)
	for _, n := range slices.Backward(a.activeNodes()) {
		if slices.ContainsFunc(tops, func(top *node) bool { return n == top || n.Under(top) }) {
			w.exit(a, n, conform.ByAbort)
		}
	}
	a.dropUsed()
	w.settleBoard()
}

// Despawn implements conform.Machine.
func (w *World) Despawn(id conform.Agent) {
	a := w.agents[id]
	w.exitAll(a, conform.ByDespawn)
	w.settleBoard()
	for key, holder := range w.holders {
		if holder == id {
			w.board[key] = 0
			delete(w.holders, key)
		}
	}
	a.forget()
	a.gone = true
	clear(a.requests)
}

// Switch implements conform.Machine.
func (w *World) Switch(id conform.Agent, t *conform.Tree) {
	a := w.agents[id]
	if a.gone || w.closed {
		return
	}
	w.exitAll(a, conform.BySwitch)
	w.settleBoard()
	a.forget()
	a.tree = t
}

// Pause implements conform.Machine.
func (w *World) Pause(id conform.Agent, paused bool) { w.agents[id].paused = paused }

// Save implements conform.Machine. Nodes that must restart are exited by the old code. Then all errors of the
// behavior are removed. If the file was deleted before, the behavior has no active nodes.
func (w *World) Save(b *conform.Behavior) {
	w.change(b, b.RestartOnReload)
	delete(w.missing, b)
}

// Delete implements conform.Machine.
func (w *World) Delete(b *conform.Behavior) {
	w.change(b, true)
	w.missing[b] = true
}

// change replaces a behavior by another version. If exits is set, its nodes cannot continue, so they are exited
// together with all nodes below them.
func (w *World) change(b *conform.Behavior, exits bool) {
	for _, a := range w.agents {
		if exits {
			for _, n := range slices.Backward(a.activeNodes()) {
				if belowActive(a, n, b) {
					w.exit(a, n, conform.ByReload)
				}
			}
		}
		a.dropUsed()
		for n, s := range a.survivor {
			if n.Behavior == b {
				s.known = false
			}
		}
	}
	w.settleBoard()
	w.errors.pardon(b)
}

// belowActive reports whether n or an ancestor of n is an active node of b.
func belowActive(a *agent, n *node, b *conform.Behavior) bool {
	for ; n != nil; n = n.Parent {
		if n.Behavior == b && a.active[n] != nil {
			return true
		}
	}
	return false
}

// Close implements conform.Machine.
func (w *World) Close() {
	for _, a := range w.agents {
		w.exitAll(a, conform.ByClosing)
	}
	w.settleBoard()
	w.closed = true
}

// Status implements conform.Machine.
func (w *World) Status(id conform.Agent) conform.Status { return w.agents[id].status }

// Active implements conform.Machine.
func (w *World) Active(id conform.Agent) []*node { return w.agents[id].activeNodes() }

// Ran implements conform.Machine.
func (w *World) Ran(id conform.Agent, k int) ([]*node, bool) {
	history := w.agents[id].history
	if k < 1 || k > len(history) {
		return nil, false
	}
	return history[k-1], true
}

// exitAll exits all nodes of an agent, highest index first.
func (w *World) exitAll(a *agent, why conform.Reason) {
	for _, n := range slices.Backward(a.activeNodes()) {
		w.exit(a, n, why)
	}
	a.dropUsed()
}

// Field implements conform.Machine.
func (w *World) Field(id conform.Agent, name string) int { return w.agents[id].fields[name] }

// SetField implements conform.Machine.
func (w *World) SetField(id conform.Agent, name string, v int) { w.agents[id].fields[name] = v }
