package trees

import (
	"strings"

	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// exprLine parses the rest of a line after the name of a kind that takes an expression: marks and parameters, the
// expression, and a condition. It accepts a line without an expression, since checkExpr reports a missing one.
func (l lineParser) exprLine(n *Node) {
	s := l.s
	for first := true; ; first = false {
		switch spaced := s.space(); {
		case s.atEnd():
			return
		case spaced && s.peek(0) == '#':
			newExprScanner(s).reportLength()
			s.comment()
			return
		case !spaced && !(first && s.peek(0) == '('):
			l.failUnspaced(n)
			return
		case n.Name == conditionWord && l.atNamed():
			s.fail(s.off, message.IndentedCondition(s.run()))
			return
		case !l.atOption():
			l.nodeExpr(n)
			return
		}
		if !l.item(n) {
			return
		}
	}
}

// atOption reports whether a part of the node other than its expression begins at the cursor. A key whose "=" is
// followed by a space counts as the left side of a comparison.
func (l lineParser) atOption() bool {
	s := l.s
	word := s.run()
	switch {
	case s.peek(0) == '+', word == whenWord:
		return true
	case !ident.Is(word) || s.peek(len(word)) != '=' || s.peek(len(word)+1) == '=':
		return false
	}
	return word == idKey || !isSpace(s.peek(len(word)+1))
}

// atNamed reports whether a text such as "low = hp < 3" begins at the cursor, as on the line of a named condition.
func (l lineParser) atNamed() bool {
	word := l.s.run()
	expr, assigned := strings.CutPrefix(strings.TrimLeft(l.s.text[l.s.off+len(word):], " \t"), "= ")
	return ident.Is(word) && assigned && (strings.ContainsAny(expr, "<>=~") || strings.HasPrefix(expr, "not "))
}

// nodeExpr parses the expression of a node and the rest of the line.
func (l lineParser) nodeExpr(n *Node) {
	s := l.s
	e := newExprScanner(s)
	source, ok := e.expression()
	if !ok {
		return
	}
	switch last := len(n.Params) - 1; {
	case e.atKey():
		s.fail(s.off, message.ParameterAfterExpression(n.Name, s.run(), source))
		return
	case endsInMark(source):
		before := strings.TrimRight(source[:len(source)-1], " \t")
		s.fail(e.start+len(source)-1, message.MarkAfterExpression(n.Name, before))
		return
	case isQuoted(source):
		l.failQuoted(e.start, n.Name, source)
		return
	case last >= 0 && goesOn(source):
		l.p.report(n.Params[last].Pos, message.ParameterAsComparison(n.Params[last].Name))
		s.failed = true
		return
	}
	n.Expr = &Guard{Source: source, Pos: s.posAt(e.start)}
	s.part(PartExpression, e.start, e.start+len(source))
	if !s.atEnd() && !s.comment() {
		l.wordItem(n, whenWord)
	}
}

// failQuoted reports an expression that is quoted as a whole.
func (l lineParser) failQuoted(start int, head, source string) bool {
	text := strings.Trim(source, `"'`)
	if source[0] == '[' {
		text = strings.Trim(source, "[=]")
	}
	if strings.TrimSpace(text) == "" {
		return l.s.fail(start, message.MissingExpression(head+" hp < 30", head))
	}
	return l.s.fail(start, message.QuotedExpression(head, text))
}

// isQuoted reports whether an expression is nothing but a quoted text.
func isQuoted(source string) bool {
	if source[0] == '[' {
		size, _ := longBracket(source)
		return size == len(source)
	}
	return (source[0] == '"' || source[0] == '\'') && closingQuote(source, 0) == len(source)-1
}

// goesOn reports whether source can only be the second part of an expression.
func goesOn(source string) bool {
	word, _, _ := strings.Cut(source, " ")
	return word == "and" || word == "or" || strings.ContainsAny(source[:1], "=~<>*/^%")
}

// guard parses the condition after "when", up to a comment or the end of the line.
func (l lineParser) guard(n *Node) {
	s := l.s
	keyword := s.off - len(whenWord)
	s.space()
	e := newExprScanner(s)
	if !e.condition() {
		return
	}
	source := e.text()
	switch {
	case e.reportLength():
	case source == "":
		s.fail(keyword, message.WhenWithoutCondition())
	case endsInMark(source):
		s.fail(e.start+len(source)-1, message.MarkAfterCondition())
	case e.atKey():
		s.fail(s.off, message.ParameterAfterCondition(s.run()))
	default:
		n.Guard = &Guard{Source: source, Pos: s.posAt(e.start)}
		s.part(PartKeyword, keyword, keyword+len(whenWord))
		s.part(PartCondition, e.start, e.start+len(source))
	}
	s.comment()
}

// endsInMark reports whether source ends in a separate "+". Such an expression is invalid in Lua, so the "+" is the
// mark of the node.
func endsInMark(source string) bool { return source == "+" || strings.HasSuffix(source, " +") }
