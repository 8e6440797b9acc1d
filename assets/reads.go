package assets

import (
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// fieldRead is a place that reads a field of the agent: in a script, or in an expression
// of a tree.
type fieldRead struct {
	name   string
	pos    diag.Pos // in a script
	script *luabind.Chunk
	guard  *trees.Guard
	file   *trees.File
}

// place returns where the name stands, and that line. For the many reads that are fine
// nobody asks.
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

// What reads a field, in messages.
const inScript, inGuard = "script", "guard"

func (q *fieldRead) what() string {
	if q.guard == nil {
		return inScript
	}
	return inGuard
}

// unknownReads warns about fields that are read and that nothing ever sets.
//
// What the game sets is known only if it says so, by Options.Fields or
// FieldsFile. Without that a field is warned about only if it looks like a
// misspelling of one that is set or read elsewhere.
func (r *round) unknownReads() diag.List {
	tally := &r.m.checks.tally
	tally.update(r.m.files.inOrder(), r.treeUses())
	set, declared := r.fieldsSet()
	dynamic, broken := tally.dynamic > 0, tally.broken > 0
	if broken || len(r.next.lost) > 0 {
		if dynamic = dynamic || broken && r.m.bundle.Version == 0; !dynamic {
			maps.Copy(set, r.m.bundle.fields) // what is set where it cannot be read now
		}
	}
	r.next.fields = set
	if dynamic {
		return nil
	}
	known := r.m.knownFields(knownFields{set: set, declared: declared, reads: maps.Clone(tally.reads), conditions: r.m.last.linker.names.conditionNames})
	if !known.odd() {
		return nil
	}
	var out diag.List
	r.eachRead(func(q fieldRead) {
		if known.set[q.name] {
			return
		}
		hint := known.hint(q.name, q.what())
		if hint == "" {
			if !declared {
				return
			}
			hint = "if the game sets it, list it in " + r.m.root.display(FieldsFile)
		}
		pos, source := q.place()
		d := out.Warn(pos, "%s reads the field %s, which nothing ever sets", q.what(), q.name)
		d.Source, d.Hint = source, hint
	})
	return out
}

// knownFields finds what may have been meant by a name.
type knownFields struct {
	set        map[string]bool
	declared   bool
	reads      map[string]int // how often each is read
	conditions []string
	hints      map[[2]string]string // found before, by name and what reads it
}

// knownFields keeps the hints that were found as long as there is nothing else to choose
// from.
func (m *Manager) knownFields(k knownFields) *knownFields {
	last := m.checks.fields
	if last == nil || last.declared != k.declared || !maps.Equal(last.set, k.set) || !maps.Equal(last.reads, k.reads) || !slices.Equal(last.conditions, k.conditions) {
		k.hints = map[[2]string]string{}
		m.checks.fields = &k
	}
	return m.checks.fields
}

// odd reports whether there is a warning about some field.
func (k *knownFields) odd() bool {
	for name := range k.reads {
		if !k.set[name] && (k.declared || k.hint(name, inScript) != "" || k.hint(name, inGuard) != "") {
			return true
		}
	}
	return false
}

// hint returns what may have been meant by a name that is read, for what reads it.
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

// fieldsSet returns the names that the game or a script sets, and whether the game says
// what it sets.
func (r *round) fieldsSet() (set map[string]bool, declared bool) {
	set = r.m.checks.tally.set()
	set["id"], set["name"] = true, true
	for _, name := range r.m.gameFields() {
		set[name] = true
	}
	return set, len(r.m.o.Fields) > 0 || r.m.files.at(FieldsFile) != nil
}

// gameFields returns the fields that the game says it sets.
func (m *Manager) gameFields() []string {
	names := slices.Clone(m.o.Fields)
	for _, name := range m.fieldsLines() {
		if !strings.HasPrefix(name, stimulusWord) {
			names = append(names, name)
		}
	}
	return names
}

// fieldsLines returns what the lines of FieldsFile list, up to their colons.
func (m *Manager) fieldsLines() []string {
	f := m.files.at(FieldsFile)
	if f == nil {
		return nil
	}
	var names []string
	for line := range strings.Lines(string(f.text)) {
		name, _, _ := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); name != "" && name[0] != '#' {
			names = append(names, name)
		}
	}
	return names
}

// eachRead visits all reads in scripts and trees.
func (r *round) eachRead(f func(fieldRead)) {
	for _, file := range r.m.files.inOrder() {
		if file.compiled == nil {
			continue
		}
		for _, u := range file.compiled.Fields().Reads {
			f(fieldRead{name: u.Name, pos: u.Pos, script: file.compiled})
		}
	}
	for i := range r.next.Trees {
		for _, q := range r.facts[i].reads {
			// What it reads by a named condition is told at the place of the name.
			f(fieldRead{name: q.name, guard: q.guard, file: r.next.Trees[i].source.File})
		}
	}
}

// wordIndex returns where word stands in text as a whole word, or -1.
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
