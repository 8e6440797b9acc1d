package lint

import (
	"fmt"
	"regexp"
	"strings"
)

// Explain says in the words of the source what a runtime error that gopher-lua reports at a
// line means, and what to do about it. The text is "" if the line does not tell. known tells
// which names of globals, "bt.wait", are functions: what is called in vain is none of them.
func (s *Script) Explain(line int, message string, known func(path string) bool) (text, hint string) {
	e, ok := s.errorLine(line)
	if !ok {
		return "", ""
	}
	for _, x := range explanations {
		if m := x.message.FindStringSubmatch(message); m != nil {
			return x.tell(explainer{e, s.facts, known}, m)
		}
	}
	return "", ""
}

// explainer is a line on which something went wrong, and what is known of the file.
type explainer struct {
	lineError
	facts *facts
	known func(path string) bool
}

var explanations = []struct {
	message *regexp.Regexp
	tell    func(e explainer, m []string) (text, hint string)
}{
	{regexp.MustCompile(`attempt to call a non-function object`), explainer.call},
	{regexp.MustCompile(`attempt to compare (\w+) with (\w+)`), explainer.comparison},
	{regexp.MustCompile(`__unm undefined`), func(e explainer, _ []string) (string, string) { return e.unary("-") }},
	{regexp.MustCompile(`__len undefined`), func(e explainer, _ []string) (string, string) { return e.unary("#") }},
	{regexp.MustCompile(`for statement (init|limit|step) must be`), explainer.loopBound},
}

// callee is something on a line that may be what was called in vain.
type callee struct{ text, hint string }

// maxCallees bounds how many are named.
const maxCallees = 3

// call names what is called on the line and is no function, or what may be if it is one of
// a few.
func (e explainer) call([]string) (text, hint string) {
	list := e.callees()
	if len(list) == 1 {
		return list[0].text + " is not a function, and cannot be called", list[0].hint
	}
	if len(list) == 0 || len(list) > maxCallees {
		return "", ""
	}
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = c.text
	}
	return "one of " + strings.Join(words, ", ") + " is not a function, and cannot be called", ""
}

func (e explainer) callees() []callee {
	var list []callee
	for i := e.from; i < e.to; i++ {
		switch {
		case e.is(i, "in"):
			if c := e.iterated(i + 1); c.text != "" {
				list = append(list, c)
			}
		case e.isCall(i) && !e.isFunction(i-1):
			text := e.source.span(e.pathBefore(i))
			if text == "" {
				return nil // what an expression gives
			}
			list = append(list, callee{text: strings.ReplaceAll(text, ":", ".")})
		}
	}
	return list
}

// iterated returns what a loop goes through from token i on, nothing if a function of
// Lua gives that.
func (e explainer) iterated(i int) callee {
	last := e.pathFrom(i)
	text := e.span(i, last)
	switch {
	case e.is(last+1, "do") && text != "":
		return callee{text, fmt.Sprintf("for ... in wants pairs(%s) or ipairs(%s)", text, text)}
	case e.isCall(last+1) && e.isFunction(last):
		return callee{}
	}
	return callee{text: "what the loop goes through"}
}

// isFunction tells whether the name that token i ends is that of a function: a global one
// that is known, or one of the file.
func (e explainer) isFunction(i int) bool {
	for k := range e.facts.calls {
		c := &e.facts.calls[k]
		if c.callee.tok == i {
			path := e.facts.globalPath(c.callee)
			return path != "" && e.known(path) || functionOf(c.callee) != nil
		}
	}
	return false
}

// comparison says what was compared, in the order of the source.
func (e explainer) comparison(m []string) (text, hint string) {
	at := e.only(func(i int) bool { return e.isAny(i, "<", ">", "<=", ">=") })
	if at < 0 {
		return "", ""
	}
	left, right := m[1], m[2]
	if e.isAny(at, ">", ">=") {
		left, right = right, left
	}
	l, r := e.operandBefore(at), e.operandFrom(at+1)
	if !mayBe(l, left) || !mayBe(r, right) || e.sorts() {
		return "", "" // something else was compared
	}
	text = "attempt to compare " + described(l, left) + " with " + described(r, right)
	for _, o := range [][2]string{{l, left}, {r, right}} {
		switch {
		case o[1] == "nil" && o[0] != "" && o[0] != "nil":
			return text, orElse(o[0])
		case o[1] == "string" && plainNumber.MatchString(o[0]):
			return text, "write " + strings.Trim(o[0], `"'`) + " without quotes"
		}
	}
	return text, ""
}

// sorts tells whether the line calls table.sort, which compares too.
func (e explainer) sorts() bool {
	for i := e.from; i < e.to; i++ {
		if e.word(i) == "sort" {
			return true
		}
	}
	return false
}

// mayBe tells whether an operand can be of a type.
func mayBe(text, kind string) bool {
	switch {
	case text == "":
		return true
	case isDigit(text[0]):
		return kind == "number"
	case text[0] == '"' || text[0] == '\'':
		return kind == "string"
	}
	return true
}

// plainNumber matches a number that stands in quotes.
var plainNumber = regexp.MustCompile(`^(["'])-?\d+(\.\d+)?["']$`)

// described returns an operand with its type, or the latter alone.
func described(text, kind string) string {
	if text == "" || text == kind {
		return kind
	}
	return text + " (" + kind + ")"
}

// orElse is the remedy for what may be nil where a number is wanted.
func orElse(text string) string { return "if it may be nil, write (" + text + " or 0)" }

func (e explainer) unary(symbol string) (text, hint string) {
	at := e.only(func(i int) bool { return e.is(i, symbol) && !e.endsOperand(i-1) })
	if at < 0 {
		return "", ""
	}
	what := e.operandFrom(at + 1)
	if e.kindOf(at+1) != nameTok || what == "" {
		return "", ""
	}
	if symbol == "-" {
		return what + " is not a number, and there is no -" + what, orElse(what)
	}
	return what + " is neither a table nor a text, and there is no #" + what, fmt.Sprintf("if it may be nil, write #(%s or {})", what)
}

func (e explainer) loopBound(m []string) (text, hint string) {
	word := map[string]string{"init": "first value", "limit": "last value", "step": "step"}[m[1]]
	at := e.loopValue(m)
	what := ""
	if at >= 0 && e.isAny(at-1, "=", ",") {
		what = e.span(at, e.pathFrom(at))
	}
	if what == "" || !e.isAny(e.pathFrom(at)+1, ",", "do") {
		return "the " + word + " of the loop is not a number", ""
	}
	return fmt.Sprintf("the %s of the loop, %s, is not a number", word, what), "if it may be nil, write (" + what + " or 1)"
}
