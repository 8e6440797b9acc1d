package btcpp

import (
	"slices"

	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// formula is a parsed expression.
type formula struct {
	op   string // an operator, or one of the following
	text string // of a name or a literal
	args []*formula
	ops  []string // of a chain
}

const (
	nameOp   = "name"
	numberOp = "number"
	textOp   = "text"
	boolOp   = "bool"
	groupOp  = "()"
	negateOp = "neg"
	chainOp  = "chain" // comparisons such as a < b < c, which only scripts have
)

// maxNested is the largest number of brackets and prefixes around a part of an expression.
const maxNested = 100

// parser parses expressions of a language.
type parser struct {
	*language
	list   []word
	nested int
}

// parse parses an expression. If it has a construct that cannot be translated, the error names it.
func (l *language) parse(source string) (*formula, error) {
	p, err := l.parser(source)
	if err != nil {
		return nil, err
	}
	f, err := p.expression(0)
	if err == nil && len(p.list) > 0 {
		err = p.unexpected()
	}
	return f, err
}

func (l *language) parser(source string) (*parser, error) {
	if len(source) > trees.MaxLineLength {
		return nil, message.ExpressionTooLargeTerm()
	}
	list, err := l.words(source)
	return &parser{language: l, list: list}, err
}

func (p *parser) next() word {
	w := p.list[0]
	p.list = p.list[1:]
	return w
}

// at reports whether the next word is a symbol.
func (p *parser) at(symbol string) bool {
	return len(p.list) > 0 && p.list[0] == word{symbolWord, symbol}
}

// unexpected returns the error for the next word if it is after a value and not an operator.
func (p *parser) unexpected() error {
	switch {
	case len(p.list) == 0:
		return message.IncompleteExpressionTerm()
	case p.list[0].kind != symbolWord:
		return message.TwoValuesTerm()
	case p.at("("):
		return message.CallTerm()
	case p.at(")"):
		return message.StrayBracketTerm()
	}
	return message.OtherOperatorTerm(p.list[0].text)
}

func isComparison(op string) bool {
	return slices.Contains([]string{"==", "!=", "<", ">", "<=", ">="}, op)
}

// expression parses an expression whose operators bind at least as strongly as level.
func (p *parser) expression(level int) (*formula, error) {
	left, err := p.operand()
	for err == nil && len(p.list) > 0 && p.list[0].kind == symbolWord {
		op := p.operator(p.list[0].text)
		binds, known := p.levels[op]
		if !known || binds < level {
			break
		}
		p.next()
		var right *formula
		switch {
		case op == "?":
			return p.choice(left)
		case isComparison(op):
			left, err = p.comparison(left, op)
			continue
		case op == ".." && p.isLua:
			right, err = p.expression(binds)
		default:
			right, err = p.expression(binds + 1)
		}
		left = &formula{op: op, args: []*formula{left, right}}
	}
	return left, err
}

// choice parses the rest of condition ? a : b.
func (p *parser) choice(condition *formula) (*formula, error) {
	yes, err := p.expression(0)
	switch {
	case err != nil:
		return nil, err
	case !p.at(":"):
		return nil, p.unexpected()
	}
	p.next()
	no, err := p.expression(p.levels["?"])
	return &formula{op: "?", args: []*formula{condition, yes, no}}, err
}

// comparison parses the rest of a comparison, or of several in a row.
func (p *parser) comparison(left *formula, op string) (*formula, error) {
	f := &formula{op: op, args: []*formula{left}}
	for {
		right, err := p.expression(p.levels[op] + 1)
		if err != nil {
			return nil, err
		}
		f.args, f.ops = append(f.args, right), append(f.ops, op)
		if len(p.list) == 0 || p.list[0].kind != symbolWord || !isComparison(p.operator(p.list[0].text)) {
			return f, nil
		}
		if p.isLua {
			return nil, message.TwoComparisonsTerm()
		}
		op = p.next().text
		f.op = chainOp
	}
}

// operand parses a value with its prefixes.
func (p *parser) operand() (*formula, error) {
	if len(p.list) == 0 {
		return nil, message.IncompleteExpressionTerm()
	}
	if p.nested++; p.nested > maxNested {
		return nil, message.ExpressionTooLargeTerm()
	}
	defer func() { p.nested-- }()
	w := p.next()
	switch w.kind {
	case textWord:
		return &formula{op: textOp, text: w.text}, nil
	case numberWord:
		return &formula{op: numberOp, text: w.text}, nil
	case nameWord:
		if w.text == "true" || w.text == "false" {
			return &formula{op: boolOp, text: w.text}, nil
		}
		return &formula{op: nameOp, text: w.text}, nil
	}
	switch p.operator(w.text) {
	case "(":
		f, err := p.expression(0)
		switch {
		case err != nil:
			return nil, err
		case !p.at(")"):
			return nil, p.unexpected()
		}
		p.next()
		return &formula{op: groupOp, args: []*formula{f}}, nil
	case ")":
		return nil, message.StrayBracketTerm()
	case "!":
		f, err := p.expression(p.prefix)
		return &formula{op: "!", args: []*formula{f}}, err
	case "-":
		f, err := p.expression(p.prefix)
		return &formula{op: negateOp, args: []*formula{f}}, err
	}
	return nil, message.MisplacedOperatorTerm(w.text)
}

// bare returns a formula without the brackets around it.
func (f *formula) bare() *formula {
	for f.op == groupOp {
		f = f.args[0]
	}
	return f
}

// names adds the names in a formula to a list.
func (f *formula) names(list []string) []string {
	if f.op == nameOp {
		return append(list, f.text)
	}
	for _, arg := range f.args {
		list = arg.names(list)
	}
	return list
}

// assignment is a statement of a script.
type assignment struct {
	key   string
	value *formula // for a += 1, it is a + 1
}

// statements parses a script that only assigns values to keys. If it has a construct that cannot be translated, the
// error names it.
func statements(source string) (list []assignment, err error) {
	p, err := script.parser(source)
	if err != nil {
		return nil, err
	}
	for first := true; first || len(p.list) > 0; first = false {
		if len(p.list) < 2 || p.list[0].kind != nameWord || p.list[1].kind != symbolWord {
			return nil, message.NoAssignmentTerm()
		}
		key, sign := p.next().text, p.next().text
		if sign != "=" && !slices.Contains([]string{":=", "+=", "-=", "*=", "/="}, sign) {
			return nil, message.NoAssignmentTerm()
		}
		f, err := p.expression(0)
		if err != nil {
			return nil, err
		}
		if sign != "=" && sign != ":=" {
			f = &formula{op: sign[:1], args: []*formula{{op: nameOp, text: key}, f}}
		}
		list = append(list, assignment{key, f})
		if len(p.list) > 0 && !p.at(";") && p.list[0].kind == symbolWord {
			return nil, p.unexpected()
		}
		for p.at(";") {
			p.next()
		}
	}
	return list, nil
}
