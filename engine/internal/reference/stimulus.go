package reference

import (
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// stimulus is one that was posted to an agent.
type stimulus struct {
	conform.Stimulus
	seen    bool          // delivered: decisions may use it
	since   time.Duration // on the clock, when it was delivered
	taken   bool          // a node has entered by it
	holders int           // active nodes that entered by it
	grace   bool          // given back by a reload: stays for one more decision
}

// deliver shows the agent what was posted since its last tick, and removes
// what has expired. One that is taken does not expire.
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

// maxStimuli is how many stimuli an agent holds.
const maxStimuli = 256

// makeRoom drops, if necessary, the oldest stimulus that is not taken.
func (a *agent) makeRoom() {
	if len(a.stimuli) < maxStimuli {
		return
	}
	if i := slices.IndexFunc(a.stimuli, func(s *stimulus) bool { return !s.taken }); i >= 0 {
		a.stimuli = slices.Delete(a.stimuli, i, i+1)
	}
}

// posting is a stimulus that a leaf has posted to the agent of a number.
type posting struct {
	to       int
	stimulus conform.Stimulus
}

// deliverPosts delivers the stimuli that leaves have posted in the tick. Those for agents that do
// not exist are dropped.
func (w *World) deliverPosts() {
	for _, p := range w.posts {
		if p.to >= 1 && p.to <= len(w.agents) && !w.agents[p.to-1].gone {
			w.Post(conform.Agent(p.to-1), p.stimulus)
		}
	}
	w.posts = nil
}

// offer returns the stimulus of that name that a node may enter by: the oldest
// that is not taken, or nil.
func (a *agent) offer(name string) *stimulus {
	for _, s := range a.stimuli {
		if s.Name == name && s.seen && !s.taken {
			return s
		}
	}
	return nil
}

// take makes a node that enters a holder of s.
func (s *stimulus) take() {
	s.taken = true
	s.holders++
}

// release is told that a holder was exited. If it was for a reload and no
// other node holds s, s can be taken again and does not vanish before one more
// decision was made.
func (s *stimulus) release(why conform.Reason) {
	s.holders--
	if why == conform.ByReload && s.holders == 0 {
		s.taken, s.grace = false, true
	}
}

// dropUsed removes what was taken and is held no more. It is called at the end
// of the agent's tick, since a node planned by the same Decide may enter by it
// up to then.
func (a *agent) dropUsed() {
	a.stimuli = slices.DeleteFunc(a.stimuli, func(s *stimulus) bool { return s.taken && s.holders == 0 })
}
