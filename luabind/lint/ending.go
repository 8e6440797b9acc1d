package lint

import "github.com/bough-dev/bough/engine/diag"

// Ending returns the position of the last return statement of the file. If there is none, it returns the position
// of the last token, since a return could follow it.
func (s *Script) Ending() diag.Pos {
	if returns := s.facts.chunk.returns; len(returns) > 0 {
		return s.src.pos(returns[len(returns)-1].tok)
	}
	if pos := s.src.pos(len(s.src.toks) - 2); pos.Line > 0 {
		return pos
	}
	return diag.Pos{File: s.Path, Line: 1, Col: 1} // the file contains nothing but comments
}

// FunctionTable returns the name of the local in which the file defines its functions, as in function M.go(). It
// returns "" if there is no such local, or more than one.
func (s *Script) FunctionTable() string {
	var found *variable
	for _, w := range s.facts.writes {
		v := w.target.base
		if w.fn != s.facts.chunk || w.value.kind != "function" || w.target.keys != 1 || !s.facts.fileLevel(w.target) {
			continue
		}
		if found != nil && found != v {
			return ""
		}
		found = v
	}
	if found == nil || found.init.table == nil {
		return ""
	}
	return found.name
}
