package assets

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

// firstName matches the first name in a text.
var firstName = lazyregexp.New(`^[-*+"'\s]*(` + ident.Pattern + `)(?:[^` + ident.Rest + `\x{80}-\x{10FFFF}]|$)`)

// declares returns what FieldsFile declares, or nil if there is no such file.
func (c *checker) declares() *declare.File {
	f := c.files.at(FieldsFile)
	if f == nil {
		return nil
	}
	if c.declared.of != f {
		c.declared.of, c.declared.file = f, parseFields(c.root.display(FieldsFile), f.text)
	}
	return c.declared.file
}

// parseFields reads the text of FieldsFile.
func parseFields(path string, text []byte) *declare.File {
	return declare.Parse(path, text, luabind.Reserved)
}

// Declared returns what FieldsFile declares. It is nil if there is no such file.
func (b *Bundle) Declared() *declare.File { return b.game }

// declarations returns the lines of FieldsFile, except empty lines and comments.
func (c *checker) declarations() []declare.Declaration {
	f := c.declares()
	if f == nil {
		return nil
	}
	list := f.Lines()
	for i := range list {
		if name := c.stimulusMeant(&list[i]); name != "" {
			list = slices.Clone(list)
			d := &list[i]
			d.Wrong = message.BadDeclaration().With(message.WriteStimulus(name))
			if d.Name == name {
				d.Wrong = message.FieldForStimulus(name)
			}
			d.What, d.Name = declare.Stimulus, name
		}
	}
	return list
}

// stimulusMeant returns the stimulus that a line such as "stimulus: noise was heard" or "noise: something was heard" means, or
// "": nothing reads a field of that name, and a behavior waits for the stimulus.
func (c *checker) stimulusMeant(d *declare.Declaration) string {
	if d.What != declare.Field || d.Type != nil || d.Malformed() || c.counts.reads[d.Name] > 0 || c.counts.sets[d.Name] > 0 {
		return ""
	}
	name := d.Name
	if name == "stimulus" {
		m := firstName.FindStringSubmatch(d.Means)
		if m == nil {
			return ""
		}
		name = m[1]
	} else if bytes.Contains(c.files.at(FieldsFile).text, []byte("stimulus "+name)) { // the game has both
		return ""
	}
	waits := regexp.MustCompile(`\bstimulus\s*=\s*["']` + name + `["']`)
	if !slices.ContainsFunc(c.files.inOrder(), func(f *file) bool {
		return f.compiled != nil && bytes.Contains(f.text, []byte(name)) && waits.Match(f.text)
	}) {
		return ""
	}
	return name
}

// gameFields returns the declared fields of the game.
func (c *checker) gameFields() []string {
	names := slices.Clone(c.game)
	for _, d := range c.declarations() {
		if d.What == declare.Field && d.Name != "" {
			names = append(names, d.Name)
		}
	}
	return names
}

// gameStimuli returns the declared stimuli of the game.
func (c *checker) gameStimuli() []string {
	var names []string
	for _, d := range c.declarations() {
		if d.What == declare.Stimulus {
			names = append(names, d.Name)
		}
	}
	return names
}

// unused finds declarations of fields, or of stimuli, whose names no other file mentions. If a similar name is used, one of
// the two is misspelled.
type unused struct {
	checker *checker
	bundle  *Bundle
	what    declare.What
	lines   map[string]declare.Declaration // those that were looked up; a declaration that is used has no name
	found   diag.List                      // warnings about declarations
}

func (c *checker) unused(b *Bundle, what declare.What) *unused {
	return &unused{c, b, what, map[string]declare.Declaration{}, nil}
}

// has reports whether a name is declared and not used.
func (u *unused) has(name string) bool {
	d, known := u.lines[name]
	if known || name == "" {
		return d.Name != ""
	}
	for _, each := range u.checker.declarations() {
		if each.Name == name && !each.Malformed() && each.What == u.what && u.bundle.occurrences(name) == 0 {
			d = each
		}
	}
	u.lines[name] = d
	return d.Name != ""
}

// meant returns the remedy for a used name that resembles an unused declaration. If the name is used several times, the
// declaration gets a warning instead, and the remedy is empty.
func (u *unused) meant(declared, used string) (remedy diag.Words) {
	d, file := u.lines[declared], u.checker.root.display(FieldsFile)
	if u.bundle.occurrences(used) == 1 {
		return message.DeclaredAs(file, d.Line, declared)
	}
	at := diag.Pos{File: file, Line: d.Line, Col: d.Col}
	if !slices.ContainsFunc(u.found, func(d diag.Diagnostic) bool { return d.Pos == at }) {
		u.found.Warn(at, message.UnusedDeclaration(declared, used)).Source = d.Text
	}
	return remedy
}

// badDeclarations warns about lines of FieldsFile that are malformed, that repeat another line, or that declare a
// field that conditions cannot read.
func (c *checker) badDeclarations() diag.List {
	type subject struct {
		what        declare.What
		board, name string
	}
	first := map[subject]int{} // number of the line
	var out diag.List
	for _, d := range c.declarations() {
		w := d.Wrong
		if len(out) > 0 && out[len(out)-1].Pos.Line == d.Line { // another name of the same line
			continue
		}
		if !d.Malformed() {
			s := subject{d.What, d.Board, d.Name}
			_, global := c.globals.members[d.Name]
			switch n, again := first[s]; {
			case again:
				w = message.DuplicateDeclaration(n, d.Name)
			case global && d.What == declare.Field:
				w = message.FieldNamedLikeGlobal(d.Name)
				first[s] = d.Line
			default:
				first[s] = d.Line
				continue
			}
		}
		out.Warn(diag.Pos{File: c.root.display(FieldsFile), Line: d.Line, Col: d.Col}, w).Source = d.Text
		if len(out) == maxBadDeclarations {
			break
		}
	}
	return out
}

// maxBadDeclarations bounds the number of warnings about a FieldsFile with unrelated
// content.
const maxBadDeclarations = 20
