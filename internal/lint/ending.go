package lint

import (
	"maps"
	"slices"

	"github.com/bough-dev/bough/engine/diag"
)

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

// ReturnedGlobal returns the read of the global variable that the file returns at its end. ok is false if it returns
// something else.
func (s *Script) ReturnedGlobal() (read GlobalRead, ok bool) {
	if returns := s.facts.chunk.returns; len(returns) > 0 {
		if v := returns[len(returns)-1].value; v.isVariable() && v.global != "" {
			i := slices.IndexFunc(s.GlobalReads, func(g GlobalRead) bool { return g.tok == v.tok })
			return s.GlobalReads[max(i, 0)], i >= 0
		}
	}
	return read, false
}

// FunctionTable returns the name of the local in which the file defines its functions, as in function M.go() and local M =
// { go = function() end }. It returns "" if there is no such local, or more than one; if one of several has hooks, it is
// that. For a behavior, a table that is written as a whole must have a hook.
func (s *Script) FunctionTable(behavior bool) string {
	found, hooked := map[*variable]bool{}, map[*variable]bool{}
	for _, v := range s.facts.locals {
		for _, e := range v.entries() {
			if functionOf(e.value) != nil && (!behavior || isHook(e.name)) {
				found[v] = true
				hooked[v] = hooked[v] || isHook(e.name)
			}
		}
	}
	for _, w := range s.facts.writes {
		v := w.target.base
		if w.fn == s.facts.chunk && w.value.kind == "function" && w.target.keys == 1 && s.facts.fileLevel(w.target) && v.init.table != nil {
			found[v] = true
			hooked[v] = hooked[v] || isHook(w.target.key)
		}
	}
	if len(found) > 1 {
		maps.DeleteFunc(found, func(v *variable, _ bool) bool { return !hooked[v] })
	}
	for v := range found {
		if len(found) == 1 {
			return v.name
		}
	}
	return ""
}

// entries returns the entries of the table that a variable is declared with.
func (v *variable) entries() []entry {
	if v.init.table == nil {
		return nil
	}
	return v.init.table.entries
}
