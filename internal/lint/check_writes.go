package lint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
)

// checkWrites checks every assignment.
func checkWrites(c *checker) {
	assigned, reported := assignedGlobals(c), map[string]bool{}
	for _, w := range c.facts.writes {
		checkStored(c, w)
		switch root := c.facts.root(w.target); {
		case c.below(w.target) > 1:
			lostWrite(c, w.target, message.BoardCopyWritten())
		case w.target.global != "" && w.target.keys == 0:
			if name := w.target.global; !reported[name] && len(c.diags) < maxFindings {
				reported[name] = true
				checkGlobalWrite(c, c.mainWrite(assigned[name]), assigned[name])
			}
		case root.global != "":
			checkGlobalKeyWrite(c, w, root, assigned)
		case w.target.base != nil:
			checkLocalWrite(c, w, root)
		}
	}
}

// checkStored warns about a function of a library that is the value of a field of the agent or of an entry of memory, also
// after or: its call is missing, since both hold data.
func checkStored(c *checker, w *write) {
	last := w.value.last
	if w.target.base == nil || !w.target.base.param || w.target.keys == 0 || !c.src.is(last-1, ".") || !c.src.isAny(last-3, "=", "or", "and") {
		return
	}
	path := c.src.word(last-2) + "." + c.src.word(last)
	if f, known := c.functions[path]; known && f.Value == "" && !c.src.isAny(last+1, ".", ":", "(", "{", "[") && c.src.kindOf(last+1) != syntax.StringToken {
		c.warn(last-2, message.FunctionStored(path, cmp.Or(c.text(w.target), "a field"), f.Call(path, 0)))
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

// assignedGlobals returns the assignments to each global that the file assigns. They are reported themselves, so writes
// to the fields of the global are not reported.
func assignedGlobals(c *checker) map[string][]*write {
	out := map[string][]*write{}
	for _, w := range c.facts.writes {
		if w.target.global != "" && w.target.keys == 0 {
			out[w.target.global] = append(out[w.target.global], w)
		}
	}
	return out
}

// mainWrite returns the assignment to a global that is reported for all of them, since they are one mistake: the first one
// in a function, if there is one, since a value that functions change needs another place.
func (c *checker) mainWrite(all []*write) *write {
	for _, w := range all {
		if w.fn != c.facts.chunk {
			return w
		}
	}
	return all[0]
}

func checkGlobalWrite(c *checker, w *write, all []*write) {
	name := w.target.global
	if name == c.ownGlobal() {
		if w.fn != c.facts.chunk {
			c.addIn(w.fn, w.target.tok, message.GlobalAssigned(name).With(message.KeepState()))
		}
		return
	}
	d := c.addIn(w.fn, w.target.tok, message.GlobalAssigned(name))
	switch {
	case w.value.kind == "function" && isHook(name) && !c.module:
		d.Advise(message.PutHookIntoTable(parameters(hookParams[name]), name))
	case w.value.kind == "function" && c.moduleTable(w) != "":
		d.Advise(message.WriteFunctionIntoModule(c.moduleTable(w)+"."+name, name))
	case w.value.kind == "function":
		d.Advise(message.WriteLocalFunction(name))
	case w.fn != c.facts.chunk && (all[0] != w || c.facts.readsGlobal(name, w.value)):
		d.Advise(c.keepInField(w, all))
	case w.fn == c.facts.chunk && c.moduleTable(w) != "":
		entry, value := c.moduleTable(w)+"."+name, cmp.Or(c.text(w.value), "...")
		d.Advise(message.WriteIntoModule(entry, value))
		if slices.ContainsFunc(c.facts.globals, func(g globalRead) bool { return g.name == name }) {
			d.Advise(message.WriteLocalOrIntoModule(entry, name, value))
		}
	case c.src.is(w.target.tok-2, "local") && c.src.toks[w.target.tok].Start > 0 && c.src.pos(w.target.tok-2).Line == c.src.pos(w.target.tok).Line:
		d.Pos = c.src.pos(w.target.tok - 1)
		d.Advise(message.DeleteType(name, c.src.word(w.target.tok-1)))
	case w.fn != c.facts.chunk && c.agentAt(w.fn) != "" && c.usesField(name):
		d.Advise(message.WriteCode(c.agentAt(w.fn) + "." + name + " = ..."))
	case w.fn == c.facts.chunk:
		d.Advise(message.WriteLocalOrModule(name))
	default:
		d.Advise(message.WriteLocalOrShare(name))
	}
}

// returned returns the name of the global that the file returns, or "".
func (c *checker) returned() string {
	if n := len(c.facts.chunk.returns); n > 0 && c.facts.chunk.returns[n-1].value.keys == 0 {
		return c.facts.chunk.returns[n-1].value.global
	}
	return ""
}

// usesField reports whether the script reads or writes a field of agents.
func (c *checker) usesField(name string) bool {
	of := func(v *variable) bool { return v != nil && v.param && c.namesAgent(v.name) }
	return slices.ContainsFunc(c.facts.fields, func(r fieldRead) bool { return r.name == name && of(r.base) }) ||
		slices.ContainsFunc(c.facts.writes, func(w *write) bool { return w.target.keys == 1 && w.target.key == name && of(w.target.base) })
}

// moduleTable returns the name of the local with the table that a module returns, if it is declared before w, or else "".
func (c *checker) moduleTable(w *write) string {
	if v := c.facts.locals[c.tableVar]; c.module && v != nil && v.tok < w.target.tok {
		return c.tableVar
	}
	return ""
}

// keepInField returns the remedy for a global that a function changes: a field of the agent. The assignments of the file
// level, which give it a first value, have to go.
func (c *checker) keepInField(w *write, all []*write) diag.Words {
	name := w.target.global
	agent, start, last := c.agentAt(w.fn), w.target.last+2, c.closed(w.target.last+2, w.value.last)
	alone := func(w *write) bool { return c.src.is(w.target.last+1, "=") && !c.src.is(w.target.first-1, ",") }
	if agent == "" || c.src.span(start, last) == "" || !alone(w) || c.src.is(last+1, ",") {
		return message.KeepValueInPlace(name)
	}
	var first string // the value that the file level gives it
	var lines []string
	for _, w := range all {
		if w.fn != c.facts.chunk {
			continue
		}
		if !alone(w) {
			return message.KeepValueInPlace(name)
		}
		lines = append(lines, strconv.Itoa(c.src.pos(w.target.tok).Line))
		if k := w.value.kind; k == "number" || k == "string" || k == "boolean" {
			first = c.text(w.value)
		}
	}
	field := agent + "." + name
	var b strings.Builder
	end := c.src.toks[start].Start
	for _, g := range c.facts.globals {
		if g.name != name || g.tok < start || g.tok > last {
			continue
		}
		read, or := field, first
		if or == "" && (c.src.isAny(g.tok+1, "+", "-", "*", "/", "%", "^") || c.src.isAny(g.tok-1, "+", "-", "*", "/", "%", "^")) {
			or = "0"
		}
		if or != "" && !c.src.is(g.tok+1, "or") {
			read = "(" + field + " or " + or + ")"
		}
		b.WriteString(c.src.file.Text[end:c.src.toks[g.tok].Start] + read)
		end = c.src.toks[g.tok].End
	}
	text := field + " = " + b.String() + c.src.file.Text[end:c.src.toks[last].End]
	if lines == nil {
		return message.KeepInField(text)
	}
	return message.KeepInFieldInstead(lines, text)
}

// closed returns the last token of an expression that begins at first. Without closing parentheses, it ends at last.
func (c *checker) closed(first, last int) int {
	open := 0
	for i := first; i <= last; i++ {
		if c.src.isBracket(i, "([{") {
			open++
		} else if c.src.isBracket(i, ")]}") {
			open--
		}
	}
	for ; open > 0 && c.src.isBracket(last+1, ")]}"); open-- {
		last++
	}
	return last
}

// agentAt returns the name of the agent in a function, or "" if it is not known, or if the function must not write to it.
func (c *checker) agentAt(fn *function) string {
	if c.pureAround(fn) != "" {
		return ""
	}
	for ; fn != nil; fn = fn.parent {
		for _, p := range fn.params {
			if c.namesAgent(p.name) {
				return p.name
			}
		}
	}
	return ""
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
func checkGlobalKeyWrite(c *checker, w *write, root operand, assigned map[string][]*write) {
	switch {
	case root.global == c.ownGlobal():
		if w.fn != c.facts.chunk {
			tableWrite(c, w)
		}
	case assigned[root.global] != nil:
	case c.lacksParam(root.global, w.target.first).Code != "" && !(c.module && root.global == c.returned()):
		if w.fn == c.lacking && root.global == c.lacked {
			break // one message for a function
		}
		c.lacking, c.lacked = w.fn, root.global
		remedy := c.lacksParam(root.global, w.target.first)
		if c.module && w.fn != c.facts.chunk && !w.fn.vararg {
			names := []string{root.global}
			for _, p := range w.fn.params {
				names = append(names, p.name)
			}
			remedy = message.PassParameter(parameters(names), root.global)
		}
		c.add(w.target.first, message.NotAParameter(root.global).With(remedy))
	case c.module && root.global == c.returned():
		if !c.tableTold {
			c.tableTold = true
			c.add(w.target.first, message.MissingGlobalWritten(root.global).With(message.FirstTable(root.global)))
		}
	case root.global == "board" || root.global == "boards" || root.global == "blackboard" && w.target.keys == 2:
		board, entry, found := strings.Cut(root.path, ".")
		if !found {
			board, entry = "name", cmp.Or(board, "entry")
		}
		c.add(w.target.first, message.MissingGlobalWritten(root.global).With(message.WriteCode(boards+"("+strconv.Quote(board)+")."+entry+" = ...")))
	case root.global == "self" || root.global == "this" || strings.EqualFold(root.global, "blackboard"):
		c.add(w.target.tok, message.MissingGlobalWritten(root.global).With(message.WriteAgentOrMemory(cmp.Or(w.target.key, "x"))))
	case strings.HasPrefix(joinPath(root.global, root.path), boards+"."):
		board, _, _ := strings.Cut(root.path[len("board."):], ".")
		c.add(w.target.first, message.BoardFunctionWritten(board, fmt.Sprintf("%s(%q)", boards, board)))
	case isLibrary(c, root.global):
		c.addIn(w.fn, w.target.tok, message.SharedEntryWritten(cmp.Or(c.text(w.target), root.global), root.global))
	default:
		c.addIn(w.fn, w.target.tok, message.GlobalFieldWritten(root.global).With(message.WriteAgentOrMemory(cmp.Or(w.target.key, "x"))))
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
			c.warn(w.target.first, message.ModuleWritten(root.base.name))
		}
	case w.target.keys == 0:
		if c.facts.fileLevel(w.target) {
			c.addIn(w.fn, w.target.tok, message.FileLocalAssigned(w.target.base.name))
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
	c.addIn(w.fn, w.target.first, message.ConstantEntryWritten(entry, c.Path).With(message.KeepStateOrCopy()))
}

// addIn adds a finding about a write that fails after loading. In a function of a module it is a warning, since the function
// may be one of a library that nobody calls. There is none in a function that is only called while the file is loaded.
func (c *checker) addIn(fn *function, tok int, w diag.Words) *diag.Diagnostic {
	switch {
	case c.onlyLoads(fn):
		return &diag.Diagnostic{}
	case c.module && fn != c.facts.chunk:
		return c.warn(tok, w)
	}
	return c.add(tok, w)
}

// onlyLoads reports whether a function is a local one that only the file level calls. A name that is mentioned in another way
// may be called later.
func (c *checker) onlyLoads(fn *function) bool {
	i := slices.IndexFunc(c.facts.variables, func(v *variable) bool { return fn != nil && v.init.fn == fn && v.writes == 0 })
	if i < 0 {
		return false
	}
	v := c.facts.variables[i]
	called := map[int]bool{}
	for _, k := range c.facts.calls {
		if k.callee.base == v && k.callee.keys == 0 {
			if k.fn != c.facts.chunk {
				return false
			}
			called[k.callee.tok] = true
		}
	}
	for i := range c.src.toks {
		if c.src.word(i) == v.name && i != v.tok && !called[i] && !c.src.isAny(i-1, ".", ":") {
			return false
		}
	}
	return len(called) > 0
}

// Reaching returns the functions in the table that a module returns that contain a position, or may call a local function that
// does, as far as names tell.
func (s *Script) Reaching(pos diag.Pos) (members []string) {
	at := slices.IndexFunc(s.src.toks, func(t syntax.Token) bool { return s.src.place(t.Start) == pos })
	type named struct {
		name string
		fn   *function
	}
	var all []named
	for _, name := range slices.Sorted(maps.Keys(s.hookFns)) {
		all = append(all, named{name, s.hookFns[name]})
	}
	entries := len(all)
	for _, v := range s.facts.variables {
		if v.init.fn != nil {
			all = append(all, named{v.name, v.init.fn})
		}
	}
	in := make([]bool, len(all))
	names := map[string]bool{}
	for more := true; more; {
		more = false
		for i, f := range all {
			if in[i] || f.fn == nil {
				continue
			}
			for tok := f.fn.first; tok <= f.fn.last && !in[i]; tok++ {
				in[i] = tok == at || names[s.src.word(tok)]
			}
			if in[i] {
				names[f.name], more = true, true
				if i < entries {
					members = append(members, f.name)
				}
			}
		}
	}
	return members
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
