package engine

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/bough-dev/bough/engine/diag"
)

// codeFaults encodes or decodes the errors of present code, the behaviors in quarantine, and the hooks that may lead
// to a quarantine.
func (x *snapshot) codeFaults() {
	l := &x.world.faults
	var order, quarantines []*Fault
	var suspects []suspect
	if !x.c.Reading() {
		order = slices.DeleteFunc(slices.Clone(l.order), func(f *Fault) bool { return !x.isPresent(f) })
		quarantines = l.quarantines()
		suspects = slices.DeleteFunc(slices.Clone(l.suspects), func(s suspect) bool { return !l.tracks(s.behavior) })
	} else {
		x.faults = newFaultLog()
		x.faults.health = make([]health, len(l.health))
		for i := range l.health {
			x.faults.health[i].version = l.health[i].version
		}
	}
	for _, f := range codeLen(x, order) {
		if f = x.codeFault(f); x.c.Reading() && x.c.Err() == nil {
			x.faults.first[f.key()] = f
			x.faults.order = append(x.faults.order, f)
		}
	}
	for _, f := range codeLen(x, quarantines) {
		if f = x.codeHookFault(f); x.c.Reading() && x.c.Err() == nil {
			h := &x.faults.health[f.Behavior.ID]
			h.quarantined, h.last = true, f
			x.faults.quarantined++
		}
	}
	for _, s := range codeLen(x, suspects) {
		f, bad := x.codeHookFault(s.last), int32(0)
		if !x.c.Reading() {
			bad = l.health[s.behavior.ID].bad[s.hook]
		}
		if x.c.Int32(&bad, 0, math.MaxInt32); x.c.Reading() && x.c.Err() == nil {
			x.faults.health[f.Behavior.ID].bad[f.Hook] = bad
			x.faults.suspects = append(x.faults.suspects, suspect{f.Behavior, f.Hook, f})
		}
	}
}

// isPresent reports whether an error is one of present code. An error of a guard or another part of a node always
// counts as present, since a world without agents does not know which trees have been replaced.
func (x *snapshot) isPresent(f *Fault) bool { return f.Part != "" || x.world.faults.tracks(f.Behavior) }

// codeFault encodes or decodes an error. When decoding, f is nil.
func (x *snapshot) codeFault(f *Fault) *Fault {
	var behavior, program, path string
	saved := &savedError{}
	if f == nil {
		f = &Fault{}
	} else {
		if f.Behavior != nil {
			behavior = f.Behavior.Name
		}
		program, path = f.Program.name, f.Program.info[f.Node].path
		if saved.raised = f.raised(); f.Part == "" {
			saved.hook = f.hook()
		}
	}
	hook, seen := int32(f.Hook), int64(f.Seen)
	x.c.Text(&f.Part)
	x.c.Text(&f.source)
	x.c.Text(&f.Label)
	x.c.Text(&behavior)
	x.c.Text(&program)
	x.c.Text(&path)
	x.codePos(&f.Pos)
	x.c.Int32(&hook, 0, int32(NumHooks-1))
	x.c.Int((*int64)(&f.Agent), 0, math.MaxInt64)
	x.c.Int(&f.Tick, 0, math.MaxInt64)
	x.c.Int(&seen, 0, math.MaxInt64)
	x.codeRaised(saved)
	if x.c.Reading() && x.c.Err() == nil {
		f.Hook, f.Seen, f.Err = Hook(hook), int(seen), saved
		x.find(f, behavior, program, path)
	}
	return f
}

// codeHookFault encodes or decodes the error of a hook like codeFault.
func (x *snapshot) codeHookFault(f *Fault) *Fault {
	if f = x.codeFault(f); f.Part != "" {
		x.c.Fail("an error of %s is not one of a hook", f.Part)
	}
	return f
}

// codeRaised encodes or decodes the error that a script raised.
func (x *snapshot) codeRaised(e *savedError) {
	d := &e.raised
	x.c.Text(&e.hook)
	x.codePos(&d.Pos)
	x.c.Text(&d.Code)
	x.codeJSON(&d.Args, "arguments")
	x.c.Text(&d.Message)
	x.c.Text(&d.Hint)
	if x.codeJSON(&d.Remedy, "remedy"); d.Remedy != nil {
		d.Remedy.Text = d.Hint // which JSON leaves out
	}
	x.c.Text(&d.Source)
	d.Notes = codeLen(x, d.Notes)
	for i := range d.Notes {
		x.c.Text(&d.Notes[i])
	}
}

// codeJSON encodes or decodes a part of an error as JSON. p is a pointer to a pointer or a map, and what names it. A
// restored error has maps where the original has structs, so the keys of both are sorted.
func (x *snapshot) codeJSON(p any, what string) {
	var text []byte
	if !x.c.Reading() {
		var sorted any
		text, _ = json.Marshal(p) // package message makes arguments that JSON has
		_ = json.Unmarshal(text, &sorted)
		text, _ = json.Marshal(sorted)
	}
	x.c.Bytes(&text)
	if x.c.Reading() && x.c.Err() == nil {
		if err := json.Unmarshal(text, p); err != nil {
			x.c.Fail("the %s of an error: %v", what, err)
		}
	}
}

func (x *snapshot) codePos(p *diag.Pos) {
	x.c.Text(&p.File)
	for _, n := range []*int{&p.Line, &p.Col} {
		wide := int64(*n)
		x.c.Int(&wide, 0, math.MaxInt32)
		*n = int(wide)
	}
}

// find sets the behavior, the program and the node of an error. If the tree no longer has the node, the error gets a
// program with only that node.
func (x *snapshot) find(f *Fault, behavior, program, path string) {
	if f.Behavior = nil; behavior != "" || f.Part == "" {
		if f.Behavior = x.resolver.Behavior(behavior); f.Behavior == nil || f.Behavior.ID <= 0 {
			x.c.Fail("there is no behavior %q", behavior)
			return
		}
		for int(f.Behavior.ID) >= len(x.faults.health) {
			x.faults.health = append(x.faults.health, health{})
		}
		x.faults.health[f.Behavior.ID].version = f.Behavior.Version
	}
	if p := x.resolver.Program(program); p != nil {
		for i := range p.info {
			if p.info[i].path == path {
				f.Program, f.Node = p, i
				return
			}
		}
	}
	f.Program = &Program{name: program, nodes: make([]node, 1), info: []info{{name: path, path: path, parent: -1, persistentIndex: -1}}, words: 1, behaviors: []*Behavior{f.Behavior}}
}

// savedError is a script error from a snapshot.
type savedError struct {
	raised diag.Diagnostic
	hook   string // its name in the file; "" if a part of a node raised the error
}

// Error returns the complete text of the error.
func (e *savedError) Error() string { return e.raised.Error() }

// Diagnostic returns the error as it was raised.
func (e *savedError) Diagnostic() diag.Diagnostic { return e.raised }

// HookName returns the name of the hook in its file.
func (e *savedError) HookName() string { return e.hook }
