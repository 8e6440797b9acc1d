package assets

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
)

// stimuli contains the places that wait for stimuli, and the places that post stimuli.
type stimuli struct {
	waits    []stimulusUse
	posts    []stimulusUse
	posted   map[string]bool
	declared bool // whether the game declares the stimuli that it posts
	open     bool // whether a name is computed, or is in a file that cannot be read
}

type stimulusUse struct {
	name string
	pos  diag.Pos
	file interface{ Line(n int) string }
}

// stimuli collects the stimuli of scripts and trees. It looks at trees only if some behavior waits for a stimulus.
func (c *checker) stimuli(on subject) stimuli {
	b := on.bundle
	s := stimuli{posted: map[string]bool{}, open: c.counts.broken > 0}
	for _, f := range c.files.inOrder() {
		if f.compiled == nil {
			continue
		}
		script := f.compiled.Script()
		s.open = s.open || script.PostsAny() || slices.ContainsFunc(f.compiled.Fields().Calls, func(u lint.Use) bool { return u.Name == "post" || u.Name == "emit" })
		for _, p := range script.Posts() {
			s.posts = append(s.posts, stimulusUse{p.Name, p.Pos, script})
			s.posted[p.Name] = true
		}
		if in := b.chunks[f.path]; in != nil && in.Behavior != nil && in.Behavior.Stimulus != "" {
			s.waits = append(s.waits, stimulusUse{in.Behavior.Stimulus, script.KeyPos("stimulus"), script})
		}
	}
	for _, name := range c.gameStimuli() {
		s.posted[name], s.declared = true, true
	}
	if slices.ContainsFunc(s.waits, func(u stimulusUse) bool { return !s.posted[u.name] }) {
		for i := range b.Trees {
			maps.Copy(s.posted, emitted(b.Trees[i].Program))
		}
		for n := range on.rejectedNodes() {
			for _, a := range n.Args {
				s.posted[a.Value.Str()] = true
			}
			for _, p := range n.Params {
				s.posted[p.Value.Str()] = true
			}
		}
	}
	if len(s.waits) > 0 {
		s.posts = append(s.posts, c.emits(b)...)
	}
	return s
}

// emits returns the stimuli that nodes of trees post, with the places where they are written.
func (c *checker) emits(b *Bundle) (out []stimulusUse) {
	for i := range b.Trees {
		t := &b.Trees[i]
		if f := c.files.at(t.File); f == nil || f.parsed != t.source.File || t.source.Root == nil {
			continue // see Manager.factsAt
		}
		for n := range t.source.Root.All() {
			if n.Include || n.Slot || n.Override || n.Name != kind.Emit.String() {
				continue
			}
			for _, a := range n.Args[:min(len(n.Args), 1)] {
				if !a.Ref {
					out = append(out, stimulusUse{a.Value.Str(), a.Pos, t.source.File})
				}
			}
			for _, p := range n.Params {
				if p.Name == "stimulus" && !p.Ref {
					out = append(out, stimulusUse{p.Value.Str(), p.Pos, t.source.File})
				}
			}
		}
	}
	return out
}

// emitted returns the stimuli that the nodes of a program post.
func emitted(p *engine.Program) map[string]bool {
	out := map[string]bool{}
	for i := range p.Len() {
		if n := p.Node(i); n.Kind == kind.Emit {
			out[n.Settings.Name] = true
		}
	}
	return out
}

// unknownStimuli warns about behaviors that wait for a stimulus that nothing posts, and about posted names that no
// behavior waits for and that look misspelled.
//
// The stimuli that the game posts are known only if FieldsFile declares them. Without a declaration, a behavior
// gets a warning only if its stimulus looks like a misspelling of one that a script posts.
func (c *checker) unknownStimuli(on subject) diag.List {
	s := c.stimuli(on)
	if s.open {
		return nil
	}
	var out diag.List
	warn := func(u stimulusUse, w diag.Words) *diag.Diagnostic {
		d := out.Warn(u.pos, w)
		d.Source = u.file.Line(u.pos.Line)
		return d
	}
	awaited, answered, unused := map[string]bool{}, map[string]bool{}, c.unused(on.bundle, declare.Stimulus)
	for _, u := range s.waits {
		awaited[u.name] = true
		if s.posted[u.name] {
			answered[u.name] = true
			continue
		}
		near := message.Near(u.name, sortedKeys(s.posted))
		if name, _ := near.Args["near"].(string); unused.has(name) {
			if near = unused.meant(name, u.name); near.Text == "" {
				continue
			}
		}
		if name, _ := near.Args["near"].(string); name != "" && !slices.ContainsFunc(s.waits, func(u stimulusUse) bool { return u.name == name }) {
			if i := slices.IndexFunc(s.posts, func(p stimulusUse) bool { return p.name == name }); i >= 0 {
				near = message.NearPosted(name, s.posts[i].pos.String())
			}
		}
		if near.Text == "" {
			near = c.postedInVain(s, u.name)
		}
		if near.Text != "" && near.Code != message.PostedInVain("", "", "", "").Code || s.declared {
			warn(u, message.UnpostedStimulus(c.root.display(FieldsFile), u.name)).Advise(near)
		}
	}
	for _, u := range s.posts {
		if awaited[u.name] {
			continue
		}
		if near := diag.Suggest(u.name, sortedKeys(answered)); near != "" {
			warn(u, message.UnknownStimulus(u.name, near))
		}
	}
	return append(out, unused.found...)
}

// postedInVain returns the remedy that a behavior waits for the only stimulus that is posted and that nothing waits for, or empty
// words if there is none or there are several.
func (c *checker) postedInVain(s stimuli, own string) (w diag.Words) {
	for _, p := range s.posts {
		waits := func(u stimulusUse) bool { return u.name == p.name }
		switch name, _ := w.Args["name"].(string); {
		case name == p.name, slices.ContainsFunc(s.waits, waits):
		case name != "":
			return diag.Words{}
		default:
			w = message.PostedInVain(c.root.display(FieldsFile), p.name, own, p.pos.String())
		}
	}
	return w
}

// unpostedFields warns about fields of a stimulus that no post gives it. It does so only if all posts are known: the game
// declares its stimuli and, if it posts this one, the declaration names fields of it in its words. A declaration with a type
// says all fields; see contradictions.
func (c *checker) unpostedFields(b *Bundle) (out diag.List) {
	said, typed := map[string]string{}, map[string]bool{}
	for _, d := range c.declarations() {
		if d.What == declare.Stimulus {
			said[d.Name] = d.Text
			typed[d.Name] = d.Type != nil
		}
	}
	if len(said) == 0 || c.counts.broken > 0 {
		return nil
	}
	fields, unknown := map[string]map[string]bool{}, map[string]bool{}
	for _, u := range c.emits(b) {
		unknown[u.name] = true
	}
	for _, f := range c.files.inOrder() {
		if f.compiled == nil {
			continue
		}
		script := f.compiled.Script()
		if script.PostsAny() {
			return nil
		}
		for _, p := range script.Posts() {
			unknown[p.Name] = unknown[p.Name] || !p.Known
			if fields[p.Name] == nil {
				fields[p.Name] = map[string]bool{}
			}
			for _, name := range p.Data {
				fields[p.Name][name] = true
			}
		}
	}
	for _, f := range c.files.inOrder() {
		in := b.chunks[f.path]
		if f.compiled == nil || in == nil || in.Behavior == nil {
			continue
		}
		stimulus, script := in.Behavior.Stimulus, f.compiled.Script()
		names := sortedKeys(fields[stimulus])
		words, declared := said[stimulus]
		mentioned := func(name string) bool { return wordIndex(words, name) >= 0 }
		if declared && !typed[stimulus] && len(names) == 0 && !unknown[stimulus] {
			out = append(out, c.misspelledInWords(script, stimulus, words)...)
		}
		if stimulus == "" || typed[stimulus] || len(names) == 0 || unknown[stimulus] || declared && !slices.ContainsFunc(names, mentioned) {
			continue
		}
		for _, q := range script.Taken() {
			if fields[stimulus][q.Name] || declared && mentioned(q.Name) {
				continue
			}
			w := message.UnpostedField(c.root.display(FieldsFile), q.Name, names, stimulus)
			out.Warn(q.Pos, w.With(message.Near(q.Name, names))).Source = script.Line(q.Pos.Line)
		}
	}
	return out
}

// misspelledInWords warns about fields of a stimulus that only the game posts, if they misspell a word of its declaration.
func (c *checker) misspelledInWords(script *lint.Script, stimulus, line string) (out diag.List) {
	words := strings.FieldsFunc(line, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, q := range script.Taken() {
		if near := diag.Suggest(q.Name, words); near != "" && !slices.Contains(words, q.Name) && near[0] == q.Name[0] {
			out.Warn(q.Pos, message.UndeclaredInStimulus(c.root.display(FieldsFile), q.Name, near, stimulus)).Source = script.Line(q.Pos.Line)
		}
	}
	return out
}

// Undeclared is a name that nothing in the files sets or posts, in a game that does not declare its fields or
// stimuli. It is a field that is read but that no script sets, or a stimulus that a behavior waits for but that no
// script posts.
type Undeclared struct {
	Name     string
	Stimulus bool
	// Pos is the position of the first use of the name, and Source is the line at Pos.
	Pos    diag.Pos
	Source string
}

// Undeclared returns the fields that scripts read but that no file sets or declares, and the stimuli that scripts
// wait for but that no file posts or declares, in the order of the files. These names may be misspelled. They are
// reported as problems only if FieldsFile declares the fields that the game sets, or the stimuli that it posts.
func (b *Bundle) Undeclared() []Undeclared { return b.undeclared }

// undeclared returns the result of Undeclared.
func (c *checker) undeclared(on subject) []Undeclared {
	var out []Undeclared
	seen := map[string]bool{}
	if set, declared := c.fieldsSet(); !declared && c.counts.dynamic == 0 && c.counts.broken == 0 {
		c.eachRead(on, func(q fieldRead) {
			if !set[q.name] && !seen[q.name] && c.counts.steps[q.name] == 0 {
				seen[q.name] = true
				at := q.place()
				out = append(out, Undeclared{q.name, false, at.Pos, at.Line})
			}
		})
	}
	clear(seen)
	if s := c.stimuli(on); !s.declared && !s.open {
		for _, u := range s.waits {
			if !s.posted[u.name] && !seen[u.name] && diag.Suggest(u.name, sortedKeys(s.posted)) == "" {
				seen[u.name] = true
				out = append(out, Undeclared{u.name, true, u.pos, u.file.Line(u.pos.Line)})
			}
		}
	}
	return out
}
