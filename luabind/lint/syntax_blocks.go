package lint

import "fmt"

// colonAtEnd matches a block that begins with a colon, as in Python. After a name, the parser takes the colon for a
// method call and fails only later.
func colonAtEnd(f *fault) finding {
	colon := f.at
	if !f.is(colon, ":") {
		colon = f.at - 2
	}
	if !f.is(colon, ":") || f.kindOf(colon+1) != eofTok && !f.startsLine(colon+1) {
		return finding{}
	}
	found := finding{tok: colon, msg: `":" does not begin a block in Lua`}
	h := f.header(colon)
	want := headerWords[f.word(h)]
	switch {
	case f.isAny(colon-1, "then", "do", "else", "repeat") || f.is(colon-1, ")") && f.is(h, "function"):
		found.hint = "leave it out; the block ends with end"
	case want != "" && f.kindOf(h) == keywordTok:
		found.hint = "write " + want + " instead; the block ends with end"
	default:
		return finding{}
	}
	return found
}

// forWithoutComma matches "for i = 1 to 10 do" and "for i = 1 do".
func forWithoutComma(f *fault) finding {
	h := f.header(f.at)
	if f.is(f.at, "do") && f.is(f.at-1, "do") || !f.is(h, "for") || !f.is(h+2, "=") || f.at < h+4 || f.toks[f.at].line != f.toks[h].line {
		return finding{}
	}
	depth := 0
	for i := h + 3; i < f.at; i++ {
		switch {
		case f.isAny(i, "(", "[", "{"):
			depth++
		case f.isAny(i, ")", "]", "}"):
			depth--
		case depth == 0 && f.is(i, ","):
			return finding{}
		}
	}
	return finding{f.at, fmt.Sprintf(`a comma is missing in this "for" before %s`, f.show(f.at)), fmt.Sprintf("write for %s = first, last do", f.word(h+1))}
}

// endTooMany matches a superfluous end in a table, or in a call in which all blocks are closed.
func endTooMany(f *fault) finding {
	top := f.top()
	if !f.is(f.at, "end") || !f.is(f.at-1, "end") || !f.isAny(top, "{", "(") {
		return finding{}
	}
	for _, i := range f.open {
		if !f.isAny(i, "{", "(", "[") {
			return finding{} // the end may belong to the block
		}
	}
	return finding{f.at, fmt.Sprintf(`this "end" closes nothing, since all blocks inside the %s of line %d have theirs`, f.show(top), f.toks[top].line),
		"there is an end too many, here or above"}
}
