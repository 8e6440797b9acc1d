package lua

// Thread is a coroutine. A suspended coroutine consists only of its frames with their registers. It has no goroutine;
// therefore any State may resume it, and one that is never resumed is garbage collected.
type Thread struct {
	object Function // the object that scripts see
	native native   // native part of object
	body   Value    // the function to run; nil after the first resume
	root   frame
	top    *frame // the frame that made the suspended call and gets its results; nil before the first resume
	dst    int32  // dst and want of the suspended call, which has no frame itself
	want   int32
	inner  int32 // State.inner at the time of the resume
	status Status
}

// Status is the state of a coroutine.
type Status uint8

// The states of a coroutine.
const (
	Suspended Status = iota // it has not started, or waits in a yield
	Running                 // it is running
	Normal                  // it has resumed another coroutine, which is running
	Dead                    // it has returned or failed
)

// String returns the name that Lua's coroutine.status returns for s.
func (s Status) String() string {
	return [...]string{"suspended", "running", "normal", "dead"}[s]
}

// threadBytes is the size of a coroutine before its first resume.
const threadBytes = 320

// NewThread returns a coroutine that runs fn, which must be a function.
func NewThread(fn Value) *Thread {
	t := &Thread{body: fn}
	t.native.payload, t.object.native = t, &t.native
	t.object.kind, t.object.f = KindThread, &t.object
	t.root.want = wantEnd
	return t
}

// Value returns the coroutine as a value.
func (t *Thread) Value() Value { return Value{p: &t.object.object} }

// Status returns the status of the coroutine.
func (t *Thread) Status() Status { return t.status }

// Where returns the position of the call in which a suspended coroutine waits. It is unknown before the first resume.
func (t *Thread) Where() Position {
	if t.status != Suspended || t.top == nil {
		return Position{}
	}
	return t.top.nearest()
}

// These functions change which code runs next. Resume, and a function that Wrap returns, run the coroutine in a nested
// Go call, until it yields or ends. The others make no nested Go calls.
var (
	// PCall is Lua's pcall. It does not catch the errors of a meter.
	PCall = newNative(native{name: "pcall", special: callPcall})
	// XPCall is Lua's xpcall.
	XPCall = newNative(native{name: "xpcall", special: callXpcall})
	// Yield is coroutine.yield.
	Yield = newNative(native{name: "yield", special: callYield})
	// Resume is coroutine.resume.
	Resume = newNative(native{name: "resume", special: callResume})
)

// Create is coroutine.create.
var Create = NewFunction("create", func(c *Call) error {
	fn := c.Arg(1)
	if f := fn.Function(); f == nil || f.proto == nil {
		return c.BadArgument(1, "Lua function expected").Wants("a function of a file")
	}
	c.Alloc(threadBytes)
	t := NewThread(fn)
	t.object.stamp = c.s.floor
	c.Return(t.Value())
	return nil
})

// Wrap is coroutine.wrap.
var Wrap = NewFunction("wrap", func(c *Call) error {
	fn := c.Arg(1)
	if f := fn.Function(); f == nil || f.proto == nil {
		return c.BadArgument(1, "Lua function expected").Wants("a function of a file")
	}
	c.Alloc(threadBytes + closureBytes)
	f := newNative(native{name: "wrap", special: callWrapped, payload: NewThread(fn)})
	f.stamp = c.s.floor
	c.Return(f.Value())
	return nil
})

// Current returns the running coroutine, or nil outside of coroutines.
func (s *State) Current() *Thread { return s.thread }

// startSpecial calls a function that changes which code runs next. g is the frame of the function, and c is the frame
// that calls it.
func (g *frame) startSpecial(c *frame, fn *Function) int {
	s, call := g.s, (*Call)(g)
	switch fn.native.special {
	case callPcall:
		if g.pc == 0 {
			g.raise(call.BadArgument(1, "value expected").Wants("a function"))
		}
		return g.protect(g.r[1:g.pc])
	case callXpcall:
		if g.pc < 2 {
			g.raise(call.BadArgument(2, "value expected").Wants("a function"))
		}
		return g.protect(nil)
	case callYield:
		g.raise(call.Yield()) // see State.yields
	case callResume:
		t := call.Arg(1).Thread()
		if t == nil {
			g.raise(call.BadArgument(1, "coroutine expected").Wants("a coroutine"))
		}
		g.writable(&t.object.object, Nil)
		n := len(s.args)
		if err := s.resume(t, g.r[1:g.pc]); err != nil {
			if err.fatal() {
				panic(err)
			}
			s.args = append(s.args, False, err.Value)
		} else {
			s.args = append(append(s.args, True), s.open...)
		}
		sig := g.finish(c, s.args[n:])
		s.args = s.args[:n]
		return sig
	}
	g.writable(&fn.object, Nil)
	if err := s.resume(fn.native.payload.(*Thread), g.r[:g.pc]); err != nil {
		if text, ok := err.Value.Text(); ok && !err.fatal() {
			if at := c.where(); at.Line > 0 {
				err.Value = String(at.String() + ": " + text)
				if err.At.Line == 0 {
					err.At, err.Text = at, text
				}
			}
		}
		panic(err)
	}
	return g.finish(c, s.open)
}

// yields reports whether the running function can suspend a coroutine.
func (s *State) yields() bool { return s.thread != nil && s.inner == int(s.thread.inner) }

// yield suspends the coroutine without making a frame for coroutine.yield.
func (c *frame) yield(args []Value, dst, want int32) int {
	s := c.s
	if s.Steps -= nativeSteps; s.Steps < 0 {
		c.raise(ErrSteps)
	}
	s.open = append(s.open[:0], args...)
	return s.thread.wait(c, dst, want)
}

// wait suspends the coroutine in a call that c has made. When the coroutine is resumed, dst and want determine where
// the results of that call go. The yielded values are in State.open. If the coroutine keeps more frames than at its
// last suspension, wait counts the bytes of the additional frames. Therefore the counted bytes do not depend on whether
// a frame was allocated or reused.
func (t *Thread) wait(c *frame, dst, want int32) int {
	kept := c.level
	if t.top != nil {
		kept -= t.top.level
	}
	if kept > 0 {
		c.s.alloc(c, int64(kept)*frameBytes)
	}
	t.top, t.dst, t.want = c, dst, want
	return sigYield
}

// finish is like leave, for a Go function that c has called. It returns 0 if c continues with its next op.
func (g *frame) finish(c *frame, vals []Value) int {
	sig := g.leave(vals)
	if sig == sigFrame && g.s.cur == c {
		return 0
	}
	return sig
}

// protect calls the first argument of pcall or xpcall with args. g is the frame of pcall or xpcall.
func (g *frame) protect(args []Value) int {
	fv := g.r[0]
	if fv.Function() == nil && g.s.metafield(fv, nameCall).Function() == nil {
		text := String("attempt to call a " + fv.Kind().String() + " value")
		return g.leave([]Value{False, text})
	}
	return g.start(fv, args, 0, wantProtected, nil)
}

// resume runs t until it yields or ends. The yielded or returned values are in s.open.
func (s *State) resume(t *Thread, args []Value) *Error {
	g, parent, inner := s.cur, s.thread, s.inner
	switch {
	case t.status != Suspended:
		p := resumeProblems[t.status]
		return &Error{Value: String(p.Text), Cause: p}
	case s.nested >= maxNested:
		p := tooDeep("C stack overflow", maxNested)
		return &Error{Value: String(p.Text), Cause: p}
	}
	if t.root.s != s {
		t.move(s)
	}
	if parent != nil {
		parent.status = Normal
	}
	s.nested++
	s.thread, t.status, t.inner = t, Running, int32(inner)
	yielded, err := s.proceed(t, args)
	s.nested--
	s.thread, s.inner, s.cur = parent, inner, g
	if parent != nil {
		parent.status = Running
	}
	if t.status = Suspended; !yielded {
		t.status, t.top = Dead, &t.root
	}
	s.spareAll(t.top)
	return err
}

// maxSpare bounds the frames that a State keeps from coroutines for reuse.
const maxSpare = 16

// spareAll removes the frames after top, which have returned, so that a suspended coroutine keeps only the memory that
// it needs. The State keeps some of these frames for reuse.
func (s *State) spareAll(top *frame) {
	c := top.next
	top.next = nil
	for range maxSpare {
		if c == nil {
			return
		}
		next := c.next
		if len(c.r) == inlineRegisters {
			s.keepSpare(c)
		}
		c = next
	}
}

func (s *State) keepSpare(c *frame) {
	level := int32(1)
	if s.spare != nil {
		level += s.spare.level
	}
	if level > maxSpare {
		return
	}
	clear(c.r)
	c.fn, c.p, c.prev, c.cells, c.varargs = nil, nil, nil, nil, nil
	c.next, c.level, s.spare = s.spare, level, c
}

// proceed runs t, which is already the running coroutine. It reports whether t yielded.
func (s *State) proceed(t *Thread, args []Value) (yielded bool, err *Error) {
	base, lengths, ret, nesting := s.cur, len(s.args), len(s.ret), s.nesting
	if t.top == nil {
		body := t.body
		t.body = Nil
		s.cur = &t.root
		yielded, err = s.attempt(&t.root, body, args)
	} else if sig := t.top.take(t.dst, t.want, args); sig != sigFrame {
		return sig == sigYield, nil
	} else {
		yielded, err = s.protected(s.cur)
	}
	if err != nil {
		return s.unwindToPcall(err, mark{base, lengths, ret, nesting, t})
	}
	return yielded, nil
}

// move makes the frames of t belong to s.
func (t *Thread) move(s *State) {
	for c := &t.root; c != nil; c = c.next {
		c.s = s
	}
}

// Resume runs a coroutine until it yields or ends. It returns the yielded or returned values, which are valid until
// the next call, and an *Error if the coroutine failed. ErrSteps and ErrBytes end the coroutine like any other
// error.
func (s *State) Resume(t *Thread, args ...Value) (results []Value, err error) {
	if e := s.resume(t, args); e != nil {
		return nil, e
	}
	return s.open, nil
}
