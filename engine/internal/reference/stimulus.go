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
	for _, s := range a.stimuli {
		if !s.seen {
			s.seen, s.since = true, clock
		}
	}
	a.stimuli = slices.DeleteFunc(a.stimuli, func(s *stimulus) bool {
		grace := s.grace
		s.grace = false
		return !s.taken && !grace && clock-s.since >= s.TTL
	})
}

// offer returns the stimulus of that name that a node may enter by: the oldest
// that nobody has taken, or nil.
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
