package lint

import (
	"slices"
	"sort"

	"github.com/bough-dev/bough/engine/diag"
)

// Parameter returns the place, from 1 on, of a parameter among those of its function. The parameter is the variable with
// that name that is visible at a position. It returns 0 if that is another variable, or the function assigns to it.
func (s *Script) Parameter(name string, at diag.Pos) int {
	if v := s.visible(name, at); v != nil && v.param && v.writes == 0 {
		return slices.Index(v.fn.params, v) + 1
	}
	return 0
}

// LocalOf returns the source and the line of the field whose value a local has, such as agent.target, or the call
// bt.stimulus(). The local is the variable with that name that is visible at a position. The source is "" for any other
// value, and if the local is assigned later.
func (s *Script) LocalOf(name string, at diag.Pos) (text string, line int) {
	v := s.visible(name, at)
	if v == nil || v.param || v.writes > 0 {
		return "", 0
	}
	switch o := v.init; {
	case o.callee == "bt.stimulus" && o.keys == 0, o.base != nil && o.keys > 0 && !o.dynamic:
		return s.src.span(o.first, o.last), s.src.pos(v.tok).Line
	}
	return "", 0
}

// visible returns the variable with a name that is visible at a position, or nil.
func (s *Script) visible(name string, at diag.Pos) (found *variable) {
	tok := sort.Search(len(s.src.toks)-1, func(i int) bool {
		p := s.src.pos(i)
		return p.Line > at.Line || p.Line == at.Line && p.Col >= at.Col
	})
	for _, v := range s.facts.variables {
		if v.name == name && v.tok <= tok && (v.end == 0 || tok < v.end) {
			found = v
		}
	}
	return found
}

// Argument returns the source of argument n, from 1 on, of a call on a line, and of the called function, whose last name
// is given. text is "" if the call has fewer arguments. ok is false if there is no such call, or more than one, or the
// argument is too long for messages.
func (s *Script) Argument(line int, name string, n int) (function, text string, ok bool) {
	var found *call
	for _, k := range s.facts.calls {
		if s.src.word(k.callee.tok) != name || s.src.pos(k.callee.tok).Line != line {
			continue
		}
		if found != nil {
			return "", "", false
		}
		found = k
	}
	if found == nil || found.open == 0 {
		return "", "", false
	}
	function = s.src.span(found.callee.first, found.callee.tok)
	if found.args >= 0 && n > found.args {
		return function, "", function != ""
	}
	first, depth := found.open+1, 0
	for i := first; i <= found.last; i++ {
		switch {
		case depth == 0 && (s.src.is(i, ",") || i == found.last):
			if n--; n == 0 {
				text = s.src.span(first, i-1)
				return function, text, function != "" && text != ""
			}
			first = i + 1
		case s.src.isAny(i, "(", "{", "[", "function", "if", "do", "repeat"):
			depth++
		case s.src.isAny(i, ")", "}", "]", "end", "until"):
			depth--
		}
	}
	return "", "", false
}
