package condition

import (
	"errors"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/bough-dev/bough/luabind/lua"
)

// Error is what evaluating a condition has raised.
type Error struct {
	At diag.Pos // of the condition
	// Where says in which condition, and in which named ones inside, it was raised: "guard danger: in hurt: ".
	Where  string
	Reason string
	Source string // the line
	Cause  *lua.Error
}

// Error returns where it was raised and why.
func (e *Error) Error() string { return e.Where + e.Reason }

// Unwrap returns what was raised. Its cause, if it has one, is the error of a function of Go, lua.ErrSteps,
// or lua.ErrBytes.
func (e *Error) Unwrap() error { return e.Cause }

// Failed returns the error of the condition for one that was raised in it. A host may know of one that
// the condition has caught.
func (c *Condition) Failed(err error) *Error {
	var raised *lua.Error
	errors.As(err, &raised)
	return &Error{c.pos, c.head(c.body.text) + ": " + inside(raised), c.body.compiler.words(raised), c.line, raised}
}

// inside says in which named conditions an error was raised.
func inside(e *lua.Error) string {
	var b strings.Builder
	for i := len(e.Trace) - 1; i >= 0; i-- {
		if name, ok := strings.CutPrefix(e.Trace[i].Function, namedPrefix); ok {
			b.WriteString("in " + name + ": ")
		}
	}
	return b.String()
}

// words writes an error in the words of who has written the condition.
func (c *Compiler) words(e *lua.Error) string {
	m := e.Mistake
	switch {
	case !inCondition(e):
		return e.Error() // with the place in the script
	case e.Cause != nil && m == nil:
		return e.Cause.Error()
	case m == nil || m.Attempt == "change":
		return withoutPlace(e)
	}
	l := m.Operands[0]
	switch m.Attempt {
	case "index":
		return nameOf(l) + " is " + c.show(l.Value) + "; it has no field " + m.Key.String()
	case "call":
		return "something that is not a function is called: " + c.describe(l)
	case "get length of":
		return "# stands before what is neither a table nor a text: " + c.describe(l)
	case "compare":
		r := m.Operands[1]
		return "attempt to compare " + c.describe(l) + " with " + c.describe(r) + unset(l, "0") + unset(r, "0")
	case "concatenate":
		r := m.Operands[1]
		return "attempt to join " + c.describe(l) + " with " + c.describe(r) + unset(l, `""`) + unset(r, `""`)
	}
	if len(m.Operands) == 1 {
		return "attempt to negate " + c.describe(l)
	}
	if _, ok := number(l.Value); ok {
		l = m.Operands[1]
	}
	return "attempt to calculate with " + c.describe(l) + unset(l, "0")
}

// inCondition reports whether an error was raised in a condition, and not in a function of a script which
// it has called. What a condition is called there has a space in it; see resolver.generate.
func inCondition(e *lua.Error) bool {
	for _, l := range e.Trace {
		if l.At.Line > 0 {
			return strings.Contains(l.Function, " ")
		}
	}
	return false
}

// number converts as arithmetic does.
func number(v lua.Value) (float64, bool) {
	if s, ok := v.Text(); ok {
		return lua.ParseNumber(s)
	}
	return v.Float()
}

// describe names a value by what it came from: "hp (nil)".
func (c *Compiler) describe(o lua.Operand) string {
	if o.Text != "" && o.What != "constant" {
		return o.Text + " (" + c.show(o.Value) + ")"
	}
	return c.show(o.Value)
}

func nameOf(o lua.Operand) string {
	if o.Text != "" {
		return o.Text
	}
	return "a value"
}

// unset is the remedy for a field that is nil where something else is wanted.
func unset(o lua.Operand, instead string) string {
	if o.What != "field" || !o.Value.IsNil() || !lint.IsName(o.Text) {
		return ""
	}
	return ": the agent has no field " + o.Text + "; if that may be so, write (" + o.Text + " or " + instead + ")"
}

// withoutPlace returns the text of an error without the place in front.
func withoutPlace(err error) string {
	var e *lua.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	if e.Text != "" {
		return e.Text
	}
	return strings.TrimPrefix(e.Error(), e.At.String()+": ")
}
