package engine

import "slices"

// oldState is the state of an agent under its old program.
type oldState struct {
	state          []nodeState
	persistent     []persistentState
	active, newest bitset
	history        history
	lasted         int32
	known          int // number of remembered ticks
}

func oldStateOf(a *Agent) oldState {
	active, newest := a.sets()
	return oldState{a.state, a.persistent, slices.Clone(active), slices.Clone(newest), a.history, a.lasted, a.history.len(a.ticks)}
}

// restore moves state to the new nodes: the state of the nodes that stay active, and the state that outlives
// exits.
func (m *migration) restore(a *Agent, was oldState) {
	active, newest := a.sets()
	was.active.each(func(i int32) {
		j := m.to[i]
		active.set(j)
		a.state[j] = was.state[i]
		a.state[j].cursor = m.newCursor(was.state[i].cursor, j)
	})
	m.restoreResults(a, was)
	m.restorePersistent(a, was)
	ran := make(bitset, m.prog.words)
	for k := was.known; k >= 1; k-- {
		was.history.ago(k, was.lasted, was.newest).each(func(i int32) {
			if j := m.to[i]; j >= 0 {
				ran.set(j)
			}
		})
		a.lasted = a.history.remember(ran, newest, a.lasted)
	}
	a.history.since = a.ticks - int64(was.known)
	a.requests.renumber(m.to)
}

// restoreResults copies the results of the finished children of each parallel that
// stays active.
func (m *migration) restoreResults(a *Agent, was oldState) {
	for i, j := range m.to {
		if j < 0 || was.active.has(int32(i)) {
			continue
		}
		if p := m.prog.info[j].parent; p >= 0 && a.active().has(p) && m.from[p] == m.old.info[i].parent {
			a.state[j].result = was.state[i].result
		}
	}
}

// restorePersistent copies the state that outlives exits, for active and inactive nodes.
func (m *migration) restorePersistent(a *Agent, was oldState) {
	for k, j := range m.prog.persistentNodes {
		i := m.from[j]
		if i < 0 || m.old.info[i].persistentIndex < 0 {
			continue
		}
		s := was.persistent[m.old.info[i].persistentIndex]
		order := a.persistent[k].order
		switch {
		case !m.prog.isShuffled(j):
			s.cursor = m.newCursor(s.cursor, j)
		case a.active().has(j):
			for n, c := range s.order {
				order[n] = m.to[c]
			}
		default: // it may have fewer children now
			s.cursor = 0
		}
		s.order = order
		a.persistent[k] = s
	}
}

// renumber updates the node numbers in requests.
func (r *requests) renumber(to []int32) {
	for k := range r.channels {
		c := &r.channels[k]
		for _, q := range []*Request{&c.active, &c.inForce} {
			if q.Active && q.node >= 0 {
				q.node = to[q.node]
			}
		}
	}
}
