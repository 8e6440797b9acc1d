package lint

import "github.com/bough-dev/bough/engine/diag"

// Ending returns where it shows what the file gives back when it is run: at its last return,
// or else at its last token, behind which a return could stand.
func (s *Script) Ending() diag.Pos {
	if returns := s.facts.chunk.returns; len(returns) > 0 {
		return s.src.pos(returns[len(returns)-1].tok)
	}
	if pos := s.src.pos(len(s.src.toks) - 2); pos.Line > 0 {
		return pos
	}
	return diag.Pos{File: s.Path, Line: 1} // nothing but comments
}

// FunctionTable returns the name of the local of the file in which it puts its functions, as
// in function M.go(), "" if there is none or several: what the file seems to be for.
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
