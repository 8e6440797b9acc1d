package lint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
)

// checkAnswers checks those results of hooks that are literals, and warns about hooks that need a result and have none.
func checkAnswers(c *checker) {
	for _, hook := range c.hooks {
		want, fn := answers[hook], c.hookFns[hook]
		if want == 0 {
			checkNoAnswer(c, hook, fn)
			continue
		}
		for _, r := range fn.returns {
			if !r.value.valid() {
				continue
			}
			for _, v := range outcomes(c, r.value) {
				checkAnswer(c, hook, want, v)
			}
			switch fields, truth := c.truth(r.value, nil); {
			case want == score && truth && len(fields) == 0 && r.value.kind == "":
				c.warn(r.value.first, message.ScoreNotNumber(hook, cmp.Or(c.text(r.value), "a long expression")).With(c.scoreOf(r.value)))
			case want == yes && c.isNumber(r.value):
				text := cmp.Or(c.text(r.value), "(...)")
				c.warn(r.value.first, message.NumberCountsAsYes(hook, text))
			}
		}
		switch returns := c.returnsValue(fn); {
		case want == yes && !returns:
			tok, remedy := c.endWith(fn, want)
			c.warn(tok, message.MissingAnswer(hook).With(remedy))
		case want == yes && neverYes(fn):
			c.warn(fn.first, message.NeverYes(hook))
		case want == score && !returns:
			tok, remedy := c.endWith(fn, want)
			c.warn(tok, message.MissingScore(hook).With(remedy))
		}
	}
}

// endWith returns where a function that returns nothing lacks a result, and the remedy: it returns the local that it sets last,
// or what the function returns that it calls last.
func (c *checker) endWith(fn *function, want answer) (tok int, remedy diag.Words) {
	if s := fn.sets; s.v != nil {
		code := s.v.name
		switch _, truth := c.truth(s.value, nil); {
		case want == yes && c.isNumber(s.value):
			code += " > 0"
		case want == score && truth && !s.value.isPlace():
			code += " and 1 or 0"
		}
		return s.tok, message.EndWithReturn(code)
	}
	if k := &fn.calls; k.last > 0 {
		path, own := c.facts.globalPath(k.callee), c.own(k.callee)
		f := c.functions[path]
		silent := f.Acts || f.Suspends || shows[path] && path != "tostring" || mutators[path] || own != nil && !c.returnsValue(own)
		if text := c.src.span(k.callee.first, k.last); text != "" && !silent {
			return k.callee.first, message.WriteCode("return " + text)
		}
	}
	if want == score {
		return fn.last, message.EndWithScore()
	}
	return fn.last, message.EndWithCondition()
}

// neverYes reports whether a function returns nothing but false and nil, and may end without a return: its last line is
// missing. A function that only returns false may be meant so.
func neverYes(fn *function) bool {
	return fn.falls && !slices.ContainsFunc(fn.returns, func(r result) bool {
		v := r.value
		return v.valid() && v.kind != "nil" && !(v.kind == "boolean" && v.text == "false")
	})
}

// checkNoAnswer warns about a status that a hook returns whose result nothing uses.
func checkNoAnswer(c *checker, hook string, fn *function) {
	for other, f := range c.hookFns {
		if f == fn && (answers[other] != 0 || !isHook(other)) {
			return
		}
	}
	if hook == chooser || slices.ContainsFunc(c.facts.calls, func(k *call) bool { return functionOf(k.callee) == fn }) {
		return
	}
	for _, r := range fn.returns {
		v := r.value
		if path := c.facts.globalPath(v); v.kind == "string" && slices.Contains(statuses, v.text) || strings.HasPrefix(path, "bt.") && slices.Contains(statuses, strings.ToLower(path[len("bt."):])) {
			from := act
			if c.hasKey(coroutine) {
				from = coroutine
			}
			remedy := message.ReturnFrom(from)
			if hook == enter {
				remedy = message.ReturnFromOrRefuse(from)
			}
			c.warn(v.first, message.UnusedStatus(hook, c.text(v)).With(remedy))
		}
	}
}

// outcomes returns the values that an expression may have: the expression itself, or the literal operands of its
// "and" and "or".
func outcomes(c *checker, o operand) []operand {
	if o.kind != "" || o.isPlace() {
		return []operand{o}
	}
	var out []operand
	depth := 0
	for i := o.first; i <= o.last; i++ {
		switch {
		case c.src.isAny(i, "(", "{", "[", "function"):
			depth++
		case c.src.isAny(i, ")", "}", "]", "end"):
			depth--
		}
		kind := c.src.literalKind(i)
		if kind != "string" && kind != "number" || depth > 0 {
			continue
		}
		if c.src.isAny(i-1, "and", "or") && (i == o.last || c.src.is(i+1, "or")) || i == o.first && c.src.is(i+1, "or") {
			v, word := leaf(i, kind), c.src.word(i)
			if kind == "string" && strings.ContainsAny(word, `[\`) {
				continue // literals with escapes and in long brackets are not analyzed
			}
			v.text = strings.Trim(word, "\"'")
			out = append(out, v)
		}
	}
	return out
}

func checkAnswer(c *checker, hook string, want answer, v operand) {
	text := func() string { return cmp.Or(c.text(v), "a long text") }
	switch {
	case want == status && v.kind == "string" && !slices.Contains(statuses, v.text):
		c.add(v.first, message.UnknownStatus(hook, text()).With(statusRemedy(v.text)))
	case want == status && (v.kind == "number" || v.kind == "table" || v.kind == "function"):
		c.add(v.first, message.UnknownStatus(hook, "a "+v.kind).With(statusRemedy("")))
	case want == score && v.kind != "" && v.kind != "number":
		c.warn(v.first, message.ScoreNotNumber(hook, text()).With(scoreRemedy(v, cmp.Or(c.text(v), "(...)"))))
	case want == yes && meansNo(c, v):
		c.warn(v.first, message.AnswerCountsAsYes(hook, text()))
	}
}

// truth reports whether an operand is certainly true, false or nil, provided that the places which it appends to list are
// never anything else.
func (s *Script) truth(o operand, list []operand) (fields []operand, ok bool) {
	switch {
	case o.kind == "boolean" || o.kind == "nil":
		return list, true
	case o.logic != nil && !s.src.is(o.logic.op, "or"):
		return s.truth(o.logic.r, list) // the first operand is the result only if it is false or nil
	case o.logic != nil:
		if list, ok = s.truth(o.logic.l, list); ok {
			list, ok = s.truth(o.logic.r, list)
		}
		return list, ok
	}
	if v := s.valueOf(o); v.valid() {
		return s.truth(v, list)
	}
	if o.isPlace() || o.callee == boards && o.keys > 0 {
		return append(list, o), true
	}
	return nil, false
}

// isNumber reports whether an operand is arithmetic.
func (s *Script) isNumber(o operand) bool {
	if v := s.valueOf(o); v.valid() {
		o = v
	}
	return o.sum != nil && !s.src.is(o.sum.op, "..")
}

// valueOf returns the value of a local that is set only in its declaration, if that is no place, or the zero operand.
func (s *Script) valueOf(o operand) operand {
	if v := o.base; v != nil && o.isVariable() && !v.param && v.writes == 0 && !v.init.isPlace() {
		return v.init
	}
	return operand{}
}

// scoreOf returns the remedy for a truth that is the result of utility.
func (s *Script) scoreOf(o operand) diag.Words {
	text := cmp.Or(s.text(o), "(...)")
	if o.logic != nil && s.src.is(o.logic.op, "or") && !strings.HasPrefix(text, "(") {
		text = "(" + text + ")"
	}
	return message.AndOneOrZero(text)
}

// scoreRemedy returns the remedy for a result of utility that is no number. text is its source.
func scoreRemedy(v operand, text string) diag.Words {
	switch {
	case v.kind == "string" && plainNumber(v.text):
		return message.WithoutQuotes(strings.TrimSpace(v.text))
	case v.kind == "boolean" && v.first < v.last:
		return message.AndOneOrZero(text)
	}
	return message.ZeroIfOfNoUse()
}

func plainNumber(text string) bool {
	_, ok := lua.ParseNumber(strings.TrimSpace(text))
	return ok
}

// otherStatuses maps words for a status in other engines to the words of this engine. The keys are in the form of
// plainName.
var otherStatuses = map[string]string{
	"ok": "success", "done": "success", "succeeded": "success", "succeed": "success", "complete": "success", "completed": "success", "finished": "success", "true": "success",
	"fail": "failure", "failed": "failure", "error": "failure", "aborted": "failure", "false": "failure",
	"continue": "running", "inprogress": "running", "busy": "running", "wait": "running", "run": "running",
}

func statusRemedy(word string) diag.Words {
	plain := plainName(word)
	meant := otherStatuses[plain]
	if slices.Contains(statuses, plain) {
		meant = plain
	} else if meant == "" {
		meant = diag.Suggest(plain, statuses)
	}
	if meant != "" && slices.Contains(statuses, meant) {
		return message.DidYouMean(strconv.Quote(meant))
	}
	return message.WantStatus(quoted(statuses))
}

// checkWords warns about comparisons of a parameter with a text that the parameter never is, such as reason == "abort".
func checkWords(c *checker) {
	for _, k := range c.facts.compared {
		if words := paramWords[c.parameter(k.v)]; words != nil && !slices.Contains(words, k.text) {
			c.warn(k.tok, message.ImpossibleWord(k.v.name, k.text).With(wordRemedy(k.text, words)))
		}
	}
}

// checkChildFields warns about names that an element of the list of choose does not have.
func checkChildFields(c *checker) {
	var written map[*variable]bool // the variables whose entries the file writes
	for _, r := range c.facts.fields {
		list := r.base.list
		if list.base == nil || list.keys > 0 || slices.Contains(behaviors.ChildFields, r.name) || c.parameter(list.base) != "children" {
			continue
		}
		if written == nil {
			written = map[*variable]bool{}
			for _, w := range c.facts.writes {
				written[w.target.base] = true
			}
		}
		if written[r.base] {
			continue
		}
		d := c.warn(r.tok, message.ChildWithoutField(r.name, behaviors.ChildFields, diag.Suggest(r.name, behaviors.ChildFields)))
		if r.name == "utility" {
			d.Advise(message.ScoreIsUtility())
		}
	}
}

// parameter returns the name that the parameter of a hook should have, or "" for any other variable.
func (c *checker) parameter(v *variable) string {
	for _, hook := range c.hooks {
		given, params := hookParams[hook], c.hookFns[hook].params
		if i := slices.Index(params, v); i >= 0 && i < len(given) && v.writes == 0 {
			return given[i]
		}
	}
	return ""
}

// otherReasons maps words for an abort in other engines to the word of this engine.
var otherReasons = map[string]string{
	"abort": "aborted", "interrupt": "aborted", "interrupted": "aborted", "halt": "aborted", "halted": "aborted",
	"cancel": "aborted", "canceled": "aborted", "cancelled": "aborted", "stop": "aborted", "stopped": "aborted", "invalid": "aborted",
}

// wordRemedy returns the remedy for a word that is none of words.
func wordRemedy(word string, words []string) diag.Words {
	plain := plainName(word)
	for _, meant := range []string{plain, otherReasons[plain], otherStatuses[plain], diag.Suggest(plain, words)} {
		if slices.Contains(words, meant) {
			return message.DidYouMean(strconv.Quote(meant))
		}
	}
	return message.WantOneOf(quoted(words))
}

func quoted(words []string) (list []string) {
	for _, w := range words {
		list = append(list, strconv.Quote(w))
	}
	return list
}

// meansNo reports whether a value looks false although it is true in Lua.
func meansNo(c *checker, v operand) bool {
	switch v.kind {
	case "number":
		return c.src.word(v.first) == "0"
	case "string":
		plain := plainName(v.text)
		return plain == "" || plain == "no" || plain == "failure" || plain == "running" || otherStatuses[plain] == "failure"
	}
	path := c.facts.globalPath(v)
	return path == "bt.FAILURE" || path == "bt.RUNNING"
}

func (c *checker) returnsValue(fn *function) bool {
	for _, r := range fn.returns {
		if r.value.valid() {
			return true
		}
	}
	return false
}
