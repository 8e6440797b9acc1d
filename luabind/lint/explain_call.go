package lint

import (
	"fmt"
	"strings"
)

// call names what was called and is no function.
func (e explainer) call() finding {
	if e.m.Name == "" && e.is(e.at-1, "in") {
		return e.iterated()
	}
	x := e.termAt()
	if x.text == "" {
		return nothing
	}
	return said(strings.ReplaceAll(x.text, ":", ".")+" is not a function, and cannot be called", e.noFunction(x.extent))
}

// noFunction says what to do about a name that is called and is none of a function.
func (e explainer) noFunction(x extent) string {
	o := e.of(x)
	switch o.sort {
	case ofAgent:
		return fmt.Sprintf("a field of the agent is data; call a function of the file, %s(agent), or of a module", o.name)
	case ofModule, ofGlobal:
		return o.lack()
	}
	return ""
}

// iterated is about what a loop goes through.
func (e explainer) iterated() finding {
	const wrong = " is not a function, and cannot be called"
	last := e.termFrom(e.at)
	text := e.span(e.at, last)
	switch {
	case !e.is(last+1, "do") || text == "":
		return said("what the loop goes through"+wrong, "for ... in wants pairs(t) or ipairs(t)")
	case e.kindOf(e.at) == numberTok:
		return said(text+wrong, "to count, write for i = 1, "+text+" do")
	}
	return said(text+wrong, fmt.Sprintf("for ... in wants pairs(%s) or ipairs(%s)", text, text))
}
