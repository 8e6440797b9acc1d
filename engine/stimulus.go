package engine

import (
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/value"
)

// Stimulus is something that an agent perceives, such as a noise, a sight or a blow. A behavior that waits for a
// stimulus is ready while the agent holds one of that name.
type Stimulus struct {
	Name string
	Data value.Value
	// TTL is the time for which the agent holds the stimulus, beginning with the tick in which the agent receives it.
	// 0 means DefaultTTL. A nanosecond, the smallest value, means that tick only, even if no time passes before the
	// next tick.
	TTL time.Duration
}

// DefaultTTL is the time to live of a stimulus whose TTL is 0.
const DefaultTTL = time.Second

// MaxStimuli is the maximum number of stimuli that an agent can hold. When another stimulus arrives, the oldest one
// that is not taken is dropped.
const MaxStimuli = 256

// MaxStimulusBytes bounds the sum of value.Value.Weight over the data of the stimuli that an agent holds. When the
// bound is exceeded, the oldest stimuli that are not taken are dropped, so that a script cannot fill the memory by
// posting to other agents. Small data are not counted.
const MaxStimulusBytes = 10 << 20

// stimuli holds the stimuli of an agent.
type stimuli struct {
	held   []heldStimulus // oldest first
	inbox  []arrival      // stimuli posted since the last tick
	serial uint32         // serial of the last stimulus that arrived
}

// heldStimulus is a stimulus that an agent holds.
type heldStimulus struct {
	Stimulus
	weight  int    // weight of its data; 0 if the data are small
	serial  uint32 // number in the order of arrival at this agent, from 1
	expires int64  // time of the clock at which the stimulus is dropped if it is not taken
	holders int32  // number of active nodes that were entered with the stimulus
	taken   bool
	grace   bool // released by a reload: kept for at least one more decision
}

// Post sends a stimulus to an agent between ticks. The agent receives it in its next tick. Post reports whether the
// agent exists. Hooks and helpers use Context.Post.
func (w *World) Post(to AgentID, s Stimulus) bool {
	w.mustBeIdle("World.Post")
	mustEnd("World.Post", s.Data)
	a := w.agents.find(to)
	if a == nil {
		return false
	}
	s.TTL = max(-maxSaved, min(s.TTL, maxSaved))
	if w.journal != nil {
		w.journal.add(Input{kind: inputPost, agent: to, name: s.Name, time: s.TTL, value: s.Data})
	}
	a.receive(s)
	return true
}

// arrival is a stimulus that an agent will hold from its next tick onward.
type arrival struct {
	Stimulus
	weight int // weight of its data; 0 if the data are small
}

// smallData is the maximum weight of data that are not counted. MaxStimuli data of that weight are a tenth of
// MaxStimulusBytes.
const smallData = MaxStimulusBytes / MaxStimuli / 10

// countedWeight returns the weight of data, 0 for small data.
func countedWeight(data value.Value) int {
	if weight := data.Weight(); weight > smallData {
		return weight
	}
	return 0
}

// receive gives an agent a stimulus that was posted to it.
func (a *Agent) receive(s Stimulus) {
	a.flags |= hasStimuli
	s.TTL = min(s.TTL, maxSaved)
	a.stimuli.post(s)
	a.schedule.sleepUntil = min(a.schedule.sleepUntil, a.world.clock)
	a.world.agents.dueNow(a)
}

// post adds a stimulus to the inbox. While the agent is not ticked, its inbox is not emptied, so post drops stimuli
// that later ones would displace anyway.
func (x *stimuli) post(s Stimulus) {
	weight := countedWeight(s.Data)
	x.inbox = append(x.inbox, arrival{s, weight})
	if len(x.inbox) > 2*MaxStimuli {
		x.inbox = slices.Delete(x.inbox, 0, len(x.inbox)-MaxStimuli)
	}
	if weight == 0 {
		return
	}
	for i := len(x.inbox) - 2; i >= 0; i-- {
		switch earlier := &x.inbox[i]; {
		case earlier.weight == 0:
		case weight+earlier.weight > MaxStimulusBytes:
			x.inbox = slices.Delete(x.inbox, i, i+1)
		default:
			weight += earlier.weight
		}
	}
}

// Stimuli returns the stimuli that the agent holds, oldest first. The TTL of each is the time for which the agent still
// holds it unless a node has taken it, or 0 if it is dropped in the next tick.
func (a *Agent) Stimuli() []Stimulus {
	a.mustBeReadable("Agent.Stimuli")
	out := make([]Stimulus, 0, len(a.stimuli.held))
	for i := range a.stimuli.held {
		s := a.stimuli.held[i].Stimulus
		s.TTL = time.Duration(max(a.stimuli.held[i].expires-a.world.clock, 0))
		out = append(out, s)
	}
	return out
}

// deliver moves the posted stimuli to the held ones, and drops expired stimuli.
func (x *stimuli) deliver(now int64) {
	x.drop(func(s *heldStimulus) bool {
		grace := s.grace
		s.grace = false
		return !s.taken && now >= s.expires && !grace
	})
	for _, s := range x.inbox {
		x.makeRoom(s.weight)
		if s.TTL == 0 {
			s.TTL = DefaultTTL
		}
		expires := now
		if s.TTL > time.Nanosecond {
			expires += int64(s.TTL)
		}
		x.serial++
		x.held = append(x.held, heldStimulus{Stimulus: s.Stimulus, weight: s.weight, serial: x.serial, expires: expires})
	}
	clear(x.inbox)
	x.inbox = x.inbox[:0]
}

// deliverCopy is deliver until restore is called, for an explanation of the next tick.
func (x *stimuli) deliverCopy(now int64) (restore func()) {
	was := *x
	x.held, x.inbox = slices.Clone(was.held), slices.Clone(was.inbox)
	x.deliver(now)
	return func() { *x = was }
}

// makeRoom drops stimuli to make room for a stimulus whose data have the given weight.
func (x *stimuli) makeRoom(weight int) {
	if len(x.held) >= MaxStimuli {
		x.dropOldest()
	}
	if weight == 0 {
		return
	}
	held := 0
	for i := range x.held {
		held += x.held[i].weight
	}
	for i := 0; i < len(x.held) && held+weight > MaxStimulusBytes; {
		if s := &x.held[i]; s.taken || s.weight == 0 {
			i++
			continue
		}
		held -= x.held[i].weight
		x.held = slices.Delete(x.held, i, i+1)
	}
}

func (x *stimuli) dropOldest() {
	dropped := false
	x.drop(func(s *heldStimulus) bool {
		drop := !dropped && !s.taken
		dropped = dropped || drop
		return drop
	})
}

// dropUsed drops stimuli that were taken and whose last holder has exited. It is called at the end of the tick,
// since until then another node planned by the same Decide may be entered with the stimulus, even after its first
// holder has ended.
func (x *stimuli) dropUsed() {
	x.drop(func(s *heldStimulus) bool { return s.taken && s.holders == 0 })
}

func (x *stimuli) drop(drop func(*heldStimulus) bool) {
	kept := 0
	for i := range x.held {
		if drop(&x.held[i]) {
			continue
		}
		if kept < i {
			x.held[kept] = x.held[i]
		}
		kept++
	}
	clear(x.held[kept:])
	x.held = x.held[:kept]
}

func (x *stimuli) find(serial uint32) *heldStimulus {
	for i := range x.held {
		if x.held[i].serial == serial {
			return &x.held[i]
		}
	}
	return nil
}

// maxOffers is the number of stimuli about which a node is asked in one Decide, so that an agent with many stimuli that
// nobody wants costs little.
const maxOffers = 8

// pick asks guard and precondition of node i, which waits for a stimulus, about one stimulus after another, or about the
// one that the node holds. It reports whether both accept one. The stimulus that they were asked about last is in the
// decision.
func (wk *worker) pick(i int32, n *node) bool {
	errors := wk.errors
	k := wk.nextOffer(i, 0)
	if k < 0 {
		return wk.refuse(i, causeStimulus)
	}
	for asked := 1; ; asked++ {
		switch {
		case n.ask&askGuard != 0 && !guardHolds(wk, i):
			wk.refuse(i, causeGuard)
		case n.ask&askPrecondition != 0 && !wk.callPrecondition(i, n):
			wk.refuse(i, causePrecondition)
		default:
			return true
		}
		if k++; k == len(wk.agent.stimuli.held) || asked == maxOffers || wk.errors != errors {
			return false
		}
		if k = wk.nextOffer(i, k); k < 0 {
			return false
		}
	}
}

// nextOffer records in the decision the next stimulus that node i is asked about, the first one from index k on, and
// returns its index, or -1 if there is none. A node that holds a stimulus is asked only about that one: nextOffer then
// returns the last index.
func (wk *worker) nextOffer(i int32, k int) int {
	held := wk.agent.stimuli.held
	if own := wk.agent.state[i].held; own != 0 {
		wk.offer(i, own)
		return len(held) - 1
	}
	want := wk.prog.info[i].stimulus
	for ; k < len(held); k++ {
		if s := &held[k]; !s.taken && s.Name == want {
			wk.offer(i, s.serial)
			return k
		}
	}
	return -1
}

// offer records in the decision the stimulus that node i is asked about.
func (wk *worker) offer(i int32, serial uint32) {
	wk.decision.offers[i] = serial
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.offered(i, serial)
	}
}

// pickAgain records a stimulus in the decision without asking about it. It reports false if node i does not hold the
// stimulus and cannot take it.
func (wk *worker) pickAgain(i int32, serial uint32) bool {
	s := wk.agent.stimuli.find(serial)
	if s == nil || s.taken && wk.agent.state[i].held != serial {
		return false
	}
	wk.offer(i, serial)
	return true
}

// takeStimulus makes node i, which is being entered, a holder of the stimulus that the decision has found for it.
func takeStimulus(wk *worker, i int32) {
	if s := wk.agent.stimuli.find(wk.decision.offers[i]); s != nil {
		s.taken = true
		s.holders++
		wk.agent.state[i].held = s.serial
	}
}

// releaseStimulus releases the stimulus that node i holds. After a reload the stimulus can be taken again, and
// stays for at least one more decision.
func releaseStimulus(wk *worker, i int32, r Reason) {
	s := wk.agent.stimuli.find(wk.agent.state[i].held)
	wk.agent.state[i].held = 0
	if s == nil {
		return
	}
	s.holders--
	if r == ExitReloaded && s.holders == 0 {
		s.taken, s.grace = false, true
	}
}

// stimulusOf returns the stimulus with which node i was entered or, in Decide, would be entered. If there is none, it
// returns that of the nearest ancestor that has one. It returns false if neither the node nor an ancestor has one.
func stimulusOf(wk *worker, i int32) (Stimulus, bool) {
	for ; i >= 0; i = wk.prog.info[i].parent {
		serial := wk.agent.state[i].held
		if wk.ctx.deciding && !wk.active.has(i) && wk.prog.nodes[i].ask&askStimulus != 0 {
			serial = wk.decision.offers[i]
		}
		if s := wk.agent.stimuli.find(serial); s != nil && serial != 0 {
			return s.Stimulus, true
		}
	}
	return Stimulus{}, false
}
