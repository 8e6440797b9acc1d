package condition

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/syntax"
)

// Error is an error that evaluating a condition has raised.
type Error struct {
	At diag.Pos // position of the condition
	// Where names the condition, and the named conditions inside it, that raised the error: "guard danger: in hurt:
	// ".
	Where  string
	Reason string
	Source string // the line
	Cause  *lua.Error
}

// Error returns Where and the reason.
func (e *Error) Error() string { return e.Where + e.Reason }

// Unwrap returns the raised error. Its cause, if any, is the error of a function of Go, lua.ErrSteps, or
// lua.ErrBytes.
func (e *Error) Unwrap() error { return e.Cause }

// Failed converts an error that was raised in the condition to the error of the condition. A host may also pass an
// error that the condition has caught, such as one about a refused change.
func (c *Condition) Failed(err error) *Error {
	var raised *lua.Error
	errors.As(err, &raised)
	return &Error{c.pos, c.head(c.body.text) + ": " + inside(raised), c.body.compiler.words(raised), c.line, raised}
}

// inside lists the named conditions in which an error was raised.
func inside(e *lua.Error) string {
	var b strings.Builder
	for i := len(e.Trace) - 1; i >= 0; i-- {
		if name, ok := strings.CutPrefix(e.Trace[i].Function, namedPrefix); ok {
			b.WriteString("in " + name + ": ")
		}
	}
	return b.String()
}

// words rewords an error for the author of the condition.
func (c *Compiler) words(e *lua.Error) string {
	m := e.Mistake
	switch {
	case !inCondition(e):
		return e.Error() // its text has the position in the script
	case e.Cause != nil && m == nil:
		return e.Cause.Error()
	case m == nil || m.Attempt == "change":
		return withoutPlace(e)
	}
	l := m.Operands[0]
	switch m.Attempt {
	case "index":
		if l.Value.Kind() == lua.KindUserdata || m.Op == ":" {
			return c.notThere(m, l)
		}
		return nameOf(l) + " is " + helper.Show(l.Value) + "; it has no field " + m.Key.String()
	case "call":
		return "something that is not a function is called: " + describe(l)
	case "get length of":
		return "# is written before something that is neither a table nor a text: " + describe(l)
	case "compare":
		r := m.Operands[1]
		return "attempt to compare " + describe(l) + " with " + describe(r) + unset(l, "0") + unset(r, "0") + remedy(l, r) + remedy(r, l)
	case "concatenate":
		r := m.Operands[1]
		return "attempt to join " + describe(l) + " with " + describe(r) + unset(l, `""`) + unset(r, `""`)
	}
	if len(m.Operands) == 1 {
		return "attempt to negate " + describe(l)
	}
	if _, ok := number(l.Value); ok {
		l = m.Operands[1]
	}
	return "attempt to calculate with " + describe(l) + unset(l, "0") + remedy(l, l)
}

// notThere describes a call of a method that a value does not have, or a read of a field of a handle, which has none.
func (c *Compiler) notThere(m *lua.Mistake, o lua.Operand) string {
	name, is := m.Key.String(), helper.ShowPlain(o.Value)
	what := "field"
	if m.Op == ":" {
		what = "method"
	}
	text := nameOf(o) + " is " + is + "; it has no " + what + " " + name
	if o.Value.IsNil() && o.What == "field" && syntax.IsName(o.Text) {
		return text + ": the agent has no field " + o.Text + "; if that may be so, write " + o.Text + " ~= nil and ..."
	}
	x, ok := o.Value.Data()
	if !ok {
		return text
	}
	names := c.methods(reflect.TypeOf(x))
	if slices.Contains(names, name) {
		return fmt.Sprintf("%s: it is a method: write %s:%s()", text, o.Text, name)
	}
	if hint := diag.DidYouMean(name, names); hint != "" {
		return text + ": " + hint
	} else if len(names) > 0 && len(names) <= maxMethods {
		return text + ": its methods are " + strings.Join(names, ", ")
	}
	return text
}

// maxMethods is the largest number of methods that a message lists.
const maxMethods = 8

// inCondition reports whether an error was raised in a condition, and not in a function of a script that the
// condition has called. The name of a condition in traces contains a space; see resolver.generate.
func inCondition(e *lua.Error) bool {
	for _, l := range e.Trace {
		if l.At.Line > 0 {
			return strings.Contains(l.Function, " ")
		}
	}
	return false
}

// number converts v like an operand of arithmetic. It returns false if that is impossible.
func number(v lua.Value) (float64, bool) {
	if s, ok := v.Text(); ok {
		return lua.ParseNumber(s)
	}
	return v.Float()
}

// describe returns the expression of a value and the value: "hp (nil)".
func describe(o lua.Operand) string {
	if o.Text != "" && o.What != "constant" {
		return o.Text + " (" + helper.Show(o.Value) + ")"
	}
	return helper.Show(o.Value)
}

func nameOf(o lua.Operand) string {
	if o.Text != "" {
		return o.Text
	}
	return "a value"
}

// unset returns the remedy for a field that is nil where another value is needed.
func unset(o lua.Operand, instead string) string {
	if o.What != "field" || !o.Value.IsNil() || !syntax.IsName(o.Text) {
		return ""
	}
	return ": the agent has no field " + o.Text + "; if that may be so, write (" + o.Text + " or " + instead + ")"
}

// remedy returns the remedy for a function that is not called, and for a number in quotes that is compared with a
// number.
func remedy(o, other lua.Operand) string {
	if o.Value.Kind() == lua.KindFunction && o.Text != "" && !strings.ContainsAny(o.Text, "([{ ") {
		return ": to call it, write " + o.Text + "()"
	}
	text, _ := o.Value.Text()
	_, quotes := lua.ParseNumber(text)
	if _, ok := other.Value.Float(); ok && quotes && o.What == "constant" {
		return ": write " + text + " without quotes"
	}
	return ""
}

// withoutPlace returns the text of an error without the position in front of it.
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
