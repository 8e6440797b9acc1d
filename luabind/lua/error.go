package lua

import (
	"cmp"
	"fmt"
	"strings"
)

// Position is a position in a source file.
type Position struct {
	File string
	Line int // from 1; 0 if unknown
	Col  int // from 1, in characters; 0 if unknown
}

// String returns file:line, or "?" if the position is unknown.
func (p Position) String() string {
	if p.Line == 0 {
		return "?"
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// position is a position within a file.
type position struct{ line, col int32 }

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.line, q.line), cmp.Compare(p.col, q.col))
}

// Level is one call in a trace, or stands for omitted calls; see Omitted.
type Level struct {
	At       Position // the position in the function; unknown in a function of Go
	Function string   // the name of the function; "" if it has none
	Line     int      // the line in which the function begins; 0 for a function of Go
}

// Error is an error that a script has raised, or an error in the text of a script.
type Error struct {
	Value Value    // the raised value; for a Mistake, a string that begins with file:line
	Text  string   // that string without the position; "" if the script itself has raised the value
	At    Position // position of the error
	Trace []Level  // the calls that led to the error, the innermost first
	Cause error    // error returned by a function of Go; ErrSteps or ErrBytes if a meter ended the script
	// Mistake describes the operation that failed, if that is why the error was raised. A host can use it to word
	// its own messages.
	Mistake *Mistake
}

// Mistake is a failed operation on a value that does not support it.
type Mistake struct {
	// Attempt is "index", "call", "perform arithmetic on", "concatenate", "get length of", "compare", "loop" with a
	// numeric for, "set" with a key that no table can have, or "change".
	Attempt string
	Op      string // the operator, such as <; "=" for an assignment to an entry of the indexed value; "initial
	// value", "limit" or "step" of a loop
	Kind Kind   // kind of the value
	What string // the origin of the value; see Operand
	Name string // the name of the origin
	Key  Value  // the key with which the value is indexed
	// Operands are the operands of the operator, from left to right. If there is no operator, the value is the only
	// operand.
	Operands []Operand
	// By is the name of the Go function that attempted the operation, "" if the script itself did. It is set for
	// "change" only. For "change" the operand is the table, function or coroutine that cannot be changed, and Key
	// is set if the change is to a single entry. Without an operand the target is a variable.
	By string
}

// Operand is an operand of a failed operation.
type Operand struct {
	Value Value
	What  string // "local", "upvalue", "global", "field", "method", "constant", "iterator" of a loop, or "" for
	// any other origin
	Name string   // name of a variable or a field
	Text string   // the source text, in one line; "" if it is longer than 60 bytes
	Of   Value    // the table that holds the field, if a variable holds the table
	At   Position // position of the name; unknown for most other operands
}

// Error returns the raised value as text.
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

// where returns the current position of a call.
func (c *Call) where() Position {
	if c.p == nil {
		return Position{}
	}
	return Position{c.p.chunk.src.Name, int(c.at.line), int(c.at.col)}
}

// nearest returns the position of the innermost Lua function, or an unknown position if there is none.
func (c *Call) nearest() Position {
	for c.p == nil && c.prev != nil {
		c = c.prev
	}
	return c.where()
}

// Where returns the position of a level: level 1 is the function that made the call, level 2 its caller, and so on.
// The position is unknown in functions of Go.
func (c *Call) Where(level int) Position {
	f := c
	for ; level > 0 && f.prev != nil; level-- {
		f = f.prev
	}
	return f.where()
}

// raise raises err. For a function of Go, the position is the position of its call. raise does not return.
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

// mistakeAt returns an error with a text. If the position is known, the value begins with it.
func mistakeAt(at Position, text string) *Error {
	e := &Error{At: at}
	e.Say(text)
	return e
}

// fail raises an error at a position in the running function.
func (c *Call) fail(at position, m *Mistake, text string) {
	if c.p != nil {
		c.at = at
	}
	c.s.cur = c
	panic(c.mistaken(m, text))
}

// mistaken returns an error about a mistake at the current position of the call.
func (c *Call) mistaken(m *Mistake, text string) *Error {
	where := c.where()
	if c.p == nil && c.prev != nil {
		where = c.prev.where()
	}
	e := mistakeAt(where, text)
	e.Mistake, c.s.caused = m, e
	return e
}

// positionOf returns the position of an operand.
func (c *Call) positionOf(o *origin) Position {
	return Position{c.p.chunk.src.Name, int(o.at.line), int(o.at.col)}
}

// argument returns the origin of the n-th argument of the current call, nil if it is unknown.
func (c *Call) argument(n int) *origin {
	if s := c.site(); s != nil && 0 < n && n <= len(s.given) {
		return &s.given[n-1]
	}
	return nil
}

// site returns the source of the current call, nil if it is not written in Lua.
func (c *Call) site() *callSite {
	if c == nil || c.p == nil {
		return nil
	}
	return c.p.calls[c.at]
}

// Raise ends the call with any value, like Lua's error function. It does not return. The error has the position of
// the level, see Where, or the position of the call if that is unknown. If v is the message of the last error with
// a Cause or a Mistake, the error keeps the Cause, the Mistake and the position of that error.
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
