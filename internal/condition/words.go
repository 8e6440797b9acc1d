package condition

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// Error is an error that evaluating a condition has raised.
type Error struct {
	At     diag.Pos // position of the part that failed
	Words  diag.Words
	Use    diag.Pos // if At is in a named condition, the position of the condition that uses it
	Inside []string // the named conditions in which it was raised, outermost first
	Source string   // the line
	Cause  *lua.Error
}

// Error returns the named conditions and the words.
func (e *Error) Error() string {
	var b strings.Builder
	for _, name := range e.Inside {
		b.WriteString("in " + name + ": ")
	}
	return b.String() + e.Words.Error()
}

// Notes returns additional lines: the named conditions in which the error was raised, and its place in a script.
func (e *Error) Notes() (notes []string) {
	for _, name := range e.Inside {
		notes = append(notes, message.InCondition(name).Text)
	}
	if e.Use.Line > 0 {
		notes = append(notes, message.ConditionUsedAt(e.Use.String()).Text)
	}
	if e.Cause != nil && !inCondition(e.Cause) {
		notes = append(notes, message.RaisedAt(e.Cause.At.String()).Text)
	}
	return notes
}

// Diagnostic returns the error as a finding.
func (e *Error) Diagnostic() diag.Diagnostic {
	d := diag.New(e.At, e.Words)
	d.Source, d.Notes = e.Source, e.Notes()
	return d
}

// Unwrap returns the raised error. Its cause, if any, is the error of a function of Go, lua.ErrSteps, or
// lua.ErrBytes.
func (e *Error) Unwrap() error {
	if e.Cause == nil {
		return nil
	}
	return e.Cause
}

// Wrong returns the error that the value of the condition is not one that its node takes.
func (c *Condition) Wrong(w diag.Words) *Error { return &Error{At: c.pos, Words: w, Source: c.line} }

// Failed converts an error that was raised in the condition to the error of the condition. A host may also pass an
// error that the condition has caught, such as one about a refused change.
func (c *Condition) Failed(err error) *Error {
	var raised *lua.Error
	errors.As(err, &raised)
	e := &Error{At: c.pos, Words: c.body.compiler.words(raised), Inside: inside(raised), Source: c.line, Cause: raised}
	if r := e.Words.Remedy; r != nil {
		if name, ok := r.Args["name"].(string); ok && slices.Contains(c.hidden, name) && r.Code == message.AgentLacksField("", diag.Words{}).Code {
			e.Words = e.Words.With(message.ParameterOutOfSight(name))
		}
	}
	for _, l := range raised.Trace {
		switch {
		case l.At.Line == 0 || l.At.Col == 0 || !strings.Contains(l.Function, " "): // a function of Go or of a script
			continue
		case !strings.HasPrefix(l.Function, namedPrefix): // the body may be that of a condition in another place
			e.At.Col += c.body.begin(l.At.Col - c.body.pos.Col)
		default:
			if b := c.body.inLine(diag.Pos{File: l.At.File, Line: l.At.Line}); b != nil {
				e.At, e.Source, e.Use = b.pos, b.line, c.pos
				e.At.Col += b.begin(l.At.Col - b.pos.Col)
			}
		}
		break
	}
	return e
}

// begin returns the place where the name around or before a place in the text begins, in characters: an error of a call is
// at the bracket or at the last part of the name.
func (b *body) begin(at int) int {
	text := []rune(b.text)
	for at = min(max(at, 0), len(text)); at > 0; at-- {
		if r := text[at-1]; r != '.' && r != ':' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
	}
	return at
}

// inLine returns the named condition in b whose text is in the line of a position, or nil.
func (b *body) inLine(pos diag.Pos) *body {
	for _, n := range b.names {
		switch c := n.body; {
		case c == nil:
		case c.pos.File == pos.File && c.pos.Line == pos.Line:
			return c
		default:
			if found := c.inLine(pos); found != nil {
				return found
			}
		}
	}
	return nil
}

// inside lists the named conditions in which an error was raised, outermost first.
func inside(e *lua.Error) (names []string) {
	for i := len(e.Trace) - 1; i >= 0; i-- {
		if name, ok := strings.CutPrefix(e.Trace[i].Function, namedPrefix); ok {
			names = append(names, name)
		}
	}
	return names
}

// problemWords returns the words for an expression that cannot be compiled.
func problemWords(err error) diag.Words {
	var problem *lua.Problem
	if errors.As(err, &problem) {
		if w, ok := message.Lookup(problem.Code, problem.Args); ok {
			return w
		}
	}
	return message.GoError(withoutPlace(err))
}

// words returns the words for an error, for the author of the condition.
func (c *Compiler) words(e *lua.Error) diag.Words {
	m := e.Mistake
	var said diag.Words
	switch {
	case errors.As(e.Cause, &said):
		return said
	case !inCondition(e):
		return message.CalledFunctionFailed(withoutPlace(e))
	case m == nil || m.Attempt == "change":
		return c.env.Explain(e)
	}
	l := m.Operands[0]
	switch m.Attempt {
	case "index":
		if l.Value.Kind() == lua.KindUserdata || m.Op == ":" {
			return c.notThere(m, l)
		}
		return message.NotATable(m.Key.String(), describe(l))
	case "call":
		return message.NotAFunction(describe(l))
	case "set":
		if l.Value.IsNil() {
			return message.NilKey(describe(l)).With(message.TestKeyBefore())
		}
		return message.NanKey(describe(l))
	case "get length of":
		w := message.NoLength(describe(l))
		if l.Value.Kind() == lua.KindNumber && l.Text != "" {
			w = w.With(message.NumberHasNoLength(l.Text))
		}
		return w
	case "compare":
		r := m.Operands[1]
		w := message.CannotCompare(describe(l), describe(r)).With(remedy(r, l)).With(remedy(l, r))
		return w.With(unset(r, "0")).With(unset(l, "0"))
	}
	if len(m.Operands) == 1 {
		return message.CannotNegate(describe(l))
	}
	r, zero := m.Operands[1], "0"
	if m.Attempt == "concatenate" {
		zero = `""`
	}
	w := message.CannotCalculate(describe(l), m.Op, describe(r))
	if m.Attempt != "concatenate" {
		w = w.With(remedy(r, r)).With(remedy(l, l))
	}
	return w.With(unset(r, zero)).With(unset(l, zero))
}

// notThere returns the words for a call of a method that a value does not have, and for a read of a field of a handle,
// which has none.
func (c *Compiler) notThere(m *lua.Mistake, o lua.Operand) diag.Words {
	name := m.Key.String()
	if o.Value.IsNil() {
		w := message.NilWithoutMethod(name, nameOf(o))
		if o.What == "field" && syntax.IsName(o.Text) {
			w = w.With(message.AgentLacksField(o.Text, message.WriteCode(o.Text+" ~= nil and ...")))
		}
		return w
	}
	what := o.Text + " (" + helper.ShowPlain(o.Value) + ")"
	if o.Text == "" {
		what = helper.ShowPlain(o.Value)
	}
	x, ok := o.Value.Data()
	if !ok {
		return message.ValueWithoutMethod(name, what)
	}
	names := c.methods(reflect.TypeOf(x))
	var listed []string
	if len(names) <= maxMethods {
		listed = names
	}
	w := message.ValueWithoutField(listed, name, what)
	if m.Op == ":" {
		w = message.ValueWithoutMethodOf(listed, name, what)
	}
	if slices.Contains(names, name) {
		return w.With(message.CallMethod(name, o.Text))
	}
	return w.With(message.Near(name, names))
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

// unset returns the remedy for a field that is nil where another value is needed, or empty words.
func unset(o lua.Operand, instead string) (w diag.Words) {
	if o.What == "field" && o.Value.IsNil() && syntax.IsName(o.Text) {
		w = message.AgentLacksField(o.Text, message.WriteCode("("+o.Text+" or "+instead+")"))
	}
	return w
}

// remedy returns the remedy for a function that is not called, and for a number in quotes that is compared with a
// number, or empty words.
func remedy(o, other lua.Operand) (w diag.Words) {
	if o.Value.Kind() == lua.KindFunction && o.Text != "" && !strings.ContainsAny(o.Text, "([{ ") {
		return message.CallIt(o.Text)
	}
	text, _ := o.Value.Text()
	_, quotes := lua.ParseNumber(text)
	if _, ok := other.Value.Float(); ok && quotes && o.What == "constant" {
		w = message.WithoutQuotes(text)
	}
	return w
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
