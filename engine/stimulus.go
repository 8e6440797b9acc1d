package engine

import (
	"slices"
	"time"
)

// Stimulus is something that reached an agent: a noise, a sight, a blow. A
// behavior with that stimulus is ready while the agent holds one.
type Stimulus struct {
	Name string
	Data Value
	// TTL is how long it can be noticed, counted from the tick in which the
	// agent can first see it. 0 means DefaultTTL; a nanosecond, the least there is, means
	// that tick and no other, also if no time passes before the next one.
	TTL time.Duration
}

// DefaultTTL is the time to live of a stimulus that names none.
const DefaultTTL = time.Second

// MaxStimuli is how many stimuli an agent holds at most; when one more
// arrives, the oldest that nobody has taken is dropped.
const MaxStimuli = 256

// MaxStimulusBytes is how many bytes the data of the stimuli that an agent holds may take, as Value.Weight
// has it; when one more arrives, the oldest that nobody has taken are dropped. So nobody can fill the memory in the
// name of others. What is small is not counted.
const MaxStimulusBytes = 10 << 20

// heldStimulus is a stimulus in the hands of an agent.
type heldStimulus struct {
	Stimulus
	weight  int    // of its data, unless it is small
	serial  uint32 // 1, 2, ... in the order of arrival at this agent
	expires int64  // clock at which it vanishes if nobody has taken it
	holders int32  // active nodes that were entered by it
	taken   bool
	grace   bool // back from a reloaded node: not to vanish before one more decision
}

// Post sends a stimulus to an agent between ticks; it is seen from the next tick on. It
// answers whether the agent exists. Hooks and helpers have Context.Post.
func (w *World) Post(to AgentID, s Stimulus) bool {
	w.mustBeIdle("World.Post")
	a := w.find(to)
	if a != nil {
		a.receive(s)
	}
	return a != nil
}

// arrival is a stimulus that will be in the hands of an agent from its next tick on.
type arrival struct {
	Stimulus
	weight int // of its data, unless it is small
}

// smallData is the weight of data that are not counted, since there is room for so many.
const smallData = MaxStimulusBytes / MaxStimuli / 10

// receive takes what was posted. An agent that is not ticked has more and more of it, so what later arrivals
// will push out is dropped here.
func (a *Agent) receive(s Stimulus) {
	weight := s.Data.Weight()
	if weight <= smallData {
		weight = 0
	}
	a.inbox = append(a.inbox, arrival{s, weight})
	a.flags |= hasStimuli
	if len(a.inbox) > 2*MaxStimuli {
		a.inbox = slices.Delete(a.inbox, 0, len(a.inbox)-MaxStimuli)
	}
	if weight == 0 {
		return
	}
	for i := len(a.inbox) - 2; i >= 0; i-- {
		switch x := &a.inbox[i]; {
		case x.weight == 0:
		case weight+x.weight > MaxStimulusBytes:
			a.inbox = slices.Delete(a.inbox, i, i+1)
		default:
			weight += x.weight
		}
	}
}

// Stimuli returns the stimuli that the agent holds, oldest first.
func (a *Agent) Stimuli() []Stimulus {
	a.mustBeReadable("Agent.Stimuli")
	out := make([]Stimulus, 0, len(a.stimuli))
	for i := range a.stimuli {
		out = append(out, a.stimuli[i].Stimulus)
	}
	return out
}

// deliverStimuli moves what was posted to the agent's hands and drops what has
// expired unseen.
func (a *Agent) deliverStimuli(now int64) {
	a.dropStimuli(func(s *heldStimulus) bool {
		grace := s.grace
		s.grace = false
		return !s.taken && now >= s.expires && !grace
	})
	for _, s := range a.inbox {
		a.makeRoom(s.weight)
		if s.TTL == 0 {
			s.TTL = DefaultTTL
		}
		expires := now
		if s.TTL > time.Nanosecond {
			expires += int64(s.TTL)
		}
		a.serial++
		a.stimuli = append(a.stimuli, heldStimulus{Stimulus: s.Stimulus, weight: s.weight, serial: a.serial, expires: expires})
	}
	clear(a.inbox)
	a.inbox = a.inbox[:0]
}

// makeRoom drops stimuli for one more whose data have a weight.
func (a *Agent) makeRoom(weight int) {
	if len(a.stimuli) >= MaxStimuli {
		a.dropOldest()
	}
	if weight == 0 {
		return
	}
	held := 0
	for i := range a.stimuli {
		held += a.stimuli[i].weight
	}
	for i := 0; i < len(a.stimuli) && held+weight > MaxStimulusBytes; {
		if s := &a.stimuli[i]; s.taken || s.weight == 0 {
			i++
			continue
		}
		held -= a.stimuli[i].weight
		a.stimuli = slices.Delete(a.stimuli, i, i+1)
	}
}

func (a *Agent) dropOldest() {
	dropped := false
	a.dropStimuli(func(s *heldStimulus) bool {
		drop := !dropped && !s.taken
		dropped = dropped || drop
		return drop
	})
}

// dropUsed drops stimuli that were taken and whose last holder has exited. It
// waits for the end of the tick, since a node planned by the same Decide may
// enter by one after its first holder has already ended.
func (a *Agent) dropUsed() {
	a.dropStimuli(func(s *heldStimulus) bool { return s.taken && s.holders == 0 })
	if len(a.stimuli) == 0 {
		a.flags &^= hasStimuli
	}
}

func (a *Agent) dropStimuli(drop func(*heldStimulus) bool) {
	kept := a.stimuli[:0]
	for i := range a.stimuli {
		if !drop(&a.stimuli[i]) {
			kept = append(kept, a.stimuli[i])
		}
	}
	clear(a.stimuli[len(kept):])
	a.stimuli = kept
}

func (a *Agent) stimulus(serial uint32) *heldStimulus {
	for i := range a.stimuli {
		if a.stimuli[i].serial == serial {
			return &a.stimuli[i]
		}
	}
	return nil
}

// offerStimulus reports whether node i may be entered, or stay, by a stimulus, and
// remembers in the worker which.
func offerStimulus(wk *worker, i int32) bool {
	if wk.active.has(i) && wk.agent.state[i].held != 0 {
		wk.decision.offers[i] = wk.agent.state[i].held
		return true
	}
	want := wk.prog.info[i].stimulus
	for k := range wk.agent.stimuli {
		if s := &wk.agent.stimuli[k]; !s.taken && s.Name == want {
			wk.decision.offers[i] = s.serial
			return true
		}
	}
	return false
}

// takeStimulus makes node i, which is being entered, a holder of what it was offered.
func takeStimulus(wk *worker, i int32) {
	if s := wk.agent.stimulus(wk.decision.offers[i]); s != nil {
		s.taken = true
		s.holders++
		wk.agent.state[i].held = s.serial
	}
}

// releaseStimulus ends node i's hold. After a reload the stimulus goes back to be
// taken again, for at least one more decision.
func releaseStimulus(wk *worker, i int32, r Reason) {
	s := wk.agent.stimulus(wk.agent.state[i].held)
	wk.agent.state[i].held = 0
	if s == nil {
		return
	}
	s.holders--
	if r == ExitReloaded && s.holders == 0 {
		s.taken, s.grace = false, true
	}
}

// stimulusOf returns the stimulus that node i or its nearest ancestor with one
// was entered by.
func stimulusOf(wk *worker, i int32) (Stimulus, bool) {
	for ; i >= 0; i = wk.prog.info[i].parent {
		serial := wk.agent.state[i].held
		if wk.ctx.deciding && !wk.active.has(i) && wk.prog.nodes[i].ask&askStimulus != 0 {
			serial = wk.decision.offers[i]
		}
		if s := wk.agent.stimulus(serial); s != nil && serial != 0 {
			return s.Stimulus, true
		}
	}
	return Stimulus{}, false
}
