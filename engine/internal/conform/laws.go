package conform

import (
	"fmt"
	"slices"
)

// CheckLaws returns an error if the run of a case breaks one of these laws, which hold for every tree and every
// script:
//
//   - on_enter and on_exit are called in pairs, and behavior only between them;
//   - a node is entered after the nodes above it and exited after those below it;
//     between ticks, exits begin with the highest node;
//   - if no node above a node chooses by results, the node is aborted after the
//     entry of another node only if a node above it has ended;
//   - no behavior is called twice in a tick, and no node is entered again in the
//     tick in which it was aborted, except below a kind that repeats;
//   - after a tick, each active node has run in it and its parent is active; if the
//     parent runs one child at a time, no other child is active;
//   - between ticks no node is entered or run, and nodes exit only in steps that
//     exit nodes, with the reason of the step; other steps change nothing;
//   - no hook is called that a behavior does not have.
//
// Only behaviors that have both hooks are checked for pairing.
func CheckLaws(c *Case, r Result) error {
	for a := range c.Agents {
		w := watch{c: c, in: map[*Node]bool{}, tree: c.Trees[0]}
		for i, s := range c.Steps {
			if err := w.step(s, r.Views[i].Agents[a], r.Events[i][a], Agent(a)); err != nil {
				return fmt.Errorf("%s: agent %s: step %d, %s: %w", c.Name, c.Agents[a], i+1, c.stepText(s), err)
			}
		}
	}
	return nil
}

// watch checks the calls for one agent.
type watch struct {
	c    *Case
	tree *Tree
	in   map[*Node]bool // behavior nodes entered and not exited; true if they have both on_enter and on_exit

	// The state of the current step.
	last    *Node // the node that was exited last
	aborted map[*Node]bool
	ticked  map[*Node]bool
	entered bool    // whether a node has been entered
	late    []*Node // nodes aborted after the first entry
}

func (w *watch) step(s *Step, v AgentView, events []Event, a Agent) error {
	w.ticked, w.aborted, w.entered, w.late = map[*Node]bool{}, map[*Node]bool{}, false, nil
	w.last = nil
	for _, e := range events {
		if err := w.event(s, e); err != nil {
			return err
		}
	}
	switch {
	case s.Kind == StepSwitch && (s.Agent == a || s.Agent == Everyone):
		w.tree = s.Tree
	case s.Kind == StepEdit && s.Old == w.tree:
		if err := w.edit(s.Tree); err != nil {
			return err
		}
	}
	if s.Kind == StepHistory {
		return nil
	}
	return w.state(s, v)
}

// edit replaces the entered nodes with those of the next version of the tree.
func (w *watch) edit(next *Tree) error {
	to, in := w.tree.Match(next), map[*Node]bool{}
	for n, paired := range w.in {
		if to[n] == nil && paired {
			return fmt.Errorf("%s is gone and was not exited", n.Label)
		}
		if to[n] != nil {
			in[to[n]] = paired
		}
	}
	w.tree, w.in = next, in
	return nil
}

// reasonsOf contains the reasons for which each kind of step may exit nodes.
var reasonsOf = map[StepKind][]Reason{
	StepTick:  {BySuccess, ByFailure, ByAbort, ByError},
	StepAbort: {ByAbort},
	StepReset: {ByReset}, StepDespawn: {ByDespawn}, StepSwitch: {BySwitch}, StepClose: {ByClosing},
	StepSave: {ByReload}, StepDelete: {ByReload}, StepEdit: {ByReload},
}

func (w *watch) event(s *Step, e Event) error {
	n := e.Call.Node
	switch {
	case s.Kind != StepTick && (e.Kind == Entered || e.Kind == Ticked || e.Kind == Logged):
		return fmt.Errorf("%s was entered or ran between ticks", n.Label)
	case e.Kind == Exited && !slices.Contains(reasonsOf[s.Kind], e.Reason):
		return fmt.Errorf("%s was exited with the reason %s", n.Label, e.Reason)
	}
	paired := n.Behavior != nil && n.Behavior.Hooks.Has(HookEnter) && n.Behavior.Hooks.Has(HookExit)
	switch e.Kind {
	case Misused:
		return fmt.Errorf("%s: a hook it does not have was called", n.Label)
	case Entered:
		if w.in[n] {
			return fmt.Errorf("%s entered twice", n.Label)
		}
		if w.aborted[n] && !n.repeated() {
			return fmt.Errorf("%s was aborted and entered again in one tick", n.Label)
		}
		w.in[n] = paired
		w.entered = true
		return w.above(n)
	case Ticked:
		if paired && !w.in[n] {
			return fmt.Errorf("%s ran without having been entered", n.Label)
		}
		if w.ticked[n] && !n.repeated() {
			return fmt.Errorf("%s ran twice in a tick", n.Label)
		}
		w.ticked[n] = true
		return w.above(n)
	case Exited:
		if paired && !w.in[n] {
			return fmt.Errorf("%s exited without having been entered", n.Label)
		}
		if w.entered && e.Reason == ByAbort {
			w.late = append(w.late, n)
		}
		w.aborted[n] = e.Reason == ByAbort
		delete(w.in, n)
		if s.Kind == StepTick {
			return w.below(n)
		}
		if w.last != nil && w.last.Index < n.Index {
			return fmt.Errorf("%s was exited after %s, which is before it", n.Label, w.last.Label)
		}
		w.last = n
	}
	return nil
}

// above checks that all nodes above n with both hooks have been entered.
func (w *watch) above(n *Node) error {
	for m := n.Parent; m != nil; m = m.Parent {
		if m.Behavior != nil && m.Behavior.Hooks.Has(HookEnter) && m.Behavior.Hooks.Has(HookExit) && !w.in[m] {
			return fmt.Errorf("%s was entered or ran while %s, which is above it, was not entered", n.Label, m.Label)
		}
	}
	return nil
}

// below checks that no node below an exited node is still entered.
func (w *watch) below(n *Node) error {
	for m, in := range w.in {
		if in && m.Under(n) {
			return fmt.Errorf("%s exited before %s, which is below it", n.Label, m.Label)
		}
	}
	return nil
}

// repeated reports whether n may run several times in a tick.
func (n *Node) repeated() bool {
	for m := n.Parent; m != nil; m = m.Parent {
		switch m.Kind {
		case "repeat", "retry":
			return true
		}
	}
	return false
}

func (w *watch) state(s *Step, v AgentView) error {
	active, ran := members(v.Active), members(v.Ran)
	for n, in := range w.in {
		if in && !active[n.Label] {
			return fmt.Errorf("%s was not exited and is not active", n.Label)
		}
	}
	for _, n := range w.tree.Nodes {
		switch {
		case !active[n.Label]:
		case s.Kind == StepTick && !ran[n.Label]:
			return fmt.Errorf("%s is active and did not run", n.Label)
		case n.Parent != nil && !active[n.Parent.Label]:
			return fmt.Errorf("%s is active, its parent is not", n.Label)
		}
		if err := oneChild(n, active); s.Kind == StepTick && err != nil {
			return err
		}
	}
	for _, n := range w.late {
		if chosenByReadiness(n) && active[n.Parent.Label] {
			return fmt.Errorf("%s was aborted after a node had entered, and nothing above it has ended", n.Label)
		}
	}
	return nil
}

// oneChild checks that a node that runs one child at a time has at most one active child.
func oneChild(n *Node, active map[string]bool) error {
	var first *Node
	for _, c := range n.Children {
		switch {
		case !active[c.Label] || n.Kind == "parallel" || n.Kind == "monitor":
		case n.Kind == KindBehavior && n.Behavior.Children == "exclusive" && c.NonExclusive():
		case first != nil:
			return fmt.Errorf("%s and %s are both active", first.Label, c.Label)
		default:
			first = c
		}
	}
	return nil
}

// chosenByReadiness reports whether n has a parent and no node above it chooses by results or delays its decision.
func chosenByReadiness(n *Node) bool {
	for m := n.Parent; m != nil; m = m.Parent {
		k, _ := KindOf(m.Kind)
		if m.Kind != KindBehavior && m.Kind != KindTree && m.Kind != "switch" && !k.Chooser {
			return false
		}
	}
	return n.Parent != nil
}

func members(labels []string) map[string]bool {
	set := make(map[string]bool, len(labels))
	for _, l := range labels {
		set[l] = true
	}
	return set
}
