package lua

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bough-dev/bough/internal/message"
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
	At       Position // the position in the function; unknown in a Go function
	Function string   // the name of the function; "" if it has none
	Line     int      // the line in which the function begins; 0 for a Go function
}

// Error is an error that a script has raised, or an error in the text of a script.
type Error struct {
	Value Value    // the raised value; a string that begins with file:line, unless the script has raised it itself
	Text  string   // that string without the position; "" if the script itself has raised the value
	At    Position // position of the error
	Trace []Level  // the calls that led to the error, the innermost first
	Cause error    // an error of Go: the one that a Go function returned, or one of this package, such as ErrSteps
	// Price is the number of steps of the operation or the call of a Go function in which the steps ran out, if the cause
	// is ErrSteps: of work whose size is known before, such as making a long string, all that it takes, and otherwise
	// those that were left when the call began; see Call.SpendSince. It is 0 for functions and iterations of loops.
	Price int64
	// Mistake describes the failed operation, if the error is about one. A host can use it for messages in its own
	// words.
	Mistake *Mistake
}

// Mistake is a failed operation on a value that does not support it.
type Mistake struct {
	// Attempt is "index", "call", "perform arithmetic on", "concatenate", "get length of", "compare", "loop" for a
	// bound of a numeric for, "set" for a key that is nil or NaN, or "change".
	Attempt string
	// Op is the operator, such as <. For "index" it is "=" for an assignment to an entry of the value, and ":" for the
	// call of a method that the value does not have. For "loop" it is "initial value", "limit" or "step".
	Op   string
	Kind Kind   // kind of the value
	What string // the origin of the value; see Operand
	Name string // the name of the origin
	Key  Value  // the key with which the value is indexed
	// Operands are the operands of the operator, from left to right. If there is no operator, the value is the only
	// operand. For "change", the operand is the table, function or coroutine that cannot be changed; there is none
	// if the target is a variable. For "change", Key is set if the change is to a single entry.
	Operands []Operand
	// By is the name of the Go function that attempted a "change", or "" if the script itself did.
	By string
}

// Operand is an operand of a failed operation.
type Operand struct {
	Value Value
	// What is "local", "upvalue", "global", "field", "method", "constant", "iterator" for the iterator of a loop,
	// "metafield" for __index or __newindex, or "" for any other origin.
	What string
	Name string   // name of a variable, a field or a metafield
	Text string   // the source text in one line; "" if it is not known, or longer than 60 bytes
	Of   Value    // for a field: the table that has it, if a variable holds that table
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

// where returns the current position of a call, which is unknown in a Go function.
func (c *frame) where() Position {
	if c.p == nil {
		return Position{}
	}
	return Position{c.p.chunk.src.Name, int(c.at.line), int(c.at.col)}
}

// nearest returns the position of the innermost Lua function, or an unknown position if there is none.
func (c *frame) nearest() Position {
	for c.p == nil && c.prev != nil {
		c = c.prev
	}
	return c.where()
}

// raise raises err at the current position. In a Go function that is the position of its call. raise does not return.
func (c *frame) raise(err error) { panic(c.errorOf(err)) }

// errorOf returns the error that raise raises.
func (c *frame) errorOf(err error) *Error {
	c.s.cur = c
	if e, ok := err.(*Error); ok {
		return e
	}
	at := c.where()
	if c.p == nil && c.prev != nil {
		at = c.prev.where()
	}
	e := mistakeAt(at, message.English(err))
	e.Cause, c.s.caused = err, e
	if bad, ok := err.(interface{ Argument() int }); ok && c.prev != nil && c.prev.p != nil {
		if o := c.prev.site().argument(bad.Argument()); o != nil {
			e.At = o.position(c.prev)
		}
	}
	if e.At.Line == 0 {
		e.At = c.nearest()
	}
	c.s.refused(e)
	return e
}

// mistakeAt returns an error with a text. If the position is known, the value of the error begins with it.
func mistakeAt(at Position, text string) *Error {
	e := &Error{At: at}
	e.Say(text)
	return e
}

// fail raises an error at a position in the running function.
func (c *frame) fail(at position, m *Mistake, text string) {
	if c.p != nil {
		c.at = at
	}
	c.s.cur = c
	panic(c.mistaken(m, text))
}

// mistaken returns an error about a mistake at the current position of the call.
func (c *frame) mistaken(m *Mistake, text string) *Error {
	where := c.where()
	if c.p == nil && c.prev != nil {
		where = c.prev.where()
	}
	e := mistakeAt(where, text)
	e.Mistake, c.s.caused = m, e
	return e
}

// site returns the callSite of the call that c makes now, or nil if c is a call of a Go function.
func (c *frame) site() *callSite {
	if c == nil || c.p == nil {
		return nil
	}
	return c.p.calls[c.at]
}
