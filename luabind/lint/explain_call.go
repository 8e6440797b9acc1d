package lint

import (
	"fmt"
	"strings"
)

// callee is something on a line that may be what was called in vain.
type callee struct{ text, hint string }

// call names what is called on the line and is no function, or what may be if it is one of
// a few.
func (e explainer) call([]string) finding {
	list := e.callees()
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = c.text
	}
	text := oneOf(words)
	if text == "" {
		return nothing
	}
	found := said(text+" is not a function, and cannot be called", "")
	if len(list) == 1 {
		found.hint = list[0].hint
	}
	return found
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
			first, last := e.pathBefore(i)
			text := e.source.span(first, last)
			if text == "" {
				return nil // what an expression gives
			}
			list = append(list, callee{strings.ReplaceAll(text, ":", "."), e.noFunction(extent{first, last})})
		}
	}
	return list
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

// iterated returns what a loop goes through from token i on, nothing if a function of
// Lua gives that.
func (e explainer) iterated(i int) callee {
	last := e.pathFrom(i)
	text := e.span(i, last)
	switch {
	case e.is(last+1, "do") && e.kindOf(i) == numberTok:
		return callee{text, "to count, write for i = 1, " + text + " do"}
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
			return path != "" && e.known.IsFunction(path) || functionOf(c.callee) != nil
		}
	}
	return false
}
