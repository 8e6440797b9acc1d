//go:build !luacore

package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// stowed is what the variables outside of functions held before a hook call.
type stowed struct {
	in     *instance
	before []lua.LValue
}

// stow notes what the variables hold that functions of a file and of its modules assign.
func (in *instance) stow() stowed {
	w := stowed{in: in}
	if in != nil {
		for i := range in.cells {
			w.before = append(w.before, in.cells[i].upvalue.Value())
		}
	}
	return w
}

// restore undoes what a hook has changed and nobody could refuse: it gives variables back what
// they held, and metatables their events. It returns the error that something had changed.
func (w *stowed) restore(s *State, c *Chunk, h engine.Hook) error {
	if w.in == nil {
		return nil
	}
	var wrote string
	for _, home := range w.in.homes {
		for _, class := range home.classes {
			if name := class.restore(); name != "" && wrote == "" {
				wrote = fmt.Sprintf("%s was written, but tables of %s %s", entryName(class.what, lua.LString(name)), home.chunk.Path, constantTables)
			}
		}
	}
	switch changed := giveBack(w.in.cells, w.before); {
	case changed != nil:
		e := s.told(c, fmt.Sprintf("%s:%d: the local variable %q was assigned, which outlives the call and is constant after loading, since all agents share it",
			changed.path, changed.lines[0], changed.name))
		e.Hint = "keep state in a field of the agent, in memory or on a board" + changed.others()
		e.Impure = s.deciding()
		return e
	case wrote != "":
		e := atHook(w.in, h, wrote)
		e.Impure = s.deciding()
		return e
	}
	return nil
}

// atHook is an error at the place of a hook.
func atHook(in *instance, h engine.Hook, text string) *Error {
	name := h.String()
	if in.hooks[h].run {
		name = keyRun
	}
	script := in.chunk.script
	e := &Error{At: script.KeyPos(name), Message: text}
	e.Source = script.Line(e.At.Line)
	return e
}

// event is an event of a metatable as it is read there.
type event struct {
	name  string
	value lua.LValue
}

// restore gives a covered table its events back, and returns the name of one that was written.
func (c *cover) restore() (wrote string) {
	for _, e := range c.events {
		if c.table.RawGetString(e.name) != e.value {
			c.table.RawSetString(e.name, e.value)
			wrote = e.name
		}
	}
	return wrote
}
