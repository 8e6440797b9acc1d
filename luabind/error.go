//go:build !luacore

package luabind

import (
	"errors"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

// compileError places an error of the Lua compiler, which knows lines only.
func compileError(s *lint.Script, path string, err error) diag.Diagnostic {
	d := diag.Diagnostic{Pos: diag.Pos{File: path}, Message: err.Error()}
	var ce *lua.CompileError
	var pe *parse.Error
	switch {
	case errors.As(err, &ce):
		d.Pos.Line, d.Message = ce.Line, ce.Message
	case errors.As(err, &pe):
		d.Pos.Line, d.Message = pe.Pos.Line, pe.Message
	}
	if !plainGoto(s, &d) {
		plainCompile(&d)
		d.Pos = s.PosOf(d.Pos.Line, d.Message)
	}
	d.Source = s.Line(d.Pos.Line)
	return d
}

// maxMessage bounds the bytes of a script error's message and of its stack.
const maxMessage = 2000

// scriptError turns what a protected call returned into an Error. c is the file
// whose hook was called; over says what it means if it was stopped.
func (s *State) scriptError(c *Chunk, err error, over func() (message, hint string)) *Error {
	r, text, trace := s.runtime, err.Error(), ""
	var api *lua.ApiError
	if errors.As(err, &api) {
		text, trace = objectText(api.Object), api.StackTrace
		if api.Object == nil || api.Object == lua.LNil {
			text = withoutMessage
			if api.Type == lua.ApiErrorPanic && api.Cause == nil {
				text = panicText(err)
			}
		}
	}
	e := &Error{At: diag.Pos{File: c.Path}, Message: text, Stack: clip(cleanStack(trace))}
	if s.raised != nil && strings.HasSuffix(text, s.raisedText) {
		e.cause = s.raised
	}
	defer func() {
		if e.cause != nil {
			r.placeCall(e, c)
		}
	}()
	r.place(e, c, trace)
	if endsIn(e.Message, errMemory, errTime, errBudget) {
		if message, hint := over(); message != "" { // or else it only says so
			e.Message, e.Hint = message, hint
		}
	}
	if endsIn(e.Message, errKept) {
		if message, hint := over(); message != "" {
			e.Message, e.Hint = message, hint
			r.place(e, c, trace) // the message begins with it
		}
	}
	if e.Hint == "" {
		s.inPlainWords(e, c)
		r.blameColon(e, c, trace)
	}
	e.Message = clip(strings.TrimSpace(plainHandles(plainWords(e.Message))))
	return e
}

// endsIn tells whether one of the errors is what a message ends in.
func endsIn(message string, errs ...error) bool {
	return slices.ContainsFunc(errs, func(err error) bool { return strings.HasSuffix(message, err.Error()) })
}

func clip(text string) string {
	if len(text) > maxMessage {
		return cut(text, maxMessage) + "…"
	}
	return text
}

// place finds where an error was raised: by the place that its message begins
// with, or else, as of error({}), by the innermost one of the stack.
func (r *Runtime) place(e *Error, c *Chunk, trace string) {
	path, line, rest, ok := splitPlace(e.Message)
	script := r.scriptAt(c, path)
	if ok && script != nil && (c.linked(path) != nil || strings.Contains(trace, path+":")) {
		e.Message = rest
	} else {
		script, line = r.innermost(c, trace)
	}
	if script != nil {
		e.At = script.PosOf(line, e.Message)
		e.Source = script.Line(line)
	}
}

// placeCall has an error of Go code point at the call on its line, as the text begins with
// what was called.
func (r *Runtime) placeCall(e *Error, c *Chunk) {
	space, rest, _ := strings.Cut(e.Message, ".")
	end := strings.IndexFunc(rest, func(r rune) bool { return r == ':' || r == ' ' })
	if script := r.scriptAt(c, e.At.File); script != nil && end > 0 {
		if at, ok := script.CallPos(e.At.Line, space, rest[:end]); ok {
			e.At = at
		}
	}
}

func (r *Runtime) innermost(c *Chunk, trace string) (*lint.Script, int) {
	for entry := range strings.SplitSeq(trace, "\n") {
		if path, line, _, ok := splitPlace(strings.TrimSpace(entry)); ok {
			if script := r.scriptAt(c, path); script != nil {
				return script, line
			}
		}
	}
	return nil, 0
}

// scriptAt returns the script of a path as c sees it. The version of c, and of
// what it requires, may be older than the one in force.
func (r *Runtime) scriptAt(c *Chunk, path string) *lint.Script {
	if found := c.linked(path); found != nil {
		return found.script
	}
	if found := r.placed(path); found != nil {
		return found.script
	}
	return nil
}

// linked returns the chunk of a path among c and what it requires.
func (c *Chunk) linked(path string) *Chunk { return c.find(path, map[*Chunk]bool{}) }

// find is linked for those not seen before: a module may be required in a great many ways.
func (c *Chunk) find(path string, seen map[*Chunk]bool) *Chunk {
	if c.Path == path {
		return c
	}
	if seen[c] {
		return nil
	}
	seen[c] = true
	for _, used := range c.uses {
		if found := used.find(path, seen); found != nil {
			return found
		}
	}
	return nil
}

// objectText returns what error was called with, as text.
func objectText(v lua.LValue) string {
	switch x := v.(type) {
	case lua.LString:
		return string(x)
	case *lua.LTable:
		if m, ok := x.RawGetString("message").(lua.LString); ok {
			return string(m)
		}
		return "error raised with a table; give error() a string"
	case nil:
		return ""
	case *lua.LFunction:
		return "error raised with a function; give error() a string"
	}
	return typeText(v)
}

// panicText is for a panic of Go code that a script called.
func panicText(err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return "a Go helper panicked: " + first
}

// cleanStack keeps the lines of a stack trace that lie in scripts. A mere list of
// places (see scriptStack) says too little to be shown.
func cleanStack(trace string) string {
	var lines []string
	for line := range strings.SplitSeq(trace, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasSuffix(line, ":") || strings.HasPrefix(line, "[G]") || strings.HasPrefix(line, innerChunk) || strings.HasPrefix(line, "(tailcall)") {
			continue
		}
		lines = append(lines, "  "+strings.Replace(line, "in main chunk", "in the hook", 1))
	}
	if len(lines) < 2 {
		return ""
	}
	return "Lua stack:\n" + strings.Join(lines, "\n")
}
