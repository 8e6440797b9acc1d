package scripttest

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lint"
)

// Check returns the problems of the test files in fsys that can be found without running the tests. It compares names
// with the files of a loaded game, unless these files have errors.
func Check(fsys fs.FS, prefix string, game *bough.Game) diag.List {
	s := &Suite{o: Options{Prefix: prefix, Seed: 1}, game: game}
	for _, c := range s.compile(fsys) {
		s.list(c)
		c := checker{game, game.Bundle(), c.Script(), checkGlobals(game, c)}
		if c.bundle.Problems.Err() == nil {
			for _, call := range c.script.DriverCalls() {
				c.names(call)
			}
		}
		s.Problems = append(s.Problems, c.found.Apart(s.Problems)...)
	}
	return s.Problems
}

// checkGlobals returns the problems of globals that a test file reads.
func checkGlobals(game *bough.Game, c *luabind.Chunk) diag.List {
	more := []string{nameWords} // which CheckDriver reports
	for _, name := range helpers(c) {
		library, _, _ := strings.Cut(name, ".")
		more = append(more, library)
	}
	hints := map[string]string{"bt": "bt is for behaviors; here it is t: t.tick, t.active and so on"}
	for _, w := range list {
		hints[w.name] = "write " + nameWords + "." + w.name
	}
	for _, g := range c.Script().GlobalReads {
		if c.Script().SetsGlobal(g.Name) {
			more = append(more, g.Name)
		}
	}
	found := assets.CheckGlobals(game.Runtime(), c, more, hints)
	for _, g := range c.Script().GlobalReads {
		if g.Name == "assert" && g.Member != "" {
			found.Add(g.MemberPos, message.MemberOfAssert(g.Member)).Source = c.Script().Line(g.Pos.Line)
		}
	}
	return found
}

// checker compares the names in a test file with those in the files of the game.
type checker struct {
	game   *bough.Game
	bundle *assets.Bundle
	script *lint.Script
	found  diag.List
}

// nodeWords are the words whose second argument names a node.
var nodeWords = []string{"active", "ready", "ran", "ran_ago", "since", "why", "expect_active", "expect_not_active", "expect_ran", "expect_not_ran"}

// names warns about names in a call that look misspelled, and about trees that do not exist.
func (c *checker) names(call lint.DriverCall) {
	first, hasFirst := call.Texts[0]
	second, hasSecond := call.Texts[1]
	switch {
	case call.Word == "spawn" && hasFirst:
		c.tree(first)
		c.fields(first.Name, call.Keys)
	case call.Word == "spawn":
		c.fields("", call.Keys)
	case !hasSecond:
	case call.Word == "switch":
		c.tree(second)
	case call.Word == "post":
		c.warn(second, message.UnknownStimulus(second.Name, c.bundle.MisspelledStimulus(second.Name)))
	case slices.Contains(nodeWords, call.Word):
		c.warn(second, message.UnknownNode(second.Name, c.bundle.MisspelledNode(second.Name)))
	}
}

func (c *checker) tree(u lint.Use) {
	if _, err := c.game.Program(u.Name); err != nil {
		c.found.Warn(u.Pos, message.TestTree(err.Error())).Source = c.script.Line(u.Pos.Line)
	}
}

// fields checks the fields of an agent that runs a tree.
func (c *checker) fields(tree string, keys []lint.Use) {
	name, _, _ := strings.Cut(tree, " ")
	params := c.bundle.Parameters(name)
	for _, u := range keys {
		if slices.Contains(params, u.Name) && !c.bundle.UsesField(u.Name) {
			c.warn(u, message.ParameterAsField(tree+" "+u.Name+"=VALUE", u.Name, name))
		} else {
			c.warn(u, message.UnknownField(u.Name, c.bundle.MisspelledField(u.Name)))
		}
	}
}

// warn adds a warning, unless it has no remedy.
func (c *checker) warn(u lint.Use, w diag.Words) {
	if w.Hint != "" {
		c.found.Warn(u.Pos, w).Source = c.script.Line(u.Pos.Line)
	}
}
