package engine

// slot is the state of a node that outlives its exit, of the kinds that have such state,
// and state that few nodes need besides nodeState. An agent drops it with its
// tree.
type slot struct {
	stamp     int64 // clock at the last Success of a cooldown, the last question of an interval
	entryTick int64 // the tick that entries counts in
	entries   int32 // in that tick; part of each draw
	cursor    int32 // of the kinds with memory: the child whose turn it is; of the shuffled ones: its place in order
	ends      int32 // by Success or Failure
	known     bool  // stamp is set
	yes       bool  // the answer that a behavior's interval reuses
	order     []int32
}

// newSlots returns fresh slots for an agent. The children of shuffled kinds get
// their room here, so that a tick need not allocate.
func (p *Program) newSlots() []slot {
	if len(p.slots) == 0 {
		return nil
	}
	slots := make([]slot, len(p.slots))
	for k, i := range p.slots {
		if p.isShuffled(i) {
			slots[k].order = p.children(i)
		}
	}
	return slots
}

// isShuffled reports whether the children of node i come in an order that is drawn.
func (p *Program) isShuffled(i int32) bool {
	_, yes := p.info[i].rule.(shuffled)
	return yes
}

// children returns the children of node i.
func (p *Program) children(i int32) []int32 {
	var out []int32
	for c := i + 1; c < p.nodes[i].end; c = p.nodes[c].end {
		out = append(out, c)
	}
	return out
}

// slot returns the slot of node i, which must have one.
func (wk *worker) slot(i int32) *slot { return &wk.agent.slots[wk.prog.info[i].slot] }

// newAnswer is an answer of the decision under way that later decisions may reuse for a time;
// see commitAnswers.
type newAnswer struct {
	node int32
	yes  bool
}

// remember records an answer that an interval reuses for a time.
func (wk *worker) remember(i int32, yes bool) {
	wk.decision.answers = append(wk.decision.answers, newAnswer{i, yes})
}

// commitAnswers stores the answers of a decision, unless the decision was made to be explained
// or is a dry run.
func (wk *worker) commitAnswers() {
	if wk.ctx.rec == nil && !wk.purity.dryRun {
		for _, l := range wk.decision.answers {
			s := wk.slot(l.node)
			s.known, s.stamp, s.yes = true, wk.world.clock, l.yes
		}
	}
	wk.decision.answers = wk.decision.answers[:0]
}

// fresh reports whether the stamp of the slot is set and younger than d.
func (s *slot) fresh(now, d int64) bool { return s.known && now-s.stamp < d }

// readyByInterval is ready for a behavior whose answers are reused for a time.
// The stimulus is looked at every time.
func (wk *worker) readyByInterval(i int32, n *node) bool {
	s := wk.slot(i)
	if s.fresh(wk.world.clock, int64(wk.prog.behaviors[i].Interval)) {
		if !s.yes {
			return wk.refuse(i, causeInterval)
		}
		return n.ask&askStimulus == 0 || offerStimulus(wk, i) || wk.refuse(i, causeStimulus)
	}
	if n.ask&askGuard != 0 && !guardHolds(wk, i) {
		wk.remember(i, false)
		return wk.refuse(i, causeGuard)
	}
	if n.ask&askStimulus != 0 && !offerStimulus(wk, i) {
		return wk.refuse(i, causeStimulus)
	}
	yes := n.ask&askPrecondition == 0 || wk.callPrecondition(i, n)
	wk.remember(i, yes)
	return yes || wk.refuse(i, causePrecondition)
}

// startNode prepares the state of a node that is being entered, apart from the time of entry.
func startNode(wk *worker, i int32, n *node) {
	in := &wk.prog.info[i]
	if s, ok := in.rule.(starter); ok {
		s.start(wk, i, n)
	}
	if in.slot >= 0 {
		wk.agent.slots[in.slot].countEntry(wk.world.tick)
	}
}

func (s *slot) countEntry(tick int64) {
	s.entries = s.entriesIn(tick) + 1
	s.entryTick = tick
}

// entriesIn returns how often the node was entered in a tick so far.
func (s *slot) entriesIn(tick int64) int32 {
	if s.entryTick != tick {
		return 0
	}
	return s.entries
}
