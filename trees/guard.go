package trees

import "strings"

// guard parses the condition after "when", up to a comment or the end of the line. It only searches for that end,
// and skips texts and long brackets.
func (s *scanner) guard(n *Node) {
	keyword := s.off - len(whenWord)
	s.space()
	start := s.off
	if !s.guardEnd() {
		return
	}
	source := strings.TrimRight(s.text[start:s.off], " \t")
	switch {
	case s.reportLength(source):
	case source == "":
		s.fail(keyword, emptyGuard)
	case endsInMark(source):
		s.fail(start+len(source)-1, markBehindGuard)
	default:
		n.Guard = &Guard{Source: source, Pos: s.posAt(start)}
	}
	s.comment()
}

// guardEnd moves the cursor past the condition.
func (s *scanner) guardEnd() bool {
	for !s.atEnd() && !s.atComment() {
		if !s.exprPart() {
			return false
		}
	}
	return true
}

// endsInMark reports whether source ends in a separate "+". That is invalid in Lua, so it is the mark.
func endsInMark(source string) bool { return source == "+" || strings.HasSuffix(source, " +") }

// atComment reports whether a comment begins at the cursor, which must not be at the beginning of the line.
func (s *scanner) atComment() bool { return s.peek(0) == '#' && isSpace(s.text[s.off-1]) }

// exprPart moves the cursor past one part of an expression: a text, a long bracket or a character.
func (s *scanner) exprPart() bool {
	switch s.text[s.off] {
	case '"', '\'':
		end := closingQuote(s.text, s.off)
		if end < 0 {
			return s.fail(s.off, openText, "{quote}", s.text[s.off:s.off+1])
		}
		s.off = end
	case '[':
		size, closing := longBracket(s.text[s.off:])
		if size == 0 && closing != "" {
			return s.fail(s.off, openText, "{quote}", closing)
		}
		s.off += max(size-1, 0)
	case '-':
		if s.peek(1) == '-' {
			return s.fail(s.off, luaComment, "{text}", s.text[s.off:s.off+2])
		}
	case '\t':
		s.noteTab()
	}
	s.off++
	return true
}

// longBracket returns the size of the [[text]] or [=[text]=] at the beginning of text and its closing bracket. The
// size is 0 if it is not closed; closing is "" if there is no long bracket.
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

// reportLength adds an error if the cursor is at a "#" that was meant as the length operator of Lua. This is so if
// a name follows directly and an expression cannot end after source. It reports whether it added an error.
func (s *scanner) reportLength(source string) bool {
	if s.peek(0) != '#' || !isLetter(s.peek(1)) || !endsOpen(source) {
		return false
	}
	hash := s.off
	s.off++
	word := s.run()
	s.off = hash
	return !s.fail(hash, hashInExpr, "{word}", word)
}

// endsOpen reports whether an expression cannot end after source.
func endsOpen(source string) bool {
	if source == "" || strings.ContainsAny(source[len(source)-1:], "+-*/%^<>=(,{[") || strings.HasSuffix(source, "..") {
		return true
	}
	word := source[strings.LastIndexAny(source, " \t(),")+1:]
	return word == "and" || word == "or" || word == "not"
}
