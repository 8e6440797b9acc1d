package engine

import (
	"errors"
	"slices"
	"strconv"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Fault is an error that a script raised, with the hook and its behavior, the node and its tree, and the time.
type Fault struct {
	Err      error
	Behavior *Behavior // behavior of the node; nil if it has none
	Part     string    // the part of the node that raised it: guard, condition, switch, runaway, rule, request, number, weight or set; "" for a hook. "spawn" is a value that Game.Spawn got
	Hook     Hook
	Agent    AgentID
	Label    string // the agent's label
	Program  *Program
	Node     int
	Tick     int64
	Pos      diag.Pos // position of the guard, or the position in the error
	// Seen is the number of times that this error has been raised so far. Errors of the same behavior, version, hook
	// and line count as the same error, for any agent.
	Seen int
	// Quarantined is set if the fault reports a quarantine: the behavior is no longer used, since every call of Hook
	// raised an error in Options.QuarantineAfter ticks.
	Quarantined bool
	source      string // source of the guard or condition
}

// Error returns the text of Diagnostic.
func (f *Fault) Error() string { return f.Diagnostic().Error() }

// Unwrap returns the error that the script raised.
func (f *Fault) Unwrap() error { return f.Err }

// Diagnostic returns the fault as a diagnostic.
func (f *Fault) Diagnostic() diag.Diagnostic {
	d := f.raised()
	if f.Quarantined {
		last := diag.Words{Code: d.Code, Args: d.Args, Text: d.Message, Remedy: d.Remedy}
		quarantine := diag.New(d.Pos, message.Quarantined(f.Behavior.Name, f.Behavior.leavesQuarantine(f.Program.info[f.Node].params), last, f.hook(), d.Hint))
		quarantine.Source, quarantine.Notes = d.Source, d.Notes
		d = quarantine
	}
	d.Notes = append(slices.Clip([]string{f.where().Text}), d.Notes...)
	return d
}

// raised returns the error that the script raised as a diagnostic.
func (f *Fault) raised() diag.Diagnostic {
	var full interface{ Diagnostic() diag.Diagnostic }
	if errors.As(f.Err, &full) {
		return full.Diagnostic()
	}
	return diag.New(f.Pos, message.WordsOf(f.Err))
}

// where returns the note about the place and the time of a fault.
func (f *Fault) where() diag.Words {
	tree, path, tick := f.Program.Name(), f.Program.info[f.Node].path, strconv.FormatInt(f.Tick, 10)
	if f.Part == "" {
		return message.FaultOfHook(f.Label, f.Behavior.Name, f.Seen, f.hook(), path, tick, tree, strconv.Itoa(f.Behavior.Version))
	}
	part := f.Part
	if f.Part == string(partGuard) {
		part = string(partCondition)
	}
	return message.FaultOfPart(f.Label, f.Seen, partWord(part), path, tick, tree)
}

// Raiser returns what raised the error, in the language of what people read: the name of a hook, or a word for Part.
func (f *Fault) Raiser() string {
	if f.Part != "" {
		return partWord(f.Part)
	}
	return f.Hook.String()
}

// hook returns the name of the hook as scripts write it.
func (f *Fault) hook() string {
	var named interface{ HookName() string }
	if errors.As(f.Err, &named) && named.HookName() != "" {
		return named.HookName()
	}
	return f.Hook.String()
}

// faultKey is equal for faults that count as the same error.
type faultKey struct {
	behavior BehaviorID
	version  int
	hook     Hook
	pos      diag.Pos
	part     string
}

func (f *Fault) key() faultKey {
	key := faultKey{hook: f.Hook}
	if f.Part != "" { // the position is left out: an expression counts as one, wherever in it the error was raised
		key.part = f.Part + ":" + f.Program.Name() + ":" + f.Program.info[f.Node].path + ":" + f.source
	} else {
		key.behavior, key.version, key.pos = f.Behavior.ID, f.Behavior.Version, f.Pos
	}
	return key
}

// part is a part of a node, other than a hook, that can raise an error; see Fault.Part.
type part string

const (
	partGuard     part = "guard"
	partCondition part = "condition"
	partSwitch    part = "switch"
	partRunaway   part = "runaway"
	partRule      part = "rule"
	partRequest   part = "request"
	partNumber    part = "number"
	partWeight    part = "weight"
	partSet       part = "set"
	partData      part = "data"
	partUtility   part = "utility"
)

// partWord returns the word for a part, or the name of a hook, in the language of what people read.
func partWord(raised string) string {
	switch part(raised) {
	case partGuard:
		return tr.T("guard")
	case partCondition:
		return tr.T("condition")
	case partSwitch:
		return tr.T("switch")
	case partRule:
		return tr.T("rule")
	case partRequest:
		return tr.T("request")
	case partNumber:
		return tr.T("number")
	case partWeight:
		return tr.T("weight")
	case partData:
		return tr.T("data")
	}
	return raised
}

// partFault records that a part of node i raised an error.
func (wk *worker) partFault(i int32, p part, source string, err error) {
	in := &wk.prog.info[i]
	wk.addFault(i, &Fault{Err: err, Behavior: wk.prog.behaviors[i], Part: string(p), Pos: in.pos, source: source})
}

// hookFault records that a hook of node i raised an error. It is not inlined, so that recordCall is small enough to be
// inlined.
//
//go:noinline
func (wk *worker) hookFault(i int32, h Hook, err error) {
	wk.addFault(i, &Fault{Err: err, Behavior: wk.prog.behaviors[i], Hook: h})
}

// addFault queues a fault. Faults of an explanation or a dry run are not queued, since the tick itself raises
// them again.
func (wk *worker) addFault(i int32, f *Fault) {
	wk.errors++
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.failed(i, f)
		return
	}
	if wk.purity.dryRun {
		return
	}
	a := wk.agent
	f.Agent, f.Label, f.Program, f.Node, f.Tick = a.id, a.label, wk.prog, int(i), wk.world.tick
	var placed interface{ Pos() diag.Pos }
	if errors.As(f.Err, &placed) {
		f.Pos = placed.Pos()
	}
	wk.emit(Event{Kind: EventFault, Node: i, Fault: f})
}
