package conform

import (
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine/diag"
)

// Load reads the case in the named file. A case with errors must not be run. If the file cannot be read, the list
// contains the error.
func Load(fsys fs.FS, path string) (*Case, diag.List) {
	src, err := fs.ReadFile(fsys, path)
	if err != nil {
		var errs diag.List
		errs.Add(diag.Pos{File: path}, mistake("%v", err))
		return &Case{Path: path}, errs
	}
	return Parse(path, src)
}

// Parse parses a case. The list contains all mistakes in the file, sorted.
func Parse(path string, src []byte) (*Case, diag.List) { return parse(path, src, true) }

// ParseInputs is like Parse, for a case without expectations. Its result can be passed to Update.
func ParseInputs(path string, src []byte) (*Case, diag.List) { return parse(path, src, false) }

// parser converts lines to a case. It parses sections in an order in which each one depends only on earlier ones,
// not in the order of the file.
type parser struct {
	file     *file
	c        *Case
	sections map[string][]section
	complete bool      // expectations are required
	linked   bool      // whether the nodes have labels
	asked    []mention // names of nodes in conditions; checked when all trees are known
}

func parse(path string, src []byte, complete bool) (*Case, diag.List) {
	p := &parser{file: &file{path: path}, sections: map[string][]section{}, complete: complete, c: &Case{
		Path: path, History: 64, Quarantine: 3, DT: time.Second,
	}}
	p.divide(scan(p.file, src))
	for _, key := range keys {
		p.parseSections(key)
	}
	p.setDefaults()
	if p.linked {
		p.checkMentions()
	}
	p.file.errs.Sort()
	return p.c, p.file.errs
}

// key describes a word that begins a section.
type key struct {
	name   string
	needed bool
	many   bool // whether the section may occur several times
	body   bool // whether the section has indented lines
	parse  func(*parser, section)
}

// keys are in the order in which their sections are parsed. init sets keys, since the parse functions refer to
// it.
var keys []key

func init() {
	keys = []key{
		{name: "case", needed: true, parse: func(p *parser, s section) { p.c.Name = s.sentence() }},
		{name: "about", needed: true, parse: func(p *parser, s section) { p.c.About = s.sentence() }},
		{name: "rule", needed: true, parse: func(p *parser, s section) { p.c.Rule = s.sentence() }},
		{name: "label", many: true, parse: func(p *parser, s section) { p.c.Labels = append(p.c.Labels, s.sentence()) }},
		{name: "history", parse: func(p *parser, s section) { p.c.History = s.count() }},
		{name: "quarantine", parse: func(p *parser, s section) { p.c.Quarantine = s.count() }},
		{name: "seed", parse: func(p *parser, s section) { p.c.Seed = uint64(s.count()) }},
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
			l.fault(0, "indented line outside any section; a case begins with: case NAME")
		default:
			store()
			open = &section{head: l}
			checkKey(l)
		}
	}
	store()
}

// checkKey checks that the first word of a line begins a section.
func checkKey(l line) {
	word := l.words[0].text
	var names []string
	for _, k := range keys {
		if k.name == word {
			return
		}
		names = append(names, k.name)
	}
	l.fault(0, "unknown section %q", word).Hint = diag.DidYouMean(word, names)
}

// parseSections parses the sections with a key, and checks the number of these sections.
func (p *parser) parseSections(k key) {
	all := p.sections[k.name]
	if len(all) == 0 && k.needed {
		p.file.errs.Add(diag.Pos{File: p.file.path}, mistake("no %s section; %s", k.name, remedies[k.name]))
	}
	for i, s := range all {
		if i > 0 && !k.many {
			s.head.fault(0, "a second %s section; the first is in line %d", k.name, all[0].head.no)
			continue
		}
		if !k.body && len(s.body) > 0 {
			s.body[0].fault(0, "indented line below %s, which has none", k.name)
		}
		k.parse(p, s)
	}
	if k.name == "tree" {
		p.finishTrees()
	}
}

// remedies are the remedies for missing sections.
var remedies = map[string]string{
	"case":  "begin the file with: case NAME",
	"about": "add: about ONE SENTENCE",
	"rule":  "name the rules of semantics.md that it shows: rule D5 X1",
	"tree":  "add one",
	"run":   "without steps and what is expected of them a case cannot fail",
}

// setDefaults sets the defaults of values that the file does not give.
func (p *parser) setDefaults() {
	if len(p.c.Agents) == 0 {
		p.c.Agents = []string{"agent"}
	}
}

func (p *parser) parseDT(s section) {
	if s.head.exactly(2, "dt 500ms") {
		p.c.DT = s.head.duration(1, s.head.words[1].text)
	}
}

func (p *parser) parseShow(s section) {
	if s.head.exactly(2, "show asked") {
		if p.c.ShowAsked = s.head.words[1].text == "asked"; !p.c.ShowAsked {
			s.head.fault(1, "want: show asked")
		}
	}
}

func (p *parser) parseAgents(s section) {
	for k, w := range s.head.words[1:] {
		switch {
		case !isName(w.text):
			s.head.fault(k+1, "%q is not a name", w.text)
		case slices.Contains(p.c.Agents, w.text):
			s.head.fault(k+1, "a second agent named %s", w.text)
		default:
			p.c.Agents = append(p.c.Agents, w.text)
		}
	}
	if len(s.head.words) == 1 {
		s.head.fault(1, "no agents; want: agents anna bert")
	}
}

// agent returns the agent whose name is word k of l.
func (p *parser) agent(l line, k int, name string) Agent {
	p.setDefaults()
	i := slices.Index(p.c.Agents, name)
	if i < 0 {
		l.fault(k, "no agent named %q", name).Hint = diag.DidYouMean(name, p.c.Agents)
		return Everyone
	}
	return Agent(i)
}

// isName reports whether text begins with a letter or an underscore, and consists of letters, digits and
// underscores. Single dots may stand between them.
func isName(text string) bool {
	if text == "" || text[len(text)-1] == '.' || strings.Contains(text, "..") {
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
