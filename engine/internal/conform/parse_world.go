package conform

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
)

func (p *parser) parseFields(s section) {
	p.c.Fields = parseFirstValues(s)
}

func (p *parser) parseBoard(s section) { p.c.Board = parseFirstValues(s) }

// parseFirstValues parses lines of a name and its first value.
func parseFirstValues(s section) []Field {
	s.head.exactly(1, s.head.words[0].text+", and indented below it: hp 100")
	var list []Field
	for _, l := range s.body {
		if !l.exactly(2, "hp 100") {
			continue
		}
		name := l.words[0].text
		switch {
		case !isName(name) || slices.Contains(conditionWords, name):
			l.fault(0, "%q is not a name", name)
		case hasName(list, name):
			l.fault(0, "a second %s in %s", name, s.head.words[0].text)
		default:
			list = append(list, Field{name, l.number(1)})
		}
	}
	return list
}

// conditionWords have a meaning in conditions, so a fact or field cannot have such a
// name.
var conditionWords = []string{"not", "and", "when", "ran", "ran_ago", "active", "since", "in_force", "stimulus"}

// isField reports whether name is the name of a field or of an entry of the board.
func (c *Case) isField(name string) bool {
	if key, ok := Entry(name); ok {
		return hasName(c.Board, key)
	}
	return hasName(c.Fields, name)
}

// field returns word k if it is the name of a field or of an entry of the board.
// Otherwise it reports an error.
func (p *parser) field(l line, k int) string {
	name := ""
	if k < len(l.words) {
		name = l.words[k].text
	}
	if !p.c.isField(name) {
		var names []string
		for _, f := range p.c.Fields {
			names = append(names, f.Name)
		}
		for _, f := range p.c.Board {
			names = append(names, "board."+f.Name)
		}
		l.fault(k, "no field %q; give it a first value under fields, or one that is written board.KEY under board", name).Hint = diag.DidYouMean(name, names)
	}
	return name
}

func (p *parser) parseFacts(s section) {
	s.head.exactly(1, "facts, and indented below it: enemy 0 1 1")
	for _, l := range s.body {
		f := &Fact{Name: l.words[0].text, Pos: l.pos(0)}
		switch {
		case !isName(f.Name) || slices.Contains(conditionWords, f.Name):
			l.fault(0, "%q is not a name", f.Name)
		case p.c.fact(f.Name) != nil || p.c.isField(f.Name):
			l.fault(0, "a second fact or field named %s", f.Name)
		case len(l.words) == 1:
			l.fault(1, "no values; one per tick: 0, 1 or ! (an error)")
		}
		for k := 1; k < len(l.words); k++ {
			f.Values = append(f.Values, parseFactValue(l, k))
		}
		p.c.Facts = append(p.c.Facts, f)
	}
}

// factLetters is indexed by FactValue.
var factLetters = []string{"0", "1", "!"}

func parseFactValue(l line, k int) FactValue {
	v := slices.Index(factLetters, l.words[k].text)
	if v < 0 {
		l.fault(k, "want 0, 1 or ! (asking is an error), not %q", l.words[k].text)
		return FactFalse
	}
	return FactValue(v)
}

func (c *Case) fact(name string) *Fact {
	for _, f := range c.Facts {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// cond parses the words from k on as a condition.
func (p *parser) cond(l line, k int) *Cond {
	c := &Cond{}
	for {
		term, end, ok := p.term(l, k)
		if !ok {
			return c
		}
		c.Terms = append(c.Terms, term)
		if end == len(l.words) {
			return c
		}
		if l.words[end].text != "and" {
			l.fault(end, "want: and, or the end of the line")
			return c
		}
		k = end + 1
	}
}

// term parses the term that begins at word k. It returns the index of the word after
// the term; ok is false if there was an error.
func (p *parser) term(l line, k int) (t Term, end int, ok bool) {
	if k < len(l.words) && l.words[k].text == "not" {
		t.Not, k = true, k+1
	}
	if k >= len(l.words) {
		l.fault(k, "missing condition: a fact, or a comparison such as hp < 30")
		return t, k, false
	}
	if t.Fact = p.c.fact(l.words[k].text); t.Fact != nil {
		return t, k + 1, true
	}
	if q := slices.Index(questions, l.words[k].text); q > 0 {
		t.Ask = Question(q)
		return p.question(l, k+1, t)
	}
	return p.comparison(l, k, t)
}

// question parses the words after ran, ran_ago, active, since, in_force or stimulus. Its results are those
// of term.
func (p *parser) question(l line, k int, t Term) (Term, int, bool) {
	if t.Ask == AskInForce {
		if k+1 >= len(l.words) || !isName(l.words[k].text) || !isName(l.words[k+1].text) {
			l.fault(k, "want a channel and a kind of request: in_force legs move")
			return t, k, false
		}
		t.Name, t.Kind = l.words[k].text, l.words[k+1].text
		return t, k + 2, true
	}
	if t.Ask == AskStimulus {
		if k >= len(l.words) || !isName(l.words[k].text) {
			l.fault(k, "want the beginning of a datum: stimulus loud")
			return t, k, false
		}
		t.Name = l.words[k].text
		return t, k + 1, true
	}
	if k >= len(l.words) || !isName(l.words[k].text) {
		l.fault(k, "want the name of a node, such as: %s melee", questions[t.Ask])
		return t, k, false
	}
	t.Name, t.Ticks = l.words[k].text, 1
	p.asked = append(p.asked, mention{l, k, t.Name})
	k++
	switch {
	case t.Ask == AskSince && (t.Not || k+1 >= len(l.words) || !slices.Contains(ops, l.words[k].text)):
		l.fault(k, "want a comparison: since %s >= 2", t.Name)
		return t, k, false
	case t.Ask == AskSince:
		t.Op, t.Value = l.words[k].text, l.number(k+1)
		return t, k + 2, true
	case t.Ask == AskRanAgo, t.Ask == AskRan && k < len(l.words) && l.words[k].text != "and":
		if k >= len(l.words) {
			l.fault(k-1, "want a number of ticks: %s %s 3", questions[t.Ask], t.Name)
			return t, k, false
		}
		if t.Ticks = l.number(k); t.Ticks < 1 || t.Ticks > p.c.History {
			l.fault(k, "want a number of ticks from 1 to %d, the length of the history", p.c.History)
		}
		return t, k + 1, true
	}
	return t, k, true
}

// mention is a word of a condition that refers to nodes.
type mention struct {
	l    line
	k    int
	name string
}

// checkMentions reports each mention to which no node of a tree corresponds.
func (p *parser) checkMentions() {
	for _, m := range p.asked {
		if !slices.ContainsFunc(p.c.Trees, func(t *Tree) bool {
			return slices.ContainsFunc(t.Nodes, func(n *Node) bool { return n.goesBy(m.name) })
		}) {
			m.l.fault(m.k, "no tree has a node whose id or behavior is %q", m.name)
		}
	}
	p.asked = nil
}

// goesBy reports whether name in a condition refers to n.
func (n *Node) goesBy(name string) bool {
	return n.ID == name || n.Behavior != nil && n.Behavior.Name == name
}

// Named returns the nodes to which a name in a condition refers, in pre-order.
func (t *Tree) Named(name string) []*Node {
	var nodes []*Node
	for _, n := range t.Nodes {
		if n.goesBy(name) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// value parses the value of a switch, which is a field or a condition.
func (p *parser) value(l line) *Cond {
	if len(l.words) == 1 && p.c.isField(l.words[0].text) {
		return &Cond{Terms: []Term{{Field: l.words[0].text}}}
	}
	return p.cond(l, 0)
}

func (p *parser) comparison(l line, k int, t Term) (Term, int, bool) {
	if t.Not || k+2 >= len(l.words) || !slices.Contains(ops, l.words[k+1].text) {
		var names []string
		for _, f := range p.c.Facts {
			names = append(names, f.Name)
		}
		l.fault(k, "%q is neither a fact nor begins a comparison such as hp < 30", l.words[k].text).Hint =
			diag.DidYouMean(l.words[k].text, names)
		return t, k, false
	}
	t.Field, t.Op, t.Value = p.field(l, k), l.words[k+1].text, l.number(k+2)
	return t, k + 3, true
}
