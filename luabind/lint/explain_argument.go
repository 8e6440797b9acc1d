package lint

import "fmt"

// insteadOf is what may be written for nil where a value of a type is wanted.
var insteadOf = map[string]string{"table": "{}", "number": "0", "string": `""`}

// argumentOf says what was given to a function of Lua. The message itself stays.
func (e explainer) argumentOf(m []string) finding {
	found, at := said(m[0], ""), e.argument(m)
	if m[4] == "no value" {
		found.hint = e.withoutSelf(m)
		return found
	}
	x := e.argumentAt(at)
	switch {
	case x.text == "" || !e.mayBe(x, m[4]):
	case m[4] == "nil" && x.kind == "nil":
	case m[4] == "nil" && m[3] == "table" && mutators["table."+m[2]]:
		found.hint = e.ifNil(x, fmt.Sprintf("write %s = %s or {} before", x.text, x.text))
	case m[4] == "nil" && insteadOf[m[3]] != "":
		found.hint = e.otherwise(x, insteadOf[m[3]])
	case x.kind == "":
		found.hint = x.text + " is a " + m[4]
	}
	return found
}

// argumentAt returns the argument that begins at a token, if it is a term.
func (e explainer) argumentAt(at int) side {
	last := e.termFrom(at)
	if !e.isAny(at-1, "(", ",") || last < 0 || !e.isAny(last+1, ",", ")") {
		return side{}
	}
	return e.sideOf(extent{at, last})
}

// withoutSelf is the hint for s.upper(), where s is a text.
func (e explainer) withoutSelf(m []string) string {
	at := e.only(func(i int) bool { return e.word(i) == m[2] && e.isCall(i+1) && e.is(i-1, ".") })
	if m[1] != "1" || m[3] != "string" || at < 0 || !e.is(at+1, "(") || !e.is(at+2, ")") {
		return ""
	}
	x := e.sideOf(extent{e.termBefore(at - 1), at - 2})
	if x.text == "" || e.known.IsFunction(x.text+"."+m[2]) {
		return ""
	}
	return fmt.Sprintf("write %s:%s()", x.text, m[2])
}

// assertion says what assert was given.
func (e explainer) assertion([]string) finding {
	found := said("assertion failed", `say why in a second argument: assert(ready, "not ready")`)
	at := e.only(func(i int) bool { return e.kindOf(i) == nameTok && e.word(i) == "assert" && e.is(i+1, "(") })
	x := e.argumentAt(at + 2)
	if at >= 0 && x.text != "" && x.kind == "" {
		found.msg = "assertion failed: " + x.text + " is nil or false"
		found.hint = fmt.Sprintf("say why in a second argument: assert(%s, \"not ready\")", x.text)
	}
	return found
}
