package lint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
)

// checkExpressions reports expressions that always raise an error, and warns about those that always have the same
// value.
func checkExpressions(c *checker) {
	for _, k := range c.facts.chained {
		checkChain(c, k)
	}
	for _, k := range c.facts.calculated {
		checkArithmetic(c, k)
	}
	for _, k := range c.facts.compared {
		if f, known := c.functions[k.path]; known && f.Value == "" {
			c.warn(k.tok, message.FunctionCompared(k.path, "a text", f.Call(k.path, 0)))
		}
	}
	for _, k := range c.facts.valued {
		path := c.facts.globalPath(k.operand)
		if f, known := c.functions[path]; known && f.Value == "" {
			c.functionAsValue(k, path, f.Call(path, 0))
		}
	}
	for _, g := range c.facts.globals {
		path := g.name + "." + g.member
		f, known := c.functions[path]
		if !known || f.Value != "" || !c.src.is(g.memberTok+1, ".") || c.src.kindOf(g.memberTok+2) != syntax.NameToken || len(c.diags) >= maxFindings {
			continue
		}
		if slices.ContainsFunc(c.facts.writes, func(w *write) bool { return w.target.first == g.tok }) {
			continue // checkWrites reports it
		}
		entry, usage := c.src.word(g.memberTok+2), f.Call(path, 0)
		if path == boards {
			usage = boards + "(" + strconv.Quote(entry) + ")"
		}
		c.add(g.tok, message.EntryOfFunction(entry, path, usage))
	}
	c.checkUncalled()
	for _, k := range c.facts.quoted {
		text := c.src.show(k.operand.first)
		if op := c.src.word(k.op); op == "==" || op == "~=" {
			c.warn(k.operand.first, message.ConstantInQuotes(k.operand.text, text))
		} else {
			c.warn(k.operand.first, message.NumberInQuotes(k.operand.text, op, text))
		}
	}
	for _, o := range c.facts.unused {
		if slices.ContainsFunc(c.hooks, func(hook string) bool {
			fn := c.hookFns[hook]
			return fn.calls.last > 0 && fn.calls.callee.first == o.first && (answers[hook] == yes || answers[hook] == score) && !c.returnsValue(fn)
		}) {
			continue // checkAnswers reports it
		}
		library, _, _ := strings.Cut(o.callee, ".")
		if f, known := c.functions[o.callee]; known && f.Value == "" && !f.Suspends && !f.Acts && (library == "math" || library == "string" || library == "geom" || o.callee == "tostring" || o.callee == "tonumber" || o.callee == "type") && o.callee != random {
			c.warn(o.first, message.UnusedResult(o.callee))
		}
	}
	for _, l := range c.facts.idle {
		idle := message.IdleLoop()
		if l.condition != "" {
			idle = idle.With(message.WaitWhile(l.condition))
		}
		c.warn(l.tok, idle)
	}
	for _, o := range c.facts.loops {
		checkIterator(c, o)
	}
	for _, k := range c.facts.decided {
		w := message.ComparisonDecided(cmp.Or(c.src.span(k.first, k.last), "this comparison"), strconv.FormatBool(k.result))
		if k.remedy != "" {
			w = w.With(message.WriteIt(k.remedy))
		}
		c.warn(k.first, w)
	}
	for i, k := range c.facts.constant {
		switch again := i > 0 && k.before.l.valid() && k.before.op == c.facts.constant[i-1].before.op; {
		case again: // as in a == "x" or "y" or "z", which is reported once
		case k.purpose == asCondition || k.before.l.valid() && decides(c, k.fn):
			alwaysTrue(c, c.facts.constant[i:])
		}
	}
}

// functionAsValue reports a function that is used like a number or a text: its call is missing.
func (c *checker) functionAsValue(k calculation, function, usage string) {
	if c.src.isAny(k.op, "==", "~=") {
		c.warn(k.operand.first, message.FunctionCompared(function, "a number", usage))
		return
	}
	c.add(k.operand.first, message.FunctionCalculated(function, c.src.word(k.op), usage))
}

// checkIterator warns about a loop through a value that is certainly no function: a table, a field of the agent, a parameter of
// the tree or an entry of a board, which are data, or a parameter that the function also uses as a list.
func checkIterator(c *checker, o operand) {
	in := c.facts.root(o)
	data := o.kind == "table" || in.callee == boards || in.base != nil && in.base.param && in.keys > 0 && (c.namesAgent(in.base.name) || c.isParams(in.base))
	if v := in.base; v != nil && in.keys == 0 && v.writes == 0 && (v.init.table != nil || v.param && v.indexed) {
		data = !slices.ContainsFunc(c.facts.globals, func(g globalRead) bool {
			return g.name == "setmetatable" || v.param && g.name == "type" // it may be a table that can be called, or either
		})
	}
	if text := c.text(o); data && text != "" {
		c.warn(o.first, message.NotAnIterator(text).With(message.WritePairs(text)))
	}
}

// checkChain reports comparisons of a condition with another value. By order, as in 1 < x < 5, they are errors. With
// a text, a number or nil, as in not x == 3, they get a warning.
func checkChain(c *checker, k chain) {
	first, second, op := c.text(k.l), c.text(k.r), c.src.word(k.op)
	equal := op == "==" || op == "~="
	if first == "" || second == "" || equal && k.r.kind != "string" && k.r.kind != "number" && k.r.kind != "nil" {
		return
	}
	inner := first
	for strings.HasPrefix(inner, "(") {
		inner = strings.TrimSpace(inner[1 : len(inner)-1])
	}
	inner = strings.TrimSpace(strings.TrimPrefix(inner, "not"))
	opposite := map[string]string{"==": "~=", "~=": "=="}
	var remedy diag.Words
	switch {
	case k.negated && equal:
		remedy = message.WriteIt(inner + " " + opposite[op] + " " + second)
	case k.negated:
		remedy = message.WriteIt("not (" + inner + " " + op + " " + second + ")")
	case c.text(k.inner.r) != "":
		remedy = message.WriteIt(first + " and " + c.text(k.inner.r) + " " + op + " " + second)
	}
	switch op {
	case "==":
		c.warn(k.l.first, message.TruthNeverEqual(first, second).With(remedy))
	case "~=":
		c.warn(k.l.first, message.TruthAlwaysDiffers(first, second).With(remedy))
	default:
		c.add(k.l.first, message.TruthCompared(first, op).With(remedy))
	}
}

// checkArithmetic reports a text in arithmetic that is no numeral.
func checkArithmetic(c *checker, k calculation) {
	o, op := k.operand, c.src.word(k.op)
	if o.kind != "string" || plainNumber(o.text) {
		return
	}
	at, remedy := o.first, diag.Words{}
	switch op {
	case "+":
		at, remedy = k.op, message.WriteDots()
	case "*":
		remedy = message.RepeatText()
	case "%":
		remedy = message.FillInValues()
	}
	c.add(at, message.TextInCalculation(op, c.src.show(o.first)).With(remedy))
}

// decides reports whether a function is a hook that answers yes or no.
func decides(c *checker, fn *function) bool {
	for _, h := range c.hooks {
		if answers[h] == yes && c.hookFns[h] == fn {
			return true
		}
	}
	return false
}

// alwaysTrue warns about a condition such as x == 1 or 2 or 3. list has its texts and numbers after "or", and then those
// of later conditions.
func alwaysTrue(c *checker, list []constant) {
	k := list[0]
	word, l, r, op := c.text(k.operand), k.before.l, k.before.r, c.src.word(k.before.op)
	if l.kind != "" {
		l, r = r, l
	}
	d := c.warn(k.operand.first, message.AlwaysTrue(word))
	if first, second := c.text(l), c.text(r); first != "" && second != "" && l.kind == "" {
		join := " or "
		if op == "~=" {
			join = " and "
		}
		comparison := first + " " + op + " " + second
		for _, k := range list {
			if k.before.op != list[0].before.op {
				break
			}
			comparison += join + first + " " + op + " " + c.text(k.operand)
		}
		d.Advise(message.WriteIt(comparison))
	}
}

// text returns the source of an operand, with the brackets around it. It returns "" if the source is long.
func (s *Script) text(o operand) string {
	if !o.valid() {
		return ""
	}
	first, last, open := o.first, o.last, 0
	for i := first; i <= last || open > 0 && s.src.isBracket(i, ")]}"); i++ {
		switch last = max(last, i); {
		case s.src.isBracket(i, "([{"):
			open++
		case s.src.isBracket(i, ")]}"):
			open--
		}
	}
	for ; open < 0 && s.src.is(first-1, "("); first-- {
		open++
	}
	for s.src.is(first-1, "(") && s.src.is(last+1, ")") && !s.src.canBeCalled(first-2) {
		first, last = first-1, last+1
	}
	if text := s.src.span(first, last); open == 0 && !strings.Contains(text, "\n") {
		return text
	}
	return ""
}

// checkUncalled reports entries of locals that are functions of a library, since their calls are missing, as in
// local bell = bt.stimulus, and methods of boards, which have only entries.
func (c *checker) checkUncalled() {
	told := map[*variable]bool{}
	uncalled := func(v *variable, entry string) {
		path := c.facts.globalPath(v.init)
		f, known := c.functions[path]
		if !known || f.Value != "" || v.writes > 0 || v.param || told[v] || v.init.callee != "" || len(c.diags) >= maxFindings {
			return
		}
		told[v] = true
		c.add(v.init.first, message.EntryOfFunction(entry, path, f.Call(path, 0)))
	}
	for _, r := range c.facts.fields {
		uncalled(r.base, r.name)
	}
	for _, m := range c.facts.methods {
		if c.below(m.object) == 0 && len(c.diags) < maxFindings {
			board := cmp.Or(c.text(m.object), boards+"(...)")
			c.warn(m.tok, message.ValueWithoutMethod(m.name, board).With(c.entryMeant(m, board)))
		}
	}
}

// entryMeant returns the remedy for a call of a method of a board, such as camp:set("alarm", 1).
func (c *checker) entryMeant(m methodCall, board string) diag.Words {
	if c.src.is(m.tok+1, "(") {
		given := c.src.arguments(&call{open: m.tok + 1, last: m.last, args: m.args})
		if len(given) > 0 {
			name := strings.Trim(given[0], `"'`)
			switch verb := strings.ToLower(m.name); {
			case name == given[0] || !syntax.IsName(name):
			case strings.HasPrefix(verb, "set") && len(given) == 2:
				return message.WriteCode(board + "." + name + " = " + given[1])
			case strings.HasPrefix(verb, "get") && len(given) == 1:
				return message.WriteCode(board + "." + name)
			}
		}
	}
	return message.BoardEntry()
}
