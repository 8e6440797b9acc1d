//go:build !luacore

package luabind

import (
	"fmt"
	"slices"
	"strings"

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
	lent    []*lua.Upvalue // that held the agent and hold what stands for it
	threads []*lua.LState  // coroutines that the hook has made
}

// watch begins to look after a hook of b in Decide. The tables of its file are sealed.
func (s *State) watch(b *binding, c *engine.Context) {
	if !c.Deciding() {
		return
	}
	s.watched.on = true
	in := s.in(b.chunk)
	if in == nil {
		return
	}
	s.watched.cells = slices.Clip(in.cells) // what is found is added
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
	w.takeBack()
	refused, changed := w.refused, s.revert()
	*w = watched{before: w.before[:0]}
	s.movers.round++
	var e *Error
	switch {
	case refused != "":
		e = s.told(c, refused)
	case changed != nil:
		e = changed.fail(s, c)
	default:
		return nil
	}
	e.Impure = true
	return e
}

// told is the error of a text that begins with its place, in whatever file that is.
func (s *State) told(c *Chunk, text string) *Error {
	err := &lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(text)}
	if path, line, _, ok := splitPlace(text); ok {
		err.StackTrace = fmt.Sprintf("%s:%d:", path, line)
	}
	return s.scriptError(c, err, s.overHook)
}

// endGuard is unwatch for a guard in Lua. It returns what a function has done wrong that
// the guard called, without the place.
func (s *State) endGuard() (wrote string) {
	s.thaw()
	w := &s.watched
	w.takeBack()
	changed := s.revert()
	if _, _, text, ok := splitPlace(w.refused); ok {
		wrote = text
	} else if changed != nil {
		wrote = strings.TrimSpace(changed.text(s))
	}
	s.watched = watched{before: w.before[:0]}
	s.movers.round++
	return wrote
}

// revert gives the cells back what they held, and returns the first that had changed.
func (s *State) revert() (changed *cell) { return giveBack(s.watched.cells, s.watched.before) }

// giveBack gives cells back what they held, and returns the first that had changed.
func giveBack(cells []cell, before []lua.LValue) (changed *cell) {
	for i := range before {
		c := &cells[i]
		if !sameValue(c.upvalue.Value(), before[i]) {
			c.upvalue.SetValue(before[i])
			if changed == nil {
				changed = c
			}
		}
	}
	return changed
}

// sameValue is ==, but for NaN, which is the same as NaN.
func sameValue(a, b lua.LValue) bool { return a == b || a != a && b != b }
