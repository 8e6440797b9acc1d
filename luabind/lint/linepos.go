package lint

import "github.com/bough-dev/bough/engine/diag"

// LinePos returns the place of the first character of a line that is not blank, or of the line if it has none.
func (s *Script) LinePos(line int) diag.Pos {
	i := s.src.firstOnLine(line)
	if line < 1 || i >= len(s.src.toks)-1 || int(s.src.toks[i].line) != line {
		return diag.Pos{File: s.Path, Line: max(line, 0)}
	}
	return s.src.pos(i)
}

// lastOfPath returns the last name of a.b.c, which begins at i; i itself if the
// path goes on in another way.
func (s *source) lastOfPath(i int) int {
	last := i
	for s.is(last+1, ".") && s.kindOf(last+2) == nameTok {
		last += 2
	}
	if s.isAny(last+1, "(", "[", "{", ":") {
		return i
	}
	return last
}
