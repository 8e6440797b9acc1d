package lint

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/bough-dev/bough/engine/diag"
)

// Data is the kind of data to which the place of a Term belongs.
type Data uint8

// The data of a game that scripts read and write. NoData is that of a Term without a place.
const (
	NoData Data = iota
	AgentData
	StimulusData // of the stimulus about which the node is asked, or by which it was entered
	BoardData
)

// Term is an operand that is a place in the data of the game, or whose value the source shows.
type Term struct {
	Of    Data
	Board string // of BoardData, or "" if its name is computed
	Path  string // the keys of the place, such as home.x
	// Kind is the Lua type of a value, if the source shows it, or else "". Value is the text of a string, or the source of a
	// number or a boolean; it is empty for a comparison.
	Kind, Value string
	Entries     []TermEntry // of a table
	Open        bool        // of a table: it may have other entries
	Pos         diag.Pos    // of the value, or of the last key of the place
}

// TermEntry is an entry of a table. Name is empty for a text without a key.
type TermEntry struct {
	Name  string
	Pos   diag.Pos // of the name
	Value Term
}

// Pair are two operands of a calculation, of a comparison, of the word or, or, if Op is "=", of an assignment to the first. One
// of them is a place.
type Pair struct {
	Op   string
	L, R Term
}

// Sent is a post of a stimulus or a request with a literal name.
type Sent struct {
	Stimulus bool
	Use
	Data    Term // of Kind nil if there is none
	Channel Term // of a request; of Kind nil if its options name none, and without a Kind if it is not known
}

// Score is a result of the hook utility.
type Score struct {
	Text   string   // its source
	Pos    diag.Pos // of its first token
	Places []Term   // at least one
	Remedy diag.Words
}

// Terms are the uses of the data of the game in a source.
type Terms struct {
	Pairs []Pair
	// Places are the places that are read and written. The fields of agents themselves are not among them; see Fields.
	Places []Term
	// Methods are the places that are called with a colon, as in agent.route:size(). The Pos is that of the name behind it.
	Methods []Term
	// Indexed are the places of which an entry with a literal number is read or written. The Value is the number, and the Pos
	// is that of the number.
	Indexed []Term
	Sent    []Sent
	// Boards are the literal names of boards in calls of bt.board.
	Boards []Use
	// OpenBoards is set if entries of boards are written with computed names, or if a board is passed on.
	OpenBoards bool
	// Kinds are the kinds of requests with which bt.in_force is compared.
	Kinds []Use
	// Scores are the results of utility that are true or false if all of their places are.
	Scores []Score
	// Value is the value of an expression of a tree.
	Value Term
}

// Terms returns the uses of the data of the game in the file.
func (s *Script) Terms() Terms { return s.terms }

// TermsOf returns the uses of the data of the game in an expression of a tree, in which isField reports whether a name is a
// field. Its positions have line 1, and columns that count from the beginning of the text.
func TermsOf(text string, isField func(name string) bool) Terms {
	s, _, _ := parse("", []byte(prefix+text))
	if s == nil {
		return Terms{}
	}
	t := termReader{Script: s, isField: isField, shift: len(prefix)}
	defer s.facts.release()
	return t.read()
}

// prefix makes a script of an expression.
const prefix = "return "

// operands are the operands from which Terms are made. They are not kept, since they are large.
type operands struct {
	pairs  []pairUse
	places []operand
	sent   []sentUse
	claims []claimUse
	passed []operand // arguments, results and entries of tables that are calls or variables
	result operand   // what the chunk returns
}

// operandBuffers keeps the memory of operands.
var operandBuffers = sync.Pool{New: func() any { return new(operands) }}

// release makes the memory of the operands free for the next source.
func (f *facts) release() {
	from := f.operands
	f.operands = nil
	clear(from.pairs)
	clear(from.places)
	clear(from.sent)
	clear(from.claims)
	clear(from.passed)
	*from = operands{from.pairs[:0], from.places[:0], from.sent[:0], from.claims[:0], from.passed[:0], operand{}}
	operandBuffers.Put(from)
}

type pairUse struct {
	l, r operand
	op   int // token
}

type sentUse struct {
	stimulus   bool
	name, data operand
	options    operand // of a request
	open       bool    // there may be more arguments
}

// claimUse is a call of claimFunction. The value is not valid if there is none.
type claimUse struct {
	board, entry, value operand
}

// termReader makes Terms of operands.
type termReader struct {
	*Script
	isField func(name string) bool // nil in a script
	shift   int                    // number of characters before the expression
}

func (t *termReader) read() (out Terms) {
	from := t.facts.operands
	for _, p := range from.pairs {
		t.pair(&out, p.op, p.l, p.r)
	}
	isBoard := func(o operand) bool {
		v := o.base
		return o.callee == boards && o.keys == 0 || v != nil && o.keys == 0 && v.calls(boards)
	}
	out.OpenBoards = slices.ContainsFunc(from.passed, isBoard)
	for _, w := range t.facts.writes {
		if o := w.target; o.dynamic && o.path == "" && (o.callee == boards || o.base != nil && o.base.calls(boards)) {
			out.OpenBoards = true
		}
		if w.target.keys > 0 && isBoard(w.value) {
			out.OpenBoards = true
		}
		if l := t.term(w.target); l.Of != NoData && w.value.valid() {
			out.Pairs = append(out.Pairs, Pair{"=", l, t.term(w.value)})
		}
	}
	for _, k := range from.claims {
		if k.entry.kind != "string" {
			out.OpenBoards = true
			continue
		}
		r := Term{Of: AgentData, Path: "id", Pos: t.pos(k.entry.first)}
		if k.value.valid() && k.value.kind != "nil" {
			r = t.term(k.value)
		}
		out.Pairs = append(out.Pairs, Pair{"=", Term{Of: BoardData, Board: k.board.text, Path: k.entry.text, Pos: t.pos(k.entry.first)}, r})
	}
	for _, o := range from.places {
		if p := t.term(o); p.Of != NoData && (p.Of != AgentData && p.Path != "" || strings.Contains(p.Path, ".")) {
			out.Places = append(out.Places, p)
		}
	}
	for _, m := range t.facts.methods {
		o := operand{tok: m.tok, base: m.object.base, global: m.object.global, path: joinPath(m.object.path, pathKey(m.name)), keys: m.object.keys + 1,
			dynamic: m.object.dynamic, callee: m.object.callee, text: m.object.text}
		if p := t.term(o); p.Of != NoData {
			out.Methods = append(out.Methods, p)
		}
	}
	for _, o := range from.places {
		if o.index == "" {
			continue
		}
		in := o
		in.dynamic, in.index = false, ""
		if p := t.term(in); p.Of != NoData {
			p.Value = o.index
			out.Indexed = append(out.Indexed, p)
		}
	}
	for _, u := range t.facts.boards {
		if u.entry == "" {
			out.Boards = append(out.Boards, Use{u.board, t.pos(u.tok)})
		}
	}
	if fn := t.hookFns["utility"]; fn != nil {
		for _, r := range fn.returns {
			t.score(&out, r.value)
		}
	}
	if t.isField != nil && from.result.valid() {
		out.Value = t.term(from.result)
	}
	for _, k := range from.sent {
		data := Term{Kind: "nil"}
		if k.data.valid() {
			data = t.term(k.data)
		}
		out.Sent = append(out.Sent, Sent{k.stimulus, Use{k.name.text, t.pos(k.name.tok)}, data, t.channel(k)})
	}
	return out
}

// score adds a result of utility that may be true or false.
func (t *termReader) score(out *Terms, o operand) {
	places, ok := t.truth(o, nil)
	if !ok || len(places) == 0 {
		return
	}
	s := Score{Text: cmp.Or(t.text(o), "a long expression"), Pos: t.pos(o.first), Remedy: t.scoreOf(o)}
	for _, p := range places {
		s.Places = append(s.Places, t.term(p))
	}
	out.Scores = append(out.Scores, s)
}

// channel returns the channel that the options of a request name: a Term of Kind nil, at the options, if they name none, or
// one without a Kind if it is not known.
func (t *termReader) channel(k sentUse) (out Term) {
	switch o := k.options; {
	case !o.valid() && !k.open || o.kind == "nil":
		out.Kind = "nil"
	case o.kind == "table" && !o.table.open:
		out.Kind, out.Pos = "nil", t.pos(o.first)
		for _, e := range o.table.entries {
			if e.name == "channel" {
				out = t.term(e.value)
			}
		}
	}
	return out
}

// pair adds a calculation or a comparison.
func (t *termReader) pair(out *Terms, op int, l, r operand) {
	if t.asksKind(l) && r.kind == "string" {
		out.Kinds = append(out.Kinds, Use{r.text, t.pos(r.first)})
	} else if t.asksKind(r) && l.kind == "string" {
		out.Kinds = append(out.Kinds, Use{l.text, t.pos(l.first)})
	}
	p := Pair{t.src.word(op), t.term(l), t.term(r)}
	if p.L.Of == NoData && p.R.Of == NoData {
		return
	}
	known := func(p Term) bool { return p.Of != NoData || p.Kind != "" }
	if compared := t.src.isAny(op, "==", "~=", "<", "<=", ">", ">=", "or"); !compared || known(p.L) && known(p.R) {
		out.Pairs = append(out.Pairs, p)
	}
}

// asksKind reports whether an operand is the kind of the request in force on a channel.
func (t *termReader) asksKind(o operand) bool {
	return o.keys == 0 && (o.callee == "bt.in_force" || o.callee == "in_force" && t.isField != nil)
}

func (t *termReader) pos(tok int) diag.Pos {
	pos := t.src.pos(tok)
	pos.Col -= t.shift
	return pos
}

// term returns what the source shows of an operand.
func (t *termReader) term(o operand) Term {
	out := Term{Kind: o.kind, Pos: t.pos(o.first)}
	switch o.kind {
	case "":
		t.place(o, &out)
	case "string":
		out.Value = o.text
	case "number", "boolean":
		if o.kind == "number" || o.first == o.last {
			out.Value = strings.ReplaceAll(t.src.file.Text[t.src.toks[o.first].Start:t.src.toks[o.last].End], " ", "")
		}
	case "table":
		out.Open = o.table.open
		for _, e := range o.table.entries {
			out.Entries = append(out.Entries, TermEntry{e.name, t.pos(e.tok), t.term(e.value)})
		}
		for _, e := range o.table.texts {
			out.Entries = append(out.Entries, TermEntry{"", t.pos(e.tok), Term{Kind: "string", Value: e.text, Pos: t.pos(e.tok)}})
		}
	}
	return out
}

// place finds the place to which an operand refers.
func (t *termReader) place(o operand, out *Term) {
	tok := o.tok
	o = t.facts.root(o)
	if o.dynamic {
		return
	}
	path := o.path
	if v := o.base; v != nil && !v.param && v.writes == 0 && v.init.callee != "" && !v.init.dynamic {
		path = joinPath(v.init.path, o.path)
		o = operand{callee: v.init.callee, text: v.init.text}
	}
	switch {
	case o.base != nil && o.base.param && o.base.writes == 0 && t.isField == nil && t.namesAgent(o.base.name):
		out.Of = AgentData
	case o.global != "" && t.isField != nil && t.isField(o.global):
		out.Of, path = AgentData, joinPath(o.global, path)
	case o.callee == boards || o.callee == testBoards:
		out.Of, out.Board = BoardData, o.text
	case o.callee == stimulusFunction:
		out.Of = StimulusData
	default:
		return
	}
	if path == "" {
		out.Of = NoData
		return
	}
	out.Path, out.Pos = path, t.pos(tok)
}
