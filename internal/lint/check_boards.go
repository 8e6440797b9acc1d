package lint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
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

// BoardAsValue returns the words for a board in place of one of its entries. names are the texts with which bt.board is called:
// the board, and perhaps the entry.
func BoardAsValue(call string, names []string) diag.Words {
	if len(names) == 1 {
		if board, entry, ok := strings.Cut(names[0], "."); ok {
			names = []string{board, entry}
		}
	}
	w := message.BoardAsValue(call)
	switch {
	case len(names) == 2 && syntax.IsName(names[1]):
		w = w.With(message.WriteIt(boards + "(" + strconv.Quote(names[0]) + ")." + names[1]))
	case len(names) > 0:
		w = w.With(message.NameBoardEntry(boards + "(" + strconv.Quote(names[0]) + ")"))
	}
	return w
}

// checkBoardValues warns about boards that are conditions, or the results of hooks that answer yes or no. It also reports the
// agent as the value of an entry.
func checkBoardValues(c *checker) {
	list := c.facts.decidedBy
	for _, hook := range c.hooks {
		if answers[hook] == yes {
			for _, r := range c.hookFns[hook].returns {
				list = append(slices.Clip(list), r.value)
			}
		}
	}
	for _, o := range list {
		if o.callee == boards && o.keys == 0 && o.text != "" {
			c.warn(o.first, BoardAsValue(cmp.Or(c.text(o), boards+"(...)"), []string{o.text}))
		}
	}
	for _, w := range c.facts.writes {
		if v := w.value.base; v != nil && w.value.isVariable() && v.param && v.writes == 0 && c.namesAgent(v.name) && c.below(w.target) == 1 {
			c.add(w.value.first, message.AgentNotData().With(message.WriteCode(v.name+".id")))
		}
	}
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

// checkClaimedAgent reports the agent as the value of a claim, where its number is meant.
func checkClaimedAgent(c *checker, k *call) {
	for _, a := range k.params {
		if a.n == 2 && a.base.writes == 0 && c.namesAgent(a.base.name) {
			w := message.AgentNotData().With(message.HandOnFields())
			if text := c.src.span(k.arg.first, k.second.last); text != "" {
				w = w.With(message.WriteCode(claimFunction + "(" + text + ")"))
			}
			c.add(a.first, w)
		}
	}
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
