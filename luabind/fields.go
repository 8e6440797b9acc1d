//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// fields are an agent's data as one plain Lua table: a script reads a field of
// it in 13 ns, where a userdata with a Go __index would take ten times that.
// They are that table itself under another name, so that a hook call finds it
// without a step in between.
type fields lua.LTable

func (f *fields) table() *lua.LTable { return (*lua.LTable)(f) }

// reserved are the fields that tell a script who it acts for.
const (
	fieldID   = "id"
	fieldName = "name"
)

// Reserved reports whether the engine sets a field of that name, and nobody else.
func Reserved(name string) bool { return name == fieldID || name == fieldName }

// Get implements engine.Fields.
func (f *fields) Get(k engine.Key) engine.Value { return fieldValue(f.table().RawGetString(k.Name())) }

// Set implements engine.Fields. It panics if the field is Reserved.
func (f *fields) Set(k engine.Key, v engine.Value) {
	if Reserved(k.Name()) {
		panic("luabind: agent." + k.Name() + " is set by the engine and cannot be written; choose another name")
	}
	f.table().RawSetString(k.Name(), fromValue(v))
}

// All implements engine.Fields.
func (f *fields) All(yield func(engine.Key, engine.Value) bool) {
	for k, v := f.table().Next(lua.LNil); k != lua.LNil; k, v = f.table().Next(k) {
		name, ok := k.(lua.LString)
		if !ok || name == fieldID || name == fieldName || v == lua.LNil {
			continue
		}
		if !yield(engine.KeyOf(string(name)), fieldValue(v)) {
			return
		}
	}
}

// fieldValue shows a field to Go: a table as a copy, or, if it cannot be copied,
// as it is.
func fieldValue(v lua.LValue) engine.Value {
	switch x := v.(type) {
	case lua.LNumber:
		return engine.Number(float64(x))
	case lua.LBool:
		return engine.Bool(bool(x))
	case lua.LString:
		return engine.String(string(x))
	case *lua.LTable:
		if copied, err := toValue(x); err == nil {
			return copied
		}
		return engine.Other(x)
	case *lua.LUserData:
		return engine.Other(x.Value)
	}
	return engine.Value{}
}

// usualFields is how many fields an agent has room for when it is made.
const usualFields = 8

// NewFields makes the fields of an agent; give it to engine.Options.NewFields.
func (r *Runtime) NewFields(worker int, id engine.AgentID, name string) engine.Fields {
	f := (*fields)(newTable(0, usualFields))
	f.reserve(id, name)
	return f
}

// reserve sets the reserved fields. A script can write them where neither the checks of its
// file nor rawset see it: in a function that writes any key of any table.
func (f *fields) reserve(id engine.AgentID, name string) {
	t := f.table()
	if t.RawGetString(fieldID) != lua.LNumber(id) {
		t.RawSetString(fieldID, lua.LNumber(id))
	}
	if t.RawGetString(fieldName) != lua.LString(name) {
		t.RawSetString(fieldName, lua.LString(name))
	}
}
