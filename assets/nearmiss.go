package assets

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// nameUse is a use of a name that is known only by its uses: that of a field, a board or an entry of a board.
type nameUse struct {
	what   string // script or tree
	writes bool
	pos    diag.Pos
	line   string
}

// nameUses are the uses of some names.
type nameUses map[string][]nameUse

// all reports whether there are uses of a name, and all of them write, or all read.
func (u nameUses) all(name string, writes bool) bool {
	return len(u[name]) > 0 && !slices.ContainsFunc(u[name], func(x nameUse) bool { return x.writes != writes })
}

// NearMisses returns the fields that the files only write or only declare, and the boards and entries that they only read
// or only write, if their names look like misspellings of names for which the counterpart is missing. outside are the
// words in other files of the game, such as tests, and declareIn is FieldsFile as messages show it. Go code may use any
// name, so the spelling must be very similar.
func (b *Bundle) NearMisses(outside map[string]bool, declareIn string) (out diag.List) {
	if b.reads == nil {
		return nil
	}
	alone := func(name string, uses int) bool { return !outside[name] && b.occurrences(name) == uses }
	report := func(u nameUse, w diag.Words) {
		if slices.ContainsFunc(b.Problems, func(d diag.Diagnostic) bool { return d.Pos == u.pos }) {
			return // it is told already, of a declaration
		}
		out.Warn(u.pos, w).Source = u.line
	}
	fields := b.fieldWrites()
	for _, name := range sortedKeys(fields) {
		uses := fields[name]
		if b.declared[name] || b.reads[name] > 0 {
			continue
		}
		near := resembling(name, b.reads)
		near = slices.DeleteFunc(near, func(other string) bool { return !b.fields[other] }) // unknownReads tells it there
		near = append(near, resembling(name, b.declared)...)
		for _, other := range resembling(name, fields) {
			if n := b.occurrences(other) - len(uses); b.reads[other] == 0 && (n > 0 || n == 0 && fields[other][0].pos.Compare(uses[0].pos) < 0) {
				near = append(near, other)
			}
		}
		right := b.mostUsed(near)
		if other := b.updated(name); right == "" && b.fields[other] && digits(name) == digits(other) {
			right = other
		}
		if right != "" && alone(name, len(uses)) {
			report(uses[0], message.UnreadField(name, right, uses[0].what))
		}
	}
	for _, d := range b.game.Lines() {
		if d.Malformed() || d.What != declare.Field {
			continue
		}
		near := resembling(d.Name, b.fields) // unknownReads tells those that nothing sets
		for _, other := range sortedKeys(b.fields) {
			if lastLetter(d.Name, other) && !slices.Contains(near, other) {
				near = append(near, other)
			}
		}
		near = slices.DeleteFunc(near, func(other string) bool { return b.declared[other] })
		if near := b.mostUsed(near); near != "" && alone(d.Name, 0) {
			at := diag.Pos{File: declareIn, Line: d.Line, Col: d.Col}
			report(nameUse{pos: at, line: d.Text}, message.UnusedDeclaration(d.Name, near))
		}
	}
	names, sites, entries := b.boardUses()
	for _, d := range b.game.Lines() {
		if d.Malformed() || d.What != declare.Entry || entries[d.Board] == nil || entries[d.Board][d.Name] != nil {
			continue
		}
		near := slices.DeleteFunc(resembling(d.Name, entries[d.Board]), func(other string) bool { return b.game.Entry(d.Board, other) != nil })
		if near := b.mostUsed(near); near != "" && alone(d.Name, 0) {
			report(nameUse{pos: diag.Pos{File: declareIn, Line: d.Line, Col: d.Col}, line: d.Text}, message.UnusedDeclaration(d.Name, near))
		}
	}
	// counterpart returns the name that only lacks the misspelled uses of name.
	counterpart := func(all nameUses, name string, uses int) string {
		writes := all[name][0].writes
		if !all.all(name, writes) {
			return ""
		}
		near := resembling(name, all)
		for _, other := range sortedKeys(all) { // each lacks what the other has, so they may differ by more
			if plural := name+"s" == other || other+"s" == name; !plural && all.all(other, !writes) && !slices.Contains(near, other) && other[0] == name[0] && digits(other) == digits(name) && diag.Suggest(name, []string{other}) != "" {
				near = append(near, other)
			}
		}
		near = slices.DeleteFunc(near, func(other string) bool {
			n := b.occurrences(other)
			if outside[other] {
				n++
			}
			return all.all(other, writes) || n < uses || n == uses && writes
		})
		if len(near) == 0 || !alone(name, uses) {
			return ""
		}
		return b.mostUsed(near)
	}
	for _, name := range sortedKeys(names) {
		near := counterpart(names, name, len(sites[name]))
		if near == "" {
			continue
		}
		w := message.BoardNeverWritten(name, near)
		if names[name][0].writes {
			w = message.BoardNeverRead(name, near)
		}
		report(sites[name][0], w)
	}
	for _, board := range sortedKeys(entries) {
		for _, name := range sortedKeys(entries[board]) {
			uses := entries[board][name]
			near := counterpart(entries[board], name, len(uses))
			if near == "" {
				continue
			}
			w := message.EntryNeverWritten(board, name, near)
			if uses[0].writes {
				w = message.EntryNeverRead(board, name, near)
			}
			report(uses[0], w)
		}
	}
	return out
}

// updated returns the field that the value reads which a script writes to another field with a similar name, or "".
func (b *Bundle) updated(name string) string {
	for _, script := range b.Scripts() {
		for _, u := range script.Fields().Updates {
			if u.Name == name {
				return u.Read
			}
		}
	}
	return ""
}

// fieldWrites returns the writes of fields in scripts, and in nodes that set fields.
func (b *Bundle) fieldWrites() nameUses {
	out := nameUses{}
	for _, script := range b.Scripts() {
		for _, u := range script.Fields().Writes {
			out[u.Name] = append(out[u.Name], nameUse{"script", true, u.Pos, script.Line(u.Pos.Line)})
		}
	}
	for _, t := range b.sources() {
		if t.source.Root == nil {
			continue
		}
		for n := range t.source.Root.All() {
			if !setsFields(n) {
				continue
			}
			for _, p := range n.Params {
				if p.Pos.Line > 0 && !luabind.Reserved(p.Name) {
					out[p.Name] = append(out[p.Name], nameUse{"tree", true, p.Pos, t.source.File.Line(p.Pos.Line)})
				}
			}
		}
	}
	return out
}

// boardUses returns the uses of the entries of each board, as uses of the board and for each entry, and the places that
// name a board.
func (b *Bundle) boardUses() (names, sites nameUses, entries map[string]nameUses) {
	names, sites, entries = nameUses{}, nameUses{}, map[string]nameUses{}
	add := func(board, entry string, use nameUse) {
		if entry == "" {
			sites[board] = append(sites[board], use)
			return
		}
		if entries[board] == nil {
			entries[board] = nameUses{}
		}
		names[board] = append(names[board], use)
		entries[board][entry] = append(entries[board][entry], use)
	}
	for _, script := range b.Scripts() {
		for _, u := range script.Boards() {
			add(u.Board, u.Entry, nameUse{"script", u.Writes, u.Pos, script.Line(u.Pos.Line)})
		}
	}
	for g, file := range b.expressions() { // which only read
		uses := lint.TermsOf(g.Source, func(string) bool { return false })
		read := func(pos diag.Pos) nameUse {
			at := g.Pos
			at.Col += pos.Col - 1
			return nameUse{"tree", false, at, file.Line(at.Line)}
		}
		for _, u := range uses.Boards {
			add(u.Name, "", read(u.Pos))
		}
		for _, p := range uses.Places {
			if p.Of == lint.BoardData && p.Board != "" && !strings.Contains(p.Path, ".") {
				add(p.Board, p.Path, read(p.Pos))
			}
		}
	}
	return names, sites, entries
}

// expressions yields the expressions of the trees and the named conditions, each with its file.
func (b *Bundle) expressions() iter.Seq2[*trees.Guard, *trees.File] {
	return func(yield func(*trees.Guard, *trees.File) bool) {
		for _, f := range b.named {
			for _, c := range f.Conditions {
				if !yield(&c.Expr, f) {
					return
				}
			}
		}
		for _, t := range b.sources() {
			if t.source.Root == nil {
				continue
			}
			for n := range t.source.Root.All() {
				for _, g := range append(n.Computed(), n.Guard, n.Expr) {
					if g != nil && !yield(g, t.source.File) {
						return
					}
				}
			}
		}
	}
}

// resembling returns the names that name very probably misspells.
func resembling[V any](name string, known map[string]V) (near []string) {
	for other := range known {
		if misspells(name, other) {
			near = append(near, other)
		}
	}
	return near
}

// mostUsed returns the name that is used most often in scripts and trees. It returns "" if none is used.
func (b *Bundle) mostUsed(names []string) (best string) {
	most := 0
	for _, name := range names {
		if n := b.occurrences(name); n > most || n == most && n > 0 && name < best {
			best, most = name, n
		}
	}
	return best
}

// misspells reports whether two names differ as a misspelled name differs from the right one, and as the names of two
// different things hardly do. So it leaves out names such as x_pos and y_pos, crate and crates, or tired and tire, which
// diag.Suggest finds similar.
func misspells(a, b string) bool {
	plain := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "") }
	switch {
	case a == b || min(len(a), len(b)) < 4 || strings.Trim(digits(a), digits(b)) != "" || len(digits(a)) != len(digits(b)):
		return false
	case plain(a) == plain(b):
		return true
	case a[0] != b[0]:
		return false
	case sameLetters(a, b):
		return diag.Suggest(a, []string{b}) != ""
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(b) && len(a) == i+1 && i > 4 { // the last letter is missing, and makes no other form of the word
		return !strings.ContainsAny(a[i:], "aeioudnrsy_")
	}
	rest := a[min(i+1, len(a)):]
	if len(a) > len(b) && rest != b[min(i, len(b)):] || len(a) == len(b) && rest != b[min(i+1, len(b)):] || rest == "" {
		return false
	}
	from, to := strings.LastIndexByte(a[:i], '_')+1, len(a)
	if end := strings.IndexByte(a[i:], '_'); end >= 0 {
		to = i + end
	}
	return len(a)-len(b) <= 1 && to-from >= 4 && i > from && i < to-1
}

// lastLetter reports whether two names differ only in the last letter of a longer word, as energi and energy do.
func lastLetter(a, b string) bool {
	n := len(a)
	return n == len(b) && a != b && n-strings.LastIndexByte(a, '_') > 5 && a[:n-1] == b[:n-1] && digits(a) == digits(b)
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

func sameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.SortFunc(x, cmp.Compare)
	slices.SortFunc(y, cmp.Compare)
	return string(x) == string(y)
}
