package scripttest

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lua"
)

// Check returns the problems of the test files in fsys that can be found without running the tests. It compares names
// with the files of a loaded game, unless these files have errors.
func Check(fsys fs.FS, prefix string, game *bough.Game) diag.List {
	s := &Suite{o: Options{Prefix: prefix, Seed: 1}, game: game}
	chunks := s.drive(s.compile(fsys))
	s.standIns, _ = standInsFor(game.Runtime(), chunks)
	for _, c := range chunks {
		s.list(c)
		s.Problems = append(s.Problems, s.check(c, checkGlobals(game, c)).Apart(s.Problems)...)
	}
	return s.Problems
}

// check adds the problems of the calls in a test file to those in found.
func (s *Suite) check(c *luabind.Chunk, found diag.List) diag.List {
	k := checker{suite: s, game: s.game, bundle: s.game.Bundle(), script: c.Script(), found: found}
	calls := k.script.DriverCalls()
	k.imposes = slices.ContainsFunc(calls, func(call lint.DriverCall) bool { return call.Word == "impose" })
	for _, call := range calls {
		k.literals(call)
		if k.bundle.Problems.Err() == nil {
			k.names(call)
		}
	}
	if k.bundle.Problems.Err() == nil {
		k.fields("", k.script.FieldsGiven())
		for _, u := range k.script.FieldsTaken() {
			k.warn(u, message.UnknownField(u.Name, k.bundle.MisspelledField(u.Name)))
		}
		k.boards()
		for _, w := range k.script.Writes() {
			d := k.bundle.Declared().Field(w.L.Path)
			if w.L.Of == lint.BoardData {
				d = k.bundle.Declared().Entry(w.L.Board, w.L.Path)
			}
			k.given(d, w.L.Path, w.R)
		}
	}
	return k.found
}

// given compares a literal with what d declares, which may be nil.
func (c *checker) given(d *declare.Declaration, path string, x lint.Term) {
	c.found = append(c.found, c.bundle.CheckGiven(d, path, x, c.script.Line)...)
}

// boards warns about boards and entries of boards that no file has.
func (c *checker) boards() {
	for _, p := range c.script.Terms().Places {
		if p.Of != lint.BoardData || p.Board == "" {
			continue
		}
		entry, _, _ := strings.Cut(p.Path, ".")
		others, unknown := c.bundle.UnknownEntry(p.Board, entry)
		nearBoard, near, _ := c.bundle.MisspelledEntry(p.Board, entry)
		if nearBoard != "" {
			at, line := p.Pos, []rune(c.script.Line(p.Pos.Line))
			if i := strings.LastIndex(string(line[:min(at.Col-1, len(line))]), p.Board); i >= 0 { // not if a local has the board
				at.Col = diag.Column(string(line), i)
			}
			c.warn(lint.Use{Name: p.Board, Pos: at}, message.UnknownBoard(p.Board, nearBoard))
		} else if w := message.UnknownEntry(p.Board, entry, near); near != "" {
			c.warn(lint.Use{Name: entry, Pos: p.Pos}, w)
		} else if unknown {
			c.warn(lint.Use{Name: entry, Pos: p.Pos}, w.With(message.ItHas(others)))
		}
	}
}

// checkGlobals returns the problems of globals that a test file reads.
func checkGlobals(game *bough.Game, c *luabind.Chunk) diag.List {
	more := []string{nameWords} // which CheckDriver reports
	for _, name := range helpers(c) {
		library, _, _ := strings.Cut(name, ".")
		more = append(more, library)
	}
	hints := map[string]diag.Words{"bt": message.BtInTest()}
	for _, w := range list {
		hints[w.name] = message.WriteCode(nameWords + "." + w.name)
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

// isField matches the source of a field of an agent.
var isField = lazyregexp.New(`^[` + ident.Rest + `]+\.[` + ident.Rest + `.]+$`)

// checker compares the names in a test file with those in the files of the game.
type checker struct {
	suite  *Suite
	game   *bough.Game
	bundle *assets.Bundle
	script *lint.Script
	found  diag.List

	imposes bool // the file has a request of the game, whose channel may be any
}

// nodeWords are the words whose second argument names a node.
var nodeWords = append(behaviors.QuestionNames(), "abort", "ready", "why", "expect_active", "expect_not_active", "expect_ran", "expect_not_ran")

// asksTicks reports whether a word is a question whose last argument is a number of past ticks.
func asksTicks(word string) bool {
	q := behaviors.QuestionNamed(word)
	return q != nil && q.Ticks
}

// channelWords are the words whose second argument names a channel.
var channelWords = []string{"expect_request", "request", "finish"}

// names warns about names in a call that look misspelled, and about trees that do not exist.
func (c *checker) names(call lint.DriverCall) {
	first, hasFirst := call.Texts[0]
	second, hasSecond := call.Texts[1]
	switch {
	case call.Word == "spawn" && hasFirst:
		if name, _, _ := strings.Cut(first.Name, " "); !slices.ContainsFunc(call.Keys, func(u lint.Use) bool { return c.isParameter(name, u.Name) }) {
			c.tree(first) // otherwise a parameter is missing that is given as a field
			c.warn(first, c.bundle.MisspelledInCall(first.Name))
		}
		for _, e := range call.Tables[1].Entries {
			c.given(c.bundle.Declared().Field(e.Name), e.Name, e.Value)
		}
		c.fields(first.Name, call.Keys)
	case call.Word == "spawn" && call.Literals[0].Kind != "table":
		c.fields("", call.Keys)
	case call.Word == wordHelper && hasFirst:
		if w := c.suite.standIns.lacks(first.Name); w.Code != "" {
			c.found.Warn(first.Pos, w).Source = c.script.Line(first.Pos.Line)
			break
		}
		library, _, _ := strings.Cut(first.Name, ".")
		if place := c.bundle.ReadInCondition(library); place != "" && !c.suite.standIns.isGlobal(library) {
			c.warn(first, message.HelperHidesField(library, place))
		}
	case call.Word == "handle" && hasFirst:
		c.handle(first)
	case !hasSecond, hasFirst: // an agent comes first
	case call.Word == "switch":
		c.tree(second)
		c.warn(second, c.bundle.MisspelledInCall(second.Name))
	case call.Word == "post":
		c.warn(second, message.UnknownStimulus(second.Name, c.bundle.MisspelledStimulus(second.Name)))
		if d := c.bundle.Declared().Stimulus(second.Name); d != nil && d.Type != nil {
			c.given(d, "", call.Tables[2])
			break
		}
		for _, u := range call.Keys {
			near := c.bundle.MisspelledData(second.Name, u.Name)
			if !slices.ContainsFunc(call.Keys, func(k lint.Use) bool { return k.Name == near }) {
				c.warn(u, message.UntakenField(u.Name, near, second.Name))
			}
		}
	case call.Word == "impose":
		c.warn(second, c.bundle.UnknownImposed(second.Name))
		for _, e := range call.Tables[2].Entries {
			if e.Name == "data" {
				c.given(c.bundle.Declared().Request(second.Name), "", e.Value)
			}
		}
	case slices.Contains(channelWords, call.Word) && !c.imposes:
		w := c.bundle.UnknownChannel(second.Name)
		kind, ok := call.Texts[2]
		if ok && w.Hint != "" && c.bundle.UnknownChannel(kind.Name).Text == "" {
			w = w.With(channelFirst(second.Name, kind.Name))
		}
		c.warn(second, w)
		if ok && w.Hint == "" && call.Word == "expect_request" {
			c.warn(kind, message.UnknownRequest(kind.Name, c.bundle.MisspelledRequest(kind.Name)))
			if data, ok := call.Tables[3]; ok {
				c.given(c.bundle.Declared().Request(kind.Name), "", data)
			}
		}
	case slices.Contains(nodeWords, call.Word):
		if p, err := c.game.Program(call.Tree); err == nil && p.Nodes(second.Name) == nil {
			c.warn(second, noNode(p, second.Name, c.bundle))
		} else if err != nil {
			c.warn(second, message.UnknownNode(second.Name, c.bundle.MisspelledNode(second.Name)))
		}
	}
}

// literals reports literal arguments with which a call fails.
func (c *checker) literals(call lint.DriverCall) {
	at := slices.IndexFunc(list, func(w word) bool { return w.name == call.Word })
	if at < 0 {
		return
	}
	if got, ok := call.Answers[0]; ok && call.Word == "wait_until" {
		is := "true or false"
		if isField.MatchString(got.Name) {
			is = "a field"
		}
		w := message.WrongTestArgument(call.Word, is, 1, "a function")
		w = w.With(message.WriteCode("t.wait_until(function() return " + cmp.Or(got.Name, "...") + " end, " + cmp.Or(call.Literals[1].Text, "...") + ")"))
		c.found.Add(got.Pos, w).Source = c.script.Line(got.Pos.Line)
	}
	for i, l := range call.Literals {
		a := args{call.Word, make([]value.Value, i+1), c.bundle}
		switch l.Kind {
		case "string":
			a.values[i] = value.String(l.Text)
		case "number":
			n, _ := lua.ParseNumber(l.Text)
			a.values[i] = value.Number(n)
		case "boolean":
			a.values[i] = value.Bool(l.Text == "true")
		case "table":
			a.values[i] = value.Other(&value.Table{})
		}
		var err error
		switch {
		case i == 0 && strings.Contains(list[at].usage, "."+call.Word+"(troll,") || strings.Contains(list[at].usage, "."+call.Word+"(troll)"):
			if _, err = a.agent(i); l.Kind == "string" && call.Second != "" {
				err = wordsOf(err).With(agentFirst(call, l.Text))
			}
		case call.Word == "near" && l.Kind != "number":
			if err = a.wrong(i, "a number"); i == 0 && isName.MatchString(l.Text) && isName.MatchString(call.Second) && call.Literals[2].Text != "" {
				err = wordsOf(err).With(message.WriteCode("t.near(" + call.Second + "." + l.Text + ", " + call.Literals[2].Text + ")"))
			}
		case i == 0 && call.Word == "spawn":
			if _, err = a.text(i, "the name of a tree"); err != nil {
				err = wordsOf(err).With(message.WriteCode(list[at].usage))
			}
		case i == 1 && call.Word == "expect" && l.Kind != "string":
			err = wordsOf(a.wrong(i, "a text that says what should be so")).With(message.WriteCode("t.equal(got, want)"))
		case i == 1 && call.Word == "post" && call.Literals[0].Kind != "": // the agent is missing
		case i == 1 && call.Word == "post":
			_, err = a.text(i, "the name of a stimulus")
		case i == 0 && call.Word == "wait_until":
			_, err = a.waits()
		case i == 0 && call.Word == "tick":
			_, err = a.ticks(i)
		case i == 0 && (call.Word == "wait" || call.Word == "step"), i == 1 && call.Word == "wait_until", i == 3 && call.Word == "post":
			_, err = a.seconds(i)
		case i == 2 && asksTicks(call.Word):
			_, err = a.count(i, c.game.Runtime().History())
		}
		if err != nil {
			c.found.Add(l.Pos, wordsOf(err)).Source = c.script.Line(l.Pos.Line)
		}
	}
}

// agentFirst returns the remedy for a call whose second argument is meant as the first, which is a text.
func agentFirst(call lint.DriverCall, text string) diag.Words {
	rest := ""
	if call.Args != 2 {
		rest = ", ..."
	}
	return message.ComesFirst("t."+call.Word+"("+call.Second+", "+strconv.Quote(text)+rest+")", "agent")
}

// isName matches a name.
var isName = lazyregexp.New(`^` + ident.Pattern + `$`)

func (c *checker) tree(u lint.Use) {
	if _, err := c.game.Program(u.Name); err != nil {
		c.found.Warn(u.Pos, message.TestTree(err.Error())).Source = c.script.Line(u.Pos.Line)
	}
}

// handle warns about a handle that is named like none of the types that the game declares. The name may go on after that of
// the type, since a test can have several handles of a type: orc, "orc 2".
func (c *checker) handle(u lint.Use) {
	declared := c.bundle.Declared().Handles()
	name := strings.ToLower(u.Name)
	if len(declared) == 0 || slices.ContainsFunc(declared, func(of string) bool {
		of = strings.ToLower(of)
		return strings.HasPrefix(name, of) || strings.HasPrefix(name, of[strings.LastIndexByte(of, '.')+1:])
	}) {
		return
	}
	c.warn(u, message.UndeclaredHandle(declared, u.Name).With(message.Near(u.Name, declared)))
}

// isParameter reports whether a tree has a parameter, and nothing has a field of that name.
func (c *checker) isParameter(tree, name string) bool {
	return slices.Contains(c.bundle.Parameters(tree), name) && !c.bundle.UsesField(name)
}

// fields checks the fields of an agent that runs a tree.
func (c *checker) fields(tree string, keys []lint.Use) {
	name, _, _ := strings.Cut(tree, " ")
	for _, u := range keys {
		if c.isParameter(name, u.Name) {
			c.warn(u, message.ParameterAsField(tree+" "+u.Name+"=VALUE", u.Name, name))
		} else {
			w := message.UnknownField(u.Name, c.bundle.MisspelledField(u.Name))
			if w.Hint == "" && c.bundle.IsIdle(u.Name, c.script.Text()) {
				w = message.IdleField(path.Join(c.game.Prefix(), assets.FieldsFile), u.Name)
			}
			c.warn(u, w)
		}
	}
}

// warn adds a warning, unless it has no remedy.
func (c *checker) warn(u lint.Use, w diag.Words) {
	if w.Hint != "" {
		c.found.Warn(u.Pos, w).Source = c.script.Line(u.Pos.Line)
	}
}
