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
