package conform

import (
	"io/fs"
	"slices"
	"strconv"
	"time"

	"github.com/bough-dev/bough/engine/diag"
)

// Load reads the case in the named file. A case with errors must not be run. If the file cannot be read, the list
// has an error for that.
func Load(fsys fs.FS, path string) (*Case, diag.List) {
	src, err := fs.ReadFile(fsys, path)
	if err != nil {
		var errs diag.List
		errs.Add(diag.Pos{File: path}, "%v", err)
		return &Case{Path: path}, errs
	}
	return Parse(path, src)
}

// Parse reads a case. The list has all mistakes of the file, sorted.
func Parse(path string, src []byte) (*Case, diag.List) { return parse(path, src, true) }

// ParseInputs is like Parse, for a case without expectations. Its result can be passed to Update.
func ParseInputs(path string, src []byte) (*Case, diag.List) { return parse(path, src, false) }

// parser turns lines into a case. It parses sections in the order in which they depend on one another, not in the
// order of the file.
type parser struct {
	path     string
	c        *Case
	errs     diag.List
	sections map[string][]section
	complete bool      // expectations are required
	linked   bool      // the nodes have got their labels
	asked    []mention // names of nodes in conditions, checked when all trees are known
}

// section is an unindented line and the indented lines below it.
type section struct {
	head line
	body []line
}

func parse(path string, src []byte, complete bool) (*Case, diag.List) {
	lines, errs := scan(path, src)
	p := &parser{path: path, errs: errs, sections: map[string][]section{}, complete: complete, c: &Case{
		Path: path, History: 64, Quarantine: 3, DT: time.Second,
	}}
	p.divide(lines)
	for _, key := range keys {
		p.parseSections(key)
	}
	p.settle()
	if p.linked {
		p.checkMentions()
	}
	p.errs.Sort()
	return p.c, p.errs
}

// key is a word that begins a section.
type key struct {
	name   string
	needed bool
	many   bool // the section may occur several times
	body   bool // the section has indented lines
	parse  func(*parser, section)
}

// keys are in the order in which they are parsed. init sets them, since the parse functions refer to them.
var keys []key

func init() {
	keys = []key{
		{name: "case", needed: true, parse: func(p *parser, s section) { p.c.Name = p.sentence(s) }},
		{name: "about", needed: true, parse: func(p *parser, s section) { p.c.About = p.sentence(s) }},
		{name: "rule", needed: true, parse: func(p *parser, s section) { p.c.Rule = p.sentence(s) }},
		{name: "label", many: true, parse: func(p *parser, s section) { p.c.Labels = append(p.c.Labels, p.sentence(s)) }},
		{name: "history", parse: func(p *parser, s section) { p.c.History = p.count(s) }},
		{name: "quarantine", parse: func(p *parser, s section) { p.c.Quarantine = p.count(s) }},
		{name: "seed", parse: func(p *parser, s section) { p.c.Seed = uint64(p.count(s)) }},
		{name: "dt", parse: (*parser).parseDT},
		{name: "show", parse: (*parser).parseShow},
		{name: "agents", parse: (*parser).parseAgents},
		{name: "fields", body: true, parse: (*parser).parseFields},
		{name: "board", body: true, parse: (*parser).parseBoard},
		{name: "facts", body: true, parse: (*parser).parseFacts},
		{name: "tree", needed: true, many: true, body: true, parse: (*parser).parseTree},
		{name: "behaviors", body: true, parse: (*parser).parseBehaviors},
		{name: "run", needed: true, body: true, parse: (*parser).parseRun},
	}
}

// divide divides the lines into sections.
func (p *parser) divide(lines []line) {
	var open *section
	store := func() {
		if open != nil {
			name := open.head.words[0].text
			p.sections[name] = append(p.sections[name], *open)
		}
	}
	for _, l := range lines {
		switch {
		case l.indent > 0 && open != nil:
			open.body = append(open.body, l)
		case l.indent > 0:
			p.fault(l, 0, "indented line outside any section; a case begins with: case NAME")
		default:
			store()
			open = &section{head: l}
			p.knownKey(l)
		}
	}
	store()
}

func (p *parser) knownKey(l line) {
	word := l.words[0].text
	var names []string
	for _, k := range keys {
		if k.name == word {
			return
		}
		names = append(names, k.name)
	}
	p.fault(l, 0, "unknown section %q", word).Hint = diag.DidYouMean(word, names)
}

// parseSections parses the sections with a key, and checks their number.
func (p *parser) parseSections(k key) {
	all := p.sections[k.name]
	if len(all) == 0 && k.needed {
		p.errs.Add(diag.Pos{File: p.path}, "no %s section; %s", k.name, remedies[k.name])
	}
	for i, s := range all {
		if i > 0 && !k.many {
			p.fault(s.head, 0, "a second %s section; the first is in line %d", k.name, all[0].head.no)
			continue
		}
		if !k.body && len(s.body) > 0 {
			p.fault(s.body[0], 0, "indented line below %s, which has none", k.name)
		}
		k.parse(p, s)
	}
	if k.name == "tree" {
		p.finishTrees()
	}
}

// remedies say what to do about a missing section.
var remedies = map[string]string{
	"case":  "begin the file with: case NAME",
	"about": "add: about ONE SENTENCE",
	"rule":  "name the rules of semantics.md that it shows: rule D5 X1",
	"tree":  "add one",
	"run":   "without steps and what is expected of them a case cannot fail",
}

// settle sets the defaults of values that the file does not give.
func (p *parser) settle() {
	if len(p.c.Agents) == 0 {
		p.c.Agents = []string{"agent"}
	}
}

// fault reports an error at the k-th word of a line.
func (p *parser) fault(l line, k int, format string, args ...any) *diag.Diagnostic {
	d := p.errs.Add(p.pos(l, k), format, args...)
	d.Source = l.text
	return d
}

// pos returns the position of the k-th word of a line or, if there is no such word, the position after the last
// one.
func (p *parser) pos(l line, k int) diag.Pos {
	col := diag.Column(l.text, len(l.text))
	if k < len(l.words) {
		col = l.words[k].col
	}
	return diag.Pos{File: p.path, Line: l.no, Col: col}
}

// sentence returns the text after the key of a section.
func (p *parser) sentence(s section) string {
	if len(s.head.words) == 1 {
		p.fault(s.head, 1, "no text behind %s", s.head.words[0].text)
		return ""
	}
	return s.head.words[1].text
}

// count returns the whole number, at least 1, after the key of a section.
func (p *parser) count(s section) int {
	if !p.exactly(s.head, 2, s.head.words[0].text+" 4") {
		return 1
	}
	n := p.number(s.head, 1)
	if n < 1 || n > 1e6 {
		p.fault(s.head, 1, "want a number from 1 to 1000000")
		return 1
	}
	return n
}

// exactly reports an error unless a line has n words. It reports whether the number is right.
func (p *parser) exactly(l line, n int, example string) bool {
	if len(l.words) == n {
		return true
	}
	p.fault(l, min(n, len(l.words)), "want: %s", example)
	return false
}

func (p *parser) number(l line, k int) int {
	if k >= len(l.words) {
		p.fault(l, k, "missing number")
		return 0
	}
	n, err := strconv.Atoi(l.words[k].text)
	if err != nil {
		p.fault(l, k, "want a whole number, not %q", l.words[k].text)
	}
	return n
}

// duration parses text, part of the k-th word, as a duration.
func (p *parser) duration(l line, k int, text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		p.fault(l, k, "want a duration such as 500ms or 2s, not %q", text)
		return 0
	}
	return d
}

func (p *parser) parseDT(s section) {
	if p.exactly(s.head, 2, "dt 500ms") {
		p.c.DT = p.duration(s.head, 1, s.head.words[1].text)
	}
}

func (p *parser) parseShow(s section) {
	if p.exactly(s.head, 2, "show asked") {
		if p.c.ShowAsked = s.head.words[1].text == "asked"; !p.c.ShowAsked {
			p.fault(s.head, 1, "want: show asked")
		}
	}
}

func (p *parser) parseAgents(s section) {
	for k, w := range s.head.words[1:] {
		switch {
		case !isName(w.text):
			p.fault(s.head, k+1, "%q is not a name", w.text)
		case slices.Contains(p.c.Agents, w.text):
			p.fault(s.head, k+1, "a second agent named %s", w.text)
		default:
			p.c.Agents = append(p.c.Agents, w.text)
		}
	}
	if len(s.head.words) == 1 {
		p.fault(s.head, 1, "no agents; want: agents anna bert")
	}
}

// agent returns the agent with a name.
func (p *parser) agent(l line, k int, name string) Agent {
	p.settle()
	i := slices.Index(p.c.Agents, name)
	if i < 0 {
		p.fault(l, k, "no agent named %q", name).Hint = diag.DidYouMean(name, p.c.Agents)
		return Everyone
	}
	return Agent(i)
}

// isName reports whether text is a letter and then letters, digits, _ and,
// between them, dots.
func isName(text string) bool {
	if text == "" || text[len(text)-1] == '.' {
		return false
	}
	for i := range len(text) {
		letter := text[i] == '_' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z'
		if !letter && (i == 0 || text[i] != '.' && (text[i] < '0' || text[i] > '9')) {
			return false
		}
	}
	return true
}
