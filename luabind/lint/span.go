package lint

// maxSpan bounds the bytes of source that a message repeats.
const maxSpan = 60

// span returns the source from the first to the last token, "" if there is none, or if it
// is too long to be repeated.
func (s *source) span(first, last int) string {
	if first < 0 || last < first || last >= len(s.toks) {
		return ""
	}
	if text := s.text[s.toks[first].start:s.toks[last].end]; len(text) <= maxSpan {
		return text
	}
	return ""
}

// pathFrom returns the last token of a.b.c that begins at token i, i itself if that is a
// literal, and i-1 if it is neither.
func (s *source) pathFrom(i int) int {
	switch s.kindOf(i) {
	case numberTok, stringTok:
		return i
	case nameTok:
		for s.is(i+1, ".") && s.kindOf(i+2) == nameTok {
			i += 2
		}
		return i
	}
	return i - 1
}

// pathBefore returns the first and the last token of a.b.c or a.b:c that ends before token
// at. If something other than a name stands at its beginning, last is before first.
func (s *source) pathBefore(at int) (first, last int) {
	last = at - 1
	if s.kindOf(last) != nameTok {
		return at, last
	}
	first = last
	for s.isAny(first-1, ".", ":") && s.kindOf(first-2) == nameTok {
		first -= 2
	}
	if s.isAny(first-1, ".", ":") {
		return at, last // f().x, t[1].x
	}
	return first, last
}
