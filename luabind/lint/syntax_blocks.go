package lint

import "fmt"

// colonAtEnd matches a block that begins with a colon, as in Python. After a name, the parser takes the colon for a
// method call and fails only later.
func colonAtEnd(m *mistake) finding {
	colon := m.at
	if !m.is(colon, ":") {
		colon = m.at - 2
	}
	if !m.is(colon, ":") || m.kindOf(colon+1) != eofTok && !m.startsLine(colon+1) {
		return finding{}
	}
	found := finding{tok: colon, msg: `":" does not begin a block in Lua`}
	h := m.header(colon)
	want := headerWords[m.word(h)]
	switch {
	case m.isAny(colon-1, "then", "do", "else", "repeat") || m.is(colon-1, ")") && m.is(h, "function"):
		found.hint = "leave it out; the block ends with end"
	case want != "" && m.kindOf(h) == keywordTok:
		found.hint = "write " + want + " instead; the block ends with end"
	default:
		return finding{}
	}
	return found
}

// forWithoutComma matches "for i = 1 to 10 do" and "for i = 1 do".
func forWithoutComma(m *mistake) finding {
	h := m.header(m.at)
	if m.is(m.at, "do") && m.is(m.at-1, "do") || !m.is(h, "for") || !m.is(h+2, "=") || m.at < h+4 || m.toks[m.at].line != m.toks[h].line {
		return finding{}
	}
	depth := 0
	for i := h + 3; i < m.at; i++ {
		switch {
		case m.isAny(i, "(", "[", "{"):
			depth++
		case m.isAny(i, ")", "]", "}"):
			depth--
		case depth == 0 && m.is(i, ","):
			return finding{}
		}
	}
	return finding{m.at, fmt.Sprintf(`a comma is missing in this "for" before %s`, m.show(m.at)), fmt.Sprintf("write for %s = first, last do", m.word(h+1))}
}

// endTooMany matches a superfluous end in a table, or in a call in which all blocks are closed.
func endTooMany(m *mistake) finding {
	top := m.top()
	if !m.is(m.at, "end") || !m.is(m.at-1, "end") || !m.isAny(top, "{", "(") {
		return finding{}
	}
	for _, i := range m.open {
		if !m.isAny(i, "{", "(", "[") {
			return finding{} // the end may belong to the block
		}
	}
	return finding{m.at, fmt.Sprintf(`this "end" closes nothing, since all blocks inside the %s of line %d have theirs`, m.show(top), m.toks[top].line),
		"there is an end too many, here or above"}
}
