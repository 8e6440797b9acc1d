package lua

// Prepared is a function that Go calls many times in one State. Between calls it keeps the frame, and all arguments
// except the first one. It belongs to the goroutine of its State.
type Prepared struct {
	s     *State
	call  *frame // nil if fn is a Go function, or has varargs, captured parameters or captured local variables
	value eval   // value, test and cost are those of the proto of fn
	test  test
	cost  int64
	quick bool // the next call has to set only the first argument; used is true

	fn   *Function
	rest []Value   // the arguments after the first
	used bool      // the function was called since State.Forget; the list State.used has the Prepared
	next *Prepared // next element of that list
}

// Prepare prepares fn for many calls. The first argument is given for each call; rest are the other arguments.
func (s *State) Prepare(fn *Function, rest ...Value) *Prepared {
	p := fn.proto
	if p == nil || p.vararg || p.cells > 0 {
		return &Prepared{fn: fn, s: s, rest: rest}
	}
	// Each call writes to the Prepared, the frame and the registers. They are one allocation that shares no cache line
	// with others. Functions are often prepared for several States by turns; if allocations of two States shared a
	// cache line, their workers would slow each other down.
	x := &struct {
		Prepared
		call frame
		room [inlineRegisters]Value
	}{}
	h := &x.Prepared
	h.fn, h.s, h.rest, h.call = fn, s, rest, &x.call
	h.value, h.test, h.cost = p.value, p.test, p.cost
	r := x.room[:]
	if n := p.registers; n > len(r) {
		const line = 8 // registers in 128 bytes, a pair of cache lines
		r = make([]Value, (n+line-1)/line*line)
	}
	x.call = frame{r: r, s: s, prev: &s.root, level: 1, want: wantFirst}
	return h
}

// reset restores the state of the frame before the first call.
func (h *Prepared) reset() {
	g, p := h.call, h.fn.proto
	g.forget()
	g.fn, g.p = h.fn, p
	copy(g.r[1:max(1, p.params)], h.rest)
}

// Run calls the function and returns its first result, or nil if there is none. If the function raises an error, Run
// panics. The caller must recover the panic and pass the recovered value to State.Caught. It can make many calls
// under one deferred function.
func (h *Prepared) Run(a Value) Value {
	s, g := h.s, h.call
	if !h.quick || s.cur != &s.root {
		return h.runSlow(a, nil)
	}
	if s.Steps -= h.cost; s.Steps < 0 {
		s.root.spentIn(g.p)
	}
	g.r[0] = a
	if h.value == nil {
		pc := 0
		for code := g.p.code; uint(pc) < uint(len(code)); { // like State.loop, up to the first call
			pc = code[pc](g)
		}
		if pc >= 0 {
			s.cur = &s.root
			return Nil
		}
		if pc == sigFrame {
			s.loop(s.cur)
		}
		return s.result
	}
	v := h.value(g)
	s.cur = &s.root
	return v
}

// Test is like Run, but reports only whether the result is true in the sense of Lua.
func (h *Prepared) Test(a Value) bool {
	s, g := h.s, h.call
	if !h.quick || h.test == nil || s.cur != &s.root {
		return h.Run(a).Truth()
	}
	if s.Steps -= h.cost; s.Steps < 0 {
		s.root.spentIn(g.p)
	}
	g.r[0] = a
	yes := h.test(g)
	s.cur = &s.root
	return yes
}

// RunWith is like Run, with one more argument after the prepared ones.
func (h *Prepared) RunWith(a, last Value) Value { return h.runSlow(a, []Value{last}) }

// runSlow is the slow path of Run. It handles the first call since State.Forget, a call inside another call, a function
// that assigns to its parameters or makes tail calls, and a function for which h.call is nil. RunWith always uses
// it.
func (h *Prepared) runSlow(a Value, more []Value) Value {
	s, g := h.s, h.call
	if g == nil || s.cur != &s.root {
		args := append([]Value{a}, h.rest...)
		v, err := s.Call1(h.fn, append(args, more...)...)
		if err != nil {
			panic(err)
		}
		return v
	}
	if !h.used {
		h.used, h.next, s.used = true, s.used, h
		h.reset()
	}
	p := h.fn.proto
	if p.mustReset {
		h.reset()
	}
	h.quick = !p.mustReset
	if s.Steps -= h.cost; s.Steps < 0 {
		s.root.spentIn(p)
	}
	g.r[0] = a
	if from := 1 + len(h.rest); from < p.params {
		copy(g.r[from:p.params], more)
	}
	g.pc = 0
	s.loop(g)
	return s.result
}
