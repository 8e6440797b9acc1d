package conform

import (
	"slices"
	"strconv"

	"github.com/bough-dev/bough/engine/diag"
)

func (p *parser) parseFields(s section) {
	p.exactly(s.head, 1, "fields, and indented below it: hp 100")
	for _, l := range s.body {
		if !p.exactly(l, 2, "hp 100") {
			continue
		}
		name := l.words[0].text
		switch {
		case !isName(name):
			p.fault(l, 0, "%q is not a name", name)
		case p.isField(name):
			p.fault(l, 0, "a second field named %s", name)
		default:
			p.c.Fields = append(p.c.Fields, Field{name, p.number(l, 1)})
		}
	}
}

func (p *parser) isField(name string) bool {
	return slices.ContainsFunc(p.c.Fields, func(f Field) bool { return f.Name == name })
}

// field checks that the k-th word is a field and returns it.
func (p *parser) field(l line, k int) string {
	name := ""
	if k < len(l.words) {
		name = l.words[k].text
	}
	if !p.isField(name) {
		var names []string
		for _, f := range p.c.Fields {
			names = append(names, f.Name)
		}
		p.fault(l, k, "no field %q; give it a first value under fields", name).Hint = diag.DidYouMean(name, names)
	}
	return name
}

func (p *parser) parseFacts(s section) {
	p.exactly(s.head, 1, "facts, and indented below it: enemy 0 1 1")
	for _, l := range s.body {
		f := &Fact{Name: l.words[0].text, Pos: p.pos(l, 0)}
		switch {
		case !isName(f.Name) || f.Name == "not" || f.Name == "and":
			p.fault(l, 0, "%q is not a name", f.Name)
		case p.fact(f.Name) != nil || p.isField(f.Name):
			p.fault(l, 0, "a second fact or field named %s", f.Name)
		case len(l.words) == 1:
			p.fault(l, 1, "no values; one per tick: 0, 1 or ! (an error)")
		}
		for k := 1; k < len(l.words); k++ {
			f.Values = append(f.Values, p.factValue(l, k))
		}
		p.c.Facts = append(p.c.Facts, f)
	}
}

// factLetters is indexed by FactValue.
var factLetters = []string{"0", "1", "!"}

func (p *parser) factValue(l line, k int) FactValue {
	v := slices.Index(factLetters, l.words[k].text)
	if v < 0 {
		p.fault(l, k, "want 0, 1 or ! (asking is an error), not %q", l.words[k].text)
		return FactFalse
	}
	return FactValue(v)
}

func (p *parser) fact(name string) *Fact {
	for _, f := range p.c.Facts {
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
			p.fault(l, end, "want: and, or the end of the line")
			return c
		}
		k = end + 1
	}
}

// term parses one term that begins at word k.
func (p *parser) term(l line, k int) (t Term, end int, ok bool) {
	if k < len(l.words) && l.words[k].text == "not" {
		t.Not, k = true, k+1
	}
	if k >= len(l.words) {
		p.fault(l, k, "missing condition: a fact, or a comparison such as hp < 30")
		return t, k, false
	}
	if t.Fact = p.fact(l.words[k].text); t.Fact != nil {
		return t, k + 1, true
	}
	return p.comparison(l, k, t)
}

func (p *parser) comparison(l line, k int, t Term) (Term, int, bool) {
	if t.Not || k+2 >= len(l.words) || !slices.Contains(ops, l.words[k+1].text) {
		var names []string
		for _, f := range p.c.Facts {
			names = append(names, f.Name)
		}
		p.fault(l, k, "%q is neither a fact nor begins a comparison such as hp < 30", l.words[k].text).Hint =
			diag.DidYouMean(l.words[k].text, names)
		return t, k, false
	}
	t.Field, t.Op = p.field(l, k), l.words[k+1].text
	v, err := strconv.Atoi(l.words[k+2].text)
	if err != nil {
		p.fault(l, k+2, "want a whole number, not %q", l.words[k+2].text)
	}
	t.Value = v
	return t, k + 3, true
}
