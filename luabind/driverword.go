//go:build !luacore

package luabind

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// DriverCall is a function of a driver's file.
type DriverCall struct {
	d  *Driver
	fn *lua.LFunction
}

// Call calls the function, without arguments, and returns its first result. It is for a
// word, while that is called.
func (c *DriverCall) Call() (engine.Value, error) {
	out, err := c.d.callBack(c.fn, nil)
	if err != nil || len(out) == 0 {
		return engine.Value{}, err
	}
	return c.d.given(out[0])
}

// callBack calls a function of the file from within a word.
func (d *Driver) callBack(fn *lua.LFunction, args []lua.LValue) (out []lua.LValue, err error) {
	L := d.at
	base := L.GetTop()
	d.s.budget.time.pause() // what the game did until now is not the file's
	defer func() {
		d.s.budget.time.pause()
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	L.Push(fn)
	for _, a := range args {
		L.Push(a)
	}
	if err := L.PCall(len(args), lua.MultRet, nil); err != nil {
		return nil, d.scriptError(err)
	}
	for i := base + 1; i <= L.GetTop(); i++ {
		out = append(out, L.Get(i))
	}
	L.SetTop(base)
	return out, nil
}

// wordTable makes the table of words.
func (d *Driver) wordTable() *lua.LTable {
	s := d.s
	words := s.L.NewTable()
	var names []string
	for i := range d.o.Words {
		w := &d.o.Words[i]
		names = append(names, w.Name)
		words.RawSetString(w.Name, s.L.NewFunction(func(L *lua.LState) int { return d.do(L, w) }))
	}
	return s.readOnlyTable(words, s.L.NewFunction(func(L *lua.LState) int {
		v := words.RawGet(L.Get(2))
		if v == lua.LNil {
			d.raise(L, noWord(lua.LVAsString(L.Get(2)), names))
		}
		L.Push(v)
		return 1
	}), NameDriver)
}

// do calls a word.
func (d *Driver) do(L *lua.LState, w *Word) int {
	before := d.at
	d.at = L
	defer func() { d.at = before }()
	args, err := d.args(L, w)
	var v engine.Value
	if err == nil {
		v, err = w.Call(args)
		d.s.budget.elsewhere()
	}
	if err != nil {
		d.raise(L, err)
	}
	L.Push(d.shown(v))
	return 1
}

// args reads the arguments of a word.
func (d *Driver) args(L *lua.LState, w *Word) ([]engine.Value, error) {
	n := L.GetTop()
	switch {
	case d.stub != "":
		return nil, fmt.Errorf("%s.%s in the function that stands for %s: that may only look at its arguments and at local variables, as it is called in the midst of a tick", NameDriver, w.Name, d.stub)
	case n > 0 && L.Get(1) == d.words:
		return nil, fmt.Errorf("write %s.%s, with a dot and not a colon", NameDriver, w.Name)
	case n < w.Least || n > w.Most:
		return nil, fmt.Errorf("%s.%s takes %s, got %d: want %s", NameDriver, w.Name, span(w.Least, w.Most), n, w.Usage)
	}
	args := make([]engine.Value, n)
	for i := range args {
		v, err := d.given(L.Get(i + 1))
		if err != nil {
			return nil, fmt.Errorf("%s.%s: argument %d: %w", NameDriver, w.Name, i+1, err)
		}
		args[i] = v
	}
	return args, nil
}

// given makes a value for a word of one of the file.
func (d *Driver) given(v lua.LValue) (engine.Value, error) {
	switch x := v.(type) {
	case *lua.LTable:
		if a := d.handles[x]; a != nil {
			return engine.Other(a), nil
		}
	case *lua.LFunction:
		return engine.Other(&DriverCall{d, x}), nil
	}
	return d.data(d.at, v)
}

// data copies a value in which no agent and no function stands.
func (d *Driver) data(L *lua.LState, v lua.LValue) (engine.Value, error) {
	if t, ok := v.(*lua.LTable); ok {
		if a := d.agentIn(t, maxTableDepth); a != nil {
			return engine.Value{}, fmt.Errorf("the agent %s cannot be data: behaviors know others by their number; write its id", a.Label())
		}
	}
	return d.s.handOut(L, v)
}

// agentIn returns an agent that stands in a table, nil if there is none.
func (d *Driver) agentIn(t *lua.LTable, depth int) (found *engine.Agent) {
	if found = d.handles[t]; found != nil || depth == 0 {
		return found
	}
	for k, v := t.Next(lua.LNil); k != lua.LNil && found == nil; k, v = t.Next(k) {
		if inner, ok := v.(*lua.LTable); ok {
			found = d.agentIn(inner, depth-1)
		}
	}
	return found
}

// shown makes a value for the file of one that a word has given.
func (d *Driver) shown(v engine.Value) lua.LValue {
	switch x := v.Ref().(type) {
	case *engine.Agent:
		return d.handle(x)
	case *DriverBoard:
		return d.board(x)
	}
	return fromValue(v)
}

// raise ends the function under way with an error, and remembers it in case that the
// function catches it.
func (d *Driver) raise(L *lua.LState, err error) {
	if d.failure == nil {
		d.failure = d.placed(L, err)
	}
	L.RaiseError("%s", err)
}

// placed gives an error the place of the word, and those of the functions around it.
func (d *Driver) placed(L *lua.LState, err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok { // of a function that was called back
		return e
	}
	places := slices.DeleteFunc(strings.Split(scriptStack(L), "\n"), func(p string) bool { return p == "" })
	text := err.Error()
	if len(places) > 0 {
		text = places[0] + " " + text
	}
	e := d.s.scriptError(d.chunk, &lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(text), StackTrace: strings.Join(places, "\n")}, d.over)
	e.Message, e.Stack = err.Error(), ""
	for i, p := range places {
		if i > 0 {
			e.Notes = append(e.Notes, "called from "+strings.TrimSuffix(p, ":"))
		}
	}
	if x, ok := errors.AsType[*Explained](err); ok {
		e.Notes = append(e.Notes, x.Notes...)
	}
	return e
}
