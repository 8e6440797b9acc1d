package lua

import "runtime"

// op executes a statement or a part of one. It returns the index of the next op, or a signal.
type op func(c *Call) int

// Signals that an op returns instead of an index.
const (
	sigFrame = -1 // continue with State.cur: it is another Call, or continues at another op
	sigEnd   = -2 // a call from Go has returned; its results are in State.open, or in State.result for wantFirst
	sigYield = -3 // the coroutine is suspended; the yielded values are in State.open
)

// proto is a compiled function. It does not change, except for the hints of sites.
type proto struct {
	chunk     *Chunk
	name      string
	at        position
	code      []op
	registers int
	cells     int
	params    int
	index     int32 // index among the functions of the chunk
	vararg    bool
	cost      int64   // steps of a call
	inCells   []int32 // the cell of each parameter, -1 for none; nil if no parameter is captured
	ups       []capture
	value     eval // set if the function consists only of a return of one expression without a call
	test      test // set if, in addition, the value is always true or false
	mustReset bool // a call may overwrite its parameters or, by a tail call, become a call of another function
	// Both maps are for messages: calls has the calls by their positions, and keys has the keys of assignments by the
	// positions of the tables.
	calls map[position]*callSite
	keys  map[position]*origin
}

// capture is the place where a new function finds a variable that it captures.
type capture struct {
	name string
	// cell is true if the enclosing function declares the variable; index is then an index of Call.cells. Otherwise
	// the enclosing function has captured the variable, too, and index is an index of Function.up.
	cell  bool
	index int
}

// Call is one activation of a Lua or Go function. A Go function uses its Call to read arguments, to return
// results, and to execute operations of Lua.
//
// Calls form a linked list, so that nothing moves when the list grows. Each Call has registers of its own. A
// suspended coroutine consists only of its Calls.
type Call struct {
	r          []Value // registers; arguments of a Go function
	s          *State
	fn         *Function
	p          *proto // nil in a Go function
	prev, next *Call
	cells      []*cell
	varargs    []Value
	at         position // position of the current call, or of an operation that may fail
	pc         int32    // index of the next op; number of arguments of a Go function
	dst        int32    // register of the caller that gets the first result
	want       int32    // number of results for the caller, or one of the following constants
	level      int32    // nesting depth
}

// Values of Call.want below 0.
const (
	wantOpen      = -1 // any number of results, in State.open, for the following op
	wantEnd       = -2 // the call is from Go
	wantProtected = -3 // the call is from pcall or xpcall, whose Call is prev
	wantFirst     = -4 // the call is from Go, which needs the first result in State.result
)

// callBytes is the size of a Call with its inlineRegisters, for the meter.
const callBytes = 288

// inlineRegisters is the number of registers in the same allocation as their Call.
const inlineRegisters = 9

// grow creates the Call after c, or takes it from State.spare.
func (c *Call) grow() *Call {
	if c.level >= c.s.MaxDepth {
		c.overflow("stack overflow")
	}
	if g := c.s.spare; g != nil {
		c.s.spare = g.next
		g.prev, g.next, g.level = c, nil, c.level+1
		c.next = g
		return g
	}
	g := &struct {
		Call
		buf [inlineRegisters]Value
	}{}
	g.r = g.buf[:]
	g.s, g.prev, g.level = c.s, c, c.level+1
	c.next = &g.Call
	return c.next
}

func (c *Call) overflow(text string) {
	c.raise(errorText(text))
}

// errorText is an error that consists of a text.
type errorText string

// Error returns the text.
func (e errorText) Error() string { return string(e) }

// enter prepares g for a call of fn that c makes, and takes the steps of the call. It does not set the parameters.
func (g *Call) enter(c *Call, fn *Function) {
	p := fn.proto
	if g.s.Steps -= p.cost; g.s.Steps < 0 || len(g.r) < p.registers {
		g.widen(c, p)
	}
	g.fn, g.p, g.pc = fn, p, 0
}

func (g *Call) widen(c *Call, p *proto) {
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
func (g *Call) makeCells() {
	p := g.p
	g.cells = make([]*cell, p.cells)
	n := 0
	for i, k := range p.inCells {
		if k >= 0 {
			g.cells[k] = g.s.newCell(g.r[i])
			n++
		}
	}
	g.s.alloc(g, int64(8*p.cells+cellBytes*n))
}

const cellBytes = 24

func (s *State) newCell(v Value) *cell { return &cell{v, s.floor} }

// setParams sets the parameters of g from the arguments, after enter.
func (g *Call) setParams(args []Value) {
	p := g.p
	n := copy(g.r[:p.params], args)
	clear(g.r[n:p.params])
	if p.vararg {
		rest := args[n:]
		if len(rest) > 0 {
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

// loop runs c and the calls that it makes, until the call from Go returns or the coroutine yields. It reports
// whether the coroutine yielded.
func (s *State) loop(c *Call) (yielded bool) {
	for {
		code, pc := c.p.code, int(c.pc)
		for uint(pc) < uint(len(code)) {
			pc = code[pc](c)
		}
		if pc >= 0 { // the function ends without a return statement
			if c.want == wantFirst {
				s.result, s.cur = Nil, c.prev
				return false
			}
			pc = c.leave(nil)
		}
		switch pc {
		case sigFrame:
			c = s.cur
		default:
			return pc == sigYield
		}
	}
}

// leave returns from c with results, and returns the signal of take.
func (c *Call) leave(vals []Value) int { return c.prev.take(c.dst, c.want, vals) }

// take stores the results of a call that c has made, and makes c current. dst and want are those of the call.
func (c *Call) take(dst, want int32, vals []Value) int {
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
func (c *Call) leave1(v Value) int {
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
func (c *Call) deliver(dst, want int32, vals []Value) {
	if want == wantOpen {
		c.s.open = append(c.s.open[:0], vals...)
	} else if want > 0 {
		r := c.r[dst : dst+want]
		clear(r[copy(r, vals):])
	}
}

// room returns a slice for n arguments at the end of s.args. The caller truncates s.args afterwards.
func (s *State) room(n int) []Value {
	k := len(s.args)
	if k+n > cap(s.args) {
		s.args = append(make([]Value, 0, 2*(k+n)+32), s.args...)
	}
	s.args = s.args[:k+n]
	return s.args[k : k+n : k+n]
}

// start calls fv, which may be any value. It returns a signal, or 0 if the call has already delivered its results.
func (c *Call) start(fv Value, args []Value, dst, want int32, o *origin) int {
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
func (c *Call) startOther(fv Value, args []Value, dst, want int32, o *origin) int {
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
func (g *Call) startNative(c *Call, fn *Function, args []Value) int {
	s := g.s
	n := len(s.ret)
	g.enterNative(c, fn, args)
	if fn.native.special != plainCall {
		return g.startSpecial(c, fn)
	}
	if err := fn.native.fn(g); err == errYield {
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
func (g *Call) suspend(n int) int {
	s := g.s
	s.open = append(s.open[:0], s.ret[n:]...)
	s.ret = s.ret[:n]
	return s.thread.wait(g.prev, g.dst, g.want)
}

// enterNative prepares g for a call of a Go function that c makes, and takes the steps of the call.
func (g *Call) enterNative(c *Call, fn *Function, args []Value) {
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
func (c *Call) callN(fv Value, args []Value) []Value {
	if err := c.s.try(c, fv, args); err != nil {
		panic(err)
	}
	return c.s.open
}

// call2 is like callN, for metamethods, with two arguments and one result.
func (c *Call) call2(fv, a, b Value) Value {
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
func (c *Call) callNative(fn *Function, a, b, d Value, n int) Value {
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
	if err := fn.native.fn(g); err != nil {
		g.raise(err)
	}
	v := first(s.ret[base:])
	s.ret = s.ret[:base]
	s.cur = c
	return v
}

// mark records the state to restore when an error is caught.
type mark struct {
	base      *Call // the Call from which Go has made the call; only a pcall after it can catch the error
	args, ret int
	nesting
	thread *Thread
}

func (s *State) reset(m mark) {
	s.args, s.ret, s.nesting, s.thread = s.args[:m.args], s.ret[:m.ret], m.nesting, m.thread
}

// try calls a function from Go and returns the error that the function raises, if any. The results are in State.open.
func (s *State) try(c *Call, fv Value, args []Value) *Error {
	if s.nested >= maxNested {
		e := mistakeAt(c.nearest(), "C stack overflow")
		e.Trace = s.trace()
		return e
	}
	// The mark is made only after an error. If a variable held it from here on, it would be copied with loads wider
	// than the stores that wrote it; such loads stall the processor.
	lengths, ret, nested, inner, thread := len(s.args), len(s.ret), s.nested, s.inner, s.thread
	s.nested = nested + 1
	s.inner = inner + 1
	_, err := s.attempt(c, fv, args)
	if err != nil {
		_, err = s.finishFailed(c, err, mark{c, lengths, ret, nesting{nested, inner}, thread})
		return err
	}
	s.nested = nested
	s.inner = inner
	s.cur = c
	return nil
}

// attempt calls a function and runs until it returns or, in a coroutine, yields. It returns the error that the
// function raises, and leaves State.cur at the Call that raised it.
func (s *State) attempt(c *Call, fv Value, args []Value) (yielded bool, err *Error) {
	done := false
	defer func() {
		if !done {
			err = raised(recover())
		}
	}()
	sig := c.start(fv, args, 0, wantEnd, nil)
	if sig == sigFrame {
		yielded = s.loop(s.cur)
	} else {
		yielded = sig == sigYield
	}
	done = true
	return yielded, nil
}

// unwindToPcall continues after the pcall that catches an error, and repeats this for later errors. It reports
// whether the coroutine yielded, and returns an error that no pcall caught.
func (s *State) unwindToPcall(err *Error, m mark) (yielded bool, _ *Error) {
	for err != nil {
		s.reset(m)
		var sig int
		switch sig, err = s.rescue(err, m.base); sig {
		case 0:
			return false, err
		case sigEnd:
			return false, nil
		}
		yielded, err = s.protected(s.cur)
	}
	return yielded, nil
}

// protected is like loop, but recovers an error that the script raises, and returns it.
func (s *State) protected(c *Call) (yielded bool, err *Error) {
	done := false
	defer func() {
		if !done {
			err = raised(recover())
		}
	}()
	yielded = s.loop(c)
	done = true
	return yielded, nil
}

// raised returns the error of a script from the recovered value r. If r is any other value, raised panics with it. If r
// is nil, a Go function has called runtime.Goexit, as testing.T.FailNow does, and raised goes on with it.
func raised(r any) *Error {
	switch e := r.(type) {
	case *Error:
		return e
	case nil:
		runtime.Goexit()
	}
	panic(r)
}

// fatal reports whether pcall must not catch e.
func (e *Error) fatal() bool { return e.Cause == ErrSteps || e.Cause == ErrBytes }

// rescue finds the pcall that catches e among the Calls after base, and returns from that pcall. It returns a signal,
// or 0 and the error if no pcall catches it.
func (s *State) rescue(e *Error, base *Call) (sig int, _ *Error) {
	for c := s.cur; ; c = c.prev {
		switch {
		case c != base && c.want == wantProtected && !e.fatal():
			p := c.prev
			v := e.Value
			if p.fn.native.special == callXpcall {
				if v, e = s.runHandler(p.r[1], e); e != nil {
					continue // a meter has ended the handler; no pcall catches that error
				}
			}
			s.cur = p
			return p.leave([]Value{False, v}), nil
		case c == base || c.want == wantEnd || c.want == wantFirst || c.prev == nil:
			if e.Trace == nil {
				e.Trace = s.trace()
			}
			return 0, e
		}
	}
}

// runHandler calls the handler of xpcall before the Calls that led to the error are left. It returns an error only if
// a meter has ended the handler.
func (s *State) runHandler(handler Value, e *Error) (Value, *Error) {
	if err := s.try(s.cur, handler, []Value{e.Value}); err != nil {
		if err.fatal() {
			return Nil, err
		}
		return String("error in error handling"), nil
	}
	return first(s.open), nil
}

// maxTrace bounds the levels of a trace.
const maxTrace = 50

// trace lists the active calls. It omits calls in the middle if there are too many.
func (s *State) trace() (list []Level) {
	n := 0
	for c := s.cur; c.prev != nil; c = c.prev {
		n++
	}
	i := 0
	for c := s.cur; c.prev != nil; c = c.prev {
		switch {
		case i < maxTrace/2 || i >= n-maxTrace/2:
			_, line := c.fn.Defined()
			list = append(list, Level{c.where(), c.fn.Name(), line})
		case i == maxTrace/2:
			list = append(list, Level{Function: Omitted})
		}
		i++
	}
	return list
}

// Omitted is the function name of the level that stands for all omitted calls of a trace.
const Omitted = "..."

// Call calls a function and returns its results, which are valid until the next call. An error is always an *Error.
// A Go function that a script has called may use Call, too. It then gets the error of the called function as a value,
// and the script continues.
func (s *State) Call(fv Value, args ...Value) (results []Value, err error) {
	if e := s.try(s.cur, fv, args); e != nil {
		return nil, e
	}
	return s.open, nil
}

// Call1 is like Call, but returns only the first result, or nil if there is none. It is faster than Call.
func (s *State) Call1(fn *Function, args ...Value) (v Value, err error) {
	p, g := fn.proto, s.root.next
	if p == nil || p.vararg || p.cells > 0 || g == nil || len(g.r) < p.registers || s.nested > 0 || s.thread != nil {
		out, err := s.Call(fn.Value(), args...)
		if err != nil {
			return Nil, err
		}
		return first(out), nil
	}
	done := false
	defer func() {
		if !done {
			v, err = s.Caught(recover())
		}
	}()
	if s.Steps -= p.cost; s.Steps < 0 {
		s.root.spentIn(p)
	}
	g.fn, g.p, g.pc, g.want = fn, p, 0, wantFirst
	switch {
	case len(args) > 0 && p.params == 1:
		g.r[0] = args[0]
	case len(args) > 1 && p.params == 2:
		g.r[0], g.r[1] = args[0], args[1]
	default:
		clear(g.r[copy(g.r[:p.params], args):p.params])
	}
	if p.value != nil {
		v = p.value(g)
		s.cur = &s.root
	} else {
		s.loop(g)
		v = s.result
	}
	done = true
	return v, nil
}

// Test is like Call1 with two arguments, but reports only whether the result is true in the sense of Lua. It is
// faster than Call1 if the function only returns a comparison, or several comparisons joined by and, or and not.
func (s *State) Test(fn *Function, a, b Value) (yes bool, err error) {
	p, g := fn.proto, s.root.next
	if p == nil || p.test == nil || p.params != 2 || p.cells > 0 || g == nil || len(g.r) < p.registers || s.nested > 0 || s.thread != nil {
		v, err := s.Call1(fn, a, b)
		return v.Truth(), err
	}
	done := false
	defer func() {
		if !done {
			var v Value
			v, err = s.Caught(recover())
			yes = v.Truth()
		}
	}()
	if s.Steps -= p.cost; s.Steps < 0 {
		s.root.spentIn(p)
	}
	g.fn, g.p, g.pc, g.want = fn, p, 0, wantFirst
	g.r[0], g.r[1] = a, b
	yes = p.test(g)
	s.cur = &s.root
	done = true
	return yes, nil
}

// Caught completes a Call1, a Test or a Prepared.Run that has panicked with r. It returns the results of Call1. If r
// is not an error of a script, Caught panics with r.
func (s *State) Caught(r any) (Value, error) {
	v, e := s.finishFailed(&s.root, raised(r), mark{})
	if e != nil {
		return Nil, e
	}
	return v, nil
}

// finishFailed completes a call from Go during which e was raised. If a pcall catches e, the call continues after
// it. finishFailed returns the first result of a Call1, and an error that no pcall caught.
func (s *State) finishFailed(c *Call, e *Error, m mark) (Value, *Error) {
	inside := m
	inside.nested++
	inside.inner++
	_, e = s.unwindToPcall(e, inside)
	s.nesting, s.cur = m.nesting, c
	return s.result, e
}
