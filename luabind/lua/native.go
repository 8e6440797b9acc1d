package lua

import (
	"errors"
	"fmt"
	"math"

	"github.com/bough-dev/bough/internal/message"
)

// Call is a call of a Go function. The function uses its Call to read arguments, to return results, and to execute
// operations of Lua. A Call is the frame of the call, with other methods.
type Call frame

// frame returns the frame that c is.
func (c *Call) frame() *frame { return (*frame)(c) }

// Len returns the number of arguments of the call.
func (c *Call) Len() int { return int(c.pc) }

// Arg returns the n-th argument, counted from 1. It returns nil if there are fewer arguments.
func (c *Call) Arg(n int) Value {
	if n > int(c.pc) {
		return Nil
	}
	return c.r[n-1]
}

// Args returns all arguments. They are valid until the function returns.
func (c *Call) Args() []Value { return c.r[:c.pc] }

// Return adds v to the results of the call.
func (c *Call) Return(v Value) { c.s.ret = append(c.s.ret, v) }

// Collect calls fn with c, and returns the results that fn adds. These results are also results of c. The slice is
// valid until another result is added.
func (c *Call) Collect(fn Builtin) ([]Value, error) {
	n := len(c.s.ret)
	err := fn(c)
	return c.s.ret[n:], err
}

// Yield suspends the running coroutine. The Go function must return the error that Yield returns; its results then go
// to the code that resumed the coroutine. The values passed to the next resume become the results of the function
// in the script. Yield fails outside of a coroutine, in a metamethod, and in a function that a Go function has called.
func (c *Call) Yield() error {
	switch {
	case c.s.thread == nil:
		return errYieldOutside
	case c.s.inner != int(c.s.thread.inner):
		return errYieldAcross
	}
	return errYield
}

// errYield is the error that a Go function returns to suspend its coroutine.
var errYield = errorText("yield")

// Trace returns the active calls, the innermost first.
func (c *Call) Trace() []Level { return c.s.trace() }

// State returns the State that makes the call.
func (c *Call) State() *State { return c.s }

// NewClosure returns a Go function with data, which Call.Data returns in calls of that function. It is for functions
// that a Go function returns to the script, such as iterators. The meter counts the function, but not the data.
func (c *Call) NewClosure(name string, fn Builtin, data any) Value {
	c.s.alloc(c.frame(), closureBytes)
	f := newNative(native{name: name, fn: fn, payload: data})
	f.stamp = c.s.floor
	return f.Value()
}

// Data returns the data given to NewClosure.
func (c *Call) Data() any { return c.fn.native.payload }

// Change must be called before the data of c.Data is changed. It raises an error if the function is constant, or if a
// guard is set and the function is older than the guard.
func (c *Call) Change() {
	c.frame().writable(&c.fn.object, Nil)
}

// ChangeTable is like Change, for a table. A Go function should call it before an operation that leaves some tables
// unchanged, such as sorting: then the operation fails for every constant table, even an empty one.
func (c *Call) ChangeTable(t *Table) { c.frame().writable(&t.object, Nil) }

// ArgumentError is an error about an argument of a Go function.
type ArgumentError struct {
	N        int // number of the argument, from 1; 0 for s in s:rep(2)
	Function string
	Reason   string  // what is wrong, as in Lua 5.1
	Want     string  // the arguments that are accepted, such as "a number"; "" if Reason alone says what is wrong
	Missing  bool    // there are fewer arguments
	Method   bool    // the function was called as a method, so that N does not count the receiver
	Given    Operand // the argument
	Callee   Operand // the called function, as in the source
	cause    error
}

// Argument returns e.N. The position of an error of a Go function that has this method is that of the argument.
func (e *ArgumentError) Argument() int { return e.N }

// Error returns the message that Lua has for the error.
func (e *ArgumentError) Error() string {
	if e.N == 0 {
		return fmt.Sprintf("calling '%s' on bad self (%s)", e.Function, e.Reason)
	}
	return fmt.Sprintf("bad argument #%d to '%s' (%s)", e.N, e.Function, e.Reason)
}

// Unwrap returns the error that the reason consists of; see Call.BadArgument. Otherwise it returns nil.
func (e *ArgumentError) Unwrap() error { return e.cause }

// Wants sets e.Want and returns e.
func (e *ArgumentError) Wants(want string) *ArgumentError {
	e.Want = want
	return e
}

// inEnglish is an error whose text is English, since scripts can see it.
type inEnglish struct{ error }

// Error implements error.
func (e inEnglish) Error() string { return message.English(e.error) }

// BadArgument returns an ArgumentError about the n-th argument, with a reason like one of fmt.Errorf. As in Lua, the
// receiver s of s:rep(2) does not count as an argument.
func (c *Call) BadArgument(n int, format string, args ...any) *ArgumentError {
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = inEnglish{err}
		}
	}
	reason := fmt.Errorf(format, args...)
	e := &ArgumentError{N: n, Function: c.fn.native.name, Reason: reason.Error(), Missing: n > c.Len(), Given: c.Given(n)}
	if cause, ok := errors.Unwrap(reason).(inEnglish); ok {
		e.cause = cause.error
	}
	s := c.prev.site()
	if s == nil {
		return e
	}
	if e.Callee = s.of.operand(c.prev, c.fn.Value()); s.of.what == whatMethod {
		e.Method = true
		e.N--
	}
	return e
}

// Callee returns the called function, as in the source. If no Lua function has made the call, only the value is known.
func (c *Call) Callee() Operand {
	s := c.prev.site()
	if s == nil {
		return Operand{Value: c.fn.Value()}
	}
	return s.of.operand(c.prev, c.fn.Value())
}

// Given returns the n-th argument with its source text. The text is known only if a Lua function has made the call.
func (c *Call) Given(n int) Operand {
	s, i := c.prev.site(), n
	if s != nil && s.of.what == whatMethod {
		i--
	}
	return s.argument(i).operand(c.prev, c.Arg(n))
}

// wrong raises an error about the type of an argument; want is the type that the function needs.
func (c *Call) wrong(n int, want string) {
	got := "no value"
	if n <= int(c.pc) {
		got = c.r[n-1].Kind().String()
	}
	c.frame().raise(c.BadArgument(n, "%s expected, got %s", want, got).Wants("a " + want))
}

// The following methods return an argument of a certain type, converted as the functions of Lua's library do it. If
// the argument does not have the type, they raise the error of BadArgument.

// Any returns the n-th argument, which may be nil but must be present.
func (c *Call) Any(n int) Value {
	if n > int(c.pc) {
		c.frame().raise(c.BadArgument(n, "value expected").Wants("a value"))
	}
	return c.r[n-1]
}

// Number returns the n-th argument as a number. It converts strings that are numerals.
func (c *Call) Number(n int) float64 {
	v := c.Arg(n)
	if v.p == &numberTag {
		return v.n
	}
	x, ok := c.ToNumber(v)
	if !ok {
		c.wrong(n, "number")
	}
	return x
}

// Int returns the n-th argument, a number, without its fraction. A number outside the range of int becomes the
// nearest int; NaN becomes 0.
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

// OptInt is like Int if the argument is not nil; otherwise it returns def.
func (c *Call) OptInt(n, def int) int {
	if c.Arg(n).IsNil() {
		return def
	}
	return c.Int(n)
}

// Text returns the n-th argument as a string. It converts numbers.
func (c *Call) Text(n int) string {
	s, ok := c.Arg(n).text()
	if !ok {
		c.wrong(n, "string")
	}
	return s
}

// OptText is like Text if the argument is not nil; otherwise it returns def.
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

// Spend takes n steps for the work of a Go function. It ends the script if there are not enough steps left.
func (c *Call) Spend(n int) { c.frame().charge(int64(n)) }

// Steps returns the number of steps that are left.
func (c *Call) Steps() int64 { return c.s.Steps }

// SpendSince is like Spend, for a function that takes its steps in small portions. from is the result of Steps when the
// function began. If there are not enough steps left, it becomes the Price of the error.
func (c *Call) SpendSince(from int64, n int) {
	if c.s.Steps -= int64(n); c.s.Steps < 0 {
		c.frame().overcharged(from)
	}
}

// SpendOn takes the steps for comparing v or looking it up, if v is a long string.
func (c *Call) SpendOn(v Value) { c.frame().spendOn(v) }

// Alloc counts n bytes that a Go function is about to allocate for the script. It ends the script if there are
// not enough bytes left.
func (c *Call) Alloc(n int) { c.s.alloc(c.frame(), int64(n)) }

// NewString returns a string and counts its bytes.
func (c *Call) NewString(s string) Value {
	c.s.alloc(c.frame(), int64(len(s))+stringBytes)
	return String(s)
}

// NewTable returns an empty table and counts its bytes.
func (c *Call) NewTable(list, others int) *Table { return c.frame().newTable(list, others) }

// Set makes t[k] = v without metamethods, and counts the growth of the table. It raises an error if the table cannot
// be changed, or if the key is nil or NaN.
func (c *Call) Set(t *Table, k, v Value) { c.frame().set(t, k, v) }

// Insert makes t[pos] = v and shifts the elements from pos to the end of the list up by one.
func (c *Call) Insert(t *Table, pos int, v Value) {
	c.frame().writable(&t.object, Nil)
	end := len(t.list) + 1
	if pos < end {
		c.frame().charge(int64(min(uint64(end)-uint64(pos), math.MaxInt64)))
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

// Remove removes t[pos] from the list, shifts the elements after it down by one, and returns the removed element. ok
// is false if pos is not in the list.
func (c *Call) Remove(t *Table, pos int) (v Value, ok bool) {
	c.frame().writable(&t.object, Nil)
	n := len(t.list)
	if pos < 1 || pos > n {
		return Nil, false
	}
	c.frame().charge(int64(n - pos))
	v = t.list[pos-1]
	copy(t.list[pos-1:], t.list[pos:])
	t.list[n-1] = Nil
	t.trim()
	return v, true
}

// Next is like Table.Next, but takes steps for skipped places, and raises an error if k is not a key of t.
func (c *Call) Next(t *Table, k Value) (next, v Value, more bool) {
	pos, ok := t.after(k)
	if !ok {
		c.frame().raise(errNext)
	}
	next, v, _, more = c.frame().entry(t, pos)
	return next, v, more
}

// SetMetatable makes m the metatable of t; nil removes the metatable.
func (c *Call) SetMetatable(t, m *Table) {
	c.frame().writable(&t.object, Nil)
	if t.fixed > 0 {
		c.frame().refuse(&Mistake{Kind: KindTable, Operands: []Operand{{Value: t.Value()}}})
	}
	t.meta = m
}

// Metatable returns the metatable of v, or nil if it has none.
func (c *Call) Metatable(v Value) *Table { return c.s.metatable(v) }

// Index returns v[k], using metamethods.
func (c *Call) Index(v, k Value) Value { return c.frame().index(v, k, noOrigin) }

// Call calls fn and returns its results, which are valid until the next call. An error that fn raises ends the
// calling Go function, too. fn cannot suspend the coroutine: a yield in it is an error.
func (c *Call) Call(fn Value, args ...Value) []Value { return c.frame().callN(fn, args) }

// Call1 is like Call, but returns only the first result, or nil if there is none.
func (c *Call) Call1(fn Value, args ...Value) Value { return first(c.frame().callN(fn, args)) }

// Metafield returns the entry of that name in v's metatable, or nil if there is none. Strings have the metatable
// given to SetStringMeta.
func (c *Call) Metafield(v, name Value) Value { return c.s.metafield(v, name.p) }

// Less reports whether a < b, using metamethods.
func (c *Call) Less(a, b Value) bool { return noOperation.less(c.frame(), a, b) }

// ToNumber converts v as arithmetic does: a number, or a string that is a numeral. It takes the steps for parsing.
// ok is false for any other value.
func (c *Call) ToNumber(v Value) (n float64, ok bool) { return c.frame().number(v) }

// ToString returns the result of Lua's tostring for v: the result of __tostring, of State.Describe, or of v.String.
func (c *Call) ToString(v Value) Value {
	if m := c.s.metafield(v, nameToString); m.p != nil {
		return c.Call1(m, v)
	}
	switch kind := v.Kind(); {
	case kind == KindString:
		return v
	case kind > KindString && c.s.Describe != nil:
		return c.NewString(c.s.Describe(c, v))
	}
	return c.NewString(v.String())
}

// Where returns the position of a level: level 1 is the function that made the call, level 2 its caller, and so on.
// The position is unknown in Go functions.
func (c *Call) Where(level int) Position {
	f := c.frame()
	for ; level > 0 && f.prev != nil; level-- {
		f = f.prev
	}
	return f.where()
}

// Raise raises v, which may be any value, like Lua's error function. It does not return. The error has the position
// of the level (see Where) or, if that is unknown, the position of the call. If v is the value of the last error with
// a Cause or a Mistake, the new error has the Cause, the Mistake and the position of that error.
func (c *Call) Raise(v Value, level int) {
	c.s.cur = c.frame()
	at := c.Where(level)
	if at.Line == 0 {
		at = c.Where(1)
	}
	e := &Error{Value: v, At: at}
	if k := c.s.caused; k != nil && k.Value.p == v.p {
		e.Cause, e.Mistake, e.At = k.Cause, k.Mistake, k.At
	}
	panic(e)
}

func first(out []Value) Value {
	if len(out) > 0 {
		return out[0]
	}
	return Nil
}
