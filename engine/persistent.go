package engine

// persistentState is the state of a node that outlives its exit, for the kinds that have such state. It also has
// state that only few nodes need in addition to nodeState. It is dropped when the agent gets another tree.
type persistentState struct {
	stamp     int64   // time of the last end of a cooldown, of the first counted end of a limit, or of the last decision for an interval
	entryTick int64   // tick to which entries refers
	entries   int32   // number of entries of the node in that tick; part of each draw
	cursor    int32   // current child, for kinds with memory; its place in order, for shuffled kinds
	ends      int32   // number of ends with Success or Failure
	picked    uint32  // serial of the stimulus that the answer yes is about; 0 for none
	known     bool    // stamp is set
	yes       bool    // the answer that the interval of a behavior reuses
	hasNumber bool    // number was given by the expression that the node has now
	number    float64 // see Settings.Number; an active node has one also if hasNumber is not set
	order     []int32
}

// newPersistent returns new persistent states for an agent. It allocates the orders of shuffled kinds, so that
// ticks do not allocate.
func (p *Program) newPersistent() []persistentState {
	if len(p.persistentNodes) == 0 {
		return nil
	}
	states := make([]persistentState, len(p.persistentNodes))
	for k, i := range p.persistentNodes {
		if p.isShuffled(i) {
			states[k].order = p.children(i)
		}
	}
	return states
}

// isShuffled reports whether the children of node i run in a drawn order.
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

// persistent returns the persistent state of node i, which must have one.
func (wk *worker) persistent(i int32) *persistentState {
	return &wk.agent.persistent[wk.prog.info[i].persistentIndex]
}

// newAnswer is an answer of the current decision that an interval may reuse; see commitAnswers.
type newAnswer struct {
	node   int32
	picked uint32
	yes    bool
}

// commitAnswers stores the answers of a decision, unless the decision is for an explanation or is a dry run.
func (wk *worker) commitAnswers() {
	if wk.ctx.explainer == nil && !wk.purity.dryRun {
		for _, l := range wk.decision.answers {
			s := wk.persistent(l.node)
			s.known, s.stamp, s.yes, s.picked = true, wk.world.clock, l.yes, l.picked
		}
	}
	wk.decision.answers = wk.decision.answers[:0]
}

// mark sets the stamp.
func (s *persistentState) mark(now int64) { s.known, s.stamp = true, now }

// fresh reports whether the stamp is set and younger than d.
func (s *persistentState) fresh(now, d int64) bool { return s.known && now-s.stamp < d }

// readyByInterval does the same as ready up to the precondition, for a behavior whose answers are reused for some time.
// It checks in every tick whether there is a stimulus.
func (wk *worker) readyByInterval(i int32, n *node) bool {
	s := wk.persistent(i)
	if s.fresh(wk.world.clock, int64(wk.prog.behaviors[i].Interval)) {
		if !s.yes {
			return wk.refuse(i, causeInterval)
		}
		if n.ask&askStimulus == 0 || wk.pickAgain(i, s.picked) {
			return true
		}
	}
	l := newAnswer{node: i, yes: true}
	switch {
	case n.ask&askStimulus != 0:
		wk.decision.offers[i] = 0
		l.yes = wk.pick(i, n)
		if l.picked = wk.decision.offers[i]; l.picked == 0 {
			return false // there was no stimulus
		}
	case n.ask&askGuard != 0 && !guardHolds(wk, i):
		l.yes = wk.refuse(i, causeGuard)
	case n.ask&askPrecondition != 0:
		l.yes = wk.callPrecondition(i, n) || wk.refuse(i, causePrecondition)
	}
	wk.decision.answers = append(wk.decision.answers, l)
	return l.yes
}

// startNode prepares the state of a node that is being entered, except for the time of entry.
func startNode(wk *worker, i int32, n *node) {
	in := &wk.prog.info[i]
	if s, ok := in.rule.(starter); ok {
		s.start(wk, i, n)
	}
	if in.persistentIndex >= 0 {
		wk.agent.persistent[in.persistentIndex].countEntry(wk.world.tick)
	}
}

func (s *persistentState) countEntry(tick int64) {
	s.entries = s.entriesIn(tick) + 1
	s.entryTick = tick
}

// entriesIn returns the number of entries of the node so far in a tick.
func (s *persistentState) entriesIn(tick int64) int32 {
	if s.entryTick != tick {
		return 0
	}
	return s.entries
}
