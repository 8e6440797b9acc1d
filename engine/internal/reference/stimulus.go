package reference

import (
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// stimulus is a stimulus that was posted to an agent.
type stimulus struct {
	conform.Stimulus
	number  int           // number in the order in which stimuli were posted, from 1; an explanation copies stimuli
	seen    bool          // whether the agent has received it, so that decisions may use it
	since   time.Duration // time of the clock when the agent received it
	taken   bool          // whether a node was entered with it
	holders int           // number of active nodes that were entered with it
	grace   bool          // whether a reload has released it, so that it stays for one more decision
}

// deliver makes the stimuli that were posted since the last tick of the agent visible, and removes expired ones.
// Taken stimuli do not expire.
func (a *agent) deliver(clock time.Duration) {
	a.stimuli = slices.DeleteFunc(a.stimuli, func(s *stimulus) bool {
		grace := s.grace
		s.grace = false
		return s.seen && !s.taken && !grace && clock-s.since >= s.TTL
	})
	posted := a.stimuli
	a.stimuli = nil
	for _, s := range posted {
		if !s.seen {
			s.seen, s.since = true, clock
			a.makeRoom()
		}
		a.stimuli = append(a.stimuli, s)
	}
}

// maxStimuli is the number of stimuli that an agent can hold.
const maxStimuli = 256

// makeRoom drops the oldest stimulus that is not taken if the agent holds too many.
func (a *agent) makeRoom() {
	if len(a.stimuli) < maxStimuli {
		return
	}
	if i := slices.IndexFunc(a.stimuli, func(s *stimulus) bool { return !s.taken }); i >= 0 {
		a.stimuli = slices.Delete(a.stimuli, i, i+1)
	}
}

// posting is a stimulus posted by a leaf, with the number of the receiving agent.
type posting struct {
	to       int
	stimulus conform.Stimulus
}

// deliverPosts delivers the stimuli that leaves have posted in the tick. It drops stimuli for nonexistent agents.
func (w *World) deliverPosts() {
	for _, p := range w.posts {
		if p.to >= 1 && p.to <= len(w.agents) && !w.agents[p.to-1].gone {
			w.Post(conform.Agent(p.to-1), p.stimulus)
		}
	}
	w.posts = nil
}

// offers returns the stimuli of that name that a node may take, oldest first.
func (a *agent) offers(name string) []*stimulus {
	var list []*stimulus
	for _, s := range a.stimuli {
		if s.Name == name && s.seen && !s.taken {
			list = append(list, s)
		}
	}
	return list
}

// id returns the number of s, 0 for nil.
func (s *stimulus) id() int {
	if s == nil {
		return 0
	}
	return s.number
}

// take records that a node that holds s was entered.
func (s *stimulus) take() {
	s.taken = true
	s.holders++
}

// release is called when a holder of s was exited. If the reason was a reload and no other node holds s, s can be
// taken again, and stays for at least one more decision.
func (s *stimulus) release(why conform.Reason) {
	s.holders--
	if why == conform.ByReload && s.holders == 0 {
		s.taken, s.grace = false, true
	}
}

// dropUsed removes stimuli that were taken and that no node holds any more. It is called at the end of the agent's
// tick, since until then another node planned by the same Decide may be entered with the stimulus.
func (a *agent) dropUsed() {
	a.stimuli = slices.DeleteFunc(a.stimuli, func(s *stimulus) bool { return s.taken && s.holders == 0 })
}
