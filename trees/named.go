package trees

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// atCondition reports whether the line defines a condition. The word condition may be in capitals. It may be misspelled, or
// be another word for it, if a name and = follow.
func (l lineParser) atCondition() bool {
	word := l.s.run()
	return strings.EqualFold(word, conditionWord) || (isMisspelled(word, conditionWord) || otherConditionWords[strings.ToLower(word)]) && l.assigns(word)
}

// otherConditionWords are words of other languages that begin a definition, and short forms of the word condition.
var otherConditionWords = map[string]bool{
	"cond": true, "def": true, "define": true, "let": true, "local": true, "var": true, "const": true, "bool": true,
	"boolean": true, "func": true, "function": true, "predicate": true, "macro": true,
}

// assigns reports whether a name and = follow the first word of a line.
func (l lineParser) assigns(word string) bool {
	_, assigned, ok := l.nameAfter(word)
	return ok && assigned
}

// conditionLine parses the line of a named condition. Such a line ends the current tree.
func (p *parser) conditionLine(l lineParser) {
	p.closeTree()
	p.beginTree(nil)
	c := &NamedCondition{Pos: l.s.pos()}
	p.above = c
	indented := l.s.off > 0
	whole := l.namedCondition(c)
	if indented {
		p.report(c.Pos, message.IndentedCondition(c.Name))
	}
	if c.Name != "" && p.isNewName(c) && whole && !p.muted {
		p.file.Conditions = append(p.file.Conditions, c)
	}
}

// isNewName reports whether no earlier condition has the name of c. It records the name, even if the line of c has
// other mistakes.
func (p *parser) isNewName(c *NamedCondition) bool {
	if first, ok := p.conds[c.Name]; ok {
		p.report(c.NamePos, message.DuplicateCondition(c.Name, first.String()))
		return false
	}
	if p.conds == nil {
		p.conds = map[string]diag.Pos{}
	}
	p.conds[c.Name] = c.NamePos
	return true
}

// namedCondition parses a line of the form: condition NAME = EXPRESSION.
func (l lineParser) namedCondition(c *NamedCondition) bool {
	s := l.s
	l.lineWord(conditionWord)
	if !l.conditionName(c) {
		return false
	}
	s.space()
	switch {
	case s.peek(0) == '=' && s.peek(1) == '=':
		return s.fail(s.off, message.ConditionWithComparison(c.Name))
	case s.peek(0) == ':':
		rest := strings.TrimLeft(s.text[s.off+1:], "= \t")
		return s.fail(s.off, message.ConditionWithoutEquals(c.Name).With(message.WriteIt(conditionWord+" "+c.Name+" = "+rest)))
	case s.peek(0) != '=':
		return s.fail(s.off, message.ConditionWithoutEquals(c.Name))
	}
	s.off++
	s.space()
	e := newExprScanner(s)
	source, ok := e.expression()
	if !ok {
		return false
	}
	c.Expr = Guard{Source: source, Pos: s.posAt(e.start)}
	s.part(PartExpression, e.start, e.start+len(source))
	return l.namedEnd(c, e.start)
}

// namedEnd checks the expression of a condition and the text after the expression, and reports whether both are valid.
// start is the offset of the expression.
func (l lineParser) namedEnd(c *NamedCondition, start int) bool {
	s := l.s
	source, head := c.Expr.Source, conditionWord+" "+c.Name
	switch {
	case source == "":
		l.p.report(c.NamePos, message.MissingExpression(head+" = hp < 30", head))
		return false
	case endsInMark(source):
		return s.fail(start+len(source)-1, message.TextAfterCondition(c.Name, "+"))
	case isQuoted(source):
		return l.failQuoted(start, head+" =", source)
	}
	if s.atEnd() || s.comment() {
		return true
	}
	return s.fail(s.off, message.TextAfterCondition(c.Name, s.piece()))
}

// conditionName parses the name of a condition.
func (l lineParser) conditionName(c *NamedCondition) bool {
	s := l.s
	end := s.off
	spaced := s.space()
	c.NamePos = s.pos()
	name := s.run()
	switch next := s.peek(0); {
	case s.atEnd(), next == '=', next == '#' && spaced, strings.Trim(s.piece(), `"'`) == "":
		return s.fail(end, message.MissingConditionName())
	case !spaced:
		return s.fail(s.off, message.MissingSpace(s.piece()))
	case next == '"', next == '\'':
		return s.fail(s.off, message.QuotedConditionName(strings.Trim(s.piece(), `"'`)))
	case name == "":
		return s.failHere()
	case !ident.Is(name):
		return s.fail(s.off, message.InvalidConditionName(name).With(plainForm(name)))
	case isReserved(name):
		return s.fail(s.off, message.ReservedName(name, name))
	}
	s.off += len(name)
	s.part(PartName, s.off-len(name), s.off)
	c.Name = name
	return true
}

// isReserved reports whether a word has another meaning in an expression, or at the beginning of a line.
func isReserved(word string) bool {
	return slices.Contains(luaWords, word) || slices.Contains([]string{treeWord, conditionWord, whenWord, paramsWord}, word)
}
