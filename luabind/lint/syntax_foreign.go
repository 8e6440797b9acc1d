package lint

import "fmt"

// attribute matches "local x <const> = 1" of Lua 5.4.
func attribute(f *fault) finding {
	if !f.is(f.at, "<") || f.kindOf(f.at-1) != nameTok || !f.is(f.header(f.at), "local") || !f.is(f.at+2, ">") {
		return finding{}
	}
	hint := "leave it out; nothing in Lua 5.1 makes a local constant"
	if f.word(f.at+1) == "close" {
		hint = "leave it out, and close the value where it is no longer needed"
	}
	return finding{f.at, fmt.Sprintf("<%s> is of Lua 5.4, and this is Lua 5.1", f.word(f.at+1)), hint}
}

// bracketList matches "local t = [1, 2, 3]" and "for x in [1, 2] do".
func bracketList(f *fault) finding {
	if !f.is(f.at, "[") || f.endsOperand(f.at-1) || f.isAny(f.at-1, "{", ",", ";") && f.is(f.top(), "{") {
		return finding{}
	}
	hint := "write { 1, 2, 3 }"
	if f.is(f.at-1, "in") {
		hint = "write ipairs({ 1, 2, 3 })"
	}
	return finding{f.at, `"[" does not begin a list in Lua`, hint}
}

// severalInBrackets matches "agent.pos = (1, 2)".
func severalInBrackets(f *fault) finding {
	top := f.top()
	if !f.is(f.at, ",") || !f.is(top, "(") || f.canBeCalled(top-1) || f.is(top-1, "function") {
		return finding{}
	}
	return finding{f.at, "brackets hold one value", "several go into a table: { 1, 2 } or { x = 1, y = 2 }"}
}

// textMethod matches "abc":upper().
func textMethod(f *fault) finding {
	if f.kindOf(f.at) != stringTok || !f.is(f.at+1, ":") || f.kindOf(f.at+2) != nameTok {
		return finding{}
	}
	return finding{f.at, "a text has no methods without brackets around it", fmt.Sprintf("write (%s):%s(...)", clip(f.word(f.at)), f.word(f.at+2))}
}

// functionInTable matches { behavior(agent) ... end } and { function behavior(agent) ... end }.
func functionInTable(f *fault) finding {
	at, name := f.at, f.at
	switch {
	case f.kindOf(f.at) == nameTok && f.is(f.at-1, "function"):
		at = f.at - 1
	case f.startsLine(f.at) && f.is(f.at-1, ")"):
		open := f.opening(f.at - 1)
		at, name = open-1, open-1
	default:
		return finding{}
	}
	top := f.top()
	for f.isAny(top, "function") && top >= at {
		top = f.opener(top)
	}
	if f.kindOf(name) != nameTok || !f.is(top, "{") || at-1 != top && !f.isAny(at-1, ",", ";") {
		return finding{}
	}
	return finding{at, "a function in a table has its name and = before it", fmt.Sprintf("write %s = function(...) ... end", f.word(name))}
}

// opener returns the innermost opener around another one, or -1.
func (f *fault) opener(of int) int {
	found := -1
	for _, i := range f.open {
		if i < of {
			found = i
		}
	}
	return found
}

// elseWithoutIf matches "if x then y() end else z() end".
func elseWithoutIf(f *fault) finding {
	if !f.isAny(f.at, "else", "elseif") {
		return finding{}
	}
	for _, i := range f.open {
		if f.is(i, "if") {
			return finding{}
		}
	}
	hint := "it goes between if ... then and its end"
	if f.is(f.at-1, "end") {
		hint = "the end before it has closed the if: remove that end"
	}
	return finding{f.at, f.show(f.at) + " belongs to no if", hint}
}

// parameterDefault matches "function f(a = 1)".
func parameterDefault(f *fault) finding {
	top := f.top()
	if !f.is(f.at, "=") || !f.is(top, "(") || f.kindOf(f.at-1) != nameTok || !f.is(f.header(top), "function") {
		return finding{}
	}
	for i := f.header(top) + 1; i < top; i++ {
		if f.kindOf(i) != nameTok && !f.isAny(i, ".", ":") {
			return finding{}
		}
	}
	name := f.word(f.at - 1)
	return finding{f.at, "a parameter has no default in Lua", fmt.Sprintf("write %s = %s or ... as the first line of the function", name, name)}
}
