package engine_test

import (
	"flag"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/internal/conform"
	"github.com/bough-dev/bough/engine/internal/reference"
	"github.com/bough-dev/bough/engine/value"
)

var (
	explainTrees = flag.Int("explain.trees", 150, "in how many random trees explanations are compared with the reference")
	explainSeed  = flag.Uint64("explain.seed", 1, "seed of the first of them")
)

// TestExplanationsAreTrue checks explanations in random trees. Before each step it explains
// all agents, and compares every sentence with the results of the reference.
//
// go test ./engine -run ExplanationsAreTrue -explain.trees 8000 compares more trees.
func TestExplanationsAreTrue(t *testing.T) {
	said := map[string]int{}
	for i := range uint64(*explainTrees) {
		seed := *explainSeed + i
		c := anyCase(seed, 5)
		steps := c.Steps
		c.Steps = nil
		for _, s := range steps {
			c.Steps = append(c.Steps, &conform.Step{Kind: conform.StepExplain, Agent: conform.Everyone}, s)
		}
		for _, next := range []time.Duration{0, time.Second, 1700 * time.Millisecond} {
			if err := explainedTruly(c, next, said); err != nil {
				t.Fatalf("-explain.seed %d -explain.trees 1: the next tick after %v: %v\n%s", seed, next, err, conform.Format(c))
			}
		}
	}
	if *explainTrees >= 100 && (said["2 stimuli"] == 0 || said["3 stimuli"] == 0) {
		t.Errorf("no node was asked about several stimuli: %v", said)
	}
	var forms []*regexp.Regexp
	for _, s := range sentences {
		forms = append(forms, s.form)
	}
	for _, s := range inTheWay {
		forms = append(forms, s.form)
	}
	for _, f := range forms {
		if said[f.String()] == 0 && *explainTrees >= 5000 {
			t.Errorf("nothing was ever explained by %q", f)
		}
	}
}

// explainedTruly runs a case on the reference and on the engine, and compares their
// explanations. If next is not 0, these are explanations of the next tick, with this time since the last one.
func explainedTruly(c *conform.Case, next time.Duration, said map[string]int) (err error) {
	var truths []*reference.Explanation
	conform.Run(c, func(c *conform.Case, s *conform.Script) (conform.Machine, error) {
		m, err := reference.New(c, s)
		m.(*reference.World).ExplainNext = next
		m.(*reference.World).Explained = func(_ conform.Agent, e *reference.Explanation) { truths = append(truths, e) }
		return m, err
	})
	conform.Run(c, func(c *conform.Case, s *conform.Script) (conform.Machine, error) {
		m, errNew := newMachine(engine.Options{})(c, s)
		m.(*machine).explained = func(a *engine.Agent) {
			if err != nil {
				return
			}
			about := []int{}
			for i := range a.Program().Len() {
				about = append(about, i)
			}
			var e *engine.Explanation
			if next == 0 {
				e = a.Explain(about...)
			} else {
				e = a.ExplainTick(next, about...)
			}
			if len(truths) == 0 {
				err = fmt.Errorf("the engine explains more often than the reference")
				return
			}
			j := judge{a.Program(), m.(*machine).nodes[a.Program()], e, truths[0], said}
			if err = j.judge(); err != nil {
				err = fmt.Errorf("%w\n%s", err, e)
			}
			truths = truths[1:]
		}
		return m, errNew
	})
	return err
}

// judge compares an explanation of the engine with that of the reference.
type judge struct {
	prog  *engine.Program
	nodes []*conform.Node // nodes of prog
	e     *engine.Explanation
	truth *reference.Explanation
	said  map[string]int // number of occurrences of each sentence
}

func (j *judge) judge() error {
	if err := j.sets(); err != nil {
		return err
	}
	for i := range j.e.Steps {
		s, a := &j.e.Steps[i], j.truth.Asked[i]
		if s.Node != a.Node.Index {
			return fmt.Errorf("step %d is node %d; the reference asks %d", i, s.Node, a.Node.Index)
		}
		if err := j.step(s, a); err != nil {
			return fmt.Errorf("%s: %w: %s", s.Path, err, s.Why())
		}
	}
	if err := j.blocked(); err != nil {
		return err
	}
	for i, n := range j.nodes {
		if err := j.whyNot(n, j.e.WhyNot[i]); err != nil {
			return fmt.Errorf("why not %s: %w", j.prog.Node(i).Path, err)
		}
	}
	return nil
}

// blocked checks that Blocked contains exactly the nodes that are not ready for a reason of
// their own.
func (j *judge) blocked() error {
	var want []string
	for i, a := range j.truth.Asked {
		s := &j.e.Steps[i]
		blames := len(j.unready(a.Node)) > 0 || strings.Contains(s.Why(), "is chosen")
		own := a.Node.Kind == "force_failure" || s.Cause != "rule" || s.Error != ""
		if !s.Ready && (own || !blames) {
			want = append(want, s.Path)
		}
	}
	got := slices.Clone(j.e.Blocked)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Errorf("blocked are %v; it is %v", got, want)
	}
	return nil
}

// gateWords maps causes to the beginnings of the needs of nodes that the decision did not
// ask.
var gateWords = map[string]string{
	reference.Guard: "condition ", reference.Precondition: "precondition is", reference.Stimulus: "no stimulus", reference.Interval: "it said no",
	reference.Quarantine: "its behavior is quarantined", reference.Achieved: "its postcondition holds already",
	reference.Disabled: "it is disabled", reference.Missing: "its behavior is missing",
}

// whyNot checks that a node that would run has no needs, and that the needs of other nodes
// are complete.
func (j *judge) whyNot(n *conform.Node, w engine.WhyNot) error {
	if (len(w.Needs) == 0) != slices.Contains(j.truth.Planned, n) {
		return fmt.Errorf("%d needs", len(w.Needs))
	}
	for _, need := range w.Needs {
		if err := j.need(n, need); err != nil {
			return fmt.Errorf("%s: %s: %w", need.Path, need.Why, err)
		}
	}
	if len(w.Needs) == 0 {
		return nil
	}
	for up := n; up != nil; up = up.Parent {
		gate := j.truth.Gates[up.Index]
		unasked := j.of(up) == nil && !slices.Contains(j.truth.Planned, up)
		if !unasked || gate == "" {
			continue
		}
		if gateWords[gate] == "" {
			return fmt.Errorf("no words for %q", gate)
		}
		if !slices.ContainsFunc(w.Needs, func(x engine.Need) bool {
			return x.Node == up.Index && strings.HasPrefix(aboutStimuli.ReplaceAllString(x.Why, ""), gateWords[gate])
		}) {
			return fmt.Errorf("%s would say no by its %s, and that is not said", j.prog.Node(up.Index).Path, gate)
		}
	}
	return nil
}

// need checks one need of n.
func (j *judge) need(n *conform.Node, x engine.Need) error {
	in := j.nodes[x.Node]
	for i := range j.e.Steps {
		if s := &j.e.Steps[i]; s.Node == x.Node && s.Why() == x.Why {
			return nil // compared together with the steps
		}
	}
	for _, f := range inTheWay {
		if m := f.form.FindStringSubmatch(x.Why); m != nil {
			j.said[f.form.String()]++
			if !n.Under(in) || j.of(in) != nil || !slices.Contains(j.truth.Planned, in.Parent) {
				return fmt.Errorf("it is not its parent that does not ask it")
			}
			var planned []*conform.Node
			for _, c := range in.Parent.Children {
				if slices.Contains(j.truth.Planned, c) {
					planned = append(planned, c)
				}
			}
			if !f.true(j, in, planned, m[1:]) {
				return fmt.Errorf("that is not true")
			}
			return nil
		}
	}
	if j.of(in) != nil {
		return fmt.Errorf("it says something else of itself")
	}
	if in != n && !in.Under(n) && j.truth.Gates[in.Index] == "" {
		return fmt.Errorf("it would say yes")
	}
	return nil
}

// inTheWay are the sentences about a node that its planned parent has not asked.
var inTheWay = []struct {
	form *regexp.Regexp
	true func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool
}{
	{regexp.MustCompile(`^(\w+) asks again in (.*) s$`), func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool {
		for n = n.Parent; j.of(n) == nil; n = n.Parent {
		}
		return n.Kind == "interval" && m[0] == "interval" && m[1] == secondsOf(j.of(n).Left)
	}},
	{regexp.MustCompile(`^delay waits for another (.*) s$`), func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool {
		return n.Parent.Kind == "delay" && m[0] == secondsOf(j.of(n.Parent).Left)
	}},
	{regexp.MustCompile(`^it has ended already: (success|failure)$`), func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool {
		return slices.Contains(j.of(n.Parent).Failed, n) == (m[0] == "failure") && (n.Parent.Kind == "parallel" || n.Parent.Kind == "monitor")
	}},
	{regexp.MustCompile(`^(\w+) does not ask it now$`), func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool {
		return len(planned) == 0
	}},
	{regexp.MustCompile(`^its turn comes after that of (\w+)$`), func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool {
		last := planned[len(planned)-1]
		return last.Name() == m[0] && last.Index < n.Index && (!strings.HasSuffix(n.Parent.Kind, "else") || last == n.Parent.Children[0])
	}},
	{regexp.MustCompile(`^(\w+) goes on with (\w+)$`), func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool {
		last := planned[len(planned)-1]
		return last.Name() == m[1] && last.Index > n.Index && n.Parent.Name() == m[0]
	}},
	{regexp.MustCompile(`^(\w+) is chosen before it$`), func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool {
		last := planned[len(planned)-1]
		return last.Name() == m[0] && last.Index < n.Index && !strings.Contains(n.Parent.Kind, "sequence")
	}},
	{regexp.MustCompile(`^(\w+) is chosen$`), func(j *judge, n *conform.Node, planned []*conform.Node, m []string) bool {
		k := n.Parent.Kind
		return planned[len(planned)-1].Name() == m[0] && (k == "switch" || strings.HasSuffix(k, "else") || strings.HasPrefix(k, "random_"))
	}},
}

// sets compares the sets of planned and active nodes.
func (j *judge) sets() error {
	paths := func(nodes []*conform.Node) []string {
		out := []string{}
		for _, n := range nodes {
			out = append(out, j.prog.Node(n.Index).Path)
		}
		slices.Sort(out)
		return out
	}
	for _, c := range []struct {
		what  string
		says  []string
		truth []*conform.Node
	}{{"planned", j.e.Planned, j.truth.Planned}, {"active", j.e.Active, j.truth.Active}} {
		says := slices.Sorted(slices.Values(c.says))
		if !slices.Equal(says, paths(c.truth)) {
			return fmt.Errorf("%s: %v; it is %v", c.what, says, paths(c.truth))
		}
	}
	if len(j.e.Steps) != len(j.truth.Asked) {
		return fmt.Errorf("%d nodes are asked; it is %d", len(j.e.Steps), len(j.truth.Asked))
	}
	return nil
}

func (j *judge) step(s *engine.Step, a *reference.Asked) error {
	cause := a.No
	if cause == "" && j.passedOver(a) {
		cause = "not chosen"
	}
	switch {
	case s.Cause != cause:
		return fmt.Errorf("the cause is %q; it is %q", s.Cause, cause)
	case s.Ready != (cause == ""):
		return fmt.Errorf("ready is %v", s.Ready)
	case s.Active != a.Active || s.Active && s.Seconds != a.Since.Seconds():
		return fmt.Errorf("active is %v for %v; it is %v for %v", s.Active, s.Seconds, a.Active, a.Since)
	case (s.Error != "") != (len(a.Raised) > 0 || a.No == reference.Quarantine):
		return fmt.Errorf("error %q; it is %v", s.Error, a.Raised)
	}
	if err := j.values(s, a); err != nil {
		return err
	}
	if err := j.stimuli(s, a); err != nil {
		return err
	}
	return j.sentence(s, a)
}

// passedOver reports whether a chooser drops a ready node.
func (j *judge) passedOver(a *reference.Asked) bool {
	p := a.Node.Parent
	if p == nil {
		return false
	}
	chooser := p.Kind
	if p.Behavior != nil {
		chooser = p.Behavior.Children
	}
	return slices.Contains([]string{"random", "utility", "goal"}, chooser) && j.of(p).Chosen != a.Node
}

func (j *judge) of(n *conform.Node) *reference.Asked {
	for _, a := range j.truth.Asked {
		if a.Node == n {
			return a
		}
	}
	return nil
}

// values compares the guard of a node, its terms, and the values that the node has read.
func (j *judge) values(s *engine.Step, a *reference.Asked) error {
	n := a.Node
	var guard string
	var terms, reads []engine.Term
	if n.Guard != nil {
		guard = n.Guard.String()
	}
	if a.Guarded {
		terms = shown(n.Guard, a.Terms)
	}
	switch {
	case a.No != "" && a.No != reference.Rule || slices.Contains(a.Raised, conform.HookCondition) || slices.Contains(a.Raised, conform.HookSwitch):
	case n.Kind == "condition":
		reads = shown(n.Cond, a.Parts)
	case n.Kind == "switch":
		reads = []engine.Term{{Text: n.Cond.String(), Value: a.Value}}
	}
	for i, r := range a.Reads {
		t := engine.Term{Text: r.Text, Value: value.FormatNumber(r.Value)}
		if r.Failed && i < len(s.Reads) {
			t.Value = s.Reads[i].Value // the text of the error
		}
		reads = append(reads, t)
	}
	if a.Scorer != nil && !slices.Contains(a.Raised, conform.HookUtility) {
		what := "utility"
		if a.Scorer != n {
			what += " of " + a.Scorer.Name()
		}
		reads = append(reads, engine.Term{Text: what, Value: value.FormatNumber(a.Utility)})
	}
	if scored := a.Scorer != nil && !slices.Contains(a.Raised, conform.HookUtility); scored != (s.Score != nil) || scored && *s.Score != a.Utility {
		return fmt.Errorf("the score is %v; it is %v", s.Score, a.Utility)
	}
	if left := j.left(s, a); s.Left != left.Seconds() || (s.Of >= s.Left) != true {
		return fmt.Errorf("%v s of %v s are left; it is %v", s.Left, s.Of, left)
	}
	if s.Guard != guard || !reflect.DeepEqual(s.Terms, terms) {
		return fmt.Errorf("guard %q %v; it is %q %v", s.Guard, s.Terms, guard, terms)
	}
	if !reflect.DeepEqual(s.Reads, reads) {
		return fmt.Errorf("it read %v; it is %v", s.Reads, reads)
	}
	return nil
}

// left returns the time that a step shows as left.
func (j *judge) left(s *engine.Step, a *reference.Asked) time.Duration {
	switch n := a.Node; {
	case a.No == reference.Interval:
	case n.Kind == "interval" && s.Of > 0, strings.Contains(s.Detail, "is not over"), strings.Contains(s.Detail, "cools down"), strings.Contains(s.Detail, "is spent for"):
	case (n.Kind == "timeout" || n.Kind == "delay" || n.Kind == "wait") && (a.No == "" || a.No == reference.Rule):
	default:
		return 0
	}
	return max(0, a.Left)
}

// stimuli compares the stimuli that a node was asked about.
func (j *judge) stimuli(s *engine.Step, a *reference.Asked) error {
	if len(s.Stimuli) != len(a.Stimuli) {
		return fmt.Errorf("asked about %v; it is %v", s.Stimuli, a.Stimuli)
	}
	for i, x := range s.Stimuli {
		want, data := a.Stimuli[i], strconv.Quote(a.Stimuli[i].Data)
		if _, err := strconv.ParseFloat(want.Data, 64); err == nil { // the tree computed it
			data = want.Data
		}
		if x.Data != data || (x.Why == "") != (want.No == "") || !strings.HasPrefix(x.Why, gateWords[want.No]) && !strings.HasPrefix(x.Why, "its ") {
			return fmt.Errorf("about %s it says %q; it is %v", x.Data, x.Why, want)
		}
		j.said[fmt.Sprint(i+1, " stimuli")]++
	}
	return nil
}

// aboutStimuli are the words before the reason why a node refuses stimuli.
var aboutStimuli = regexp.MustCompile(`^(?:about \w+ ` + stimulusData + `|it refuses (\d+) stimuli(?:, the most in a tick)?; the last, \w+ ` + stimulusData + `): `)

// stimulusData is the data of a stimulus: a text, or a number that the tree computed.
const stimulusData = `(?:"\w*"|-?[\d.]+(?:e[+-]?\d+)?)`

func shown(c *conform.Cond, values []string) []engine.Term {
	var out []engine.Term
	for i, t := range c.Terms {
		out = append(out, engine.Term{Text: t.String(), Value: values[i]})
	}
	return out
}

// sentence finds the form of the sentence that says why a node is not ready, and checks
// that the sentence is true.
func (j *judge) sentence(s *engine.Step, a *reference.Asked) error {
	why := s.Why()
	if why == "" {
		if !s.Ready {
			return fmt.Errorf("it does not say why it says no")
		}
		return nil
	}
	if listed := values(s.Terms); s.Cause == "rule" && a.Guarded && s.Error == "" {
		rest, ok := strings.CutPrefix(why, "its condition holds"+listed+"; ")
		if !ok {
			return fmt.Errorf("it does not say that its condition holds")
		}
		why = rest
	}
	refused := len(a.Stimuli) > 0 && a.Stimuli[len(a.Stimuli)-1].No != ""
	if said := aboutStimuli.FindStringSubmatch(why); (said != nil) != refused {
		return fmt.Errorf("it refuses %v", a.Stimuli)
	} else if said != nil {
		if n := len(a.Stimuli); n > 1 && said[1] != strconv.Itoa(n) || (n == 8) != strings.Contains(said[0], "most") {
			return fmt.Errorf("it refuses %v", a.Stimuli)
		}
		why = why[len(said[0]):]
	}
	why = strings.TrimSuffix(why, values(s.Reads))
	for _, f := range sentences {
		if m := f.form.FindStringSubmatch(why); m != nil {
			j.said[f.form.String()]++
			if !f.true(j, s, a, m[1:]) {
				return fmt.Errorf("that is not true")
			}
			return nil
		}
	}
	return fmt.Errorf("an unknown sentence %q", why)
}

func values(terms []engine.Term) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, t.Text+" = "+t.Value)
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// sentences are the forms of all sentences about the built-in kinds. Each has a function
// that reports whether the sentence is true. The causes have been compared before.
var sentences = []struct {
	form *regexp.Regexp
	true func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool
}{
	{regexp.MustCompile(`^its (\w+) raised an error: (?:scripted error|\S+ is \S+; want )`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return slices.ContainsFunc(a.Raised, func(h conform.Hook) bool { return h.String() == m[0] || h == conform.HookGuard && m[0] == "condition" })
	}},
	{regexp.MustCompile(`^condition (.*) is false`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		if a.No != reference.Guard { // the node is a condition
			return a.Node.Kind == "condition" && m[0] == a.Node.Cond.String() && holdsNot(a.Parts)
		}
		return strings.HasSuffix(s.Why(), "condition "+a.Node.Guard.String()+" is false"+values(s.Terms)) && holdsNot(a.Terms)
	}},
	{regexp.MustCompile(`^it is disabled in the tree file$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Node.Disabled
	}},
	{regexp.MustCompile(`^its behavior is missing: see bough check$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.No == reference.Missing
	}},
	{regexp.MustCompile(`^its behavior is quarantined until its file changes: every call of its \w+ failed; last error: scripted error$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.No == reference.Quarantine
	}},
	{regexp.MustCompile(`^no stimulus "(\w+)"$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.No == reference.Stimulus && a.Node.Behavior.Stimulus == m[0] && len(j.truth.Holds) == 0
	}},
	{regexp.MustCompile(`^no stimulus "(\w+)"; (.+) has taken it$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.No == reference.Stimulus && a.Node.Behavior.Stimulus == m[0] && slices.ContainsFunc(j.truth.Holds, func(h reference.Holding) bool {
			return h.Name == m[0] && slices.ContainsFunc(h.Nodes, func(n *conform.Node) bool { return n.Name() == m[1] })
		})
	}},
	{regexp.MustCompile(`^no stimulus "(\w+)"; the agent holds "([^;]+)"$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		var names []string
		for _, h := range j.truth.Holds {
			if !slices.Contains(names, h.Name) {
				names = append(names, h.Name)
			}
		}
		return a.No == reference.Stimulus && a.Node.Behavior.Stimulus == m[0] && !slices.Contains(names, m[0]) && strings.Join(names, `", "`) == m[1]
	}},
	{regexp.MustCompile(`^precondition is false$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.No == reference.Precondition
	}},
	{regexp.MustCompile(`^it said no a short time ago and is asked again in (.*) s$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.No == reference.Interval && m[0] == secondsOf(a.Left)
	}},
	{regexp.MustCompile(`^it always fails$`), kindIs("fail")},
	{regexp.MustCompile(`^it fails, whatever its child comes to$`), kindIs("force_failure")},
	{regexp.MustCompile(`^its child is certain to succeed$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Node.Kind == "invert" && j.of(a.Node.Children[0]).Certain
	}},
	{regexp.MustCompile(`^no case is for this value$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Node.Kind == "switch" && !slices.ContainsFunc(a.Node.Children, func(c *conform.Node) bool { return c.Case == a.Value })
	}},
	{regexp.MustCompile(`^it cools down for another (.*) s$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Node.Kind == "cooldown" && m[0] == secondsOf(a.Left)
	}},
	{regexp.MustCompile(`^its interval is not over for another (.*) s$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Node.Kind == "interval" && m[0] == secondsOf(a.Left)
	}},
	{regexp.MustCompile(`^its limit is spent(?: for another (.*) s)?$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return (m[0] == "" && a.Node.Param("per") == "" || a.Node.Kind == "limit" && m[0] == secondsOf(a.Left)) && a.Ends > 0 && (a.Node.Kind == "once" || a.Number <= float64(a.Ends))
	}},
	{regexp.MustCompile(`^the draw was against it$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Drawn >= a.Number
	}},
	{regexp.MustCompile(`^its time is over$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Node.Kind == "timeout" && a.Left <= 0
	}},
	{regexp.MustCompile(`^it needs (\d+) children to succeed and has (\d+)$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		n := a.Node
		needs, has := number(n.Param("success")), len(n.Children)
		return n.Kind == "parallel" && m[0] == strconv.Itoa(needs) && m[1] == strconv.Itoa(has) && needs > has
	}},
	{regexp.MustCompile(`^it has no child$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return len(a.Node.Children) == 0
	}},
	{regexp.MustCompile(`^no child that is ready is chosen$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		ready := 0
		for _, c := range a.Node.Children {
			if b := j.of(c); b != nil && b.No == "" {
				ready++
				if !j.passedOver(b) {
					return false
				}
			}
		}
		return ready > 0
	}},
	{regexp.MustCompile(`^no child is ready(?:; (.*) (?:has|have) failed)?$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return len(j.unready(a.Node)) == len(a.Node.Children) && j.names(m[0], a.Failed)
	}},
	{regexp.MustCompile(`^([^;]*) (?:has|have) failed$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Node.Kind == "parallel" && len(j.unready(a.Node)) == 0 && len(a.Failed) > 0 && j.names(m[0], a.Failed)
	}},
	{regexp.MustCompile(`^(.*?) (?:is|are) not ready(?:; (.*) (?:has|have) failed)?(, and it has no third child)?$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		third := m[2] == "" || len(a.Node.Children) == 2 && j.of(a.Node.Children[0]).No != "" && strings.HasSuffix(a.Node.Kind, "else")
		return j.names(m[0], j.unready(a.Node)) && j.names(m[1], a.Failed) && third
	}},
	{regexp.MustCompile(`^its postcondition holds already$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Achieved
	}},
	{regexp.MustCompile(`^another was drawn$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Weight > 0 && slices.ContainsFunc(a.Node.Parent.Children, func(c *conform.Node) bool { return c != a.Node && j.of(a.Node.Parent).Chosen == c })
	}},
	{regexp.MustCompile(`^its weight is 0$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return a.Weight == 0 && !slices.Contains(a.Raised, conform.HookWeight)
	}},
	{regexp.MustCompile(`^(\S+) has a higher utility, (\S+)$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return j.rival(a, m[0], func(b *reference.Asked) bool {
			return b.Utility > a.Utility && value.FormatNumber(b.Utility) == m[1]
		})
	}},
	{regexp.MustCompile(`^(\S+) comes first, with the same utility, (\S+)$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return j.rival(a, m[0], func(b *reference.Asked) bool {
			return b.Utility == a.Utility && b.Node.Index < a.Node.Index && value.FormatNumber(b.Utility) == m[1]
		})
	}},
	{regexp.MustCompile(`^(\S+), which is active, has the same utility, (\S+)$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		return j.rival(a, m[0], func(b *reference.Asked) bool {
			return b.Active && b.Utility == a.Utility && value.FormatNumber(b.Utility) == m[1]
		})
	}},
	{regexp.MustCompile(`^(\S+) goes on: its utility, (\S+), is not exceeded by more than (\S+)$`), func(j *judge, s *engine.Step, a *reference.Asked, m []string) bool {
		inertia, _ := strconv.ParseFloat(m[2], 64)
		return j.rival(a, m[0], func(b *reference.Asked) bool {
			return b.Active && b.Utility+inertia >= a.Utility && a.Utility >= b.Utility && value.FormatNumber(b.Utility) == m[1]
		})
	}},
}

// holdsNot reports whether a term is false or raises an error.
func holdsNot(terms []string) bool {
	return slices.ContainsFunc(terms, func(v string) bool { return v != "true" })
}

func kindIs(kind string) func(*judge, *engine.Step, *reference.Asked, []string) bool {
	return func(_ *judge, _ *engine.Step, a *reference.Asked, _ []string) bool { return a.Node.Kind == kind }
}

func secondsOf(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }

// unready returns the children of n that were asked and are not ready.
func (j *judge) unready(n *conform.Node) []*conform.Node {
	var out []*conform.Node
	for _, c := range n.Children {
		if a := j.of(c); a != nil && a.No != "" {
			out = append(out, c)
		}
	}
	return out
}

// names reports whether a text lists the given nodes and no others.
func (j *judge) names(text string, nodes []*conform.Node) bool {
	if len(nodes) == 0 {
		return text == ""
	}
	var want []string
	for _, n := range nodes {
		path := j.prog.Node(n.Index).Path
		want = append(want, path[strings.LastIndexByte(path, '/')+1:])
	}
	text, more, _ := strings.Cut(text, " more")
	got := strings.Split(strings.ReplaceAll(text, " and ", ", "), ", ")
	if more == "" && strings.HasSuffix(text, " and "+got[len(got)-1]) {
		if k, err := strconv.Atoi(got[len(got)-1]); err == nil {
			return len(got)-1+k == len(want) && slices.Equal(got[:len(got)-1], want[:len(got)-1])
		}
	}
	return slices.Equal(got, want)
}

// rival reports whether f returns true for a ready sibling of that name.
func (j *judge) rival(a *reference.Asked, name string, f func(*reference.Asked) bool) bool {
	return slices.ContainsFunc(a.Node.Parent.Children, func(c *conform.Node) bool {
		b := j.of(c)
		return c != a.Node && b != nil && b.No == "" && c.Name() == name && f(b)
	})
}
