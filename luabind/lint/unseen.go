package lint

import (
	"cmp"
	"fmt"
)

// Unseen returns the remedy for a global with the name of a local or a parameter that is declared elsewhere: below the
// read, in another block or in another function. It returns "" for any other global.
func (s *Script) Unseen(g GlobalRead) string {
	if v := s.facts.locals[g.Name]; v != nil && v.tok > g.tok {
		return fmt.Sprintf("the local %s of line %d exists only below that line: move it above line %d", g.Name, s.src.pos(v.tok).Line, s.facts.statement(g.Pos.Line))
	}
	return cmp.Or(s.lacksParam(g.Name, g.tok), s.outside(g))
}

// outside returns the remedy for a read of a variable outside of its block. If several variables have the name, the
// last one above the read is meant or, if there is none, the first one below.
func (s *Script) outside(g GlobalRead) string {
	var found *variable
	for _, v := range s.facts.variables {
		if v.name == g.Name && (found == nil || v.tok < g.tok) {
			found = v
		}
	}
	switch {
	case found == nil:
		return ""
	case found.param:
		return fmt.Sprintf("the parameter %s of line %d exists only in its function: pass it as an argument", g.Name, s.src.pos(found.tok).Line)
	case g.tok < found.fn.first || g.tok > found.fn.last:
		return fmt.Sprintf("the local %s of line %d exists only in its function: pass it as an argument, or keep it in memory or in a field of the agent", g.Name, s.src.pos(found.tok).Line)
	}
	remedy := "keep it in a local that is declared before the block"
	if s.src.is(s.src.header(found.tok), "local") {
		remedy = fmt.Sprintf("write local %s before the block, and no local in it", g.Name)
	}
	return fmt.Sprintf("the local %s of line %d exists only in its block: %s", g.Name, s.src.pos(found.tok).Line, remedy)
}

// Visible returns the names of the locals and parameters that exist at a read.
func (s *Script) Visible(g GlobalRead) (names []string) {
	for _, v := range s.facts.variables {
		if v.tok < g.tok && (v.end == 0 || g.tok < v.end) {
			names = append(names, v.name)
		}
	}
	return names
}

// Undefined returns the remedy for a read of a global whose name resembles no other.
func (g GlobalRead) Undefined() string {
	switch {
	case g.Member != "":
		return fmt.Sprintf("for a module write local %s = require \"lib.%[1]s\"; functions that a game binds are known only to a program of that game", g.Name)
	case g.Called:
		return fmt.Sprintf("if it is the file's own, write local function %s(...) ... end above", g.Name)
	}
	return fmt.Sprintf("write %q if it is a text, or local %s = ... above if it is the file's own", g.Name, g.Name)
}
