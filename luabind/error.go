package luabind

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

// Error is an error of a script: where it is, what it says, the source line,
// and how the script got there.
type Error struct {
	At      diag.Pos
	Message string
	Hint    string
	Source  string
	Stack   string
	// Impure is set if a hook that must not change anything has tried to.
	Impure bool
	// Notes are further lines for people, in front of the stack.
	Notes []string
}

// Error returns message and hint without the position.
func (e *Error) Error() string {
	if e.Hint != "" {
		return e.Message + ": " + e.Hint
	}
	return e.Message
}

// Pos returns where the error was raised.
func (e *Error) Pos() diag.Pos { return e.At }

// Diagnostic returns the error in the shape in which all findings are shown.
func (e *Error) Diagnostic() diag.Diagnostic {
	d := diag.Diagnostic{Pos: e.At, Message: e.Message, Hint: e.Hint, Source: e.Source, Notes: slices.Clip(e.Notes)}
	if e.Stack != "" {
		d.Notes = append(d.Notes, e.Stack)
	}
	return d
}

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
	if m := gotoPlace.FindStringSubmatch(d.Message); m != nil {
		d.Pos.Line, _ = strconv.Atoi(m[1])
	}
	plainCompile(&d)
	d.Source = s.Line(d.Pos.Line)
	d.Pos = s.PosOf(d.Pos.Line, d.Message)
	return d
}

// gotoPlace matches what the compiler says of a goto, whose own line is that of the end of
// the function or of the label.
var gotoPlace = regexp.MustCompile(`goto\b.* at line (\d+)`)

// maxMessage bounds the bytes of a script error's message and of its stack.
const maxMessage = 2000

// scriptError turns what a protected call returned into an Error. c is the file
// whose hook was called; over says what it means if it was stopped.
func (r *Runtime) scriptError(c *Chunk, err error, over func() (message, hint string)) *Error {
	text, trace := err.Error(), ""
	var api *lua.ApiError
	if errors.As(err, &api) {
		text, trace = objectText(api.Object), api.StackTrace
		if api.Object == nil || api.Object == lua.LNil {
			text = "error without a message"
			if api.Type == lua.ApiErrorPanic && api.Cause == nil {
				text = panicText(err)
			}
		}
	}
	e := &Error{At: diag.Pos{File: c.Path}, Message: text, Stack: clip(cleanStack(trace))}
	r.place(e, c, trace)
	if strings.HasSuffix(e.Message, errMemory.Error()) || strings.HasSuffix(e.Message, errBudget.Error()) {
		if message, hint := over(); message != "" { // or else it only says so
			e.Message, e.Hint = message, hint
		}
	}
	if strings.HasSuffix(e.Message, errKept.Error()) {
		if message, hint := over(); message != "" {
			e.Message, e.Hint = message, hint
			r.place(e, c, trace) // the message begins with it
		}
	}
	if strings.HasSuffix(e.Message, notCallable) && bareFor.MatchString(e.Source) {
		e.Hint = hintFor
	}
	e.Message = clip(strings.TrimSpace(plainWords(e.Message)))
	return e
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
	if found := r.chunks[path]; found != nil {
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

// splitPlace splits "path:12: message". The path may hold colons itself.
func splitPlace(text string) (path string, line int, rest string, ok bool) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], ':')
		if i < 0 {
			return "", 0, "", false
		}
		at += i + 1
		number, after, found := strings.Cut(text[at:], ":")
		if !found {
			return "", 0, "", false
		}
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			return text[:at-1], n, strings.TrimSpace(after), true
		}
	}
}

// plainWords replaces what the VM says by what a script's author can act on.
func plainWords(message string) string {
	message = innerPlace.ReplaceAllString(message, "")
	for _, r := range [][2]string{
		{"attempt to index a non-table object(nil) with key", "nothing (nil) is used as if it were a table: it has no field"},
		{"too many recursions in gettable", "__index leads from table to table without end"},
		{"too many recursions in settable", "__newindex leads from table to table without end"},
		{notCallable, "attempt to call something that is not a function"},
		{"stack overflow", "calls nested too deep (recursion without end?)"},
		{"runtime error: index out of range [-1]", "too many values at once (a huge unpack, or ... handed on and on?)"}, // where the library wants to say the next
		{"registry overflow", "too many values at once (a huge unpack or table.concat?)"},
	} {
		if strings.Contains(message, r[0]) {
			return strings.Replace(message, r[0], r[1], 1)
		}
	}
	message = noTable.ReplaceAllString(message, "a $1 is used as if it were a table: it has no field '$2'")
	return plainCalculation(message)
}

// noTable matches what the VM says of a value of which a field is read or written.
var noTable = regexp.MustCompile(`attempt to index a non-table object\((\w+)\) with key '([^']*)'`)

// bareFor matches a line on which nothing is called, and a for goes through something
// that is not called either.
var bareFor = regexp.MustCompile(`^\s*for\b[^(]*\bin\b[^(]*\bdo\b[^(]*$`)

const hintFor = "for ... in wants pairs(t) or ipairs(t), not the table itself"

// innerPlace matches places that are not in a script.
var innerPlace = regexp.MustCompile(`^(\[G\]|\(bough\):\d+): `)

// notCallable is what the VM says where it should call what is no function.
const notCallable = "attempt to call a non-function object"

// operators are the words of the VM for arithmetic.
var operators = strings.NewReplacer("concat", "..", "add", "+", "sub", "-", "mul", "*", "div", "/", "mod", "%", "pow", "^")

// calculation matches what the VM says of arithmetic on wrong types.
var calculation = regexp.MustCompile(`cannot perform (\w+) operation between (\w+) and (\w+)`)

func plainCalculation(message string) string {
	return calculation.ReplaceAllStringFunc(message, func(text string) string {
		m := calculation.FindStringSubmatch(text)
		return fmt.Sprintf("cannot calculate %s %s %s", m[2], operators.Replace(m[1]), m[3])
	})
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
