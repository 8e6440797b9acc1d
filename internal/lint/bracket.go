package lint

import (
	"strings"

	"github.com/bough-dev/bough/internal/syntax"
)

// canBeCalled reports whether a parenthesis that follows token i begins the arguments of a call.
func (s *source) canBeCalled(i int) bool {
	return s.kindOf(i) == syntax.NameToken || s.isAny(i, ")", "]")
}

func (s *source) isBracket(i int, list string) bool {
	return len(s.word(i)) == 1 && strings.Contains(list, s.word(i)) && s.is(i, s.word(i))
}
