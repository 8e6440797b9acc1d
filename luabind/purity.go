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
	switch {
	case refused != "":
		return s.runtime.scriptError(c, &lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(refused)}, s.limit)
	case changed != nil:
		return changed.fail(s, c)
	}
	return nil
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

// notInDecide says why, and what to do.
const notInDecide = "must not change anything, since it may be asked any number of times: move this to behavior or on_enter"

// asker is what the code under way is called in Decide.
func (s *State) asker() string {
	if s.watched.guard != "" {
		return "the " + s.watched.guard
	}
	return s.ctx.Hook().String()
}

// deciding tells whether the code under way must not change anything.
func (s *State) deciding() bool { return s.ctx != nil && s.ctx.Deciding() }

// refuse raises an error, and remembers it in case that the script catches it.
func (s *State) refuse(L *lua.LState, text string) {
	if s.watched.on && s.watched.refused == "" {
		s.watched.refused = callerOf(L) + text
	}
	L.RaiseError("%s", text)
}

// callerOf returns the place of the script that called the function under way: "path:12:".
func callerOf(L *lua.LState) string {
	for level := 1; ; level++ {
		if _, more := L.GetStack(level); !more {
			return ""
		}
		if w := L.Where(level); w != "" && !strings.HasPrefix(w, "[G]") && !strings.HasPrefix(w, innerChunk) {
			return w
		}
	}
}

// refuseWrite refuses that key of a guarded table is written.
func (s *State) refuseWrite(L *lua.LState, what string, key lua.LValue) {
	if s.deciding() {
		s.refuse(L, fmt.Sprintf("%s wrote %s of %s; it %s", s.asker(), show(key), what, notInDecide))
	}
	L.RaiseError("%s is read-only: %s was written", what, show(key))
}

// refuseCall refuses that a function of a library changes a guarded table.
func (s *State) refuseCall(L *lua.LState, function string, t *lua.LTable) {
	if what := whatOf(t); s.deciding() && what != "" {
		s.refuse(L, fmt.Sprintf("%s changed %s with %s; it %s", s.asker(), what, function, notInDecide))
	}
	L.RaiseError("%s on a read-only table", function)
}

// reach is what the hooks of a file find when they are called, other than by their
// arguments: what they share with the calls before and after.
type reach struct {
	tables []sharedTable
	cells  []cell
	seen   map[any]bool
}

// sharedTable is a table of a file, or of a module, under the name by which a hook
// reaches it.
type sharedTable struct {
	name  string
	table *lua.LTable
}

// cell is a local variable outside of a function that assigns it.
type cell struct {
	upvalue *lua.Upvalue
	name    string
	path    string
	lines   []int // of the assignments
}

// maxReach bounds the search for what a file shares.
const maxReach = 10_000

// reachOf finds what the hooks of a file that must not change anything reach.
func reachOf(in *instance) *reach {
	r := &reach{seen: map[any]bool{}}
	for h := range in.hooks {
		if slices.Contains(decideHooks, engine.Hook(h)) && in.hooks[h].fn != nil {
			r.function(in.hooks[h].fn)
		}
	}
	r.seen = nil
	return r
}

// decideHooks are the hooks that are called in Decide.
var decideHooks = []engine.Hook{engine.HookPrecondition, engine.HookUtility, engine.HookPostcondition, engine.HookChoose}

// first tells whether x is looked at for the first time, and whether there is room.
func (r *reach) first(x any) bool {
	if r.seen[x] || len(r.seen) >= maxReach {
		return false
	}
	r.seen[x] = true
	return true
}

func (r *reach) function(fn *lua.LFunction) {
	if fn.IsG || !r.first(fn) {
		return
	}
	r.assigned(fn)
	for i, up := range fn.Upvalues {
		r.value(fn.Proto.DbgUpvalues[i], up.Value())
	}
	if mt, ok := fn.Env.Metatable.(*lua.LTable); ok {
		if globals, ok := mt.RawGetString("__index").(*lua.LTable); ok && r.first(globals) {
			r.entries(globals, func(key, v lua.LValue) { r.value(key.String(), v) })
		}
	}
}

func (r *reach) value(name string, v lua.LValue) {
	switch x := v.(type) {
	case *lua.LFunction:
		r.function(x)
	case *lua.LTable:
		if !isGuarded(x) && r.first(x) {
			r.tables = append(r.tables, sharedTable{name, x})
			r.within(x)
		}
	}
}

// within looks for functions in a table. The tables in it are frozen when they are read.
func (r *reach) within(t *lua.LTable) {
	r.entries(t, func(_, v lua.LValue) {
		switch x := v.(type) {
		case *lua.LFunction:
			r.function(x)
		case *lua.LTable:
			if !isGuarded(x) && r.first(within{x}) {
				r.within(x)
			}
		}
	})
}

// within as a key of reach.seen is a table that was looked into, not met by name.
type within struct{ *lua.LTable }

func (r *reach) entries(t *lua.LTable, f func(key, v lua.LValue)) {
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		f(k, v)
	}
}

// assigned notes the variables outside of fn that it assigns.
func (r *reach) assigned(fn *lua.LFunction) {
	for pc, code := range fn.Proto.Code {
		if int(code>>26) != lua.OP_SETUPVAL {
			continue
		}
		up, line := int(code&0x1ff), fn.Proto.DbgSourcePositions[pc]
		r.cell(fn.Upvalues[up], fn.Proto.DbgUpvalues[up], fn.Proto.SourceName, line)
	}
}

func (r *reach) cell(up *lua.Upvalue, name, path string, line int) {
	for i := range r.cells {
		if c := &r.cells[i]; c.upvalue == up {
			if !slices.Contains(c.lines, line) {
				c.lines = append(c.lines, line)
			}
			return
		}
	}
	r.cells = append(r.cells, cell{up, name, path, []int{line}})
}

// fail is the error that the variable was assigned.
func (c *cell) fail(s *State, chunk *Chunk) *Error {
	e := s.runtime.scriptError(chunk, &lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(fmt.Sprintf(
		"%s:%d: %s assigned the local variable %q, which outlives the call; it must not change anything, since it may be asked any number of times", c.path, c.lines[0], s.asker(), c.name))}, s.limit)
	e.Hint = "keep state in a field of the agent or in memory, and write it in behavior or on_enter"
	for _, line := range c.lines[1:] {
		e.Hint += fmt.Sprintf(" (or the assignment in line %d)", line)
	}
	return e
}
