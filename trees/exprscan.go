package trees

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// exprScanner finds the end of an expression or a condition in a line. It does not parse Lua. It only skips strings
// and long brackets, and matches the other brackets.
type exprScanner struct {
	s     *scanner
	start int  // offset of the beginning of the source
	list  bool // the source is that of an assignment, which also ends at a comma
}

// brackets holds the offsets of open brackets, outermost first.
type brackets []int

func newExprScanner(s *scanner) exprScanner { return exprScanner{s: s, start: s.off} }

// text returns the source up to the cursor.
func (e exprScanner) text() string {
	return strings.TrimRight(e.s.text[e.start:e.s.off], " \t")
}

// expression scans an expression. The expression ends at a word "when" or a key= that cannot belong to it, at a
// comment, or at the end of the line.
func (e exprScanner) expression() (source string, ok bool) {
	s := e.s
	var open brackets
	for !s.atEnd() && !e.atComment() {
		c := s.text[s.off]
		if len(open) == 0 && (nameCharacter(s.text[s.off:]) > 0 && (e.atWhen() || e.atKeyBehind()) || e.list && (c == ',' || c == ';')) {
			break
		}
		if !e.token(&open) {
			return "", false
		}
	}
	return e.end(open)
}

// parenthesized scans an expression in parentheses, which ends with the closing one. It returns the source between
// them. The cursor is at the opening parenthesis.
func (e exprScanner) parenthesized() (g *Guard, ok bool) {
	s := e.s
	var open brackets
	for e.token(&open) {
		switch {
		case len(open) == 0:
			inner := s.text[e.start+1 : s.off-1]
			source := strings.Trim(inner, " \t")
			if source == "" {
				return nil, s.fail(e.start, message.EmptyParentheses())
			}
			from := e.start + 1 + strings.Index(inner, source)
			return &Guard{Source: source, Pos: s.posAt(from)}, true
		case s.atEnd() || e.atComment():
			e.end(open)
			return nil, false
		}
	}
	return nil, false
}

// table moves the cursor past the table at the cursor.
func (e exprScanner) table() bool {
	var open brackets
	for !e.s.atEnd() {
		if !e.token(&open) {
			return false
		} else if len(open) == 0 {
			return true
		}
	}
	e.end(open)
	return false
}

// token moves the cursor past a word, a text, a bracket or a character. It keeps track of the open brackets.
func (e exprScanner) token(open *brackets) bool {
	s := e.s
	at, c := s.off, s.text[s.off]
	switch {
	case nameCharacter(s.text[at:]) > 0:
		e.word()
		return true
	case c == ')', c == ']', c == '}':
		if !e.closeBracket(open) {
			return false
		}
	}
	if !e.part() {
		return false
	}
	if s.off == at+1 && (c == '(' || c == '[' || c == '{') {
		*open = append(*open, at)
	}
	return true
}

// end returns the expression that ends at the cursor. It reports a bracket that is still open.
func (e exprScanner) end(open brackets) (source string, ok bool) {
	s := e.s
	switch {
	case e.reportLength():
		s.comment()
		return "", false
	case len(open) > 0:
		at := open[len(open)-1]
		bracket := s.text[at : at+1]
		return "", s.fail(at, message.UnclosedBracket(bracket, partner(bracket)))
	case !s.atEnd() && s.peek(0) != '#' && !isSpace(s.text[s.off-1]) && !(e.list && (s.peek(0) == ',' || s.peek(0) == ';')):
		return "", s.fail(s.off, message.MissingSpace(s.piece()))
	}
	return e.text(), true
}

// condition scans the condition after "when". The condition ends at a key= that cannot belong to it, at a comment or at
// the end of the line.
func (e exprScanner) condition() bool {
	s, depth := e.s, 0 // number of open brackets
	for !s.atEnd() && !e.atComment() && !(depth == 0 && e.atKeyBehind()) {
		at := s.off
		if !e.part() {
			return false
		}
		if s.off > at+1 {
			continue // a text or a long bracket
		}
		switch s.text[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
	}
	return true
}

// part moves the cursor past one part of the source: a string, a long bracket or a character.
func (e exprScanner) part() bool {
	s := e.s
	switch s.text[s.off] {
	case '"', '\'':
		end := closingQuote(s.text, s.off)
		if end < 0 {
			return s.fail(s.off, message.UnclosedText(s.text[s.off:s.off+1]))
		}
		s.off = end
	case '[':
		size, closing := longBracket(s.text[s.off:])
		if size == 0 && closing != "" {
			return s.fail(s.off, message.UnclosedText(closing))
		}
		s.off += max(size-1, 0)
	case '%':
		if number, is := e.percentage(); is {
			return s.fail(s.off, message.PercentageInExpression(fractionOf(number), number))
		}
	case '-':
		if s.peek(1) == '-' {
			return s.fail(s.off, message.ForeignComment(s.text[s.off:s.off+2]))
		}
	case '\t':
		s.noteTab()
	}
	s.off++
	return true
}

// percentage returns the number before the % at the cursor, and reports whether both are a percentage: there is nothing to
// divide by.
func (e exprScanner) percentage() (number string, is bool) {
	s := e.s
	start := s.off
	for start > e.start && (isDigit(s.text[start-1]) || s.text[start-1] == '.') {
		start--
	}
	number = s.text[start:s.off]
	rest := strings.TrimLeft(s.text[s.off+1:], " \t")
	after := *s
	after.off = len(s.text) - len(rest)
	switch word := after.run(); word {
	case "and", "or", whenWord:
		return number, number != ""
	}
	return number, number != "" && (rest == "" || strings.ContainsAny(rest[:1], "),]}#"))
}

// fractionOf returns the number of a percentage as a fraction.
func fractionOf(percent string) string {
	f, _ := strconv.ParseFloat(percent, 64)
	return value.FormatNumber(f / 100)
}

// word moves the cursor past a name or a number.
func (e exprScanner) word() {
	for n := 1; n > 0; e.s.off += n {
		n = nameCharacter(e.s.text[e.s.off:])
	}
}

// closeBracket closes the innermost open bracket with the bracket at the cursor. It reports a bracket that does not
// match.
func (e exprScanner) closeBracket(open *brackets) bool {
	s := e.s
	closing := s.text[s.off : s.off+1]
	top := len(*open) - 1
	if top < 0 {
		return s.fail(s.off, message.StrayBracket(closing, partner(closing)))
	}
	at := (*open)[top]
	if opening := s.text[at : at+1]; partner(opening) != closing {
		pos := s.posAt(at)
		return s.fail(s.off, message.MismatchedBracket(closing, partner(opening), pos.Col, pos.Line, opening))
	}
	*open = (*open)[:top]
	return true
}

// partner returns the bracket that matches another one.
func partner(bracket string) string {
	const pairs = "()[]{}"
	return pairs[strings.Index(pairs, bracket)^1:][:1]
}

// longBracket returns the size of the long bracket at the beginning of text, such as [[text]] or [=[text]=], and
// its closing bracket. The size is 0 if the long bracket is not closed. The closing bracket is "" if text does not
// begin with a long bracket.
func longBracket(text string) (size int, closing string) {
	level := len(text[1:]) - len(strings.TrimLeft(text[1:], "="))
	if !strings.HasPrefix(text[1+level:], "[") {
		return 0, ""
	}
	closing = "]" + text[1:1+level] + "]"
	if end := strings.Index(text, closing); end >= 0 {
		size = end + len(closing)
	}
	return size, closing
}

// atComment reports whether a comment begins at the cursor. The cursor must not be at the beginning of the line.
func (e exprScanner) atComment() bool { return e.s.peek(0) == '#' && isSpace(e.s.text[e.s.off-1]) }

// atWhen reports whether the cursor is at a word "when" that ends the expression. The name of a field, as in
// params.when, does not end the expression.
func (e exprScanner) atWhen() bool {
	s := e.s
	after, found := strings.CutPrefix(s.text[s.off:], whenWord)
	if !found || (nameCharacter(after) > 0 || strings.HasPrefix(after, ".")) {
		return false
	}
	before := s.text[s.off-1]
	return before != '.' && before != ':' && before < 0x80
}

// atKey reports whether key= begins at the cursor.
func (e exprScanner) atKey() bool {
	s := e.s
	word := s.run()
	rest := s.text[s.off+len(word):]
	if e.list { // spaces may surround the "=" of an assignment
		rest = strings.TrimLeft(rest, " \t")
	}
	return ident.Is(word) && word != whenWord && strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==")
}

// atKeyBehind reports whether key= begins at the cursor, after a complete expression.
func (e exprScanner) atKeyBehind() bool {
	s := e.s
	return s.off > e.start && isSpace(s.text[s.off-1]) && e.atKey() && !endsOpen(e.text())
}

// reportLength reports a "#" at the cursor that was meant as the length operator of Lua. It assumes this meaning if
// a name follows directly and an expression cannot end before the "#". It returns whether it has reported a mistake.
func (e exprScanner) reportLength() bool {
	s := e.s
	if s.peek(0) != '#' || nameCharacter(s.text[s.off+1:]) == 0 || isDigit(s.peek(1)) || !endsOpen(e.text()) {
		return false
	}
	hash := s.off
	s.off++
	word := s.run()
	s.off = hash
	return !s.fail(hash, message.LengthAsComment(word))
}

// endsOpen reports whether source cannot be a complete expression, because of its last character or word.
func endsOpen(source string) bool {
	if source == "" || strings.ContainsAny(source[len(source)-1:], "+-*/%^<>=(,{[") || strings.HasSuffix(source, "..") {
		return true
	}
	word := source[strings.LastIndexAny(source, " \t(),")+1:]
	return word == "and" || word == "or" || word == "not"
}
