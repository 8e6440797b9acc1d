package rows

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
)

// Deepest returns the node that says best what an agent does: the last active leaf in pre-order that is not beside the
// rest, or the last active one if all of them are. A node is beside the rest if it or an ancestor has the mark +. Deepest
// returns -1 if no node is active.
func Deepest(list []Row, active func(i int) bool) int {
	best, any, beside := -1, -1, 0
	for i := range list {
		if i >= beside && list[i].Also && i > 0 {
			beside = list[i].End
		}
		if !active(i) {
			continue
		}
		any = i
		if i >= beside {
			best = i
		}
	}
	if best > 0 || any < 0 {
		return best
	}
	return any
}

// Word returns the last part of the name of a node, for lists: "flee" of "move.flee 5" stays "move.flee".
func Word(r *Row) string {
	head, _, _ := strings.Cut(r.Name, " ")
	if head == "tree" {
		return r.Name
	}
	return head
}

// Sentence says in words what an agent does, since when and why: "runs move.flee for 0.4 s, because sees = true and
// hp = 18 (< 30)". Of an agent that does nothing it names the nearest reason.
func Sentence(list []Row, states []State, t Tick) string {
	at := map[int]*State{}
	for i := range states {
		at[states[i].Node] = &states[i]
	}
	deepest := Deepest(list, func(i int) bool {
		x := at[i]
		return x != nil && (x.Mark == Runs || x.Mark == Asleep || x.Mark == Fault && x.Since > 0)
	})
	if deepest > 0 || deepest == 0 && len(list) == 1 {
		text := tr.F("has just begun %s", list[deepest].Name)
		if s := at[deepest].Since; s > 0 {
			text = tr.F("runs %s for %s", list[deepest].Name, Seconds(s))
		}
		if at[deepest].Waits != "" {
			text += tr.F(" and %s", Text(at[deepest].Waits))
		}
		for i := deepest; i >= 0; i = parent(list, i) {
			if list[i].When != "" && at[i] != nil && len(at[i].Terms) > 0 {
				why := because(list[i].When, at[i].Terms)
				if i != deepest {
					return text + tr.F(", because %s at %s", why, Word(&list[i]))
				}
				return text + tr.F(", because %s", why)
			}
		}
		return text
	}
	if r := nearest(list, states, t.Explained); r != nil {
		return tr.F("does nothing: %s does not run (%s)", Word(&list[r.Node]), join(r))
	}
	if ended := lastEnded(states); ended != nil {
		return tr.F("has just ended %s (%s)", Word(&list[ended.Node]), endWord(ended.Mark))
	}
	if t.Idle {
		return tr.T("takes no part in this tick")
	}
	return tr.T("does nothing")
}

func join(s *State) string {
	if s.Mark == Fault {
		return tr.F("an error: %s", s.Error)
	}
	return s.Why
}

// nearest returns the state of the node that is closest to running: a broken one, else the refused one that has passed the
// most, which is the deepest; of equally deep ones the last, since trees begin with branches for emergencies.
func nearest(list []Row, states []State, e *engine.Explanation) *State {
	waits := func(s *State) bool { // for a stimulus
		return e != nil && slices.ContainsFunc(e.Steps, func(q engine.Step) bool { return q.Node == s.Node && q.Cause == causeStimulus })
	}
	var best *State
	for i := range states {
		s := &states[i]
		if s.Why == "" && s.Error == "" || s.Mark != Refused && s.Mark != Fault {
			continue
		}
		if list[s.Node].Disabled || list[s.Node].End > s.Node+1 && below(states[i+1:], list[s.Node].End) {
			continue
		}
		switch {
		case best == nil:
			best = s
		case best.Mark == Fault:
		case s.Mark == Fault || waits(best) || !waits(s):
			best = s
		}
	}
	return best
}

// endWord returns the word for a mark of a node that has ended.
func endWord(mark string) string {
	switch mark {
	case Success:
		return engine.ExitSuccess.Word()
	case Failure:
		return engine.ExitFailure.Word()
	}
	return engine.ExitAborted.Word()
}

// below reports whether one of the next states before node end has a reason of its own.
func below(next []State, end int) bool {
	for i := range next {
		if next[i].Node >= end {
			break
		}
		if next[i].Why != "" {
			return true
		}
	}
	return false
}

func lastEnded(states []State) *State {
	for i := len(states) - 1; i >= 0; i-- {
		if m := states[i].Mark; m == Success || m == Failure || m == Aborted {
			return &states[i]
		}
	}
	return nil
}

func parent(list []Row, i int) int {
	for k := i - 1; k >= 0; k-- {
		if list[k].Depth < list[i].Depth {
			return k
		}
	}
	return -1
}

// because returns the terms of a guard that holds, with the bounds that the guard compares them with.
func because(guard string, list []Term) string {
	var parts []string
	for i, t := range list {
		if i == maxShown {
			parts = append(parts, "…")
			break
		}
		text := t.Text + " = " + t.Value
		if op, literal, ok := bound(guard, t.Text); ok && op != "==" {
			text += " (" + op + " " + literal + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, tr.T(" and "))
}

// Ended is the end of a node in a tick.
type Ended struct {
	Node int
	How  string // Success, Failure, Aborted or Fault
	By   string // for Aborted, the node that took over, or the reason
}

// Ends returns the nodes that ended in a tick, in the order in which they ended.
func Ends(list []Row, states []State, t Tick) []Ended {
	p := t.Agent.Program()
	if p.Len() != len(list) {
		return nil
	}
	entered, left := map[int]bool{}, map[int]engine.Reason{}
	for i := range t.Events {
		e := &t.Events[i]
		if e.Prog != p || e.Node < 0 {
			continue
		}
		switch e.Kind {
		case engine.EventEnter:
			entered[int(e.Node)] = true
		case engine.EventExit:
			left[int(e.Node)] = e.Reason
		}
	}
	var out []Ended
	for i := range t.Events {
		e := &t.Events[i]
		if e.Kind != engine.EventExit || e.Prog != p {
			continue
		}
		x := Ended{Node: int(e.Node)}
		switch e.Reason {
		case engine.ExitSuccess:
			x.How = Success
		case engine.ExitFailure:
			x.How = Failure
		case engine.ExitError:
			x.How = Fault
		case engine.ExitAborted:
			x.How, x.By = Aborted, by(list, states, entered, left, x.Node)
		default:
			x.How, x.By = Aborted, e.Reason.Word()
		}
		out = append(out, x)
	}
	return out
}

// by returns what took over from an aborted node. A node that runs alongside others takes over from none, and only one before
// it takes over from it.
func by(list []Row, states []State, entered map[int]bool, left map[int]engine.Reason, i int) string {
	top, above := i, parent(list, i)
	for above >= 0 {
		r, gone := left[above]
		if gone && r != engine.ExitAborted {
			return tr.F("%s ended: %s", Word(&list[above]), r.Word())
		}
		for c := above + 1; !gone && c < list[above].End; c = list[c].End {
			if c != top && entered[c] && !list[c].Also && (c < top || !list[top].Also) {
				return Word(&list[c])
			}
		}
		if !gone {
			break
		}
		top, above = above, parent(list, above)
	}
	for ; i >= top; i = parent(list, i) { // the nearest reason
		if k := slices.IndexFunc(states, func(s State) bool { return s.Node == i }); k >= 0 && states[k].Why != "" {
			return states[k].Why
		}
	}
	return ""
}
