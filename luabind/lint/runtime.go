package lint

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// PosOf returns the place of a runtime error that gopher-lua reports at a line:
// the token that its message is about if only one on the line fits, else the
// first character that is not blank. message may have anything around it.
func (s *Script) PosOf(line int, message string) diag.Pos {
	e, ok := s.errorLine(line)
	if !ok {
		return diag.Pos{File: s.Path, Line: max(line, 0)}
	}
	for _, c := range causes {
		if m := c.message.FindStringSubmatch(message); m != nil {
			if tok := c.find(e, m); tok >= 0 {
				return s.src.pos(tok)
			}
			break
		}
	}
	return s.src.pos(e.from)
}

// errorLine returns a line of the file on which something went wrong; ok is false if there
// is nothing on it.
func (s *Script) errorLine(line int) (e lineError, ok bool) {
	e = lineError{s.src, s.src.firstOnLine(line), s.src.firstOnLine(line + 1)}
	e.to = min(e.to, len(s.src.toks)-1) // not the end of the file
	return e, line >= 1 && e.from < e.to
}

// lineError is a line, tokens from to to, on which something went wrong.
type lineError struct {
	*source
	from, to int
}

// causes are the messages of gopher-lua that name their cause, and how to find
// its token; -1 if several or none fit.
var causes = []struct {
	message *regexp.Regexp
	find    func(e lineError, m []string) int
}{
	{regexp.MustCompile(`attempt to index a non-table object\([^)]*\) with key '([^']*)'`), lineError.indexed},
	{regexp.MustCompile(`attempt to call a non-function object`), lineError.called},
	{regexp.MustCompile(`attempt to compare (\w+) with (\w+)`), lineError.compared},
	{regexp.MustCompile(`cannot perform (\w+) operation between (\w+) and (\w+)`), lineError.calculated},
	{regexp.MustCompile(`__unm undefined`), func(e lineError, _ []string) int { return e.operandOf("-") }},
	{regexp.MustCompile(`__len undefined`), func(e lineError, _ []string) int { return e.operandOf("#") }},
	{regexp.MustCompile(`bad argument #(\d+) to (\w+)`), lineError.argument},
	{regexp.MustCompile(`for statement (init|limit|step) must be`), lineError.loopValue},
}

// only returns the one token of the line that fits, or -1.
func (e lineError) only(fits func(i int) bool) int {
	found := -1
	for i := e.from; i < e.to; i++ {
		if !fits(i) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// indexed finds what was no table: the word before .key, :key or [key].
func (e lineError) indexed(m []string) int {
	at := e.only(func(i int) bool {
		return e.isAny(i, ".", ":") && e.word(i+1) == m[1] || e.is(i, "[") && e.endsOperand(i-1) && e.literalText(i+1) == m[1]
	})
	if at < 0 {
		at = e.only(func(i int) bool { return e.is(i, "[") && e.endsOperand(i-1) && e.kindOf(i+1) != stringTok })
	}
	return e.before(at)
}

// literalText returns a number or the content of a plain string in quotes, or "".
func (e lineError) literalText(i int) string {
	switch e.kindOf(i) {
	case stringTok:
		return strings.Trim(e.word(i), `"'`)
	case numberTok:
		return e.word(i)
	}
	return ""
}

// before returns the word in front of the operator at, which ends the operand;
// if that is a bracket, the operator itself.
func (e lineError) before(at int) int {
	if e.kindOf(at-1) == nameTok {
		return at - 1
	}
	return at
}

func (e lineError) isCall(i int) bool {
	if i == 0 || !e.endsOperand(i-1) || e.isAny(i-1, "nil", "true", "false") || e.kindOf(i-1) == numberTok {
		return false
	}
	parameters := e.is(i-2, "function") || e.isAny(i-2, ".", ":") && e.inFunctionName(i-1)
	return (e.isAny(i, "(", "{") || e.kindOf(i) == stringTok) && !parameters
}

// inFunctionName tells whether token i ends the name in function a.b:c.
func (e lineError) inFunctionName(i int) bool {
	for e.kindOf(i) == nameTok && e.isAny(i-1, ".", ":") {
		i -= 2
	}
	return e.is(i-1, "function")
}

// CallPos returns the place of the one call of space.name on a line; ok is false if there is
// none, or several.
func (s *Script) CallPos(line int, space, name string) (at diag.Pos, ok bool) {
	e, ok := s.errorLine(line)
	if !ok {
		return at, false
	}
	tok := e.only(func(i int) bool {
		return e.word(i) == space && e.is(i+1, ".") && e.word(i+2) == name && e.isCall(i+3)
	})
	if tok < 0 {
		return at, false
	}
	return s.src.pos(tok), true
}

func (e lineError) called([]string) int { return e.before(e.only(e.isCall)) }

// compared finds the operand that is nil, or else the operator. gopher-lua
// swaps the operands of > and >=.
func (e lineError) compared(m []string) int {
	at := e.only(func(i int) bool { return e.isAny(i, "<", ">", "<=", ">=") })
	if at < 0 {
		return -1
	}
	left, right := m[1], m[2]
	if e.isAny(at, ">", ">=") {
		left, right = right, left
	}
	return e.side(at, left == "nil", right == "nil")
}

// symbols are gopher-lua's names of the operators.
var symbols = map[string]string{
	"add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "pow": "^", "concat": "..",
}

func (e lineError) calculated(m []string) int {
	symbol := symbols[m[1]]
	at := e.only(func(i int) bool { return e.is(i, symbol) && e.endsOperand(i-1) })
	if at < 0 {
		return -1
	}
	bad := func(kind string) bool { return kind != "number" && kind != "string" }
	return e.side(at, bad(m[2]), bad(m[3]))
}

// side returns the last word of the operand to the left or to the right of an
// operator if just that one is bad, else the operator.
func (e lineError) side(at int, left, right bool) int {
	switch {
	case left && !right:
		return e.before(at)
	case right && !left && e.kindOf(at+1) == nameTok:
		return e.lastOfPath(at + 1)
	}
	return at
}

// lastOfPath returns the last name of a.b.c, which begins at i; i itself if the
// path goes on in another way.
func (e lineError) lastOfPath(i int) int {
	last := i
	for e.is(last+1, ".") && e.kindOf(last+2) == nameTok {
		last += 2
	}
	if e.isAny(last+1, "(", "[", "{", ":") {
		return i
	}
	return last
}

func (e lineError) operandOf(symbol string) int {
	at := e.only(func(i int) bool { return e.is(i, symbol) && !e.endsOperand(i-1) })
	if at >= 0 && e.kindOf(at+1) == nameTok {
		return e.lastOfPath(at + 1)
	}
	return at
}

// argument finds an argument of the one call of a function of that name.
func (e lineError) argument(m []string) int {
	at := e.only(func(i int) bool { return e.word(i) == m[2] && e.isCall(i+1) })
	n, err := strconv.Atoi(m[1])
	if at < 0 || err != nil || n < 1 || !e.is(at+1, "(") {
		return at
	}
	return e.nth(at+2, n, at)
}

// nth returns the first token of the n-th of the values, divided by commas,
// that begin at token i; otherwise if there are fewer on the line.
func (e lineError) nth(i, n, otherwise int) int {
	depth := 0
	for ; i < e.to && depth >= 0; i++ {
		if n == 1 && depth == 0 && !e.isAny(i, ")", "do") {
			return i
		}
		switch {
		case e.isAny(i, "(", "[", "{"):
			depth++
		case e.isAny(i, ")", "]", "}"):
			depth--
		case e.is(i, ",") && depth == 0:
			n--
		}
	}
	return otherwise
}

func (e lineError) loopValue(m []string) int {
	at := e.only(func(i int) bool { return e.is(i, "for") && e.is(i+2, "=") })
	if at < 0 {
		return -1
	}
	return e.nth(at+3, map[string]int{"init": 1, "limit": 2, "step": 3}[m[1]], at)
}
