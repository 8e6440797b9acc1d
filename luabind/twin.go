//go:build !luacore

package luabind

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// twinsOf has for tables, functions and variables of the load state what stands for each
// in the workers, by worker.
type twinsOf map[any][]any

// pairBuiltin finds the twins of what the load state and the workers have from the start.
// They are made by the same code, so that each thing is where its twins are.
func (r *Runtime) pairBuiltin(v lua.LValue, of []lua.LValue) {
	switch v.(type) {
	case *lua.LTable, *lua.LFunction:
	default:
		return
	}
	if r.builtin[v] != nil {
		return
	}
	twins := make([]any, len(of))
	for i := range of {
		twins[i] = of[i]
	}
	r.builtin[v] = twins
	switch x := v.(type) {
	case *lua.LTable:
		for k, entry := x.Next(lua.LNil); k != lua.LNil; k, entry = x.Next(k) {
			r.pairBuiltin(entry, each(of, func(t *lua.LTable) lua.LValue { return t.RawGet(k) }))
		}
		r.pairBuiltin(x.Metatable, each(of, func(t *lua.LTable) lua.LValue { return t.Metatable }))
	case *lua.LFunction:
		for i, up := range x.Upvalues {
			r.pairBuiltin(up.Value(), each(of, func(f *lua.LFunction) lua.LValue { return f.Upvalues[i].Value() }))
		}
	}
}

// each returns what part gives of each value, all of which are of the same type.
func each[T lua.LValue](list []lua.LValue, part func(T) lua.LValue) []lua.LValue {
	out := make([]lua.LValue, len(list))
	for i, v := range list {
		out[i] = part(v.(T))
	}
	return out
}

// pairGlobals finds the twins of all that scripts can name, and of the table by which they
// do so.
func (r *Runtime) pairGlobals() {
	r.builtin = twinsOf{}
	var bare []lua.LValue
	for _, s := range r.states {
		bare = append(bare, s.bare)
	}
	r.pairBuiltin(r.loader.bare, bare)
}

// nearby returns the modules that a chunk uses, directly or through others.
func (c *Chunk) nearby() []*Chunk {
	var out []*Chunk
	for i := range c.script.Requires {
		m := c.uses[c.script.Requires[i].Name]
		if m == nil || slices.Contains(out, m) {
			continue
		}
		out = append(out, m)
		for _, n := range m.near {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// known tells whether all that a chunk may refer to outside of it has an image.
func (c *Chunk) known() bool {
	return !slices.ContainsFunc(c.near, func(m *Chunk) bool { return m.image == nil })
}
