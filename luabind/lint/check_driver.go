package lint

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Word is a function in the table that a driver, such as a test, gets as its argument.
type Word struct {
	Name, Usage string
	Least, Most int // number of arguments
}

// Misuse returns the problem of a call of w with a number of arguments, or empty Words. table is the name of the table.
func (w *Word) Misuse(table string, given int) diag.Words {
	if given >= w.Least && given <= w.Most {
		return diag.Words{}
	}
	return message.WrongArgumentCount(table+"."+w.Name, given, w.Usage)
}

// CheckDriver returns the problems of a file that drives a game, such as a test. Such a file returns a table of
// functions. The first parameter of each function is a table, whose name in messages is name. words are the
// functions in that table, and the use of any other word is an error.
func (s *Script) CheckDriver(name string, words []Word) diag.List {
	c := &checker{Script: s}
	known := map[string]*Word{}
	var names []string
	for i := range words {
		known[words[i].Name] = &words[i]
		names = append(names, words[i].Name)
	}
	given := map[*variable]bool{} // the parameters that get the table
	for _, fn := range s.hookFns {
		if len(fn.params) > 0 {
			given[fn.params[0]] = true
		}
	}
	// Other functions of the file usually get the table under the same name.
	report := func(v *variable, tok int, problem diag.Words) {
		if given[v] {
			c.add(tok, problem)
		} else if v != nil && v.param && v.name == name {
			c.warn(tok, problem)
		}
	}
	for _, m := range s.facts.methods {
		if known[m.name] != nil && m.object.isVariable() {
			report(m.object.base, m.tok, message.ColonOnLibrary(name, m.name))
		}
	}
	for _, r := range s.facts.fields {
		if known[r.name] == nil && given[r.base] {
			c.add(r.tok, message.UnknownLibraryMember(name, r.name).With(message.ItHas(names)).With(NearWord(r.name, names)))
		}
	}
	for _, k := range s.facts.calculated {
		if o := k.operand; given[o.base] && o.keys == 1 && known[o.key] != nil {
			c.functionAsValue(k, name+"."+o.key, known[o.key].Usage)
		}
	}
	for _, k := range s.facts.calls {
		if w := known[k.callee.path]; w != nil && k.args >= 0 {
			if problem := w.Misuse(name, k.args); problem.Code != "" {
				report(k.callee.base, k.callee.tok, problem)
			}
		}
	}
	checkTableNotTaken(c, name)
	checkCalledAgents(c, name, known)
	checkUncalledTests(c)
	checkRepeated(c, c.table, message.GiveOtherName())
	c.diags.Sort()
	return c.diags
}

// checkTableNotTaken reports the reads of a global with the name of the table, once for each test that does not take the table
// and for each other statement of the file level.
func checkTableNotTaken(c *checker, name string) {
	if c.SetsGlobal(name) {
		return
	}
	told := map[int]bool{} // by the first token of a test, or by the line of a statement with its sign changed
	for _, g := range c.facts.globals {
		if g.name != name {
			continue
		}
		line := c.src.pos(g.tok).Line
		at, w := g.tok, message.UnknownGlobal(name).With(message.PassTestTable(name))
		key := 0
		for _, start := range c.facts.starts {
			if start <= line {
				key = -start
			}
		}
		for _, fn := range c.hookFns {
			if fn.first < g.tok && g.tok < fn.last && len(fn.params) == 0 {
				at, key, w = fn.first, fn.first, message.TestWithoutTable(name)
			}
		}
		if !told[key] {
			told[key] = true
			c.add(at, w)
		}
	}
}

// checkCalledAgents reports calls of fields of an agent that a test has spawned: the fields of an agent are data.
func checkCalledAgents(c *checker, name string, known map[string]*Word) {
	spawns := c.spawns()
	report := func(agent *variable, called string, tok int, remedy diag.Words) {
		if agent != nil && !agent.param && agent.writes == 0 && spawns.tree(agent.init, 0) != "" {
			c.add(tok, message.CalledAgent(agent.name, called).With(remedy))
		}
	}
	for _, k := range c.facts.calls {
		var remedy diag.Words
		if k.callee.key == "set" && k.args == 2 && k.arg.text != "" {
			remedy = message.WriteCode(c.src.word(k.callee.first) + "." + k.arg.text + " = " + c.src.span(k.second.first, k.second.last))
		}
		if k.callee.keys == 1 && !k.callee.dynamic {
			report(k.callee.base, k.callee.key, k.callee.tok, remedy)
		}
	}
	for _, m := range c.facts.methods {
		if !m.object.isVariable() {
			continue
		}
		var remedy diag.Words
		if known[m.name] != nil {
			remedy = message.WriteCode(name + "." + m.name + "(" + m.object.base.name + ", ...)")
		}
		report(m.object.base, m.name, m.tok, remedy)
	}
}

// checkUncalledTests warns about functions that are named like tests of other libraries, and that are neither in the table
// that the file returns nor called.
func checkUncalledTests(c *checker) {
	uncalled := func(o operand, name string, fn *function) {
		if strings.HasPrefix(strings.ToLower(name), "test") && fn != nil {
			c.warn(o.tok, message.UncalledTest(name))
		}
	}
	for name, v := range c.facts.locals {
		if !v.read {
			uncalled(operand{tok: v.tok}, name, v.init.fn)
		}
	}
	for _, w := range c.facts.writes {
		o := w.target
		read := func(g globalRead) bool { return g.name == o.global && (o.keys == 0 || g.member == o.key) }
		switch {
		case o.dynamic || w.fn != c.facts.chunk || c.table == nil:
		case o.global != "" && !slices.ContainsFunc(c.facts.globals, read):
			uncalled(o, cmp.Or(o.key, o.global), w.value.fn)
		case o.base != nil && o.keys == 1 && c.src.word(o.first) != c.tableVar && !c.membersUsed()[o.key]:
			uncalled(o, o.key, w.value.fn)
		}
	}
}

// otherWords are names of which somebody may think before the right word of a test.
var otherWords = map[string]string{
	"stimulus": "post", "emit": "post", "send": "post", "signal": "post", "event": "post",
	"create": "spawn", "add": "spawn", "agent": "spawn", "advance": "tick", "update": "tick", "sleep": "wait",
	"assert": "expect", "is_true": "expect", "assertTrue": "expect", "assert_true": "expect", "check": "expect", "assertEquals": "equal", "assertEqual": "equal", "assert_equal": "equal", "expect_equal": "equal", "eq": "equal", "is": "equal",
	"expect_state": "expect_active", "expect_running": "expect_active", "expect_behavior": "expect_active", "expect_doing": "expect_active", "isActive": "active", "is_active": "active", "assert_active": "expect_active",
	"expect_stimulus": "stimuli", "expect_print": "expect_log", "expect_printed": "expect_log", "expect_near": "near", "almost": "near", "approx": "near",
}

// NearWord returns the remedy with the word that was probably meant by a name, or empty Words. It never suggests the
// opposite of the name: expect_inactive means expect_not_active, though expect_active looks more like it.
func NearWord(name string, names []string) diag.Words {
	if word := otherWords[name]; slices.Contains(names, word) {
		return message.DidYouMean(word)
	}
	meant := senseOf(name, names)
	near := map[string]string{} // words that are not the opposite, by what they are about
	for _, n := range names {
		if s := senseOf(n, names); s.not == meant.not && (near[s.about] == "" || s.expects == meant.expects) {
			near[s.about] = n
		}
	}
	word := near[meant.about]
	if word == "" {
		word = near[diag.Suggest(meant.about, slices.Sorted(maps.Keys(near)))]
	}
	if word = cmp.Or(word, misspelled(name, names)); word == "" {
		return diag.Words{}
	}
	return message.DidYouMean(word)
}

// sense holds the meaning of a word of tests. The word expect_not_active expects that something is not active.
type sense struct {
	about        string
	expects, not bool
}

// senseOf returns the sense of a name. A prefix such as that of inactive negates it only if the rest is in names.
func senseOf(name string, names []string) (s sense) {
	var about []string
	for part := range strings.SplitSeq(spaced(name), "_") {
		switch part {
		case "expect", "assert", "should":
			s.expects = true
			continue
		case "not", "no":
			s.not = !s.not
			continue
		case "is", "be", "to", "":
			continue
		}
		for _, prefix := range []string{"in", "un", "non"} {
			if positive, ok := strings.CutPrefix(part, prefix); ok && slices.Contains(names, positive) {
				part, s.not = positive, !s.not
			}
		}
		about = append(about, part)
	}
	s.about = cmp.Or(strings.Join(about, "_"), name)
	return s
}

// spaced returns a name such as expectActive in the form expect_active.
func spaced(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// SetsGlobal reports whether the file assigns to the global variable of that name.
func (s *Script) SetsGlobal(name string) bool {
	return slices.ContainsFunc(s.facts.writes, func(w *write) bool { return w.target.global == name && w.target.keys == 0 })
}

// DriverCall is a call of the form NAME.word(...), where NAME is a parameter of a function.
type DriverCall struct {
	Word     string
	Texts    map[int]Use     // the arguments that are literal texts, by index
	Literals map[int]Literal // the arguments that are literals but no functions, by index
	Answers  map[int]Use     // the arguments that are comparisons, begin with not or are fields of agents: their sources, empty if long
	Second   string          // the source of the second argument if that is a place, or ""
	Args     int             // number of arguments, or -1 if the last one is ... or a call
	Keys     []Use           // the constant keys of tables in the arguments
	// Tree is the text with which the first argument was spawned. It is empty if the source does not show that.
	Tree string
}

// Literal is a literal value.
type Literal struct {
	Kind string // its Lua type
	Text string // a text itself, and the source of any other literal but a table
	Pos  diag.Pos
}

// DriverCalls returns the calls of words with a literal among their arguments.
func (s *Script) DriverCalls() []DriverCall {
	var out []DriverCall
	spawns := s.spawns()
	for _, k := range s.facts.calls {
		word := s.facts.driverWord(k)
		if word == "" {
			continue
		}
		call := DriverCall{Word: word, Texts: map[int]Use{}, Literals: map[int]Literal{}, Answers: map[int]Use{}, Tree: spawns.tree(k.arg, 0)}
		if call.Args = k.args; k.second.isPlace() {
			call.Second = s.src.span(k.second.first, k.second.last)
		}
		for _, l := range k.literals {
			pos := s.src.pos(l.tok)
			switch l.kind {
			case "string":
				call.Texts[l.n] = Use{l.text, pos}
				call.Literals[l.n] = Literal{l.kind, l.text, pos}
			case "number", "nil":
				text := s.src.word(l.tok)
				if text == "-" {
					text += s.src.word(l.tok + 1)
				}
				call.Literals[l.n] = Literal{l.kind, text, pos}
			case "boolean":
				if text := s.src.word(l.tok); text == "true" || text == "false" {
					call.Literals[l.n] = Literal{l.kind, text, pos}
				} else {
					call.Answers[l.n] = Use{s.src.span(l.tok, l.last), pos}
				}
			case "table":
				call.Literals[l.n] = Literal{l.kind, "", pos}
				for _, e := range l.table.entries {
					call.Keys = append(call.Keys, Use{e.name, s.src.pos(e.tok)})
				}
			}
		}
		if a := k.arg; a.isPlace() && a.keys > 0 && a.base != nil && !a.base.param && spawns.tree(a.base.init, 0) != "" {
			call.Answers[0] = Use{s.src.span(a.first, a.last), s.src.pos(a.first)}
		}
		out = append(out, call)
	}
	return out
}

// FieldsGiven returns the fields that the file assigns to agents that it has spawned.
func (s *Script) FieldsGiven() (out []Use) {
	spawns := s.spawns()
	for _, w := range s.facts.writes {
		if o := w.target; o.base != nil && o.keys == 1 && o.key != "" && !o.base.param && spawns.tree(o.base.init, 0) != "" {
			out = append(out, Use{o.key, s.src.pos(o.tok)})
		}
	}
	return out
}

// driverWord returns the word that k calls, or "" if k is no call of a word.
func (f *facts) driverWord(k *call) string {
	if o := f.root(k.callee); o.base != nil && o.base.param && !o.dynamic && o.keys == 1 {
		return o.path
	}
	return ""
}

// spawns finds the trees of agents.
type spawns struct {
	facts *facts
	calls map[int]*call // by the first token
}

func (s *Script) spawns() spawns {
	out := spawns{s.facts, map[int]*call{}}
	for _, k := range s.facts.calls {
		if s.facts.driverWord(k) == "switch" {
			return spawns{} // the agent may have another tree by then
		}
		out.calls[k.callee.first] = k
	}
	return out
}

// tree returns the text with which the agent in o was spawned: by a call of spawn, or by a function of the file that
// returns the result of one. It returns "" if that is not known. depth is the number of functions around.
func (s spawns) tree(o operand, depth int) (text string) {
	for range maxAliases {
		if !o.isVariable() || o.base == nil || o.base.param || o.base.writes > 0 {
			break
		}
		o = o.base.init
	}
	k := s.calls[o.first]
	if k == nil || k.last != o.last || !o.valid() || depth > maxAliases {
		return ""
	}
	if s.facts.driverWord(k) == "spawn" {
		return k.arg.text
	}
	v := k.callee.base
	if v == nil || !k.callee.isVariable() || v.writes > 0 || v.init.fn == nil {
		return ""
	}
	for i, r := range v.init.fn.returns {
		found := s.tree(r.value, depth+1)
		if found == "" || i > 0 && found != text {
			return ""
		}
		text = found
	}
	return text
}
