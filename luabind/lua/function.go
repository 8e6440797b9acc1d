package lua

import (
	"fmt"
	"math"
)

// Function is a function, of Lua or of Go.
type Function struct {
	object
	proto  *proto  // of a function of Lua
	up     []*cell // its captured variables
	env    *Table  // its globals
	native *native // of a function of Go; and what is behind coroutines and userdata
}

// cell is a captured variable.
type cell struct {
	v     Value
	stamp int32 // see guard
}

// native is a function of Go.
type native struct {
	name    string
	fn      Builtin
	special special
	payload any // see NewClosure; a coroutine; what Userdata was given
}

// special tells the functions that change what runs, which the interpreter does by itself.
type special uint8

const (
	plainCall special = iota
	callPcall
	callXpcall
	callYield
	callResume
	callWrapped // what coroutine.wrap returned
)

// Builtin is a function of Go that scripts can call. It reads its arguments from c and gives its
// results to c.Return. An error ends the script's call as Lua's error function does, with
// the place of the call in front. It runs on the goroutine of the State and must not keep c.
type Builtin func(c *Call) error

// NewFunction returns a function of Go. The name is for messages. It holds no state of the
// interpreter, so that any number of States may share it if fn allows that.
func NewFunction(name string, fn Builtin) *Function {
	return newNative(native{name: name, fn: fn})
}

func newNative(n native) *Function {
	f := &Function{native: &n}
	f.kind, f.f, f.stamp = KindFunction, f, frozen
	return f
}

// Value returns the function as a value.
func (f *Function) Value() Value { return Value{p: &f.object} }

// Name returns what the function is called where it is defined, "" if it has no name.
func (f *Function) Name() string {
	if f.native != nil {
		return f.native.name
	}
	return f.proto.name
}

// Native reports whether the function is one of Go.
func (f *Function) Native() bool { return f.proto == nil }

// Params returns how many parameters a function of Lua has, and whether it takes more arguments by
// three dots.
func (f *Function) Params() (n int, more bool) {
	if f.proto == nil {
		return 0, true
	}
	return f.proto.params, f.proto.vararg
}

// Captured goes through the variables from outside that a function of Lua uses.
func (f *Function) Captured(yield func(name string, v Value) bool) {
	for i, x := range f.up {
		if !yield(f.proto.ups[i].name, x.v) {
			return
		}
	}
}

// Defined returns the file and the line in which a function of Lua begins; "" and 0 for one of Go.
func (f *Function) Defined() (file string, line int) {
	if f.proto == nil {
		return "", 0
	}
	return f.proto.chunk.src.Name, int(f.proto.at.line)
}

// Len returns how many arguments the call has.
func (c *Call) Len() int { return int(c.pc) }

// Arg returns the n-th argument, counted from 1, nil if there are fewer.
func (c *Call) Arg(n int) Value {
	if n > int(c.pc) {
		return Nil
	}
	return c.r[n-1]
}

// Args returns all arguments. They are good until the function returns.
func (c *Call) Args() []Value { return c.r[:c.pc] }

// Return adds a result.
func (c *Call) Return(v Value) { c.s.ret = append(c.s.ret, v) }

// Yield suspends the coroutine that runs. The function must return what Yield returns, and its results
// go to the one that resumes the coroutine; what that gives is what the function returns to the
// script. It is an error outside of a coroutine, and below a call that Go makes.
func (c *Call) Yield() error {
	switch {
	case c.s.thread == nil:
		return errorText("attempt to yield from outside a coroutine")
	case c.s.inner != int(c.s.thread.inner):
		return errorText("attempt to yield across metamethod/C-call boundary")
	}
	return errYield
}

// errYield is what a function of Go returns that suspends its coroutine.
var errYield = errorText("yield")

// Trace returns the calls under way, the innermost first.
func (c *Call) Trace() []Level { return c.s.trace() }

// State returns the State that makes the call.
func (c *Call) State() *State { return c.s }

// NewClosure returns a function with data of its own, which c.Data returns in it. It is for
// functions that a function of Go returns to the script, such as iterators. The function is
// counted, the data is not.
func (c *Call) NewClosure(name string, fn Builtin, data any) Value {
	c.s.alloc(c, closureBytes)
	f := newNative(native{name: name, fn: fn, payload: data})
	f.stamp = c.s.floor
	return f.Value()
}

// Data returns what NewClosure was given.
func (c *Call) Data() any { return c.fn.native.payload }

// Change is called before what c.Data returns is changed. It ends the call if the function is
// constant, or older than what runs under a guard.
func (c *Call) Change() {
	c.writable(&c.fn.object, Nil)
}

// ChangeTable is Change for what a function of Go does to a table, and is called where that may turn out to
// be nothing.
func (c *Call) ChangeTable(t *Table) { c.writable(&t.object, Nil) }

// ArgumentError is an error about an argument of a function of Go.
type ArgumentError struct {
	N        int // from 1; 0 is s of s:rep(2)
	Function string
	Reason   string
	Given    Operand
	Callee   Operand // how the source writes the function
}

// Error returns the error in Lua's words.
func (e *ArgumentError) Error() string {
	if e.N == 0 {
		return fmt.Sprintf("calling '%s' on bad self (%s)", e.Function, e.Reason)
	}
	return fmt.Sprintf("bad argument #%d to '%s' (%s)", e.N, e.Function, e.Reason)
}

// BadArgument returns an ArgumentError about the n-th argument. As in Lua, s of s:rep(2) is not counted
// among the arguments.
func (c *Call) BadArgument(n int, format string, args ...any) error {
	e := &ArgumentError{N: n, Function: c.fn.native.name, Reason: fmt.Sprintf(format, args...), Given: c.Given(n)}
	s := c.prev.site()
	if s == nil {
		return e
	}
	if e.Callee = c.prev.operand(&s.of, c.fn.Value()); s.of.what == whatMethod {
		e.N--
	}
	return e
}

// Given returns the n-th argument and how the source writes it, if a function of Lua has made the call.
func (c *Call) Given(n int) Operand {
	i := n
	if s := c.prev.site(); s != nil && s.of.what == whatMethod {
		i--
	}
	v := c.Arg(n)
	if o := c.prev.argument(i); o != nil {
		return c.prev.operand(o, v)
	}
	return Operand{Value: v}
}

// wrong raises an error about an argument's type.
func (c *Call) wrong(n int, want string) {
	got := "no value"
	if n <= int(c.pc) {
		got = c.r[n-1].Kind().String()
	}
	c.raise(c.BadArgument(n, "%s expected, got %s", want, got))
}

// The following return an argument that must be of some type, as Lua's library converts it. They end
// the function with a BadArgument if it is not.

// Any returns the n-th argument, which may be nil but must be there.
func (c *Call) Any(n int) Value {
	if n > int(c.pc) {
		c.raise(c.BadArgument(n, "value expected"))
	}
	return c.r[n-1]
}

// Number returns the n-th argument as a number; strings that are numerals are converted.
func (c *Call) Number(n int) float64 {
	v := c.Arg(n)
	if v.p == &numberTag {
		return v.n
	}
	c.SpendOn(v)
	x, ok := v.number()
	if !ok {
		c.wrong(n, "number")
	}
	return x
}

// Int returns the n-th argument as a whole number, without its fraction. What does not fit
// into an int becomes the nearest number that does; NaN becomes 0.
func (c *Call) Int(n int) int {
	switch x := c.Number(n); {
	case x != x:
		return 0
	case x >= math.MaxInt:
		return math.MaxInt
	case x <= math.MinInt:
		return math.MinInt
	default:
		return int(x)
	}
}

// OptInt is Int if the argument is not nil, and def if it is.
func (c *Call) OptInt(n, def int) int {
	if c.Arg(n).IsNil() {
		return def
	}
	return c.Int(n)
}

// Text returns the n-th argument as a string; numbers are converted.
func (c *Call) Text(n int) string {
	s, ok := c.Arg(n).text()
	if !ok {
		c.wrong(n, "string")
	}
	return s
}

// OptText is Text if the argument is not nil, and def if it is.
func (c *Call) OptText(n int, def string) string {
	if c.Arg(n).IsNil() {
		return def
	}
	return c.Text(n)
}

// Table returns the n-th argument, which must be a table.
func (c *Call) Table(n int) *Table {
	t := c.Arg(n).Table()
	if t == nil {
		c.wrong(n, "table")
	}
	return t
}

// Callable returns the n-th argument, which must be a function.
func (c *Call) Callable(n int) Value {
	v := c.Arg(n)
	if v.Kind() != KindFunction {
		c.wrong(n, "function")
	}
	return v
}

// Spend takes n steps, for work that a function of Go does. It ends the script if that is too much.
func (c *Call) Spend(n int) { c.charge(int64(n)) }

// Alloc counts n bytes that a function of Go is about to allocate for the script. It ends the
// script if that is too much.
func (c *Call) Alloc(n int) { c.s.alloc(c, int64(n)) }

// NewString returns a string that is counted.
func (c *Call) NewString(s string) Value {
	c.s.alloc(c, int64(len(s))+stringBytes)
	return String(s)
}

// NewTable returns an empty table that is counted.
func (c *Call) NewTable(list, others int) *Table {
	bytes := tableBytes + int64(list)*valueBytes
	if others > 0 {
		bytes += nodesBytes(others)
	}
	c.s.alloc(c, bytes)
	t := NewTable(list, others)
	t.stamp = c.s.floor
	return t
}

// Set makes t[k] = v without regard to metamethods. It counts what the table grows, and ends the
// script if the table is constant or the key is nil.
func (c *Call) Set(t *Table, k, v Value) {
	c.writable(&t.object, k)
	c.SpendOn(k)
	if k.p == nil || k.n != k.n {
		c.checkKey(k, nil)
	}
	if bytes := t.set(k, v); bytes > 0 {
		c.s.alloc(c, bytes)
	}
}

// Insert makes t[pos] = v and moves what is between there and the end of the list up by one.
func (c *Call) Insert(t *Table, pos int, v Value) {
	c.writable(&t.object, Nil)
	end := len(t.list) + 1
	if pos < end {
		c.charge(int64(min(uint64(end)-uint64(pos), math.MaxInt64)))
	}
	for i := end; i > pos; i-- {
		if pos >= 1 && i < len(t.list) {
			copy(t.list[pos:i], t.list[pos-1:i-1])
			break
		}
		c.Set(t, Number(float64(i)), t.Int(i-1))
	}
	c.Set(t, Number(float64(pos)), v)
}

// Remove removes t[pos] from the list, moves what is behind it down by one, and returns it.
// It returns false if pos is not in the list.
func (c *Call) Remove(t *Table, pos int) (v Value, ok bool) {
	c.writable(&t.object, Nil)
	n := len(t.list)
	if pos < 1 || pos > n {
		return Nil, false
	}
	c.charge(int64(n - pos))
	v = t.list[pos-1]
	copy(t.list[pos-1:], t.list[pos:])
	t.list[n-1] = Nil
	t.trim()
	return v, true
}

// SetMetatable makes m the metatable of t; nil takes it away.
func (c *Call) SetMetatable(t, m *Table) {
	c.writable(&t.object, Nil)
	if t.fixed > 0 {
		c.refuse(&Mistake{Kind: KindTable, Operands: []Operand{{Value: t.Value()}}})
	}
	t.meta = m
}

// Metatable returns the metatable of v, nil if it has none.
func (c *Call) Metatable(v Value) *Table { return c.s.metatable(v) }

// Index returns v[k] with regard to metamethods.
func (c *Call) Index(v, k Value) Value { return c.index(v, k, nil) }

// Call calls a function and returns its results, which are good until the next call. What it
// raises ends this function, too. It cannot wait: a yield inside is an error.
func (c *Call) Call(fn Value, args ...Value) []Value { return c.callN(fn, args) }

// Call1 is Call for one result, nil if there is none.
func (c *Call) Call1(fn Value, args ...Value) Value { return first(c.callN(fn, args)) }

// Metafield returns the entry of v's metatable that has the name, nil if there is none. Strings
// have the metatable of SetStringMeta.
func (c *Call) Metafield(v, name Value) Value { return c.s.metafield(v, name.p) }

// Less reports whether a < b with regard to metamethods.
func (c *Call) Less(a, b Value) bool { return c.less(a, b, nil) }

// ToString returns what Lua's tostring makes of v: the result of __tostring, or v.String().
func (c *Call) ToString(v Value) Value {
	if m := c.s.metafield(v, nameToString); m.p != nil {
		return c.Call1(m, v)
	}
	if v.Kind() == KindString {
		return v
	}
	return c.NewString(v.String())
}

func first(out []Value) Value {
	if len(out) > 0 {
		return out[0]
	}
	return Nil
}
