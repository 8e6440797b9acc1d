package rows

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
)

// Tick has the facts about an agent in one tick.
type Tick struct {
	Agent *engine.Agent // after the tick
	// Program is the program that ran; nil means that of Agent.
	Program *engine.Program
	// Explained is the decision of the tick, explained before it, or nil.
	Explained *engine.Explanation
	// Events are the events of the agent since the tick before.
	Events []engine.Event
	// Idle is set if the agent took no part in the tick.
	Idle bool
}

// The values of State.Mark.
const (
	Runs    = "runs"
	Success = "success"
	Failure = "failure"
	Aborted = "aborted"
	Refused = "refused"
	Ready   = "ready"
	Fault   = "fault"
	Asleep  = "asleep"
)

// States returns the states of the nodes that were asked or that ran in a tick, in pre-order. list are the rows of the
// program that the agent runs. If the agent runs another program by now, States returns nil.
//
// Only the decision of a tick is explained. A child that was asked later in the tick, as the next one of a sequence is, has
// a state only if it ran.
func States(list []Row, t Tick) []State {
	p := t.Program
	if p == nil {
		p = t.Agent.Program()
	}
	if p.Len() != len(list) || p != t.Agent.Program() {
		return nil
	}
	s := &state{list: list, p: p, t: t, at: map[int]*State{}, step: map[int]*engine.Step{}}
	if t.Explained != nil && !t.Idle {
		for i := range t.Explained.Steps {
			s.asked(&t.Explained.Steps[i])
		}
	}
	for i := range t.Events {
		if e := &t.Events[i]; e.Prog == p {
			s.event(e)
		}
	}
	for i := range list {
		if t.Agent.NodeActive(i) {
			s.active(i)
		}
	}
	out := []State{}
	for i := range list {
		if x := s.at[i]; x != nil {
			if list[i].Glyph == all {
				switch x.Mark {
				case Runs:
					x.Count = s.count(i)
				case Success, Failure:
					x.Count = s.decided(i, x.Mark)
				}
			}
			out = append(out, *x)
		}
	}
	return out
}

type state struct {
	list []Row
	p    *engine.Program
	t    Tick
	at   map[int]*State
	step map[int]*engine.Step
}

func (s *state) of(i int) *State {
	x := s.at[i]
	if x == nil {
		x = &State{Node: i}
		s.at[i] = x
	}
	return x
}

// asked notes the answer of a node in the decision.
func (s *state) asked(q *engine.Step) {
	x := s.of(q.Node)
	s.step[q.Node] = q
	x.Terms, x.Reads = Terms(q.Terms), Terms(q.Reads)
	x.Score, x.Left, x.Of = q.Score, q.Left, q.Of
	switch {
	case q.Ready:
		x.Mark = Ready
	case q.Cause == notChosen:
		x.Mark = Ready
		x.Why, x.Detail = tr.T("another one was chosen"), q.Why()
		if q.Detail != "" {
			x.Why = q.Detail
		}
	default:
		x.Mark = Refused
		x.Why, x.Detail = why(q, s.p.Node(q.Node).Kind), Text(q.Why())
	}
	if q.Error != "" || q.Cause == "missing" {
		x.Mark, x.Error, x.Pos = Fault, q.Error, place(q)
		if q.Error == "" {
			x.Error = x.Detail
		}
		if x.Pos == "" {
			x.Pos = q.Pos
		}
	}
	x.Waits = q.Waits
}

// The causes of engine.Step that are told apart.
const (
	notChosen     = "not chosen"
	causeStimulus = "stimulus"
)

// event notes what happened to a node. Later events of a node replace earlier ones.
func (s *state) event(e *engine.Event) {
	switch e.Kind {
	case engine.EventResult, engine.EventExit, engine.EventFault:
	default:
		return
	}
	i := int(e.Node)
	if i < 0 || i >= len(s.list) {
		return
	}
	x := s.of(i)
	switch e.Kind {
	case engine.EventResult:
		if x.Mark != Fault {
			x.Mark = [...]string{Runs, Success, Failure}[e.Status]
			x.Why, x.Detail = "", ""
		}
	case engine.EventExit:
		switch {
		case x.Mark == Fault:
		case e.Reason == engine.ExitSuccess:
			x.Mark = Success
		case e.Reason == engine.ExitFailure:
			x.Mark = Failure
		case e.Reason == engine.ExitError:
			x.Mark = Fault
		default: // what refuses it now is the reason why it ended
			x.Mark = Aborted
		}
	case engine.EventFault:
		x.Mark = Fault
		if e.Fault != nil {
			x.Error = e.Fault.Diagnostic().Message
			x.Pos = e.Fault.Pos.String()
			x.Detail = e.Fault.Diagnostic().Headline()
			x.Why = tr.F("its %s failed", e.Fault.Raiser())
		}
	}
}

// active notes that a node is active at the end of the tick.
func (s *state) active(i int) {
	x := s.of(i)
	x.Since = s.t.Agent.ActiveFor(i).Seconds()
	switch {
	case x.Mark == Fault:
	case s.t.Idle:
		x.Mark = Asleep
	default:
		x.Mark = Runs
		if q := s.step[i]; q == nil || q.Ready {
			x.Why, x.Detail = "", ""
		}
	}
	n := s.p.Node(i)
	if x.Of == 0 && n.Settings != nil && n.Settings.Time > 0 {
		switch n.Kind {
		case kind.Wait, kind.Timeout, kind.Delay:
			if left := n.Settings.Time.Seconds() - x.Since; left > 0 {
				x.Of, x.Left = n.Settings.Time.Seconds(), left
			}
		}
	}
}

// count says how many children of a parallel have ended.
func (s *state) count(i int) string {
	children, ended, running := 0, 0, 0
	for c := i + 1; c < s.list[i].End; c = s.list[c].End {
		children++
		x := s.at[c]
		switch {
		case s.t.Agent.NodeActive(c):
			running++
		case x == nil || x.Mark == Success || x.Mark == Failure || x.Mark == Aborted: // one that has ended is not asked again
			ended++
		}
	}
	return tr.F("%d of %d, %s running", ended, children, word(running))
}

// decided names the child that has ended a parallel in this tick: the last one with the result of the parallel.
func (s *state) decided(i int, mark string) string {
	for k := len(s.t.Events) - 1; k >= 0; k-- {
		e := &s.t.Events[k]
		c := int(e.Node)
		if e.Kind == engine.EventResult && e.Prog == s.t.Agent.Program() && c > i && c < s.list[i].End && s.list[c].Depth == s.list[i].Depth+1 && results[e.Status] == mark {
			return tr.F("%s decided", Word(&s.list[c]))
		}
	}
	return ""
}

// results are the marks of results.
var results = map[engine.Status]string{engine.Success: Success, engine.Failure: Failure}

func word(n int) string {
	if n < 4 {
		return [...]string{tr.T("none"), tr.T("one"), tr.T("two"), tr.T("three")}[n]
	}
	return strconv.Itoa(n)
}

// Terms returns terms of an explanation with rounded values.
func Terms(list []engine.Term) []Term {
	var out []Term
	for _, t := range list {
		out = append(out, Term{t.Text, Text(t.Value)})
	}
	return out
}

var placed = regexp.MustCompile(`^(\S+\.(?:lua|bt):\d+(?::\d+)?): `)

// place returns the place of a script error, or "". The error of a restored state is only a text.
func place(q *engine.Step) string {
	if p, ok := q.Err.(interface{ Pos() diag.Pos }); ok {
		return p.Pos().String()
	}
	if m := placed.FindStringSubmatch(q.Error); m != nil {
		return m[1]
	}
	return ""
}

// why returns the reason of a refusal of a node of a kind in a few words.
func why(q *engine.Step, k kind.Kind) string {
	switch q.Cause {
	case "disabled":
		return tr.T("disabled")
	case "missing":
		return tr.T("missing")
	case "quarantine":
		return tr.T("its errors: quarantined")
	case causeStimulus:
		return tr.F("no stimulus %s", q.Wants)
	case "interval":
		return tr.F("asked again in %s", Seconds(q.Left))
	}
	if q.Error != "" {
		return tr.T("an error")
	}
	if n := len(q.Stimuli); n > 0 && (q.Cause == "guard" || q.Cause == "precondition") {
		if n == 1 {
			return tr.F("refuses %s", strings.TrimSpace(q.Wants+" "+Text(q.Stimuli[0].Data)))
		}
		return tr.F("refuses %d stimuli", n)
	}
	switch q.Cause {
	case "guard":
		return values(blame(q.Guard, q.Terms))
	case "precondition":
		if len(q.Reads) > 0 {
			return values(q.Reads)
		}
		return tr.T("its precondition is false")
	case "rule":
		switch {
		case k == kind.Condition && len(q.Reads) > 0:
			return values(q.Reads)
		case q.Left <= 0:
		case k == kind.Cooldown:
			return tr.F("cools down %s", Seconds(q.Left))
		case k == kind.Limit:
			return tr.F("limit is spent %s", Seconds(q.Left))
		case k == kind.Interval:
			return tr.F("for another %s", Seconds(q.Left))
		}
		return strings.TrimPrefix(q.Detail, "its ")
	}
	return Text(q.Detail)
}

// maxShown is the maximum number of values in a few words.
const maxShown = 3

// values returns terms as "hp = 12, target = nil".
func values(list []engine.Term) string {
	var parts []string
	for i, t := range list {
		if i == maxShown {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, t.Text+" = "+Text(t.Value))
	}
	if len(parts) == 0 {
		return tr.T("its condition is false")
	}
	return strings.Join(parts, ", ")
}

// blame returns the terms of a false guard that are the reason: in a plain "a and b and ...", the first one that is
// false by itself, otherwise all of them.
func blame(guard string, list []engine.Term) []engine.Term {
	if strings.Contains(guard, " or ") || strings.Contains(guard, "(") {
		return list
	}
	for _, t := range list {
		if holds, known := judge(guard, t); known && !holds {
			return []engine.Term{t}
		}
	}
	return list
}

// judge reports whether the conjunct of a plain guard that consists of the term t holds, and whether that is known.
func judge(guard string, t engine.Term) (holds, known bool) {
	for part := range strings.SplitSeq(guard, " and ") {
		part = strings.TrimSpace(part)
		truthy := t.Value != "false" && t.Value != "nil"
		switch {
		case part == t.Text:
			return truthy, true
		case part == "not "+t.Text:
			return !truthy, true
		}
		op, bound, ok := bound(part, t.Text)
		if !ok {
			continue
		}
		if op == "==" || op == "~=" {
			return (t.Value == bound) == (op == "=="), true
		}
		v, err := strconv.ParseFloat(t.Value, 64)
		b, err2 := strconv.ParseFloat(bound, 64)
		if err != nil || err2 != nil {
			continue
		}
		switch op {
		case "<":
			return v < b, true
		case "<=":
			return v <= b, true
		case ">":
			return v > b, true
		case ">=":
			return v >= b, true
		}
	}
	return false, false
}

var comparison = regexp.MustCompile(`^\s*(<=|>=|==|~=|<|>)\s*("[^"]*"|-?[0-9][0-9A-Za-z.]*|nil|true|false)`)

// bound returns the literal with which a condition compares a term, as "<" and "30".
func bound(condition, term string) (op, literal string, ok bool) {
	for from := 0; ; {
		k := strings.Index(condition[from:], term)
		if k < 0 {
			return "", "", false
		}
		k += from
		from = k + len(term)
		if k > 0 && isWord(condition[k-1]) || from < len(condition) && isWord(condition[from]) {
			continue
		}
		if m := comparison.FindStringSubmatch(condition[from:]); m != nil {
			return m[1], m[2], true
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c == '.' || c >= utf8.RuneSelf || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
