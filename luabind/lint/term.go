package lint

// A term is what binds tightest in an expression: a literal, a table, something in brackets,
// or a name with all that is indexed and called behind it, legs.near(agent)[1].

// maxTerm bounds the tokens of a term: a longer one is too long to be repeated (see maxSpan).
const maxTerm = maxSpan

// termBefore returns the first token of the term that ends before token at, -1 if there is
// none.
func (s *source) termBefore(at int) int {
	for i := at - 1; i >= max(at-maxTerm, 0); {
		open := s.opening(i)
		switch {
		case open > 0 && (s.is(i, "]") || s.canBeCalled(open-1) && !s.startsLine(open)):
			i = open - 1
		case open >= 0:
			return open
		case s.kindOf(i) == stringTok && s.canBeCalled(i-1):
			i--
		case s.kindOf(i) == nameTok && s.isAny(i-1, ".", ":"):
			i -= 2
		case s.isAtom(i):
			return i
		default:
			return -1
		}
	}
	return -1
}

// termFrom returns the last token of the term that begins at token i, -1 if there is none.
func (s *source) termFrom(i int) int {
	last := i
	if end := s.closing(i); end >= 0 {
		last = end
	} else if !s.isAtom(i) {
		return -1
	}
	for last < i+maxTerm && (s.is(i, "(") || s.kindOf(i) == nameTok) {
		end := s.closing(last + 1)
		switch {
		case end >= 0:
			last = end
		case s.kindOf(last+1) == stringTok:
			last++
		case s.isAny(last+1, ".", ":") && s.kindOf(last+2) == nameTok:
			last += 2
		default:
			return last
		}
	}
	return last
}

// isAtom tells whether token i is a whole value.
func (s *source) isAtom(i int) bool {
	switch s.kindOf(i) {
	case nameTok, numberTok, stringTok:
		return true
	}
	return s.isAny(i, "nil", "true", "false", "...")
}

// canBeCalled tells whether brackets behind token i are the arguments of a call.
func (s *source) canBeCalled(i int) bool {
	return s.kindOf(i) == nameTok || s.isAny(i, ")", "]")
}

// opening returns the bracket that token i closes, -1 if it closes none.
func (s *source) opening(i int) int { return s.partner(i, -1, ")]}", "([{") }

// closing returns the bracket that closes token i, -1 if that opens none.
func (s *source) closing(i int) int { return s.partner(i, 1, "([{", ")]}") }

// partner looks from bracket i for the one that belongs to it.
func (s *source) partner(i, step int, same, other string) int {
	depth := 0
	for n := 0; n < maxTerm; n, i = n+1, i+step {
		switch {
		case s.isBracket(i, same):
			depth++
		case s.isBracket(i, other):
			depth--
		}
		switch {
		case n == 0 && depth != 1: // another bracket, or none
			return -1
		case depth == 0:
			return i
		}
	}
	return -1
}

func (s *source) isBracket(i int, list string) bool {
	if s.kindOf(i) != opTok {
		return false
	}
	w := s.word(i)
	for _, b := range list {
		if w == string(b) {
			return true
		}
	}
	return false
}
