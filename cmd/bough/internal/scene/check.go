package scene

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/allow"
	"github.com/bough-dev/bough/internal/message"
)

// Check returns the mistakes in a scene that show before it is played. It compares names with the files of game, which
// must be loaded. It compares no names if game is nil or these files have errors.
func (s *Scene) Check(game *bough.Game) diag.List {
	c := checker{game: game, text: string(s.text), asked: map[string]bool{}, imposed: map[string]bool{}}
	if game != nil {
		c.bundle = game.Bundle()
		c.named = c.bundle.Problems.Err() == nil
	}
	for i := range s.lines {
		if l := &s.lines[i]; l.verb.name == "get" || l.verb.name == "show" {
			for _, w := range l.words {
				c.asked[strings.TrimPrefix(w.text, "field:")] = true
			}
		}
	}
	for i := range s.lines {
		if l := &s.lines[i]; l.verb.name == "scripts" {
			if _, err := os.Stat(s.Scripts()); err != nil {
				c.found = append(c.found, l.problem(mistake{message.NoFolder(filepath.ToSlash(s.Scripts())), l.words[0].at}))
			}
		}
		c.line(&s.lines[i])
	}
	c.found.Sort()
	return c.found
}

// doubts returns what makes a command look misspelled that has been typed: names of fields, of entries of a board and of a
// stimulus that no file has. In contrast to the warnings of Check, the name of a field that the agent has not had before, of
// an entry that the board does not have, and that of a stimulus, need not resemble another one.
func (l *line) doubts(b *assets.Bundle, words []word, had func(name string) bool) (list []diag.Words) {
	field := func(name string) {
		if b.UsesField(name) || b.Mentions(name) {
			return
		}
		if near := b.MisspelledField(name); near != "" || !had(name) {
			list = append(list, message.UnknownField(name, near))
		}
	}
	switch l.verb.name {
	case "set":
		for _, p := range l.pairs {
			field(p.key)
		}
	case "get":
		for _, w := range words {
			field(w.text)
		}
	case "board":
		board := l.words[0].text
		for _, p := range l.pairs {
			nearBoard, nearEntry, known := b.MisspelledEntry(board, p.key)
			switch {
			case known || had(p.key):
			case nearBoard != "":
				return append(list, message.UnknownBoard(board, nearBoard))
			case nearEntry != "" || !b.Mentions(p.key):
				list = append(list, message.UnknownEntry(board, p.key, nearEntry))
			}
		}
	case "post":
		for _, w := range words[:min(1, len(words))] {
			if !b.Mentions(w.text) {
				list = append(list, message.UnknownStimulus(w.text, b.MisspelledStimulus(w.text)))
			}
		}
	case "impose":
		for _, w := range words[:min(1, len(words))] {
			if w := b.UnknownImposed(w.text); w.Text != "" {
				list = append(list, w)
			}
		}
	}
	return list
}

// Findings loads the files of a game, and returns the findings in them and the warnings about the scene.
func (s *Scene) Findings(game *bough.Game) diag.List {
	return slices.Concat(diag.List(game.Load()), s.Warnings(game))
}

// Warnings returns the warnings of Check that no comment in the scene allows.
func (s *Scene) Warnings(game *bough.Game) diag.List { return s.notAllowed(s.Check(game).Warnings()) }

// notAllowed returns the findings that no comment in the scene allows.
func (s *Scene) notAllowed(found diag.List) diag.List {
	left, _ := allow.Divide(found, maps.All(map[string][]byte{s.Path: s.text}))
	left.Sort()
	return left
}

type checker struct {
	game    *bough.Game
	bundle  *assets.Bundle
	text    string          // of the scene
	asked   map[string]bool // fields that commands show
	named   bool            // names are compared
	labels  []string        // of the agents spawned so far
	imposed map[string]bool // channels of the requests imposed so far
	found   diag.List
}

func (c *checker) line(l *line) {
	words := l.words
	if l.verb.agent {
		var err error
		if _, words, err = l.addressee(c.labels); err != nil {
			c.found = append(c.found, l.problem(err))
			return
		}
		c.whichAgent(l, words)
	}
	if l.verb.name == "spawn" || l.verb.name == "switch" {
		c.tree(l, words[0])
	}
	if l.verb.name == "spawn" {
		name, _, _ := strings.Cut(words[0].text, " ")
		c.labels = append(c.labels, c.meant(name)+"#"+strconv.Itoa(len(c.labels)+1))
	}
	if l.verb.name == "impose" && len(words) > 0 {
		channel, _ := l.get("channel")
		name, _ := channel.(string)
		c.imposed[cmp.Or(name, words[0].text)] = true
	}
	if c.named {
		c.names(l, words)
	}
}

// whichAgent warns about the name of a tree in place of an agent that several agents have, since it stands for the one that was
// spawned last, and about the name of a tree that no agent has, which get and explain take for a field or a node. words are those
// that follow the agent.
func (c *checker) whichAgent(l *line, words []word) {
	if len(l.words) == 0 {
		return
	}
	first := l.words[0]
	named := len(words) < len(l.words)
	var same, names []string
	for _, label := range c.labels {
		name, _, _ := strings.Cut(label, "#")
		if names = append(names, name); name == first.text {
			same = append(same, label)
		}
	}
	switch {
	case named && len(same) > 1:
		c.warn(l, first.at, message.SeveralAgents(same[len(same)-1], same, first.text))
	case !named && l.verb.name == "get" && len(words) > 1 && c.named && !c.bundle.UsesField(first.text):
		if near := diag.Suggest(first.text, names); near != "" {
			c.warn(l, first.at, message.NoSuchAgent(near, first.text).With(meantAgent(first.text, c.labels)))
		} else if slices.ContainsFunc(c.bundle.Trees, func(t assets.Tree) bool { return t.Name == first.text }) {
			c.warn(l, first.at, message.NoSuchAgent(c.labels[0], first.text))
		}
	}
}

// meant returns the tree that a name stands for. If the name is misspelled, the lines below have the right one.
func (c *checker) meant(name string) string {
	if !c.named {
		return name
	}
	var trees []string
	for _, t := range c.bundle.Trees {
		trees = append(trees, t.Name)
	}
	if slices.Contains(trees, name) {
		return name
	}
	return cmp.Or(diag.Suggest(name, trees), name)
}

// tree checks the name of a tree, with its parameters.
func (c *checker) tree(l *line, w word) {
	if !c.named {
		return
	}
	if _, err := c.game.Program(w.text); err != nil {
		c.found = append(c.found, l.problem(mistake{err, w.at}))
		return
	}
	c.warn(l, w.at, c.bundle.MisspelledInCall(w.text))
	name, _, _ := strings.Cut(w.text, " ")
	params := c.bundle.Parameters(name)
	var first *pair
	given := w.text
	for i := range l.pairs {
		p := &l.pairs[i]
		if !slices.Contains(params, p.key) || c.bundle.UsesField(p.key) {
			continue
		}
		given += " " + p.key + "=" + p.literal()
		if first == nil {
			first = p
		}
	}
	if first != nil {
		c.warn(l, first.at, message.ParameterAsField(given, first.key, name))
	}
}

// literal returns the value in the form for a text within double quotes.
func (p pair) literal() string {
	switch v := p.value.(type) {
	case nil:
		return "nil"
	case string:
		return "'" + v + "'"
	default:
		return fmt.Sprint(v)
	}
}

// hasShape reports whether the data of a stimulus are declared, so that they are compared with that.
func (c *checker) hasShape(stimulus string) bool {
	d := c.bundle.Declared().Stimulus(stimulus)
	return d != nil && d.Type != nil
}

// names finds names of behaviors that do not exist, and warns about other names that look misspelled.
func (c *checker) names(l *line, words []word) {
	field := func(name string, at int) {
		c.warn(l, at, message.UnknownField(name, c.bundle.MisspelledField(name)))
	}
	if l.verb.setsFields() {
		for _, p := range l.pairs {
			field(p.key, p.at)
			if c.bundle.MisspelledField(p.key) == "" && c.bundle.IsIdle(p.key, c.text) && !c.asked[p.key] {
				c.warn(l, p.at, message.IdleField(path.Join(c.game.Prefix(), assets.FieldsFile), p.key))
			}
			if err := p.refused(c.bundle); err != nil {
				c.found = append(c.found, l.problem(err))
			}
		}
	}
	if l.verb.name == "board" {
		if nearBoard, _, _ := c.bundle.MisspelledEntry(words[0].text, ""); nearBoard != "" {
			c.warn(l, words[0].at, message.UnknownBoard(words[0].text, nearBoard))
		}
		for _, p := range l.pairs {
			if _, near, _ := c.bundle.MisspelledEntry(words[0].text, p.key); near != "" {
				c.warn(l, p.at, message.UnknownEntry(words[0].text, p.key, near))
			} else if err := p.refusedOn(words[0].text, c.bundle); err != nil {
				c.found = append(c.found, l.problem(err))
			}
		}
	}
	if l.verb.name == "post" && len(words) > 0 && !c.hasShape(words[0].text) {
		for _, p := range l.pairs {
			if near := c.bundle.MisspelledData(words[0].text, p.key); p.key != "ttl" && near != "" {
				if _, given := l.get(near); !given {
					c.warn(l, p.at, message.UntakenField(p.key, near, words[0].text))
				}
			}
		}
	}
	for _, w := range words {
		switch l.verb.name {
		case "clear_faults":
			if _, err := behaviorNamed(c.bundle, w); err != nil {
				c.found = append(c.found, l.problem(err))
			}
		case "get":
			field(w.text, w.at)
		case "show":
			if name, ok := strings.CutPrefix(w.text, "field:"); ok {
				field(name, w.at)
			}
			if board, entry, ok := boardEntry(w.text); ok {
				nearBoard, nearEntry, _ := c.bundle.MisspelledEntry(board, entry)
				at := w.at + strings.Index(l.text[w.at:], "board:") + len("board:")
				c.warn(l, at, message.UnknownBoard(board, nearBoard))
				c.warn(l, at+len(board)+1, message.UnknownEntry(board, entry, nearEntry))
			}
		case "post":
			c.warn(l, w.at, message.UnknownStimulus(w.text, c.bundle.MisspelledStimulus(w.text)))
			for _, p := range l.pairs {
				if err := p.refusedData(c.bundle, w.text); err != nil {
					c.found = append(c.found, l.problem(err))
				}
			}
		case "impose":
			c.warn(l, w.at, c.bundle.UnknownImposed(w.text))
		case "end":
			if !c.imposed[w.text] {
				c.warn(l, w.at, c.bundle.UnknownChannel(w.text))
			}
		case "explain", "abort":
			c.warn(l, w.at, message.UnknownNode(w.text, c.bundle.MisspelledNode(w.text)))
		}
	}
}

// refused returns an error if the pair gives a field a value that contradicts its declaration.
func (p pair) refused(b *assets.Bundle) error {
	return p.refusedBy(func(v value.Value) diag.Words { return b.Declared().Refuse(p.key, v) })
}

// refusedOn is like refused, for an entry of a board.
func (p pair) refusedOn(board string, b *assets.Bundle) error {
	return p.refusedBy(func(v value.Value) diag.Words { return b.Declared().RefuseEntry(board, p.key, v) })
}

func (p pair) refusedBy(declared func(value.Value) diag.Words) error {
	v, err := value.Of(p.value)
	if err != nil {
		return err
	}
	if w := declared(v); w.Text != "" {
		return mistake{w, p.at + len(p.key) + 1}
	}
	return nil
}

// refusedData is like refused, for the data of a stimulus.
func (p pair) refusedData(b *assets.Bundle, stimulus string) error {
	v, err := value.Of(map[string]any{p.key: p.value})
	if err != nil || p.key == "ttl" {
		return err
	}
	if w := b.Declared().RefuseData(stimulus, v); w.Code == message.WrongDeclaredValue("", "", "", "").Code {
		return mistake{w, p.at + len(p.key) + 1}
	} else if w.Text != "" {
		return mistake{w, p.at}
	}
	return nil
}

// warn adds a warning, unless it has no remedy.
func (c *checker) warn(l *line, at int, w diag.Words) {
	if w.Hint != "" {
		d := l.problem(mistake{w, at})
		d.Severity = diag.Warning
		c.found = append(c.found, d)
	}
}
