package engine

import (
	"math/bits"
	"slices"
)

// Reload exchanges programs between two ticks: every agent that runs a key of
// next goes on with its value, from where it stands.
//
// A node of the old program matches one of the new if key (see Program.Key),
// kind and behavior are the same. A matched node stays active, with memory and stimulus,
// if all its new ancestors are active too. All other active nodes are exited by
// the old code, deepest first, with reason ExitReloaded; so are nodes whose
// behavior changed and says so (Behavior.Restart, Restarter) or is missing now, with
// their descendants. A parent's turn stays with the child that had it. The bits of
// the history follow their nodes.
func (w *World) Reload(next map[*Program]*Program) Carried {
	w.between("World.Reload")
	plans := w.planAll(next)
	w.announce(plans)
	sum := w.carryAll()
	w.exchange(plans)
	for old, p := range next {
		w.endQuarantines(old, p)
	}
	w.flush()
	w.code.release()
	for _, t := range w.workers {
		t.unload()
	}
	w.faults.forgetOld(w.code.has)
	return sum
}

// planAll registers the new programs, and plans the exchange of those that are others.
func (w *World) planAll(next map[*Program]*Program) []*carryPlan {
	plans := make([]*carryPlan, 0, len(next))
	for old, p := range next {
		codes := w.register(p)
		codes[0].stays = true
		if p != old {
			plan := newCarryPlan(old, p)
			plan.next = codes
			plans = append(plans, plan)
		}
	}
	return plans
}

// Carried says what a Reload meant for the agents.
type Carried struct {
	Agents int // that ran one of the replaced programs
	Nodes  int // active nodes that went on with new code
	Exited int // active nodes that could not go on
}

// carryAll takes all agents over. Of those that are only counted it reads one line each, and
// does so little besides that several are fetched at a time.
func (w *World) carryAll() Carried {
	w.busy = "a reload"
	defer func() { w.busy = "" }()
	var sum Carried
	for _, a := range w.agents {
		switch plan := a.code.plan; {
		case plan == nil:
		case plan.counts:
			sum.Agents++
			sum.Nodes += bits.OnesCount64(a.small[0] & plan.counted)
		default:
			a.worker.carry(a, plan)
		}
	}
	for _, t := range w.workers {
		sum.Agents += t.carried.Agents
		sum.Nodes += t.carried.Nodes
		sum.Exited += t.carried.Exited
		t.carried = Carried{}
	}
	return sum
}

// carryPlan is what can be said about an exchange without looking at an agent.
type carryPlan struct {
	old     *Program
	prog    *Program
	to      []int32 // by old node: the new one, or -1
	from    []int32 // by new node: the old one, or -1
	same    bool    // every node is where it was, with the same children
	changed bitset  // old nodes whose behavior has new code
	forced  bitset  // those of them that restart then, or are missing now
	given   bitset  // old nodes of behaviors with other parameters: work in flight holds the old ones
	forces  bool    // there are some
	tells   bool    // some node has an on_reload
	anew    []int32 // slots of behaviors whose guard and precondition are to be asked again

	// Of the Reload under way; see World.announce.
	codes, next []*boundProgram // of both programs, by worker
	follows     bool            // what agents hold is exchanged for them
	counts      bool            // and nothing else is to be done but to count them,
	counted     uint64          // with their active nodes among these
}

func newCarryPlan(old, p *Program) *carryPlan {
	sets := make(bitset, 3*old.words)
	plan := &carryPlan{old: old, prog: p, changed: sets[:old.words:old.words], forced: sets[old.words : 2*old.words : 2*old.words], given: sets[2*old.words:]}
	if old.recodes(p) {
		plan.stay()
	} else {
		plan.match()
	}
	for i, j := range plan.to {
		if j >= 0 && old.behaviors[i] != nil {
			plan.compare(int32(i), j)
		}
	}
	for k, j := range p.slots {
		if i := plan.from[j]; i >= 0 && p.behaviors[j] != nil && plan.asksAnew(i, j) {
			plan.anew = append(plan.anew, int32(k))
		}
	}
	return plan
}

// stay makes each node its own successor.
func (plan *carryPlan) stay() {
	plan.same = true
	plan.to = make([]int32, plan.old.Len())
	for i := range plan.to {
		plan.to[i] = int32(i)
	}
	plan.from = plan.to
}

// match finds the successor of each node.
func (plan *carryPlan) match() {
	old, p := plan.old, plan.prog
	plan.to, plan.from = make([]int32, old.Len()), make([]int32, p.Len())
	plan.same = old.Len() == p.Len() && slices.Equal(old.slots, p.slots)
	for j := range plan.from {
		plan.from[j] = -1
	}
	find := plan.finder()
	for i := range old.info {
		j := find(i)
		if j >= 0 && !plan.matches(int32(i), j) {
			j = -1
		}
		plan.to[i] = j
		if j >= 0 {
			plan.from[j] = int32(i)
		}
		plan.same = plan.same && j == int32(i) && old.nodes[i].end == p.nodes[i].end
	}
}

// compare notes what has become of the behavior of old node i, which is j.
func (plan *carryPlan) compare(i, j int32) {
	b, c := plan.old.behaviors[i], plan.prog.behaviors[j]
	if !plan.old.info[i].params.alike(plan.prog.info[j].params) {
		plan.given.set(i)
	}
	lost := c.Missing && !b.Missing
	if b != c && b.Version != c.Version || lost {
		plan.changed.set(i)
		plan.tells = plan.tells || c.Hooks.Has(HookReload)
		if b.Restart || c.Restart || lost {
			plan.forced.set(i)
			plan.forces = true
		}
	}
}

// finder returns what finds the new node with the key of old node i, -1 if there is none.
// Mostly it is where it was.
func (plan *carryPlan) finder() func(i int) int32 {
	old, p := plan.old.info, plan.prog.info
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

// asksAnew reports whether the answer that an interval spares may have become another one
// for matching nodes that have a slot, as what gives it has changed.
func (plan *carryPlan) asksAnew(i, j int32) bool {
	o, n := &plan.old.info[i], &plan.prog.info[j]
	return plan.old.behaviors[i].Version != plan.prog.behaviors[j].Version || !sameCondition(o.guard, n.guard) || !o.params.alike(n.params)
}

// matches reports whether old node i may go on as j.
func (plan *carryPlan) matches(i, j int32) bool {
	o, n := &plan.old.info[i], &plan.prog.info[j]
	b, c := plan.old.behaviors[i], plan.prog.behaviors[j]
	if o.kind != n.kind || o.custom.name() != n.custom.name() || (b == nil) != (c == nil) {
		return false
	}
	return b == nil || b.ID == c.ID
}

// carry takes one agent over to a new program.
func (t *worker) carry(a *Agent, plan *carryPlan) {
	t.carried.Agents++
	if !plan.same || a.code.someLeaves(a, plan) {
		t.load(a)
		t.exitForReload(plan)
	}
	switch {
	case !plan.same:
		was := a.before()
		a.enterProgram(plan.prog)
		a.remap(plan, was)
	case !plan.follows:
		a.follow(plan.next[t.id])
	}
	for _, k := range plan.anew {
		a.slots[k].known = false
	}
	if plan.same && !plan.tells {
		t.carried.Nodes += a.active().common(plan.changed)
		return
	}
	t.load(a)
	t.tellReload(plan)
}

// someLeaves reports whether an agent has an active node that cannot go on. Where every node
// is where it was, that can only be due to new code.
func (code *boundProgram) someLeaves(a *Agent, plan *carryPlan) bool {
	if !plan.forces && code.restarters == nil {
		return false
	}
	for w, m := range a.active() {
		for m &= plan.changed[w] | plan.given[w]; m != 0; m &= m - 1 {
			if i := int32(w<<6 + bits.TrailingZeros64(m)); code.mustRestart(a, i, plan) {
				return true
			}
		}
	}
	return false
}

// exitForReload exits, by the old code, what cannot go on.
func (t *worker) exitForReload(plan *carryPlan) {
	stays := t.staying(plan)
	for i := t.active.highest(0, int32(len(t.nodes))); i >= 0; i = t.active.highest(0, i) {
		if j := plan.to[i]; j < 0 || !stays.has(j) {
			t.carried.Exited++
			t.exit(i, ExitReloaded)
		}
	}
}

// staying returns the new nodes whose old ones stay active: parents first, as a
// node stays only below nodes that do.
func (t *worker) staying(plan *carryPlan) bitset {
	stays := make(bitset, plan.prog.words)
	for j := range plan.prog.info {
		i, p := plan.from[j], plan.prog.info[j].parent
		if i >= 0 && t.active.has(i) && (p < 0 || stays.has(p)) && !t.mustLeave(i, int32(j), plan) {
			stays.set(int32(j))
		}
	}
	return stays
}

// mustLeave reports whether active node i, which becomes j, cannot go on by itself.
func (t *worker) mustLeave(i, j int32, plan *carryPlan) bool {
	if c := t.agent.state[i].cursor; c > 0 && !plan.isChild(c, j) {
		return true
	}
	if t.prog.isShuffled(i) && !plan.sameChildren(t.prog, i, j) {
		return true
	}
	return (plan.changed.has(i) || plan.given.has(i)) && t.code.mustRestart(t.agent, i, plan)
}

// mustRestart reports whether active node i, whose code or parameters have changed, says that it cannot go on.
func (code *boundProgram) mustRestart(a *Agent, i int32, plan *carryPlan) bool {
	if plan.forced.has(i) {
		return true
	}
	r, ok := code.bound[i].(Restarter)
	return ok && r.MustRestart(a.state[i].memory, plan.next[code.worker.id].bound[plan.to[i]])
}

// isChild reports whether old node c has become a child of new node j.
func (plan *carryPlan) isChild(c, j int32) bool {
	return plan.to[c] >= 0 && plan.prog.info[plan.to[c]].parent == j
}

// sameChildren reports whether new node j has just the children of old node i, in
// whatever order. If not, the order that was drawn for them means nothing any more.
func (plan *carryPlan) sameChildren(old *Program, i, j int32) bool {
	was := old.children(i)
	for _, c := range was {
		if !plan.isChild(c, j) {
			return false
		}
	}
	return len(was) == len(plan.prog.children(j))
}

// past is what an agent had under its old program.
type past struct {
	state          []nodeState
	slots          []slot
	active, newest bitset
	history        history
	lasted         int32
	known          int // ticks remembered
}

func (a *Agent) before() past {
	active, newest := a.sets()
	return past{a.state, a.slots, slices.Clone(active), slices.Clone(newest), a.history, a.lasted, a.historyLen()}
}

// remap moves what stayed to its new places.
func (a *Agent) remap(plan *carryPlan, was past) {
	active := a.active()
	was.active.each(func(i int32) {
		j := plan.to[i]
		active.set(j)
		a.state[j] = was.state[i]
		a.state[j].cursor = plan.moved(was.state[i].cursor, j)
	})
	a.remapResults(plan, was)
	a.remapSlots(plan, was)
	ran := make(bitset, plan.prog.words)
	for k := was.known; k >= 1; k-- {
		was.history.ago(k, was.lasted, was.newest).each(func(i int32) {
			if j := plan.to[i]; j >= 0 {
				ran.set(j)
			}
		})
		a.remember(ran)
	}
	a.history.since = a.ticks - int64(was.known)
	a.requests.renumber(plan.to)
}

// remapResults takes over what the finished children of a parallel that goes on
// have come to.
func (a *Agent) remapResults(plan *carryPlan, was past) {
	for i, j := range plan.to {
		if j < 0 || was.active.has(int32(i)) {
			continue
		}
		if p := plan.prog.info[j].parent; p >= 0 && a.active().has(p) && plan.from[p] == plan.old.info[i].parent {
			a.state[j].result = was.state[i].result
		}
	}
}

// remapSlots takes over what survives exits, of active nodes and of others.
func (a *Agent) remapSlots(plan *carryPlan, was past) {
	for k, j := range plan.prog.slots {
		i := plan.from[j]
		if i < 0 || plan.old.info[i].slot < 0 {
			continue
		}
		s := was.slots[plan.old.info[i].slot]
		order := a.slots[k].order
		if !plan.prog.isShuffled(j) {
			s.cursor = plan.moved(s.cursor, j)
		} else if a.active().has(j) {
			for n, c := range s.order {
				order[n] = plan.to[c]
			}
		}
		s.order = order
		a.slots[k] = s
	}
}

// moved returns the new node for a cursor of new node j, 0 if that is no child of
// its any more or before the first.
func (plan *carryPlan) moved(c, j int32) int32 {
	if c == 0 || !plan.isChild(c, j) {
		return 0
	}
	return plan.to[c]
}

// tellReload calls on_reload of the active nodes whose code changed.
func (t *worker) tellReload(plan *carryPlan) {
	for w, m := range plan.changed {
		for ; m != 0; m &= m - 1 {
			if j := plan.to[w<<6+bits.TrailingZeros64(m)]; j >= 0 && t.active.has(j) {
				t.carried.Nodes++
				if t.nodes[j].hooks.Has(HookReload) {
					t.call(j, &t.nodes[j], HookReload) // a raising on_reload is reported by call and changes nothing
				}
			}
		}
	}
}

// renumber makes requests follow their nodes.
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
