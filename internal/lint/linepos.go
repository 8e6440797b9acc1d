package lint

import "github.com/bough-dev/bough/engine/diag"

// LinePos returns the position of the first token that begins on a line, or the beginning of the line if there is
// none.
func (s *Script) LinePos(line int) diag.Pos {
	none := diag.Pos{File: s.Path, Line: max(line, 0)}
	if line < 1 || line > s.src.file.Lines() {
		return none
	}
	i := s.src.at(s.src.file.LineStart(line))
	if pos := s.src.pos(i); i < len(s.src.toks)-1 && pos.Line == line {
		return pos
	}
	return none
}
