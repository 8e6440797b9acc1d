package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// checkWrites checks every assignment.
func checkWrites(c *checker) {
	assigned := assignedGlobals(c)
	for _, w := range c.facts.writes {
		switch root := c.facts.root(w.target); {
		case c.below(w.target) > 1:
			lostWrite(c, w.target, message.BoardCopyWritten())
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
			c.add(w.target.tok, message.GlobalAssigned(name).With(message.KeepState()))
		}
		return
	}
	d := c.add(w.target.tok, message.GlobalAssigned(name))
	switch {
	case w.value.kind == "function" && isHook(name) && !c.module:
		d.Advise(message.PutHookIntoTable(parameters(hookParams[name]), name))
	case w.value.kind == "function":
		d.Advise(message.WriteLocalFunction(name))
	case c.facts.readsGlobal(name, w.value):
		d.Advise(message.KeepValueInPlace(name))
	default:
		d.Advise(message.WriteLocalOrShare(name))
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
			tableWrite(c, w)
		}
	case assigned[root.global]:
	case !c.module && c.lacksParam(root.global, w.target.first).Code != "":
		c.add(w.target.first, message.NotAParameter(root.global).With(c.lacksParam(root.global, w.target.first)))
	case root.global == "self" || root.global == "this" || strings.EqualFold(root.global, "blackboard"):
		c.add(w.target.tok, message.MissingGlobalWritten(root.global).With(message.WriteAgentOrMemory(cmp.Or(w.target.key, "x"))))
	case strings.HasPrefix(joinPath(root.global, root.path), boards+"."):
		board, _, _ := strings.Cut(root.path[len("board."):], ".")
		c.add(w.target.first, message.BoardFunctionWritten(board, fmt.Sprintf("%s(%q)", boards, board)))
	case isLibrary(c, root.global):
		c.add(w.target.tok, message.SharedEntryWritten(cmp.Or(c.text(w.target), root.global), root.global))
	default:
		c.add(w.target.tok, message.GlobalFieldWritten(root.global).With(message.WriteAgentOrMemory(cmp.Or(w.target.key, "x"))))
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
		if w.target.keys > 0 && ofModule(root) {
			c.add(w.target.first, message.ModuleWritten(root.base.name))
		}
	case w.target.keys == 0:
		if c.facts.fileLevel(w.target) {
			c.add(w.target.tok, message.FileLocalAssigned(w.target.base.name))
		}
	case c.facts.fileLevel(root) && !root.base.calls(boards):
		tableWrite(c, w)
	default:
		checkAgentWrite(c, w, root)
	}
}

// ofModule reports whether an operand is the result of require, or in it. It leaves out variables that have other
// assignments, since such a variable may hold a copy.
func ofModule(root operand) bool {
	return root.base != nil && root.base.calls("require") && root.base.writes == 0
}

func tableWrite(c *checker, w *write) {
	entry := cmp.Or(c.text(w.target), c.src.word(w.target.first))
	c.add(w.target.first, message.ConstantEntryWritten(entry, c.Path).With(message.KeepStateOrCopy()))
}

// constantChanged returns the words for a function that changes a table of the file.
func (c *checker) constantChanged(o operand, function string) diag.Words {
	table := cmp.Or(c.text(o), c.src.word(o.first))
	return message.ConstantTableChanged(c.Path, function, table).With(message.KeepStateOrCopy())
}

// checkAgentWrite reports writes of a pure hook to its agent, and of any hook to its params.
func checkAgentWrite(c *checker, w *write, root operand) {
	v := w.target.base
	if hook := c.pureWith(0, w.fn, root.base); hook != "" {
		c.add(w.target.first, message.DecideWrites(cmp.Or(w.target.key, "an entry"), v.name, hook))
	}
	if hook := c.pureWith(1, w.fn, root.base); hook != "" {
		c.add(w.target.first, message.DecideWrites(cmp.Or(w.target.key, "an entry"), v.name, hook).With(message.WriteFieldElsewhere()))
	} else if c.isParams(v) && v.writes == 0 && (v.name == defaults || !isParameter(v.name)) {
		d := c.add(w.target.first, message.ReadOnlyEntryWritten(cmp.Or(w.target.key, "an entry"), v.name))
		if v.name != defaults {
			d.Advise(message.MemoryIsThird(parameters([]string{"agent", defaults, v.name})))
		}
	}
}

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
