package lua

// callSite is a call in the source. It changes only while its function is compiled.
type callSite struct {
	fn     eval // the called function; nil if method is set
	method *site
	args   []eval // the receiver of a method, if any, and the arguments with one value each
	open   open   // the last argument, if it may have any number of values
	dst    int32
	want   int32
	at     position
	of     origin   // the called function, for messages
	given  []origin // the arguments, for messages
	tail   bool     // it is a tail call
}

// argument returns the origin of the n-th argument, or nil if it is unknown.
func (s *callSite) argument(n int) *origin {
	if s != nil && 0 < n && n <= len(s.given) {
		return &s.given[n-1]
	}
	return nil
}

// open is the source of the variable number of values at the end of a list.
type open uint8

const (
	openNone    open = iota
	openResults      // the results of the preceding call, in State.open
	openVarargs
)

// call emits a call whose results will be in registers from dst on, or in State.open. It releases the registers that
// it takes for the callee and the arguments.
func (g *codegen) call(x *callExpr, want int32, dst int) *callSite {
	*g.asm.cost += 2
	g.asm.lastPos = x.at
	top := g.asm.top
	s := &callSite{dst: int32(dst), want: want, at: x.at}
	fixed := x.args
	if n := len(fixed); n > 0 && many(fixed[n-1]) {
		fixed = fixed[:n-1]
	}
	direct := len(fixed) == len(x.args) && len(fixed) <= 2
	callee := g.expr(x.fn)
	if x.method != "" {
		of := callee.of
		if of.at.line == 0 {
			of.at = x.at
		}
		s.method = &site{name: intern(x.method), called: true, of: of}
		s.of = origin{name: x.method, at: x.at, what: whatMethod, span: x.called, of: g.asm.fn.holder(x.fn)}
		if anyCalls(x.args...) || !direct { // the method is looked up before the arguments are evaluated
			callee = g.asm.lift(callee)
			get, method := callee.eval(), s.method
			fn := g.asm.temp()
			g.asm.put(fn, general(func(c *frame) Value { return method.get(c, get(c)) }))
			s.fn, s.method = register(fn).eval(), nil
			direct = false
		}
		s.args = append(s.args, callee.eval())
	} else {
		s.of = callee.of
		if s.of.at.line == 0 {
			s.of.at = x.at
		}
		s.fn = g.asm.before(callee, true, anyCalls(x.args...)).eval()
	}
	l := g.list(x.args)
	s.args, s.open = append(s.args, l.evals...), l.open
	g.asm.top = top
	g.asm.most = max(g.asm.most, dst+int(max(want, 0)))
	s.given = g.asm.fn.origins(x.args)
	g.asm.noteCall(s)
	g.asm.emit(s.op)
	g.notes.call(g, s, top, x)
	return s
}

// list is a compiled list of expressions, of which the last one may have any number of values.
type list struct {
	evals []eval
	open  open
}

func (g *codegen) list(exprs []expr) (l list) {
	last := lastCall(exprs)
	for i, e := range exprs {
		if i == len(exprs)-1 && many(e) {
			l.open = openVarargs
			if call, ok := e.(*callExpr); ok {
				g.call(call, wantOpen, g.asm.top)
				l.open = openResults
			}
			break
		}
		l.evals = append(l.evals, g.asm.before(g.expr(e), true, i < last).eval())
	}
	return l
}

// values evaluates the list into State.args. The caller truncates State.args afterwards.
func (l *list) values(c *frame) []Value {
	n := len(l.evals)
	var rest []Value
	switch l.open {
	case openResults:
		rest = c.s.open
	case openVarargs:
		rest = c.varargs
	}
	vals := c.s.room(n + len(rest))
	copy(vals[n:], rest)
	for i, e := range l.evals {
		v := e(c)
		vals[i] = v
	}
	return vals
}

// op returns the op of a call. next is the index of the following op.
func (s *callSite) op(next int) op {
	if s.open != openNone || len(s.args) > 3 {
		return s.opMany(next)
	}
	fn, at, n := s.fn, s.at, len(s.args)
	var args [3]eval
	copy(args[:], s.args)
	x, y, z := args[0], args[1], args[2]
	if m := s.method; m != nil {
		return func(c *frame) int {
			a := x(c)
			f := m.method(c, a)
			var b, d Value
			if n > 1 {
				b = y(c)
				if n > 2 {
					d = z(c)
				}
			}
			c.at = at
			return s.invoke(c, next, f, a, b, d)
		}
	}
	switch n {
	case 0:
		return func(c *frame) int {
			f := fn(c)
			c.at = at
			return s.invoke(c, next, f, Nil, Nil, Nil)
		}
	case 1:
		return func(c *frame) int {
			f := fn(c)
			a := x(c)
			c.at = at
			return s.invoke(c, next, f, a, Nil, Nil)
		}
	case 2:
		return func(c *frame) int {
			f := fn(c)
			a := x(c)
			b := y(c)
			c.at = at
			return s.invoke(c, next, f, a, b, Nil)
		}
	}
	return func(c *frame) int {
		f := fn(c)
		a := x(c)
		b := y(c)
		d := z(c)
		c.at = at
		return s.invoke(c, next, f, a, b, d)
	}
}

// invoke calls fv, which may be any value, with up to three arguments. A call of a Lua function without varargs
// makes its frame current and returns to State.loop. Other calls go through start or tailCall.
func (s *callSite) invoke(c *frame, next int, fv, x, y, z Value) int {
	if fv.p != nil && fv.p.kind == KindFunction {
		fn := fv.p.f
		if p := fn.proto; p != nil && !p.vararg {
			g := c
			if !s.tail {
				if g = c.next; g == nil {
					g = c.grow()
				}
				g.dst, g.want = s.dst, s.want
			}
			g.enter(c, fn)
			switch p.params {
			case 0:
			case 1:
				g.r[0] = x
			case 2:
				g.r[0], g.r[1] = x, y
			default:
				g.r[0], g.r[1], g.r[2] = x, y, z
				clear(g.r[3:p.params])
			}
			if p.value != nil && !s.tail {
				g.prev.s.cur = g
				v := p.value(g)
				c.s.cur = c
				if s.want == 1 {
					c.r[s.dst] = v
				} else {
					c.deliver(s.dst, s.want, []Value{v})
				}
				return next
			}
			if p.cells > 0 {
				g.makeCells()
			}
			c.s.cur = g
			if g != c {
				c.pc = int32(next)
			}
			return sigFrame
		}
	}
	st := c.s
	args := st.room(3)
	args[0], args[1], args[2] = x, y, z
	c.pc = int32(next)
	var sig int
	if s.tail {
		sig = s.tailCall(c, fv, args[:len(s.args)])
	} else {
		sig = c.start(fv, args[:len(s.args)], s.dst, s.want, &s.of)
	}
	st.args = st.args[:len(st.args)-3]
	if sig != 0 {
		return sig
	}
	return next
}

// opMany is like op, for any number of arguments.
func (s *callSite) opMany(next int) op {
	fn, at := s.fn, s.at
	if m := s.method; m != nil {
		panic("lua: a method with many arguments was not lifted")
	}
	l := &list{s.args, s.open}
	return func(c *frame) int {
		st := c.s
		var f Value
		if l.open != openResults { // otherwise fn only reads a register, and is evaluated below
			f = fn(c)
		}
		args := l.values(c)
		if l.open == openResults {
			f = fn(c)
		}
		c.at, c.pc = at, int32(next)
		var sig int
		if s.tail {
			sig = s.tailCall(c, f, args)
		} else {
			sig = c.start(f, args, s.dst, s.want, &s.of)
		}
		st.args = st.args[:len(st.args)-len(args)]
		if sig != 0 {
			return sig
		}
		return next
	}
}

// tailCall makes the tail calls that invoke does not make itself. A Lua function replaces the function of c.
func (s *callSite) tailCall(c *frame, fv Value, args []Value) int {
	fn := fv.Function()
	switch {
	case fn == nil || fn.proto == nil && fn.native.special != plainCall:
		return c.start(fv, args, s.dst, wantOpen, &s.of)
	case fn.proto == nil:
		g := c.next
		if g == nil {
			g = c.grow()
		}
		g.want = wantOpen
		n := len(c.s.ret)
		g.enterNative(c, fn, args)
		if err := fn.native.fn((*Call)(g)); err == errYield {
			return g.suspend(n)
		} else if err != nil {
			g.raise(err)
		}
		sig := c.leave(c.s.ret[n:])
		c.s.ret = c.s.ret[:n]
		return sig
	}
	c.enter(c, fn)
	c.setParams(args)
	c.s.cur = c
	return sigFrame
}
