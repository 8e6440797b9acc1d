package lint

// maxSpan is the largest number of bytes of the source that a message quotes.
const maxSpan = 60

// span returns the source from the first to the last token. It returns "" if the span is empty or longer than
// maxSpan.
func (s *source) span(first, last int) string {
	if first < 0 || last < first || last >= len(s.toks) {
		return ""
	}
	if text := s.file.Text[s.toks[first].Start:s.toks[last].End]; len(text) <= maxSpan {
		return text
	}
	return ""
}

// between returns the text from token first to the beginning of token end.
func (s *source) between(first, end int) string {
	if first >= end {
		return ""
	}
	return s.file.Text[s.toks[first].Start:s.toks[end].Start]
}
