package assets

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

// stimulusWord begins a line of FieldsFile that names a stimulus that the game posts:
// "stimulus noise: something was heard".
const stimulusWord = "stimulus "

// Patterns for a line of FieldsFile. The declaration ends at the first colon or at the
// end of the line.
var (
	fieldLine    = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	stimulusLine = regexp.MustCompile(`^stimulus\s+(\S.*)$`)
	nearStimulus = regexp.MustCompile(`^(\w+)\s+([A-Za-z_]\w*)$`)
	dashedName   = regexp.MustCompile(`^[A-Za-z_][\w.-]*\w$`)
	listOfNames  = regexp.MustCompile(`^[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)+$`)
	listedNames  = regexp.MustCompile(`\w+`)
	firstName    = regexp.MustCompile(`^[-*+"'\s]*([A-Za-z_]\w*)(?:[^\w\x{80}-\x{10FFFF}]|$)`)
)

// declaration is a line of FieldsFile.
type declaration struct {
	name     string // for a malformed line its first name, so that reads of that field get no warning
	stimulus bool
	number   int        // number of the line
	line     string     // without white space around it
	bad      bool       // the line is malformed
	remedy   diag.Words // for a malformed line, if it is not the usual one
}

// declarations visits the lines of FieldsFile, except empty lines and comments.
func (c *checker) declarations() iter.Seq[declaration] {
	f := c.files.at(FieldsFile)
	if f == nil {
		return declarationsOf(nil)
	}
	return func(yield func(declaration) bool) {
		for d := range declarationsOf(f.text) {
			if name := c.stimulusMeant(d); name != "" {
				d.name, d.stimulus, d.bad, d.remedy = name, true, true, message.WriteStimulus(name)
			}
			if !yield(d) {
				return
			}
		}
	}
}

// stimulusMeant returns the stimulus that a line such as "stimulus: noise was heard" or "noise: something was heard" means, or
// "": nothing reads a field of that name, and a behavior waits for the stimulus.
func (c *checker) stimulusMeant(d declaration) string {
	if d.stimulus || d.bad || c.counts.reads[d.name] > 0 || c.counts.sets[d.name] > 0 {
		return ""
	}
	name := d.name
	if d.name == strings.TrimSpace(stimulusWord) {
		_, means, _ := strings.Cut(d.line, ":")
		m := firstName.FindStringSubmatch(strings.TrimSpace(means))
		if m == nil {
			return ""
		}
		name = m[1]
	}
	if name == d.name && bytes.Contains(c.files.at(FieldsFile).text, []byte(stimulusWord+name+":")) { // the game has both
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

// declarationsIn is like declarations, for the texts of a bundle.
func declarationsIn(contents []*Content) iter.Seq[declaration] {
	i := slices.IndexFunc(contents, func(c *Content) bool { return c.Path == FieldsFile })
	if i < 0 {
		return declarationsOf(nil)
	}
	return declarationsOf(contents[i].Text)
}

func declarationsOf(text []byte) iter.Seq[declaration] {
	return func(yield func(declaration) bool) {
		number := 0
		for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
			number++
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			d := declared(line)
			if d.number, d.line = number, line; !yield(d) {
				return
			}
			if words, _, _ := strings.Cut(line, ":"); listOfNames.MatchString(strings.TrimSpace(words)) {
				for _, name := range listedNames.FindAllString(words, -1)[1:] { // so that reads of these get no warning
					if d.name = name; !yield(d) {
						return
					}
				}
			}
		}
	}
}

// declared parses a line.
func declared(line string) declaration {
	words, _, _ := strings.Cut(line, ":")
	words = strings.TrimSpace(words)
	if luabind.Reserved(words) {
		return declaration{name: words, bad: true, remedy: message.DeleteEngineField(words)}
	}
	if fieldLine.MatchString(words) {
		return declaration{name: words}
	}
	if m := stimulusLine.FindStringSubmatch(words); m != nil {
		return declaration{name: m[1], stimulus: true}
	}
	word := strings.TrimSpace(stimulusWord)
	if m := nearStimulus.FindStringSubmatch(words); m != nil && diag.Suggest(m[1], []string{word}) != "" {
		return declaration{name: m[2], stimulus: true, bad: true, remedy: message.DidYouMean(stimulusWord + m[2])}
	}
	if dashedName.MatchString(words) {
		plain := strings.NewReplacer("-", "_", ".", "_").Replace(words)
		return declaration{name: plain, bad: true, remedy: message.NameWithoutDashes(plain)}
	}
	if names := listedNames.FindAllString(words, -1); listOfNames.MatchString(words) {
		return declaration{name: names[0], bad: true, remedy: message.WriteLineForEach(names)}
	}
	if m := firstName.FindStringSubmatch(words); m != nil {
		return declaration{name: m[1], bad: true, remedy: message.WriteWithColon(m[1])}
	}
	return declaration{bad: true}
}

// gameFields returns the declared fields of the game.
func (c *checker) gameFields() []string {
	names := slices.Clone(c.game)
	for d := range c.declarations() {
		if !d.stimulus && d.name != "" {
			names = append(names, d.name)
		}
	}
	return names
}

// gameStimuli returns the declared stimuli of the game.
func (c *checker) gameStimuli() []string {
	var names []string
	for d := range c.declarations() {
		if d.stimulus {
			names = append(names, d.name)
		}
	}
	return names
}

// unused finds declarations of fields, or of stimuli, whose names no other file mentions. If a similar name is used, one of
// the two is misspelled.
type unused struct {
	checker *checker
	bundle  *Bundle
	stimuli bool
	lines   map[string]declaration // those that were looked up; a declaration that is used has no name
	found   diag.List              // warnings about declarations
}

func (c *checker) unused(b *Bundle, stimuli bool) *unused {
	return &unused{c, b, stimuli, map[string]declaration{}, nil}
}

// has reports whether a name is declared and not used.
func (u *unused) has(name string) bool {
	d, known := u.lines[name]
	if known || name == "" {
		return d.name != ""
	}
	for each := range u.checker.declarations() {
		if each.name == name && !each.bad && each.stimulus == u.stimuli && u.bundle.occurrences(name) == 0 {
			d = each
		}
	}
	u.lines[name] = d
	return d.name != ""
}

// meant returns the remedy for a used name that resembles an unused declaration. If the name is used several times, the
// declaration gets a warning instead, and the remedy is empty.
func (u *unused) meant(declared, used string) (remedy diag.Words) {
	d, file := u.lines[declared], u.checker.root.display(FieldsFile)
	if u.bundle.occurrences(used) == 1 {
		return message.DeclaredAs(file, d.number, declared)
	}
	at := diag.Pos{File: file, Line: d.number, Col: 1}
	if !slices.ContainsFunc(u.found, func(d diag.Diagnostic) bool { return d.Pos == at }) {
		u.found.Warn(at, message.UnusedDeclaration(declared, used)).Source = d.line
	}
	return remedy
}

// badDeclarations warns about lines of FieldsFile that are malformed, that repeat another line, or that declare a
// field that conditions cannot read.
func (c *checker) badDeclarations() diag.List {
	type subject struct {
		name     string
		stimulus bool
	}
	first := map[subject]int{} // number of the line
	var out diag.List
	for d := range c.declarations() {
		w := message.BadDeclaration()
		if len(out) > 0 && out[len(out)-1].Pos.Line == d.number { // another name of the same line
			continue
		}
		if d.bad && d.stimulus && fieldLine.MatchString(d.name) && strings.HasPrefix(d.line, d.name) {
			w = message.FieldForStimulus(d.name)
		}
		if !d.bad {
			s := subject{d.name, d.stimulus}
			_, global := c.globals.members[d.name]
			switch n, again := first[s]; {
			case again:
				w = message.DuplicateDeclaration(n, d.name)
			case global && !d.stimulus:
				w = message.FieldNamedLikeGlobal(d.name)
				first[s] = d.number
			default:
				first[s] = d.number
				continue
			}
		}
		found := out.Warn(diag.Pos{File: c.root.display(FieldsFile), Line: d.number, Col: 1}, w)
		found.Source = d.line
		found.Advise(d.remedy)
		if len(out) == maxBadDeclarations {
			break
		}
	}
	return out
}

// maxBadDeclarations bounds the number of warnings about a FieldsFile with unrelated
// content.
const maxBadDeclarations = 20
