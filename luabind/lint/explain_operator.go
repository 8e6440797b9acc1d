package lint

import (
	"regexp"
	"slices"
	"strings"
)

// operator returns the operator of the mistake, -1 if it is not found. If an operand is to blame, it is the one in
// front of that, or behind it, where the strength of the operators tells.
func (e explainer) operator() int {
	if e.is(e.at, e.m.Op) && e.endsOperand(e.at-1) {
		return e.at
	}
	first, last := e.termBefore(e.at+1), e.at
	for e.is(first-1, "(") && e.is(last+1, ")") && !e.canBeCalled(first-2) {
		first, last = first-1, last+1
	}
	sides := []int{first - 1, last + 1}
	if slices.Contains(joinsRight, e.m.Op) {
		slices.Reverse(sides)
	}
	for _, i := range sides {
		if e.is(i, e.m.Op) && e.endsOperand(i-1) {
			return i
		}
	}
	return -1
}

// operands returns both sides of an operator with their types.
func (e explainer) operands(at int) [2]side {
	left, right := e.sideBefore(at), e.sideFrom(at)
	left.kind, right.kind = e.m.Kinds[0], e.m.Kinds[1]
	return [2]side{left, right}
}

// comparison says what was compared, in the order of the source.
func (e explainer) comparison() finding {
	at := e.operator()
	if at < 0 {
		return nothing
	}
	s := e.operands(at)
	found := finding{tok: e.side(at, s[0].kind == "nil", s[1].kind == "nil"),
		msg: "attempt to compare " + described(s[0].text, s[0].kind) + " with " + described(s[1].text, s[1].kind)}
	for _, x := range s {
		switch {
		case x.kind == "nil":
			found.hint = e.otherwise(x, "0")
		case x.kind == "string" && plainNumber.MatchString(x.text):
			found.hint = "write " + strings.Trim(x.text, `"'`) + " without quotes"
		}
		if found.hint != "" {
			break
		}
	}
	return found
}

// plainNumber matches a number that stands in quotes.
var plainNumber = regexp.MustCompile(`^(["'])-?\d+(\.\d+)?["']$`)

// calculation says what was to be calculated.
func (e explainer) calculation() finding {
	at := e.operator()
	if at < 0 {
		return nothing
	}
	s, symbol := e.operands(at), e.m.Op
	text := func(kind string) bool { return kind == "number" || kind == "string" }
	both := text(s[0].kind) && text(s[1].kind)
	unfit := func(kind string) bool { return !text(kind) || both && kind == "string" }
	found := finding{tok: e.side(at, unfit(s[0].kind), unfit(s[1].kind)),
		msg: "cannot calculate " + described(s[0].text, s[0].kind) + " " + symbol + " " + described(s[1].text, s[1].kind)}
	for i, x := range s {
		if unfit(x.kind) && found.hint == "" {
			found.hint = e.unfit(x, symbol, neutral(symbol, i))
		}
	}
	return found
}

// side returns the last word of the operand to the left or to the right of an
// operator if just that one is bad, else the operator.
func (e explainer) side(at int, left, right bool) int {
	switch {
	case left && !right && e.kindOf(at-1) == nameTok:
		return at - 1
	case right && !left && e.kindOf(at+1) == nameTok:
		return e.lastOfPath(at + 1)
	}
	return at
}

// neutral is what to calculate with instead of nil, on one side of an operator. Nothing may
// be divided by 0.
func neutral(symbol string, side int) string {
	switch {
	case symbol == "..":
		return `""`
	case side == 1 && (symbol == "/" || symbol == "%"):
		return "1"
	}
	return "0"
}

// unfit says what to do about a side that an operator cannot take.
func (e explainer) unfit(x side, symbol, neutral string) string {
	switch {
	case x.kind == "nil":
		return e.otherwise(x, neutral)
	case x.kind == "string" && symbol == "+":
		return "+ adds numbers; texts are joined by .."
	case x.kind == "string":
		return symbol + " is for numbers, and this text is none"
	case x.kind == "function" && x.text != "":
		return "to call it, write " + x.text + "()"
	case symbol == ".." && x.kind == "boolean" && x.text != "":
		return "write tostring(" + x.text + ")"
	case symbol == ".." && x.kind == "table":
		return "of a table name the entry that is meant, or write table.concat for a list"
	}
	return ""
}
