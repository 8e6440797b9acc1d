package lua

import "runtime"

// op executes a statement or a part of one. It returns the index of the next op, or a signal.
type op func(c *frame) int

// Signals that an op returns instead of an index.
const (
	sigFrame = -1 // continue with State.cur: it is another frame, or continues at another op
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
	index     int32  // index among the functions of the chunk
	outer     *proto // the function around this one, nil for the file
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
	// cell is true if the enclosing function declares the variable; index is then an index of frame.cells. Otherwise
	// the enclosing function has captured the variable, too, and index is an index of Function.up.
	cell  bool
	index int
}

// errorText is an error that consists of a text.
type errorText string

// Error returns the text.
func (e errorText) Error() string { return string(e) }

// loop runs c and the calls that it makes, until the call from Go returns or the coroutine yields. It reports
// whether the coroutine yielded.
func (s *State) loop(c *frame) (yielded bool) {
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

// room returns a slice for n arguments at the end of s.args. The caller truncates s.args afterwards.
func (s *State) room(n int) []Value {
	k := len(s.args)
	if k+n > cap(s.args) {
		s.args = append(make([]Value, 0, 2*(k+n)+32), s.args...)
	}
	s.args = s.args[:k+n]
	return s.args[k : k+n : k+n]
}

// mark records the state to restore when an error is caught.
type mark struct {
	base      *frame // the frame from which Go has made the call; only a pcall after it can catch the error
	args, ret int
	nesting
	thread *Thread
}

func (s *State) reset(m mark) {
	s.args, s.ret, s.nesting, s.thread = s.args[:m.args], s.ret[:m.ret], m.nesting, m.thread
}

// try calls a function from Go and returns the error that the function raises, if any. The results are in State.open.
func (s *State) try(c *frame, fv Value, args []Value) *Error {
	if s.nested >= maxNested {
		e := mistakeAt(c.nearest(), "C stack overflow")
		e.Cause = tooDeep(e.Text, maxNested)
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
// function raises, and leaves State.cur at the frame that raised it.
func (s *State) attempt(c *frame, fv Value, args []Value) (yielded bool, err *Error) {
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
func (s *State) protected(c *frame) (yielded bool, err *Error) {
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

// rescue finds the pcall that catches e among the frames after base, and returns from that pcall. It returns a signal,
// or 0 and the error if no pcall catches it.
func (s *State) rescue(e *Error, base *frame) (sig int, _ *Error) {
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

// runHandler calls the handler of xpcall before the frames that led to the error are left. It returns an error only if
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
func (s *State) finishFailed(c *frame, e *Error, m mark) (Value, *Error) {
	inside := m
	inside.nested++
	inside.inner++
	_, e = s.unwindToPcall(e, inside)
	s.nesting, s.cur = m.nesting, c
	return s.result, e
}
