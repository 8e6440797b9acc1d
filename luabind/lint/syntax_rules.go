package lint

import (
	"fmt"
	"slices"
	"strings"
)

// rules are applied in this order. Each rule recognizes one kind of mistake. It returns an empty finding for any
// other mistake.
var rules = []func(*mistake) finding{
	nothingAfterDot, hyphen, keywordAsName, attribute, bracketList, severalInBrackets, textMethod, functionInTable, elseWithoutIf, parameterDefault,
	dotInParameters, localInTable, elseIfWord, forInBrackets,
	braceBlock, colonAtEnd, endTooMany, misspelledFunction, strayBracket, notClosed, strayCloser, badContinue, misspelledKeyword, forWithoutComma, missingHeaderWord,
	tableKey, assignmentAsValue, functionName, notLast, missingEnd, colonInTable, unquoted, statementInTable, missingComma, tableAsStatement, valueAsStatement, loneExpression,
}

// nothingAfterDot matches "x = agent." at the end of a line. The parser takes the next line for the name.
func nothingAfterDot(m *mistake) finding {
	for i := m.at - 1; i > m.at-8 && i > 0; i-- {
		if m.isAny(i, ".", ":") && m.startsLine(i+1) && m.kindOf(i-1) == nameTok && (i == m.at-1 || m.is(m.at, "=")) {
			return finding{i, "a name is missing after " + m.show(i), "write the field or function that is meant"}
		}
	}
	return finding{}
}

// hyphen matches names such as my-speed.
func hyphen(m *mistake) finding {
	first := m.at - 1
	if m.is(m.at, "=") {
		for m.is(first-1, "-") && m.kindOf(first-2) == nameTok {
			first -= 2
		}
	}
	if m.kindOf(first) != nameTok {
		return finding{}
	}
	name, i := m.word(first), first+1
	for ; m.is(i, "-") && m.kindOf(i+1) == nameTok && m.toks[i-1].end == m.toks[i].start && m.toks[i].end == m.toks[i+1].start; i += 2 {
		name += "_" + m.word(i+1)
	}
	if i == first+1 || !m.isAny(i, "=", "(") && !m.isAny(first-1, "local", "function") {
		return finding{}
	}
	return finding{first, "a name has no -", "write " + clip(name)}
}

// missingEnd matches a missing end if the parser fails after the last end. That end belongs to an outer block,
// according to its indentation, but has closed an inner block.
func missingEnd(m *mistake) finding {
	if top := m.top(); m.at == 0 || !m.is(m.at-1, "end") || top < 0 || m.isAny(top, "(", "[", "{") {
		return finding{}
	}
	block := m.guilty(-1)
	if block < 0 {
		return finding{}
	}
	hint := m.elseIfHint(block)
	if hint == "" {
		hint = fmt.Sprintf("the end on line %d closes it now, but is further left", m.toks[m.at-1].line)
	}
	return finding{block, fmt.Sprintf("%s is not closed: %s is missing", m.show(block), m.missing(block)), hint}
}

// notClosed matches a block or a bracket that is still open at the end of the file, or at the end of an outer
// construct.
func notClosed(m *mistake) finding {
	top := m.top()
	if top < 0 {
		return finding{}
	}
	atEnd := m.kindOf(m.at) == eofTok
	if !atEnd && (!m.isAny(m.at, "end", "until", ")", "]", "}", "else", "elseif") || m.mayClose(top, m.at)) {
		return finding{}
	}
	if atEnd || !m.isAny(top, "(", "[", "{") {
		top = m.guilty(top)
	}
	msg := fmt.Sprintf("%s is not closed: %s is missing", m.show(top), m.missing(top))
	if !atEnd {
		msg = fmt.Sprintf("%s is not closed before %s on line %d: %s is missing", m.show(top), m.show(m.at), m.toks[m.at].line, m.missing(top))
	}
	return finding{top, msg, m.elseIfHint(0)}
}

func (m *mistake) missing(opener int) string { return `"` + closers[m.word(opener)] + `"` }

// mayClose reports whether token i can end or divide the block of opener. If it can, the mistake is another one.
func (m *mistake) mayClose(opener, i int) bool {
	return m.is(i, closers[m.word(opener)]) || m.is(opener, "if") && m.isAny(i, "else", "elseif")
}

// guilty returns the opener that lacks its end, according to the indentation. This is the opener of the first block
// whose end is further left than its first line. If there is no such block, guilty returns top.
func (m *mistake) guilty(top int) int {
	var open []int
	for i := range m.at {
		if k := m.kindOf(i); k != keywordTok && k != opTok {
			continue
		}
		n := len(open)
		switch w := m.word(i); {
		case closers[w] != "":
			open = append(open, i)
		case n > 0 && closers[m.word(open[n-1])] == w:
			if m.startsLine(i) && m.toks[i].col < m.indent(open[n-1]) {
				return open[n-1]
			}
			open = open[:n-1]
		}
	}
	return top
}

// indent returns the column of the first token on the line of token i.
func (m *mistake) indent(i int) int32 {
	for i > 0 && !m.startsLine(i) {
		i--
	}
	return m.toks[i].col
}

// elseIfHint looks for "else if" on one line among the tokens between from and the mistake. This is the most frequent
// reason for a missing end.
func (m *mistake) elseIfHint(from int) string {
	for i := from + 1; i < m.at; i++ {
		if m.is(i, "if") && m.is(i-1, "else") && m.toks[i].line == m.toks[i-1].line {
			return fmt.Sprintf("line %d has else if, which begins a second if with its own end: write elseif", m.toks[i].line)
		}
	}
	return ""
}

// strayCloser matches an end or a bracket that closes nothing.
func strayCloser(m *mistake) finding {
	if m.top() >= 0 || !m.isAny(m.at, "end", "until", ")", "]", "}", "else", "elseif") {
		return finding{}
	}
	for i := m.at - 2; m.is(m.at, "end") && i >= 0; i-- {
		if m.is(i+1, "(") && m.meansFunction(i) {
			return m.unknownFunction(i)
		}
	}
	return finding{m.at, m.show(m.at) + " without a beginning", "remove it, or look for an end too many above"}
}

// strayBracket matches a closing bracket that has no opening one. If there is one outside of the block with the
// mistake, the block may lack its end instead, and the indentation decides.
func strayBracket(m *mistake) finding {
	if !m.isAny(m.at, ")", "]", "}") {
		return finding{}
	}
	opener, top := "", m.top()
	for o, c := range closers {
		if c == m.word(m.at) {
			opener = o
		}
	}
	opened := slices.ContainsFunc(m.open, func(i int) bool { return m.word(i) == opener })
	block := top >= 0 && m.kindOf(top) == keywordTok
	if (opened || block && opener == "{") && !(block && !m.startsLine(m.at) && m.endsAsIndented(top)) {
		return finding{}
	}
	return finding{m.at, m.show(m.at) + " closes nothing", fmt.Sprintf("delete it, or write %q before", opener)}
}

// endsAsIndented reports whether the first token behind the mistake that is not further right than the block of an
// opener is an end, and stands exactly below it.
func (m *mistake) endsAsIndented(opener int) bool {
	indent := m.indent(opener)
	for i := m.at + 1; i < len(m.toks); i++ {
		if m.startsLine(i) && m.toks[i].col <= indent {
			return m.toks[i].col == indent && m.is(i, "end")
		}
	}
	return false
}

// badContinue matches a continue, which Lua does not have.
func badContinue(m *mistake) finding {
	if m.kindOf(m.at-1) == nameTok && m.word(m.at-1) == "continue" {
		return finding{m.at - 1, "continue is not Lua", "put the rest of the loop into an if"}
	}
	return finding{}
}

// requireWords is the form of a call of require.
const requireWords = `local walk = require "lib.walk"`

// otherKeywords maps words of other languages at the beginning of a statement to the words to write instead.
var otherKeywords = map[string]string{
	"var": "local", "let": "local", "const": "local", "int": "local", "float": "local", "string": "local", "bool": "local", "auto": "local",
	"def": "function", "func": "function", "fn": "function", "elif": "elseif", "elsif": "elseif",
	"foreach": "for", "unless": "if not", "import": requireWords, "switch": "if ... elseif", "case": "elseif",
	"from": requireWords, "using": requireWords, "include": requireWords,
	"await": "bt.wait(seconds) or bt.wait_until(f), in the hook run", "yield": "bt.yield(), in the hook run",
	"class": "return { ... }: a file is one behavior", "extends": "return { ... }: a file is one behavior",
	"throw": "error(\"what is wrong\")", "raise": "error(\"what is wrong\")",
}

// misspelledKeyword matches a mistake that follows a name, if the name is similar to a keyword.
func misspelledKeyword(m *mistake) finding {
	prev := m.at - 1
	if m.kindOf(prev) != nameTok || m.toks[prev].line != m.toks[max(m.at, 0)].line && m.kindOf(m.at) != eofTok {
		return finding{}
	}
	w := m.word(prev)
	if right := otherKeywords[w]; right != "" && m.kindOf(m.at) != opTok {
		return finding{prev, fmt.Sprintf("%q is not Lua here", w), "write " + right}
	}
	if len(w) < 4 || !m.startsLine(prev) && m.kindOf(m.at) == opTok {
		return finding{}
	}
	if right := misspelled(w, keywordList); right != "" {
		return finding{prev, fmt.Sprintf("unknown word %q", w), "did you mean " + right + "?"}
	}
	return finding{}
}

// misspelledFunction matches a misspelled word function. The parser takes the parameters for the arguments of a call,
// and fails at the body.
func misspelledFunction(m *mistake) finding {
	if m.at == 0 || !m.is(m.at-1, ")") || m.kindOf(m.at) != nameTok && m.kindOf(m.at) != keywordTok {
		return finding{}
	}
	open := m.at - 1
	for depth := 1; depth > 0 && open > 0; {
		switch open--; {
		case m.is(open, ")"):
			depth++
		case m.is(open, "("):
			depth--
		}
	}
	if open == 0 || !m.meansFunction(open-1) {
		return finding{}
	}
	return m.unknownFunction(open - 1)
}

// meansFunction reports whether token i is a name that is similar to the word function.
func (m *mistake) meansFunction(i int) bool {
	return m.kindOf(i) == nameTok && misspelled(m.word(i), []string{"function"}) != ""
}

func (m *mistake) unknownFunction(i int) finding {
	return finding{i, fmt.Sprintf("unknown word %q", m.word(i)), "did you mean function?"}
}

// misspelledEnd holds misspellings of "end". A test of similarity is not reliable for such a short word.
var misspelledEnd = []string{"edn", "ned", "nd", "en", "endd", "ende", "End", "END"}

// keywordList holds the keywords that are long enough for a test of similarity.
var keywordList = []string{"function", "return", "elseif", "repeat", "until", "while", "local", "break", "then", "else"}

// MisspelledKeyword returns the keyword that was probably meant by a name, or "".
func MisspelledKeyword(name string) string { return misspelled(name, keywordList) }

// braceBlock matches "if (x) { ... }", "function f() { ... }" and "else { ... }".
func braceBlock(m *mistake) finding {
	found := finding{msg: `unexpected "{"`, hint: "Lua blocks have no braces: if ... then ... end, while ... do ... end, function f() ... end"}
	for _, i := range []int{m.at, m.top()} {
		if m.is(i, "{") && (m.isAny(i-1, "else", "do", "then") || m.is(i-1, ")") && m.is(m.header(i), "function")) {
			found.tok = i
			return found
		}
	}
	// In "if (x) { t.y = 1 }", the parser takes the braces for a table, and fails at the assignment.
	if top := m.top(); m.is(m.at, "=") && m.is(m.at-2, ".") && m.is(top, "{") && m.is(top-1, ")") {
		if h := m.header(top); headerWords[m.word(h)] != "" && m.kindOf(h) == keywordTok {
			found.tok = top
			found.hint = fmt.Sprintf("write %s instead of {, and end instead of }", headerWords[m.word(h)])
			return found
		}
	}
	h := m.header(m.at)
	if headerWords[m.word(h)] == "" || m.kindOf(h) != keywordTok {
		return finding{}
	}
	for i := h + 1; i <= m.at; i++ {
		// After a name, the parser accepts a table as the argument of a call. After any other operand, as in "if x
		// == 3 {", it fails at the brace.
		if m.is(i, "{") && (m.is(i-1, ")") || i == m.at && m.endsOperand(i-1)) {
			found.tok = i
			found.hint = fmt.Sprintf("write %s instead of {, and end instead of }", headerWords[m.word(h)])
			return found
		}
	}
	return finding{}
}

// headerWords maps the first word of a statement to the word that must follow its condition.
var headerWords = map[string]string{"if": "then", "elseif": "then", "while": "do", "for": "do"}

// missingHeaderWord matches "if x y() end" and "while x then ... end".
func missingHeaderWord(m *mistake) finding {
	h := m.header(m.at)
	want := headerWords[m.word(h)]
	if m.is(h, "in") {
		h, want = m.header(h), "do"
	}
	if want == "" || m.kindOf(h) != keywordTok || m.wantsOperand(m.at-1) || !m.endsOperand(m.at-1) {
		return finding{}
	}
	if m.kindOf(m.at) == opTok && !m.startsLine(m.at) {
		return finding{}
	}
	if hint := m.unexpectedHint(); hint != "" && m.kindOf(m.at) == nameTok {
		return m.unexpected()
	}
	if before := m.word(m.at - 1); walkers[before] && m.kindOf(m.at) == nameTok {
		return finding{m.at - 1, before + " is a function, and its table stands in brackets", fmt.Sprintf("write %s(%s)", before, m.operandAt(m.at))}
	}
	of := "condition"
	if m.is(h, "for") {
		of = "values"
	}
	found := finding{m.at, fmt.Sprintf("%q is missing after the %s of %q on line %d", want, of, m.word(h), m.toks[h].line), ""}
	if m.isAny(m.at, "do", "then") {
		found.hint = fmt.Sprintf("write %s instead of %s", want, m.word(m.at))
	}
	return found
}

// assignmentAsValue matches "if x = 1 then", "f(x = 1)" and "f() = 1".
func assignmentAsValue(m *mistake) finding {
	if !m.is(m.at, "=") {
		return finding{}
	}
	h := m.header(m.at)
	if found := m.keyBehindReturn(h); found.msg != "" {
		return found
	}
	switch {
	case m.isAny(h, "if", "elseif", "while", "until", "return"):
		return finding{m.at, `"=" assigns and is not possible in an expression`, "to compare write =="}
	case m.is(h, "("):
		return finding{m.at, `"=" is not possible inside "("`, "to compare write ==; named values go into a table: f{x = 1}"}
	case m.is(m.at-1, "]") || m.is(m.at-1, ")"):
		return finding{m.at, "a value cannot be assigned to a call", "assign to a variable or a field"}
	}
	return finding{}
}

// tableKey matches an assignment that was meant for a key of a table.
func tableKey(m *mistake) finding {
	if !m.is(m.at, "=") {
		return finding{}
	}
	h, top, key := m.header(m.at), m.top(), m.word(m.at-1)
	switch {
	case m.kindOf(m.at-1) == stringTok && m.is(top, "{"):
		hint := fmt.Sprintf("write [%s] = ...", clip(key))
		if name := strings.Trim(key, `"'`); IsName(name) {
			hint = "write " + name + " = ..."
		}
		return finding{m.at - 1, "a key has no quotes, or stands in square brackets", hint}
	case m.kindOf(m.at-1) != nameTok:
	case m.is(top, "{") && m.is(m.at-2, "=") && m.kindOf(m.at-3) == nameTok:
		return finding{m.at, m.show(m.at) + " is here twice", fmt.Sprintf("write %s = { %s = ... }, or == to compare", m.word(m.at-3), key)}
	case top >= 0 || !m.is(h, "return") || !m.startsLine(m.at-1):
	case h == m.at-2:
		return finding{h, `"{" is missing after return`, "write return {"}
	case m.is(h+1, "{") && m.is(m.at-2, ",") && m.is(m.at-3, "}"):
		return finding{m.at - 3, fmt.Sprintf(`this "}" closes the table of line %d, and %s = follows`, m.toks[h+1].line, key), `delete it, or write the "{" that is missing before`}
	}
	return finding{}
}

// keyBehindReturn matches { a = function() return 1, b = 2 }, in which the function is not closed.
func (m *mistake) keyBehindReturn(h int) finding {
	fn := m.top()
	if !m.is(h, "return") || m.kindOf(m.at-1) != nameTok || !m.is(m.at-2, ",") || !m.startsLine(m.at-1) || !m.is(fn, "function") || !m.is(m.opener(fn), "{") {
		return finding{}
	}
	return finding{fn, fmt.Sprintf("%s is not closed: %s is missing", m.show(fn), m.missing(fn)),
		fmt.Sprintf("write end before the comma on line %d", m.toks[m.at-2].line)}
}

// keywordAsName matches "local end = 1", "x.end" and "{ end = 1 }".
func keywordAsName(m *mistake) finding {
	if m.kindOf(m.at) != keywordTok {
		return finding{}
	}
	w := m.word(m.at)
	msg := fmt.Sprintf("%q is a word of Lua and cannot be a name", w)
	switch {
	case m.is(m.at-1, ":") && m.inTableKey(m.at-1):
		return m.keyWithColon(m.at - 1)
	case m.is(m.at-1, ".") || m.is(m.at-1, ":"):
		return finding{m.at, msg, fmt.Sprintf(`write ["%s"] instead of %s%s`, w, m.word(m.at-1), w)}
	case m.is(m.top(), "{") && m.is(m.at+1, "="):
		return finding{m.at, msg, fmt.Sprintf(`write ["%s"] = `, w)}
	case m.isAny(m.at-1, "local", "goto", "for") || m.is(m.at-1, "function") || m.is(m.at+1, "="):
		return finding{m.at, msg, "choose another name"}
	}
	return finding{}
}

// functionName matches "local function M.f()", and "function ()" at the beginning of a statement.
func functionName(m *mistake) finding {
	switch {
	case m.isAny(m.at, ".", ":") && m.is(m.at-2, "function") && m.is(m.at-3, "local"):
		return finding{m.at - 3, "a function in a table cannot be local", fmt.Sprintf("write function %s%s...", m.word(m.at-1), m.word(m.at))}
	case m.is(m.at, "(") && m.is(m.at-1, "function"):
		return finding{m.at - 1, "the function has no name", "write local function name(...) or name = function(...)"}
	}
	return finding{}
}

// notLast matches code after return or break in the same block.
func notLast(m *mistake) finding {
	if m.kindOf(m.at) == eofTok || m.isAny(m.at, "=", ".") {
		return finding{}
	}
	h := m.header(m.at)
	last := m.endsOperand(m.at-1) || m.is(m.at-1, ";") || h == m.at-1
	if !m.isAny(h, "return", "break") || !last || m.toks[m.at].line == m.toks[h].line && m.kindOf(m.at) != keywordTok && !m.is(m.at-1, ";") {
		return finding{}
	}
	if top := m.top(); m.startsLine(m.at) && top >= 0 && m.toks[m.at].col < m.indent(h) && top < h && m.isAny(top, "if", "function", "do") {
		return finding{top, fmt.Sprintf("%s is not closed: %s is missing", m.show(top), m.missing(top)),
			fmt.Sprintf("write end before line %d, which is further left than the %s above it", m.toks[m.at].line, m.word(h))}
	}
	hint := "to leave early write do " + m.word(h) + " end"
	if m.top() < 0 {
		hint = fmt.Sprintf("a file ends with its return: move %s above line %d", m.defined(m.at), m.toks[h].line)
	}
	return finding{h, fmt.Sprintf("%s must be the last statement of its block; %s follows on line %d", m.word(h), m.show(m.at), m.toks[m.at].line), hint}
}

// defined returns the name of the function or local that begins at token i, or a phrase for any other statement.
func (m *mistake) defined(i int) string {
	for m.isAny(i, "local", "function") {
		i++
	}
	if m.kindOf(i) != nameTok || m.at == i {
		return "what follows"
	}
	name := m.word(i)
	for ; m.isAny(i+1, ".", ":") && m.kindOf(i+2) == nameTok; i += 2 {
		name += m.word(i+1) + m.word(i+2)
	}
	return name
}

// colonInTable matches "{ x: 1 }".
func colonInTable(m *mistake) finding {
	top := m.top()
	if !m.is(top, "{") {
		return finding{}
	}
	for _, i := range []int{m.at, m.at - 1, m.at - 2} {
		if m.inTableKey(i) {
			return m.keyWithColon(i)
		}
	}
	return finding{}
}

// inTableKey reports whether token i is a colon after the key of a table.
func (m *mistake) inTableKey(i int) bool {
	return m.is(i, ":") && m.kindOf(i-1) != opTok && (m.is(i-2, "{") || m.isAny(i-2, ",", ";"))
}

func (m *mistake) keyWithColon(i int) finding {
	found := finding{i, `unexpected ":" in a table`, "write name = value"}
	key := m.word(i - 1)
	if m.kindOf(i-1) == stringTok {
		key = "[" + clip(key) + "]"
	}
	switch value := m.span(i+1, i+1); {
	case m.is(i+1, "function"):
		found.hint = "write " + key + " = function(...) ... end"
	case value != "" && m.kindOf(i+1) != eofTok && m.toks[i+1].line == m.toks[i].line && !m.isAny(i+1, "{", "("):
		found.hint = "write " + key + " = " + value
	default:
		found.hint = "write " + key + " = ..."
	}
	return found
}

// unquoted matches { doc = Rows out }.
func unquoted(m *mistake) finding {
	if !m.is(m.top(), "{") || m.kindOf(m.at) != nameTok || m.startsLine(m.at) || m.is(m.at+1, "=") || m.kindOf(m.at-1) != nameTok || !m.is(m.at-2, "=") {
		return finding{}
	}
	hint := "write it in quotes"
	text, _, _ := strings.Cut(m.source.text[m.toks[m.at-1].start:], "\n")
	text, _, _ = strings.Cut(text, "--")
	if text = strings.TrimRight(text, " \t\r,}"); len(text) <= maxSpan && !strings.ContainsAny(text, `"\`) {
		hint = fmt.Sprintf(`write %s = "%s"`, m.word(m.at-3), text)
	}
	return finding{m.at - 1, "a text stands in quotes", hint}
}

// statementInTable matches a statement in a table, after a function that an end too many has closed.
func statementInTable(m *mistake) finding {
	if !m.is(m.top(), "{") || !m.is(m.at-1, "end") || !m.startsLine(m.at) {
		return finding{}
	}
	fn := -1
	if open := m.openAt(m.at - 1); len(open) > 0 {
		fn = open[len(open)-1]
	}
	statement := m.isAny(m.at, "if", "for", "while", "repeat", "local", "return", "do", "break") ||
		m.kindOf(m.at) == nameTok && m.isAny(m.at+1, ".", ":", "[", "(")
	if !statement || !m.is(fn, "function") || !m.is(fn-1, "=") {
		return finding{}
	}
	return finding{m.at - 1, fmt.Sprintf(`this "end" closes %s of line %d already, and %s follows`, m.word(fn-2), m.toks[fn].line, m.show(m.at)),
		"there is an end too many, here or above"}
}

// missingComma matches "{ a = 1 b = 2 }" and "f(a b)".
func missingComma(m *mistake) finding {
	top := m.top()
	if !m.isAny(top, "{", "(", "[") || !m.endsOperand(m.at-1) || m.kindOf(m.at) == opTok && !m.isAny(m.at, "{", "[", "(") {
		return finding{}
	}
	if m.is(top, "{") {
		return finding{m.at, fmt.Sprintf("a comma is missing before %s", m.show(m.at)), fmt.Sprintf("the table begins on line %d", m.toks[top].line)}
	}
	if m.toks[m.at].line != m.toks[top].line {
		return finding{top, fmt.Sprintf("%s is not closed: %s is missing", m.show(top), m.missing(top)), ""}
	}
	return finding{m.at, fmt.Sprintf("a comma or %s is missing before %s", m.missing(top), m.show(m.at)), ""}
}

// tableAsStatement matches a table of a behavior without return.
func tableAsStatement(m *mistake) finding {
	if !m.is(m.at, "{") || m.top() >= 0 || !m.startsLine(m.at) {
		return finding{}
	}
	return finding{m.at, "a table alone is not a statement", "write return before it"}
}

// valueAsStatement matches expressions in the place of a statement, such as "agent.x < 3" and "not agent.x". The
// parser takes the first operand for the beginning of an assignment or a call, and fails at the operator.
func valueAsStatement(m *mistake) finding {
	first := m.at
	switch {
	case m.isAny(m.at, "==", "~=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "^", "..", "and", "or"):
		first = m.operandStart(m.at - 1)
	case !m.isAny(m.at, "not", "#"):
		return finding{}
	}
	if first < 0 || !m.startsStatement(first) || m.isAny(m.top(), "(", "[", "{") {
		return finding{}
	}
	found := finding{first, "a value alone is not a statement", "write return before it"}
	if m.is(m.at, "==") {
		found.hint += "; to assign write ="
	}
	return found
}

// operandStart returns the first token of the operand that ends at token i. For a.b(c)[d] this is a.
func (m *mistake) operandStart(i int) int {
	for i > 0 {
		switch {
		case m.kindOf(i) == nameTok && m.isAny(i-1, ".", ":"):
			i -= 2
		case m.isAny(i, ")", "]") && m.canBeCalled(m.opening(i)-1):
			i = m.opening(i) - 1
		case m.isAny(i, ")", "]"):
			return m.opening(i)
		default:
			return i
		}
	}
	return i
}

// startsStatement reports whether a statement may begin at token i.
func (m *mistake) startsStatement(i int) bool {
	return m.startsLine(i) || m.isAny(i-1, "then", "do", "else", "repeat", ";") || m.is(i-1, ")") && m.is(m.header(i), "function")
}

// loneExpression matches a value in the place of a statement, which is not used.
func loneExpression(m *mistake) finding {
	if m.text != "parse error" || m.at == 0 {
		return finding{}
	}
	prev := m.at - 1
	switch {
	case m.kindOf(prev) == nameTok:
		first, path := prev, m.word(prev)
		for m.is(first-1, ".") && m.kindOf(first-2) == nameTok {
			first -= 2
			path = m.word(first) + "." + path
		}
		if !m.startsStatement(first) {
			first, path = prev, m.word(prev)
		}
		return finding{first, fmt.Sprintf(`"%s" alone is not a statement`, clip(path)), m.statementHint(clip(path))}
	case m.endsOperand(prev):
		return finding{prev, "a value alone is not a statement", "assign it, or call a function with it"}
	}
	return finding{}
}

func (m *mistake) statementHint(w string) string {
	if slices.Contains(misspelledEnd, w) {
		return "did you mean end?"
	}
	if w == "pass" {
		return "leave it out: a block may be empty"
	}
	if right := otherKeywords[w]; right != "" {
		return "write " + right
	}
	return fmt.Sprintf("call it: %s(), or assign to it: %s = ...", w, w)
}
