package lint

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
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
	c.keys()
	c.writes()
	c.calls()
	c.expressions()
	c.noMemory()
	c.misplaced()
	c.misused()
	c.undeclared()
	c.unused()
	c.idle()
	c.answers()
	c.words()
	c.childFields()
	c.diags.Sort()
	return c.diags
}

// CheckModule is like Check, for a module. Its table may contain anything.
func (s *Script) CheckModule(functions map[string]Function) diag.List {
	c := &checker{Script: s, functions: functions, module: true}
	c.writes()
	c.calls()
	c.expressions()
	c.diags.Sort()
	return c.diags
}

type checker struct {
	*Script
	functions map[string]Function
	module    bool
	hooks     []string           // the names in Script.Hooks that are hooks rather than other functions of the table; none for a module
	used      map[string]bool    // the result of membersUsed
	params    map[*variable]bool // see isParams
	diags     diag.List
}

// maxFindings is the largest number of findings for one script.
const maxFindings = 1000

func (c *checker) add(tok int, format string, args ...any) *diag.Diagnostic {
	return c.addAt(c.src.pos(tok), format, args...)
}

func (c *checker) addAt(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	if len(c.diags) >= maxFindings {
		return &diag.Diagnostic{}
	}
	d := c.diags.Add(pos, format, args...)
	d.Source = c.Line(pos.Line)
	return d
}

func (c *checker) warnAt(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	d := c.addAt(pos, format, args...)
	d.Severity = diag.Warning
	return d
}

// keys checks the keys of the behavior table.
func (c *checker) keys() {
	for _, k := range c.Keys {
		c.key(k)
		c.repeated(k.table)
	}
	c.repeated(c.table)
	each, hasAct := c.keyOf[act]
	once, hasRun := c.keyOf[coroutine]
	if hasAct && hasRun && c.Keys[each].Kind != "nil" && c.Keys[once].Kind != "nil" {
		first, later := c.Keys[each], c.Keys[once]
		if first.Pos.Compare(later.Pos) > 0 {
			first, later = later, first
		}
		c.addAt(later.Pos, "%s and %s in one behavior (%s is on line %d)", act, coroutine, first.Name, first.Pos.Line).
			Hint = "keep one: " + act + " is called every tick, " + coroutine + " is a coroutine that may wait"
	}
}

// repeated warns about keys that a table constructor contains twice: only the last one has an effect.
func (c *checker) repeated(t *table) {
	if t == nil {
		return
	}
	first := map[string]int{}
	for _, e := range t.entries {
		if tok, twice := first[e.name]; twice {
			c.warnAt(c.src.pos(e.tok), "%s is in this table twice; the one on line %d has no effect", e.name, c.src.pos(tok).Line).Hint = "delete one of them"
		}
		first[e.name] = e.tok
	}
}

func (c *checker) key(k Key) {
	switch {
	case isHook(k.Name):
		if k.Kind != "" && k.Kind != "function" && k.Kind != "nil" {
			c.addAt(k.Pos, "hook %q is a %s; want a function", k.Name, k.Kind).
				Hint = "write " + k.Name + " = function(agent, params) ... end"
		}
	case slices.Contains(fields, k.Name):
	default:
		c.unknownKey(k)
	}
}

// unknownKey reports a key that looks like a misspelling. A function is reported only if its name looks like that
// of a hook, since the table may contain other functions with any name.
func (c *checker) unknownKey(k Key) {
	if n := misspelt(k.Name, hooks); n != "" {
		c.addAt(k.Pos, "unknown hook %q", k.Name).Hint = "did you mean " + n + "?"
		return
	}
	if k.Kind == "function" {
		return
	}
	if n := misspelt(k.Name, fields); n != "" {
		c.addAt(k.Pos, "unknown field %q", k.Name).Hint = "did you mean " + n + "?"
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
