package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// watched is what a state knows of the hook under way that must not change anything.
type watched struct {
	on      bool
	agent   *lua.LTable // and what stands for it
	standIn *lua.LTable
	guard   string       // what asks, if it is no hook
	refused string       // the first refusal, with its place; a script may have caught it
	before  []lua.LValue // what the cells held, see reach
	cells   []cell
}

// watch begins to look after a hook of b in Decide.
func (s *State) watch(b *binding, c *engine.Context) {
	if !c.Deciding() {
		return
	}
	s.watched.on = true
	in := s.instances[b.chunk]
	if in == nil {
		return
	}
	if in.reach == nil {
		in.reach = reachOf(in)
	}
	for _, t := range in.reach.tables {
		s.freeze(t.table, t.name)
	}
	s.watched.cells = in.reach.cells
	s.watched.before = s.watched.before[:0]
	for _, c := range s.watched.cells {
		s.watched.before = append(s.watched.before, c.upvalue.Value())
	}
}

// unwatch undoes what watch did and returns what the hook did wrong, if it has not
// raised that itself.
func (s *State) unwatch(c *Chunk) error {
	s.thaw()
	w := &s.watched
	refused, changed := w.refused, s.revert()
	*w = watched{before: w.before[:0]}
	var e *Error
	switch {
	case refused != "":
		e = s.runtime.scriptError(c, &lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(refused)}, s.overHook)
	case changed != nil:
		e = changed.fail(s, c)
	default:
		return nil
	}
	e.Impure = true
	return e
}

// endGuard is unwatch for a guard in Lua, which can neither catch an error nor assign a
// variable.
func (s *State) endGuard() {
	s.thaw()
	s.watched = watched{before: s.watched.before[:0]}
}

// revert gives the cells back what they held, and returns the first that had changed.
func (s *State) revert() (changed *cell) {
	for i := range s.watched.cells {
		c := &s.watched.cells[i]
		if before := s.watched.before[i]; !sameValue(c.upvalue.Value(), before) {
			c.upvalue.SetValue(before)
			if changed == nil {
				changed = c
			}
		}
	}
	return changed
}

// sameValue is ==, but for NaN, which is the same as NaN.
func sameValue(a, b lua.LValue) bool { return a == b || a != a && b != b }
