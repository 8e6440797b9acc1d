package engine

import (
	"math/bits"
	"slices"
)

// migration describes how agents continue with another program. It is the same for all agents.
type migration struct {
	old       *Program
	prog      *Program
	to        []int32 // new node by old node, or -1
	from      []int32 // old node by new node, or -1
	sameNodes bool    // each node has the same index and the same children in both programs
	changed   bitset  // old nodes whose behavior has new code
	restart   bitset  // changed nodes that must restart or whose behavior is now missing
	restarts  bool    // restart is not empty
	reparam   bitset  // old nodes of behaviors with other parameters, since suspended code uses the old parameters
	onReload  bool    // some changed node has an on_reload
	stale     []int32 // persistent states of behaviors whose reused answers are out of date
	reread    []reread

	// See reload.chooseInPlace.
	codes, next []*boundProgram // code of both programs, by worker
	inPlace     bool            // the code is replaced in the boundPrograms that agents point to
	countOnly   bool            // inPlace is set, and for each agent only the active nodes must be counted
	counted     uint64          // nodes that are counted if active, if countOnly is set
}

func newMigration(old, p *Program) *migration {
	sets := make(bitset, 3*old.words)
	m := &migration{old: old, prog: p, changed: sets[:old.words:old.words], restart: sets[old.words : 2*old.words : 2*old.words], reparam: sets[2*old.words:]}
	if old.recodes(p) {
		m.stay()
	} else {
		m.match()
	}
	for i, j := range m.to {
		if j >= 0 && old.behaviors[i] != nil {
			m.compareBehaviors(int32(i), j)
		}
	}
	for k, j := range p.persistentNodes {
		if i := m.from[j]; i >= 0 && p.behaviors[j] != nil && m.answersChanged(i, j) {
			m.stale = append(m.stale, int32(k))
		}
		if i := m.from[j]; i >= 0 && p.info[j].settings.Number != nil && !sameMeaning(old.info[i].settings.Number, p.info[j].settings.Number) {
			m.reread = append(m.reread, reread{int32(k), &old.info[i]})
		}
	}
	return m
}

// stay makes each node its own successor.
func (m *migration) stay() {
	m.sameNodes = true
	m.to = make([]int32, m.old.Len())
	for i := range m.to {
		m.to[i] = int32(i)
	}
	m.from = m.to
}

// match finds the successor of each node.
func (m *migration) match() {
	old, p := m.old, m.prog
	m.to, m.from = make([]int32, old.Len()), make([]int32, p.Len())
	m.sameNodes = old.Len() == p.Len() && slices.Equal(old.persistentNodes, p.persistentNodes)
	for j := range m.from {
		m.from[j] = -1
	}
	find := m.finder()
	for i := range old.info {
		j := find(i)
		if j >= 0 && !m.matches(int32(i), j) {
			j = -1
		}
		m.to[i] = j
		if j >= 0 {
			m.from[j] = int32(i)
		}
		m.sameNodes = m.sameNodes && j == int32(i) && old.nodes[i].end == p.nodes[i].end
	}
}

// compareBehaviors records how the behavior of old node i differs from that of its successor j.
func (m *migration) compareBehaviors(i, j int32) {
	b, c := m.old.behaviors[i], m.prog.behaviors[j]
	if !m.old.info[i].params.alike(m.prog.info[j].params) {
		m.reparam.set(i)
	}
	lost := c.Missing && !b.Missing
	if b != c && b.Version != c.Version || lost {
		m.changed.set(i)
		m.onReload = m.onReload || c.Hooks[HookReload]
		if b.Restart || c.Restart || lost {
			m.restart.set(i)
			m.restarts = true
		}
	}
}

// finder returns a function that returns the index of the new node with the key of old node i, or -1 if there is none.
// It builds a map only when a node has another index than before, which is rare.
func (m *migration) finder() func(i int) int32 {
	old, p := m.old.info, m.prog.info
	var at map[string]int32
	return func(i int) int32 {
		if at == nil && i < len(p) && old[i].key == p[i].key {
			return int32(i)
		}
		if at == nil {
			at = make(map[string]int32, len(p))
			for j := range p {
				at[p[j].key] = int32(j)
			}
		}
		if j, ok := at[old[i].key]; ok {
			return j
		}
		return -1
	}
}

// answersChanged reports whether new node j may give other answers than old node i, which it matches. If so, an
// interval must not reuse the old answers.
func (m *migration) answersChanged(i, j int32) bool {
	o, n := &m.old.info[i], &m.prog.info[j]
	return m.old.behaviors[i].Version != m.prog.behaviors[j].Version || !sameMeaning(o.guard, n.guard) || !o.params.alike(n.params)
}

// matches reports whether old node i may continue as j.
func (m *migration) matches(i, j int32) bool {
	o, n := &m.old.info[i], &m.prog.info[j]
	b, c := m.old.behaviors[i], m.prog.behaviors[j]
	if o.kind != n.kind || o.custom.name() != n.custom.name() || (b == nil) != (c == nil) {
		return false
	}
	return b == nil || b.ID == c.ID
}

// anyLeaves reports whether an agent has an active node that cannot continue. All nodes must have the same index
// in both programs, so the only reasons are new code or parameters.
func (m *migration) anyLeaves(a *Agent) bool {
	if !m.restarts && a.code.restarters == nil {
		return false
	}
	for w, active := range a.active() {
		for active &= m.changed[w] | m.reparam[w]; active != 0; active &= active - 1 {
			if i := int32(w<<6 + bits.TrailingZeros64(active)); m.mustRestart(a, i) {
				return true
			}
		}
	}
	return false
}

// staying returns the new nodes whose old nodes stay active. Parents come first, since a node stays active only if
// its parent does.
func (m *migration) staying(wk *worker) bitset {
	stays := make(bitset, m.prog.words)
	for j := range m.prog.info {
		i, p := m.from[j], m.prog.info[j].parent
		if i >= 0 && wk.active.has(i) && (p < 0 || stays.has(p)) && !m.mustLeave(wk.agent, i, int32(j)) {
			stays.set(int32(j))
		}
	}
	return stays
}

// mustLeave reports whether active node i cannot continue as j for a reason of its own.
func (m *migration) mustLeave(a *Agent, i, j int32) bool {
	if c := a.state[i].cursor; c > 0 && !m.isChild(c, j) {
		return true
	}
	if m.old.isShuffled(i) && !m.sameChildren(i, j) {
		return true
	}
	return (m.changed.has(i) || m.reparam.has(i)) && m.mustRestart(a, i)
}

// mustRestart reports whether active node i, whose code or parameters have changed, cannot continue with the new
// ones.
func (m *migration) mustRestart(a *Agent, i int32) bool {
	if m.restart.has(i) {
		return true
	}
	r, ok := a.code.bound[i].(Restarter)
	return ok && r.MustRestart(a.state[i].memory, m.next[a.worker.id].bound[m.to[i]])
}

// isChild reports whether the successor of old node c is a child of new node j.
func (m *migration) isChild(c, j int32) bool {
	return m.to[c] >= 0 && m.prog.info[m.to[c]].parent == j
}

// sameChildren reports whether new node j has exactly the children of old node i, in any order. If not, an order
// drawn for the old children is not valid any more.
func (m *migration) sameChildren(i, j int32) bool {
	was := m.old.children(i)
	for _, c := range was {
		if !m.isChild(c, j) {
			return false
		}
	}
	return len(was) == len(m.prog.children(j))
}

// newCursor returns the successor of c, the old cursor of new node j. It returns 0 if c is 0 or
// its successor is not a child of j.
func (m *migration) newCursor(c, j int32) int32 {
	if c == 0 || !m.isChild(c, j) {
		return 0
	}
	return m.to[c]
}
