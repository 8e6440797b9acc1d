package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// keepState is the remedy for state in a file.
const keepState = "keep state in a field of the agent, in memory or on a board"

// checkWrites checks every assignment.
func checkWrites(c *checker) {
	assigned := assignedGlobals(c)
	for _, w := range c.facts.writes {
		switch root := c.facts.root(w.target); {
		case c.below(w.target) > 1:
			lostWrite(c, w.target, "a write to it")
		case w.target.global != "" && w.target.keys == 0:
			checkGlobalWrite(c, w)
		case root.global != "":
			checkGlobalKeyWrite(c, w, root, assigned)
		case w.target.base != nil:
			checkLocalWrite(c, w, root)
		}
	}
}

// ownGlobal returns the name of the global table in a file that returns nothing. It is the only global that the
// file may create.
func (c *checker) ownGlobal() string {
	if len(c.facts.chunk.returns) > 0 {
		return ""
	}
	return c.globalTable()
}

// assignedGlobals returns the globals that the file assigns. Such an assignment is reported itself, so writes to
// the fields of the global are not reported.
func assignedGlobals(c *checker) map[string]bool {
	out := map[string]bool{}
	for _, w := range c.facts.writes {
		if w.target.global != "" && w.target.keys == 0 {
			out[w.target.global] = true
		}
	}
	return out
}

func checkGlobalWrite(c *checker, w *write) {
	name := w.target.global
	if name == c.ownGlobal() {
		if w.fn != c.facts.chunk {
			c.add(w.target.tok, "%q is the behavior itself and is constant after loading", name).Hint = keepState
		}
		return
	}
	d := c.add(w.target.tok, "assignment to global %q", name)
	switch {
	case w.value.kind == "function" && isHook(name) && !c.module:
		d.Hint = fmt.Sprintf("hooks are in the table that the file returns: return { %s = %s ... end }", name, parameters(hookParams[name]))
	case w.value.kind == "function":
		d.Hint = fmt.Sprintf("write local function %s or local %s", name, name)
	case c.facts.readsGlobal(name, w.value):
		d.Hint = fmt.Sprintf("a value that is kept from call to call needs a place: write agent.%s = ..., memory.%s = ..., or an entry of a board", name, name)
	default:
		d.Hint = fmt.Sprintf("write local %s = ... where it is first set; to share it, %s", name, keepState)
	}
}

// readsGlobal reports whether an expression reads a global.
func (f *facts) readsGlobal(name string, value operand) bool {
	from, _ := slices.BinarySearchFunc(f.globals, value.first, func(g globalRead, tok int) int { return g.tok - tok })
	for _, g := range f.globals[from:] {
		if g.tok > value.last || g.name == name {
			return g.tok <= value.last
		}
	}
	return false
}

// checkGlobalKeyWrite checks an assignment of the form x.y = ..., where x is a global or a local that refers to a
// global.
func checkGlobalKeyWrite(c *checker, w *write, root operand, assigned map[string]bool) {
	switch {
	case root.global == c.ownGlobal():
		if w.fn != c.facts.chunk {
			tableWrite(c, w, root.global, "the behavior itself")
		}
	case assigned[root.global]:
	case !c.module && c.lacksParam(root.global, w.target.first) != "":
		c.add(w.target.first, "%q is no parameter of this function", root.global).Hint = c.lacksParam(root.global, w.target.first)
	case root.global == "self" || root.global == "this" || strings.EqualFold(root.global, "blackboard"):
		c.add(w.target.tok, "assignment to a field of the global %q, and there is none", root.global).
			Hint = fmt.Sprintf("write agent.%s for a field of the agent, memory.%[1]s for what only this behavior needs", cmp.Or(w.target.key, "x"))
	case strings.HasPrefix(joinPath(root.global, root.path), boards+"."):
		board, _, _ := strings.Cut(root.path[len("board."):], ".")
		c.add(w.target.first, "%s is a function that returns a board", boards).Hint = fmt.Sprintf("write %s(%q) for the board %s", boards, board, board)
	case isLibrary(c, root.global):
		c.add(w.target.tok, "assignment to a field of the global %q, which all scripts share", root.global).
			Hint = "make a local copy or a local function instead"
	default:
		c.add(w.target.tok, "assignment to a field of the global %q, which a script cannot set", root.global).
			Hint = fmt.Sprintf("write agent.%s for a field of the agent, memory.%[1]s for what only this behavior needs", cmp.Or(w.target.key, "x"))
	}
}

// isLibrary reports whether a global is a table with functions of the host or of Lua.
func isLibrary(c *checker, global string) bool {
	for name := range c.functions {
		if strings.HasPrefix(name, global+".") {
			return true
		}
	}
	return global == "_G"
}

// checkLocalWrite checks assignments to local variables and to their fields. At file level everything may be assigned,
// except for the fields of a module.
func checkLocalWrite(c *checker, w *write, root operand) {
	switch {
	case w.fn == c.facts.chunk:
		if w.target.keys > 0 {
			checkModuleWrite(c, w.target.first, root, "%q is what a module gives to all files that require it")
		}
	case w.target.keys == 0:
		if c.facts.fileLevel(w.target) {
			c.add(w.target.tok, "%q is a local of the file (line %d) and is constant after loading",
				w.target.base.name, c.src.pos(w.target.base.tok).Line).Hint = keepState
		}
	case c.facts.fileLevel(root) && !root.base.calls(boards):
		tableWrite(c, w, root.base.name, fmt.Sprintf("a table of the file (line %d)", c.src.pos(root.base.tok).Line))
	default:
		checkAgentWrite(c, w, root)
	}
}

// checkModuleWrite reports a write at token tok to the result of require. It ignores variables that have other
// assignments, since such a variable may hold a copy.
func checkModuleWrite(c *checker, tok int, root operand, format string) {
	if root.base != nil && root.base.calls("require") && root.base.writes == 0 {
		c.add(tok, format, root.base.name).
			Hint = "make a table of your own; what others find here would depend on the order in which files are loaded"
	}
}

func tableWrite(c *checker, w *write, name, what string) {
	c.add(w.target.first, "%q is %s and is constant after loading", name, what).Hint = keepState
}

// checkAgentWrite reports writes of a pure hook to its agent, and of any hook to its params.
func checkAgentWrite(c *checker, w *write, root operand) {
	if hook := c.pureWith(0, w.fn, root.base); hook != "" {
		c.add(w.target.first, "%s must not change the agent", hook).Hint = moveIt
	}
	if hook := c.pureWith(1, w.fn, root.base); hook != "" {
		c.add(w.target.first, "%s must not change params, which belong to the tree", hook).
			Hint = "write a field of the agent, in " + act + " or " + enter
	} else if v := w.target.base; c.isParams(v) && v.writes == 0 && (v.name == defaults || !isParameter(v.name)) {
		d := c.add(w.target.first, "params belong to the tree, and cannot be written")
		if d.Hint = "keep what changes in memory or in a field of the agent"; v.name != defaults {
			d.Message = fmt.Sprintf("%s is the second parameter, which is params, and cannot be written", v.name)
			d.Hint = "the third parameter is memory: write " + parameters([]string{"agent", defaults, v.name})
		}
	}
}

// moveIt is the remedy for a change in a hook that must change nothing.
const moveIt = "move it to " + act + " or " + enter

// pureWith returns the name of the pure hook around fn that has v as its parameter number place, or "". Parameters
// count from 0. A parameter that gets another value, such as a copy, does not count.
func (c *checker) pureWith(place int, fn *function, v *variable) string {
	hook := c.pureAround(fn)
	if hook == "" || v == nil || !v.param || v.writes > 0 {
		return ""
	}
	if ps := c.hookFns[hook].params; len(ps) <= place || ps[place] != v {
		return ""
	}
	return hook
}
