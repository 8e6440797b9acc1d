package lint

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
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
// functions in that table, and the use of any other word is an error. example returns texts of the game for a call of a word,
// about an agent with a tree, that has some texts already, or nil.
func (s *Script) CheckDriver(name string, words []Word, example func(word, tree string, texts []string) []string) diag.List {
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
			report(m.object.base, m.tok-1, message.ColonOnLibrary(name, m.name))
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
				report(k.callee.base, k.callee.tok, message.WrongArgumentCount(name+"."+w.Name, k.args, c.usageIn(w, k, example)))
			}
		}
	}
	for _, x := range s.facts.expected {
		c.add(x.first, message.ChainedExpectation(x.name).With(message.WriteCode(x.plain(name))))
	}
	checkTableNotTaken(c, name)
	checkCalledAgents(c, name, known)
	checkUncalledTests(c)
	checkRepeated(c, c.table, message.GiveOtherName())
	c.diags.Sort()
	return c.diags
}

// otherNames matches the names of the example in a usage: texts, and the agent.
var otherNames = regexp.MustCompile(`"[^"]*"|\btroll\b`)

// exampleData matches the data in a usage, which need not be those of the game.
var exampleData = regexp.MustCompile(`, \{[^{}]*\}(?:, \d+)?`)

// usageIn returns the usage of a word with the names in a call: the agent, and the texts that the call or the game has.
func (c *checker) usageIn(w *Word, k *call, example func(word, tree string, texts []string) []string) string {
	if given := c.src.arguments(k); w.Name == "equal" && len(given) == 1 {
		if got, want, ok := strings.Cut(given[0], " == "); ok {
			return strings.Replace(w.Usage, "troll.hp, 100", got+", "+want, 1)
		}
		return strings.Replace(w.Usage, "troll.hp", given[0], 1)
	}
	var texts []string
	for _, l := range k.literals {
		if l.kind == "string" {
			texts = append(texts, l.text)
		}
	}
	agent, tree := c.agentOf(k)
	usage := w.Usage
	if more := example(w.Name, tree, texts); more != nil {
		texts, usage = more, exampleData.ReplaceAllString(usage, "")
	}
	at := map[string]string{"troll": cmp.Or(agent, "troll")}
	for _, name := range otherNames.FindAllString(usage, -1) {
		if at[name] == "" && len(texts) > 0 {
			at[name], texts = strconv.Quote(texts[0]), texts[1:]
		}
	}
	return otherNames.ReplaceAllStringFunc(usage, func(name string) string { return cmp.Or(at[name], name) })
}

// agentOf returns the name of the variable that holds the agent of a call, and its tree: an argument, or the last agent that is
// spawned before it. They are empty if there is none.
func (c *checker) agentOf(k *call) (name, tree string) {
	spawns := c.spawns()
	for _, o := range [...]operand{k.arg, k.second} {
		if tree = spawns.tree(o, 0); tree != "" && o.isVariable() {
			return o.base.name, tree
		}
	}
	for _, v := range c.facts.variables {
		if v.tok < k.callee.first && (v.end == 0 || v.end > k.callee.first) && v.writes == 0 {
			if t := spawns.tree(v.init, 0); t != "" {
				name, tree = v.name, t
			}
		}
	}
	return name, tree
}

// plain returns the expectation as a call of a word of a test.
func (x chainedCall) plain(table string) string {
	meant := strings.ToLower(strings.ReplaceAll(x.name, "_", ""))
	not := strings.Contains(meant, "not") || strings.Contains(meant, "never")
	call := func(word, args string) string { return table + "." + word + "(" + args + ")" }
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(meant, p) })
	}
	compare := func(op, other string) string {
		if not {
			op = other
		}
		return call("expect", x.got+" "+op+" "+x.want)
	}
	switch {
	case x.want == "" && has("true", "truthy", "exist", "defined") && !has("undefined"):
		if not {
			return call("expect", "not ("+x.got+")")
		}
		return call("expect", x.got)
	case x.want == "" && has("false", "falsy"):
		return call("expect", "not ("+x.got+")")
	case x.want == "" && has("nil", "null", "none", "undefined"):
		x.want = "nil"
	case x.want == "":
		x.want = "want"
	case has("greaterthanorequal", "atleast"):
		return compare(">=", "<")
	case has("lessthanorequal", "atmost"):
		return compare("<=", ">")
	case has("greater", "above"):
		return compare(">", "<=")
	case has("less", "below"):
		return compare("<", ">=")
	case has("close", "near", "approx"):
		return call("near", x.got+", "+x.want)
	}
	if not {
		return compare("==", "~=")
	}
	return call("equal", x.got+", "+x.want)
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
	Tables   map[int]Term    // the arguments that are tables, by index
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
	spawns, terms := s.spawns(), termReader{Script: s}
	for _, k := range s.facts.calls {
		word := s.facts.driverWord(k)
		if word == "" {
			continue
		}
		call := DriverCall{Word: word, Texts: map[int]Use{}, Literals: map[int]Literal{}, Answers: map[int]Use{}, Tables: map[int]Term{}, Tree: spawns.tree(k.arg, 0)}
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
				call.Tables[l.n] = terms.term(operand{first: l.tok, last: l.last, tok: l.tok, kind: l.kind, table: l.table})
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

// FieldsTaken returns the fields that the file reads of agents that it has spawned.
func (s *Script) FieldsTaken() (out []Use) {
	spawns := s.spawns()
	for _, r := range s.facts.fields {
		if !r.base.param && spawns.tree(r.base.init, 0) != "" {
			out = append(out, Use{r.name, s.src.pos(r.tok)})
		}
	}
	return out
}

// Writes returns the assignments of the file to agents that it has spawned, and to entries of boards.
func (s *Script) Writes() (out []Pair) {
	spawns, terms := s.spawns(), termReader{Script: s}
	for _, w := range s.facts.writes {
		l := terms.term(w.target)
		if o := w.target; o.base != nil && o.keys == 1 && o.key != "" && !o.base.param && spawns.tree(o.base.init, 0) != "" {
			l = Term{Of: AgentData, Path: o.key, Pos: s.src.pos(o.tok)}
		}
		if l.Of != NoData && w.value.valid() {
			out = append(out, Pair{"=", l, terms.term(w.value)})
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
