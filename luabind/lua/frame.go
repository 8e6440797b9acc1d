package lua

// frame is the activation record of a call of a Lua or Go function.
//
// Frames form a linked list, so that nothing moves when the list grows. Each frame has registers of its own. A
// suspended coroutine consists only of its frames. In the code of this package, c is the current frame, and g is the
// frame of a function that c calls.
type frame struct {
	r          []Value // registers; arguments of a Go function
	s          *State
	fn         *Function
	p          *proto // nil in a Go function
	prev, next *frame
	cells      []*cell
	varargs    []Value
	at         position // position of the current call, or of an operation that may fail
	pc         int32    // index of the next op; number of arguments of a Go function
	dst        int32    // register of the caller that gets the first result
	want       int32    // number of results for the caller, or one of the following constants
	level      int32    // nesting depth
}

// Values of frame.want below 0.
const (
	wantOpen      = -1 // any number of results, in State.open, for the following op
	wantEnd       = -2 // the call is from Go
	wantProtected = -3 // the call is from pcall or xpcall, whose frame is prev
	wantFirst     = -4 // the call is from Go, which needs the first result in State.result
)

// frameBytes is the size of a frame with its inlineRegisters, for the meter.
const frameBytes = 288

// inlineRegisters is the number of registers in the same allocation as their frame.
const inlineRegisters = 9

// grow creates the frame after c, or takes it from State.spare.
func (c *frame) grow() *frame {
	if c.level >= c.s.MaxDepth {
		c.raise(tooDeep("stack overflow", int(c.s.MaxDepth)))
	}
	if g := c.s.spare; g != nil {
		c.s.spare = g.next
		g.prev, g.next, g.level = c, nil, c.level+1
		c.next = g
		return g
	}
	g := &struct {
		frame
		buf [inlineRegisters]Value
	}{}
	g.r = g.buf[:]
	g.s, g.prev, g.level = c.s, c, c.level+1
	c.next = &g.frame
	return c.next
}

// enter prepares g for a call of fn that c makes, and takes the steps of the call. It does not set the parameters.
func (g *frame) enter(c *frame, fn *Function) {
	p := fn.proto
	if g.s.Steps -= p.cost; g.s.Steps < 0 || len(g.r) < p.registers {
		g.widen(c, p)
	}
	g.fn, g.p, g.pc = fn, p, 0
}

func (g *frame) widen(c *frame, p *proto) {
	if g.s.Steps < 0 {
		c.spentIn(p)
	}
	if g.s.thread != nil {
		g.s.alloc(c, int64(p.registers)*valueBytes)
	}
	r := make([]Value, p.registers)
	copy(r, g.r) // in a tail call, g keeps the registers of the caller
	g.r = r
}

// makeCells creates the cells of captured parameters, and makes room for the other cells.
func (g *frame) makeCells() {
	p := g.p
	g.cells = make([]*cell, p.cells)
	n := 0
	for i, k := range p.inCells {
		if k >= 0 {
			g.cells[k] = g.s.newCell(g.r[i])
			n++
		}
	}
	g.at = p.at
	g.s.alloc(g, int64(8*p.cells+cellBytes*n))
}

const cellBytes = 24

func (s *State) newCell(v Value) *cell { return &cell{v, s.floor} }

// setParams sets the parameters of g from the arguments, after enter.
func (g *frame) setParams(args []Value) {
	p := g.p
	n := copy(g.r[:p.params], args)
	clear(g.r[n:p.params])
	if p.vararg {
		rest := args[n:]
		if len(rest) > 0 {
			g.at = p.at
			g.s.alloc(g, int64(len(rest))*valueBytes)
		}
		if len(rest) > cap(g.varargs) {
			g.varargs = make([]Value, len(rest)) // its capacity must not exceed the counted bytes
		}
		g.varargs = g.varargs[:copy(g.varargs[:len(rest)], rest)]
	}
	if p.cells > 0 {
		g.makeCells()
	}
}

// leave returns from c with results, and returns the signal of take.
func (c *frame) leave(vals []Value) int { return c.prev.take(c.dst, c.want, vals) }

// take stores the results of a call that c has made, and makes c current. dst and want are those of the call.
func (c *frame) take(dst, want int32, vals []Value) int {
	s := c.s
	switch want {
	case wantEnd:
		s.open = append(s.open[:0], vals...)
		s.cur = c
		return sigEnd
	case wantFirst:
		s.result = first(vals)
		s.cur = c
		return sigEnd
	case wantProtected:
		n := len(s.args)
		s.args = append(append(s.args, True), vals...)
		sig := c.leave(s.args[n:])
		s.args = s.args[:n]
		return sig
	}
	c.deliver(dst, want, vals)
	s.cur = c
	return sigFrame
}

// leave1 is like leave, for one result.
func (c *frame) leave1(v Value) int {
	if c.want == 1 {
		g := c.prev
		g.r[c.dst] = v
		c.s.cur = g
		return sigFrame
	}
	if c.want == wantFirst {
		c.s.result = v
		c.s.cur = c.prev
		return sigEnd
	}
	return c.leave([]Value{v})
}

// deliver stores results in the registers of c from dst on, or in State.open.
func (c *frame) deliver(dst, want int32, vals []Value) {
	if want == wantOpen {
		c.s.open = append(c.s.open[:0], vals...)
	} else if want > 0 {
		r := c.r[dst : dst+want]
		clear(r[copy(r, vals):])
	}
}

// start calls fv, which may be any value. It returns a signal, or 0 if the call has already delivered its results.
func (c *frame) start(fv Value, args []Value, dst, want int32, o *origin) int {
	fn := fv.Function()
	if fn == nil {
		return c.startOther(fv, args, dst, want, o)
	}
	if fn.native != nil && fn.native.special == callYield && c.s.yields() {
		return c.yield(args, dst, want)
	}
	g := c.next
	if g == nil {
		g = c.grow()
	}
	g.dst, g.want = dst, want
	if fn.proto == nil {
		return g.startNative(c, fn, args)
	}
	g.enter(c, fn)
	g.setParams(args)
	c.s.cur = g
	return sigFrame
}

// startOther calls a value that is not a function, through its metamethod __call.
func (c *frame) startOther(fv Value, args []Value, dst, want int32, o *origin) int {
	mm := c.s.metafield(fv, nameCall)
	if mm.Function() == nil {
		o.mistake(c, fv, &Mistake{Attempt: "call"})
	}
	s := c.s
	n := len(s.args)
	s.args = append(append(s.args, fv), args...)
	sig := c.start(mm, s.args[n:], dst, want, o)
	s.args = s.args[:n]
	return sig
}

// nativeSteps is the cost in steps of a call of a Go function.
const nativeSteps = 4

// startNative calls a Go function. dst and want of g must be set.
func (g *frame) startNative(c *frame, fn *Function, args []Value) int {
	s := g.s
	n := len(s.ret)
	g.enterNative(c, fn, args)
	if fn.native.special != plainCall {
		return g.startSpecial(c, fn)
	}
	if err := fn.native.fn((*Call)(g)); err == errYield {
		return g.suspend(n)
	} else if err != nil {
		g.raise(err)
	}
	s.cur = c
	if g.want == 1 {
		if len(s.ret) > n {
			c.r[g.dst] = s.ret[n]
			s.ret = s.ret[:n]
		} else {
			c.r[g.dst] = Nil
		}
		return 0
	}
	sig := g.leave(s.ret[n:])
	s.ret = s.ret[:n]
	if sig == sigFrame && s.cur == c {
		return 0
	}
	return sig
}

// suspend suspends the coroutine inside a Go function, whose results are in State.ret from n on.
func (g *frame) suspend(n int) int {
	s := g.s
	s.open = append(s.open[:0], s.ret[n:]...)
	s.ret = s.ret[:n]
	return s.thread.wait(g.prev, g.dst, g.want)
}

// enterNative prepares g for a call of a Go function that c makes, and takes the steps of the call.
func (g *frame) enterNative(c *frame, fn *Function, args []Value) {
	s := g.s
	if s.Steps -= nativeSteps; s.Steps < 0 {
		c.raise(ErrSteps)
	}
	if len(args) > len(g.r) {
		n := len(args) + len(args)/2
		if s.thread != nil {
			s.alloc(c, int64(n)*valueBytes)
		}
		g.r = make([]Value, n)
	}
	g.fn, g.p, g.pc = fn, nil, int32(copy(g.r, args))
	s.cur = g
}

// callN calls a function on behalf of a Go function or for a metamethod. The results are valid until the next
// call.
func (c *frame) callN(fv Value, args []Value) []Value {
	if err := c.s.try(c, fv, args); err != nil {
		panic(err)
	}
	return c.s.open
}

// call2 is like callN, for metamethods, with two arguments and one result.
func (c *frame) call2(fv, a, b Value) Value {
	s := c.s
	if fn := fv.Function(); fn != nil && fn.native != nil && fn.native.special == plainCall {
		return c.callNative(fn, a, b, Nil, 2)
	}
	args := s.room(2)
	args[0], args[1] = a, b
	v := first(c.callN(fv, args))
	s.args = s.args[:len(s.args)-2]
	return v
}

// callNative is like callN, for a Go function with at most three arguments.
func (c *frame) callNative(fn *Function, a, b, d Value, n int) Value {
	s := c.s
	g := c.next
	if g == nil {
		g = c.grow()
	}
	if s.Steps -= nativeSteps; s.Steps < 0 {
		c.raise(ErrSteps)
	}
	g.fn, g.p, g.pc, g.want = fn, nil, int32(n), wantOpen
	g.r[0], g.r[1], g.r[2] = a, b, d
	s.cur = g
	base := len(s.ret)
	if err := fn.native.fn((*Call)(g)); err != nil {
		g.raise(err)
	}
	v := first(s.ret[base:])
	s.ret = s.ret[:base]
	s.cur = c
	return v
}
