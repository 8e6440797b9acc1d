package lint

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
)

// Unseen returns the remedy for a global with the name of a local or a parameter that is declared elsewhere: below the
// read, in another block or in another function. It returns empty Words for any other global.
func (s *Script) Unseen(g GlobalRead) diag.Words {
	if v := s.facts.locals[g.Name]; v != nil && v.tok > g.tok {
		return message.LocalExistsBelow(s.facts.statement(g.Pos.Line), s.src.pos(v.tok).Line, g.Name)
	}
	if remedy := s.lacksParam(g.Name, g.tok); remedy.Code != "" {
		return remedy
	}
	if remedy := s.outside(g); remedy.Code != "" {
		return remedy
	}
	if s.src.is(g.tok+1, "==") && s.src.isAny(g.tok-1, "{", ",", ";") {
		return message.WriteCode(g.Name + " = ...")
	}
	return s.interpolated(g.tok)
}

// interpolated returns the remedy for a text with a prefix of another language, such as f"{n} sheep", which Lua reads as a
// call of f. Names and fields in braces are joined to the text; others are left to the author.
func (s *Script) interpolated(tok int) diag.Words {
	prefix := s.src.word(tok)
	if len(prefix) > 2 || !strings.Contains("frub", strings.ToLower(prefix[:1])) || s.src.kindOf(tok+1) != syntax.StringToken || s.src.toks[tok].End != s.src.toks[tok+1].Start {
		return diag.Words{}
	}
	return message.TextWithPrefix(syntax.Joined(s.src.word(tok+1)), prefix)
}

// outside returns the remedy for a read of a variable outside of its block. If several variables have the name, the
// last one above the read is meant or, if there is none, the first one below.
func (s *Script) outside(g GlobalRead) diag.Words {
	var found *variable
	for _, v := range s.facts.variables {
		if v.name == g.Name && (found == nil || v.tok < g.tok) {
			found = v
		}
	}
	if found == nil {
		return diag.Words{}
	}
	line := s.src.pos(found.tok).Line
	switch {
	case found.param:
		return message.ParameterOfFunction(line, g.Name)
	case g.tok < found.fn.first || g.tok > found.fn.last:
		return message.LocalOfFunction(line, g.Name)
	case s.src.is(s.src.header(found.tok), "local"):
		return message.LocalOfBlock(line, g.Name)
	}
	return message.LocalOfLoop(line, g.Name)
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
func (g GlobalRead) Undefined() diag.Words {
	switch {
	case g.Member != "":
		return message.ModuleOrGame(g.Name)
	case g.Called:
		return message.WriteFunctionAbove(g.Name)
	}
	return message.QuoteOrLocal(g.Name)
}
