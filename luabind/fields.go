package luabind

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// fields holds the fields of an agent. It is the same memory as the table that hooks receive, converted to another
// type, so that a hook call needs no indirection to reach the table.
type fields lua.Table

func (f *fields) table() *lua.Table { return (*lua.Table)(f) }

// TableOf returns the table that hooks receive for the fields, or nil if the fields are not stored in Lua.
func TableOf(f engine.Fields) *lua.Table {
	own, _ := f.(*fields)
	return own.table()
}

// The reserved fields, which identify an agent to scripts.
const (
	fieldID   = "id"
	fieldName = "name"
)

var keyID, keyAgentName = engine.KeyOf(fieldID), engine.KeyOf(fieldName)

// Reserved reports whether the engine sets the field with that name. No other code may set such a field.
func Reserved(name string) bool { return name == fieldID || name == fieldName }

// keyFields holds the fields of keys, indexed by Key.Index. To add a field, addKeyField replaces the list by a longer
// copy, so that reading the list takes no lock.
var keyFields struct {
	sync.Mutex
	list atomic.Pointer[[]*lua.Field]
}

func init() { keyFields.list.Store(new([]*lua.Field)) }

func keyField(k engine.Key) *lua.Field {
	if f := knownField(k); f != nil {
		return f
	}
	return addKeyField(k)
}

// knownField returns nil if the key has no field yet. It is small enough for the Go compiler to inline.
func knownField(k engine.Key) *lua.Field {
	if list, i := *keyFields.list.Load(), k.Index(); i < len(list) {
		return list[i]
	}
	return nil
}

func addKeyField(k engine.Key) *lua.Field {
	keyFields.Lock()
	defer keyFields.Unlock()
	list, i := slices.Clone(*keyFields.list.Load()), k.Index()
	list = append(list, make([]*lua.Field, max(0, i+1-len(list)))...)
	if list[i] == nil {
		list[i] = lua.NewField(k.Name())
	}
	keyFields.list.Store(&list)
	return list[i]
}

// Get implements engine.Fields.
func (f *fields) Get(k engine.Key) value.Value {
	known := knownField(k)
	if known == nil {
		known = addKeyField(k)
	}
	v := known.Get(f.table())
	if n, ok := v.Float(); ok {
		return value.Number(n)
	}
	return fieldValue(v)
}

// Set implements engine.Fields. It panics if the field is Reserved. Reserved fields are constant, so SetNumber does
// not change them.
func (f *fields) Set(k engine.Key, v value.Value) {
	n := v.Float() // n != 0 is only a faster test for most numbers
	if n != 0 || v.Kind() == value.KindNumber {
		if known := knownField(k); known != nil && known.SetNumber(f.table(), n) {
			return
		}
	}
	if k == keyID || k == keyAgentName {
		panic("luabind: agent." + k.Name() + " is set by the engine and cannot be written; choose another name")
	}
	setKey(f.table(), k, helper.FromValue(v))
}

func setKey(t *lua.Table, k engine.Key, v lua.Value) {
	if err := keyField(k).Set(t, v); err != nil {
		panic(err)
	}
}

// All implements engine.Fields.
func (f *fields) All(yield func(engine.Key, value.Value) bool) {
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

// Checksum implements engine.Fields.
func (f *fields) Checksum() uint64 { return f.table().Checksum() }

// fieldValue converts the value of a field for Go code. A table is copied. If it cannot be copied, fieldValue
// returns the table itself.
func fieldValue(v lua.Value) value.Value {
	if n, ok := v.Float(); ok {
		return value.Number(n)
	}
	if v.Table() != nil {
		if copied, err := helper.ToValue(v); err == nil {
			return copied
		}
		return value.Other(v.Table())
	}
	out, err := helper.ToValue(v)
	if err != nil {
		return value.Value{}
	}
	return out
}

// NewFields returns the fields of a new agent. It is meant for engine.Options.NewFields.
func (r *Runtime) NewFields(id engine.AgentID, name string) engine.Fields {
	t := r.fields.NewTable()
	if last, _ := r.lastName.Text(); last != name || r.lastName.IsNil() {
		r.lastName = lua.String(name)
	}
	setKey(t, keyID, lua.Number(float64(id)))
	setKey(t, keyAgentName, r.lastName)
	t.Fix()
	return (*fields)(t)
}
