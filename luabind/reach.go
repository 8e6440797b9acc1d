//go:build !luacore

package luabind

import (
	"fmt"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// reach is what a function finds when it is called, other than by its arguments: what it
// shares with the calls before and after.
type reach struct {
	tables []sharedTable
	cells  []cell
	// holders are the variables outside of functions that hold tables.
	holders []*lua.Upvalue
	seen    map[any]bool
}

// sharedTable is a table under the name by which a function reaches it.
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

// maxReach bounds the search for what a function shares.
const maxReach = 10_000

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
		if up.Value().Type() == lua.LTTable {
			r.holders = append(r.holders, up)
		}
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
			r.meta(x)
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
				r.meta(x)
			}
		}
	})
}

// meta looks for functions that are called for what is done with a table.
func (r *reach) meta(t *lua.LTable) {
	mt, ok := t.Metatable.(*lua.LTable)
	if !ok {
		return
	}
	for _, event := range events {
		if fn, ok := mt.RawGetString(event).(*lua.LFunction); ok {
			r.function(fn)
		}
	}
}

// within as a key of reach.seen is a table that was looked into, not met by name.
type within struct{ *lua.LTable }

func (r *reach) entries(t *lua.LTable, f func(key, v lua.LValue)) {
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		f(k, v)
	}
}

// assigned notes the variables outside of fn that it assigns, or a function within it.
func (r *reach) assigned(fn *lua.LFunction) {
	assignments(fn.Proto, func(up, line int) {
		r.cell(fn.Upvalues[up], fn.Proto.DbgUpvalues[up], fn.Proto.SourceName, line)
	})
}

// assignments calls f for each assignment to a variable outside of a function, with the number
// that the function has it by and the line. Where a function is made within, an instruction
// follows for each variable that it has: those from further outside are got as upvalues.
func assignments(p *lua.FunctionProto, f func(up, line int)) {
	for pc := 0; pc < len(p.Code); pc++ {
		switch code := p.Code[pc]; int(code >> 26) {
		case lua.OP_SETUPVAL:
			f(int(code&0x1ff), p.DbgSourcePositions[pc])
		case lua.OP_CLOSURE:
			inner := p.FunctionPrototypes[code&0x3ffff]
			has := p.Code[pc+1:]
			assignments(inner, func(up, line int) {
				if from := has[up]; int(from>>26) == lua.OP_GETUPVAL {
					f(int(from&0x1ff), line)
				}
			})
			pc += int(inner.NumUpvalues)
		}
	}
}

// add notes what others assign.
func (r *reach) add(cells []cell) {
	for _, c := range cells {
		if !slices.ContainsFunc(r.cells, func(x cell) bool { return x.upvalue == c.upvalue }) {
			r.cells = append(r.cells, c)
		}
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

func (c *cell) text(s *State) string {
	return fmt.Sprintf("%s assigned the local variable %q, which outlives the call; it must not change anything, since it may be asked any number of times", s.asker(), c.name)
}

// fail is the error that the variable was assigned.
func (c *cell) fail(s *State, chunk *Chunk) *Error {
	e := s.told(chunk, fmt.Sprintf("%s:%d: %s", c.path, c.lines[0], c.text(s)))
	e.Hint = "keep state in a field of the agent or in memory, and write it in behavior or on_enter"
	e.Hint += c.others()
	return e
}

// others names the other lines that assign the variable.
func (c *cell) others() (text string) {
	for _, line := range c.lines[1:] {
		text += fmt.Sprintf(" (or the assignment in line %d)", line)
	}
	return text
}
