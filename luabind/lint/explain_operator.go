package lint

import (
	"regexp"
	"strings"
)

// operation is an operator of the line with two sides of the types that an error speaks of.
type operation struct {
	at          int
	left, right side
	kinds       [2]string
}

// sides returns both sides with their types.
func (o operation) sides() [2]side {
	o.left.kind, o.right.kind = o.kinds[0], o.kinds[1]
	return [2]side{o.left, o.right}
}

// operations returns where an operator of the line may have had values of two types; kinds
// tells them in the order of the source.
func (e explainer) operations(symbols []string, kinds func(at int) [2]string) []operation {
	var list []operation
	for i := e.from; i < e.to; i++ {
		if !e.isAny(i, symbols...) || !e.endsOperand(i-1) {
			continue
		}
		o := operation{i, e.sideBefore(i), e.sideFrom(i), kinds(i)}
		if e.mayBe(o.left, o.kinds[0]) && e.mayBe(o.right, o.kinds[1]) {
			list = append(list, o)
		}
	}
	return list
}

// mayBe tells whether one side of an operator can be of a type.
func (e explainer) mayBe(x side, kind string) bool {
	if x.kind != "" {
		return x.kind == kind
	}
	if o := e.of(x.extent); o.sort == ofAgent {
		return o.has == (kind != "nil")
	}
	return true
}

// theOne returns what is found of each operation if that is the same of all.
func theOne(list []operation, tell func(o operation) finding) finding {
	found := nothing
	for i, o := range list {
		f := tell(o)
		if i > 0 && (f.msg != found.msg || f.hint != found.hint) {
			return nothing
		}
		if i == 0 {
			found = f
		}
	}
	return found
}

// comparison says what was compared, in the order of the source.
func (e explainer) comparison(m []string) finding {
	if e.sorts() {
		return nothing
	}
	list := e.operations([]string{"<", ">", "<=", ">="}, func(at int) [2]string {
		if e.isAny(at, ">", ">=") {
			return [2]string{m[2], m[1]}
		}
		return [2]string{m[1], m[2]}
	})
	return theOne(list, e.compared)
}

func (e explainer) compared(o operation) finding {
	s := o.sides()
	found := finding{tok: e.side(o.at, s[0].kind == "nil", s[1].kind == "nil"),
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

// sorts tells whether the line calls table.sort, which compares too.
func (e explainer) sorts() bool {
	for i := e.from; i < e.to; i++ {
		if e.word(i) == "sort" {
			return true
		}
	}
	return false
}

// plainNumber matches a number that stands in quotes.
var plainNumber = regexp.MustCompile(`^(["'])-?\d+(\.\d+)?["']$`)

// calculation says what was to be calculated.
func (e explainer) calculation(m []string) finding {
	list := e.operations([]string{symbols[m[1]]}, func(int) [2]string { return [2]string{m[2], m[3]} })
	return theOne(list, e.calculated)
}

func (e explainer) calculated(o operation) finding {
	s, symbol := o.sides(), e.word(o.at)
	text := func(kind string) bool { return kind == "number" || kind == "string" }
	both := text(s[0].kind) && text(s[1].kind)
	unfit := func(kind string) bool { return !text(kind) || both && kind == "string" }
	found := finding{tok: e.side(o.at, unfit(s[0].kind), unfit(s[1].kind)),
		msg: "cannot calculate " + described(s[0].text, s[0].kind) + " " + symbol + " " + described(s[1].text, s[1].kind)}
	for i, x := range s {
		if unfit(x.kind) && found.hint == "" {
			found.hint = e.unfit(x, symbol, neutral(symbol, i))
		}
	}
	return found
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
