package lua

import "errors"

// State runs functions, on one goroutine at a time. It is cheap: a worker has one, and what is frozen
// or made by Compile is shared among any number of them.
type State struct {
	// Steps is the number of steps that scripts may still take; the package comment says what costs how
	// many. When it falls below 0, the script ends with an error whose cause is ErrSteps, which pcall does
	// not catch.
	Steps int64
	// Bytes is the number of bytes that scripts may still allocate, for tables, strings, functions, captured
	// variables, varargs and coroutines, including those that have become garbage. When it falls below
	// 0, the script ends with an error whose cause is ErrBytes.
	Bytes int64
	// Short is called when Bytes has fallen below 0, if it is not nil. It may set Bytes to what is allowed
	// besides; if they are still below 0, the script ends with ErrBytes. It must not run scripts.
	Short func()
	// MaxDepth is how deep calls may nest.
	MaxDepth int32
	// Host is for the host's functions of Go, which find it by Call.State.
	Host any
	// Refused is called with each error about a change that is refused, before it is raised, if it is not nil. A host
	// can give it other words by Say, and learns of it also when a script catches it. Such an error has a
	// Mistake whose Attempt is "change", or wraps ErrGuarded.
	Refused func(e *Error)

	guard
	nesting

	cur     *Call   // what runs
	root    Call    // below all calls from Go
	ret     []Value // results of functions of Go
	result  Value   // first result of a call by Call1
	open    []Value // results of a call or ... for the op that follows
	args    []Value // arguments on their way
	text    []byte  // room for a string that is being made
	strings *Table  // the metatable of strings
	used    *Prepared
	spare   *Call   // those that coroutines have given up
	caused  *Error  // the last one that has a Cause or a Mistake
	thread  *Thread // the coroutine that runs, nil outside of any
}

// guard says what can be written, by the stamps of tables, variables and coroutines.
type guard struct {
	floor int32 // the least stamp that can be written; 0 lets all be written but the frozen
	epoch int32 // the floor of the last guarded time
}

// nesting counts the calls from Go to Lua that are under way.
type nesting struct {
	nested int // all of them, each of which is on the Go stack
	inner  int // those which a yield cannot leave
}

// Causes of an Error that a meter raises.
var (
	ErrSteps = errors.New("too many steps")
	ErrBytes = errors.New("not enough memory")
)

// Unlimited is for Steps and Bytes.
const Unlimited = 1 << 62

// NewState returns a State without limits.
func NewState() *State {
	s := &State{Steps: Unlimited, Bytes: Unlimited, MaxDepth: defaultDepth}
	s.root.s, s.root.want = s, wantEnd
	s.cur = &s.root
	return s
}

const (
	// defaultDepth is how deep Lua 5.1 lets functions call each other, about.
	defaultDepth = 20000
	// maxNested bounds the Go stack.
	maxNested = 190
)

// Forget clears what functions that have returned have left in registers, which keeps it from being freed.
// It is for a host that calls functions for long, now and then between two calls.
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

// forget clears c and the calls behind it, and gives up those that are unusually many.
func (c *Call) forget() {
	for n := 0; c != nil; c, n = c.next, n+1 {
		if len(c.r) > usualRegisters {
			c.r = make([]Value, usualRegisters)
		}
		clear(c.r)
		c.fn, c.p, c.cells, c.varargs = nil, nil, nil, nil
		if n == usualCalls {
			c.next = nil
		}
	}
}

// usualCalls is how many Calls are kept behind one that Go makes.
const usualCalls = 32

// usualRegisters is how many a call keeps for the next one.
const usualRegisters = 256

// SetStringMeta makes m the metatable of all strings in this State.
func (s *State) SetStringMeta(m *Table) { s.strings = m }

// NewTable returns an empty table for a script, which may write it also under a guard.
func (s *State) NewTable(list, others int) *Table {
	t := NewTable(list, others)
	t.stamp = s.floor
	return t
}

// alloc counts bytes.
func (s *State) alloc(c *Call, n int64) {
	if s.Bytes -= n; s.Bytes < 0 {
		s.short(c)
	}
}

func (s *State) short(c *Call) {
	if s.Short != nil {
		s.Short()
	}
	if s.Bytes < 0 {
		c.raise(ErrBytes)
	}
}

// charge takes steps.
func (c *Call) charge(n int64) {
	if c.s.Steps -= n; c.s.Steps < 0 {
		c.raise(ErrSteps)
	}
}

// longText is how long a string is that takes steps to compare, to look up, and to read as a number.
const longText = 256

// SpendOn takes steps for comparing v, looking it up, or reading it as a number, if it is a long string.
func (c *Call) SpendOn(v Value) {
	if v.p != nil && len(v.p.s) >= longText {
		c.charge(int64(len(v.p.s) / 16))
	}
}

// spent raises ErrSteps at a place.
func (c *Call) spent(at position) {
	c.at = at
	c.raise(ErrSteps)
}

// spentIn raises ErrSteps at the call of p, or where p begins if Go calls it.
func (c *Call) spentIn(p *proto) {
	if c.p == nil {
		e := mistakeAt(Position{p.chunk.src.Name, int(p.at.line), int(p.at.col)}, ErrSteps.Error())
		e.Cause, c.s.caused, c.s.cur = ErrSteps, e, c
		panic(e)
	}
	c.raise(ErrSteps)
}

// hop takes the step of an index that goes through a metatable.
func (c *Call) hop(o *origin) {
	if c.s.Steps--; c.s.Steps < 0 {
		c.place(o)
		c.raise(ErrSteps)
	}
}

// SetGuard begins or ends a guarded time, in which nothing that was there before can be changed: a
// store to a table or variable that was not made since is an error. Each call begins a new one.
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

// ErrGuarded is the cause of an error for a change that SetGuard refuses.
var ErrGuarded = errors.New("nothing can be changed here")
