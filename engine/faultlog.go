package engine

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// OldFaults is the maximum number of errors of replaced code that a world remembers.
const OldFaults = 32

// faultLog contains the script errors of a world. It decides which behaviors are in quarantine.
type faultLog struct {
	first       map[faultKey]*Fault // the first fault of each set of equal faults
	order       []*Fault            // the faults of first, in the order in which they were raised
	health      []health            // by BehaviorID
	quarantined int                 // number of behaviors in quarantine
	suspects    []suspect
	raised      int64 // number of errors since the world was created
}

// health is the record of one behavior.
type health struct {
	version     int
	quarantined bool
	last        *Fault          // the fault that led to the quarantine
	bad         [NumHooks]int32 // number of consecutive ticks in which every call of the hook raised an error
}

// suspect is a hook that has raised an error in the current tick or in the last one.
type suspect struct {
	behavior *Behavior
	hook     Hook
	last     *Fault
}

func newFaultLog() faultLog {
	return faultLog{first: map[faultKey]*Fault{}, health: make([]health, 1)}
}

// track starts a new record of a behavior unless there is one for this version.
func (l *faultLog) track(b *Behavior) {
	b.mustHaveID()
	for int(b.ID) >= len(l.health) {
		l.health = append(l.health, health{})
	}
	if l.health[b.ID].version != b.Version {
		l.renew(b)
	}
}

// renew resets the record of a behavior. This ends the behavior's quarantine.
func (l *faultLog) renew(b *Behavior) {
	if l.health[b.ID].quarantined {
		l.quarantined--
	}
	l.health[b.ID] = health{version: b.Version}
}

// tracks reports whether the record of the behavior is for the version b.
func (l *faultLog) tracks(b *Behavior) bool {
	return int(b.ID) < len(l.health) && l.health[b.ID].version == b.Version
}

// inQuarantine reports whether a behavior is in quarantine.
func (l *faultLog) inQuarantine(id BehaviorID) bool {
	return int(id) < len(l.health) && l.health[id].quarantined
}

// count counts a fault, sets f.Seen, and makes the hook that raised it a suspect.
func (l *faultLog) count(f *Fault) {
	l.raised++
	if f.Part == "" {
		l.suspect(f)
	}
	key := f.key()
	first := l.first[key]
	if first == nil {
		first = f
		l.first[key] = f
		l.order = append(l.order, f)
	}
	first.Seen++
	f.Seen = first.Seen
}

func (l *faultLog) suspect(f *Fault) {
	for i := range l.suspects {
		if s := &l.suspects[i]; s.behavior.ID == f.Behavior.ID && s.hook == f.Hook {
			s.behavior, s.last = f.Behavior, f
			return
		}
	}
	l.suspects = append(l.suspects, suspect{f.Behavior, f.Hook, f})
}

// judge counts a bad tick of a suspect. After limit consecutive bad ticks it puts the behavior in quarantine. It
// reports whether it has done so, and whether the hook remains a suspect. A tick in which the hook was not called
// does not change the count.
func (l *faultLog) judge(s suspect, calledWell bool, tick int64, limit int) (quarantined, remains bool) {
	h := &l.health[s.behavior.ID]
	switch {
	case h.version != s.behavior.Version:
		return false, false
	case calledWell:
		h.bad[s.hook] = 0
		return false, false
	case s.last.Tick != tick || h.quarantined:
		return false, true
	}
	if h.bad[s.hook]++; int(h.bad[s.hook]) < limit {
		return false, true
	}
	h.quarantined, h.last = true, s.last
	l.quarantined++
	return true, true
}

// clear removes the errors of a behavior, and ends its quarantine.
func (l *faultLog) clear(b *Behavior) {
	if !l.tracks(b) {
		return
	}
	l.renew(b)
	l.suspects = slices.DeleteFunc(l.suspects, func(s suspect) bool { return s.behavior.ID == b.ID })
	l.forget(func(f *Fault) bool {
		return f.Part == "" && f.Behavior.ID == b.ID && f.Behavior.Version == b.Version
	})
}

// forget removes the errors for which drop returns true. It calls drop in the order in which the errors
// were raised.
func (l *faultLog) forget(drop func(*Fault) bool) {
	l.order = slices.DeleteFunc(l.order, func(f *Fault) bool {
		gone := drop(f)
		if gone {
			delete(l.first, f.key())
		}
		return gone
	})
}

// forgetOld removes the oldest errors of replaced code if there are more than OldFaults. An error keeps the version
// that raised it in memory. If the program of a removed error is still in use, the error may be reported again.
func (l *faultLog) forgetOld(inUse func(*Program) bool) {
	isOld := func(f *Fault) bool {
		if f.Part == "" {
			return !l.tracks(f.Behavior)
		}
		return !inUse(f.Program)
	}
	old := 0
	for _, f := range l.order {
		if isOld(f) {
			old++
		}
	}
	l.forget(func(f *Fault) bool {
		drop := old > OldFaults && isOld(f)
		if drop {
			old--
		}
		return drop
	})
}

// judgeSuspects puts behaviors in quarantine. It is called at the end of a tick.
func (w *World) judgeSuspects() {
	w.faults.suspects = slices.DeleteFunc(w.faults.suspects, func(s suspect) bool {
		quarantined, remains := w.faults.judge(s, w.calledWithoutFault(s), w.tick, w.opts.QuarantineAfter)
		if quarantined {
			f := *s.last
			f.Quarantined = true
			w.opts.OnFault(&f)
		}
		return !remains
	})
}

// judgeRest is judgeSuspects for a tick that has panicked. If a callback panics, the panic of the tick continues.
func (w *World) judgeRest() {
	defer func() { _ = recover() }()
	w.inCallback = true
	w.judgeSuspects()
}

// calledWithoutFault reports whether some call of a suspect in this tick raised no error. After World.Restore, it is
// possible that no bound program has the behavior, so the index may be out of range.
func (w *World) calledWithoutFault(s suspect) bool {
	at := int(s.behavior.ID)*NumHooks + int(s.hook)
	return slices.ContainsFunc(w.workers, func(wk *worker) bool { return at < len(wk.lastFaultless) && wk.lastFaultless[at] == w.tick })
}

// Faults returns the different script errors of this world, each with the number of times it was seen, in the order
// in which they were first raised. For replaced code it returns only the last OldFaults.
func (w *World) Faults() []*Fault {
	w.mustBeReadable("World.Faults")
	return slices.Clone(w.faults.order)
}

// Quarantines returns, for each behavior in quarantine, the error that led to it, sorted by
// the names of the behaviors.
func (w *World) Quarantines() []*Fault {
	w.mustBeReadable("World.Quarantines")
	return w.faults.quarantines()
}

func (l *faultLog) quarantines() []*Fault {
	var out []*Fault
	for i := range l.health {
		if h := &l.health[i]; h.quarantined {
			out = append(out, h.last)
		}
	}
	slices.SortFunc(out, func(f, g *Fault) int { return strings.Compare(f.Behavior.Name, g.Behavior.Name) })
	return out
}

// leavesQuarantine says what ends the quarantine of a behavior at a node with the parameters params.
func (b *Behavior) leavesQuarantine(params Params) diag.Words {
	switch {
	case !b.Native && len(params) > 0:
		return message.FileOrParamsChangeTerm()
	case !b.Native:
		return message.FileChangeTerm()
	case len(params) > 0:
		return message.ParamsChangeTerm()
	}
	return message.ResetTerm()
}

// Quarantined reports whether a behavior is in quarantine. It returns false for nil.
func (w *World) Quarantined(b *Behavior) bool {
	w.mustBeReadable("World.Quarantined")
	return b != nil && w.faults.inQuarantine(b.ID)
}

// Raised returns the number of errors that hooks have raised since the world was created. Restore does not reset the
// number.
func (w *World) Raised() int64 {
	w.mustBeReadable("World.Raised")
	return w.faults.raised
}

// ClearFaults removes the errors of a behavior, and ends its quarantine for all agents. A game calls it after it has
// removed a cause that is not in the behavior's file: a value, a helper, or a behavior written in Go. Agent.Reset does
// the same for the behaviors in quarantine that the agent's tree has. ClearFaults must be called between ticks. For nil
// it does nothing.
func (w *World) ClearFaults(b *Behavior) {
	w.mustBeIdle("World.ClearFaults")
	if b == nil {
		return
	}
	if w.journal != nil {
		w.journal.add(Input{kind: inputClearFaults, name: b.Name})
	}
	w.faults.clear(b)
}

// Retire forgets that a behavior had errors. It ends the quarantine of the behavior, and later snapshots do not
// contain its errors. It must be called between ticks, for a behavior that no longer exists.
func (w *World) Retire(b *Behavior) {
	w.mustBeIdle("World.Retire")
	if w.faults.tracks(b) {
		w.faults.renew(b)
		w.faults.health[b.ID].version = -1 // not the version of any behavior
	}
}

// endQuarantinesOf ends the quarantine of behaviors that a program has.
func (w *World) endQuarantinesOf(p *Program) {
	if w.faults.quarantined == 0 {
		return
	}
	for _, b := range p.behaviors {
		if b != nil && w.faults.inQuarantine(b.ID) {
			w.faults.clear(w.faults.health[b.ID].last.Behavior)
		}
	}
}

// endQuarantines ends the quarantine of behaviors whose parameters differ between a program and its predecessor,
// since the old parameters may have caused the errors.
func (w *World) endQuarantines(old, next *Program) {
	if w.faults.quarantined == 0 {
		return
	}
	for i, b := range next.behaviors {
		if b != nil && w.faults.inQuarantine(b.ID) && old.givesOthers(b, next.info[i].params) {
			w.faults.clear(b)
		}
	}
}

// givesOthers reports whether p has nodes of behavior b, none of which has the parameters params.
func (p *Program) givesOthers(b *Behavior, params Params) bool {
	found := false
	for i, other := range p.behaviors {
		if other == nil || other.ID != b.ID {
			continue
		}
		if p.info[i].params.alike(params) {
			return false
		}
		found = true
	}
	return found
}
