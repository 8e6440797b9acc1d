package assets

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// evidence is the set of types that the files show for one thing: a field, an entry of data or an entry of a board.
type evidence struct {
	number, text, boolean, table bool
	agent, other                 bool                 // numbers that are those of agents, and other numbers
	unknown                      bool                 // it gets a value whose type the source does not show
	entries                      map[string]*evidence // of a table
	open                         bool                 // the table may have more entries than the source shows
	like                         []string             // fields whose values it gets
}

// inference collects what the files show of all data.
type inference struct {
	bundle                           *Bundle
	fields, stimuli, requests, board map[string]*evidence
	channels                         map[string]string // by kinds; "" if there are several
	read, written                    map[string]bool   // fields
}

// Declare returns a text for FieldsFile that declares the data which the files use, with the types that literals and
// calculations show. It keeps the present lines, and gives those without a type a type. What the files do not show has no
// type; so the text contradicts nothing in the files.
func (b *Bundle) Declare() []byte { return b.infer().write() }

// infer collects what the files show.
func (b *Bundle) infer() *inference {
	in := &inference{bundle: b, fields: map[string]*evidence{}, stimuli: map[string]*evidence{}, requests: map[string]*evidence{}, board: map[string]*evidence{}, channels: map[string]string{}, read: map[string]bool{}, written: map[string]bool{}}
	for _, script := range b.Scripts() {
		in.script(script)
	}
	for _, c := range b.Conditions {
		in.expression(&c.Expr, nil)
	}
	for _, t := range b.sources() {
		in.tree(t.source)
	}
	for name := range b.reads {
		in.read[name] = true
	}
	return in
}

func (in *inference) script(script *lint.Script) {
	fields := script.Fields()
	for _, u := range slices.Concat(fields.Reads, fields.Calls) {
		in.read[u.Name] = true
	}
	for _, u := range fields.Writes {
		in.written[u.Name] = true
	}
	stimulus := ""
	if c := in.chunkOf(script); c != nil && c.Behavior != nil {
		stimulus = c.Behavior.Stimulus
	}
	if stimulus != "" {
		at(in.stimuli, stimulus)
	}
	for _, q := range script.Requests() {
		if was, known := in.channels[q.Kind]; !q.Open && known && was != q.Channel {
			in.channels[q.Kind] = ""
		} else if !q.Open {
			in.channels[q.Kind] = q.Channel
		}
	}
	in.terms(script.Terms(), stimulus)
}

func (in *inference) chunkOf(script *lint.Script) *luabind.Chunk {
	for _, c := range in.bundle.loaded {
		if c.Script() == script {
			return c
		}
	}
	return nil
}

// at returns the evidence of a name, which it adds.
func at(of map[string]*evidence, name string) *evidence {
	if of[name] == nil {
		of[name] = &evidence{}
	}
	return of[name]
}

// place returns the evidence of a place, or nil.
func (in *inference) place(p lint.Term, stimulus string) *evidence {
	keys := strings.Split(p.Path, ".")
	var e *evidence
	switch {
	case p.Of == lint.AgentData && !luabind.Reserved(keys[0]):
		e, keys = at(in.fields, keys[0]), keys[1:]
	case p.Of == lint.StimulusData && stimulus != "":
		e = at(in.stimuli, stimulus)
	case p.Of == lint.BoardData:
		board := p.Board
		if board == "" {
			board = declare.AnyBoard
		}
		e, keys = at(in.board, board+"."+keys[0]), keys[1:]
	default:
		return nil
	}
	for _, key := range keys {
		e = e.entry(key)
	}
	return e
}

func (e *evidence) entry(name string) *evidence {
	e.table = true
	if e.entries == nil {
		e.entries = map[string]*evidence{}
	}
	return at(e.entries, name)
}

// terms adds what the uses in a source show.
func (in *inference) terms(uses lint.Terms, stimulus string) {
	for _, p := range uses.Places {
		in.place(p, stimulus)
	}
	for _, p := range uses.Pairs {
		l, r := in.place(p.L, stimulus), in.place(p.R, stimulus)
		switch p.Op {
		case "+", "-", "*", "/", "%", "^":
			for _, e := range [...]*evidence{l, r} {
				if e != nil {
					e.number, e.other = true, true
				}
			}
		case "..":
		case "or":
			for _, x := range [...]struct {
				e    *evidence
				with lint.Term
			}{{l, p.R}, {r, p.L}} {
				if x.e != nil && x.with.Kind != "" {
					in.value(x.e, x.with)
				}
			}
		default:
			if l != nil {
				in.value(l, p.R)
			}
			if r != nil && p.Op != "=" {
				in.value(r, p.L)
			}
		}
	}
	for _, s := range uses.Sent {
		if s.Stimulus {
			in.data(at(in.stimuli, s.Name), s.Data)
		} else {
			in.data(at(in.requests, s.Name), s.Data)
		}
	}
}

// data adds what is sent as the data of a stimulus or a request.
func (in *inference) data(e *evidence, x lint.Term) {
	if x.Kind == "table" {
		in.value(e, x)
	} else if x.Kind != "nil" {
		e.open = true
	}
}

// value adds a value that something has, or with which it is compared.
func (in *inference) value(e *evidence, x lint.Term) {
	switch x.Kind {
	case "number":
		e.number, e.other = true, true
	case "string":
		e.text = true
	case "boolean":
		e.boolean = true
	case "table":
		e.table = true
		for _, entry := range x.Entries {
			if !syntax.IsName(entry.Name) {
				e.open = true
				continue
			}
			in.value(e.entry(entry.Name), entry.Value)
		}
	case "":
		switch {
		case x.Of == lint.AgentData && x.Path == "id":
			e.number, e.agent = true, true
		case x.Of == lint.AgentData && x.Path == "name":
			e.text = true
		case x.Of == lint.AgentData && !strings.Contains(x.Path, "."):
			e.like = append(e.like, x.Path)
		default:
			e.unknown = true
		}
	}
}

// expression adds what an expression of a tree shows, or that of a named condition, which is in no tree.
func (in *inference) expression(g *trees.Guard, tree *trees.Tree) {
	if g == nil {
		return
	}
	in.terms(lint.TermsOf(g.Source, func(name string) bool {
		known := in.bundle.fields[name] || in.bundle.reads[name] > 0
		return g.Field || known && (tree == nil || tree.Param(name) == nil) && !slices.ContainsFunc(in.bundle.Conditions, func(c trees.NamedCondition) bool { return c.Name == name })
	}), "")
}

// tree adds what a tree shows.
func (in *inference) tree(tree *trees.Tree) {
	if tree.Root == nil {
		return
	}
	for n := range tree.Root.All() {
		for _, g := range append(n.Computed(), n.Guard, n.Expr) {
			in.expression(g, tree)
		}
		if n.Include || n.Slot || n.Override {
			continue
		}
		switch n.Name {
		case kind.Set.String():
			for _, p := range n.Params {
				if tree.Param(p.Name) == nil && p.Expr == nil && !p.Ref && !luabind.Reserved(p.Name) {
					in.written[p.Name] = true
					in.value(at(in.fields, p.Name), treeTerm(tree.File.Line, p.Value, p.Pos))
				} else if tree.Param(p.Name) == nil && p.Expr != nil {
					in.written[p.Name] = true
				}
			}
		case kind.Emit.String(), kind.Request.String():
			in.sent(tree, n)
		}
	}
}

// sent adds a node that posts a stimulus or requests something.
func (in *inference) sent(tree *trees.Tree, n *trees.Node) {
	name, channel := sentName(n), ""
	if name == "" {
		return
	}
	of := in.stimuli
	if n.Name == kind.Request.String() {
		of = in.requests
	}
	e := at(of, name)
	for _, p := range n.Params {
		switch {
		case p.Name == "channel":
			channel = p.Value.Str()
		case p.Name == "data" && (p.Ref || p.Expr != nil):
			e.open = true
		case p.Name == "data":
			in.data(e, treeTerm(tree.File.Line, p.Value, p.Pos))
		}
	}
	if n.Name == kind.Request.String() {
		if was, known := in.channels[name]; known && was != channel {
			channel = ""
		}
		in.channels[name] = channel
	}
}

// fieldType returns the type of a field or an entry, as far as the files show it. The type of a table may have more entries
// than they use.
func (in *inference) fieldType(e *evidence, depth int) *declare.Type {
	kinds := 0
	for _, shown := range [...]bool{e.number, e.text, e.boolean, e.table} {
		if shown {
			kinds++
		}
	}
	switch {
	case kinds == 0 && depth < maxLike:
		return in.likeType(e, depth)
	case kinds != 1 || e.boolean && (e.unknown || len(e.like) > 0): // false is often used for nothing
		return nil
	case e.number && e.agent && !e.other:
		return &declare.Type{Kind: declare.Agent}
	case e.number:
		return declare.AnyNumber()
	case e.text:
		return &declare.Type{Kind: declare.Text}
	case e.boolean:
		return &declare.Type{Kind: declare.Boolean}
	case e.isPoint():
		return &declare.Type{Kind: declare.Point}
	}
	return &declare.Type{Kind: declare.Table}
}

// maxLike bounds chains of fields that get the values of other fields, which may be cycles.
const maxLike = 4

// likeType returns the type of the fields whose values something gets, if they have one.
func (in *inference) likeType(e *evidence, depth int) (t *declare.Type) {
	for _, name := range e.like {
		if in.fields[name] == nil || e.unknown {
			return nil
		}
		u := in.fieldType(in.fields[name], depth+1)
		if u == nil || t != nil && t.Kind != u.Kind {
			return nil
		}
		t = u
	}
	return t
}

func (e *evidence) isPoint() bool {
	for name, part := range e.entries {
		if part.text || part.boolean || part.table || !slices.Contains([]string{"x", "y", "z"}, name) {
			return false
		}
	}
	return e.entries["x"] != nil && e.entries["y"] != nil && !e.open
}

// dataType returns the type of the data of a stimulus or a request, or nil if the files do not show all of it.
func (in *inference) dataType(e *evidence) *declare.Type {
	if e.open || len(e.entries) == 0 {
		return nil
	}
	t := &declare.Type{Kind: declare.Shape}
	for _, name := range sortedKeys(e.entries) {
		t.Entries = append(t.Entries, declare.TypedEntry{Name: name, Type: in.fieldType(e.entries[name], 0)})
	}
	return t
}

// write returns the present text, with types, and lines for what it does not declare.
func (in *inference) write() []byte {
	for _, names := range [...]map[string]bool{in.read, in.written} {
		for name := range names {
			if !luabind.Reserved(name) {
				at(in.fields, name)
			}
		}
	}
	var text strings.Builder
	known := map[string]bool{}
	for _, c := range in.bundle.contents {
		if c.Path == FieldsFile {
			in.present(&text, string(c.Text), known)
		}
	}
	sections := []struct{ about, lines string }{
		{tr.T("Scripts read these fields and never write them: the game sets them, or they are misspelled."), in.list(in.fields, known, "", func(name string) bool { return !in.written[name] })},
		{tr.T("Scripts and trees write these fields."), in.list(in.fields, known, "", func(name string) bool { return in.written[name] })},
		{tr.T("Stimuli and their data."), in.list(in.stimuli, known, "stimulus ", nil)},
		{tr.T("Requests and their data."), in.list(in.requests, known, "request ", nil)},
		{tr.T("Entries of boards."), in.list(in.board, known, "board ", nil)},
	}
	for _, s := range sections {
		if s.lines != "" {
			if text.Len() > 0 {
				text.WriteString("\n")
			}
			text.WriteString("# " + s.about + "\n" + s.lines)
		}
	}
	return []byte(text.String())
}

// present writes the present lines, and notes what they declare.
func (in *inference) present(out *strings.Builder, text string, known map[string]bool) {
	of := map[int]declare.Declaration{}
	for _, d := range in.bundle.game.Lines() {
		of[d.Line] = d
		known[subjectOf(&d)] = true
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		d, ok := of[number]
		if line = strings.TrimRight(line, "\r\n"); ok && !d.Malformed() && d.Type == nil {
			line = in.withType(line, &d)
		}
		out.WriteString(line + "\n")
	}
}

// subjectOf returns what a line declares, as lines begin.
func subjectOf(d *declare.Declaration) string {
	return [...]string{"", "stimulus ", "request ", "board "}[d.What] + strings.TrimPrefix(d.Board+".", ".") + d.Name
}

// withType returns a line with the type that the files show.
func (in *inference) withType(line string, d *declare.Declaration) string {
	added := in.typeText(d.What, d.Board, d.Name)
	declared, rest, _ := strings.Cut(line, ":")
	if added == "" || d.What == declare.Request && d.Channel != "" {
		return line
	}
	line = strings.TrimRight(declared, " \t") + " " + added
	if rest != "" {
		line += ":" + rest
	}
	return line
}

// typeText returns the type of something as the file has it, or "".
func (in *inference) typeText(what declare.What, board, name string) string {
	var t *declare.Type
	switch what {
	case declare.Field:
		if e := in.fields[name]; e != nil {
			t = in.fieldType(e, 0)
		}
	case declare.Entry:
		if e := in.board[board+"."+name]; e != nil {
			t = in.fieldType(e, 0)
		}
	case declare.Stimulus:
		if e := in.stimuli[name]; e != nil {
			t = in.dataType(e)
		}
	case declare.Request:
		if e := in.requests[name]; e != nil {
			t = in.dataType(e)
		}
	}
	if t == nil {
		return ""
	}
	return t.String()
}

// list returns the lines for what the file does not declare yet.
func (in *inference) list(of map[string]*evidence, known map[string]bool, word string, include func(name string) bool) string {
	var b strings.Builder
	for _, name := range sortedKeys(of) {
		if known[word+name] || include != nil && !include(name) {
			continue
		}
		what, board, entry := declare.Field, "", name
		switch word {
		case "stimulus ":
			what = declare.Stimulus
		case "request ":
			what = declare.Request
		case "board ":
			what = declare.Entry
			board, entry, _ = strings.Cut(name, ".")
		}
		line := word + name
		if t := in.typeText(what, board, entry); t != "" {
			line += " " + t
		}
		if channel := in.channels[name]; what == declare.Request && channel != "" {
			line += " on " + channel
		}
		if f := declare.Parse("", []byte(line), luabind.Reserved).Lines(); len(f) != 1 || f[0].Malformed() || f[0].What != what {
			continue // the name is none that a line can have
		}
		b.WriteString(line + ":\n")
	}
	return b.String()
}
