package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// parseRun parses the steps and their expectations.
func (p *parser) parseRun(s section) {
	p.setDefaults()
	s.head.exactly(1, "run, and indented below it: tick")
	margin := -1
	var expect []line
	var step *Step
	finish := func() {
		if step != nil {
			p.expectation(step, expect)
			p.c.Steps = append(p.c.Steps, step)
		}
	}
	for _, l := range s.body {
		if margin < 0 {
			margin = l.indent
		}
		if l.indent > margin && step != nil {
			expect = append(expect, l)
			continue
		}
		finish()
		expect = nil
		step = p.parseStep(l)
	}
	finish()
	if !slices.ContainsFunc(p.c.Steps, func(s *Step) bool { return s.Kind.shows() }) {
		s.head.fault(0, "no step of which something can be expected, such as tick; such a case cannot fail")
	}
}

// parseStep parses the line of a step.
func (p *parser) parseStep(l line) *Step {
	s := &Step{Agent: Everyone, Pos: l.pos(0), LastLine: l.no}
	i := slices.Index(stepNames, l.words[0].text)
	if i < 0 {
		l.fault(0, "unknown step %q", l.words[0].text).Hint = diag.DidYouMean(l.words[0].text, stepNames)
		s.Kind = StepPause // pause is a step without expectations
		return s
	}
	s.Kind = StepKind(i)
	words := p.stepPairs(l, s)
	if forms := stepForms[s.Kind]; len(words) < forms.least || len(words) > forms.most {
		l.fault(min(len(l.words), forms.most+1), "want: %s", forms.example)
		return s
	}
	p.stepWords(l, s, words)
	return s
}

// stepForms contains the number of words after the name of a step, not counting pairs.
var stepForms = []struct {
	least, most int
	example     string
}{
	StepTick:    {0, 0, "tick, or: tick dt=500ms"},
	StepPost:    {1, 2, "post noise ttl=2s, or: post noise north ttl=2s"},
	StepSet:     {2, 2, "set hp 10"},
	StepReset:   {0, 0, "reset"},
	StepDespawn: {0, 0, "despawn"},
	StepSwitch:  {1, 1, "switch TREE"},
	StepPause:   {0, 0, "pause"},
	StepResume:  {0, 0, "resume"},
	StepSave:    {1, 1, "save BEHAVIOR"},
	StepDelete:  {1, 1, "delete BEHAVIOR"},
	StepClose:   {0, 0, "close"},
	StepHistory: {0, 0, "history"},
	StepEnd:     {1, 1, "end CHANNEL"},
	StepImpose:  {1, 1, "impose fall, or: impose fall data=hard channel=legs priority=9"},
	StepEdit:    {2, 2, "edit TREE TREE: the first becomes what the second is"},
	StepExplain: {0, 0, "explain"},
	StepAbort:   {1, 1, "abort NAME, the id of a node or the name of its behavior"},
}

// stepPairs parses the key=value words, and returns the indexes of the other words.
func (p *parser) stepPairs(l line, s *Step) []int {
	var words []int
	lives := false // whether ttl is given
	var params []Param
	for k := 1; k < len(l.words); k++ {
		key, value, isPair := strings.Cut(l.words[k].text, "=")
		switch {
		case !isPair:
			words = append(words, k)
		case key == "dt" && s.Kind == StepTick:
			s.DT, s.HasDT = l.duration(k, value), true
		case key == "ttl" && s.Kind == StepPost:
			s.Stimulus.TTL, lives = l.duration(k, value), true
		case key == "agent" && s.Kind.perAgent():
			s.Agent = p.agent(l, k, value)
		case s.Kind == StepImpose && (key == "data" || key == "channel" || key == "priority"):
			params = append(params, Param{key, value})
		default:
			l.fault(k, "%s has no %s=", s.Kind, key)
		}
	}
	if s.Kind == StepPost && !lives {
		l.fault(len(l.words), "missing time to live: ttl=2s")
	}
	if s.Kind == StepImpose && len(words) > 0 {
		r, err := newRequest(l.words[words[0]].text, params)
		if err == nil && !isName(r.Kind) {
			err = fmt.Errorf("%q is not a name", r.Kind)
		}
		if err != nil {
			l.fault(words[0], "%v", err)
		}
		s.Request, s.Request.Passive = r, true
	}
	return words
}

func (p *parser) stepWords(l line, s *Step, words []int) {
	switch s.Kind {
	case StepPost:
		s.Stimulus.Name = l.words[words[0]].text
		if len(words) > 1 {
			s.Stimulus.Data = l.words[words[1]].text
		}
		for _, k := range words {
			if !isName(l.words[k].text) {
				l.fault(k, "%q is not a name", l.words[k].text)
			}
		}
	case StepSet:
		s.Field, s.Value = p.field(l, words[0]), l.number(words[1])
	case StepSwitch:
		s.Tree = p.treeNamed(l, words[0])
	case StepEdit:
		s.Old, s.Tree = p.treeNamed(l, words[0]), p.treeNamed(l, words[1])
	case StepEnd:
		if s.Channel = l.words[words[0]].text; !isName(s.Channel) {
			l.fault(words[0], "%q is not a name", s.Channel)
		}
	case StepAbort:
		s.Node = l.words[words[0]].text
		if !slices.ContainsFunc(p.c.Trees, func(t *Tree) bool { return t.Named(s.Node) != nil }) {
			l.fault(words[0], "no node goes by %q in any tree", s.Node)
		}
	case StepSave, StepDelete:
		name := l.words[words[0]].text
		i := slices.IndexFunc(p.c.Behaviors, func(b *Behavior) bool { return b.Name == name })
		if i < 0 {
			l.fault(words[0], "no behavior named %q in any tree", name)
			return
		}
		s.Behavior = p.c.Behaviors[i]
	}
}

func (p *parser) treeNamed(l line, k int) *Tree {
	t := p.c.tree(l.words[k].text)
	if t == nil {
		l.fault(k, "no tree named %q", l.words[k].text)
	}
	return t
}

// expectation parses the expectation of a step.
func (p *parser) expectation(s *Step, lines []line) {
	switch {
	case !s.Kind.shows():
		if len(lines) > 0 {
			lines[0].fault(0, "nothing can be seen of %s until the next tick", s.Kind)
		}
		return
	case len(lines) == 0:
		if p.complete {
			p.file.errs.Add(s.Pos, mistake("nothing is expected of this %s; run the corpus test with -update to have it filled in", s.Kind))
		}
		return
	}
	s.LastLine = lines[len(lines)-1].no
	s.Expect = &View{Agents: make([]AgentView, len(p.c.Agents))}
	stated := make([]bool, len(p.c.Agents)) // by agent: whether its last line was parsed
	for _, l := range lines {
		p.expectLine(s, l, stated)
	}
	for a, ok := range stated {
		if !ok {
			p.file.errs.Add(s.Pos, mistake("the line with the state of %s is missing; such as: Running; active root; ran root", p.c.Agents[a]))
		}
	}
	slices.Sort(s.Expect.Reports)
}

// expectLine parses a line of an expectation.
func (p *parser) expectLine(s *Step, l line, stated []bool) {
	if l.words[0].text == "reports" {
		s.Expect.Reports = append(s.Expect.Reports, p.reports(l)...)
		return
	}
	if l.words[0].text == "board" && len(p.c.Board) > 0 {
		for entry := range strings.SplitSeq(l.joined(1), ",") {
			s.Expect.Board = append(s.Expect.Board, strings.TrimSpace(entry))
		}
		return
	}
	a, k := Agent(0), 0
	if name, is := strings.CutSuffix(l.words[0].text, ":"); is && len(p.c.Agents) > 1 {
		if a, k = p.agent(l, 0, name), 1; a == Everyone {
			return
		}
	} else if len(p.c.Agents) > 1 {
		l.fault(0, "want an agent and a colon, such as %s:", p.c.Agents[0])
		return
	}
	if k == len(l.words) {
		l.fault(k, "nothing behind the agent")
		return
	}
	v := &s.Expect.Agents[a]
	first := strings.TrimSuffix(l.words[k].text, ";")
	switch {
	case s.Kind == StepHistory:
		p.entry(l, k, v)
		stated[a] = true
	case first == "force":
		v.Force = append(v.Force, parseForces(l, k+1)...)
		slices.Sort(v.Force)
	case first == "active" || slices.Contains(statusNames[:], first):
		if stated[a] {
			l.fault(k, "a second line with the state")
		}
		p.state(s, l, k, v)
		stated[a] = true
	default:
		v.Calls = append(v.Calls, p.calls(l, k)...)
	}
}

// reports parses a line such as "reports melee.behavior, root.guard".
func (p *parser) reports(l line) []string {
	var list []string
	for k := 1; k < len(l.words); k++ {
		text := strings.TrimSuffix(l.words[k].text, ",")
		dot := strings.LastIndexByte(text, '.')
		if dot < 0 || !slices.Contains(hookNames, text[dot+1:]) {
			l.fault(k, "want BEHAVIOR.HOOK or NODE.guard (or condition, switch, runaway, number, weight, set), not %q", text)
		} else {
			p.knownLabel(l, k, text[:dot])
		}
		list = append(list, text)
	}
	if len(list) == 0 {
		l.fault(1, "no reports; leave the line out")
	}
	return list
}

// parseForces parses requests in force, as in "legs move 2, head fall 9 passive".
func parseForces(l line, k int) []string {
	var list []string
	for text := range strings.SplitSeq(l.joined(k), ",") {
		words := strings.Fields(text)
		ok := len(words) == 3 || len(words) == 4 && words[3] == "passive"
		if ok {
			_, err := strconv.Atoi(words[2])
			ok = err == nil
		}
		if !ok {
			l.fault(k, "want CHANNEL KIND PRIORITY, and passive if it befell the agent: legs move 2, head fall 9 passive")
			return nil
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

// entry parses an entry of the history, such as "1 root melee".
func (p *parser) entry(l line, k int, v *AgentView) {
	if n, err := strconv.Atoi(l.words[k].text); err != nil || n != len(v.History)+1 && n != 0 {
		l.fault(k, "want %d, the number of the entry", len(v.History)+1)
	} else if n == 0 { // the history is empty
		return
	}
	labels, end := p.labels(l, k+1)
	if end < len(l.words) {
		l.fault(end, "want labels only")
	}
	v.History = append(v.History, labels)
}

// state parses a line such as "Running; active root; ran root" after a tick, or "active root"
// after another step.
func (p *parser) state(s *Step, l line, k int, v *AgentView) {
	if s.Kind == StepTick {
		v.Status = Status(max(0, slices.Index(statusNames[:], strings.TrimSuffix(l.words[k].text, ";"))))
		if !strings.HasSuffix(l.words[k].text, ";") || k+1 == len(l.words) || l.words[k+1].text != "active" {
			l.fault(k, "want: Running; active root; ran root")
			return
		}
		k++
	} else if l.words[k].text != "active" {
		l.fault(k, "want: active root")
		return
	}
	var end int
	v.Active, end = p.labels(l, k+1)
	if s.Kind == StepTick {
		if end == len(l.words) || l.words[end].text != "ran" {
			l.fault(end, "want: ; ran and the nodes that ran")
			return
		}
		v.Ran, end = p.labels(l, end+1)
	}
	if end < len(l.words) {
		l.fault(end, "want the end of the line")
	}
}

// labels parses labels until one ends with a semicolon.
func (p *parser) labels(l line, k int) (list []string, end int) {
	if k < len(l.words) && strings.TrimSuffix(l.words[k].text, ";") == "-" {
		return []string{}, k + 1
	}
	start := k
	for ; k < len(l.words); k++ {
		label, last := strings.CutSuffix(l.words[k].text, ";")
		p.knownLabel(l, k, label)
		if slices.Contains(list, label) {
			l.fault(k, "%s is there twice", label)
		}
		list = append(list, label)
		if last {
			k++
			break
		}
	}
	if k == start {
		l.fault(k, "missing nodes; - stands for none")
	}
	return list, k
}

// knownLabel checks that a label exists. In reports, the name of a behavior is also valid.
func (p *parser) knownLabel(l line, k int, label string) {
	if !p.linked {
		return
	}
	var names []string
	for _, t := range p.c.Trees {
		for _, n := range t.Nodes {
			if names = append(names, n.Label, n.Name()); n.Label == label || n.Name() == label {
				return
			}
		}
	}
	l.fault(k, "no node %q in any tree", label).Hint = diag.DidYouMean(label, names)
}

// callForms maps the first word of each call to the minimum and the maximum number of words after
// the label.
var callForms = map[string]struct{ least, most int }{
	"E": {0, 0}, "T": {0, 1}, "X": {1, 1}, "P": {0, 0}, "G": {0, 0}, "N": {0, 0}, "U": {0, 0}, "Q": {0, 0}, "L": {0, 0},
}

// calls parses calls from word k on, separated by commas.
func (p *parser) calls(l line, k int) []string {
	var list []string
	for start := k; k < len(l.words); k++ {
		w := l.words[k]
		ends := k+1 == len(l.words) || !w.quoted && strings.HasSuffix(w.text, ",") || l.words[k+1].text == ","
		if !ends {
			continue
		}
		if call := p.call(l, start, k); call != "" {
			list = append(list, call)
		}
		if k+1 < len(l.words) && l.words[k+1].text == "," {
			k++
		}
		start = k + 1
	}
	return list
}

// call parses the words from first to last as a call.
func (p *parser) call(l line, first, last int) string {
	var words []string
	for k := first; k <= last; k++ {
		words = append(words, strings.TrimSuffix(l.words[k].text, ","))
	}
	form, known := callForms[words[0]]
	switch {
	case !known:
		l.fault(first, "want a call (E T X P G N U Q L and a node), the state, or reports")
		return ""
	case len(words) < 2+form.least || len(words) > 2+form.most:
		l.fault(first, "want calls separated by commas, such as: E root, T root, X root aborted")
		return ""
	case words[0] == "L":
		return "L \"" + l.words[first+1].text + "\""
	}
	label, _, _ := strings.Cut(words[1], "(")
	p.knownLabel(l, first+1, label)
	if words[0] == "X" && !slices.Contains(reasons, Reason(words[2])) {
		l.fault(last, "unknown reason %q", words[2])
	}
	if words[0] == "T" && len(words) > 2 && !strings.HasPrefix(words[2], "memory=") {
		l.fault(last, "want memory=, not %q", words[2])
	}
	return strings.Join(words, " ")
}
