package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/cells"
)

// The causes why a node is not ready, in the order in which they are checked.
const (
	causeDisabled     = "disabled"     // the tree disables it
	causeMissing      = "missing"      // its behavior could not be loaded
	causeQuarantine   = "quarantine"   // its behavior is in quarantine
	causeGuard        = "guard"        // its guard is false or raised an error
	causeStimulus     = "stimulus"     // the agent has no such stimulus
	causePrecondition = "precondition" // its precondition returned false or raised an error
	causeInterval     = "interval"     // the answer of a short time ago is reused
	causeRule         = "rule"         // the rule of its kind refuses
	causeNotChosen    = "not chosen"   // it is ready, but another node was chosen
)

func causeOfAbsence(n *node) string {
	switch {
	case n.ask&askDisabled != 0:
		return causeDisabled
	case n.ask&askMissing != 0:
		return causeMissing
	}
	return causeQuarantine
}

// Explanation describes what an agent would do in a tick, and why it would not do anything else.
type Explanation struct {
	Agent string `json:"agent"`
	Tree  string `json:"tree"`
	// Tick and Clock are those of the last tick or, if Upcoming is set, of the tick that is explained.
	Tick      int64         `json:"tick"`
	Clock     time.Duration `json:"clock"`
	Upcoming  bool          `json:"upcoming,omitempty"` // the explanation is that of Agent.ExplainTick
	Paused    bool          `json:"paused,omitempty"`
	Suspended bool          `json:"suspended,omitempty"` // see Agent.Suspend
	// Turn says when the agent takes part in a tick, as in "asleep for another 2.50 s". It is "" if that is the next
	// tick.
	Turn    string   `json:"turn,omitempty"`
	Gone    bool     `json:"gone,omitempty"` // the agent is no longer alive; the other fields are empty
	Planned []string `json:"planned"`
	Active  []string `json:"active"`
	// Blocked are the paths of the nodes that are not ready for a reason of their own, not because of nodes below
	// them. Broken nodes come first, followed by the nodes that are closest to being ready.
	Blocked []string `json:"blocked"`
	// WhyNot describes the nodes that the caller asked about.
	WhyNot []WhyNot `json:"why_not,omitempty"`
	Steps  []Step   `json:"steps"` // in the order in which they were asked
	// History is the result of Agent.History if the caller wants it in the output. Explain leaves it nil.
	History []Span `json:"history,omitempty"`

	blocked []*Step
}

// Step is one node that was asked.
type Step struct {
	Node    int     `json:"node"`
	Path    string  `json:"path"`
	Depth   int     `json:"depth"`
	Ready   bool    `json:"ready"`
	Cause   string  `json:"cause,omitempty"` // why it is not ready: disabled, missing, quarantine, guard, stimulus, precondition, interval, rule, not chosen
	Active  bool    `json:"active"`
	Seconds float64 `json:"seconds,omitempty"` // how long it has been active
	Waits   string  `json:"waits,omitempty"`   // what its behavior waits for; see Waiting.String
	Waiting Waiting `json:"-"`                 // the same, if Waits is not ""
	// Calls are the calls in which its behavior waits, the innermost first, if the caller asked about the node.
	Calls []WaitingCall `json:"calls,omitempty"`
	// Left and Of are times in seconds. For a wait, delay or timeout that is ready, for an interval that reuses its
	// answers, and for a cooldown that refuses, Of is the whole time, and Left the rest of it. For a behavior that waits
	// for a time, Left is the rest, and Of is 0. Otherwise both are 0.
	Left float64 `json:"left,omitempty"`
	Of   float64 `json:"of,omitempty"`
	// Score is the utility, if a parent has asked for it and a hook has given it.
	Score *float64 `json:"score,omitempty"`
	// Results are the results of the children that ended in earlier ticks, of an active parallel or monitor.
	Results *Results `json:"results,omitempty"`
	Guard   string   `json:"guard,omitempty"`
	Terms   []Term   `json:"terms,omitempty"` // terms of the guard
	Wants   string   `json:"wants,omitempty"` // the stimulus it waits for
	// Stimuli are the stimuli that its guard and its precondition were asked about, in that order. If it is active, this
	// is the one that it has taken.
	Stimuli []AskedStimulus `json:"stimuli,omitempty"`
	Reads   []Term          `json:"reads,omitempty"`  // values that its hooks, its condition or its switch have read
	Detail  string          `json:"detail,omitempty"` // more about the cause, such as why the rule of its kind refuses
	Hook    string          `json:"hook,omitempty"`   // file and line of the precondition that has returned false, if known
	Error   string          `json:"error,omitempty"`
	Err     error           `json:"-"` // the error itself
	Pos     string          `json:"pos,omitempty"`
	Note    string          `json:"note,omitempty"` // the note on the node in the tree

	raised       string // what raised the error: a hook, guard, condition, ...
	guardTrue    bool   // the guard was evaluated, and is true
	fromChildren bool   // whether its children have reasons of their own why it is not ready
}

// AskedStimulus is a stimulus that a node was asked about.
type AskedStimulus struct {
	Data string `json:"data"`          // its data as text; "" if it has none
	Why  string `json:"why,omitempty"` // why it is refused; "" if it is accepted

	serial uint32
	step   *Step // the node with what it has read about the stimulus, if it is refused
}

// Results counts the children of a parallel by result.
type Results struct {
	Succeeded int `json:"succeeded"`
	Failed    int `json:"failed"`
	Children  int `json:"children"`
	Success   int `json:"success"` // number of children that must succeed
	Failure   int `json:"failure"` // number of children that must fail
}

// String returns text such as "1 of 2 succeeded, 0 of 1 failed". The numbers after "of" are Success and Failure, either
// of which ends the parallel.
func (r *Results) String() string {
	return tr.F("%d of %d succeeded, %d of %d failed", r.Succeeded, r.Success, r.Failed, r.Failure)
}

// explainer records the steps of a Decide that is made for an explanation.
type explainer struct {
	wk    *worker
	steps []Step
	at    map[int32]int // index in steps, by node

	probing bool // set while nodes are asked that the decision did not ask

	// While the utility of node scored is asked, scorer is the node whose hook is called; otherwise it is 0, which is
	// the root and has no chooser above it. What that hook reads counts as read by scored.
	scorer, scored int32
}

// step returns the step of node i. If a rule of the game asks a child twice, the last answer is kept.
func (r *explainer) step(i int32) *Step {
	if i == r.scorer && i > 0 {
		i = r.scored
	}
	k, ok := r.at[i]
	if !ok {
		k = len(r.steps)
		r.at[i], r.steps = k, append(r.steps, r.newStep(i))
	}
	return &r.steps[k]
}

func (r *explainer) newStep(i int32) Step {
	in := &r.wk.prog.info[i]
	s := Step{Node: int(i), Path: in.path, Depth: int(in.depth), Active: r.wk.active.has(i), Wants: in.stimulus, Pos: in.pos.String(), Note: in.note}
	if s.Active {
		s.Seconds = time.Duration(r.wk.world.clock - r.wk.agent.state[i].entered).Seconds()
		if x, ok := r.wk.code.bound[i].(Waiter); ok {
			if s.Waiting, ok = x.Waits(r.wk.agent.state[i].memory, time.Duration(r.wk.world.clock)); ok {
				s.Waits, s.Left = s.Waiting.String(), s.Waiting.Left.Seconds()
			}
		}
		if isParallel(in.rule) {
			s.Results = r.results(i)
		}
	}
	if in.guard != nil {
		s.Guard = in.guard.Source()
	}
	for _, p := range in.params {
		if p.Field != (Key{}) {
			s.Reads = append(s.Reads, Term{p.Name + " → " + p.Field.Name(), r.wk.agent.fields.Get(p.Field).String()})
		}
	}
	return s
}

// noteCalls adds the calls in which node i waits to its step.
func (r *explainer) noteCalls(i int32) {
	if k, ok := r.at[i]; ok && r.steps[k].Waits != "" {
		r.steps[k].Calls = r.wk.code.bound[i].(Waiter).Calls(r.wk.agent.state[i].memory)
	}
}

// asked records that node i is ready before its rule is applied.
func (r *explainer) asked(i int32) {
	s := r.step(i)
	s.Ready, s.Cause = true, ""
	if r.wk.prog.info[i].settings.Number == nil { // else the number is not known yet
		r.noteLeft(i)
	}
}

// noteLeft records how much is left of the time of node i.
func (r *explainer) noteLeft(i int32) {
	s := r.step(i)
	switch of := r.wk.timeOf(i); r.wk.prog.info[i].kind {
	case kind.Wait, kind.Delay, kind.Timeout:
		s.setLeft(of-elapsed(r.wk, i), of)
	case kind.Interval:
		if p := r.wk.persistent(i); p.fresh(r.wk.world.clock, of) {
			s.setLeft(p.stamp+of-r.wk.world.clock, of)
		}
	}
}

func (s *Step) setLeft(left, of int64) {
	s.Left, s.Of = max(0, time.Duration(left).Seconds()), time.Duration(of).Seconds()
}

// results returns the results of the children of node i, an active parallel or monitor.
func (r *explainer) results(i int32) *Results {
	n, in := &r.wk.prog.nodes[i], &r.wk.prog.info[i]
	c := i + 1
	if in.kind == kind.Monitor {
		c = firstWatched(r.wk, i, n)
	}
	count := ended(r.wk, c, n)
	x := &Results{Succeeded: count.succeeded, Failed: count.failed}
	for ; c < n.end; c = r.wk.prog.nodes[c].end {
		x.Children++
	}
	x.Success, x.Failure = thresholds(&in.settings, x.Children)
	return x
}

// ruledOut records that the rule of node i refuses. It also records the reason, unless the rule has done so.
func (r *explainer) ruledOut(i int32) {
	if s := r.step(i); s.Ready {
		s.Ready, s.Cause = false, causeRule
		s.Detail, s.fromChildren = r.whyRefused(i)
	}
}

// rule records why the rule of node i refuses.
func (r *explainer) rule(i int32, why string) {
	s := r.step(i)
	s.Ready, s.Cause, s.Detail = false, causeRule, why
}

// dismissed records why node i is not planned although it is ready.
func (r *explainer) dismissed(i int32, why string) {
	s := r.step(i)
	s.Ready, s.Cause, s.Detail = false, causeNotChosen, why
}

// condition records the terms of c, which is a guard or the condition of a leaf, and the other values that its
// evaluation has read.
func (r *explainer) condition(i int32, p part, c Expression, holds bool) {
	terms := c.Terms(&r.wk.ctx)
	s := r.step(i)
	for _, read := range s.Reads {
		if !slices.ContainsFunc(terms, func(t Term) bool { return t.Text == read.Text }) {
			terms = append(terms, read)
		}
	}
	if p == partGuard {
		s.Terms, s.Reads, s.guardTrue = terms, nil, holds
	} else {
		s.Reads = terms
	}
}

// number records the number of node i that an expression has given, and the values that it has read.
func (r *explainer) number(i int32, e Expression, x float64) {
	terms := e.Terms(&r.wk.ctx)
	if !slices.ContainsFunc(terms, func(t Term) bool { return t.Text == e.Source() }) {
		terms = append(terms, Term{e.Source(), value.FormatNumber(x)})
	}
	s := r.step(r.reader(i))
	for _, t := range terms {
		if !slices.Contains(s.Reads, t) {
			s.Reads = append(s.Reads, t)
		}
	}
}

// reader returns the node whose step has a number of node i: its parent if node i has not been asked, since an order is drawn
// before that.
func (r *explainer) reader(i int32) int32 {
	if _, asked := r.at[i]; !asked {
		return r.wk.prog.info[i].parent
	}
	return i
}

// note adds a value that the decision about node i has used.
func (r *explainer) note(i int32, what, value string) {
	s := r.step(i)
	s.Reads = append(s.Reads, Term{what, value})
}

// refused records why node i is not ready. It is not inlined, so that worker.refuse, which is called for each such
// node, is small enough to be inlined.
//
//go:noinline
func (r *explainer) refused(i int32, cause string) {
	s := r.step(i)
	s.Ready, s.Cause = false, cause
	w, b := r.wk.world, r.wk.prog.behaviors[i]
	switch cause {
	case causeInterval:
		left := r.wk.persistent(i).stamp + int64(b.Interval) - w.clock
		s.setLeft(left, int64(b.Interval))
		s.Detail = tr.F("it said no a short time ago and is asked again in %.2f s", time.Duration(left).Seconds())
	case causeQuarantine:
		f := w.faults.health[b.ID].last
		s.Err, s.raised, s.Error, s.Detail = f.Err, f.hook(), f.raised().Headline(), tr.F("quarantined until %s", b.leavesQuarantine(r.wk.prog.info[i].params).Text)
	case causeMissing:
		if w.opts.WhyMissing != nil {
			s.Detail = w.opts.WhyMissing(b, r.wk.prog.info[i].pos)
		}
	case causeStimulus:
		r.wk.decision.offers[i] = 0 // whyNot asks the nodes below nevertheless
		s.Detail = r.heldInstead(s.Wants)
	case causeGuard, causePrecondition:
		if x, ok := r.wk.code.bound[i].(Placer); ok && cause == causePrecondition {
			if pos, ok := x.Place(HookPrecondition); ok {
				s.Hook = pos.String()
			}
		}
		if n := len(s.Stimuli); n > 0 {
			about := *s
			about.Stimuli = nil
			s.Stimuli[n-1].Why, s.Stimuli[n-1].step = s.why(), &about
		}
	}
}

// maxHeld bounds the number of names of stimuli that an explanation lists.
const maxHeld = 3

// heldInstead says what the agent holds although it has no stimulus of a name to offer, or returns "" if it holds none.
func (r *explainer) heldInstead(want string) string {
	var names []string
	for i := range r.wk.agent.stimuli.held {
		s := &r.wk.agent.stimuli.held[i]
		switch {
		case s.taken && s.holders == 0: // it is dropped at the end of the tick
		case s.Name == want:
			return tr.F("%s has taken it", r.holder(s.serial))
		case !slices.Contains(names, s.Name):
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	near := diag.Suggest(want, names)
	if k := slices.Index(names, near); k > 0 {
		names = slices.Insert(slices.Delete(names, k, k+1), 0, near)
	}
	more := len(names) - maxHeld
	names = names[:min(len(names), maxHeld)]
	for k, name := range names {
		if names[k] = strconv.Quote(name); name == near {
			names[k] += tr.T(" (did you mean this one?)")
		}
	}
	if more > 0 {
		return tr.F("the agent holds %s and %d more", strings.Join(names, ", "), more)
	}
	return tr.F("the agent holds %s", strings.Join(names, ", "))
}

// holder returns the name of the first node that holds a stimulus, which must have one.
func (r *explainer) holder(serial uint32) string {
	i := slices.IndexFunc(r.wk.agent.state, func(s nodeState) bool { return s.held == serial })
	return r.wk.prog.info[i].name
}

// maxDataText is the largest number of bytes of the data of a stimulus that an explanation shows.
const maxDataText = 100

// offered records that node i is being asked about a stimulus.
func (r *explainer) offered(i int32, serial uint32) {
	s, data := r.step(i), ""
	if x := r.wk.agent.stimuli.find(serial); x != nil && !x.Data.IsNil() { // nil after a Restore of invalid bytes
		data = x.Data.String()
	}
	if len(data) > maxDataText {
		data = strings.ToValidUTF8(data[:maxDataText], "") + "..."
	}
	if slices.ContainsFunc(s.Stimuli, func(x AskedStimulus) bool { return x.serial == serial }) {
		s.Stimuli = nil // a rule of the game asks again
	}
	s.Stimuli = append(s.Stimuli, AskedStimulus{Data: data, serial: serial})
	s.Terms, s.Reads, s.guardTrue = nil, nil, false
}

func (r *explainer) failed(i int32, f *Fault) {
	if by := r.reader(i); f.Part == string(partWeight) && by != i {
		s := r.step(by)
		s.Reads = append(s.Reads, Term{f.source, f.raised().Headline()})
		return
	}
	s := r.step(i)
	s.Err, s.Error, s.raised = f.Err, f.raised().Headline(), f.Part
	switch f.Part {
	case "":
		s.raised = f.hook()
	case string(partGuard):
		s.raised = string(partCondition)
	}
}

func (r *explainer) read(what, value string) {
	s := r.step(r.wk.ctx.node)
	for i := range s.Reads {
		if s.Reads[i].Text == what {
			return
		}
	}
	s.Reads = append(s.Reads, Term{what, value})
}

// Explain returns what the agent would do if it were ticked now, with the stimuli that were posted for that tick. The
// result has every node that is asked, with the values that guards and preconditions read. about contains indexes of
// nodes in the program; for each of them, Explain adds the reasons that keep the node from running. It panics if the
// program has no such node. Explain does not change anything. It must be called between ticks.
//
// The clock of the explanation is that of the last tick; see ExplainTick.
func (a *Agent) Explain(about ...int) *Explanation {
	const method = "Agent.Explain"
	if !a.canAct(method) {
		return a.explainGone()
	}
	return a.explain(method, a.world.clock, about)
}

// ExplainTick is like Explain, and explains the decision that World.Tick(dt) would make for the agent now. Clock and
// number of the tick are those of that tick, and so are its draws, intervals, cooldowns and the stimuli that have
// expired. If it is not the agent's turn in that tick, the explanation is that of a turn nevertheless, and Turn, Paused
// or Suspended says so; under World.LimitTurns this is not known before the tick. ExplainTick panics if World.Tick
// would not accept dt.
func (a *Agent) ExplainTick(dt time.Duration, about ...int) *Explanation {
	const method = "Agent.ExplainTick"
	alive := a.canAct(method)
	w := a.world
	dt = w.mustBeDelta(method, dt)
	if !alive {
		return a.explainGone()
	}
	before := w.clock
	w.clock += int64(dt)
	w.tick++
	defer func() {
		w.clock = before
		w.tick--
	}()
	e := a.explain(method, before, about)
	e.Upcoming = true
	return e
}

// explainGone returns the explanation of an agent that is not alive.
func (a *Agent) explainGone() *Explanation {
	return &Explanation{Agent: a.label, Tree: a.code.prog.name, Tick: a.world.tick, Clock: time.Duration(a.world.clock), Gone: true}
}

// explain returns the explanation of a decision at the present clock. last is the clock of the last tick.
func (a *Agent) explain(method string, last int64, about []int) *Explanation {
	w, wk := a.world, a.worker
	for _, i := range about {
		a.code.prog.mustHave(i, method, a.label)
	}
	w.busy = method
	defer func() { w.busy = "" }()
	wk.load(a)
	defer wk.unload()
	rec := &explainer{wk: wk, at: map[int32]int{}}
	wk.ctx.explainer = rec
	defer func() { wk.ctx.explainer = nil }()
	defer a.stimuli.deliverCopy(w.clock)()
	wk.decideTree()
	for _, i := range about {
		rec.noteCalls(int32(i))
	}
	e := &Explanation{
		Agent: a.label, Tree: a.code.prog.name, Tick: w.tick, Clock: time.Duration(w.clock), Paused: a.flags&isPaused != 0, Suspended: a.flags&isSuspended != 0, Turn: nextTurn(a, last),
		Planned: a.code.prog.paths(wk.decision.planned), Active: a.code.prog.paths(a.active()), Blocked: []string{}, Steps: rec.steps, blocked: rec.rank(a),
	}
	for _, s := range e.blocked {
		e.Blocked = append(e.Blocked, s.Path)
	}
	planned := slices.Clone(wk.decision.planned)
	for _, i := range about {
		e.WhyNot = append(e.WhyNot, rec.whyNot(int32(i), planned))
	}
	return e
}

// paths returns the paths of the nodes in a set, in pre-order.
func (p *Program) paths(set bitset) []string {
	out := []string{}
	set.each(func(i int32) { out = append(out, p.info[i].path) })
	return out
}

// Why returns in one line the reason why the node is not ready.
func (s *Step) Why() string {
	if s.Hook != "" && s.Cause == causePrecondition && s.Error == "" {
		return tr.F("%s at %s", s.reason(), s.Hook)
	}
	return s.reason()
}

// reason is like Why, without the place of the hook.
func (s *Step) reason() string {
	n := len(s.Stimuli)
	switch {
	case n == 0 || s.Stimuli[n-1].Why == "":
		return s.why()
	case n == 1:
		return tr.F("about %s: %s", s.stimulus(0), s.why())
	case n == maxOffers:
		return tr.F("it refuses %d stimuli, the most in a tick; the last, %s: %s", n, s.stimulus(n-1), s.why())
	}
	return tr.F("it refuses %d stimuli; the last, %s: %s", n, s.stimulus(n-1), s.why())
}

// stimulus returns the name and the data of a stimulus in Stimuli.
func (s *Step) stimulus(k int) string { return strings.TrimSpace(s.Wants + " " + s.Stimuli[k].Data) }

// why is like reason, without the stimuli.
func (s *Step) why() string {
	switch {
	case s.Cause == causeQuarantine:
		return tr.F("its behavior is %s: every call of its %s failed; last error: %s", s.Detail, partWord(s.raised), s.Error)
	case s.Error != "":
		return tr.F("its %s raised an error: %s", partWord(s.raised), s.Error)
	}
	switch s.Cause {
	case "":
		return ""
	case causeDisabled:
		return tr.T("it is disabled in the tree file")
	case causeMissing:
		if s.Detail == "" {
			return tr.T("its behavior is missing: see bough check")
		}
		return tr.F("its behavior is missing: %s", s.Detail)
	case causeGuard:
		return tr.F("condition %s is false", s.Guard) + values(s.Terms)
	case causeStimulus:
		if s.Detail != "" {
			return tr.F("no stimulus %q; %s", s.Wants, s.Detail)
		}
		return tr.F("no stimulus %q", s.Wants)
	case causePrecondition:
		return tr.T("precondition is false") + values(s.Reads)
	case causeRule:
		if s.guardTrue {
			return tr.F("its condition holds%s; %s", values(s.Terms), s.Detail) + values(s.Reads)
		}
		return s.Detail + values(s.Reads)
	}
	return s.Detail + values(s.Reads)
}

// values formats terms as " (hp = 12, target = nil)".
func values(terms []Term) string {
	if len(terms) == 0 {
		return ""
	}
	var parts []string
	for _, t := range terms {
		parts = append(parts, t.Text+" = "+t.Value)
	}
	return tr.F(" (%s)", strings.Join(parts, ", "))
}

// With returns a copy of the explanation in which the values of terms, also those in the texts, are what show returns for
// them. It is for people: an explanation itself has values as they are in Lua.
func (e *Explanation) With(show func(Term) string) *Explanation {
	c := *e
	c.Steps, c.WhyNot, c.blocked = slices.Clone(e.Steps), slices.Clone(e.WhyNot), slices.Clone(e.blocked)
	copies := map[*Step]*Step{}
	for i := range c.Steps {
		c.Steps[i] = c.Steps[i].with(show)
		copies[&e.Steps[i]] = &c.Steps[i]
	}
	for i, s := range c.blocked {
		c.blocked[i] = cmp.Or(copies[s], s)
	}
	for i := range c.WhyNot {
		needs := slices.Clone(c.WhyNot[i].Needs)
		for k := range needs {
			if s := needs[k].step; s != nil {
				shown := s.with(show)
				needs[k].Why = shown.Why()
			}
		}
		c.WhyNot[i].Needs = needs
	}
	return &c
}

// with is like Explanation.With.
func (s *Step) with(show func(Term) string) Step {
	c := *s
	c.Terms, c.Reads, c.Stimuli = slices.Clone(s.Terms), slices.Clone(s.Reads), slices.Clone(s.Stimuli)
	for _, list := range [...][]Term{c.Terms, c.Reads} {
		for i, t := range list {
			list[i].Value = show(t)
		}
	}
	for i, x := range c.Stimuli {
		if x.step != nil {
			shown := x.step.with(show)
			c.Stimuli[i].Why = shown.why()
		}
	}
	return c
}

// maxBlocked bounds the number of blocked nodes that String lists.
const maxBlocked = 3

// String returns the explanation as text: the nodes that would run, the nodes that block others, and then each node
// that was asked.
func (e *Explanation) String() string {
	var b strings.Builder
	if e.Upcoming {
		tr.Fprintf(&b, "%s, tree %s, in tick %d (%.2f s)", e.Agent, e.Tree, e.Tick, e.Clock.Seconds())
	} else {
		tr.Fprintf(&b, "%s, tree %s, after tick %d (%.2f s)", e.Agent, e.Tree, e.Tick, e.Clock.Seconds())
	}
	if e.Paused {
		b.WriteString(tr.T(", paused"))
	}
	if e.Suspended {
		b.WriteString(tr.T(", suspended: it keeps too much"))
	}
	if e.Turn != "" {
		b.WriteString(tr.F(", %s", e.Turn))
	}
	if e.Gone {
		return b.String() + tr.T(": it is gone, and does nothing any more")
	}
	b.WriteString("\n" + tr.F("would run: %s", listOr(deepest(e.Planned), tr.T("nothing: the root is not ready"))) + "\n")
	b.WriteString(tr.F("is doing:  %s", listOr(deepest(e.Active), tr.T("nothing"))) + "\n")
	told := map[string]bool{}
	if len(e.WhyNot) == 0 {
		label := tr.T("blocked:   ")
		for _, s := range e.blocked[:min(len(e.blocked), maxBlocked)] {
			b.WriteString(label + tr.F("%s: %s", s.Path, s.once(s.Why(), told)) + "\n")
			label = strings.Repeat(" ", cells.Count(label))
		}
	}
	for _, w := range e.WhyNot {
		if len(w.Needs) == 0 {
			b.WriteString(tr.F("would run: %s, which is asked about", w.Path) + "\n")
			continue
		}
		b.WriteString(tr.F("why not %s:", w.Path) + "\n")
		for _, n := range w.Needs {
			why := n.Why
			if i := slices.IndexFunc(e.Steps, func(s Step) bool { return s.Node == n.Node }); i >= 0 {
				why = e.Steps[i].once(why, told)
			}
			b.WriteString("  " + tr.F("%s: %s", n.Path, why) + "\n")
		}
	}
	b.WriteString(tr.T("asked, in order:") + "\n")
	for i := range e.Steps {
		b.WriteString("  " + e.Steps[i].once(e.Steps[i].line(), told) + "\n")
	}
	if len(e.History) > 0 {
		b.WriteString(tr.T("ran, so many ticks ago:") + "\n")
	}
	for _, h := range e.History {
		ago := strconv.Itoa(h.From)
		if h.To > h.From {
			ago += "-" + strconv.Itoa(h.To)
		}
		fmt.Fprintf(&b, "  %-6s %s\n", ago, listOr(deepest(h.Ran), tr.T("nothing: the root was not ready")))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// once returns a text about the step. If told has the error of the step already, the text refers to it; otherwise the
// error is added to told.
func (s *Step) once(text string, told map[string]bool) string {
	if s.Error != "" && told[s.Error] {
		above := tr.T("see above")
		var placed interface{ Pos() diag.Pos }
		if errors.As(s.Err, &placed) {
			above = tr.F("see %v above", placed.Pos())
		}
		return strings.Replace(text, s.Error, above, 1)
	}
	told[s.Error] = true
	return text
}

// seen returns the values that guard and precondition read, without duplicates.
func (s *Step) seen() []Term {
	out := slices.Clip(s.Terms)
	for _, r := range s.Reads {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

func (s *Step) line() string {
	mark, why := tr.T("yes"), ""
	if !s.Ready {
		mark = tr.T("no ")
	}
	if !s.Ready || s.Error != "" {
		why = tr.F(": %s", s.reason())
	} else if t := s.seen(); len(t) > 0 {
		why = values(t)
	}
	name := s.Path[lastSlash(s.Path):]
	line := mark + " " + strings.Repeat("  ", s.Depth) + name
	if s.Active {
		facts := []string{tr.F("active %.2f s", s.Seconds)}
		if s.Waits != "" {
			facts = append(facts, s.Waits)
		}
		if r := s.Results; r != nil && r.Succeeded+r.Failed > 0 {
			facts = append(facts, r.String())
		}
		line += " [" + strings.Join(facts, tr.T(", ")) + "]"
	}
	if s.Ready && len(s.Stimuli) == 1 {
		line += tr.F(" about %s", s.stimulus(0))
	}
	if s.Note != "" {
		why += "  # " + s.Note
	}
	line += why
	if len(s.Stimuli) > 1 {
		for k := range s.Stimuli {
			line += "\n      " + strings.Repeat("  ", s.Depth) + "  " + tr.F("%s: %s", s.stimulus(k), cmp.Or(s.Stimuli[k].Why, tr.T("accepted")))
		}
	}
	return line
}

// lastSlash returns the index at which the last part of a path begins.
func lastSlash(path string) int { return strings.LastIndexByte(path, '/') + 1 }

// deepest returns the paths that are not prefixes of other paths. The paths must be in pre-order.
func deepest(paths []string) []string {
	var out []string
	for i, p := range paths {
		if i+1 == len(paths) || !strings.HasPrefix(paths[i+1], p+"/") {
			out = append(out, p)
		}
	}
	return out
}

func listOr(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}
