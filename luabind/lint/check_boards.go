package lint

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua/syntax"
)

// BoardUse is a use of a board whose name is a literal.
type BoardUse struct {
	Board string
	// Entry is the entry that is read or written. It is empty for the name itself, in the call of bt.board.
	Entry  string
	Writes bool
	Pos    diag.Pos // of the entry, or of the name
}

// Boards returns the uses of boards with literal names, in the order of the file.
func (s *Script) Boards() (list []BoardUse) {
	for _, u := range s.facts.boards {
		list = append(list, BoardUse{u.board, u.entry, u.writes, s.src.pos(u.tok)})
	}
	return list
}

// checkClaim warns about a claim from whose result a script wants to learn whether it has the entry.
func checkClaim(c *checker, k *call) {
	if k.args < 2 || slices.ContainsFunc(c.facts.unused, func(o operand) bool { return o.first == k.callee.first }) {
		return
	}
	has := boards + "(" + c.src.span(k.arg.first, k.arg.last) + ")"
	if k.second.kind == "string" && syntax.IsName(k.second.text) {
		has += "." + k.second.text
	} else {
		has += "[" + c.src.span(k.second.first, k.second.last) + "]"
	}
	if k.args == 2 {
		has += " == agent.id"
	}
	c.warn(k.callee.first, message.ClaimReturnsNothing(has))
}

// below returns the number of keys in an operand that is a board, or a path of keys below a board, as far as the
// source shows that. It returns -1 for any other operand.
func (c *checker) below(o operand) int {
	if o.callee == boards || o.base != nil && o.base.writes == 0 && o.base.calls(boards) {
		return o.keys
	}
	return -1
}

// lostWrite reports a change of a table that an expression reads from a board. The table is a copy, and no variable
// keeps it. A copy in a local may be changed, since it may be written to the board afterwards.
func lostWrite(c *checker, o operand, w diag.Words) {
	entry := c.src.span(o.first, o.entry)
	if entry == "" {
		entry = `bt.board("village").list`
	}
	c.add(o.first, w.With(message.ChangeCopyOfEntry(entry)))
}
