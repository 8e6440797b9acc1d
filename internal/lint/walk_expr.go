package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
)

func (w *walker) expr(e syntax.Expr) operand { return w.exprFor(noPurpose, e) }

// exprFor visits an expression that has a purpose.
func (w *walker) exprFor(p purpose, e syntax.Expr) operand {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return w.exprFor(p, e.X)
	case *syntax.NameExpr:
		return w.variable(e)
	case *syntax.IndexExpr:
		return w.attribute(e)
	case *syntax.CallExpr:
		o := w.call(e)
		if p == asCondition && o.callee == boards {
			w.facts.decidedBy = append(w.facts.decidedBy, o)
		}
		return o
	case *syntax.TableExpr:
		return w.table(e)
	case *syntax.FunctionExpr:
		return w.function(e, w.at(e.Start), false)
	case *syntax.BinaryExpr:
		switch {
		case e.Op == syntax.And || e.Op == syntax.Or:
			return w.logical(e, p)
		case e.Op <= syntax.Equal:
			return w.relation(e)
		}
		return w.calculation(e)
	case *syntax.UnaryExpr:
		return w.unary(e, p)
	}
	return w.constant(e)
}

// logical visits the two operands of "and" or "or". It records a text or a number after "or", which is always true.
func (w *walker) logical(e *syntax.BinaryExpr, p purpose) operand {
	l, sure := w.exprFor(p, e.X), w.sure
	w.sure = false
	r := w.exprFor(p, e.Y)
	w.sure = sure
	w.decide(e)
	if e.Op == syntax.Or {
		w.pair(w.at(e.OpAt), l, r)
	}
	if e.Op == syntax.Or && p != noPurpose && (r.kind == "string" || r.kind == "number") {
		k := constant{operand: r, fn: w.fn, purpose: p}
		inner, _ := syntax.Bare(e.X).(*syntax.BinaryExpr)
		if before := w.last; before.l.first >= l.first && (before.r.last == l.last || inner != nil && inner.Op == syntax.Or) {
			k.before = before
		}
		w.facts.constant = append(w.facts.constant, k)
	}
	return operand{first: l.first, last: r.last, tok: l.first, logic: &sum{l, r, w.at(e.OpAt)}}
}

// calculation visits arithmetic or a concatenation.
func (w *walker) calculation(e *syntax.BinaryExpr) operand {
	l, r := w.expr(e.X), w.expr(e.Y)
	op := w.at(e.OpAt)
	w.calculates(op, l, r)
	w.pair(op, l, r)
	return operand{first: l.first, last: r.last, tok: l.first, sum: &sum{l, r, op}}
}

// calculates records those operands that are parameters or entries of parameters, or texts in arithmetic.
func (w *walker) calculates(op int, operands ...operand) {
	for _, o := range operands {
		w.need(o)
		if o.base != nil && o.base.param && o.keys <= 1 || o.kind == "string" && w.isAny(op, "+", "-", "*", "/", "%", "^") {
			w.facts.calculated = append(w.facts.calculated, calculation{o, op})
		}
		w.values(op, o)
	}
}

// values records an operand that may be a function of a library.
func (w *walker) values(op int, o operand) {
	if o.mayBeFunction() {
		w.facts.valued = append(w.facts.valued, calculation{o, op})
	}
}

// mayBeFunction reports whether an operand may be a function of a library.
func (o operand) mayBeFunction() bool {
	return o.isPlace() && (o.global != "" && o.keys == 1 || o.base != nil && o.keys == 0 && o.base.init.isPlace() && o.base.init.global != "")
}

// relation visits a comparison. It records a comparison of a variable with a text, a comparison by order of a
// parameter, and a comparison of something that is true or false.
func (w *walker) relation(e *syntax.BinaryExpr) operand {
	l := w.expr(e.X)
	inner, op := w.last, w.at(e.OpAt)
	r := w.expr(e.Y)
	w.last = relation{l, r, op}
	w.pair(op, l, r)
	if x, ok := syntax.Bare(e.X).(*syntax.UnaryExpr); ok && x.Op == syntax.Not {
		w.facts.chained = append(w.facts.chained, chain{relation: w.last, negated: true})
	} else if l.kind == "boolean" && l.first != l.last {
		w.facts.chained = append(w.facts.chained, chain{relation: w.last, inner: inner})
	}
	same := e.Op == syntax.Equal || e.Op == syntax.NotEqual
	if !same {
		w.calculates(op, l, r)
	} else if r.kind == "number" {
		w.values(op, l)
	} else if l.kind == "number" {
		w.values(op, r)
	}
	v, word := l, r
	if v.kind == "string" {
		v, word = r, l
	}
	if path := w.facts.globalPath(v); (path != "" || v.base != nil && v.isVariable()) && word.kind == "string" && same {
		w.facts.compared = append(w.facts.compared, comparison{v.base, word.text, word.first, path})
	}
	looksLike := plainNumber(word.text)
	if same {
		looksLike = word.text == "nil" || word.text == "true" || word.text == "false"
	}
	if word.kind == "string" && v.kind == "" && looksLike {
		w.facts.quoted = append(w.facts.quoted, calculation{word, op})
	}
	return operand{first: l.first, last: r.last, tok: l.first, kind: "boolean"}
}

// pass records operands that are passed on.
func (w *walker) pass(list ...operand) {
	for _, o := range list {
		if o.keys == 0 && (o.callee == boards || o.base != nil) {
			w.facts.operands.passed = append(w.facts.operands.passed, o)
		}
	}
}

// pair records two operands, if one of them may be a place in the data of the game.
func (w *walker) pair(op int, l, r operand) {
	if l.mayBePlace() || r.mayBePlace() {
		w.facts.operands.pairs = append(w.facts.operands.pairs, pairUse{l, r, op})
	}
}

// mayBePlace reports whether an operand may be a place in the data of the game, or what a function returns of it.
func (o operand) mayBePlace() bool { return !o.dynamic && (o.isPlace() || o.callee != "") }

// unary visits not x, #x or -x. A minus in front of a number is a part of the literal.
func (w *walker) unary(e *syntax.UnaryExpr, p purpose) operand {
	tok := w.at(e.Start)
	o := operand{first: tok, tok: tok}
	switch e.Op {
	case syntax.Not:
		o.kind, o.last = "boolean", w.exprFor(p, e.X).last
	case syntax.Hash:
		inner := w.expr(e.X)
		w.need(inner)
		if inner.base != nil && inner.isVariable() {
			inner.base.indexed = true
		}
		o.last = inner.last
	default:
		inner := w.expr(e.X)
		w.calculates(tok, inner)
		o.last = inner.last
		if _, ok := syntax.Bare(e.X).(*syntax.NumberExpr); ok {
			o.kind = "number"
		}
	}
	return o
}

func (w *walker) constant(e syntax.Expr) operand {
	o := leaf(w.at(e.Pos()), "")
	switch e := e.(type) {
	case *syntax.StringExpr:
		o.kind, o.text = "string", e.Value
	case *syntax.NumberExpr:
		o.kind = "number"
	case *syntax.BoolExpr:
		o.kind, o.text = "boolean", w.word(o.tok)
	case *syntax.NilExpr:
		o.kind = "nil"
	}
	return o
}

func leaf(tok int, kind string) operand {
	return operand{first: tok, last: tok, tok: tok, kind: kind}
}

// variablePlace resolves a variable. It does not record a read.
func (w *walker) variablePlace(e *syntax.NameExpr) operand {
	o := leaf(w.at(e.Start), "")
	if o.base = w.scope.find(e.Text); o.base == nil {
		o.global = e.Text
	}
	return o
}

func (w *walker) variable(e *syntax.NameExpr) operand {
	o := w.variablePlace(e)
	if o.global != "" {
		w.facts.globals = append(w.facts.globals, globalRead{name: o.global, tok: o.tok})
	} else {
		o.base.read = true
	}
	return o
}

func (w *walker) attribute(e *syntax.IndexExpr) operand {
	o, object := w.index(e)
	w.read(object, o)
	if o.base == nil || o.keys > 1 || !o.base.param {
		w.facts.operands.places = append(w.facts.operands.places, o)
	}
	if v := object.base; !o.dynamic && (object.callee == stimulusFunction && object.keys == 0 || v != nil && object.keys == 0 && v.calls(stimulusFunction)) && !w.mayBeNil(o) {
		w.facts.taken = append(w.facts.taken, Use{o.key, w.pos(o.tok)})
	}
	return o
}

// index visits an expression of the form object.key or object[key]. It returns the operand and its object.
func (w *walker) index(e *syntax.IndexExpr) (o, object operand) {
	object = w.expr(e.X)
	w.need(object)
	if e.Dotted() {
		return w.key(object, e.Key.(*syntax.StringExpr).Value, w.at(e.Key.Pos())), object
	}
	key := w.expr(e.Key)
	if object.base != nil && object.isVariable() {
		object.base.indexed = true
	}
	if o = object; key.kind == "string" {
		o = w.key(object, key.text, key.tok)
	} else {
		o.last, o.tok, o.dynamic, o.kind, o.index = key.last, key.tok, true, "", ""
		o.keys++
		if key.kind == "number" && key.first == key.last && !object.dynamic {
			o.index = w.word(key.first)
		}
	}
	o.entry = cmp.Or(object.entry, w.at(e.Close))
	return o, object
}

// key returns the operand for the entry of o with a constant key.
func (w *walker) key(o operand, text string, tok int) operand {
	k := operand{first: o.first, last: tok, tok: tok, base: o.base, global: o.global,
		path: o.path, keys: o.keys + 1, key: text, dynamic: o.dynamic, callee: o.callee, entry: cmp.Or(o.entry, tok)}
	if !k.dynamic && (k.base != nil || k.global != "" || k.callee != "") {
		k.path = joinPath(k.path, pathKey(text))
	}
	if k.callee == boards || k.callee == testBoards {
		k.text = o.text
	}
	return k
}

// read records a read of o, whose last key is constant, if object is a variable without keys.
func (w *walker) read(object, o operand) {
	w.useBoard(object, o, false)
	switch {
	case !object.isVariable() || o.dynamic:
	case object.base != nil:
		w.facts.fields = append(w.facts.fields, fieldRead{object.base, o.key, o.tok})
	default:
		if g := &w.facts.globals[len(w.facts.globals)-1]; g.tok == object.tok {
			g.member, g.memberTok = o.key, o.tok
		}
	}
}

// useBoard records a read or a write of o if object is a board with a literal name.
func (w *walker) useBoard(object, o operand, writes bool) {
	if v := object.base; v != nil && object.keys == 0 && v.writes == 0 {
		object = v.init
	}
	if object.callee == boards && object.keys == 0 && object.text != "" && !o.dynamic {
		w.facts.boards = append(w.facts.boards, boardUse{object.text, o.key, o.tok, writes})
	}
}

func (w *walker) table(e *syntax.TableExpr) operand {
	t := &table{}
	for i := range e.Fields {
		w.field(t, &e.Fields[i])
	}
	first := w.at(e.Start)
	return operand{first: first, last: w.at(e.Close), tok: first, kind: "table", table: t}
}

func (w *walker) field(t *table, f *syntax.Field) {
	if f.Key == nil {
		o := w.expr(f.Value)
		if o.kind == "string" {
			t.texts, t.mixed = append(t.texts, text{o.text, o.tok}), true
			return
		}
		t.open = true
		if o.keys == 0 && (isHook(o.callee) || slices.Contains(fields, o.callee)) && w.word(o.first) == o.callee && !w.is(o.first+1, "(") {
			w.report(&w.diags, o.first, message.MissingEquals(o.callee, cmp.Or(w.span(o.first+1, o.last), "...")))
		}
		if o.isVariable() && o.global != "" {
			t.names = append(t.names, text{w.word(o.tok), o.tok})
		}
		if o.isVariable() {
			t.bare = append(t.bare, text{w.word(o.tok), o.tok})
		} else {
			t.mixed = true
		}
		return
	}
	key := w.expr(f.Key)
	value := w.expr(f.Value)
	w.pass(value)
	t.mixed = true
	if key.kind == "string" {
		t.entries = append(t.entries, entry{key.text, key.tok, value})
	} else {
		t.open = true
	}
}

// chained records a call of a member of the result of expect.
func (w *walker) chained(e *syntax.CallExpr) {
	x, name := e.X, ""
	if e.Colon != 0 {
		name = e.Method.Text
	}
	for {
		member, ok := x.(*syntax.IndexExpr)
		if !ok || !member.Dotted() {
			break
		}
		name = strings.TrimSuffix(member.Key.(*syntax.StringExpr).Value+"_"+name, "_")
		x = member.X
	}
	inner, ok := x.(*syntax.CallExpr)
	if !ok || name == "" || inner.Open == 0 || e.Open == 0 || inner.Colon != 0 || len(inner.Args) != 1 {
		return
	}
	if last := w.at(inner.Open) - 1; w.word(last) == "expect" {
		source := func(e *syntax.CallExpr) string { return w.between(w.at(e.Open)+1, w.lastOf(e)) }
		w.facts.expected = append(w.facts.expected, chainedCall{w.at(e.Pos()), name, source(inner), source(e)})
	}
}

func (w *walker) call(e *syntax.CallExpr) operand {
	w.chained(e)
	if e.Colon != 0 {
		return w.methodCall(e)
	}
	callee := w.expr(e.X)
	if len(e.Args) == 1 && e.Open == 0 && callee.callee == "require" && callee.keys == 0 {
		if at := w.at(e.Args[0].Pos()); w.is(at, "{") && w.startsLine(at) {
			w.report(&w.diags, at, message.LoneTable())
		}
	}
	args := w.exprs(e.Args)
	w.need(callee)
	w.pass(args...)
	o := operand{first: callee.first, last: w.lastOf(e), tok: callee.tok}
	if callee.isPlace() {
		if o.callee = w.facts.globalPath(callee); o.callee == "require" {
			o.text = at(args, 0).text
		} else if o.callee == boards && len(args) == 1 && args[0].kind == "string" {
			o.text = args[0].text
			w.facts.boards = append(w.facts.boards, boardUse{board: o.text, tok: args[0].tok})
		} else if o.callee == "error" {
			w.fn.ends++
		} else if walkers[o.callee] {
			w.need(at(args, 0))
		} else if (o.callee == claimFunction || o.callee == unclaimFunction) && len(args) > 1 {
			w.claim(o.callee, args)
		} else if o.callee == postFunction {
			w.post(args, countArgs(e.Args) < 0)
		}
		if name := at(args, 1); (o.callee == postFunction || o.callee == requestFunction) && name.kind == "string" {
			w.facts.operands.sent = append(w.facts.operands.sent, sentUse{o.callee == postFunction, name, at(args, 2), at(args, 3), countArgs(e.Args) < 0})
		}
		k := &call{callee: callee, arg: at(args, 0), second: at(args, 1), args: countArgs(e.Args), last: o.last, fn: w.fn}
		if e.Open != 0 {
			k.open = w.at(e.Open)
		}
		if o.callee != "" || callee.base != nil && callee.base.param {
			k.literals = literals(args)
		}
		if o.callee != "" {
			k.places = places(args)
			for i, a := range args {
				if a.base != nil && a.base.param && a.isVariable() {
					k.params = append(k.params, argument{a, i})
				}
			}
		}
		if inDegrees[o.callee] != nil || inRadians[o.callee] {
			k.angles = args
		}
		w.facts.calls = append(w.facts.calls, k)
		if w.drives && callee.base != nil && callee.base.param && callee.path == "board" && len(args) == 1 {
			o.callee, o.text = testBoards, args[0].text
		}
	}
	return o
}

// testBoards is the callee of calls of the function of a test that returns a board.
const testBoards = "t.board"

// claim records a call of claimFunction or unclaimFunction, as a write of an entry.
func (w *walker) claim(callee string, args []operand) {
	board, entry := args[0], args[1]
	if board.kind == "string" {
		w.facts.boards = append(w.facts.boards, boardUse{board: board.text, tok: board.tok})
		if entry.kind == "string" {
			w.facts.boards = append(w.facts.boards, boardUse{board.text, entry.text, entry.tok, true})
		}
	}
	if callee == claimFunction {
		if board.kind != "string" {
			board.text = ""
		}
		w.facts.operands.claims = append(w.facts.operands.claims, claimUse{board, entry, at(args, 2)})
	}
}

// The functions that claim an entry of a board and give it back.
const (
	claimFunction   = "bt.claim"
	unclaimFunction = "bt.unclaim"
)

func places(args []operand) (list []argument) {
	for i, o := range args {
		if o.mayBeFunction() {
			list = append(list, argument{o, i})
		}
	}
	return list
}

func literals(args []operand) (list []literal) {
	for i, a := range args {
		if a.kind != "" {
			list = append(list, literal{i, a.first, a.last, a.kind, a.text, a.table})
		}
	}
	return list
}

// postFunction is the function that posts a stimulus. Its second argument is the name of the stimulus.
const postFunction = "bt.post"

func (w *walker) post(args []operand, more bool) {
	name, data := at(args, 1), at(args, 2)
	if name.kind != "string" {
		w.facts.posted = true
		return
	}
	p := Post{Use: Use{name.text, w.pos(name.tok)}, Known: data.kind == "nil" || !data.valid() && !more}
	if t := data.table; t != nil && !t.open && len(t.texts) == 0 {
		p.Known = true
		for _, e := range t.entries {
			p.Data = append(p.Data, e.name)
		}
	}
	w.facts.posts = append(w.facts.posts, p)
}

// stimulusFunction is the function that returns the data of a stimulus.
const stimulusFunction = "bt.stimulus"

// mayBeNil reports whether the text around an operand allows for nil: it is tested, or replaced by another value.
func (w *walker) mayBeNil(o operand) bool {
	if w.is(o.first-1, "(") && w.is(o.last+1, ")") {
		return true
	}
	return w.isAny(o.last+1, "or", "and", "then", "==", "~=") || w.isAny(o.first-1, "not", "==", "~=")
}

// methodCall visits a call of the form object:name(...). The call reads name from the object.
func (w *walker) methodCall(e *syntax.CallExpr) operand {
	object := w.expr(e.X)
	w.need(object)
	tok := w.at(e.Method.Start)
	w.read(object, operand{tok: tok, key: e.Method.Text})
	w.facts.methods = append(w.facts.methods, methodCall{object, e.Method.Text, tok, countArgs(e.Args), w.lastOf(e)})
	w.pass(w.exprs(e.Args)...)
	return operand{first: object.first, last: w.lastOf(e), tok: tok}
}

// countArgs returns the number of arguments in a call. It returns -1 if the last one is a call or "...", since it
// may have any number of values.
func countArgs(args []syntax.Expr) int {
	if n := len(args); n > 0 && syntax.Many(args[n-1]) {
		return -1
	}
	return len(args)
}
