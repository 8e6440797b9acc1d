package luabind

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// fields are an agent's data: the table that hooks get, under another name, so that a call finds
// it without a step in between.
type fields lua.Table

func (f *fields) table() *lua.Table { return (*lua.Table)(f) }

// reserved are the fields that tell a script who it acts for.
const (
	fieldID   = "id"
	fieldName = "name"
)

// Reserved reports whether the engine sets a field of that name, and nobody else.
func Reserved(name string) bool { return name == fieldID || name == fieldName }

// Get implements engine.Fields.
func (f *fields) Get(k engine.Key) engine.Value { return fieldValue(f.table().Get(lua.Name(k.Name()))) }

// Set implements engine.Fields. It panics if the field is Reserved.
func (f *fields) Set(k engine.Key, v engine.Value) {
	if Reserved(k.Name()) {
		panic("luabind: agent." + k.Name() + " is set by the engine and cannot be written; choose another name")
	}
	set(f.table(), k.Name(), helper.FromValue(v))
}

// All implements engine.Fields.
func (f *fields) All(yield func(engine.Key, engine.Value) bool) {
	t := f.table()
	for k, v, more := t.Next(lua.Nil); more; k, v, more = t.Next(k) {
		name, ok := k.Text()
		if !ok || Reserved(name) {
			continue
		}
		if !yield(engine.KeyOf(name), fieldValue(v)) {
			return
		}
	}
}

// fieldValue shows a field to Go: a table as a copy, or, if it cannot be copied, as it is.
func fieldValue(v lua.Value) engine.Value {
	if v.Table() != nil {
		if copied, err := helper.ToValue(v); err == nil {
			return copied
		}
		return engine.Other(v.Table())
	}
	out, err := helper.ToValue(v)
	if err != nil {
		return engine.Value{}
	}
	return out
}

// usualFields is how many fields an agent has room for when it is made.
const usualFields = 8

// NewFields makes the fields of an agent; give it to engine.Options.NewFields.
func (r *Runtime) NewFields(worker int, id engine.AgentID, name string) engine.Fields {
	t := lua.NewTable(0, usualFields)
	set(t, fieldID, lua.Number(float64(id)))
	set(t, fieldName, lua.String(name))
	t.Fix()
	return (*fields)(t)
}
