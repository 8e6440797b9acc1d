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
	for _, n := range r.m.o.Fields {
		names[n], declared = true, true
	}
	if f := r.m.files[FieldsFile]; f != nil {
		declared = true
		for line := range strings.Lines(string(f.text)) {
			name, _, _ := strings.Cut(line, ":")
			if name = strings.TrimSpace(name); name != "" && name[0] != '#' {
				names[name] = true
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
			if g := r.m.guards[n]; g.cond != nil {
				out = append(out, guardReads(t.source, n, luabind.Reads(g.cond))...)
			}
		}
	}
	return out
}

func guardReads(t *trees.Tree, n *trees.Node, names []string) []fieldRead {
	var out []fieldRead
	for _, name := range names {
		pos := n.Guard.Pos
		if i := wordIndex(n.Guard.Source, name); i >= 0 {
			pos.Col += diag.Column(n.Guard.Source, i) - 1
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
