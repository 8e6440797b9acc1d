package lint

import "github.com/bough-dev/bough/engine/diag"

// GotoPos returns the place of goto NAME on a line.
func (s *Script) GotoPos(line int, name string) diag.Pos {
	for i := s.src.firstOnLine(line); i < s.src.firstOnLine(line+1); i++ {
		if s.src.is(i, "goto") && s.src.word(i+1) == name {
			return s.src.pos(i)
		}
	}
	return s.PosOf(line, "")
}

// LabelPos returns the place of the label ::NAME:: behind the one of that name on a line.
func (s *Script) LabelPos(line int, name string) diag.Pos {
	first := true
	for i := s.src.firstOnLine(line); i < len(s.src.toks); i++ {
		if !s.src.is(i, "::") || s.src.word(i+1) != name || !s.src.is(i+2, "::") {
			continue
		}
		if !first {
			return s.src.pos(i)
		}
		first = false
	}
	return s.PosOf(line, "")
}
