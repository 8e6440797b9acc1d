package lint

import (
	"github.com/bough-dev/bough/luabind/lua/syntax"
	"strings"
)

// maxBracketed is the largest number of tokens that opening searches.
const maxBracketed = 60

// canBeCalled reports whether a parenthesis that follows token i begins the arguments of a call.
func (s *source) canBeCalled(i int) bool {
	return s.kindOf(i) == syntax.NameToken || s.isAny(i, ")", "]")
}

// opening returns the bracket that token i closes. It returns -1 if there is none, or if it is further away than
// maxBracketed tokens.
func (s *source) opening(i int) int {
	depth := 0
	for n := range maxBracketed {
		switch {
		case s.isBracket(i-n, ")]}"):
			depth++
		case s.isBracket(i-n, "([{"):
			depth--
		}
		if n == 0 && depth != 1 {
			return -1
		}
		if depth == 0 {
			return i - n
		}
	}
	return -1
}

func (s *source) isBracket(i int, list string) bool {
	return len(s.word(i)) == 1 && strings.Contains(list, s.word(i)) && s.is(i, s.word(i))
}
