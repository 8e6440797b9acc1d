package trees

import "strings"

// exprLine parses the rest of the line after the name of a kind that takes an expression: marks and parameters, the
// expression, a condition. checkExpr checks later whether the kind takes an expression, so a line without one is
// parsed, too.
func (s *scanner) exprLine(n *Node) {
	for first := true; ; first = false {
		switch spaced := s.space(); {
		case s.atEnd():
			return
		case spaced && s.peek(0) == '#':
			s.reportLength("")
			s.comment()
			return
		case !spaced && !(first && s.peek(0) == '('):
			s.failUnspaced()
			return
		case !s.atOption():
			s.nodeExpr(n)
			return
		}
		if !s.item(n) {
			return
		}
	}
}

// atOption reports whether a part of the node other than its expression begins at the cursor. A key with a space
// after its "=" is taken as the left side of a comparison.
func (s *scanner) atOption() bool {
	word := s.run()
	switch {
	case s.peek(0) == '+', word == whenWord:
		return true
	case !isIdentifier(word) || s.peek(len(word)) != '=' || s.peek(len(word)+1) == '=':
		return false
	}
	return word == idKey || !isSpace(s.peek(len(word)+1))
}

// nodeExpr parses the expression of a node and the rest of the line.
func (s *scanner) nodeExpr(n *Node) {
	start := s.off
	source, ok := s.expression()
	if !ok {
		return
	}
	switch last := len(n.Params) - 1; {
	case s.atKey():
		s.fail(s.off, keyBehindExpr, "{key}", s.run(), "{head}", n.Name, "{text}", source)
		return
	case endsInMark(source):
		before := strings.TrimRight(source[:len(source)-1], " \t")
		s.fail(start+len(source)-1, markBehindExpr, "{head}", n.Name, "{text}", before)
		return
	case isQuoted(source):
		s.failQuoted(start, n.Name, source)
		return
	case last >= 0 && goesOn(source):
		s.p.report(n.Params[last].Pos, paramCompares, "{key}", n.Params[last].Name)
		s.failed = true
		return
	}
	n.Expr = &Guard{Source: source, Pos: s.posAt(start)}
	if !s.atEnd() && !s.comment() {
		s.wordItem(n, whenWord)
	}
}

// failQuoted reports an expression that is quoted as a whole.
func (s *scanner) failQuoted(start int, head, source string) bool {
	text := strings.Trim(source, `"'`)
	if source[0] == '[' {
		text = strings.Trim(source, "[=]")
	}
	return s.fail(start, quotedExpr, "{head}", head, "{text}", text)
}

// isQuoted reports whether an expression consists of a quoted text.
func isQuoted(source string) bool {
	if source[0] == '[' {
		size, _ := longBracket(source)
		return size == len(source)
	}
	return (source[0] == '"' || source[0] == '\'') && closingQuote(source, 0) == len(source)-1
}

// goesOn reports whether an expression can only be the second part of another one.
func goesOn(source string) bool {
	word, _, _ := strings.Cut(source, " ")
	return word == "and" || word == "or" || strings.ContainsAny(source[:1], "=~<>*/^%")
}

// expression parses an expression. It ends at a word "when" or a key= that cannot be part of it, at a comment, or
// at the end of the line.
func (s *scanner) expression() (source string, ok bool) {
	start := s.off
	var open brackets
	for !s.atEnd() && !s.atComment() {
		c := s.text[s.off]
		switch {
		case isLetter(c), isDigit(c):
			if len(open) == 0 && s.atWhen() || s.atKeyBehind(start, open) {
				return s.exprSource(start, open)
			}
			s.exprWord()
			continue
		case c == ')', c == ']', c == '}':
			if ok = s.closeBracket(&open); !ok {
				return "", false
			}
		}
		at := s.off
		if !s.exprPart() {
			return "", false
		}
		if s.off == at+1 && (c == '(' || c == '[' || c == '{') {
			open = append(open, at)
		}
	}
	return s.exprSource(start, open)
}

// exprSource ends the expression at the cursor.
func (s *scanner) exprSource(start int, open brackets) (source string, ok bool) {
	source = strings.TrimRight(s.text[start:s.off], " \t")
	switch {
	case s.reportLength(source):
		s.comment()
		return "", false
	case len(open) > 0:
		at := open[len(open)-1]
		bracket := s.text[at : at+1]
		return "", s.fail(at, openBracket, "{bracket}", bracket, "{closing}", partner(bracket))
	case !s.atEnd() && s.peek(0) != '#' && !isSpace(s.text[s.off-1]):
		return "", s.fail(s.off, missingSpace, "{text}", s.piece())
	}
	return source, true
}

// exprWord moves the cursor past a name or a number.
func (s *scanner) exprWord() {
	for isLetter(s.peek(0)) || isDigit(s.peek(0)) {
		s.off++
	}
}

// atWhen reports whether the cursor is at a word "when" that ends the expression. The name of a field, as in
// params.when, does not end it.
func (s *scanner) atWhen() bool {
	after, found := strings.CutPrefix(s.text[s.off:], whenWord)
	if !found || after != "" && (isLetter(after[0]) || isDigit(after[0]) || after[0] == '.') {
		return false
	}
	before := s.text[s.off-1]
	return before != '.' && before != ':' && before < 0x80
}

// atKey reports whether key= begins at the cursor.
func (s *scanner) atKey() bool {
	word := s.run()
	return isIdentifier(word) && word != whenWord && s.peek(len(word)) == '=' && s.peek(len(word)+1) != '='
}

// atKeyBehind reports whether key= begins at the cursor and the expression before it is complete.
func (s *scanner) atKeyBehind(start int, open brackets) bool {
	if len(open) > 0 || s.off == start || !isSpace(s.text[s.off-1]) || !s.atKey() {
		return false
	}
	return !endsOpen(strings.TrimRight(s.text[start:s.off], " \t"))
}

// brackets holds the offsets of open brackets, outermost first.
type brackets []int

// closeBracket closes the innermost bracket with the bracket at the cursor.
func (s *scanner) closeBracket(open *brackets) bool {
	closing := s.text[s.off : s.off+1]
	top := len(*open) - 1
	if top < 0 {
		return s.fail(s.off, strayBracket, "{bracket}", closing, "{open}", partner(closing))
	}
	at := (*open)[top]
	if opening := s.text[at : at+1]; partner(opening) != closing {
		col := digits(s.posAt(at).Col)
		return s.fail(s.off, wrongBracket, "{bracket}", closing, "{open}", opening, "{col}", col, "{closing}", partner(opening))
	}
	*open = (*open)[:top]
	return true
}

// partner returns the bracket that matches another one.
func partner(bracket string) string {
	const pairs = "()[]{}"
	return pairs[strings.Index(pairs, bracket)^1:][:1]
}
