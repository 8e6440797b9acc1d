package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
)

// fileChecks are the checks of all scripts, and behaviorChecks those of behaviors alone.
var (
	fileChecks     = []func(*checker){checkWrites, checkCalls, checkExpressions}
	behaviorChecks = []func(*checker){
		checkKeys, checkMemory, checkNewMemory, checkCounters, checkMisplaced, checkMisused, checkUndeclared, checkUnused, checkIdle,
		checkAnswers, checkBoardValues, checkWords, checkChildFields,
	}
)

// Check returns the problems of a script without syntax errors. They are sorted, and there are at most 1,000 of
// them. A problem that may be intended is a warning. functions has the functions that scripts can call by their names.
func (s *Script) Check(functions map[string]Function) diag.List {
	c := &checker{Script: s, functions: functions}
	for _, h := range s.Hooks {
		if isHook(h.Name) {
			c.hooks = append(c.hooks, h.Name)
		}
	}
	return c.run(fileChecks, behaviorChecks)
}

// CheckModule is like Check, for a module. Its table may contain anything.
func (s *Script) CheckModule(functions map[string]Function) diag.List {
	c := &checker{Script: s, functions: functions, module: true}
	return c.run(fileChecks)
}

// checker is a script that is being checked, and its findings. Its methods are what several checks need.
type checker struct {
	*Script
	functions map[string]Function
	module    bool
	hooks     []string           // the names in Script.Hooks that are hooks rather than other functions of the table; none for a module
	used      map[string]bool    // the result of membersUsed
	params    map[*variable]bool // see isParams
	tableTold bool               // it has been reported that the table of the module is missing
	lacking   *function          // the last function of which it has been reported that it has no parameter lacked
	lacked    string
	entries   map[place]*function // the functions that are entries of tables; see own
	waits     map[*function]bool  // functions with a wait outside of run that has been reported
	diags     diag.List
}

// run runs checks, and returns the findings.
func (c *checker) run(lists ...[]func(*checker)) diag.List {
	for _, check := range slices.Concat(lists...) {
		check(c)
	}
	c.diags.Sort()
	return c.diags
}

// maxFindings is the largest number of findings for one script.
const maxFindings = 1000

func (c *checker) add(tok int, w diag.Words) *diag.Diagnostic {
	return c.addAt(c.src.pos(tok), w)
}

func (c *checker) addAt(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	if len(c.diags) >= maxFindings {
		return &diag.Diagnostic{}
	}
	d := c.diags.Add(pos, w)
	d.Source = c.Line(pos.Line)
	return d
}

// warn adds a warning at a token.
func (c *checker) warn(tok int, w diag.Words) *diag.Diagnostic {
	return c.warnAt(c.src.pos(tok), w)
}

func (c *checker) warnAt(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	d := c.addAt(pos, w)
	d.Severity = diag.Warning
	return d
}

// checkKeys checks the keys of the behavior table.
func checkKeys(c *checker) {
	for _, k := range c.Keys {
		checkKey(c, k)
		checkRepeated(c, k.table, diag.Words{})
	}
	checkRepeated(c, c.table, diag.Words{})
	each, hasAct := c.keyOf[act]
	once, hasRun := c.keyOf[coroutine]
	if hasAct && hasRun && c.Keys[each].Kind != "nil" && c.Keys[once].Kind != "nil" {
		first, later := c.Keys[each], c.Keys[once]
		if first.Pos.Compare(later.Pos) > 0 {
			first, later = later, first
		}
		c.addAt(later.Pos, message.BothDefined(later.Name, first.Name).With(message.KeepOneHook(first.Pos.Line, first.Name)))
	}
}

// checkRepeated warns about keys that a table constructor contains twice: only the last one has an effect. A remedy
// that is not empty replaces the usual one.
func checkRepeated(c *checker, t *table, remedy diag.Words) {
	if t == nil {
		return
	}
	first := map[string]int{}
	for _, e := range t.entries {
		if tok, twice := first[e.name]; twice {
			name := e.name
			if !syntax.IsName(name) {
				name = strconv.Quote(name)
			}
			again := message.DuplicateKey(c.src.pos(tok).Line, name).With(remedy)
			if t == c.table && isHook(name) {
				again = again.With(message.MergeHooks())
			}
			if other := counterparts[name]; t == c.table && other != "" && !c.hasKey(other) {
				again = again.With(message.RenameHook(other))
			}
			c.warn(e.tok, again)
		}
		first[e.name] = e.tok
	}
}

// counterparts has the hook that is meant if another one is in a table twice, as after its lines have been copied.
var counterparts = map[string]string{"on_enter": "on_exit", "on_exit": "on_enter"}

func checkKey(c *checker, k Key) {
	switch {
	case isHook(k.Name):
		if k.Kind != "" && k.Kind != "function" && k.Kind != "nil" {
			c.addAt(c.ValuePos(k.Name), message.HookNotFunction(k.Name, "a "+message.TypeName(k.Kind)).With(message.WriteHook(k.Name)))
		}
	case k.Name == defaults && k.table != nil:
		var first int
		var given []string
		for _, e := range slices.Concat(k.table.names, k.table.texts) {
			if !syntax.IsName(e.text) {
				continue
			}
			if given == nil || e.tok < first {
				first = e.tok
			}
			given = append(given, e.text+" = 0")
		}
		if given != nil {
			name, _, _ := strings.Cut(given[0], " ")
			c.add(first, message.ParameterWithoutDefault(strings.Join(given, ", "), name))
		}
	case k.Name == moreArgs && k.table != nil && len(k.table.names) > 0:
		var names []string
		for _, n := range k.table.names {
			names = append(names, strconv.Quote(n.text))
		}
		first := k.table.names[0]
		c.add(first.tok, message.UnquotedField(first.text, k.Name).With(message.WriteCode(k.Name+" = { "+strings.Join(names, ", ")+" }")))
	case slices.Contains(fields, k.Name):
		checkUnquoted(c, k)
	default:
		unknownKey(c, k)
	}
}

// checkUnquoted reports a field for a text that gets a global. There is no global text, so quotes are missing.
func checkUnquoted(c *checker, k Key) {
	if name := c.src.word(k.global); name != "" && c.facts.locals[name] == nil && textFields[k.Name] {
		c.add(k.global, message.UnquotedField(name, k.Name))
	}
}

// unknownKey reports a key that looks like a misspelling. A function is reported only if its name looks like that
// of a hook, since the table may contain other functions with any name.
func unknownKey(c *checker, k Key) {
	if n := misspelled(k.Name, hooks); n != "" {
		c.addAt(k.Pos, message.UnknownHook(k.Name, n))
		return
	}
	if k.Kind == "function" {
		return
	}
	if n := misspelled(k.Name, fields); n != "" {
		c.addAt(k.Pos, message.UnknownBehaviorField(k.Name, n))
	}
}

// hasKey reports whether the behavior table has a key.
func (c *checker) hasKey(name string) bool {
	_, has := c.keyOf[name]
	return has
}

// hooksAround returns the hooks that are fn or that contain fn, in the order of the file.
func (c *checker) hooksAround(fn *function) []string {
	var out []string
	for _, h := range c.hooks {
		if fn.within(c.hookFns[h]) {
			out = append(out, h)
		}
	}
	return out
}

// pureAround returns the name of the first pure hook that is fn or contains fn, or "".
func (c *checker) pureAround(fn *function) string {
	for _, name := range c.hooksAround(fn) {
		if isPure(name) {
			return name
		}
	}
	return ""
}
