package assets

import (
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// fieldRead is a place that reads a field of the agent.
type fieldRead struct {
	name   string
	pos    diag.Pos
	source string
	what   string // "guard" or "script"
}

// unknownReads warns about fields that are read and that nothing ever sets.
//
// What the game sets is known only if it says so, by Options.Fields or
// FieldsFile. Without that a field is warned about only if it looks like a
// misspelling of one that is set or read elsewhere.
func (r *round) unknownReads() diag.List {
	var out diag.List
	set, declared, dynamic := r.fieldsSet()
	if dynamic {
		return nil
	}
	reads := r.fieldsRead()
	count := map[string]int{}
	for _, q := range reads {
		count[q.name]++
	}
	for _, q := range reads {
		if slices.Contains(set, q.name) {
			continue
		}
		hint := diag.DidYouMean(q.name, set)
		if hint == "" && !declared {
			hint = diag.DidYouMean(q.name, moreOften(count, q.name))
		}
		if hint == "" && q.what == "guard" {
			hint = diag.DidYouMean(q.name, r.conditionNames())
		}
		if hint == "" {
			if !declared {
				continue
			}
			hint = "if the game sets it, list it in " + r.m.display(FieldsFile)
		}
		d := out.Warn(q.pos, "%s reads the field %s, which nothing ever sets", q.what, q.name)
		d.Source, d.Hint = q.source, hint
	}
	return out
}

// conditionNames returns the names of all conditions in force.
func (r *round) conditionNames() []string {
	var out []string
	for _, file := range sortedKeys(r.m.conditions) {
		for _, c := range r.m.conditions[file].Conditions {
			out = append(out, c.Name)
		}
	}
	return out
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

// fieldsSet returns the names that the game or a script sets, sorted; whether
// the game says what it sets; and whether a script sets fields by computed
// names, so that nothing can be said.
func (r *round) fieldsSet() (set []string, declared, dynamic bool) {
	names := map[string]bool{"id": true, "name": true}
	declared = len(r.m.o.Fields) > 0
	declared = declared || r.m.files[FieldsFile] != nil
	for _, n := range r.m.gameFields() {
		names[n] = true
	}
	for _, t := range r.next.Trees {
		for i := range t.Program.Len() {
			for _, f := range t.Program.Settings(i).Fields {
				names[f.Field.Name()] = true
			}
		}
	}
	r.eachScript(func(c *luabind.Chunk) {
		f := c.Fields()
		dynamic = dynamic || f.DynamicWrite
		for _, w := range f.Writes {
			names[w.Name] = true
		}
	})
	return sortedKeys(names), declared, dynamic
}

// gameFields returns the fields that the game says it sets.
func (m *Manager) gameFields() []string {
	names := slices.Clone(m.o.Fields)
	if f := m.files[FieldsFile]; f != nil {
		for line := range strings.Lines(string(f.text)) {
			name, _, _ := strings.Cut(line, ":")
			if name = strings.TrimSpace(name); name != "" && name[0] != '#' {
				names = append(names, name)
			}
		}
	}
	return names
}

func (r *round) eachScript(f func(*luabind.Chunk)) {
	for _, name := range sortedKeys(r.m.files) {
		if path.Ext(name) == ScriptExt && r.m.files[name].compiled != nil {
			f(r.m.files[name].compiled)
		}
	}
}

func (r *round) fieldsRead() []fieldRead {
	var out []fieldRead
	r.eachScript(func(c *luabind.Chunk) {
		for _, u := range c.Fields().Reads {
			out = append(out, fieldRead{u.Name, u.Pos, c.Script().Line(u.Pos.Line), "script"})
		}
	})
	for _, t := range r.next.Trees {
		for n := range t.source.Root.All() {
			for _, g := range []*trees.Guard{n.Guard, n.Expr} {
				out = append(out, r.guardReads(t.source, g)...)
			}
		}
	}
	return out
}

// guardReads returns what a guard or an expression, if there is one, reads. What it
// reads by a named condition is told at the place of the name.
func (r *round) guardReads(t *trees.Tree, g *trees.Guard) []fieldRead {
	c := r.m.guards[guardKey{g, defaults(t).key()}]
	if g == nil || c.cond == nil && c.value == nil {
		return nil
	}
	names := luabind.Reads(c.cond)
	if c.value != nil {
		names = luabind.Reads(c.value)
	}
	var out []fieldRead
	for _, name := range names {
		pos := g.Pos
		if i := wordIndex(g.Source, name); i >= 0 {
			pos.Col += diag.Column(g.Source, i) - 1
		}
		source := ""
		if t.File != nil {
			source = t.File.Line(pos.Line)
		}
		out = append(out, fieldRead{name, pos, source, "guard"})
	}
	return out
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
