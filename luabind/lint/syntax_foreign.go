package lint

import "fmt"

// attribute matches "local x <const> = 1" of Lua 5.4.
func attribute(m *mistake) finding {
	if !m.is(m.at, "<") || m.kindOf(m.at-1) != nameTok || !m.is(m.header(m.at), "local") || !m.is(m.at+2, ">") {
		return finding{}
	}
	hint := "leave it out; nothing in Lua 5.1 makes a local constant"
	if m.word(m.at+1) == "close" {
		hint = "leave it out, and close the value where it is no longer needed"
	}
	return finding{m.at, fmt.Sprintf("<%s> is of Lua 5.4, and this is Lua 5.1", m.word(m.at+1)), hint}
}

// bracketList matches "local t = [1, 2, 3]" and "for x in [1, 2] do".
func bracketList(m *mistake) finding {
	if !m.is(m.at, "[") || m.endsOperand(m.at-1) || m.isAny(m.at-1, "{", ",", ";") && m.is(m.top(), "{") {
		return finding{}
	}
	hint := "write { 1, 2, 3 }"
	if m.is(m.at-1, "in") {
		hint = "write ipairs({ 1, 2, 3 })"
	}
	return finding{m.at, `"[" does not begin a list in Lua`, hint}
}

// severalInBrackets matches "agent.pos = (1, 2)".
func severalInBrackets(m *mistake) finding {
	top := m.top()
	if !m.is(m.at, ",") || !m.is(top, "(") || m.canBeCalled(top-1) || m.is(top-1, "function") {
		return finding{}
	}
	return finding{m.at, "brackets hold one value", "several go into a table: { 1, 2 } or { x = 1, y = 2 }"}
}

// textMethod matches "abc":upper().
func textMethod(m *mistake) finding {
	if m.kindOf(m.at) != stringTok || !m.is(m.at+1, ":") || m.kindOf(m.at+2) != nameTok {
		return finding{}
	}
	return finding{m.at, "a text has no methods without brackets around it", fmt.Sprintf("write (%s):%s(...)", clip(m.word(m.at)), m.word(m.at+2))}
}

// functionInTable matches { behavior(agent) ... end } and { function behavior(agent) ... end }.
func functionInTable(m *mistake) finding {
	var at int
	name := m.at
	switch {
	case m.kindOf(m.at) == nameTok && m.is(m.at-1, "function"):
		at = m.at - 1
	case m.startsLine(m.at) && m.is(m.at-1, ")"):
		open := m.opening(m.at - 1)
		at, name = open-1, open-1
	default:
		return finding{}
	}
	top := m.top()
	for m.isAny(top, "function") && top >= at {
		top = m.opener(top)
	}
	if m.kindOf(name) != nameTok || !m.is(top, "{") || at-1 != top && !m.isAny(at-1, ",", ";") {
		return finding{}
	}
	return finding{at, "a function in a table has its name and = before it", fmt.Sprintf("write %s = function(...) ... end", m.word(name))}
}

// opener returns the innermost opener around another one, or -1.
func (m *mistake) opener(of int) int {
	found := -1
	for _, i := range m.open {
		if i < of {
			found = i
		}
	}
	return found
}

// elseWithoutIf matches "if x then y() end else z() end".
func elseWithoutIf(m *mistake) finding {
	if !m.isAny(m.at, "else", "elseif") {
		return finding{}
	}
	for _, i := range m.open {
		if m.is(i, "if") {
			return finding{}
		}
	}
	hint := "it goes between if ... then and its end"
	if m.is(m.at-1, "end") {
		hint = "the end before it has closed the if: remove that end"
	}
	return finding{m.at, m.show(m.at) + " belongs to no if", hint}
}

// parameterDefault matches "function f(a = 1)".
func parameterDefault(m *mistake) finding {
	top := m.top()
	if !m.is(m.at, "=") || !m.is(top, "(") || m.kindOf(m.at-1) != nameTok || !m.is(m.header(top), "function") {
		return finding{}
	}
	for i := m.header(top) + 1; i < top; i++ {
		if m.kindOf(i) != nameTok && !m.isAny(i, ".", ":") {
			return finding{}
		}
	}
	name := m.word(m.at - 1)
	return finding{m.at, "a parameter has no default in Lua", fmt.Sprintf("write %s = %s or ... as the first line of the function", name, name)}
}

// dotInParameters matches "function(agent. params)".
func dotInParameters(m *mistake) finding {
	if top := m.top(); !m.is(m.at, ".") || !m.is(top, "(") || m.kindOf(m.at-1) != nameTok || !m.is(m.header(top), "function") {
		return finding{}
	}
	return finding{m.at, "a comma separates parameters", "write , instead of ."}
}

// localInTable matches "{ local run = 1 }".
func localInTable(m *mistake) finding {
	if !m.is(m.at, "local") || !m.is(m.top(), "{") || !m.isAny(m.at-1, "{", ",", ";") {
		return finding{}
	}
	key := "name"
	for i := m.at + 1; i <= m.at+2; i++ {
		if m.kindOf(i) == nameTok {
			key = m.word(i)
			break
		}
	}
	return finding{m.at, "a table holds no locals", "write " + key + " = ..."}
}

// elseIfWord matches "elif" after a return.
func elseIfWord(m *mistake) finding {
	if m.kindOf(m.at) != nameTok || otherKeywords[m.word(m.at)] != "elseif" || !m.startsLine(m.at) || m.isAny(m.at+1, "=", ".", "(") {
		return finding{}
	}
	return finding{m.at, fmt.Sprintf("%q is not Lua here", m.word(m.at)), "write elseif"}
}

// forInBrackets matches "for (i = 1; ...".
func forInBrackets(m *mistake) finding {
	if !m.is(m.at, "(") || !m.is(m.at-1, "for") {
		return finding{}
	}
	return finding{m.at, "a for has no brackets", "write for i = first, last do, or for i, v in ipairs(list) do"}
}
