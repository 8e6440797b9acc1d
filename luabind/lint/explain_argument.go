package lint

import "fmt"

// insteadOf is what may be written for nil where a value of a type is wanted.
var insteadOf = map[string]string{"table": "{}", "number": "0", "string": `""`}

// NoValue is the type of an argument that was not given.
const NoValue = "no value"

// argument says what was given to a function of Lua.
func (e explainer) argument() finding {
	want, got := e.m.Want, e.m.Kinds[0]
	found := said(fmt.Sprintf("bad argument #%d to '%s' (%s expected, got %s)", e.m.N, e.m.Name, want, got), "")
	if got == NoValue {
		found.hint = e.withoutSelf()
		return found
	}
	x := e.argumentAt(e.at)
	switch {
	case x.text == "" || x.kind != "":
	case got == "nil" && want == "table" && mutators["table."+e.m.Name]:
		found.hint = e.ifNil(x, fmt.Sprintf("write %s = %s or {} before", x.text, x.text))
	case got == "nil" && insteadOf[want] != "":
		found.hint = e.otherwise(x, insteadOf[want])
	default:
		found.hint = x.text + " is a " + got
	}
	return found
}

// argumentAt returns the argument that begins or ends at a token, if it is a term.
func (e explainer) argumentAt(at int) side {
	first, last := at, e.termFrom(at)
	if e.isAny(at-1, ".", ":") {
		first, last = e.termBefore(at+1), at
	}
	if !e.isAny(first-1, "(", ",") || last < 0 || !e.isAny(last+1, ",", ")") {
		return side{}
	}
	return e.sideOf(extent{first, last})
}

// withoutSelf is the hint for s.upper(), where s is a text.
func (e explainer) withoutSelf() string {
	if e.m.N != 1 || e.m.Want != "string" || !e.is(e.at-1, ".") || !e.is(e.at+1, "(") || !e.is(e.at+2, ")") {
		return ""
	}
	x := e.sideOf(extent{e.termBefore(e.at - 1), e.at - 2})
	if x.text == "" || e.known.IsFunction(x.text+"."+e.m.Name) {
		return ""
	}
	return fmt.Sprintf("write %s:%s()", x.text, e.m.Name)
}

// assertion says what assert was given.
func (e explainer) assertion() finding {
	x := side{}
	if e.word(e.at) == "assert" && e.is(e.at+1, "(") {
		x = e.argumentAt(e.at + 2)
	}
	if x.text == "" || x.kind != "" {
		return said("assertion failed", `say why in a second argument: assert(ready, "not ready")`)
	}
	return said("assertion failed: "+x.text+" is nil or false", fmt.Sprintf("say why in a second argument: assert(%s, \"not ready\")", x.text))
}
