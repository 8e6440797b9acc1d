package luabind

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// Error is an error of a script. It has the position, the message, the source line, and the calls that led to the
// error.
type Error struct {
	At     diag.Pos
	Words  diag.Words // the message and the remedy
	Source string
	Stack  string
	// Impure is set if a hook has tried to change something that it must not change.
	Impure bool
	// Notes are additional lines for users, printed before the stack.
	Notes []string
	hook  string // name of the hook in the file, if the engine uses another name
	cause error  // error of Go code, or nil
}

// newError returns an error at a position in a script.
func newError(script *lint.Script, at diag.Pos, w diag.Words) *Error {
	e := &Error{At: at, Source: script.Line(at.Line)}
	e.say(w)
	return e
}

// say sets the message and the remedy.
func (e *Error) say(w diag.Words) {
	w.Text = clip(w.Text)
	e.Words = w
}

// Unwrap returns the error that a helper has returned or panicked with, or nil if there is none.
func (e *Error) Unwrap() error { return e.cause }

// Error returns the message and the hint, without the position.
func (e *Error) Error() string { return e.Words.Error() }

// HookName returns the name of the hook in the file if the engine uses another name, and otherwise "". The only
// such hook is run, which the engine calls behavior.
func (e *Error) HookName() string { return e.hook }

// Pos returns the position at which the error was raised.
func (e *Error) Pos() diag.Pos { return e.At }

// Diagnostic returns the error as a diag.Diagnostic, which is the common form of all findings.
func (e *Error) Diagnostic() diag.Diagnostic {
	d := diag.New(e.At, e.Words)
	d.Source, d.Notes = e.Source, slices.Clip(e.Notes)
	if e.Stack != "" {
		d.Notes = append(d.Notes, e.Stack)
	}
	return d
}

// maxMessage is the largest number of bytes in a script error's message, and in its stack.
const maxMessage = 2000

// chosen returns the words of an error that a script has raised itself.
func chosen(e *lua.Error) diag.Words {
	switch k := e.Value.Kind(); k {
	case lua.KindNil:
		return message.ErrorWithoutMessage()
	case lua.KindTable:
		if m, ok := e.Value.Table().Get(lua.Name("message")).Text(); ok {
			return message.ScriptError(clip(m))
		}
		return message.ErrorNotText(kindName(k))
	case lua.KindBool, lua.KindFunction, lua.KindThread, lua.KindUserdata:
		return message.ErrorNotText(kindName(k))
	}
	return message.ScriptError(clip(strings.TrimSpace(textOf(e))))
}

// textOf returns the text of an error without the positions at its beginning. Each coroutine.wrap that an error
// passes through adds a position.
func textOf(e *lua.Error) string {
	if e.Text != "" {
		return e.Text
	}
	text := e.Error()
	for {
		m := placeInFront.FindString(text)
		if m == "" || e.At.Line == 0 {
			return text
		}
		text = text[len(m):]
	}
}

var placeInFront = regexp.MustCompile(`^\S+\.lua:\d+: `)

// scriptError converts an error that was returned by a call of a function of c.
func (s *state) scriptError(c *Chunk, err error) *Error {
	var raised *lua.Error
	if !errors.As(err, &raised) {
		e := &Error{At: diag.Pos{File: c.Path}, cause: err}
		e.say(message.ScriptError(clip(err.Error())))
		return e
	}
	r := s.runtime
	e := &Error{At: diag.Pos{File: c.Path}, Stack: clip(s.stack(raised))}
	if at := raised.At; at.Line > 0 {
		e.At = diag.Pos{File: at.File, Line: at.Line, Col: at.Col}
	}
	file := r.fileAt(c, e.At.File)
	if file != nil {
		e.Source = file.compiled.script.Line(e.At.Line)
		if ofGo(raised) {
			e.At.Col = calleeCol(e.Source, e.At.Col)
		}
	}
	if raised.Cause == lua.ErrSteps || raised.Cause == lua.ErrBytes {
		var w diag.Words
		w, e.Notes = s.over(raised)
		e.say(w)
		return e
	}
	e.Impure = errors.Is(raised.Cause, lua.ErrGuarded)
	e.say(explainer{s, file, c, raised.Trace}.words(raised))
	if e.Impure {
		return e
	}
	e.cause = goCause(raised.Cause)
	r.blameColon(e, c, raised.Trace)
	var panicked *helper.PanicError
	if errors.As(raised.Cause, &panicked) && panicked.Place() != "" {
		e.Notes = append(e.Notes, message.PanickedAt(panicked.Place()).Text)
	}
	return e
}

// helperIn returns the name of the helper that was running when an error was raised, or "". In contrast to other
// functions of Go, a helper has a name with a dot.
func helperIn(raised *lua.Error) string {
	if len(raised.Trace) > 0 {
		if l := raised.Trace[0]; l.At.Line == 0 && strings.Contains(l.Function, ".") {
			return l.Function
		}
	}
	return ""
}

// ofGo reports whether a Go function raised the error, and the error concerns the whole call rather than one
// argument.
func ofGo(raised *lua.Error) bool {
	var bad interface{ Argument() int }
	inside := len(raised.Trace) > 0 && raised.Trace[0].At.Line == 0
	return (inside || raised.Cause != nil && raised.Mistake == nil) && !errors.As(raised.Cause, &bad)
}

// calleeCol returns the column in which the expression of a called function begins, such as t in t.tick. col is the
// column of the last name in that expression.
func calleeCol(line string, col int) int {
	runes := []rune(line)
	if col < 1 || col > len(runes) {
		return col
	}
	i := col - 1
	for i > 0 && (strings.ContainsRune("._", runes[i-1]) || unicode.IsLetter(runes[i-1]) || unicode.IsDigit(runes[i-1])) {
		i--
	}
	if runes[i] == '.' { // the expression begins with a call or an index
		return col
	}
	return i + 1
}

// goCause returns the error of a helper, so that errors.Is can find it. It returns nil for errors of the interpreter and
// of Bough.
func goCause(err error) error {
	var said diag.Words
	var problem *lua.Problem
	var unmet *lib.AssertionError
	switch {
	case errors.As(err, &said):
		return said.Unwrap()
	case errors.Is(err, lua.ErrFrozen), errors.Is(err, lua.ErrNilKey), errors.Is(err, lua.ErrNaNKey), errors.As(err, &problem), errors.As(err, &unmet):
		return nil
	}
	return err
}

// kindName returns the name of a type in messages. It is "handle", the term in the documentation, for a userdata.
func kindName(k lua.Kind) string {
	if k == lua.KindUserdata {
		return "handle"
	}
	return message.TypeName(k.String())
}

func clip(text string) string {
	if len(text) > maxMessage {
		return cut(text, maxMessage) + "…"
	}
	return text
}

// stack returns the functions of scripts between the hook and the error, one on each line. It returns "" if there
// is only one.
func (s *state) stack(e *lua.Error) string {
	outermost := tr.T("in the hook")
	if s.standalone != nil {
		outermost = tr.F("in the %s", s.standalone.o.What)
	}
	var lines []string
	last, place := "", ""
	for _, l := range e.Trace {
		if l.Function == lua.Omitted {
			lines = append(lines, omitted)
		}
		if l.At.Line == 0 {
			continue
		}
		last = outermost
		name := "'" + l.Function + "'"
		switch {
		case l.Function == mainFunction:
			last = tr.T("in the file")
		case l.Function == "":
			name = fmt.Sprintf("<%s:%d>", l.At.File, l.Line)
		}
		place = "  " + l.At.String() + ": "
		lines = append(lines, place+tr.F("in function %s", name))
	}
	if len(lines) < 2 {
		return ""
	}
	lines[len(lines)-1] = place + last
	if n := len(lines); n > maxStack {
		lines = slices.Concat(lines[:maxStack/2], []string{omitted}, lines[n-maxStack/2+1:])
	}
	return tr.T("Lua stack:") + "\n" + strings.Join(lines, "\n")
}

// maxStack is the largest number of lines in a stack. Lines in the middle of a longer stack are omitted.
const (
	maxStack = 14
	omitted  = "  ..."
)

// mainFunction is the name that package lua gives the function of a whole file.
const mainFunction = "main chunk"

// fileAt returns the file with a path, or nil. If c or a module that c uses has that path, it returns the version
// that c uses, which may be older than the installed one.
func (r *Runtime) fileAt(c *Chunk, path string) *Chunk {
	if found := c.linked(path); found != nil {
		return found
	}
	return r.placed(path)
}

// linked returns the chunk with a path among c and the modules that it uses, or nil.
func (c *Chunk) linked(path string) *Chunk {
	if c.Path == path {
		return c
	}
	for _, m := range c.near {
		if m.Path == path {
			return m
		}
	}
	return nil
}

// blameColon adds a hint to an error in a module if another file has called the module with a colon. Such a call
// passes the module itself as the first argument, which is wrong for a function without self.
func (r *Runtime) blameColon(e *Error, c *Chunk, trace []lua.Level) {
	i := slices.IndexFunc(trace, func(l lua.Level) bool { return l.At.Line > 0 && l.At.File != e.At.File })
	if i < 0 {
		return
	}
	at := trace[i].At
	user := c.linked(at.File)
	if user == nil {
		return
	}
	for _, m := range user.compiled.script.ModuleMethods() {
		if m.Pos.Line != at.Line {
			continue
		}
		if module := user.uses[m.Module]; module != nil && module.Path == e.At.File && module.takesNoSelf(m.Name) {
			e.Words = e.Words.With(message.CalledWithColon(m.Name, m.Object, at.String()))
		}
	}
}

// takesNoSelf reports whether the table of the file has a function with the given name whose first parameter is not
// self.
func (c *Chunk) takesNoSelf(name string) bool {
	params := c.parameters(name)
	return len(params) > 0 && params[0] != "self"
}

// parameters returns the parameters of a function in the table of the file, or nil if it may have others.
func (c *Chunk) parameters(name string) []string {
	for _, h := range c.compiled.script.Hooks {
		if h.Name == name && !h.Vararg {
			return h.Params
		}
	}
	return nil
}

// WrongSelf returns the position of the name of a function of the file whose definition has a colon by mistake, so that its
// first parameter is self: a call with a dot gives fewer arguments than the definition has parameters. ok is false for any
// other call.
func (c *Chunk) WrongSelf(q lint.ModuleCall) (pos diag.Pos, ok bool) {
	params := c.parameters(q.Member)
	if len(params) == 0 || params[0] != "self" || q.Args < 0 || q.Args >= len(params) {
		return pos, false
	}
	return c.compiled.script.KeyPos(q.Member), true
}

// WrongColon reports whether a call with a colon of a function of the file certainly hands on the table of the file where
// something else is wanted: the agent, or since the arguments alone are as many as the parameters.
func (c *Chunk) WrongColon(m lint.ModuleMethod) bool {
	params := c.parameters(m.Name)
	return c.takesNoSelf(m.Name) && (params[0] == "agent" || m.Args >= len(params))
}
