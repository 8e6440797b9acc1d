package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Fault is an error that a script raised, with everything needed to find it:
// which hook of which behavior, at which node of whose tree, when.
type Fault struct {
	Err      error
	Behavior *Behavior // of the node; nil if it has none
	Part     string    // what raised it if it was not a hook: guard, condition, switch, runaway, rule or request
	Hook     Hook
	Agent    AgentID
	Label    string // the agent's label
	Program  *Program
	Node     int
	Tick     int64
	Pos      diag.Pos // of the guard, or what the error says
	// Seen counts how often this error has been raised so far: the same
	// behavior, version, hook and line, by whatever agent.
	Seen int
	// Quarantined marks the report that a behavior is no longer used since each
	// call of Hook has raised an error in each of the last ticks.
	Quarantined bool
	source      string // of the guard or condition
}

// Error returns the text of Diagnostic.
func (f *Fault) Error() string { return f.Diagnostic().Error() }

// Unwrap returns the error that the script raised.
func (f *Fault) Unwrap() error { return f.Err }

// Diagnostic returns the fault in the shape in which all findings are shown.
func (f *Fault) Diagnostic() diag.Diagnostic {
	d := f.raised()
	if f.Quarantined {
		until := "its file is saved again"
		if len(f.Program.Params(f.Node)) > 0 {
			until += ", or its tree gives it other parameters"
		}
		d.Message = fmt.Sprintf("%s is quarantined, since every call of its %s failed; it is not ready for any agent until %s; last error: %s",
			f.Behavior.Name, f.hook(), until, d.Message)
	}
	d.Notes = append(slices.Clip([]string{f.where()}), d.Notes...)
	return d
}

// raised returns the error as the script raised it.
func (f *Fault) raised() diag.Diagnostic {
	var full interface{ Diagnostic() diag.Diagnostic }
	if errors.As(f.Err, &full) {
		return full.Diagnostic()
	}
	return diag.Diagnostic{Pos: f.Pos, Message: f.Err.Error()}
}

func (f *Fault) where() string {
	what := f.Part
	if f.Part == "" {
		what = fmt.Sprintf("hook %s of %s", f.hook(), f.Behavior.Name)
	}
	s := fmt.Sprintf("%s, agent %s, tree %s at %s, tick %d", what, f.Label, f.Program.Name(), f.Program.Path(f.Node), f.Tick)
	if f.Behavior != nil && f.Part == "" {
		s += fmt.Sprintf(", version %d", f.Behavior.Version)
	}
	if f.Seen == 1 {
		return s + " (seen 1 time)"
	}
	return s + fmt.Sprintf(" (seen %d times)", f.Seen)
}

// hook returns what the hook is called in the file.
func (f *Fault) hook() string {
	var named interface{ HookName() string }
	if errors.As(f.Err, &named) && named.HookName() != "" {
		return named.HookName()
	}
	return f.Hook.String()
}

// faultKey says which faults count as the same.
type faultKey struct {
	behavior BehaviorID
	version  int
	hook     Hook
	pos      diag.Pos
	part     string
}

func (f *Fault) key() faultKey {
	key := faultKey{hook: f.Hook, pos: f.Pos}
	if f.Part != "" {
		key.part = f.Part + ":" + f.Program.Name() + ":" + f.Program.Path(f.Node) + ":" + f.source
	} else {
		key.behavior, key.version = f.Behavior.ID, f.Behavior.Version
	}
	return key
}

// health is the record of one behavior over world ticks.
type health struct {
	version     int
	quarantined bool
	last        *Fault          // that led to the quarantine
	bad         [NumHooks]int32 // ticks in a row in which every call of the hook raised
}

// hookFault records that a hook of node i raised an error. It is kept out of
// line, so that note is small enough to be put in its place.
//
//go:noinline
func (t *worker) hookFault(i int32, h Hook, err error) {
	t.addFault(i, &Fault{Err: err, Behavior: t.prog.behaviors[i], Hook: h})
}

// addFault queues a fault. What an explanation or a rehearsal raises is not
// counted: it would have been raised by the tick itself.
func (t *worker) addFault(i int32, f *Fault) {
	if t.ctx.rec != nil {
		t.ctx.rec.failed(i, f)
		return
	}
	if t.rehearsing {
		return
	}
	a := t.agent
	f.Agent, f.Label, f.Program, f.Node, f.Tick = a.id, a.label, t.prog, int(i), t.world.tick
	var placed interface{ Pos() diag.Pos }
	if errors.As(f.Err, &placed) {
		f.Pos = placed.Pos()
	}
	t.faults = append(t.faults, f)
	if t.observing {
		t.emit(Event{Kind: EventFault, Node: i, Fault: f})
	}
}

// countFaults counts the faults since the last call and reports the new ones.
func (w *World) countFaults() {
	merge(w, (*worker).faultQueue, func(f **Fault) AgentID { return (*f).Agent }, func(f **Fault) { w.count(*f) })
}

// judgeSuspects puts behaviors into quarantine. It is for the end of a tick.
func (w *World) judgeSuspects() {
	for i := 0; i < len(w.suspects); {
		if w.judge(w.suspects[i]) {
			i++
		} else {
			w.suspects = slices.Delete(w.suspects, i, i+1)
		}
	}
}

// suspect is a hook that has raised an error in the tick under way or in the
// one before.
type suspect struct {
	behavior *Behavior
	hook     Hook
	last     *Fault
}

func (w *World) count(f *Fault) {
	if f.Part == "" {
		w.suspect(f)
	}
	key := f.key()
	first := w.faults[key]
	if first == nil {
		first = f
		w.faults[key] = f
		w.faultOrder = append(w.faultOrder, f)
	}
	first.Seen++
	if f.Seen = first.Seen; f.Seen == 1 {
		w.report(f)
	}
}

func (w *World) suspect(f *Fault) {
	for i := range w.suspects {
		if s := &w.suspects[i]; s.behavior.ID == f.Behavior.ID && s.hook == f.Hook {
			s.behavior, s.last = f.Behavior, f
			return
		}
	}
	w.suspects = append(w.suspects, suspect{f.Behavior, f.Hook, f})
}

// judge counts a bad tick of a suspect, or clears it. A tick in which the hook
// was not called leaves the count as it is.
func (w *World) judge(s suspect) bool {
	h := &w.health[s.behavior.ID]
	if h.version != s.behavior.Version {
		return false
	}
	if w.calledWell(s) {
		h.bad[s.hook] = 0
		return false
	}
	if s.last.Tick != w.tick || h.quarantined {
		return true
	}
	if h.bad[s.hook]++; int(h.bad[s.hook]) >= w.opts.QuarantineAfter {
		h.quarantined, h.last = true, s.last
		w.sick++
		q := *s.last
		q.Quarantined = true
		w.report(&q)
	}
	return true
}

func (w *World) calledWell(s suspect) bool {
	at := int(s.behavior.ID)*NumHooks + int(s.hook)
	for _, t := range w.workers {
		if t.good[at] == w.tick {
			return true
		}
	}
	return false
}

func (w *World) report(f *Fault) {
	if w.opts.OnFault != nil {
		w.opts.OnFault(f)
	}
}

// OldFaults is how many errors of code that has been exchanged a world remembers.
const OldFaults = 32

// forgetFaults drops the oldest errors of code that has been exchanged, beyond
// OldFaults of them: an error keeps the version that raised it in memory.
func (w *World) forgetFaults() {
	old := 0
	for _, f := range w.faultOrder {
		if !w.inForce(f) {
			old++
		}
	}
	if old <= OldFaults {
		return
	}
	w.faultOrder = slices.DeleteFunc(w.faultOrder, func(f *Fault) bool {
		if old <= OldFaults || w.inForce(f) {
			return false
		}
		old--
		delete(w.faults, f.key())
		return true
	})
}

// inForce reports whether the code that raised f may raise it again.
func (w *World) inForce(f *Fault) bool {
	if f.Part == "" {
		return w.health[f.Behavior.ID].version == f.Behavior.Version
	}
	return w.bindings[f.Program] != nil
}

// Faults returns the script errors of this world so far, each once with the
// number of times it was seen, in the order in which they were first raised. Of
// those of code that has been exchanged it has the last OldFaults.
func (w *World) Faults() []*Fault {
	w.look("World.Faults")
	return slices.Clone(w.faultOrder)
}

// Quarantines returns of each behavior that is in quarantine the error that led to it,
// sorted by the names of the behaviors.
func (w *World) Quarantines() []*Fault {
	w.look("World.Quarantines")
	var out []*Fault
	for i := range w.health {
		if h := &w.health[i]; h.quarantined {
			out = append(out, h.last)
		}
	}
	slices.SortFunc(out, func(f, g *Fault) int { return strings.Compare(f.Behavior.Name, g.Behavior.Name) })
	return out
}

// Quarantined reports whether a behavior is in quarantine.
func (w *World) Quarantined(b *Behavior) bool {
	w.look("World.Quarantined")
	return int(b.ID) < len(w.health) && w.health[b.ID].quarantined
}

// Forgive begins to count the errors of a behavior anew, and ends its quarantine, although
// its code stays: its file was saved. It is for the time between two ticks.
func (w *World) Forgive(b *Behavior) {
	w.still("World.Forgive")
	if int(b.ID) >= len(w.health) || w.health[b.ID].version != b.Version {
		return
	}
	if w.health[b.ID].quarantined {
		w.sick--
	}
	w.health[b.ID] = health{version: b.Version}
	w.suspects = slices.DeleteFunc(w.suspects, func(s suspect) bool { return s.behavior.ID == b.ID })
	w.faultOrder = slices.DeleteFunc(w.faultOrder, func(f *Fault) bool {
		its := f.Part == "" && f.Behavior.ID == b.ID && f.Behavior.Version == b.Version
		if its {
			delete(w.faults, f.key())
		}
		return its
	})
}
