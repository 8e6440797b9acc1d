package lint

import "slices"

// side is what stands on one side of an operator. Its kind is set if it is of one type
// whatever the values are, as a calculation or a literal.
type side struct {
	extent
	text string // "" for a calculation, and for what is too long
	kind string
}

// extent is a part of a file, from its first to its last token.
type extent struct{ first, last int }

// strengths are the operators with two sides; what binds tighter has a higher number.
var strengths = map[string]int{
	"or": 1, "and": 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "~=": 3, "==": 3,
	"..": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "^": 8,
}

// unaryStrength is that of -, # and not before a value.
const unaryStrength = 7

// joinsRight are the operators of which the last of several is done first.
var joinsRight = []string{"..", "^"}

// kindOfResult returns the type of what an operator gives.
func kindOfResult(operator string) string {
	switch strengths[operator] {
	case 1, 2:
		return ""
	case 3:
		return "boolean"
	case 4:
		return "string"
	}
	return "number"
}

// binary returns the strength of the operator that token i is, 0 if it is none with two
// sides.
func (s *source) binary(i int) int {
	if k := s.kindOf(i); k != opTok && k != keywordTok || !s.endsOperand(i-1) {
		return 0
	}
	return strengths[s.word(i)]
}

func (s *source) isUnary(i int) bool {
	return s.isAny(i, "-", "#", "not") && !s.endsOperand(i-1)
}

// sideBefore returns what stands on the left side of the operator at.
func (s *source) sideBefore(at int) side {
	first, own := s.termBefore(at), s.binary(at)
	if first < 0 {
		return side{}
	}
	word := s.word(first - 1)
	switch strength := s.binary(first - 1); {
	case s.isUnary(first-1) && unaryStrength > own:
		return side{kind: unaryKind(word)}
	case strength > own || strength == own && own > 0 && !slices.Contains(joinsRight, s.word(at)):
		return side{kind: kindOfResult(word)}
	}
	return s.sideOf(extent{first, at - 1})
}

// sideFrom returns what stands on the right side of the operator at.
func (s *source) sideFrom(at int) side {
	if s.isUnary(at + 1) {
		return side{kind: unaryKind(s.word(at + 1))}
	}
	last, own := s.termFrom(at+1), s.binary(at)
	if last < 0 {
		return side{}
	}
	strength := s.binary(last + 1)
	if strength > own || strength == own && slices.Contains(joinsRight, s.word(at)) {
		return side{kind: kindOfResult(s.word(last + 1))}
	}
	return s.sideOf(extent{at + 1, last})
}

func unaryKind(operator string) string {
	if operator == "not" {
		return "boolean"
	}
	return "number"
}

// sideOf returns a term as a side.
func (s *source) sideOf(x extent) side {
	out := side{extent: x, text: s.span(x.first, x.last)}
	if x.first == x.last {
		out.kind = s.literalKind(x.first)
	} else if s.is(x.first, "{") {
		out.kind = "table"
	}
	return out
}

// literalKind returns the type of a literal, "" if token i is none.
func (s *source) literalKind(i int) string {
	switch s.kindOf(i) {
	case numberTok:
		return "number"
	case stringTok:
		return "string"
	}
	switch {
	case s.is(i, "nil"):
		return "nil"
	case s.isAny(i, "true", "false"):
		return "boolean"
	}
	return ""
}
