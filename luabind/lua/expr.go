package lua

import (
	"slices"
)

// form is the form of a compiled expression. Code that uses the expression can read the forms other than formGeneral
// without a call of a closure.
type form uint8

const (
	formGeneral  form = iota
	formRegister      // a register
	formConstant
	formField // a field with a constant name of a table in a register
)

// operand is a compiled expression.
type operand struct {
	form form
	reg  int
	// value is set for formConstant.
	value Value
	site  *site
	fn    eval // the closure for formGeneral
	test  test // the closure as a test; set only if the value is always true or false
	sum   *sum // set only if the expression adds something to a field, or subtracts something from it

	of   origin
	late bool      // the expression is a captured variable of the function itself; see assembler.before
	call *callSite // set if the expression is a call; reg gets its result
	at   int       // index of the op after that call
}

// sum is the sum of a field and another operand, or their difference.
type sum struct {
	field, other operand
	minus        bool
}

func constant(v Value) operand { return operand{form: formConstant, value: v} }
func register(r int) operand   { return operand{form: formRegister, reg: r} }
func general(e eval) operand   { return operand{fn: e} }
func truth(t test) operand {
	return operand{fn: func(c *frame) Value { return Bool(t(c)) }, test: t}
}

// eval returns the closure that computes the value of x.
func (x operand) eval() eval {
	switch x.form {
	case formRegister:
		r := x.reg
		return func(c *frame) Value { return c.r[r] }
	case formConstant:
		v := x.value
		return func(*frame) Value { return v }
	case formField:
		r, s := x.reg, x.site
		return func(c *frame) Value {
			v := c.r[r]
			if v.p != nil {
				if t := v.p.t; t != nil {
					if i, keys := s.hint.place(), t.layout.keys; i < len(keys) && keys[i].p == s.name {
						if x := t.vals[i]; x.p != nil {
							return x
						}
					}
				}
			}
			return s.get(c, v)
		}
	}
	return x.fn
}

// expr compiles an expression. It emits the calls in the expression.
func (g *codegen) expr(e expr) operand {
	x := g.expression(e)
	x.of.span = e.place().span
	return x
}

func (g *codegen) expression(e expr) operand {
	*g.asm.cost++
	switch x := e.(type) {
	case *constExpr:
		v := constant(x.v)
		v.of.what = whatConstant
		return v
	case *varargExpr:
		return general(func(c *frame) Value { return first(c.varargs) })
	case *varExpr:
		return g.variable(x)
	case *globalExpr:
		s := &site{name: intern(x.name), of: g.asm.fn.origin(x)}
		v := general(func(c *frame) Value {
			t := c.fn.env
			if i, keys := s.hint.place(), t.layout.keys; i < len(keys) && keys[i].p == s.name {
				if x := t.vals[i]; x.p != nil {
					return x
				}
			}
			return s.get(c, t.Value())
		})
		v.of = s.of
		return v
	case *indexExpr:
		return g.index(x)
	case *callExpr:
		r := g.asm.top
		s := g.call(x, 1, r)
		g.asm.take(1)
		return operand{form: formRegister, reg: r, call: s, at: len(g.asm.code)}
	case *insideExpr:
		return g.inside(x)
	case *nativeExpr:
		return g.native(x)
	case *functionExpr:
		return general(g.functionExpr(x))
	case *binaryExpr:
		return g.binary(x)
	case *unaryExpr:
		return g.unary(x)
	case *tableExpr:
		return g.table(x)
	}
	panic("lua: unknown expression")
}

func (g *codegen) variable(x *varExpr) operand {
	v := x.v
	if v.fn != g.asm.fn {
		i := g.asm.fn.capture(v)
		y := general(func(c *frame) Value { return c.fn.up[i].v })
		y.of = g.asm.fn.origin(x)
		return y
	}
	of := g.asm.fn.origin(x)
	if v.captured {
		i := v.slot
		return operand{fn: func(c *frame) Value { return c.cells[i].v }, late: true, of: of}
	}
	return operand{form: formRegister, reg: v.slot, of: of}
}

func (g *codegen) index(x *indexExpr) operand {
	object := g.expr(x.object)
	of := object.of
	if of.at.line == 0 {
		of.at = x.at
	}
	if k, ok := x.key.(*constExpr); ok && k.v.Kind() == KindString {
		s := &site{name: k.v.p, of: of}
		field := g.asm.fn.origin(x)
		if object.form == formRegister {
			return operand{form: formField, reg: object.reg, site: s, of: field}
		}
		if v := constantField(object, k.v); v.p != nil {
			return operand{form: formConstant, value: v, of: field}
		}
		e := object.eval()
		v := general(func(c *frame) Value { return s.get(c, e(c)) })
		v.of = field
		return v
	}
	object = g.asm.before(object, false, x.key.calls())
	key := g.expr(x.key)
	oe, ke, o := object.eval(), key.eval(), &of
	return general(func(c *frame) Value {
		v := oe(c)
		k := ke(c)
		if k.p == &numberTag && v.p != nil {
			if t := v.p.t; t != nil {
				if i := int(k.n); uint(i-1) < uint(len(t.list)) && float64(i) == k.n {
					if x := t.list[i-1]; x.p != nil {
						return x
					}
				}
			}
		}
		return c.index(v, k, o)
	})
}

// constantField returns a field of a constant table, or nil if the field must be looked up at run time.
func constantField(object operand, name Value) Value {
	if t := object.value.Table(); object.form == formConstant && t != nil && t.stamp == frozen {
		return t.Get(name)
	}
	return Nil
}

// inside compiles a call of a function that is evaluated as part of the enclosing expression.
func (g *codegen) inside(x *insideExpr) operand {
	args := make([]eval, len(x.args))
	for i, a := range x.args {
		args[i] = g.expr(a).eval()
	}
	fn, at := x.fn, x.at
	return general(func(c *frame) Value {
		g := c.next
		if g == nil {
			g = c.grow()
		}
		c.at = at
		g.enter(c, fn)
		g.dst, g.want = 0, 1
		for i, a := range args {
			g.r[i] = a(c)
		}
		c.s.cur = g
		v := g.p.value(g)
		c.s.cur = c
		return v
	})
}

// native compiles a call of a Go function that is evaluated as part of the enclosing expression.
func (g *codegen) native(x *nativeExpr) operand {
	*g.asm.cost++
	g.asm.noteCall(&callSite{at: x.call.at, of: g.asm.fn.origin(x.call.fn), given: g.asm.fn.origins(x.call.args)})
	fn, at, n := x.fn, x.call.at, len(x.call.args)
	var args [3]eval
	for i, a := range x.call.args {
		args[i] = g.expr(a).eval()
	}
	a, b, d := args[0], args[1], args[2]
	return general(func(c *frame) Value {
		var x, y, z Value
		if n > 0 {
			x = a(c)
			if n > 1 {
				y = b(c)
				if n > 2 {
					z = d(c)
				}
			}
		}
		c.at = at
		return c.callNative(fn, x, y, z, n)
	})
}

func (g *codegen) functionExpr(x *functionExpr) eval {
	p := compileFunction(g.asm.chunk, x.fn, g.proto, g.notes.inside(x.fn))
	*g.asm.cost++
	size, at := int64(functionBytes+8*len(p.ups)), p.at
	return func(c *frame) Value {
		c.placeAt(at)
		c.s.alloc(c, size)
		f := &Function{proto: p, env: c.fn.env}
		f.kind, f.f, f.stamp = KindFunction, f, c.s.floor
		if len(p.ups) > 0 {
			f.up = make([]*cell, len(p.ups))
			for i, u := range p.ups {
				if u.cell {
					f.up[i] = c.cells[u.index]
				} else {
					f.up[i] = c.fn.up[u.index]
				}
			}
		}
		return Value{p: &f.object}
	}
}

// functionBytes is the size of a function without its captured variables.
const functionBytes = 96

func (g *codegen) binary(x *binaryExpr) operand {
	switch x.op {
	case "and", "or":
		return g.logic(x)
	case "..":
		return g.concat(x)
	case "==", "~=", "<", "<=", ">", ">=":
		return truth(g.compare(x))
	}
	l := g.asm.before(g.expr(x.l), false, x.r.calls())
	r := g.expr(x.r)
	if l.form == formConstant && r.form == formConstant {
		a, ok1 := l.value.Float()
		b, ok2 := r.value.Float()
		if ok1 && ok2 && !((x.op == "/" || x.op == "%") && b == 0) {
			return constant(Number(calculate(x.op, a, b)))
		}
	}
	v := general(arithmetic(x.op, l, r, &operation{x.at, x.op, l.of, r.of}))
	if l.form == formField && (x.op == "+" || x.op == "-") {
		v.sum = &sum{l, r, x.op == "-"}
	}
	return v
}

// logic compiles "and" and "or". It emits a jump if the right operand contains a call.
func (g *codegen) logic(x *binaryExpr) operand {
	and := x.op == "and"
	if k, ok := x.l.(*constExpr); ok && k.v.Truth() == and { // as in Lua 5.1, only the right operand is compiled
		return g.expr(x.r)
	}
	if x.r.calls() {
		end := new(int)
		t := g.asm.temp()
		g.asm.put(t, g.expr(x.l))
		g.asm.top = t + 1
		g.asm.emit(func(next int) op {
			end := *end
			return func(c *frame) int {
				if c.r[t].Truth() != and {
					return end
				}
				return next
			}
		})
		g.asm.put(t, g.expr(x.r))
		g.asm.top = t + 1
		g.asm.mark(end)
		return register(t)
	}
	a, b := g.expr(x.l), g.expr(x.r)
	l, r := a.eval(), b.eval()
	switch p, q := a.test, b.test; {
	case p != nil && q != nil && and:
		return truth(func(c *frame) bool { return p(c) && q(c) })
	case p != nil && q != nil:
		return truth(func(c *frame) bool { return p(c) || q(c) })
	case and:
		return general(func(c *frame) Value {
			if v := l(c); !v.Truth() {
				return v
			}
			return r(c)
		})
	}
	return general(func(c *frame) Value {
		if v := l(c); v.Truth() {
			return v
		}
		return r(c)
	})
}

func (g *codegen) unary(x *unaryExpr) operand {
	if x.op == "not" {
		if x.call {
			v := g.expr(x.x).eval()
			return truth(func(c *frame) bool { return !v(c).Truth() })
		}
		t := g.test(x.x)
		return truth(func(c *frame) bool { return !t(c) })
	}
	v := g.expr(x.x)
	o := &operation{at: x.at, op: x.op, l: v.of}
	e := v.eval()
	if x.op == "#" {
		return general(func(c *frame) Value {
			v := e(c)
			if v.p != nil && v.p.t != nil {
				return Number(float64(len(v.p.t.list)))
			}
			return o.length(c, v)
		})
	}
	if n, ok := v.value.Float(); ok && v.form == formConstant {
		return constant(Number(-n))
	}
	return general(func(c *frame) Value {
		v := e(c)
		if v.p == &numberTag {
			return Number(-v.n)
		}
		return o.negate(c, v)
	})
}

// concat compiles a chain of .. operators as one operation.
func (g *codegen) concat(x *binaryExpr) operand {
	var list []expr
	o := &concatenation{}
	var e expr = x
	for {
		y, ok := e.(*binaryExpr)
		if !ok || y.op != ".." {
			list = append(list, e)
			break
		}
		list = append(list, y.l)
		o.at = append(o.at, y.at)
		e = y.r
	}
	evals := make([]eval, len(list))
	last := lastCall(list)
	for i, e := range list {
		v := g.asm.before(g.expr(e), true, i < last)
		o.of = append(o.of, v.of)
		evals[i] = v.eval()
	}
	return general(func(c *frame) Value {
		s := c.s
		vals := s.room(len(evals))
		for i, e := range evals {
			vals[i] = e(c)
		}
		v := o.concat(c, vals)
		s.args = s.args[:len(s.args)-len(vals)]
		return v
	})
}

// test compiles an expression that contains no calls, and returns a test of its truth.
func (g *codegen) test(e expr) test {
	switch x := e.(type) {
	case *binaryExpr:
		switch x.op {
		case "and":
			l, r := g.test(x.l), g.test(x.r)
			return func(c *frame) bool { return l(c) && r(c) }
		case "or":
			l, r := g.test(x.l), g.test(x.r)
			return func(c *frame) bool { return l(c) || r(c) }
		}
	case *unaryExpr:
		if x.op == "not" {
			t := g.test(x.x)
			return func(c *frame) bool { return !t(c) }
		}
	}
	v := g.expr(e)
	if v.test != nil {
		return v.test
	}
	if i, s, ok := v.quick(); ok {
		f := v.eval()
		return func(c *frame) bool {
			if x := c.quick(i, s); x.p != nil {
				return x.p != falseTag
			}
			return f(c).Truth()
		}
	}
	f := v.eval()
	return func(c *frame) bool { return f(c).Truth() }
}

// branch emits a jump that is taken if the truth of e is want.
func (g *codegen) branch(e expr, want bool, to jumpTarget) {
	if b, ok := e.(*binaryExpr); ok && b.call && (b.op == "and" || b.op == "or") {
		if want != (b.op == "and") {
			g.branch(b.l, want, to)
			g.branch(b.r, want, to)
			return
		}
		past := new(int)
		g.branch(b.l, !want, past)
		g.branch(b.r, want, to)
		g.asm.mark(past)
		return
	}
	if u, ok := e.(*unaryExpr); ok && u.call && u.op == "not" {
		g.branch(u.x, !want, to)
		return
	}
	var t test
	top := g.asm.top
	if b, ok := e.(*binaryExpr); ok && b.call && isComparison(b.op) {
		t = g.compare(b)
	} else if e.calls() {
		f := g.expr(e).eval()
		t = func(c *frame) bool { return f(c).Truth() }
	} else {
		t = g.test(e)
	}
	g.asm.top = top
	g.asm.emit(func(next int) op {
		to := *to
		if want {
			return func(c *frame) int {
				if t(c) {
					return to
				}
				return next
			}
		}
		return func(c *frame) int {
			if t(c) {
				return next
			}
			return to
		}
	})
}

func isComparison(op string) bool {
	switch op {
	case "==", "~=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

// table compiles a constructor. It becomes one closure if it contains no calls.
func (g *codegen) table(x *tableExpr) operand {
	list, others := 0, 0
	for _, f := range x.fields {
		if f.key == nil {
			list++
		} else {
			others++
		}
	}
	var rest expr // the last expression, if all of its values go to the list
	fields := x.fields
	if n := len(fields); n > 0 && fields[n-1].key == nil && many(fields[n-1].val) {
		rest = fields[n-1].val
		fields, list = fields[:n-1], list-1
	}
	if names := recordKeys(fields); names != nil && rest == nil {
		return g.record(x, names)
	}
	if x.call {
		return g.tableInSteps(fields, rest, list, others, x.at)
	}
	type entry struct {
		key, val eval
		of       *origin // the key
	}
	entries := make([]entry, len(fields))
	for i, f := range fields {
		if f.key != nil {
			entries[i].key, entries[i].of = g.expr(f.key).eval(), g.asm.fn.keyOrigin(f.key)
		}
		entries[i].val = g.expr(f.val).eval()
	}
	at := x.at
	if x.fields == nil {
		l := emptyLayout() // the program often adds the same fields after the constructor
		return general(func(c *frame) Value {
			c.placeAt(at)
			t := c.newTable(0, 0)
			t.layout = l
			return t.Value()
		})
	}
	return general(func(c *frame) Value {
		c.placeAt(at)
		t := c.newTable(list, others)
		n := 0
		for i := range entries {
			e := &entries[i]
			if e.key == nil {
				n++
				t.setItem(n, e.val(c))
				continue
			}
			k := e.key(c)
			v := e.val(c)
			c.placeAt(at)
			t.setEntry(c, n, k, v, e.of)
		}
		c.placeAt(at)
		if rest != nil {
			t.addAll(c, n, c.varargs)
		} else {
			t.finish(c)
		}
		return t.Value()
	})
}

// record compiles a constructor with constant names as keys. The tables that the constructor makes share a layout.
func (g *codegen) record(x *tableExpr, names []Value) operand {
	l, at := recordLayout(names), x.at
	vals := make([]expr, len(names))
	for i, f := range x.fields {
		vals[i] = f.val
	}
	evals, last := make([]eval, len(vals)), lastCall(vals)
	for i, e := range vals {
		*g.asm.cost++ // cost of the key
		evals[i] = g.asm.before(g.expr(e), true, i < last).eval()
	}
	return general(func(c *frame) Value {
		c.placeAt(at)
		c.s.alloc(c, tableBytes+int64(len(evals))*valueBytes)
		t := newTable()
		t.stamp, t.layout, t.vals = c.s.floor, l, make([]Value, len(evals))
		for i, e := range evals {
			t.vals[i] = e(c)
		}
		return t.Value()
	})
}

// mostRecord bounds the fields of a record.
const mostRecord = 16

// recordKeys returns the keys of a constructor that consists of at most mostRecord fields with different constant
// names. For any other constructor it returns nil.
func recordKeys(fields []tableField) (names []Value) {
	if len(fields) > mostRecord {
		return nil
	}
	for _, f := range fields {
		k, ok := f.key.(*constExpr)
		if !ok || k.v.Kind() != KindString || k.v.p == nameIndex || slices.Contains(names, k.v) {
			return nil
		}
		names = append(names, k.v)
	}
	return names
}

// setItem executes t[i] = v in a constructor. If v is nil, the list may end with nil until finish is called.
func (t *Table) setItem(i int, v Value) {
	if i == len(t.list)+1 && i <= cap(t.list) {
		if len(t.vals) > 0 { // an earlier entry of the constructor may have the same key
			t.forget(Number(float64(i)))
		}
		t.list = append(t.list, v)
		return
	}
	t.set(Number(float64(i)), v)
}

// finish completes the table of a constructor.
func (t *Table) finish(c *frame) {
	t.trim()
	if len(t.vals) > 0 {
		if bytes := t.absorb(); bytes > 0 {
			c.s.alloc(c, bytes)
		}
	}
}

// setEntry executes t[k] = v in a constructor, after n items of the list. An item has precedence over an entry with
// the same key.
func (t *Table) setEntry(c *frame, n int, k, v Value, of *origin) {
	if k.p == nil || k.n != k.n {
		of.checkKey(c, k)
	}
	if k.p == &numberTag && k.n >= 1 && k.n <= float64(n) && k.n == float64(int(k.n)) {
		return
	}
	c.set(t, k, v)
}

// addAll sets the items after the n-th one in a constructor.
func (t *Table) addAll(c *frame, n int, vals []Value) {
	if need := n + len(vals); need > cap(t.list) && len(t.list) == n {
		c.s.alloc(c, t.growList(need))
	}
	for i, v := range vals {
		t.setItem(n+1+i, v)
	}
	t.finish(c)
}

// tableInSteps compiles a constructor with calls. It emits an op that creates the table in a register, and then ops
// that set one entry after the other.
func (g *codegen) tableInSteps(fields []tableField, rest expr, list, others int, at position) operand {
	r := g.asm.temp()
	g.asm.do(func(c *frame) {
		c.placeAt(at)
		c.r[r] = c.newTable(list, others).Value()
	})
	n := 0
	for _, f := range fields {
		top := g.asm.top
		if f.key == nil {
			n++
			i, val := n, g.expr(f.val).eval()
			g.asm.do(func(c *frame) {
				v := val(c)
				c.r[r].p.t.setItem(i, v)
			})
		} else {
			key := g.asm.before(g.expr(f.key), true, f.val.calls()).eval()
			n, val, of := n, g.expr(f.val).eval(), g.asm.fn.keyOrigin(f.key)
			g.asm.do(func(c *frame) {
				k := key(c)
				v := val(c)
				c.placeAt(at)
				c.r[r].p.t.setEntry(c, n, k, v, of)
			})
		}
		g.asm.top = top
	}
	switch x := rest.(type) {
	case *callExpr:
		g.call(x, wantOpen, g.asm.top)
		g.asm.do(func(c *frame) {
			c.placeAt(at)
			c.r[r].p.t.addAll(c, n, c.s.open)
		})
	case *varargExpr:
		g.asm.do(func(c *frame) {
			c.placeAt(at)
			c.r[r].p.t.addAll(c, n, c.varargs)
		})
	default:
		g.asm.do(func(c *frame) {
			c.placeAt(at)
			c.r[r].p.t.finish(c)
		})
	}
	return register(r)
}
