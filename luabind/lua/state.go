package lua

import "errors"

// State runs functions, on one goroutine at a time. A State is small, so each worker of a host can have its own.
// Any number of States may share frozen values and the results of Compile.
type State struct {
	// Steps is the number of steps that scripts may still take; the package comment lists the costs. When it falls
	// below 0, the script ends with an error whose cause is ErrSteps. pcall does not catch this error.
	Steps int64
	// Bytes is the number of bytes that scripts may still allocate, for tables, strings, functions, captured
	// variables, varargs and coroutines, including those that have become garbage. When it falls below
	// 0, the script ends with an error whose cause is ErrBytes.
	Bytes int64
	// Short, unless nil, is called when Bytes falls below 0. It may increase Bytes. If Bytes is still below 0
	// afterwards, the script ends with ErrBytes. Short must not run scripts.
	Short func()
	// MaxDepth bounds the nesting of calls.
	MaxDepth int32
	// Host is any data of the host. The Go functions that scripts call get it from Call.State.
	Host any
	// Refused, unless nil, is called with each error about a refused change, before the error is raised. Refused can
	// change the text of the error with Say. It is called even if the script catches the error. Such an error has a
	// Mistake whose Attempt is "change", or wraps ErrGuarded.
	Refused func(e *Error)
	// Stored, unless nil, is called after each store of a script to a table with Trace: t[k] was was, and is is now.
	// State.Running then returns the place of the store. Stored must not run scripts.
	Stored func(t *Table, k, was, is Value)

	guard
	nesting

	cur     *frame    // the current frame
	root    frame     // the first frame, which stands for the Go code outside of all scripts
	ret     []Value   // results of the active Go functions
	result  Value     // first result of a call by Call1 or Prepared.Run
	open    []Value   // results of the last call, if their number is not fixed; values that a coroutine yields
	args    []Value   // a stack of arguments of calls being made
	text    []byte    // buffer for a string being made
	strings *Table    // the metatable of strings
	used    *Prepared // list of the Prepareds that were called since Forget
	spare   *frame    // list of frames released by coroutines
	caused  *Error    // the last error with a Cause or a Mistake
	thread  *Thread   // the running coroutine, nil outside of coroutines

	// Describe, unless nil, returns the text of a value for Call.ToString, if Value.String would return one with a number
	// that differs from run to run: that of a table, function, coroutine or userdata. It may call functions by c.
	Describe func(c *Call, v Value) string

	// Older, unless nil, makes a guard permit all stores, and is called for each store to something that is older than the
	// guard. What is constant stays so.
	Older func()

	methods handleMethods // of userdata

	_ [72]byte // pads the size to a multiple of 128 bytes, so that two States share no cache line
}

// guard determines which objects and captured variables can be changed. Each of them has a stamp: the floor at the
// time of its creation, or frozen.
type guard struct {
	floor int32 // smallest stamp of what can be changed; 0 permits changes to everything that is not frozen
	epoch int32 // the floor of the last guard
}

// nesting counts the active calls from Go to Lua.
type nesting struct {
	nested int // number of all these calls; each of them uses the Go stack
	inner  int // number of these calls that a yield cannot leave
}

// The causes of an Error that a meter raises: ErrSteps for State.Steps, and ErrBytes for State.Bytes.
var (
	ErrSteps = errors.New("too many steps")
	ErrBytes = errors.New("not enough memory")
)

// Unlimited is a value for Steps and Bytes that scripts cannot use up.
const Unlimited = 1 << 62

// NewState returns a State without limits.
func NewState() *State {
	s := &State{Steps: Unlimited, Bytes: Unlimited, MaxDepth: defaultDepth}
	s.root.s, s.root.want = s, wantEnd
	s.cur = &s.root
	return s
}

const (
	// defaultDepth is the default of State.MaxDepth. It is approximately the limit of Lua 5.1 on nested calls.
	defaultDepth = 20000
	// maxNested bounds nesting.nested, and so the Go stack.
	maxNested = 190
)

// Forget clears the values that finished calls have left in registers, so that they can be garbage collected. A
// host that runs for a long time should call Forget from time to time, between two calls.
func (s *State) Forget() {
	if s.cur != &s.root {
		return
	}
	s.root.forget()
	for h := s.used; h != nil; h = h.next {
		h.used, h.quick = false, false
		h.reset()
	}
	s.used = nil
	for _, list := range [][]Value{s.ret, s.open, s.args} {
		clear(list[:cap(list)])
	}
	s.result = Nil
}

// forget clears c and the frames after it, and drops the frames beyond usualFrames.
func (c *frame) forget() {
	for n := 0; c != nil; c, n = c.next, n+1 {
		if len(c.r) > usualRegisters {
			c.r = make([]Value, usualRegisters)
		}
		clear(c.r)
		c.fn, c.p, c.cells, c.varargs = nil, nil, nil, nil
		if n == usualFrames {
			c.next = nil
		}
	}
}

// usualFrames is the number of frames that forget keeps after the first one.
const usualFrames = 32

// usualRegisters bounds the registers of each frame that forget keeps.
const usualRegisters = 256

// SetStringMeta makes m the metatable of all strings in this State.
func (s *State) SetStringMeta(m *Table) { s.strings = m }

// NewTable returns an empty table for a script. The script may write it even under a guard.
func (s *State) NewTable(list, others int) *Table {
	t := NewTable(list, others)
	t.stamp = s.floor
	return t
}

// alloc takes n bytes from s.Bytes. If too few are left, it calls Short and raises ErrBytes if that does not help.
func (s *State) alloc(c *frame, n int64) {
	if s.Bytes -= n; s.Bytes < 0 {
		s.short(c)
	}
}

func (s *State) short(c *frame) {
	if s.Short != nil {
		s.Short()
	}
	if s.Bytes < 0 {
		c.raise(ErrBytes)
	}
}

// charge takes n steps. If too few are left, it raises ErrSteps.
func (c *frame) charge(n int64) {
	if c.s.Steps -= n; c.s.Steps < 0 {
		c.overcharged(n)
	}
}

func (c *frame) overcharged(n int64) {
	e := c.errorOf(ErrSteps)
	e.Price = n
	panic(e)
}

// longText is the length from which comparing a string or looking it up takes steps.
const longText = 256

// spendOn takes the steps for comparing v or looking it up, if v is a long string.
func (c *frame) spendOn(v Value) {
	if v.p != nil && len(v.p.s) >= longText {
		c.charge(int64(len(v.p.s) / 16))
	}
}

// spent raises ErrSteps at a position.
func (c *frame) spent(at position) {
	c.at = at
	c.raise(ErrSteps)
}

// spentIn raises ErrSteps at the call of p, or at the beginning of p if Go has called it.
func (c *frame) spentIn(p *proto) {
	if c.p == nil {
		e := mistakeAt(Position{p.chunk.src.Name, int(p.at.line), int(p.at.col)}, ErrSteps.Error())
		e.Cause, c.s.caused, c.s.cur = ErrSteps, e, c
		panic(e)
	}
	c.raise(ErrSteps)
}

// hop takes the step for a read or a store that continues through a metatable. o is the origin of the indexed value.
func (c *frame) hop(o *origin) {
	if c.s.Steps--; c.s.Steps < 0 {
		c.place(o)
		c.raise(ErrSteps)
	}
}

// SetGuard sets or removes a guard. Under a guard, scripts cannot change anything that is older than the guard: a
// store to an older table or captured variable is an error. Each call that sets a guard begins a new guard.
func (s *State) SetGuard(on bool) {
	if !on {
		s.floor = 0
		return
	}
	if s.epoch++; s.epoch < 0 {
		s.epoch = 1
	}
	s.floor = s.epoch
}

// ErrGuarded is the cause of an error about a change that a guard refuses.
var ErrGuarded = errors.New("nothing can be changed here")
