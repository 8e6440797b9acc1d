package lint

import "github.com/bough-dev/bough/engine/diag"

// LinePos returns the position of the first token that begins on a line, or the beginning of the line if there is
// none.
func (s *Script) LinePos(line int) diag.Pos {
	i := s.src.firstOnLine(line)
	if line < 1 || i >= len(s.src.toks)-1 || int(s.src.toks[i].line) != line {
		return diag.Pos{File: s.Path, Line: max(line, 0)}
	}
	return s.src.pos(i)
}
