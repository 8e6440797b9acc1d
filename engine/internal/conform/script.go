package conform

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Script implements the behaviors of a case while a machine runs the case. It also records the calls of the machine
// for the trace. Several goroutines may use a Script at the same time, but only one for each agent.
type Script struct {
	c    *Case
	m    Machine // the machine that runs the case
	tick int     // number of the current tick of the world, from 1; 0 before the first

	mu      sync.Mutex // guards reports, which is the only data that agents share
	reports []string

	agents []actor
}

// actor is the state of a Script for one agent.
type actor struct {
	parts  map[*Node]*performance
	calls  []string
	events []Event
}

// performance is the state of a Part at one node of one agent.
type performance struct {
	part *Part
	next int // index of the next outcome, if PerCall is set
}

// errScripted is the error that a hook raises when its outcome says so.
var errScripted = errors.New("scripted error")

func newScript(c *Case) *Script {
	s := &Script{c: c, agents: make([]actor, len(c.Agents))}
	for i := range s.agents {
		s.agents[i].parts = map[*Node]*performance{}
	}
	return s
}

// Guard evaluates the guard of c.Node, which must have one.
func (s *Script) Guard(c Call) (bool, error) { return s.condition(c, c.Node.Guard) }

// Condition evaluates the condition of c.Node, which must have one.
func (s *Script) Condition(c Call) (bool, error) { return s.condition(c, c.Node.Cond) }

// Fact returns the value of a fact of the case in this tick.
func (s *Script) Fact(f *Fact) (bool, error) {
	v := at(f.Values, s.tick)
	if v == FactRaises {
		return false, errScripted
	}
	return v == FactTrue, nil
}

// Asked records the evaluation of an expression of c.Node. A machine that evaluates expressions by itself must call
// Asked each time.
func (s *Script) Asked(c Call) { s.asked('G', c) }

func (s *Script) condition(c Call, cond *Cond) (bool, error) {
	s.asked('G', c)
	return s.holds(c, cond)
}

// Value returns the value of c.Node, which must be a switch. The value is that of a field, as a number, or true or
// false for a condition.
func (s *Script) Value(c Call) (string, error) {
	if t := c.Node.Cond.Terms[0]; t.Field != "" && t.Op == "" {
		s.asked('G', c)
		return strconv.Itoa(s.get(c.Agent, t.Field)), nil
	}
	yes, err := s.condition(c, c.Node.Cond)
	return strconv.FormatBool(yes), err
}

// Precondition calls the precondition of c.Node's behavior.
func (s *Script) Precondition(c Call) (bool, error) {
	s.asked('P', c)
	s.demand(c, HookPrecondition)
	o := s.outcome(c)
	if o.Raise.Has(HookPrecondition) {
		return false, errScripted
	}
	if !o.Ready {
		return false, nil
	}
	for _, need := range c.Node.Behavior.Needs {
		if ok, err := s.holds(c, need); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Utility calls the utility hook of c.Node's behavior.
func (s *Script) Utility(c Call) (float64, error) {
	s.asked('U', c)
	s.demand(c, HookUtility)
	if s.outcome(c).Raise.Has(HookUtility) {
		return 0, errScripted
	}
	return float64(at(c.Node.Behavior.Utilities, s.tick)), nil
}

// Postcondition calls the postcondition of c.Node's behavior.
func (s *Script) Postcondition(c Call) (bool, error) {
	s.asked('Q', c)
	s.demand(c, HookPostcondition)
	if s.outcome(c).Raise.Has(HookPostcondition) {
		return false, errScripted
	}
	return at(c.Node.Behavior.Achieved, s.tick), nil
}

// Enter calls on_enter of c.Node's behavior.
func (s *Script) Enter(c Call) error {
	s.record(Event{Kind: Entered, Call: c}, "E "+subject(c))
	s.demand(c, HookEnter)
	return s.after(c, HookEnter)
}

// Act calls the behavior hook of c.Node's behavior.
func (s *Script) Act(c Call) (Status, error) {
	text := "T " + subject(c)
	if c.Node.Behavior.Memory {
		text += " memory=" + s.remember(c)
	}
	s.record(Event{Kind: Ticked, Call: c}, text)
	s.demand(c, HookBehavior)
	p := s.performance(c)
	o := p.outcome(s.tick)
	p.next++
	s.apply(c, HookBehavior)
	if o.Raise.Has(HookBehavior) {
		return None, errScripted
	}
	return o.Status, nil
}

// remember counts a call in the node's memory and returns the count.
func (s *Script) remember(c Call) string {
	if c.Memory == nil {
		return "missing"
	}
	c.Memory.Calls++
	return strconv.Itoa(c.Memory.Calls)
}

// Exit calls on_exit of c.Node's behavior.
func (s *Script) Exit(c Call, why Reason) error {
	s.record(Event{Kind: Exited, Call: c, Reason: why}, "X "+subject(c)+" "+string(why))
	s.demand(c, HookExit)
	return s.after(c, HookExit)
}

// Log records a line that a log leaf writes.
func (s *Script) Log(c Call, text string) {
	s.record(Event{Kind: Logged, Call: c}, "L \""+text+"\"")
}

// Report must be called when an error is reported. h is a hook of c.Node's behavior or, from HookGuard on, a part
// of the node itself. The semantics require one report for each hook until the file of the behavior is saved, and
// one for each part of a node.
func (s *Script) Report(c Call, h Hook) {
	name := c.Node.Label
	if h < HookGuard {
		name = c.Node.Name()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reports = append(s.reports, name+"."+h.String())
}

// after applies the effects of a hook, and returns the error that the hook raises, if any.
func (s *Script) after(c Call, h Hook) error {
	s.apply(c, h)
	if s.outcome(c).Raise.Has(h) {
		return errScripted
	}
	return nil
}

func (s *Script) apply(c Call, h Hook) {
	for _, e := range c.Node.Behavior.Effects {
		switch {
		case e.Hook != h:
		case e.Claim:
			key, _ := Entry(e.Field)
			s.m.ClaimBoard(c.Agent, key, e.Value)
		case e.Add:
			s.set(c.Agent, e.Field, s.get(c.Agent, e.Field)+e.Value)
		default:
			s.set(c.Agent, e.Field, e.Value)
		}
	}
}

// get returns a field of an agent or an entry of the board.
func (s *Script) get(a Agent, name string) int {
	if key, ok := Entry(name); ok {
		return s.m.Board(a, key)
	}
	return s.m.Field(a, name)
}

func (s *Script) set(a Agent, name string, v int) {
	if key, ok := Entry(name); ok {
		s.m.SetBoard(a, key, v)
		return
	}
	s.m.SetField(a, name, v)
}

// demand checks that the behavior has a hook that is called. If not, it records this in the trace.
func (s *Script) demand(c Call, h Hook) {
	if b := c.Node.Behavior; b == nil || !b.Hooks.Has(h) {
		s.record(Event{Kind: Misused, Call: c}, fmt.Sprintf("? %s has no %s", c.Node.Label, h))
	}
}

func (s *Script) asked(letter byte, c Call) {
	if s.c.ShowAsked {
		s.record(Event{Kind: Asked, Call: c}, string(letter)+" "+subject(c))
	}
}

func (s *Script) record(e Event, text string) {
	a := &s.agents[e.Call.Agent]
	a.calls = append(a.calls, text)
	a.events = append(a.events, e)
}

// subject returns the node of a call and the stimulus that the node has taken.
func subject(c Call) string {
	if c.Stimulus == "" {
		return c.Node.Label
	}
	return c.Node.Label + "(" + c.Stimulus + ")"
}

func (s *Script) outcome(c Call) Outcome { return s.performance(c).outcome(s.tick) }

// performance returns the state of the part for c.Node. If several parts match the node, it is the most specific
// part.
func (s *Script) performance(c Call) *performance {
	a := &s.agents[c.Agent]
	p := a.parts[c.Node]
	if p == nil {
		p = &performance{part: s.part(c)}
		a.parts[c.Node] = p
	}
	return p
}

func (s *Script) part(c Call) *Part {
	for _, name := range []string{c.Node.Label, c.Node.Behavior.Name} {
		for _, agent := range []Agent{c.Agent, Everyone} {
			i := slices.IndexFunc(s.c.Parts, func(p *Part) bool { return p.Name == name && p.Agent == agent })
			if i >= 0 {
				return s.c.Parts[i]
			}
		}
	}
	return &c.Node.Behavior.Part
}

func (p *performance) outcome(tick int) Outcome {
	switch {
	case len(p.part.Outcomes) == 0:
		return Outcome{Any: true, Ready: true, Status: Running}
	case p.part.PerCall:
		return at(p.part.Outcomes, p.next+1)
	}
	return at(p.part.Outcomes, tick)
}

// at returns the value for a tick, counted from 1. After the end of the list it returns the last value, and before
// the first tick the first value.
func at[T any](list []T, tick int) T {
	if len(list) == 0 {
		var zero T
		return zero
	}
	return list[min(max(tick-1, 0), len(list)-1)]
}

func (s *Script) holds(c Call, cond *Cond) (bool, error) {
	for _, t := range cond.Terms {
		ok, err := s.Term(c, t)
		if !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// ShowTerm formats the results of Term.
func ShowTerm(yes bool, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return strconv.FormatBool(yes)
}

// Term evaluates a term of a condition of c.Node.
func (s *Script) Term(c Call, t Term) (bool, error) {
	a := c.Agent
	switch {
	case t.Ask == AskStimulus:
		return strings.HasPrefix(c.Stimulus, t.Name) != t.Not, nil
	case t.Ask == AskRan:
		return s.m.RanNamed(a, t.Name, t.Ticks) != t.Not, nil
	case t.Ask == AskRanAgo:
		return s.m.RanAgoNamed(a, t.Name, t.Ticks) != t.Not, nil
	case t.Ask == AskActive:
		return s.m.ActiveNamed(a, t.Name) != t.Not, nil
	case t.Ask == AskSince:
		return t.compare(int64(s.m.Since(a, t.Name)), int64(time.Second)), nil
	case t.Ask == AskInForce:
		in := slices.ContainsFunc(s.m.InForce(a), func(r Request) bool { return r.Channel == t.Name && r.Kind == t.Kind })
		return in != t.Not, nil
	case t.Fact == nil:
		return t.compare(int64(s.get(a, t.Field)), 1), nil
	}
	yes, err := s.Fact(t.Fact)
	return yes != t.Not && err == nil, err
}
