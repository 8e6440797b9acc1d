//go:build !luacore

package luabind

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/strlib"
)

// excess is what holds back those who keep too much: an agent, or all who call the hooks of
// a file. Their hooks are called as before, but watched: before each instruction, which
// only they pay for, the largest tables are asked whether they have grown.
type excess struct {
	state   *State
	who     string // "main#3"
	bytes   int
	limit   int
	largest []swelling
	watched int // how many of them are large enough to be asked
	// refused is that it went on all the same. The hook that took most is refused, and
	// then the agent is held.
	refused bool
	raised  bool // that has happened
	waited  bool // it was not called, so any hook will do
	worst   usage

	grown *swelling // the one that was caught
	path  string    // and where
	end   string    // what comes of refused
	hint  string
	line  int
}

// swelling is one of the largest tables, and how much it had when it was counted.
type swelling struct {
	holding
	name string
}

// errKept is what a hook raises that makes grow what is too large already.
var errKept = errors.New("kept more than is allowed")

// grew finds out whether one of the tables has grown since it was looked at last.
func (e *excess) grew() bool {
	for i := range e.largest[:e.watched] {
		g := &e.largest[i]
		places, keys, _ := strlib.Size(g.table)
		if places+keys > g.slots {
			g.slots, e.grown = places+keys, g
			e.path, e.line = lastPlace(e.state.running())
			return true
		}
	}
	return false
}

// What to do about it.
const (
	hintKept     = "keep less, and remove what nobody needs any more by writing nil"
	hintKeptFile = "keep state in a field of the agent, in memory or on a board; what a file holds is for constants"
)

// explain says what is wrong: with what the hook under way did or, if nothing was caught,
// why it is not called.
func (e *excess) explain(caught bool) (message, hint string) {
	keeps := fmt.Sprintf("%s keeps about %s from tick to tick", e.who, megabytes(e.bytes))
	if !caught {
		return fmt.Sprintf("%s, and %s are allowed; it went on growing, so %s; %s", keeps, megabytes(e.limit), e.end, e.list()), e.hint
	}
	message = fmt.Sprintf("%s has grown to %s entries here, but %s already, and %s are allowed; %s",
		e.grown.name, thousands(e.grown.slots), keeps, megabytes(e.limit), e.list())
	if e.line > 0 {
		message = fmt.Sprintf("%s:%d: %s", e.path, e.line, message)
	}
	return message, e.hint
}

// shownHoldings is how many tables a message names.
const shownHoldings = 3

// list names the largest tables, as far as they are large.
func (e *excess) list() string {
	var words []string
	for _, g := range e.largest[:min(len(e.largest), shownHoldings, max(e.watched, 1))] {
		words = append(words, fmt.Sprintf("%s (%s entries, %s)", g.name, thousands(g.slots), megabytes(g.bytes)))
	}
	return "the largest: " + strings.Join(words, ", ")
}

// restrain takes the hook call of c that is about to be made under watch, if it must be. It
// is given less than a whole budget, so that the watch ends behind it, in refill.
func (s *State) restrain(c *engine.Context) {
	a := &s.account
	e := a.excess
	if e == nil {
		e = s.full[chunkOf(c)]
	}
	if e == nil {
		return
	}
	a.room -= a.given - s.budget.total()
	a.given = min(s.share(), s.limit-1)
	if e.refuses(c) {
		e.raised, a.given = e.raised || !c.Explaining(), 0
	}
	s.budget.excess = e
	s.budget.fill(a.given)
}

// refuses tells whether the hook call of c is not to be made.
func (e *excess) refuses(c *engine.Context) bool {
	return e.refused && (e.waited || e.worst.node == int32(c.Node()) && e.worst.hook == c.Hook())
}

// observe notes what a hook call of the agent has taken.
func (e *excess) observe(node int32, hook engine.Hook, steps int) {
	if steps > e.worst.steps {
		e.worst = usage{node, hook, steps}
	}
}

// chunkOf returns the file of the behavior at the node of c, nil if it has none.
func chunkOf(c *engine.Context) *Chunk {
	if b := c.Program().Behavior(c.Node()); b != nil {
		if k, ok := b.Code.(code); ok {
			return k.chunk
		}
	}
	return nil
}
