package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

func (w *walker) expr(e ast.Expr) operand {
	w.enter()
	purpose := w.purpose
	w.purpose = noPurpose
	o := w.expression(e, purpose)
	w.depth--
	return o
}

// exprFor visits an expression that has a purpose.
func (w *walker) exprFor(p purpose, e ast.Expr) operand {
	w.purpose = p
	return w.expr(e)
}

func (w *walker) expression(e ast.Expr, p purpose) operand {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return w.variable(e)
	case *ast.AttrGetExpr:
		return w.attribute(e)
	case *ast.FuncCallExpr:
		return w.call(e)
	case *ast.TableExpr:
		return w.table(e)
	case *ast.FunctionExpr:
		return w.function(e, w.findWord("function"), false)
	case *ast.Comma3Expr:
		return leaf(w.findOp("..."), "")
	case ast.ConstExpr:
		return w.constant(e)
	}
	return w.operation(e, p)
}

func (w *walker) operation(e ast.Expr, p purpose) operand {
	switch e := e.(type) {
	case *ast.LogicalOpExpr:
		return w.logical(e, p)
	case *ast.RelationalOpExpr:
		return w.relation(e)
	case *ast.StringConcatOpExpr:
		return w.calculation(e.Lhs, e.Rhs)
	case *ast.ArithmeticOpExpr:
		return w.calculation(e.Lhs, e.Rhs)
	case *ast.UnaryMinusOpExpr:
		return w.minus(e)
	case *ast.UnaryNotOpExpr:
		o := operand{first: w.findWord("not"), kind: "boolean"}
		o.tok, o.last = o.first, w.exprFor(p, e.Expr).last
		return o
	case *ast.UnaryLenOpExpr:
		return w.unary(w.findOp("#"), e.Expr)
	}
	return operand{}
}

// logical visits the two operands of "and" or "or". It records a text or a number after "or", which is always true.
func (w *walker) logical(e *ast.LogicalOpExpr, p purpose) operand {
	l := w.exprFor(p, e.Lhs)
	r := w.exprFor(p, e.Rhs)
	if e.Operator == "or" && p != noPurpose && (r.kind == "string" || r.kind == "number") {
		k := constant{operand: r, fn: w.fn, purpose: p}
		inner, _ := e.Lhs.(*ast.LogicalOpExpr)
		if before := w.last; before.l.first >= l.first && (before.r.last == l.last || inner != nil && inner.Operator == "or") {
			k.before = before
		}
		w.facts.constant = append(w.facts.constant, k)
	}
	return operand{first: l.first, last: r.last, tok: l.first}
}

// calculation visits arithmetic or a concatenation.
func (w *walker) calculation(lhs, rhs ast.Expr) operand {
	l := w.expr(lhs)
	op := w.operator()
	r := w.expr(rhs)
	w.calculates(op, l, r)
	return operand{first: l.first, last: r.last, tok: l.first}
}

// calculates records those operands that are parameters or entries of parameters, or texts in arithmetic.
func (w *walker) calculates(op int, operands ...operand) {
	for _, o := range operands {
		if o.base != nil && o.base.param && o.keys <= 1 || o.kind == "string" && w.isAny(op, "+", "-", "*", "/", "%", "^") {
			w.facts.calculated = append(w.facts.calculated, calculation{o, op})
		}
	}
}

// relation visits a comparison. It records a comparison of a variable with a text, a comparison by order of a
// parameter, and a comparison of something that is true or false.
func (w *walker) relation(e *ast.RelationalOpExpr) operand {
	l := w.expr(e.Lhs)
	inner, op := w.last, w.operator()
	r := w.expr(e.Rhs)
	w.last = relation{l, r, op}
	if _, not := e.Lhs.(*ast.UnaryNotOpExpr); not {
		w.facts.chained = append(w.facts.chained, chain{relation: w.last, negated: true})
	} else if l.kind == "boolean" && l.first != l.last {
		w.facts.chained = append(w.facts.chained, chain{relation: w.last, inner: inner})
	}
	if e.Operator != "==" && e.Operator != "~=" {
		w.calculates(op, l, r)
	}
	v, word := l, r
	if v.kind == "string" {
		v, word = r, l
	}
	if path := w.facts.globalPath(v); (path != "" || v.base != nil && v.isVariable()) && word.kind == "string" && (e.Operator == "==" || e.Operator == "~=") {
		w.facts.compared = append(w.facts.compared, comparison{v.base, word.text, word.first, path})
	}
	return operand{first: l.first, last: r.last, tok: l.first, kind: "boolean"}
}

func (w *walker) unary(tok int, e ast.Expr) operand {
	return operand{first: tok, last: w.expr(e).last, tok: tok}
}

// minus visits a unary minus. In front of a number, it is a part of the literal.
func (w *walker) minus(e *ast.UnaryMinusOpExpr) operand {
	op := w.findOp("-")
	inner := w.expr(e.Expr)
	w.calculates(op, inner)
	o := operand{first: op, last: inner.last, tok: op}
	if _, ok := e.Expr.(*ast.NumberExpr); ok {
		o.kind = "number"
	}
	return o
}

func (w *walker) constant(e ast.ConstExpr) operand {
	switch e := e.(type) {
	case *ast.StringExpr:
		o := leaf(w.find(stringTok, ""), "string")
		o.text = e.Value
		return o
	case *ast.NumberExpr:
		return leaf(w.find(numberTok, ""), "number")
	case *ast.TrueExpr:
		return leaf(w.findWord("true"), "boolean")
	case *ast.FalseExpr:
		return leaf(w.findWord("false"), "boolean")
	}
	return leaf(w.findWord("nil"), "nil")
}

func leaf(tok int, kind string) operand {
	return operand{first: tok, last: tok, tok: tok, kind: kind}
}

// place resolves a variable. It does not record a read.
func (w *walker) place(e *ast.IdentExpr) operand {
	o := leaf(w.findName(e.Value), "")
	if o.base = w.scope.find(e.Value); o.base == nil {
		o.global = e.Value
	}
	return o
}

func (w *walker) variable(e *ast.IdentExpr) operand {
	o := w.place(e)
	if o.global != "" {
		w.facts.globals = append(w.facts.globals, globalRead{name: o.global, tok: o.tok})
	} else {
		o.base.read = true
	}
	return o
}

func (w *walker) attribute(e *ast.AttrGetExpr) operand {
	o, object := w.index(e)
	w.read(object, o)
	return o
}

// index visits an expression of the form object.key or object[key]. It returns the operand and its object.
func (w *walker) index(e *ast.AttrGetExpr) (o, object operand) {
	object = w.expr(e.Object)
	w.skip("(", ")")
	if w.is(w.cur, "[") {
		key := w.expr(e.Key)
		end := w.findOp("]")
		if o = object; key.kind == "string" {
			o = w.key(object, key.text, key.tok)
		} else {
			o.last, o.tok, o.dynamic, o.kind = key.last, key.tok, true, ""
			o.keys++
		}
		o.entry = cmp.Or(object.entry, end)
		return o, object
	}
	text := e.Key.(*ast.StringExpr).Value
	return w.key(object, text, w.findName(text)), object
}

// key returns the operand for the entry of o with a constant key.
func (w *walker) key(o operand, text string, tok int) operand {
	k := operand{first: o.first, last: tok, tok: tok, base: o.base, global: o.global,
		path: o.path, keys: o.keys + 1, key: text, dynamic: o.dynamic, callee: o.callee, entry: cmp.Or(o.entry, tok)}
	if !k.dynamic && (k.base != nil || k.global != "") {
		k.path = joinPath(k.path, pathKey(text))
	}
	return k
}

// read records a read of o, whose last key is constant, if object is a variable without keys.
func (w *walker) read(object, o operand) {
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

func (w *walker) table(e *ast.TableExpr) operand {
	first := w.findOp("{")
	t := &table{}
	for _, f := range e.Fields {
		w.field(t, f)
	}
	return operand{first: first, last: w.findOp("}"), tok: first, kind: "table", table: t}
}

func (w *walker) field(t *table, f *ast.Field) {
	if f.Key == nil {
		o := w.expr(f.Value)
		if o.kind == "string" {
			t.texts = append(t.texts, text{o.text, o.tok})
			return
		}
		t.open = true
		if o.keys == 0 && (isHook(o.callee) || slices.Contains(fields, o.callee)) && w.word(o.first) == o.callee && !w.is(o.first+1, "(") {
			w.report(&w.diags, o.first, "= is missing after %s", o.callee).Hint = fmt.Sprintf("write %s = %s", o.callee, cmp.Or(w.span(o.first+1, o.last), "..."))
		}
		if o.isVariable() && isHook(w.word(o.tok)) {
			t.bare = append(t.bare, text{w.word(o.tok), o.tok})
		}
		return
	}
	w.skip("(", ")", ",", ";")
	var key operand
	if w.is(w.cur, "[") {
		key = w.expr(f.Key)
	} else if k, ok := f.Key.(*ast.StringExpr); ok {
		key = leaf(w.findName(k.Value), "string")
		key.text = k.Value
	}
	w.findOp("=")
	value := w.expr(f.Value)
	if key.kind == "string" {
		t.entries = append(t.entries, entry{key.text, key.tok, value})
	} else {
		t.open = true
	}
}

func (w *walker) call(e *ast.FuncCallExpr) operand {
	if e.Func == nil {
		return w.methodCall(e)
	}
	callee := w.expr(e.Func)
	if callee.callee == "require" && callee.keys == 0 && w.is(w.cur, "{") && w.startsLine(w.cur) {
		w.report(&w.diags, w.cur, "a table alone is not a statement").Hint = "write return before it"
	}
	args, last := w.args(e.Args)
	o := operand{first: callee.first, last: last, tok: callee.tok}
	if callee.isPlace() {
		if o.callee = w.facts.globalPath(callee); o.callee == "require" {
			o.text = at(args, 0).text
		} else if o.callee == postFunction {
			w.post(at(args, 1))
		}
		k := &call{callee: callee, arg: at(args, 0), args: countArgs(e.Args), fn: w.fn}
		if o.callee != "" || callee.base != nil && callee.base.param {
			k.literals = literals(args)
		}
		w.facts.calls = append(w.facts.calls, k)
	}
	return o
}

func literals(args []operand) (list []literal) {
	for i, a := range args {
		if a.kind != "" {
			list = append(list, literal{i, a.first, a.kind, a.text, a.table})
		}
	}
	return list
}

// postFunction is the function that posts a stimulus. Its second argument is the name of the stimulus.
const postFunction = "bt.post"

func (w *walker) post(name operand) {
	if name.kind != "string" {
		w.facts.posted = true
		return
	}
	w.facts.posts = append(w.facts.posts, Use{name.text, w.pos(name.tok)})
}

// args visits the arguments of a call. It returns them, and the last token of the call.
func (w *walker) args(list []ast.Expr) (args []operand, last int) {
	w.skip(")")
	open := w.is(w.cur, "(")
	if open {
		w.openArgs()
	}
	if args = w.exprs(list); open && len(list) == 0 {
		return args, w.findOp(")")
	}
	if open && w.is(w.cur, ")") {
		return args, w.cur
	}
	return args, w.cur - 1
}

// openArgs moves past the parenthesis that begins the arguments. Lua 5.1 reports an opening parenthesis on a new line,
// since it may begin another statement. gopher-lua takes it for a call, so openArgs reports it.
func (w *walker) openArgs() {
	if w.startsLine(w.cur) {
		w.report(&w.diags, w.cur, `this "(" continues the line above as a call`).
			Hint = "begin the line with ; or join the two lines"
	}
	w.cur++
}

// methodCall visits a call of the form object:name(...). The call reads name from the object.
func (w *walker) methodCall(e *ast.FuncCallExpr) operand {
	object := w.expr(e.Receiver)
	tok := w.findName(e.Method)
	w.read(object, operand{tok: tok, key: e.Method})
	w.facts.methods = append(w.facts.methods, methodCall{object, e.Method, tok, countArgs(e.Args)})
	_, last := w.args(e.Args)
	return operand{first: object.first, last: last, tok: tok}
}

// countArgs returns the number of arguments in a call. It returns -1 if the last one is a call or "...", since it
// may have any number of values.
func countArgs(args []ast.Expr) int {
	if len(args) == 0 {
		return 0
	}
	switch last := args[len(args)-1].(type) {
	case *ast.FuncCallExpr:
		if !last.AdjustRet {
			return -1
		}
	case *ast.Comma3Expr:
		if !last.AdjustRet {
			return -1
		}
	}
	return len(args)
}
