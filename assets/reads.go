package assets

import (
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/bough-dev/bough/trees"
)

// fieldRead is a read of a field of the agent, in a script or in an expression of a tree.
type fieldRead struct {
	name   string
	called bool     // a script calls the field, as in agent:move()
	pos    diag.Pos // position of a read in a script
	script *luabind.Chunk
	guard  *trees.Guard
	file   *trees.File
}

// place returns the position of the name, and its line. It is called only for reads with a
// problem, since there are many others.
func (q *fieldRead) place() (diag.Pos, string) {
	if q.guard == nil {
		return q.pos, q.script.Script().Line(q.pos.Line)
	}
	pos := q.guard.Pos
	if i := wordIndex(q.guard.Source, q.name); i >= 0 {
		pos.Col += diag.Column(q.guard.Source, i) - 1
	}
	return pos, q.file.Line(pos.Line)
}

// The kinds of readers, as messages name them.
const inScript, inGuard = "script", "guard"

func (q *fieldRead) what() string {
	if q.guard == nil {
		return inScript
	}
	return inGuard
}

// unknownReads warns about fields that are read and that nothing ever sets.
//
// The fields that the game sets are known only if Options.Fields or FieldsFile declares them.
// Without a declaration, a field gets a warning only if its name looks like a misspelling of one
// that is set or read elsewhere.
func (c *checker) unknownReads(s subject, before *Bundle, conditions []string) diag.List {
	tally := &c.counts
	tally.update(c.files.inOrder(), s.treeUses())
	set, declared := c.fieldsSet()
	dynamic, broken := tally.dynamic > 0, tally.broken > 0
	if broken || len(s.bundle.dangling) > 0 {
		if dynamic = dynamic || c.neverRead(); !dynamic {
			maps.Copy(set, before.fields) // fields that are set in files that cannot be read now
		}
	}
	s.bundle.fields = set
	if dynamic {
		return nil
	}
	known := c.knownFields(knownFields{set: set, declared: declared, reads: maps.Clone(tally.reads), conditions: conditions})
	if !known.odd() {
		return nil
	}
	var out diag.List
	c.eachRead(s, func(q fieldRead) {
		if known.set[q.name] {
			return
		}
		hint := known.hint(q.name, q.what())
		if hint == "" {
			if !declared {
				return
			}
			hint = "if the game sets it, list it in " + c.root.display(FieldsFile)
			if q.called {
				hint = lint.InsteadOfCall(q.name)
			}
		}
		pos, source := q.place()
		d := out.Warn(pos, "%s reads the field %s, which nothing ever sets", q.what(), q.name)
		d.Source, d.Hint = source, hint
	})
	return out
}

// neverRead reports whether a file cannot be read and never could. Such a file may set any field.
func (c *checker) neverRead() bool {
	return slices.ContainsFunc(c.files.inOrder(), func(f *file) bool { return f.own.Err() != nil && f.lastGood == nil })
}

// knownFields finds the field that was probably meant by an unknown name.
type knownFields struct {
	set        map[string]bool
	declared   bool
	reads      map[string]int // how often each field is read
	conditions []string
	hints      map[[2]string]string // hints found before, by name and kind of reader
}

// knownFields returns the last knownFields, with its hints, if it has the same names as k,
// otherwise k.
func (c *checker) knownFields(k knownFields) *knownFields {
	last := c.fields
	if last == nil || last.declared != k.declared || !maps.Equal(last.set, k.set) || !maps.Equal(last.reads, k.reads) || !slices.Equal(last.conditions, k.conditions) {
		k.hints = map[[2]string]string{}
		c.fields = &k
	}
	return c.fields
}

// odd reports whether some field gets a warning.
func (k *knownFields) odd() bool {
	for name := range k.reads {
		if !k.set[name] && (k.declared || k.hint(name, inScript) != "" || k.hint(name, inGuard) != "") {
			return true
		}
	}
	return false
}

// hint returns the hint for an unknown name that is read in a script or a guard, or "".
func (k *knownFields) hint(name, what string) string {
	key := [2]string{name, what}
	hint, ok := k.hints[key]
	if ok {
		return hint
	}
	hint = diag.DidYouMean(name, sortedKeys(k.set))
	if hint == "" && !k.declared {
		hint = diag.DidYouMean(name, moreOften(k.reads, name))
	}
	if hint == "" && what == inGuard {
		hint = diag.DidYouMean(name, k.conditions)
	}
	if what == inGuard && (name == "self" || name == "this") {
		hint = "fields are written without it: hp, not " + name + ".hp"
	}
	k.hints[key] = hint
	return hint
}

// moreOften returns the names that are read more often than name.
func moreOften(count map[string]int, name string) []string {
	var out []string
	for _, n := range sortedKeys(count) {
		if count[n] > count[name] {
			out = append(out, n)
		}
	}
	return out
}

// fieldsSet returns the names of the fields that the game or a script sets. It also reports
// whether the game declares its fields.
func (c *checker) fieldsSet() (set map[string]bool, declared bool) {
	set = c.counts.set()
	set["id"], set["name"] = true, true
	for _, name := range c.gameFields() {
		set[name] = true
	}
	return set, len(c.game) > 0 || c.files.at(FieldsFile) != nil
}

// eachRead visits all reads in scripts and trees.
func (c *checker) eachRead(s subject, f func(fieldRead)) {
	for _, file := range c.files.inOrder() {
		if file.compiled == nil {
			continue
		}
		fields := file.compiled.Fields()
		for _, u := range fields.Reads {
			f(fieldRead{name: u.Name, pos: u.Pos, script: file.compiled})
		}
		for _, u := range fields.Calls {
			f(fieldRead{name: u.Name, called: true, pos: u.Pos, script: file.compiled})
		}
	}
	for i := range s.bundle.Trees {
		for _, q := range s.facts[i].reads {
			// Reads through a named condition are reported at the place of the name.
			f(fieldRead{name: q.name, guard: q.guard, file: s.bundle.Trees[i].source.File})
		}
	}
}

// wordIndex returns the index of word in text as a whole word, or -1.
func wordIndex(text, word string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		at := from + i
		end := at + len(word)
		if (at == 0 || !wordByte(text[at-1])) && (end == len(text) || !wordByte(text[end])) {
			return at
		}
		from = end
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
