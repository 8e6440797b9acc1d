package lint

import (
	"fmt"
	"slices"
)

// rules are applied in this order. Each rule recognizes one kind of mistake. It returns an empty finding for any
// other fault.
var rules = []func(*fault) finding{
	nothingAfterDot, hyphen, keywordAsName, attribute, bracketList, severalInBrackets, textMethod, functionInTable, elseWithoutIf, parameterDefault,
	braceBlock, colonAtEnd, endTooMany, misspeltFunction, notClosed, strayCloser, badContinue, misspeltKeyword, forWithoutComma, missingHeaderWord, assignmentAsValue,
	functionName, notLast, missingEnd, colonInTable, missingComma, tableAsStatement, valueAsStatement, loneExpression,
}

// nothingAfterDot matches "x = agent." at the end of a line. The parser takes the next line for the name.
func nothingAfterDot(f *fault) finding {
	for i := f.at - 1; i > f.at-8 && i > 0; i-- {
		if f.isAny(i, ".", ":") && f.startsLine(i+1) && f.kindOf(i-1) == nameTok && (i == f.at-1 || f.is(f.at, "=")) {
			return finding{i, "a name is missing after " + f.show(i), "write the field or function that is meant"}
		}
	}
	return finding{}
}

// hyphen matches names such as my-speed.
func hyphen(f *fault) finding {
	first := f.at - 1
	if f.is(f.at, "=") {
		for f.is(first-1, "-") && f.kindOf(first-2) == nameTok {
			first -= 2
		}
	}
	if f.kindOf(first) != nameTok {
		return finding{}
	}
	name, i := f.word(first), first+1
	for ; f.is(i, "-") && f.kindOf(i+1) == nameTok && f.toks[i-1].end == f.toks[i].start && f.toks[i].end == f.toks[i+1].start; i += 2 {
		name += "_" + f.word(i+1)
	}
	if i == first+1 || !f.isAny(i, "=", "(") && !f.isAny(first-1, "local", "function") {
		return finding{}
	}
	return finding{first, "a name has no -", "write " + clip(name)}
}

// missingEnd matches a missing end if the parser fails after the last end. That end belongs to an outer block,
// according to its indentation, but has closed an inner block.
func missingEnd(f *fault) finding {
	if top := f.top(); f.at == 0 || !f.is(f.at-1, "end") || top < 0 || f.isAny(top, "(", "[", "{") {
		return finding{}
	}
	block := f.guilty(-1)
	if block < 0 {
		return finding{}
	}
	hint := f.elseIfHint(block)
	if hint == "" {
		hint = fmt.Sprintf("the end on line %d closes it now, but is further left", f.toks[f.at-1].line)
	}
	return finding{block, fmt.Sprintf("%s is not closed: %s is missing", f.show(block), f.missing(block)), hint}
}

// notClosed matches a block or a bracket that is still open at the end of the file, or at the end of an outer
// construct.
func notClosed(f *fault) finding {
	top := f.top()
	if top < 0 {
		return finding{}
	}
	atEnd := f.kindOf(f.at) == eofTok
	if !atEnd && (!f.isAny(f.at, "end", "until", ")", "]", "}", "else", "elseif") || f.mayClose(top, f.at)) {
		return finding{}
	}
	if atEnd || !f.isAny(top, "(", "[", "{") {
		top = f.guilty(top)
	}
	msg := fmt.Sprintf("%s is not closed: %s is missing", f.show(top), f.missing(top))
	if !atEnd {
		msg = fmt.Sprintf("%s is not closed before %s on line %d: %s is missing", f.show(top), f.show(f.at), f.toks[f.at].line, f.missing(top))
	}
	return finding{top, msg, f.elseIfHint(0)}
}

func (f *fault) missing(opener int) string { return `"` + closers[f.word(opener)] + `"` }

// mayClose reports whether token i can end or divide the block of opener. If it can, the mistake is another one.
func (f *fault) mayClose(opener, i int) bool {
	return f.is(i, closers[f.word(opener)]) || f.is(opener, "if") && f.isAny(i, "else", "elseif")
}

// guilty returns the opener that lacks its end, according to the indentation. This is the opener of the first block
// whose end is further left than its first line. If there is no such block, guilty returns top.
func (f *fault) guilty(top int) int {
	var open []int
	for i := range f.at {
		if k := f.kindOf(i); k != keywordTok && k != opTok {
			continue
		}
		n := len(open)
		switch w := f.word(i); {
		case closers[w] != "":
			open = append(open, i)
		case n > 0 && closers[f.word(open[n-1])] == w:
			if f.startsLine(i) && f.toks[i].col < f.indent(open[n-1]) {
				return open[n-1]
			}
			open = open[:n-1]
		}
	}
	return top
}

// indent returns the column of the first token on the line of token i.
func (f *fault) indent(i int) int32 {
	for i > 0 && !f.startsLine(i) {
		i--
	}
	return f.toks[i].col
}

// elseIfHint looks for "else if" on one line among the tokens between from and the fault. This is the most frequent
// reason for a missing end.
func (f *fault) elseIfHint(from int) string {
	for i := from + 1; i < f.at; i++ {
		if f.is(i, "if") && f.is(i-1, "else") && f.toks[i].line == f.toks[i-1].line {
			return fmt.Sprintf("line %d has else if, which begins a second if with its own end: write elseif", f.toks[i].line)
		}
	}
	return ""
}

// strayCloser matches an end or a bracket that closes nothing.
func strayCloser(f *fault) finding {
	if f.top() >= 0 || !f.isAny(f.at, "end", "until", ")", "]", "}", "else", "elseif") {
		return finding{}
	}
	for i := f.at - 2; f.is(f.at, "end") && i >= 0; i-- {
		if f.is(i+1, "(") && f.meansFunction(i) {
			return f.unknownFunction(i)
		}
	}
	return finding{f.at, f.show(f.at) + " without a beginning", "remove it, or look for an end too many above"}
}

// badContinue matches a continue, which Lua does not have.
func badContinue(f *fault) finding {
	if f.kindOf(f.at-1) == nameTok && f.word(f.at-1) == "continue" {
		return finding{f.at - 1, "continue is not Lua", "put the rest of the loop into an if"}
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

// misspeltKeyword matches a fault that follows a name, if the name is similar to a keyword.
func misspeltKeyword(f *fault) finding {
	prev := f.at - 1
	if f.kindOf(prev) != nameTok || f.toks[prev].line != f.toks[max(f.at, 0)].line && f.kindOf(f.at) != eofTok {
		return finding{}
	}
	w := f.word(prev)
	if right := otherKeywords[w]; right != "" && f.kindOf(f.at) != opTok {
		return finding{prev, fmt.Sprintf("%q is not Lua here", w), "write " + right}
	}
	if len(w) < 4 || !f.startsLine(prev) && f.kindOf(f.at) == opTok {
		return finding{}
	}
	if right := misspelt(w, keywordList); right != "" {
		return finding{prev, fmt.Sprintf("unknown word %q", w), "did you mean " + right + "?"}
	}
	return finding{}
}

// misspeltFunction matches a misspelled word function. The parser takes the parameters for the arguments of a call,
// and fails at the body.
func misspeltFunction(f *fault) finding {
	if f.at == 0 || !f.is(f.at-1, ")") || f.kindOf(f.at) != nameTok && f.kindOf(f.at) != keywordTok {
		return finding{}
	}
	open := f.at - 1
	for depth := 1; depth > 0 && open > 0; {
		switch open--; {
		case f.is(open, ")"):
			depth++
		case f.is(open, "("):
			depth--
		}
	}
	if open == 0 || !f.meansFunction(open-1) {
		return finding{}
	}
	return f.unknownFunction(open - 1)
}

// meansFunction reports whether token i is a name that is similar to the word function.
func (f *fault) meansFunction(i int) bool {
	return f.kindOf(i) == nameTok && misspelt(f.word(i), []string{"function"}) != ""
}

func (f *fault) unknownFunction(i int) finding {
	return finding{i, fmt.Sprintf("unknown word %q", f.word(i)), "did you mean function?"}
}

// misspeltEnd holds misspellings of "end". A test of similarity is not reliable for such a short word.
var misspeltEnd = []string{"edn", "ned", "nd", "en", "endd", "ende", "End", "END"}

// keywordList holds the keywords that are long enough for a test of similarity.
var keywordList = []string{"function", "return", "elseif", "repeat", "until", "while", "local", "break", "then", "else"}

// MisspeltKeyword returns the keyword that was probably meant by a name, or "".
func MisspeltKeyword(name string) string { return misspelt(name, keywordList) }

// braceBlock matches "if (x) { ... }", "function f() { ... }" and "else { ... }".
func braceBlock(f *fault) finding {
	found := finding{msg: `unexpected "{"`, hint: "Lua blocks have no braces: if ... then ... end, while ... do ... end, function f() ... end"}
	for _, i := range []int{f.at, f.top()} {
		if f.is(i, "{") && (f.isAny(i-1, "else", "do", "then") || f.is(i-1, ")") && f.is(f.header(i), "function")) {
			found.tok = i
			return found
		}
	}
	// In "if (x) { t.y = 1 }", the parser takes the braces for a table, and fails at the assignment.
	if top := f.top(); f.is(f.at, "=") && f.is(f.at-2, ".") && f.is(top, "{") && f.is(top-1, ")") {
		if h := f.header(top); headerWords[f.word(h)] != "" && f.kindOf(h) == keywordTok {
			found.tok = top
			found.hint = fmt.Sprintf("write %s instead of {, and end instead of }", headerWords[f.word(h)])
			return found
		}
	}
	h := f.header(f.at)
	if headerWords[f.word(h)] == "" || f.kindOf(h) != keywordTok {
		return finding{}
	}
	for i := h + 1; i <= f.at; i++ {
		// After a name, the parser accepts a table as the argument of a call. After any other operand, as in "if x
		// == 3 {", it fails at the brace.
		if f.is(i, "{") && (f.is(i-1, ")") || i == f.at && f.endsOperand(i-1)) {
			found.tok = i
			found.hint = fmt.Sprintf("write %s instead of {, and end instead of }", headerWords[f.word(h)])
			return found
		}
	}
	return finding{}
}

// headerWords maps the first word of a statement to the word that must follow its condition.
var headerWords = map[string]string{"if": "then", "elseif": "then", "while": "do", "for": "do"}

// missingHeaderWord matches "if x y() end" and "while x then ... end".
func missingHeaderWord(f *fault) finding {
	h := f.header(f.at)
	want := headerWords[f.word(h)]
	if f.is(h, "in") {
		h, want = f.header(h), "do"
	}
	if want == "" || f.kindOf(h) != keywordTok || f.wantsOperand(f.at-1) || !f.endsOperand(f.at-1) {
		return finding{}
	}
	if f.kindOf(f.at) == opTok && !f.startsLine(f.at) {
		return finding{}
	}
	if hint := f.unexpectedHint(); hint != "" && f.kindOf(f.at) == nameTok {
		return f.unexpected()
	}
	of := "condition"
	if f.is(h, "for") {
		of = "values"
	}
	found := finding{f.at, fmt.Sprintf("%q is missing after the %s of %q on line %d", want, of, f.word(h), f.toks[h].line), ""}
	if f.isAny(f.at, "do", "then") {
		found.hint = fmt.Sprintf("write %s instead of %s", want, f.word(f.at))
	}
	return found
}

// assignmentAsValue matches "if x = 1 then", "f(x = 1)" and "f() = 1".
func assignmentAsValue(f *fault) finding {
	if !f.is(f.at, "=") {
		return finding{}
	}
	h := f.header(f.at)
	if found := f.keyBehindReturn(h); found.msg != "" {
		return found
	}
	switch {
	case f.isAny(h, "if", "elseif", "while", "until", "return"):
		return finding{f.at, `"=" assigns and is not possible in an expression`, "to compare write =="}
	case f.is(h, "("):
		return finding{f.at, `"=" is not possible inside "("`, "to compare write ==; named values go into a table: f{x = 1}"}
	case f.is(f.at-1, "]") || f.is(f.at-1, ")"):
		return finding{f.at, "a value cannot be assigned to a call", "assign to a variable or a field"}
	}
	return finding{}
}

// keyBehindReturn matches { a = function() return 1, b = 2 }, in which the function is not closed.
func (f *fault) keyBehindReturn(h int) finding {
	fn := f.top()
	if !f.is(h, "return") || f.kindOf(f.at-1) != nameTok || !f.is(f.at-2, ",") || !f.startsLine(f.at-1) || !f.is(fn, "function") || !f.is(f.opener(fn), "{") {
		return finding{}
	}
	return finding{fn, fmt.Sprintf("%s is not closed: %s is missing", f.show(fn), f.missing(fn)),
		fmt.Sprintf("write end before the comma on line %d", f.toks[f.at-2].line)}
}

// keywordAsName matches "local end = 1", "x.end" and "{ end = 1 }".
func keywordAsName(f *fault) finding {
	if f.kindOf(f.at) != keywordTok {
		return finding{}
	}
	w := f.word(f.at)
	msg := fmt.Sprintf("%q is a word of Lua and cannot be a name", w)
	switch {
	case f.is(f.at-1, ":") && f.inTableKey(f.at-1):
		return f.keyWithColon(f.at - 1)
	case f.is(f.at-1, ".") || f.is(f.at-1, ":"):
		return finding{f.at, msg, fmt.Sprintf(`write ["%s"] instead of %s%s`, w, f.word(f.at-1), w)}
	case f.is(f.top(), "{") && f.is(f.at+1, "="):
		return finding{f.at, msg, fmt.Sprintf(`write ["%s"] = `, w)}
	case f.isAny(f.at-1, "local", "goto", "for") || f.is(f.at-1, "function") || f.is(f.at+1, "="):
		return finding{f.at, msg, "choose another name"}
	}
	return finding{}
}

// functionName matches "local function M.f()", and "function ()" at the beginning of a statement.
func functionName(f *fault) finding {
	switch {
	case f.isAny(f.at, ".", ":") && f.is(f.at-2, "function") && f.is(f.at-3, "local"):
		return finding{f.at - 3, "a function in a table cannot be local", fmt.Sprintf("write function %s%s...", f.word(f.at-1), f.word(f.at))}
	case f.is(f.at, "(") && f.is(f.at-1, "function"):
		return finding{f.at - 1, "the function has no name", "write local function name(...) or name = function(...)"}
	}
	return finding{}
}

// notLast matches code after return or break in the same block.
func notLast(f *fault) finding {
	if f.kindOf(f.at) == eofTok || f.isAny(f.at, "=", ".") {
		return finding{}
	}
	h := f.header(f.at)
	last := f.endsOperand(f.at-1) || f.is(f.at-1, ";") || h == f.at-1
	if !f.isAny(h, "return", "break") || !last || f.toks[f.at].line == f.toks[h].line && f.kindOf(f.at) != keywordTok && !f.is(f.at-1, ";") {
		return finding{}
	}
	if top := f.top(); f.startsLine(f.at) && top >= 0 && f.toks[f.at].col < f.indent(h) && top < h && f.isAny(top, "if", "function", "do") {
		return finding{top, fmt.Sprintf("%s is not closed: %s is missing", f.show(top), f.missing(top)),
			fmt.Sprintf("write end before line %d, which is further left than the %s above it", f.toks[f.at].line, f.word(h))}
	}
	hint := "to leave early write do " + f.word(h) + " end"
	if f.top() < 0 {
		hint = fmt.Sprintf("a file ends with its return: move %s above line %d", f.defined(f.at), f.toks[h].line)
	}
	return finding{h, fmt.Sprintf("%s must be the last statement of its block; %s follows on line %d", f.word(h), f.show(f.at), f.toks[f.at].line), hint}
}

// defined returns the name of the function or local that begins at token i, or a phrase for any other statement.
func (f *fault) defined(i int) string {
	for f.isAny(i, "local", "function") {
		i++
	}
	if f.kindOf(i) != nameTok || f.at == i {
		return "what follows"
	}
	name := f.word(i)
	for ; f.isAny(i+1, ".", ":") && f.kindOf(i+2) == nameTok; i += 2 {
		name += f.word(i+1) + f.word(i+2)
	}
	return name
}

// colonInTable matches "{ x: 1 }".
func colonInTable(f *fault) finding {
	top := f.top()
	if !f.is(top, "{") {
		return finding{}
	}
	for _, i := range []int{f.at, f.at - 1, f.at - 2} {
		if f.inTableKey(i) {
			return f.keyWithColon(i)
		}
	}
	return finding{}
}

// inTableKey reports whether token i is a colon after the key of a table.
func (f *fault) inTableKey(i int) bool {
	return f.is(i, ":") && f.kindOf(i-1) != opTok && (f.is(i-2, "{") || f.isAny(i-2, ",", ";"))
}

func (f *fault) keyWithColon(i int) finding {
	found := finding{i, `unexpected ":" in a table`, "write name = value"}
	key := f.word(i - 1)
	if f.kindOf(i-1) == stringTok {
		key = "[" + clip(key) + "]"
	}
	switch value := f.span(i+1, i+1); {
	case f.is(i+1, "function"):
		found.hint = "write " + key + " = function(...) ... end"
	case value != "" && f.kindOf(i+1) != eofTok && f.toks[i+1].line == f.toks[i].line && !f.isAny(i+1, "{", "("):
		found.hint = "write " + key + " = " + value
	default:
		found.hint = "write " + key + " = ..."
	}
	return found
}

// missingComma matches "{ a = 1 b = 2 }" and "f(a b)".
func missingComma(f *fault) finding {
	top := f.top()
	if !f.isAny(top, "{", "(", "[") || !f.endsOperand(f.at-1) || f.kindOf(f.at) == opTok && !f.isAny(f.at, "{", "[", "(") {
		return finding{}
	}
	if f.is(top, "{") {
		return finding{f.at, fmt.Sprintf("a comma is missing before %s", f.show(f.at)), fmt.Sprintf("the table begins on line %d", f.toks[top].line)}
	}
	if f.toks[f.at].line != f.toks[top].line {
		return finding{top, fmt.Sprintf("%s is not closed: %s is missing", f.show(top), f.missing(top)), ""}
	}
	return finding{f.at, fmt.Sprintf("a comma or %s is missing before %s", f.missing(top), f.show(f.at)), ""}
}

// tableAsStatement matches a table of a behavior without return.
func tableAsStatement(f *fault) finding {
	if !f.is(f.at, "{") || f.top() >= 0 || !f.startsLine(f.at) {
		return finding{}
	}
	return finding{f.at, "a table alone is not a statement", "write return before it"}
}

// valueAsStatement matches expressions in the place of a statement, such as "agent.x < 3" and "not agent.x". The
// parser takes the first operand for the beginning of an assignment or a call, and fails at the operator.
func valueAsStatement(f *fault) finding {
	first := f.at
	switch {
	case f.isAny(f.at, "==", "~=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "^", "..", "and", "or"):
		first = f.operandStart(f.at - 1)
	case !f.isAny(f.at, "not", "#"):
		return finding{}
	}
	if first < 0 || !f.startsStatement(first) || f.isAny(f.top(), "(", "[", "{") {
		return finding{}
	}
	found := finding{first, "a value alone is not a statement", "write return before it"}
	if f.is(f.at, "==") {
		found.hint += "; to assign write ="
	}
	return found
}

// operandStart returns the first token of the operand that ends at token i. For a.b(c)[d] this is a.
func (f *fault) operandStart(i int) int {
	for i > 0 {
		switch {
		case f.kindOf(i) == nameTok && f.isAny(i-1, ".", ":"):
			i -= 2
		case f.isAny(i, ")", "]") && f.canBeCalled(f.opening(i)-1):
			i = f.opening(i) - 1
		case f.isAny(i, ")", "]"):
			return f.opening(i)
		default:
			return i
		}
	}
	return i
}

// startsStatement reports whether a statement may begin at token i.
func (f *fault) startsStatement(i int) bool {
	return f.startsLine(i) || f.isAny(i-1, "then", "do", "else", "repeat", ";") || f.is(i-1, ")") && f.is(f.header(i), "function")
}

// loneExpression matches a value in the place of a statement, which is not used.
func loneExpression(f *fault) finding {
	if f.text != "parse error" || f.at == 0 {
		return finding{}
	}
	prev := f.at - 1
	switch {
	case f.kindOf(prev) == nameTok:
		first, path := prev, f.word(prev)
		for f.is(first-1, ".") && f.kindOf(first-2) == nameTok {
			first -= 2
			path = f.word(first) + "." + path
		}
		if !f.startsStatement(first) {
			first, path = prev, f.word(prev)
		}
		return finding{first, fmt.Sprintf(`"%s" alone is not a statement`, clip(path)), f.statementHint(clip(path))}
	case f.endsOperand(prev):
		return finding{prev, "a value alone is not a statement", "assign it, or call a function with it"}
	}
	return finding{}
}

func (f *fault) statementHint(w string) string {
	if slices.Contains(misspeltEnd, w) {
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
