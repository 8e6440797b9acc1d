package lua

import (
	"cmp"
	"fmt"
	"strings"
)

// Position is a place in a source file.
type Position struct {
	File string
	Line int // from 1; 0 if it is not known
	Col  int // from 1, in characters; 0 if it is not known
}

// String returns file:line, or "?" if nothing is known.
func (p Position) String() string {
	if p.Line == 0 {
		return "?"
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// position is a place within a file.
type position struct{ line, col int32 }

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.line, q.line), cmp.Compare(p.col, q.col))
}

// Level is one call on the way to an error, or what stands for many; see Omitted.
type Level struct {
	At       Position // where it was; unknown in a function of Go
	Function string   // what the function is called; "" if it has no name
	Line     int      // in which it begins; 0 for a function of Go
}

// Error is an error that a script has raised, or one in its text.
type Error struct {
	Value Value    // what was raised; mistakes raise a string that begins with file:line
	Text  string   // that string without the place; "" if a script has raised the value
	At    Position // where
	Trace []Level  // the calls that led there, the innermost first
	Cause error    // what a function of Go returned; ErrSteps or ErrBytes if a meter ended the script
	// Mistake says what was attempted, if that is why the error was raised. A host can make messages
	// of its own of it.
	Mistake *Mistake
}

// Mistake is an operation on a value that does not have it.
type Mistake struct {
	// Attempt is "index", "call", "perform arithmetic on", "concatenate", "get length of", "compare", "loop" with a
	// numeric for, "set" with a key that no table can have, or "change".
	Attempt string
	Op      string // the operator, such as <; "=" if an entry of what is indexed is assigned; "initial value", "limit" or "step" of a loop
	Kind    Kind   // of the value
	What    string // where the value comes from; see Operand
	Name    string // of that
	Key     Value  // what it is indexed with
	// Operands are what the operator has been given, from left to right; without an operator, the value.
	Operands []Operand
	// By is the name of the function of Go that attempted it, "" if the script itself did. It is there for "change":
	// then the operand is the table, function or coroutine that cannot be changed, and Key tells where, if it
	// is one entry. Without an operand it is a variable.
	By string
}

// Operand is a value that an operation has been given.
type Operand struct {
	Value Value
	What  string   // "local", "upvalue", "global", "field", "method", "constant", "iterator" of a loop, or "" for others
	Name  string   // of a variable or a field
	Text  string   // how the source writes it, in one line; "" if it is longer than 60 bytes
	Of    Value    // the table that it is a field of, if a local variable has that
	At    Position // of the name; unknown of most others
}

// Error returns the value as text.
func (e *Error) Error() string {
	if s, ok := e.Value.text(); ok {
		return s
	}
	return fmt.Sprintf("(error object is a %s value)", e.Value.Kind())
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Traceback returns the calls that led to the error, one in a line.
func (e *Error) Traceback() string {
	var b strings.Builder
	for _, l := range e.Trace {
		name := l.Function
		if name == "" {
			name = "?"
		}
		fmt.Fprintf(&b, "%s: in %s\n", l.At, name)
	}
	return b.String()
}

// where returns the place that a call is at.
func (c *Call) where() Position {
	if c.p == nil {
		return Position{}
	}
	return Position{c.p.chunk.src.Name, int(c.at.line), int(c.at.col)}
}

// nearest returns the place of the innermost function of Lua, unknown if there is none.
func (c *Call) nearest() Position {
	for c.p == nil && c.prev != nil {
		c = c.prev
	}
	return c.where()
}

// Where returns the place that a level is at: 1 is the function that made the call, 2 the one that called
// that, and so on. It is unknown in functions of Go.
func (c *Call) Where(level int) Position {
	f := c
	for ; level > 0 && f.prev != nil; level-- {
		f = f.prev
	}
	return f.where()
}

// raise ends what runs with err, for a function of Go at the place of its call. It does not return.
func (c *Call) raise(err error) {
	c.s.cur = c
	if e, ok := err.(*Error); ok {
		panic(e)
	}
	at := c.where()
	if c.p == nil && c.prev != nil {
		at = c.prev.where()
	}
	e := mistakeAt(at, err.Error())
	e.Cause, c.s.caused = err, e
	if bad, ok := err.(*ArgumentError); ok && c.prev != nil && c.prev.p != nil {
		if o := c.prev.argument(bad.N); o != nil {
			e.At = c.prev.positionOf(o)
		}
	}
	if e.At.Line == 0 {
		e.At = c.nearest()
	}
	c.s.refused(e)
	panic(e)
}

// mistakeAt returns an error with a text, in front of which the place stands if it is known.
func mistakeAt(at Position, text string) *Error {
	e := &Error{At: at}
	e.Say(text)
	return e
}

// fail raises an error at a place of the function that runs.
func (c *Call) fail(at position, m *Mistake, text string) {
	if c.p != nil {
		c.at = at
	}
	c.s.cur = c
	panic(c.mistaken(m, text))
}

// mistaken returns an error about a mistake at the place that the call is at.
func (c *Call) mistaken(m *Mistake, text string) *Error {
	where := c.where()
	if c.p == nil && c.prev != nil {
		where = c.prev.where()
	}
	e := mistakeAt(where, text)
	e.Mistake, c.s.caused = m, e
	return e
}

// positionOf returns the place of an operand.
func (c *Call) positionOf(o *origin) Position {
	return Position{c.p.chunk.src.Name, int(o.at.line), int(o.at.col)}
}

// argument returns the origin of the n-th argument of the call under way, nil if it is not known.
func (c *Call) argument(n int) *origin {
	if s := c.site(); s != nil && 0 < n && n <= len(s.given) {
		return &s.given[n-1]
	}
	return nil
}

// site returns the call under way, nil if it is not written in Lua.
func (c *Call) site() *callSite {
	if c == nil || c.p == nil {
		return nil
	}
	return c.p.calls[c.at]
}

// Raise ends the call with any value, as Lua's error function does. The error is where the level is at,
// see Where, if that is known, and else where the call is. A message that pcall has returned keeps its
// Cause, its Mistake and its place, if it is that of the last error that has one of the two. It does not return.
func (c *Call) Raise(v Value, level int) {
	c.s.cur = c
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
