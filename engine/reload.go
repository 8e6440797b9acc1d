package engine

import (
	"math/bits"
	"slices"
)

// Reload replaces programs between two ticks. Each agent that runs a program that is a key of next continues with
// the value for that key, and keeps its state.
//
// A node of the old program matches a node of the new one if key (see NodeInfo.Key), kind and behavior are the
// same. A matched node stays active, with its memory and stimulus, if all its new ancestors are active, too. All
// other active nodes are exited by the old code, last node first, with reason ExitReloaded. This also happens to
// nodes whose behavior has changed and must restart (Behavior.Restart, Restarter), or is missing now, and to their
// descendants. The current child of a parent stays its current child. The history is translated to the new nodes.
func (w *World) Reload(next map[*Program]*Program) Migrated {
	w.mustBeOpen("World.Reload")
	r := newReload(w, next)
	r.chooseInPlace()
	r.migrateAgents()
	r.swapInPlace()
	for old, p := range next {
		w.endQuarantines(old, p)
	}
	w.flush()
	w.code.release(r.stays)
	w.faults.forgetOld(w.code.has)
	return r.sum
}

// Migrated counts the agents and nodes that a Reload affected.
type Migrated struct {
	Agents int // agents that ran one of the replaced programs
	Nodes  int // active nodes that continued with new code
	Exited int // active nodes that could not continue
}

// reload is the state of a call of World.Reload.
type reload struct {
	world      *World
	migrations []*migration      // migrations of the programs that are replaced
	stays      map[*Program]bool // programs that remain bound even if no agent runs them
	sum        Migrated
}

// newReload registers the new programs, and plans how agents migrate to them.
func newReload(w *World, next map[*Program]*Program) *reload {
	r := &reload{world: w, stays: make(map[*Program]bool, len(next))}
	for old, p := range next {
		w.mustRun("World.Reload", p)
		codes := w.register(p)
		r.stays[p] = true
		if p != old {
			m := newMigration(old, p)
			m.codes, m.next = w.code.programs[old], codes
			r.migrations = append(r.migrations, m)
		}
	}
	return r
}

// chooseInPlace finds the programs whose code can be replaced in the objects that agents point to, so that no agent
// must be changed. In such programs all nodes have the same indexes as before, and no changed node has an
// on_reload. The code of a program is not replaced in place if the new program replaces several programs, already
// has agents, or is itself replaced, since the new code would then be in two places.
func (r *reload) chooseInPlace() {
	predecessors := make(map[*Program]int, len(r.migrations))
	for _, m := range r.migrations {
		predecessors[m.prog]++
	}
	for _, m := range r.migrations {
		m.inPlace = m.sameNodes && !m.onReload && predecessors[m.prog] == 1 && predecessors[m.old] == 0 && !anyRuns(m.next)
		m.countOnly = m.inPlace && m.old.words == 1 && !m.restarts && len(m.stale)+len(m.reread) == 0 && !anyRestarts(m.codes)
		m.counted = m.changed[0]
		for _, code := range m.codes {
			if code.agents > 0 {
				code.migration = m
			}
		}
	}
}

// anyRestarts reports whether any of the code is a Restarter.
func anyRestarts(codes []*boundProgram) bool {
	return slices.ContainsFunc(codes, func(code *boundProgram) bool { return code.restarters != nil })
}

// migrateAgents migrates all agents. For an agent whose nodes are only counted, it reads one cache line and does
// little else, so that the processor can load the lines of several agents at a time.
func (r *reload) migrateAgents() {
	w := r.world
	w.busy = "a reload"
	defer func() { w.busy = "" }()
	agents, nodes := 0, 0
	for _, a := range w.agents.list {
		switch m := a.code.migration; {
		case m == nil:
		case m.countOnly:
			agents++
			nodes += bits.OnesCount64(a.small[0] & m.counted)
		default:
			r.migrate(a, m)
		}
	}
	r.sum.Agents += agents
	r.sum.Nodes += nodes
}

// migrate moves one agent to a new program.
func (r *reload) migrate(a *Agent, m *migration) {
	wk := a.worker
	r.sum.Agents++
	if !m.sameNodes || m.anyLeaves(a) {
		wk.load(a)
		r.exitLeaving(wk, m)
	}
	switch {
	case !m.sameNodes:
		was := oldStateOf(a)
		a.enterProgram(m.prog)
		m.restore(a, was)
	case !m.inPlace:
		m.next[wk.id].assign(a)
	}
	for _, k := range m.stale {
		a.persistent[k].known = false
	}
	for _, r := range m.reread {
		r.forget(a)
	}
	if m.sameNodes && !m.onReload {
		r.sum.Nodes += a.active().common(m.changed)
		return
	}
	wk.load(a)
	r.callOnReload(wk, m)
}

// exitLeaving exits, by the old code, the active nodes that cannot continue.
func (r *reload) exitLeaving(wk *worker, m *migration) {
	stays := m.staying(wk)
	for i := wk.active.highest(0, int32(len(wk.prog.nodes))); i >= 0; i = wk.active.highest(0, i) {
		if j := m.to[i]; j < 0 || !stays.has(j) {
			r.sum.Exited++
			wk.exit(i, ExitReloaded)
		}
	}
}

// callOnReload calls on_reload of the active nodes with new code.
func (r *reload) callOnReload(wk *worker, m *migration) {
	for w, changed := range m.changed {
		for ; changed != 0; changed &= changed - 1 {
			if j := m.to[w<<6+bits.TrailingZeros64(changed)]; j >= 0 && wk.active.has(j) {
				r.sum.Nodes++
				if wk.prog.nodes[j].hooks.has(HookReload) {
					// if on_reload raises an error, call reports it, and nothing else changes
					wk.call(j, &wk.prog.nodes[j], HookReload)
				}
			}
		}
	}
}

// swapInPlace replaces the old code in the objects that agents point to.
func (r *reload) swapInPlace() {
	for _, m := range r.migrations {
		for k, code := range m.codes {
			if code.migration = nil; m.inPlace {
				to := m.next[k]
				*code, *to = *to, *code
				code.agents, to.agents = to.agents, 0
			}
		}
		if programs := r.world.code.programs; m.inPlace && m.codes != nil {
			programs[m.old], programs[m.prog] = m.next, m.codes
		}
	}
}
