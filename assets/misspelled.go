package assets

import (
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// The functions below find misspelled names outside of scripts and trees: in tests, in scenes and on the command
// line. Go code may also use names that are in no file, so a name is suspect only if it resembles one of the files.

// UsesField reports whether the files set, read or declare a field, or may do so with computed names.
func (b *Bundle) UsesField(name string) bool {
	return b.reads == nil || b.fields[name] || b.reads[name] > 0
}

// weight returns how often scripts and trees read a field, plus one if they set it, and plus two if the game declares it.
// It is 0 if the files may set any field.
func (b *Bundle) weight(field string) int {
	if b.reads == nil {
		return 0
	}
	n := b.reads[field]
	if b.fields[field] {
		n++
	}
	if b.declared[field] {
		n++
	}
	return n
}

// Mentions reports whether a word is in the text of a file, as a whole word.
func (b *Bundle) Mentions(word string) bool {
	return slices.ContainsFunc(b.contents, func(c *Content) bool { return wordIndex(string(c.Text), word) >= 0 })
}

// ReadInCondition returns the place of a tree file where an expression reads a field of a name, or "".
func (b *Bundle) ReadInCondition(field string) string {
	for _, t := range b.sources() {
		for _, c := range t.source.File.Conditions {
			if hasField(c.Expr.Source, field) {
				return c.Expr.Pos.String()
			}
		}
		if t.source.Root == nil {
			continue
		}
		for n := range t.source.Root.All() {
			for _, g := range [...]*trees.Guard{n.Guard, n.Expr} {
				if g != nil && hasField(g.Source, field) {
					return g.Pos.String()
				}
			}
		}
	}
	return ""
}

// hasField reports whether an expression has a name that is neither the name of a library nor a text.
func hasField(expr, name string) bool {
	for {
		i := wordIndex(expr, name)
		if i < 0 {
			return false
		}
		before := strings.TrimRight(expr[:i], " ")
		expr = expr[i+len(name):]
		if !strings.HasPrefix(expr, ".") && !strings.HasSuffix(before, ".") && !strings.HasSuffix(before, `"`) && !strings.HasSuffix(before, "'") {
			return true
		}
	}
}

// occurrences returns how often a word is in the texts of scripts and trees, as a whole word.
func (b *Bundle) occurrences(word string) (n int) {
	for _, c := range b.contents {
		if c.Path == FieldsFile {
			continue
		}
		text := string(c.Text)
		for i := wordIndex(text, word); i >= 0; i = wordIndex(text, word) {
			n++
			text = text[i+len(word):]
		}
	}
	return n
}

// MisspelledField returns the name of a field in the files that name resembles, if name is in no file. Otherwise it
// returns "".
func (b *Bundle) MisspelledField(name string) string {
	if b.UsesField(name) {
		return ""
	}
	known := maps.Clone(b.fields)
	for read := range b.reads {
		known[read] = true
	}
	delete(known, "id")
	delete(known, "name")
	return b.meant(name, known)
}

// MisspelledInCall returns the words about the first misspelled field that a tree with parameters is told, as in "patrol
// speed=$paec", or empty words.
func (b *Bundle) MisspelledInCall(call string) (w diag.Words) {
	c, _ := trees.ParseCall(call)
	for _, p := range c.Params {
		if p.Expr == nil {
			continue
		}
		if near := b.MisspelledField(p.Expr.Source); near != "" {
			return message.UnknownField(p.Expr.Source, near)
		}
	}
	return w
}

// IsIdle reports whether a field certainly has no effect: the game declares its fields, and neither a file of the game nor a
// text, such as that of a test, reads this one. Those that tools show, such as the place of an agent, do not count.
func (b *Bundle) IsIdle(field, text string) bool {
	if b.reads == nil || len(b.declared) == 0 || b.UsesField(field) || slices.Contains([]string{"x", "y", "facing", "target"}, field) || readsAs(text, field) {
		return false
	}
	return !slices.ContainsFunc(b.contents, func(c *Content) bool { return readsAs(string(c.Text), field) })
}

// readsAs reports whether a text has a name after a dot, after $ or in quotes, but not as what is assigned.
func readsAs(text, name string) bool {
	for i := wordIndex(text, name); i >= 0; i = wordIndex(text, name) {
		before, after := text[:i], text[i+len(name):]
		next := strings.TrimLeft(after, " \t")
		assigned := strings.HasPrefix(next, "=") && !strings.HasPrefix(next, "==")
		switch {
		case before == "" || assigned:
		case strings.ContainsAny(before[i-1:], ".$"):
			return true
		case strings.ContainsAny(before[i-1:], `"'`) && strings.HasPrefix(after, before[i-1:]):
			return true
		}
		text = after
	}
	return false
}

// MisspelledEntry returns the name of the board in the files that board resembles or, if they have that board, the name of
// the entry of it that entry resembles. known reports whether the files have the entry, or may write any. An empty entry
// stands for the board itself.
func (b *Bundle) MisspelledEntry(board, entry string) (nearBoard, nearEntry string, known bool) {
	if slices.ContainsFunc(b.Scripts(), func(s *lint.Script) bool { return s.Terms().OpenBoards }) {
		return "", "", true
	}
	boards, entries := map[string]bool{}, map[string]bool{}
	add := func(of, name string) {
		if boards[of] = true; of == board || of == declare.AnyBoard {
			entries[name] = true
		}
	}
	for name := range b.infer().board {
		at := strings.LastIndexByte(name, '.')
		add(name[:at], name[at+1:])
	}
	for _, d := range b.game.Lines() {
		if !d.Malformed() && d.What == declare.Entry {
			add(d.Board, d.Name)
		}
	}
	any := boards[declare.AnyBoard]
	delete(boards, declare.AnyBoard)
	if !boards[board] && !any {
		return b.meant(board, boards), "", false
	}
	if entry == "" {
		return "", "", true
	}
	return "", b.meant(entry, entries), entries[entry]
}

// MisspelledStimulus is like MisspelledField, for a stimulus that is posted. It must resemble one that a behavior waits
// for.
func (b *Bundle) MisspelledStimulus(name string) string {
	awaited := map[string]bool{}
	for _, each := range b.Behaviors {
		if each.Stimulus != "" {
			awaited[each.Stimulus] = true
		}
	}
	return b.meant(name, awaited)
}

// MisspelledData is like MisspelledField, for a field of the data of a stimulus. It must resemble one that a behavior reads
// that waits for the stimulus.
func (b *Bundle) MisspelledData(stimulus, name string) string {
	taken := map[string]bool{}
	for _, script := range b.chunks {
		if in := script.Behavior; in != nil && in.Stimulus == stimulus && stimulus != "" {
			for _, u := range script.Script().Taken() {
				taken[u.Name] = true
			}
		}
	}
	return b.meant(name, taken)
}

// UnknownEntry reports whether no file has an entry of a board, and the game declares others of the board. It also returns
// those.
func (b *Bundle) UnknownEntry(board, name string) (others []string, unknown bool) {
	known := map[string]bool{}
	for _, d := range b.game.Lines() {
		if d.What == declare.Entry && (d.Board == board || d.Board == declare.AnyBoard) {
			known[d.Name] = true
		}
	}
	if len(known) == 0 || known[name] || slices.ContainsFunc(b.contents, func(c *Content) bool { return readsAs(string(c.Text), name) }) {
		return nil, false
	}
	_, _, entries := b.boardUses()
	return sortedKeys(known), entries[board][name] == nil
}

// MisspelledNode is like MisspelledField, for the name, the id or the path of a node. It must resemble one in any tree.
func (b *Bundle) MisspelledNode(name string) string {
	all := slices.Concat(b.Trees, b.calls)
	if slices.ContainsFunc(all, func(t Tree) bool { return t.Program.Nodes(name) != nil }) {
		return ""
	}
	nodes := map[string]bool{}
	for _, t := range all {
		for i := range t.Program.Len() {
			n := t.Program.Node(i)
			nodes[n.Name], nodes[n.Path] = true, true
			nodes[n.Name[strings.LastIndexByte(n.Name, '.')+1:]] = true
			if id, ok := strings.CutPrefix(n.Path[strings.LastIndexByte(n.Path, '/')+1:], "@"); ok {
				nodes[id] = true
			}
		}
	}
	return b.meant(name, nodes)
}

// meant is like diag.Suggest, and returns "" for a name that is in the text of any file.
func (b *Bundle) meant(name string, known map[string]bool) string {
	if known[name] {
		return ""
	}
	near := diag.Suggest(name, sortedKeys(known))
	if near != "" && b.Mentions(name) {
		return ""
	}
	return near
}

// Parameters returns the names of the parameters of a tree, in the order of its first line.
func (b *Bundle) Parameters(tree string) (names []string) {
	for _, t := range b.sources() {
		if t.Name == tree {
			for _, p := range t.source.Params {
				names = append(names, p.Name)
			}
		}
	}
	return names
}
