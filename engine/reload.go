package engine

import (
	"math/bits"
	"slices"
)

// Reload exchanges programs between two ticks: every agent that runs a key of
// next continues with its value, in the state that it has.
//
// A node of the old program matches one of the new if key (see NodeInfo.Key),
// kind and behavior are the same. A matched node stays active, with memory and stimulus,
// if all its new ancestors are active too. All other active nodes are exited by
// the old code, deepest first, with reason ExitReloaded; so are nodes whose
// behavior changed and says so (Behavior.Restart, Restarter) or is missing now, with
// their descendants. A parent's turn stays with the child that had it. The bits of
// the history follow their nodes.
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
	for _, wk := range w.workers {
		wk.unload()
	}
	w.faults.forgetOld(w.code.has)
	return r.sum
}

// Migrated counts the agents and nodes that a Reload concerned.
type Migrated struct {
	Agents int // that ran one of the replaced programs
	Nodes  int // active nodes that went on with new code
	Exited int // active nodes that could not go on
}

// reload is a call of World.Reload.
type reload struct {
	world      *World
	migrations []*migration      // of the programs that are replaced by others
	stays      map[*Program]bool // programs that stay bound even if no agent runs them
	sum        Migrated
}

// newReload registers the new programs, and plans how agents migrate to them.
func newReload(w *World, next map[*Program]*Program) *reload {
	r := &reload{world: w, stays: make(map[*Program]bool, len(next))}
	for old, p := range next {
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

// chooseInPlace finds the programs whose code can be replaced where agents hold it, so that no agent need be
// changed: all nodes are where they were, and none has an on_reload. A program that has several predecessors, or
// agents, or is a predecessor itself is not put into the place of another, as it would then be in two.
func (r *reload) chooseInPlace() {
	predecessors := make(map[*Program]int, len(r.migrations))
	for _, m := range r.migrations {
		predecessors[m.prog]++
	}
	for _, m := range r.migrations {
		m.inPlace = m.sameNodes && !m.onReload && predecessors[m.prog] == 1 && predecessors[m.old] == 0 && !anyRuns(m.next)
		m.countOnly = m.inPlace && m.old.words == 1 && !m.restarts && len(m.stale) == 0 && !anyRestarts(m.codes)
		m.counted = m.changed[0]
		for _, code := range m.codes {
			if code.agents > 0 {
				code.migration = m
			}
		}
	}
}

// anyRestarts reports whether some code of a program is a Restarter.
func anyRestarts(codes []*boundProgram) bool {
	return slices.ContainsFunc(codes, func(code *boundProgram) bool { return code.restarters != nil })
}

// migrateAgents migrates all agents. Of an agent that is only counted it reads one cache line, and does so
// little with it that the processor fetches the lines of several agents at a time.
func (r *reload) migrateAgents() {
	w := r.world
	w.busy = "a reload"
	defer func() { w.busy = "" }()
	agents, nodes := 0, 0
	for _, a := range w.agents {
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
		was := a.carried()
		a.enterProgram(m.prog)
		m.restore(a, was)
	case !m.inPlace:
		a.setCode(m.next[wk.id])
	}
	for _, k := range m.stale {
		a.slots[k].known = false
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

// callOnReload calls on_reload of the active nodes whose code changed.
func (r *reload) callOnReload(wk *worker, m *migration) {
	for w, changed := range m.changed {
		for ; changed != 0; changed &= changed - 1 {
			if j := m.to[w<<6+bits.TrailingZeros64(changed)]; j >= 0 && wk.active.has(j) {
				r.sum.Nodes++
				if wk.prog.nodes[j].hooks.Has(HookReload) {
					wk.call(j, &wk.prog.nodes[j], HookReload) // an on_reload that raises an error is reported by call and changes nothing
				}
			}
		}
	}
}

// swapInPlace puts the new code where agents hold the old.
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
