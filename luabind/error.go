package luabind

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/bough-dev/bough/luabind/lua"
)

// maxMessage bounds the bytes of a script error's message and of its stack.
const maxMessage = 2000

// textOf returns the text of an error without the places in front of it, of which each
// coroutine.wrap on the way adds one.
func textOf(e *lua.Error) string {
	if e.Text != "" {
		return e.Text
	}
	if e.Value.IsNil() {
		return withoutMessage
	}
	switch k := e.Value.Kind(); k {
	case lua.KindTable:
		if m, ok := e.Value.Table().Get(lua.Name("message")).Text(); ok {
			return m
		}
		return "error raised with a table; give error() a string"
	case lua.KindFunction:
		return "error raised with a function; give error() a string"
	case lua.KindThread, lua.KindUserdata:
		return k.String()
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

// scriptError turns what a call returned into an Error. c is the file whose hook was called; over
// says what it means if a meter has stopped it.
func (s *State) scriptError(c *Chunk, err error, over func(cause error) (message, hint string)) *Error {
	var raised *lua.Error
	if !errors.As(err, &raised) {
		return &Error{At: diag.Pos{File: c.Path}, Message: err.Error(), cause: err}
	}
	r := s.runtime
	e := &Error{At: diag.Pos{File: c.Path}, Message: textOf(raised), Stack: clip(stack(raised))}
	if at := raised.At; at.Line > 0 {
		e.At = diag.Pos{File: at.File, Line: at.Line, Col: at.Col}
	}
	script := r.scriptAt(c, e.At.File)
	if script != nil {
		e.Source = script.Line(e.At.Line)
		if ofGo(raised) {
			e.At.Col = calleeCol(e.Source, e.At.Col)
		}
	}
	switch {
	case raised.Cause == lua.ErrSteps || raised.Cause == lua.ErrBytes:
		e.Message, e.Hint = over(raised.Cause)
	case errors.Is(raised.Cause, lua.ErrGuarded):
		e.Impure = true
	default:
		e.cause = goCause(raised.Cause)
		s.explain(e, raised, c, script)
		r.blameColon(e, c, e.Stack)
	}
	e.Message = clip(strings.TrimSpace(plainHandles(e.Message)))
	return e
}

// ofGo reports whether a function of Go has raised the error, about the whole call.
func ofGo(raised *lua.Error) bool {
	var bad *lua.ArgumentError
	inside := len(raised.Trace) > 0 && raised.Trace[0].At.Line == 0
	return (inside || raised.Cause != nil && raised.Mistake == nil) && !errors.As(raised.Cause, &bad)
}

// calleeCol returns the column in which the name of a function begins with what is in front of it, such as
// t of t.tick. The name stands in col.
func calleeCol(line string, col int) int {
	runes := []rune(line)
	if col < 1 || col > len(runes) {
		return col
	}
	i := col - 1
	for i > 0 && (strings.ContainsRune("._", runes[i-1]) || unicode.IsLetter(runes[i-1]) || unicode.IsDigit(runes[i-1])) {
		i--
	}
	if runes[i] == '.' { // behind a call or an index
		return col
	}
	return i + 1
}

// goCause returns the error of a helper, for errors.Is; those of the interpreter are none of the
// game's.
func goCause(err error) error {
	if err == nil || errors.Is(err, lua.ErrFrozen) || errors.Is(err, lua.ErrNilKey) || errors.Is(err, lua.ErrNaNKey) {
		return nil
	}
	return err
}

// explain says what an error of Lua means, in words of the line where it was raised, and what to do
// about it.
func (s *State) explain(e *Error, raised *lua.Error, c *Chunk, script *lint.Script) {
	m, ok := mistake(raised, e.Message)
	if ok && m.Sort == lint.BadArgument && usages[m.Name] != "" {
		e.Hint = "write " + usages[m.Name]
		return
	}
	if ok && script != nil {
		m.At = diag.Pos{File: raised.At.File, Line: raised.At.Line, Col: raised.At.Col}
		if x := script.Explain(m, s.known(c, e.At.File)); x.Text != "" {
			e.Message, e.Hint = x.Text, x.Hint
			if x.At.Line > 0 {
				e.At = x.At
			}
			return
		}
	}
	e.Message, e.Hint = remedied(e.Message)
}

// mistake returns what explains an error from the source; ok is false if nothing does.
func mistake(raised *lua.Error, message string) (m lint.Mistake, ok bool) {
	if bad, is := errors.AsType[*lua.ArgumentError](raised.Cause); is {
		types := wrongType.FindStringSubmatch(bad.Reason)
		if bad.N == 0 || types == nil {
			return m, false
		}
		return lint.Mistake{Sort: lint.BadArgument, N: bad.N, Name: bad.Function, Want: types[1], Kinds: [2]string{types[2]}}, true
	}
	if value := loopValue.FindStringSubmatch(raised.Text); value != nil {
		return lint.Mistake{Sort: lint.BadLoop, Want: value[1]}, true
	}
	switch {
	case errors.Is(raised.Cause, lua.ErrNilKey):
		return lint.Mistake{Sort: lint.BadKey, Kinds: [2]string{"nil"}}, true
	case errors.Is(raised.Cause, lua.ErrNaNKey):
		return lint.Mistake{Sort: lint.BadKey, Kinds: [2]string{"number"}}, true
	case message == "assertion failed!":
		return lint.Mistake{Sort: lint.BadAssertion}, true
	case raised.Mistake == nil:
		return m, false
	}
	m = lint.Mistake{Name: raised.Mistake.Name, Op: raised.Mistake.Op, Key: keyText(raised.Mistake.Key)}
	for i, o := range raised.Mistake.Operands {
		m.Kinds[i] = o.Value.Kind().String()
	}
	switch raised.Mistake.Attempt {
	case "call":
		m.Sort = lint.BadCall
	case "index":
		m.Sort = lint.BadIndex
	case "compare":
		m.Sort = lint.BadComparison
	case "get length of":
		m.Sort = lint.BadUnary
	case "perform arithmetic on", "concatenate":
		if m.Sort = lint.BadCalculation; len(raised.Mistake.Operands) == 1 {
			m.Sort = lint.BadUnary
		}
	default:
		return m, false
	}
	return m, true
}

// maxKey bounds the bytes of a key in a message.
const maxKey = 40

// keyText returns what a key is called that was looked up.
func keyText(k lua.Value) string {
	if text, ok := k.Text(); ok {
		return cut(text, maxKey)
	}
	return helper.Show(k)
}

var (
	// wrongType matches what is said of an argument of another type.
	wrongType = regexp.MustCompile(`^(\w+) expected, got (\w+|no value)$`)
	// loopValue matches what is said of a value of a numeric for.
	loopValue = regexp.MustCompile(`^'for' (initial value|limit|step) must be a number$`)
)

// plainHandles calls a Go value by the name that the pages have for it.
func plainHandles(message string) string { return userdata.ReplaceAllString(message, "handle") }

var userdata = regexp.MustCompile(`\buserdata\b`)

func clip(text string) string {
	if len(text) > maxMessage {
		return cut(text, maxMessage) + "…"
	}
	return text
}

// stack returns the functions of scripts on the way to an error, one in a line, "" if there is only one.
func stack(e *lua.Error) string {
	var lines []string
	last := ""
	for _, l := range e.Trace {
		if l.Function == lua.Omitted {
			lines = append(lines, omitted)
		}
		if l.At.Line == 0 {
			continue
		}
		last = "in the hook"
		name := "'" + l.Function + "'"
		switch {
		case l.Function == mainFunction:
			last = "in the file"
		case l.Function == "":
			name = fmt.Sprintf("<%s:%d>", l.At.File, l.Line)
		}
		lines = append(lines, "  "+l.At.String()+": in function "+name)
	}
	if len(lines) < 2 {
		return ""
	}
	end := &lines[len(lines)-1]
	*end = (*end)[:strings.LastIndex(*end, "in function ")] + last
	if n := len(lines); n > maxStack {
		lines = slices.Concat(lines[:maxStack/2], []string{omitted}, lines[n-maxStack/2+1:])
	}
	return "Lua stack:\n" + strings.Join(lines, "\n")
}

// maxStack bounds the lines of a stack. Of more, those in the middle are left out.
const (
	maxStack = 14
	omitted  = "  ..."
)

// mainFunction is what package lua calls the function of a whole file.
const mainFunction = "main chunk"

// scriptAt returns the script of a path as c sees it. The version of c, and of what it requires, may
// be older than the one in force.
func (r *Runtime) scriptAt(c *Chunk, path string) *lint.Script {
	if found := c.linked(path); found != nil {
		return found.compiled.script
	}
	if found := r.placed(path); found != nil {
		return found.compiled.script
	}
	return nil
}

// linked returns the chunk of a path among c and what it uses.
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

// known is what can be told of an error in a file: what the agent of the hook under way has, and what
// the modules have that the file requires as c sees it.
func (s *State) known(c *Chunk, path string) lint.Known {
	user := c.linked(path)
	return lint.Known{
		Names: scriptNames(), IsFunction: s.runtime.isFunction, IsGlobal: s.runtime.isGlobal, AgentHas: s.agentHas, AgentFields: s.agentFields,
		Module: func(name string) ([]string, bool) { return user.moduleKeys(name) },
	}
}

// agentHas reports whether the agent of the hook under way has a field; ok is false if there is no
// such agent.
func (s *State) agentHas(name string) (has, ok bool) {
	if s.ctx == nil {
		return false, false
	}
	own, ok := s.ctx.Agent().Fields().(*fields)
	return ok && !own.table().Get(lua.Name(name)).IsNil(), ok
}

// maxNear bounds the fields among which a misspelt one is looked for.
const maxNear = 200

// agentFields returns fields of the agent of the hook under way, sorted.
func (s *State) agentFields() []string {
	list := []string{fieldID, fieldName}
	for k := range s.ctx.Agent().Fields().(*fields).All {
		if list = append(list, k.Name()); len(list) == maxNear {
			break
		}
	}
	slices.Sort(list)
	return list
}

// moduleKeys returns the keys of the table that a module returns which the file requires. They are
// not known of one that does not show in its text which they are.
func (c *Chunk) moduleKeys(name string) (list []string, ok bool) {
	if c == nil || c.uses[name] == nil || !c.uses[name].compiled.script.HasTable {
		return nil, false
	}
	for _, k := range c.uses[name].compiled.script.Keys {
		list = append(list, k.Name)
	}
	return list, true
}
