package trees

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
)

// computed parses a value that is computed: an expression in parentheses, or a bare name, which is the short form of an
// expression that is this name. The key is that of the parameter, or "" for a positional one.
func (l lineParser) computed(n *Node, key string) (a Arg, ok bool) {
	s := l.s
	word := s.run()
	a.Pos = s.pos()
	switch {
	case s.peek(0) == '(' && !n.Override && !n.computes(key):
		return a, l.failComputed(n, key)
	case s.peek(0) == '{':
		a.Expr = &Guard{Source: s.text[s.off:l.tableEnd()], Pos: s.pos()}
		if ok = newExprScanner(s).table(); !ok {
			return a, false
		}
	case s.peek(0) == '(':
		if a.Expr, ok = newExprScanner(s).parenthesized(); !ok {
			return a, false
		}
		if s.peek(0) == ')' {
			return a, s.fail(s.off, message.StrayBracket(")", "("))
		}
	case !isKey(word), s.peek(len(word)) == '(':
		return a, l.failCalculation(n, s.off)
	default:
		a.Expr = &Guard{Source: word, Pos: s.pos()}
		s.off += len(word)
	}
	if l.isRef(a.Expr.Source) {
		a.Value, a.Ref, a.Expr = value.String(a.Expr.Source), true, nil
	}
	return a, true
}

// atComputed reports whether an expression is at the cursor, or what was meant as one. The name of a field alone is none where
// any literal may be, since a text without its quotes is a common mistake there.
func (l lineParser) atComputed(n *Node, key string) bool {
	s := l.s
	word := s.run()
	if !isKey(word) || n.isBare(key, 0, word) {
		return isOperand(word) || l.atComputedTable()
	}
	after := *s
	after.off += len(word)
	after.space()
	return after.atCalculation()
}

// atComputedTable reports whether a table at the cursor has entries that are computed, so that it is an expression and no
// literal.
func (l lineParser) atComputedTable() bool {
	ahead := *l.s
	ahead.out = &reporter{file: l.s.out.file}
	if ahead.peek(0) != '{' {
		return false
	} else if _, ok := ahead.value(0); ok {
		return false
	}
	first := ahead.out.list[0]
	rest := l.s.text[byteOffset(l.s.text, first.Pos.Col):]
	return first.Code == message.UnquotedText("").Code || rest[0] == '(' ||
		strings.ContainsRune(operators, rune(rest[0])) && !strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "..")
}

// field parses $NAME, which stands for a field of the agent. The key is that of the parameter, or "" for a positional one.
func (l lineParser) field(n *Node, key string) (g *Guard, ok bool) {
	s := l.s
	start := s.off
	s.off++
	name, pos := s.run(), s.pos()
	if !isKey(name) {
		return nil, s.fail(start, message.FieldWithoutName())
	}
	p := n.param(key, len(n.Args))
	if n.names() && p != nil && !p.Computed() && p.Type != behaviors.FieldParam {
		return nil, s.fail(start, p.NotComputed(true))
	}
	s.off += len(name)
	return &Guard{Source: name, Pos: pos, Field: true}, true
}

// operators are the characters with which an operator of Lua begins that has a value before it. A + may also be the
// mark.
const operators = "+-*/%^<>=~"

// isOperand reports whether a word is a name, a name in a table, or the operator not.
func isOperand(word string) bool {
	name, _, _ := strings.Cut(word, ".")
	return isKey(name) || word == "not"
}

// failComputed reports a calculation where a value must be constant.
func (l lineParser) failComputed(n *Node, key string) bool {
	if s := l.s; n.names() && takesExpr(n.Name) && key != "" {
		return s.fail(s.off-len(key)-1, message.ParameterAsComparison(key))
	}
	return l.s.fail(l.s.off, n.constant(key, len(n.Args)))
}

// constant returns the mistake that an expression is the value of a parameter that must be constant.
func (n *Node) constant(key string, i int) diag.Words {
	switch p := n.param(key, i); {
	case n.names() && behaviors.KindNamed(n.Name) == nil:
		return message.ConstantParameters(n.label())
	case p != nil:
		return p.NotComputed(false)
	case n.Include && key != "":
		return message.ConstantValue(key).With(message.SetFieldBefore())
	case key == "":
		key = n.label()
	}
	return message.ConstantValue(key)
}

// checkComputed checks that only values are computed that may be.
func (c *checker) checkComputed(n *Node) {
	check := func(e *Guard, key string, i int, pos diag.Pos) {
		p := n.param(key, i)
		switch {
		case e == nil, e.Field && (p == nil || p.Type == behaviors.FieldParam):
		case !n.Override && !(p != nil && p.Computed()) && !(n.setsFields() && key != ""):
			c.report(pos, n.constant(key, i))
		case e.Source == "":
			c.report(pos, message.EmptyParentheses())
		}
	}
	for i, a := range n.Args {
		check(a.Expr, "", i, a.Pos)
	}
	for _, p := range n.Params {
		check(p.Expr, p.Name, 0, p.Pos)
	}
}

// failCalculation reports a calculation without parentheses as the value of a number. start is its offset.
func (l lineParser) failCalculation(n *Node, start int) bool {
	s := l.s
	before := n.Name + " "
	if s.text[start-1] == '=' {
		before = s.text[strings.LastIndexByte(s.text[:start], ' ')+1 : start]
	}
	ahead := *s
	ahead.off, ahead.out = start, &reporter{file: s.out.file, muted: true}
	source, ok := newExprScanner(&ahead).expression()
	if !ok {
		ahead.off = start
		source = ahead.piece()
	}
	w := message.CalculatedValue(before, source)
	if plain := forTrees(source); plain != source {
		if !isKey(plain) {
			plain = "(" + plain + ")"
		}
		w = w.With(message.WriteIt(before + plain))
	}
	return s.fail(start, w)
}

// atOperator returns the offset of a number that an operator at the cursor follows, so that both are probably a
// calculation. It returns -1 if there is no such number.
func (l lineParser) atOperator(n *Node) int {
	s := l.s
	next := s.peek(1)
	if !strings.ContainsRune(operators, rune(s.peek(0))) || s.peek(0) == '+' && (next == 0 || isSpace(next)) || s.peek(0) == next {
		return -1
	}
	return l.lastNumber(n)
}

// lastNumber returns the offset of the latest value of the node if it may be computed, or else -1.
func (l lineParser) lastNumber(n *Node) int {
	switch last := len(n.Params) - 1; {
	case last >= 0 && n.computes(n.Params[last].Name):
		return byteOffset(l.s.text, n.Params[last].Pos.Col) + len(n.Params[last].Name) + 1
	case last < 0 && len(n.Args) > 0:
		if p := n.param("", len(n.Args)-1); p != nil && p.Computed() {
			return byteOffset(l.s.text, n.Args[len(n.Args)-1].Pos.Col)
		}
	}
	return -1
}

// setLine parses the rest of a line after the name of a kind that sets fields. Its assignments are separated by commas,
// or by spaces behind a literal.
func (l lineParser) setLine(n *Node) {
	s := l.s
	comma, assigned := false, false // what comes before the cursor
	for {
		end := s.off
		s.space()
		spaced := isSpace(s.text[s.off-1]) // an expression ends behind the space
		switch {
		case s.peek(0) == ',' && assigned && !comma:
			s.off++
			comma = true
			continue
		case l.atAssignment() && (spaced || comma):
			if !l.assignment(n, comma) {
				return
			}
			comma, assigned = false, true
			continue
		case l.failCompound():
			return
		case comma:
			s.fail(end-1, message.MissingAssignment())
			return
		case s.atEnd() || spaced && s.comment():
			return
		case s.peek(0) == ';' && assigned:
			s.fail(s.off, message.UnexpectedCharacter(";").With(message.SeparateAssignments()))
			return
		case !spaced:
			l.failUnspaced(n)
			return
		case !l.item(n):
			return
		}
		assigned = false
	}
}

// failCompound reports an assignment such as gold += 5, gold == 5, gold + 5 or gold++, and returns whether there is one at the
// cursor.
func (l lineParser) failCompound() bool {
	s := l.s
	word := s.run()
	sign := strings.TrimLeft(s.text[s.off+len(word):], " \t")
	if !isKey(word) || word == whenWord || len(sign) < 2 || !strings.Contains("+-*/%^=:", sign[:1]) {
		return false
	}
	off := len(s.text) - len(sign)
	switch {
	case sign[1] == '=' && (sign[0] == '=' || sign[0] == ':'):
		return !s.fail(s.off, message.CompoundAssignment(word, sign[:1]).With(message.WriteIt(word+" = "+l.assignedText(off+2))))
	case sign[1] == '=':
		return !s.fail(s.off, message.CompoundAssignment(word, sign[:1]).With(l.changedBy(word, sign[:1], l.assignedText(off+2))))
	case sign[:2] == "++" || sign[:2] == "--" && !isSpace(s.text[off-1]):
		return !s.fail(s.off, message.CalculationAlone(word, sign[:2]).With(l.changedBy(word, sign[:1], "1")))
	case sign[0] == '=', sign[0] == ':', sign[1] == sign[0], // the beginning of a comment elsewhere
		sign[0] == '-' && isSpace(s.text[off-1]) && !isSpace(sign[1]): // a negative number
		return false
	}
	value := l.assignedText(off + 1)
	return value != noText && !s.fail(s.off, message.CalculationAlone(word, sign[:1]).With(l.changedBy(word, sign[:1], value)))
}

// changedBy returns the remedy that changes a field by a value.
func (l lineParser) changedBy(field, sign, value string) diag.Words {
	if !oneOperand.MatchString(value) {
		value = "(" + value + ")"
	}
	return message.WriteIt(field + " = (" + field + " or 0) " + sign + " " + value)
}

// oneOperand matches an expression that needs no brackets as an operand.
var oneOperand = lazyregexp.New(`^[` + ident.Rest + `.]+$|^[` + ident.Rest + `.]*\([^()]*\)$`)

// noText stands in a remedy for a value that is missing.
const noText = "VALUE"

// assignedText returns the expression of an assignment that begins at an offset, for a message.
func (l lineParser) assignedText(off int) string {
	ahead := *l.s
	ahead.off, ahead.out = off, &reporter{file: l.s.out.file, muted: true}
	ahead.space()
	e := newExprScanner(&ahead)
	e.list = true
	if source, ok := e.expression(); ok && source != "" {
		return source
	}
	return noText
}

// atAssignment reports whether NAME = begins at the cursor.
func (l lineParser) atAssignment() bool {
	s := l.s
	word := s.run()
	rest := strings.TrimLeft(s.text[s.off+len(word):], " \t")
	return word != "" && word != whenWord && !isNodeKey(word) && !s.atNumber() && strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==")
}

// assignment parses NAME = VALUE. The value is a literal, the name of a parameter of the tree, or an expression.
func (l lineParser) assignment(n *Node, comma bool) bool {
	s := l.s
	start := s.off
	p := Param{Name: s.run(), Pos: s.pos()}
	s.off += len(p.Name)
	before := s.space()
	equals := s.off
	s.off++
	behind := s.space()
	from := s.off
	switch {
	case (before || behind) && len(n.Params) > 0 && !comma:
		return s.fail(start, message.MissingCommaInSet(p.Name))
	case s.atEnd(), s.peek(0) == ',', s.peek(0) == '#' && behind, l.atAssignment():
		return s.fail(equals, message.MissingValue(p.Name))
	}
	switch word := s.run(); {
	case s.peek(0) == '$':
		s.off++
		return s.fail(s.off-1, message.FieldInExpression(s.run()))
	case !l.endsAfter(l.constantEnd()):
		return l.assignedExpr(n, p, start)
	case l.isRef(word):
		p.Value, p.Ref = value.String(word), true
		s.off += len(word)
	default:
		var ok bool
		if p.Value, p.Percent, ok = l.literal(n, p.Name); !ok {
			return false
		}
	}
	n.Params = append(n.Params, p)
	s.param(p.Name, start, from, s.off)
	return true
}

// assignedExpr parses the expression of an assignment that begins at the offset start.
func (l lineParser) assignedExpr(n *Node, p Param, start int) bool {
	s, name := l.s, start
	e := newExprScanner(s)
	e.list = true
	source, ok := e.expression()
	if len(n.Params) > 0 {
		start = byteOffset(s.text, n.Params[0].Pos.Col)
	}
	switch text := s.text[start : e.start+len(source)]; {
	case !ok:
		return false
	case source == "":
		return s.fail(start, message.MissingValue(p.Name))
	case e.atKey() && isNodeKey(s.run()):
		return s.fail(s.off, message.ParameterAfterExpression(n.Name, s.run(), text))
	case e.atKey():
		return s.fail(s.off, message.MissingCommaInSet(s.run()))
	case endsInMark(source):
		return s.fail(e.start+len(source)-1, message.MarkAfterExpression(n.Name, strings.TrimRight(text[:len(text)-1], " \t")))
	}
	p.Expr = &Guard{Source: source, Pos: s.posAt(e.start)}
	n.Params = append(n.Params, p)
	s.param(p.Name, name, e.start, e.start+len(source))
	return true
}

// constantEnd returns the offset at which a literal or the name of a parameter of the tree at the cursor ends, or -1 if
// there is none at the cursor. The literal may have mistakes.
func (l lineParser) constantEnd() int {
	s := l.s
	word := s.run()
	_, known := constant(word)
	switch c := s.peek(0); {
	case c == '"', c == '\'':
		if end := closingQuote(s.text, s.off); end >= 0 {
			return end + 1
		}
		return len(s.text)
	case c == '{' && l.atComputedTable():
		return -1
	case c == '{':
		return l.tableEnd()
	case s.atNumber():
		end := numberEnd(s.text, s.off)
		if rest := s.text[end:]; rest == "%" || strings.HasPrefix(rest, "% ") || strings.HasPrefix(rest, "%,") { // or else an operator
			end++
		}
		return end
	case known, l.isRef(word):
		return s.off + len(word)
	}
	return -1
}

// tableEnd returns the offset at which the table at the cursor ends.
func (l lineParser) tableEnd() int {
	ahead := *l.s
	ahead.out = &reporter{file: l.s.out.file, muted: true}
	if newExprScanner(&ahead).table() {
		return ahead.off
	}
	return len(ahead.text)
}

// endsAfter reports whether the value of an assignment ends at an offset, and not only its first operand. At -1 it does
// not.
func (l lineParser) endsAfter(end int) bool {
	if end < 0 {
		return false
	}
	after := *l.s
	rest := strings.TrimLeft(after.text[end:], " \t")
	after.off = len(after.text) - len(rest)
	switch word := after.run(); {
	case rest == "":
		return true
	case word == "and", word == "or":
		return false
	case rest[0] == '+' && after.off > end:
		return after.isMark()
	}
	return !strings.ContainsRune(operators, rune(rest[0])) && !strings.HasPrefix(rest, "..")
}

// isMark reports whether the "+" at the cursor is the mark of the node, and not an operator. Behind a mark are the end of
// the line, a comment, a condition, key= or another mark.
func (s *scanner) isMark() bool {
	after := *s
	after.off++
	if after.atEnd() {
		return true
	}
	spaced := isSpace(after.peek(0))
	after.off = len(after.text) - len(strings.TrimLeft(after.text[after.off:], " \t"))
	word := after.run()
	return spaced && (after.peek(0) == '#' || after.peek(0) == '+' || word == whenWord || ident.Is(word) && after.peek(len(word)) == '=' && after.peek(len(word)+1) != '=')
}

// isBare reports whether an expression as the value of a parameter may be written without parentheses. i is the index of
// a positional parameter, whose key is "".
func (n *Node) isBare(key string, i int, source string) bool {
	p := n.param(key, i)
	switch {
	case n.Override || p == nil || !p.Computed():
		return false
	case p.Type == behaviors.ValueParam && strings.HasPrefix(source, "{"):
		l := lineParser{s: newScanner(&reporter{file: &File{}}, 0, source, 0)}
		return l.atComputedTable() && l.tableEnd() == len(source)
	case !isKey(source):
		return false
	}
	if p.Type == behaviors.ValueParam {
		return false // a text without its quotes is a common mistake
	}
	// A positional word may also be a misspelled keyword, or a parameter without its "=".
	return key != "" || !slices.Contains([]string{disabledWord, "forever", "infinite"}, source) &&
		!strings.EqualFold(source, whenWord) && behaviors.KindNamed(n.Name).Param(source) == nil
}
