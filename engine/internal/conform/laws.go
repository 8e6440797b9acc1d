package conform

import "fmt"

// CheckLaws returns an error if the run of a case breaks one of these, which
// hold for every tree and every script:
//
//   - on_enter and on_exit pair, and behavior is called only in between;
//   - a node is exited after those below it;
//   - in trees of behaviors alone a node is aborted after another has been
//     entered only if one above it has ended;
//   - no behavior is called twice in a tick, but below a kind that repeats;
//   - after a tick every active node has run in it, and its parent is active;
//   - no hook is called that a behavior does not have.
//
// Pairing is seen only of behaviors that have both hooks.
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

// watch follows one agent.
type watch struct {
	c    *Case
	tree *Tree
	in   map[*Node]bool // nodes entered and not exited, of those that have both hooks

	// In this step:
	ticked  map[*Node]bool
	entered bool    // some node was
	late    []*Node // aborted after that
}

func (w *watch) step(s *Step, v AgentView, events []Event, a Agent) error {
	w.ticked, w.entered, w.late = map[*Node]bool{}, false, nil
	for _, e := range events {
		if err := w.event(s, e); err != nil {
			return err
		}
	}
	if s.Kind == StepSwitch && (s.Agent == a || s.Agent == Everyone) {
		w.tree = s.Tree
	}
	if s.Kind == StepHistory {
		return nil
	}
	return w.state(s, v)
}

func (w *watch) event(s *Step, e Event) error {
	n := e.Call.Node
	paired := n.Behavior != nil && n.Behavior.Hooks.Has(HookEnter) && n.Behavior.Hooks.Has(HookExit)
	switch e.Kind {
	case Misused:
		return fmt.Errorf("%s: a hook it does not have was called", n.Label)
	case Entered:
		if w.in[n] {
			return fmt.Errorf("%s entered twice", n.Label)
		}
		w.in[n] = paired
		w.entered = true
	case Ticked:
		if paired && !w.in[n] {
			return fmt.Errorf("%s ran without having been entered", n.Label)
		}
		if w.ticked[n] && !n.repeated() {
			return fmt.Errorf("%s ran twice in a tick", n.Label)
		}
		w.ticked[n] = true
	case Exited:
		if paired && !w.in[n] {
			return fmt.Errorf("%s exited without having been entered", n.Label)
		}
		if w.entered && e.Reason == ByAbort {
			w.late = append(w.late, n)
		}
		delete(w.in, n)
		return w.below(n)
	}
	return nil
}

// below checks that nothing below an exited node is still entered.
func (w *watch) below(n *Node) error {
	for m, in := range w.in {
		if in && m.Under(n) {
			return fmt.Errorf("%s exited before %s, which is below it", n.Label, m.Label)
		}
	}
	return nil
}

// repeated tells whether n may run several times in a tick.
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
	}
	for _, n := range w.late {
		if onlyBehaviorsAbove(n) && active[n.Parent.Label] {
			return fmt.Errorf("%s was aborted after a node had entered, and nothing above it has ended", n.Label)
		}
	}
	return nil
}

// onlyBehaviorsAbove tells whether n has a parent and no node above it chooses
// by results.
func onlyBehaviorsAbove(n *Node) bool {
	for m := n.Parent; m != nil; m = m.Parent {
		if m.Kind != KindBehavior && m.Kind != KindTree {
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
