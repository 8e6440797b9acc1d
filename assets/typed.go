package assets

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/trees"
)

// typedChecker compares what scripts and trees do with the types that FieldsFile declares. A finding is certain only as far
// as the declarations are right, so all are warnings.
type typedChecker struct {
	*checker
	subject subject
	game    *declare.File
	found   diag.List
	parts   []undeclared

	// The source that is being checked: where its positions are, the line of a position, and the stimulus whose data it reads.
	at       func(diag.Pos) diag.Pos
	line     func(n int) string
	stimulus string

	inTree   bool                        // it is an expression of a tree
	computed map[diag.Pos]condition.Uses // the expressions of the trees
}

// undeclared is a use of a part that a declaration does not have.
type undeclared struct {
	d      *declare.Declaration
	path   string
	writes bool
	found  diag.Diagnostic
}

// contradictions finds uses of declared data that contradict the declarations. told are the findings so far: a mistake that
// is among them is not told again.
func (c *checker) contradictions(s subject, told diag.List) diag.List {
	t := &typedChecker{checker: c, subject: s, game: c.declares(), computed: map[diag.Pos]condition.Uses{}}
	if !t.game.Typed() && !t.game.Declares(declare.Request) && !t.game.Declares(declare.Entry) {
		return nil
	}
	t.eachSource(t.terms)
	t.eachNode(t.node)
	t.undeclaredParts()
	t.kinds()
	t.boards()
	return slices.DeleteFunc(t.found, func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(told, func(e diag.Diagnostic) bool { return e.Pos == d.Pos })
	})
}

// CheckGiven returns the warnings about a literal that a test gives to a field, an entry of a board, or as data, which is at a path
// in what d declares. line returns the text of a line of the test.
func (b *Bundle) CheckGiven(d *declare.Declaration, path string, x lint.Term, line func(n int) string) diag.List {
	t := &typedChecker{game: b.game, at: func(p diag.Pos) diag.Pos { return p }, line: line}
	if d != nil && d.Type != nil {
		t.value(d, d.Type, path, x, message.WrongDeclaredValue)
	}
	t.undeclaredParts()
	return t.found
}

// eachSource calls f with the uses in each script and in each expression of the trees.
func (t *typedChecker) eachSource(f func(lint.Terms)) {
	for _, file := range t.files.inOrder() {
		if file.compiled == nil {
			continue
		}
		script := file.compiled.Script()
		t.at, t.line, t.stimulus = func(p diag.Pos) diag.Pos { return p }, script.Line, ""
		if in := t.subject.bundle.chunks[file.path]; in != nil && in.Behavior != nil {
			t.stimulus = in.Behavior.Stimulus
		}
		f(script.Terms())
	}
	t.inTree = true
	defer func() { t.inTree = false }()
	seen := map[diag.Pos]bool{}
	for _, facts := range t.subject.facts {
		for _, c := range facts.conditions {
			for _, u := range c.Uses() {
				t.computed[u.Pos] = u
				if !seen[u.Pos] {
					seen[u.Pos] = true
					t.at, t.line, t.stimulus = u.At, func(int) string { return u.Line }, ""
					f(u.Terms)
				}
			}
		}
	}
}

func (t *typedChecker) warn(pos diag.Pos, w diag.Words) {
	at := t.at(pos)
	t.found.Warn(at, w).Source = t.line(at.Line)
}

// undeclared notes the use of a part that a declaration does not have.
func (t *typedChecker) undeclared(d *declare.Declaration, path string, writes bool, pos diag.Pos, w diag.Words) {
	at := t.at(pos)
	found := diag.New(at, w)
	found.Severity, found.Source = diag.Warning, t.line(at.Line)
	t.parts = append(t.parts, undeclared{d, path, writes, found})
}

// undeclaredParts warns about the parts that declarations do not have: about the first write of each, from which all reads
// follow, or about each read.
func (t *typedChecker) undeclaredParts() {
	type part struct {
		d    *declare.Declaration
		path string
	}
	written := map[part]bool{}
	for _, u := range t.parts {
		if p := (part{u.d, u.path}); u.writes && !written[p] {
			written[p] = true
			t.found = append(t.found, u.found)
		}
	}
	for _, u := range t.parts {
		if !written[part{u.d, u.path}] {
			t.found = append(t.found, u.found)
		}
	}
}

// terms checks the uses in a source.
func (t *typedChecker) terms(uses lint.Terms) {
	writes := map[diag.Pos]bool{}
	for _, p := range uses.Pairs {
		switch p.Op {
		case "=":
			writes[p.L.Pos] = true
			if d, of, _ := t.resolve(p.L); of != nil {
				t.value(d, of, p.L.Path, p.R, message.WrongDeclaredValue)
			}
		case "==", "~=", "<", "<=", ">", ">=":
			t.compared(p)
		case "or": // a text for a number that may be nil is right, where it is shown
			if d, of, _ := t.resolve(p.L); of != nil && p.R.Kind == "table" && len(of.Names()) > 0 {
				t.table(d, of, p.L.Path, p.R, message.WrongDeclaredValue)
			}
		default:
			t.calculated(p)
		}
	}
	for _, p := range uses.Places {
		t.part(p, writes[p.Pos])
	}
	for _, p := range uses.Methods {
		t.listPart(p)
	}
	for _, p := range uses.Indexed {
		t.indexed(p)
	}
	for _, s := range uses.Scores {
		boolean := func(p lint.Term) bool {
			_, of, _ := t.resolve(p)
			return of != nil && of.Kind == declare.Boolean
		}
		if !slices.ContainsFunc(s.Places, func(p lint.Term) bool { return !boolean(p) }) {
			t.warn(s.Pos, message.ScoreNotNumber("utility", s.Text).With(s.Remedy))
		}
	}
	for _, s := range uses.Sent {
		if d := t.sent(s.Stimulus, s.Name); d != nil && d.Type != nil {
			t.value(d, d.Type, "", s.Data, message.WrongDeclaredValue)
		}
	}
}

// sent returns the declaration of a stimulus or a kind of requests, or nil.
func (t *typedChecker) sent(stimulus bool, name string) *declare.Declaration {
	if stimulus {
		return t.game.Stimulus(name)
	}
	return t.game.Request(name)
}

// resolve returns the declaration of a place and the type of the part to which it refers. The type is nil if the place may
// have any. in is the type of the table that the part is in, if the declaration has no such part.
func (t *typedChecker) resolve(p lint.Term) (d *declare.Declaration, of, in *declare.Type) {
	keys := strings.Split(p.Path, ".")
	switch p.Of {
	case lint.AgentData:
		d, keys = t.game.Field(keys[0]), keys[1:]
	case lint.BoardData:
		d, keys = t.game.Entry(p.Board, keys[0]), keys[1:]
	case lint.StimulusData:
		d = t.game.Stimulus(t.stimulus)
	}
	if d == nil {
		return nil, nil, nil
	}
	of = d.Type
	for i, key := range keys {
		if of == nil {
			return d, nil, nil
		}
		next, ok := of.Entry(value.String(key))
		if !ok {
			if len(of.Names()) > 0 && i == len(keys)-1 {
				return d, nil, of
			}
			return d, nil, nil
		}
		of = next
	}
	return d, of, nil
}

// part checks that a place is in what is declared.
func (t *typedChecker) part(p lint.Term, writes bool) {
	if t.listPart(p) {
		return
	}
	d, of, in := t.resolve(p)
	at := strings.LastIndexByte(p.Path, '.')
	key := p.Path[at+1:]
	if in != nil {
		t.undeclared(d, p.Path, writes, p.Pos, t.game.Undeclared(d, p.Path, in, key))
	} else if d != nil && of == nil && at > 0 {
		whole := p
		whole.Path = p.Path[:at]
		if _, of, _ = t.resolve(whole); of == nil || len(of.Names()) > 0 || of.Lua() == "table" || of.Kind == declare.Handle || of.Lua() == "string" && isTextFunction(key) {
			return
		}
		w := message.EntryOfValue(key, whole.Path, t.game.Place(d), of.String())
		value := cmp.Or(t.before(p), whole.Path)
		if of.Kind == declare.Agent && key == "id" {
			w = w.With(message.NumberAlready(value))
		} else if of.Kind == declare.Agent {
			w = w.With(message.NumberOfAgent())
		} else if of.Lua() == "string" && slices.Contains([]string{"length", "size", "count"}, key) {
			w = w.With(message.WriteCode(t.length(value)))
		} else {
			w = w.With(message.WriteIt(value))
		}
		t.undeclared(d, p.Path, writes, p.Pos, w)
	}
}

// before returns the source of a place without its last key, or "".
func (t *typedChecker) before(p lint.Term) string {
	at := t.at(p.Pos)
	line := []rune(t.line(at.Line))
	return strings.TrimRight(dottedBefore.FindString(string(line[:min(at.Col-1, len(line))])), ".:")
}

// dottedBefore matches the keys before the end of a text.
var dottedBefore = lazyregexp.New(`[` + ident.First + `][` + ident.Rest + `.]*[.:]$`)

// length returns the expression for the length of a list or a text. In a tree a # behind a space begins a comment.
func (t *typedChecker) length(value string) string {
	if t.inTree {
		return "(#" + value + ")"
	}
	return "#" + value
}

// listPart warns about an entry of a list that other languages have, such as size or append, and reports whether it is one. A
// list may have other entries with names.
func (t *typedChecker) listPart(p lint.Term) bool {
	at := strings.LastIndexByte(p.Path, '.')
	if at < 0 {
		return false
	}
	key := p.Path[at+1:]
	whole := p
	whole.Path = p.Path[:at]
	d, of, _ := t.resolve(whole)
	if of == nil || of.Kind != declare.List {
		return false
	}
	value := cmp.Or(t.before(p), whole.Path)
	w := message.EntryOfValue(key, whole.Path, t.game.Place(d), of.String())
	if slices.Contains([]string{"size", "length", "count", "len"}, key) {
		t.warn(p.Pos, w.With(message.WriteCode(t.length(value))))
		return true
	}
	if t.inTree { // which has no loops, and does not change lists
		return false
	}
	switch key {
	case "append", "push", "push_back", "add", "insert":
		w = w.With(message.WriteCode("table.insert(" + value + ", " + t.given(p) + ")"))
	case "pop", "pop_back":
		w = w.With(message.WriteCode("table.remove(" + value + ")"))
	case "contains", "includes", "indexOf":
		w = w.With(message.SearchList())
	default:
		return false
	}
	t.warn(p.Pos, w)
	return true
}

// given returns the source of the arguments behind the last key of a place, or a word for a value.
func (t *typedChecker) given(p lint.Term) string {
	at := t.at(p.Pos)
	line := []rune(t.line(at.Line))
	if m := simpleCall.FindStringSubmatch(string(line[min(at.Col-1, len(line)):])); m != nil {
		return m[1]
	}
	return "value"
}

// simpleCall matches a call whose arguments have no brackets but those of a table.
var simpleCall = lazyregexp.New(`^[` + ident.Rest + `]+\(\s*([^()]*[^()\s])\s*\)`)

// isTextFunction reports whether a text has a function of that name, as the table string.
func isTextFunction(name string) bool { return slices.Contains(textFunctions, name) }

var textFunctions = strings.Fields("byte char find format gmatch gsub len lower match rep reverse sub upper")

// indexed checks that an entry with a number is in what is declared. A table with names has none.
func (t *typedChecker) indexed(p lint.Term) {
	d, of, _ := t.resolve(p)
	if of == nil || len(of.Names()) == 0 {
		return
	}
	w := t.game.Undeclared(d, p.Path+"["+p.Value+"]", of, "")
	if i := slices.Index([]string{"1", "2", "3"}, p.Value); i >= 0 && of.Kind == declare.Point {
		w = w.With(message.DidYouMean(p.Path + "." + of.Names()[i]))
	}
	t.warn(p.Pos, w)
}

// wrongValue makes a message about a value that does not have a type. The name is empty for the data of a stimulus or a request.
type wrongValue func(name, place, value, want string) diag.Words

// value checks a literal that is to have a type. path is the place, for messages.
func (t *typedChecker) value(d *declare.Declaration, of *declare.Type, path string, x lint.Term, wrong wrongValue) {
	if x.Kind == "table" {
		t.table(d, of, path, x, wrong)
		return
	}
	v, shown, ok := literal(x)
	if !ok {
		if _, other, _ := t.resolve(x); other != nil && other.Lua() != of.Lua() {
			t.warn(x.Pos, wrong(cmp.Or(path, "data"), t.game.Place(d), x.Path+" ("+other.String()+")", of.String()).With(message.GiveWanted(of.Want())))
		}
		return
	}
	if m := of.Check(v); m != nil {
		w := wrong(cmp.Or(path, "data"), t.game.Place(d), shown, of.String())
		if x.Value == "" && x.Kind != "string" {
			w = w.With(message.GiveWanted(of.Want()))
		} else {
			w = w.With(of.Remedy(v))
		}
		t.warn(x.Pos, w)
	}
}

// table checks the entries of a table that is to have a type.
func (t *typedChecker) table(d *declare.Declaration, of *declare.Type, path string, x lint.Term, wrong wrongValue) {
	switch of.Kind {
	case declare.Table:
		return
	case declare.Point, declare.Shape, declare.List:
	default:
		t.warn(x.Pos, wrong(cmp.Or(path, "data"), t.game.Place(d), "a table", of.String()).With(message.GiveWanted(of.Want())))
		return
	}
	if lacks := lacking(of, x); lacks != "" {
		t.warn(x.Pos, wrong(cmp.Or(path, "data"), t.game.Place(d), "a table without "+lacks, of.String()).With(message.GiveWanted(of.Want())))
		return
	}
	for _, e := range x.Entries {
		key, name := value.String(e.Name), joinPath(path, e.Name)
		if e.Name == "" { // its place in the list is not known, since a script may have others that are no literals
			key, name = value.Number(1), path+"[]"
		}
		part, ok := of.Entry(key)
		switch {
		case !ok && e.Name != "" && of.Kind != declare.List:
			t.undeclared(d, name, true, e.Pos, t.game.Undeclared(d, name, of, e.Name))
		case ok && part != nil:
			t.value(d, part, name, e.Value, wrong)
		}
	}
}

// lacking returns the coordinate that a table lacks which is to be a point, or "". An empty table may be filled later, and that
// with an entry of another name has a misspelled one.
func lacking(of *declare.Type, x lint.Term) string {
	if of.Kind != declare.Point || x.Open {
		return ""
	}
	has := map[string]bool{}
	for _, e := range x.Entries {
		if _, ok := of.Entry(value.String(e.Name)); !ok {
			return ""
		}
		has[e.Name] = true
	}
	switch {
	case has["x"] == has["y"]:
		return ""
	case has["x"]:
		return "y"
	}
	return "x"
}

func joinPath(a, b string) string {
	if a == "" {
		return b
	}
	return a + "." + b
}

// literal returns the value of a literal, and how messages show it. A comparison counts as a boolean. ok is false for what is
// no literal, and for functions and nil.
func literal(x lint.Term) (v value.Value, shown string, ok bool) {
	switch x.Kind {
	case "string":
		return value.String(x.Value), strconv.Quote(x.Value), true
	case "number":
		n, ok := lua.ParseNumber(strings.TrimLeft(x.Value, "-"))
		if strings.HasPrefix(x.Value, "-") {
			n = -n
		}
		return value.Number(n), x.Value, ok
	case "boolean":
		if x.Value == "" {
			return value.Bool(true), "true or false", true
		}
		return value.Bool(x.Value == "true"), x.Value, true
	}
	return v, "", false
}

// compared checks a comparison.
func (t *typedChecker) compared(p lint.Pair) {
	l, r, op := p.L, p.R, p.Op
	d, of, _ := t.resolve(l)
	if of == nil {
		l, r, op = r, l, turned[op]
		d, of, _ = t.resolve(l)
	}
	if of == nil || r.Kind == "table" {
		return
	}
	t.value(d, of, l.Path, r, message.ComparedWithOtherType)
	// A script may ask whether a value has just left its range, to put it back. A tree has no such reason.
	if n, _, ok := literal(r); ok && t.inTree && of.Kind == declare.Number && of.Check(n) == nil {
		t.bounded(d, of, l, op, n.Float(), r.Pos)
	}
}

// turned has the operators of comparisons whose sides are exchanged, as in 100 < hp.
var turned = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}

// bounded warns about a comparison with the end of a declared range that always has the same result.
func (t *typedChecker) bounded(d *declare.Declaration, of *declare.Type, x lint.Term, op string, n float64, pos diag.Pos) {
	w := message.ComparisonNeverTrue
	switch {
	case op == ">" && n == of.Max, op == "<" && n == of.Min:
	case op == ">=" && n == of.Min, op == "<=" && n == of.Max:
		w = message.ComparisonAlwaysTrue
	default:
		return
	}
	t.warn(pos, w(x.Path, op, t.game.Place(d), value.FormatNumber(n), of.String()))
}

// calculated checks the operands of arithmetic and of a concatenation. A table may have an operator of its own.
func (t *typedChecker) calculated(p lint.Pair) {
	for _, x := range [...][2]lint.Term{{p.L, p.R}, {p.R, p.L}} {
		d, of, _ := t.resolve(x[0])
		if of == nil {
			continue
		}
		joins := p.Op == ".."
		switch of.Kind {
		case declare.Boolean, declare.Handle:
		case declare.Text, declare.OneOf:
			if joins {
				continue
			}
		case declare.Number, declare.Agent:
			if v, shown, ok := literal(x[1]); ok && !joins && v.Kind() != value.KindNumber {
				w := message.CalculatedWithOtherType(x[0].Path, t.game.Place(d), shown, of.String())
				if _, numeral := lua.ParseNumber(v.Str()); numeral {
					w = w.With(message.WithoutQuotes(v.Str()))
				}
				t.warn(x[1].Pos, w)
			}
			continue
		default:
			continue
		}
		w := message.NotForCalculation(x[0].Path, p.Op, t.game.Place(d), of.String())
		if p.Op == "+" && of.Lua() == "string" {
			w = w.With(message.JoinTexts())
		}
		t.warn(x[0].Pos, w)
	}
}

// eachNode calls f with the nodes in the text of the trees in force; see Manager.factsAt.
func (t *typedChecker) eachNode(f func(*trees.Tree, *trees.Node)) {
	t.at = func(p diag.Pos) diag.Pos { return p }
	for _, tree := range t.subject.bundle.sources() {
		if f := t.files.at(tree.File); f == nil || f.parsed != tree.source.File || tree.source.Root == nil {
			continue
		}
		t.line = tree.source.File.Line
		for n := range tree.source.Root.All() {
			if !n.Include && !n.Slot && !n.Override {
				f(tree.source, n)
			}
		}
	}
}

// node checks the values in the line of a node.
func (t *typedChecker) node(tree *trees.Tree, n *trees.Node) {
	t.numbers(n)
	field := func(name string) *declare.Declaration {
		if tree.Param(name) != nil {
			return nil
		}
		return t.game.Field(name)
	}
	switch n.Name {
	case kind.Set.String():
		for _, p := range n.Params {
			if d := field(p.Name); d != nil {
				t.param(d, p.Name, p, message.WrongDeclaredValue)
			}
		}
	case kind.Emit.String(), kind.Request.String():
		if d := t.sent(n.Name == kind.Emit.String(), sentName(n)); d != nil {
			for _, p := range n.Params {
				if p.Name == "data" {
					t.param(d, "", p, message.WrongDeclaredValue)
				}
			}
		}
	case kind.Switch.String():
		if n.Expr == nil || field(n.Expr.Source) == nil {
			return
		}
		for _, child := range n.Children {
			for _, p := range child.Params {
				if p.Name == "case" {
					t.param(field(n.Expr.Source), n.Expr.Source, p, message.ComparedWithOtherType)
				}
			}
		}
	}
}

// sentName returns the name of the stimulus that a node posts, or the kind of its request, or "".
func sentName(n *trees.Node) string {
	if len(n.Args) > 0 && !n.Args[0].Ref {
		return n.Args[0].Value.Str()
	}
	for _, p := range n.Params {
		if (p.Name == "stimulus" || p.Name == "kind") && !p.Ref {
			return p.Value.Str()
		}
	}
	return ""
}

// param checks a literal that a node gives to a declared thing. name is as for wrongValue.
func (t *typedChecker) param(d *declare.Declaration, name string, p trees.Param, wrong wrongValue) {
	if d.Type == nil || p.Ref || p.Percent || p.Word {
		return
	}
	if p.Expr != nil {
		t.expression(p.Expr, func(x lint.Term) { t.value(d, d.Type, name, x, wrong) })
		return
	}
	t.value(d, d.Type, name, treeTerm(t.line, p.Value, behind(t.line, p)), wrong)
}

// expression calls f with what shows of the value of an expression in the line of a node.
func (t *typedChecker) expression(g *trees.Guard, f func(x lint.Term)) {
	if g.Field {
		f(lint.Term{Of: lint.AgentData, Path: g.Source, Pos: g.Pos})
		return
	}
	u := t.computed[g.Pos]
	defer func(at func(diag.Pos) diag.Pos) { t.at = at }(t.at)
	t.at = u.At
	f(u.Value)
}

// numbers warns about data of other types that give the numbers of a node, or those that its kind takes from its children.
func (t *typedChecker) numbers(n *trees.Node) {
	k := behaviors.KindNamed(n.Name)
	if k == nil {
		return
	}
	check := func(node string, p *behaviors.Param, g *trees.Guard) {
		if g == nil || p == nil || p.Type.Range() == kind.NoNumber {
			return
		}
		t.expression(g, func(x lint.Term) {
			if d, of, _ := t.resolve(x); of != nil && of.Lua() != "number" {
				t.warn(x.Pos, message.NotForNumber(x.Path, node, p.Name, t.game.Place(d), of.String()))
			}
		})
	}
	for i, a := range n.Args {
		if i < k.Positional {
			check(n.Name, &k.Params[i], a.Expr)
		}
	}
	for _, q := range n.Params {
		check(n.Name, k.Param(q.Name), q.Expr)
	}
	for _, c := range n.Children {
		for _, q := range c.Params {
			check(c.Name, k.ChildParam(q.Name), q.Expr)
		}
	}
}

// behind returns the position of the value of a parameter, whose name is at its position.
func behind(line func(n int) string, p trees.Param) diag.Pos {
	pos := p.Pos
	if pos.Line == 0 { // of a tree that no file has
		return pos
	}
	name := utf8.RuneCountInString(p.Name)
	if line := []rune(line(pos.Line)); pos.Col+name <= len(line) {
		rest := string(line[pos.Col-1+name:])
		pos.Col += name + len(rest) - len(strings.TrimLeft(rest, " ="))
	}
	return pos
}

// treeTerm returns a literal of a tree as one of a script.
func treeTerm(line func(n int) string, v value.Value, pos diag.Pos) lint.Term {
	x := lint.Term{Value: v.String(), Pos: pos}
	switch v.Kind() {
	case value.KindNumber:
		x.Kind = "number"
	case value.KindBool:
		x.Kind = "boolean"
	case value.KindString:
		x.Kind, x.Value = "string", v.Str()
	case value.KindNil:
		x.Kind = "nil"
	}
	if table, ok := v.Ref().(*trees.Table); ok {
		x.Kind = "table"
		for _, a := range table.Items {
			x.Entries = append(x.Entries, lint.TermEntry{Pos: a.Pos, Value: treeTerm(line, a.Value, a.Pos)})
		}
		for _, p := range table.Fields {
			x.Entries = append(x.Entries, lint.TermEntry{Name: p.Name, Pos: p.Pos, Value: treeTerm(line, p.Value, behind(line, p))})
		}
	}
	return x
}

// kinds warns about kinds of requests that misspell a declared one.
func (t *typedChecker) kinds() {
	if !t.game.Declares(declare.Request) {
		return
	}
	declared, unused := map[string]bool{}, map[string]bool{}
	for _, d := range t.game.Lines() {
		if d.What == declare.Request {
			declared[d.Name], unused[d.Name] = true, true
		}
	}
	t.eachKind(func(_ diag.Pos, name string) { delete(unused, name) })
	if _, open := t.subject.bundle.requests(); open {
		clear(unused)
	}
	t.eachKind(func(pos diag.Pos, name string) {
		if declared[name] {
			return
		}
		if near := resembling(name, declared); len(near) > 0 {
			slices.Sort(near)
			t.warn(pos, message.UnknownRequestKind(name, near[0]))
		} else if near := diag.Suggest(name, sortedKeys(unused)); near != "" && near[0] == name[0] && len(name) >= 4 {
			t.warn(pos, message.UnknownRequestKind(name, near)) // the declared one is used nowhere else
		}
	})
	t.eachSource(func(uses lint.Terms) {
		for _, s := range uses.Sent {
			if !s.Stimulus {
				t.channel(s, false)
			}
		}
	})
	t.eachNode(func(_ *trees.Tree, n *trees.Node) {
		if n.Name == kind.Request.String() && len(n.Args) > 0 && !n.Args[0].Ref {
			t.channel(t.nodeRequest(n), true)
		}
	})
}

// eachKind calls use for each kind of a request that scripts and trees name.
func (t *typedChecker) eachKind(use func(pos diag.Pos, name string)) {
	t.eachSource(func(uses lint.Terms) {
		for _, s := range uses.Sent {
			if !s.Stimulus {
				use(s.Pos, s.Name)
			}
		}
		for _, u := range uses.Kinds {
			use(u.Pos, u.Name)
		}
	})
	t.eachNode(func(_ *trees.Tree, n *trees.Node) {
		if n.Name == kind.Request.String() && len(n.Args) > 0 && !n.Args[0].Ref {
			use(n.Args[0].Pos, n.Args[0].Value.Str())
		}
	})
}

// nodeRequest returns the request of a node.
func (t *typedChecker) nodeRequest(n *trees.Node) lint.Sent {
	out := lint.Sent{Use: lint.Use{Name: n.Args[0].Value.Str(), Pos: n.Args[0].Pos}, Channel: lint.Term{Kind: "nil"}}
	for _, p := range n.Params {
		if p.Name == "channel" {
			out.Channel = lint.Term{}
			if !p.Ref && p.Expr == nil {
				out.Channel = treeTerm(t.line, p.Value, behind(t.line, p))
			}
		}
	}
	return out
}

// channel checks that a request is on the channel for which its kind is declared.
func (t *typedChecker) channel(s lint.Sent, tree bool) {
	d := t.game.Request(s.Name)
	pos, name := s.Channel.Pos, s.Channel.Value
	if s.Channel.Kind == "nil" {
		name = s.Name
	} else if s.Channel.Kind != "string" {
		return
	}
	if d == nil || d.Channel == "" || slices.ContainsFunc(t.game.Lines(), func(d declare.Declaration) bool {
		return d.What == declare.Request && d.Name == s.Name && !d.Malformed() && cmp.Or(d.Channel, d.Name) == name
	}) {
		return
	}
	w := message.UndeclaredChannel(name, s.Name, t.game.Place(d), d.Channel)
	option := "channel = " + strconv.Quote(d.Channel)
	switch {
	case s.Channel.Kind == "string":
	case tree:
		pos, w = s.Pos, w.With(message.WriteIt(strings.ReplaceAll(option, " ", "")+" behind it"))
	case pos.Line > 0:
		w = w.With(message.WriteIt("{ " + option + ", ... }"))
	case s.Data.Kind == "nil":
		pos, w = s.Pos, w.With(message.WriteIt("bt.request(agent, "+strconv.Quote(s.Name)+", nil, { "+option+" })"))
	default:
		pos, w = s.Pos, w.With(message.WriteIt("{ "+option+" } behind the data"))
	}
	t.warn(pos, w)
}

// boards warns about entries of boards that nothing writes and the game does not declare, if it declares some.
func (t *typedChecker) boards() {
	if !t.game.Declares(declare.Entry) {
		return
	}
	known := map[string]map[string]bool{} // entries by boards
	add := func(board, entry string) {
		if known[board] == nil {
			known[board] = map[string]bool{}
		}
		known[board][entry] = true
	}
	for _, d := range t.game.Lines() {
		if d.What == declare.Entry {
			add(d.Board, d.Name)
		}
	}
	open := t.counts.broken > 0
	t.eachSource(func(uses lint.Terms) {
		open = open || uses.OpenBoards
		for _, p := range uses.Pairs {
			if p.Op == "=" && p.L.Of == lint.BoardData {
				board := p.L.Board
				if board == "" {
					board = declare.AnyBoard
				}
				entry, _, _ := strings.Cut(p.L.Path, ".")
				add(board, entry)
			}
		}
	})
	if open {
		return
	}
	t.unreadEntries()
	t.eachSource(func(uses lint.Terms) {
		for _, p := range uses.Places {
			if p.Of != lint.BoardData || p.Board == "" || strings.Contains(p.Path, ".") || known[p.Board][p.Path] || known[declare.AnyBoard][p.Path] {
				continue
			}
			at, w := p.Pos, message.UnwrittenEntry(p.Board, p.Path, t.root.display(FieldsFile))
			if known[p.Board] == nil {
				boards := slices.DeleteFunc(sortedKeys(known), func(b string) bool { return b == declare.AnyBoard || !known[b][p.Path] })
				if near := diag.Suggest(p.Board, boards); near != "" {
					w = w.With(message.DidYouMean(`bt.board("` + near + `")`))
					at = nameBefore(uses.Boards, p)
				}
			} else {
				w = w.With(message.Near(p.Path, slices.Concat(sortedKeys(known[p.Board]), sortedKeys(known[declare.AnyBoard]))))
			}
			t.warn(at, w)
		}
	})
}

// unreadEntries warns about the first write of an entry that nothing reads, and whose name resembles that of a declared one.
func (t *typedChecker) unreadEntries() {
	type name struct{ board, entry string }
	of := func(p lint.Term) name {
		entry, _, _ := strings.Cut(p.Path, ".")
		return name{p.Board, entry}
	}
	done := map[name]bool{} // read, or told
	t.eachSource(func(uses lint.Terms) {
		written := map[diag.Pos]bool{}
		for _, p := range uses.Pairs {
			written[p.L.Pos] = written[p.L.Pos] || p.Op == "="
		}
		for _, p := range uses.Places {
			if p.Of == lint.BoardData && !written[p.Pos] {
				done[of(p)] = true
			}
		}
	})
	t.eachSource(func(uses lint.Terms) {
		for _, p := range uses.Pairs {
			n := of(p.L)
			if p.Op != "=" || p.L.Of != lint.BoardData || n.board == "" || done[n] || done[name{"", n.entry}] || t.game.Entry(n.board, n.entry) != nil {
				continue
			}
			at, w := p.L.Pos, diag.Words{}
			if d := t.nearEntry(n.board, n.entry); d != nil && d.Board == n.board {
				w = message.UnreadEntry(n.board, d.Board+"."+d.Name, n.entry, t.game.Place(d)).With(message.DidYouMean(d.Name))
			} else if d != nil {
				w = message.UnreadEntry(n.board, d.Board+"."+d.Name, n.entry, t.game.Place(d)).With(message.DidYouMean(`bt.board("` + d.Board + `")`))
				at = nameBefore(uses.Boards, p.L)
			} else {
				continue
			}
			done[n] = true
			t.warn(at, w)
		}
	})
}

// nearEntry returns the declared entry that is probably meant by one that is not declared: one with a similar name on the same
// board, or one with the same name on a board with a similar name. It returns nil if there is none.
func (t *typedChecker) nearEntry(board, entry string) *declare.Declaration {
	var entries, boards []string
	for _, d := range t.game.Lines() {
		switch {
		case d.What != declare.Entry || d.Board == declare.AnyBoard:
		case d.Board == board && digits(d.Name) == digits(entry):
			entries = append(entries, d.Name)
		case d.Name == entry && digits(d.Board) == digits(board):
			boards = append(boards, d.Board)
		}
	}
	if near := diag.Suggest(entry, entries); near != "" && len(entry) > 3 {
		return t.game.Entry(board, near)
	}
	if near := diag.Suggest(board, boards); near != "" && len(board) > 3 {
		return t.game.Entry(near, entry)
	}
	return nil
}

// nameBefore returns the position of the name of a board before a place on it.
func nameBefore(boards []lint.Use, p lint.Term) diag.Pos {
	at := p.Pos
	for _, u := range boards {
		if u.Name == p.Board && u.Pos.Compare(p.Pos) < 0 {
			at = u.Pos
		}
	}
	return at
}
