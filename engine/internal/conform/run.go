package conform

import (
	"fmt"
	"slices"
)

// Result is the result of running a case.
type Result struct {
	// Trace is the run section of the file as this machine would write it: the steps, each with its view.
	Trace string
	// Diff is "" if all expectations were met. Otherwise it describes the first step with a difference, the
	// expectation, and the actual view.
	Diff string
	// Views are the views after each step, by its index in Case.Steps.
	Views []View
	// Events are the calls of the Script for each step and agent.
	Events [][][]Event
}

// Run runs a case on a new machine.
func Run(c *Case, make New) Result {
	r := run(c, make)
	if r.Diff != "" {
		return r
	}
	for i, s := range c.Steps {
		if s.Expect != nil && !s.Expect.equal(r.Views[i]) {
			r.Diff = c.differs(i, *s.Expect, r.Views[i], "want", "got")
			break
		}
	}
	return r
}

// Compare runs a case on two machines. It returns their results and, unless these are equal, the first step with a
// difference.
func Compare(c *Case, makeA, makeB New) (a, b Result, diff string) {
	a, b = run(c, makeA), run(c, makeB)
	if a.Diff+b.Diff != "" {
		return a, b, a.Diff + b.Diff
	}
	for i := range c.Steps {
		if !a.Views[i].equal(b.Views[i]) {
			return a, b, c.differs(i, a.Views[i], b.Views[i], "first", "second")
		}
	}
	return a, b, ""
}

func run(c *Case, make New) Result {
	s := newScript(c)
	m, err := make(c, s)
	if err != nil {
		return Result{Diff: fmt.Sprintf("the machine does not take the case: %v", err)}
	}
	s.m = m
	for _, f := range c.Board {
		m.SetBoard(Everyone, f.Name, f.Value)
	}
	for a := range c.Agents {
		for _, f := range c.Fields {
			m.SetField(Agent(a), f.Name, f.Value)
		}
	}
	var r Result
	for _, step := range c.Steps {
		s.do(m, step)
		view, events := s.take(m, step)
		r.Views = append(r.Views, view)
		r.Events = append(r.Events, events)
	}
	r.Trace = c.runSection(r.Views)
	return r
}

// do executes a step.
func (s *Script) do(m Machine, step *Step) {
	switch step.Kind {
	case StepTick:
		s.tick++
		dt := s.c.DT
		if step.HasDT {
			dt = step.DT
		}
		m.Tick(dt)
	case StepSave:
		m.Save(step.Behavior)
	case StepDelete:
		m.Delete(step.Behavior)
	case StepEdit:
		m.Edit(step.Old, step.Tree)
	case StepClose:
		m.Close()
	case StepHistory:
	default:
		if key, ok := Entry(step.Field); ok {
			m.SetBoard(Everyone, key, step.Value)
			return
		}
		for a := range s.c.Agents {
			if step.Agent == Everyone || step.Agent == Agent(a) {
				s.impose(m, step, Agent(a))
			}
		}
	}
}

// impose executes a step for one agent.
func (s *Script) impose(m Machine, step *Step, a Agent) {
	switch step.Kind {
	case StepPost:
		m.Post(a, step.Stimulus)
	case StepSet:
		m.SetField(a, step.Field, step.Value)
	case StepReset:
		m.Reset(a)
	case StepAbort:
		m.Abort(a, step.Node)
	case StepDespawn:
		m.Despawn(a)
	case StepSwitch:
		m.Switch(a, step.Tree)
	case StepPause:
		m.Pause(a, true)
	case StepResume:
		m.Pause(a, false)
	case StepEnd:
		m.End(a, step.Channel)
	case StepImpose:
		m.Impose(a, step.Request)
	case StepExplain:
		m.Explain(a)
	}
}

// take returns the view after a step, and begins a new record of calls.
func (s *Script) take(m Machine, step *Step) (View, [][]Event) {
	var v View
	var events [][]Event
	for i := range s.agents {
		v.Agents = append(v.Agents, s.look(m, step, Agent(i)))
		events = append(events, s.agents[i].events)
		s.agents[i].calls, s.agents[i].events = nil, nil
	}
	v.Reports, s.reports = s.reports, nil
	if slices.Sort(v.Reports); s.c.NoReports {
		v.Reports = nil
	}
	if step.Kind != StepHistory {
		for _, f := range s.c.Board {
			v.Board = append(v.Board, fmt.Sprintf("%s %d", f.Name, m.Board(Everyone, f.Name)))
		}
	}
	return v, events
}

func (s *Script) look(m Machine, step *Step, a Agent) AgentView {
	v := AgentView{Calls: s.agents[a].calls, Active: labels(m.Active(a))}
	if step.Kind != StepHistory {
		for _, r := range m.InForce(a) {
			v.Force = append(v.Force, r.String())
		}
		slices.Sort(v.Force)
	}
	switch step.Kind {
	case StepTick:
		v.Status = m.Status(a)
		ran, _ := m.Ran(a, 1)
		v.Ran = labels(ran)
	case StepHistory:
		v.Active = nil
		for k := 1; ; k++ {
			ran, ok := m.Ran(a, k)
			if !ok {
				break
			}
			v.History = append(v.History, labels(ran))
		}
	}
	return v
}

// labels returns the labels of nodes of one tree, in pre-order.
func labels(nodes []*Node) []string {
	nodes = slices.SortedFunc(slices.Values(nodes), func(a, b *Node) int { return a.Index - b.Index })
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Label
	}
	return names
}

// differs describes the difference between views a and b of step i.
func (c *Case) differs(i int, a, b View, nameA, nameB string) string {
	s := c.Steps[i]
	where := s.Pos.String()
	if where == "" {
		where = c.Name
	}
	return fmt.Sprintf("%s: step %d, %s\n%s:\n%s%s:\n%s",
		where, i+1, c.stepText(s), nameA, c.viewText(s, a), nameB, c.viewText(s, b))
}

// equal reports whether two views are equal, ignoring the order of nodes in a set.
func (v View) equal(w View) bool {
	return slices.Equal(v.Reports, w.Reports) && slices.Equal(v.Board, w.Board) && slices.EqualFunc(v.Agents, w.Agents, AgentView.equal)
}

func (v AgentView) equal(w AgentView) bool {
	return v.Status == w.Status && slices.Equal(v.Calls, w.Calls) &&
		sameSet(v.Active, w.Active) && sameSet(v.Ran, w.Ran) && slices.Equal(v.Force, w.Force) &&
		slices.EqualFunc(v.History, w.History, sameSet)
}

func sameSet(a, b []string) bool {
	return len(a) == len(b) && (slices.Equal(a, b) ||
		slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))))
}
