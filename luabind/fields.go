package luabind

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// fields are an agent's data: the table that hooks get, under another name, so that a call finds
// it without a step in between.
type fields lua.Table

func (f *fields) table() *lua.Table { return (*lua.Table)(f) }

// TableOf returns the table that hooks get for the agent of these fields, nil if they do not live in Lua.
func TableOf(f engine.Fields) *lua.Table {
	own, _ := f.(*fields)
	return own.table()
}

// reserved are the fields that tell a script who it acts for.
const (
	fieldID   = "id"
	fieldName = "name"
)

var keyID, keyAgentName = engine.KeyOf(fieldID), engine.KeyOf(fieldName)

// Reserved reports whether the engine sets a field of that name, and nobody else.
func Reserved(name string) bool { return name == fieldID || name == fieldName }

// keyNames are the names of keys as values of Lua, by Key.Index. The list is replaced when a key comes
// that is not in it, so that reading it takes no lock.
var keyNames struct {
	sync.Mutex
	list atomic.Pointer[[]lua.Value]
}

func init() { keyNames.list.Store(new([]lua.Value)) }

func keyName(k engine.Key) lua.Value {
	if list, i := *keyNames.list.Load(), k.Index(); i < len(list) && !list[i].IsNil() {
		return list[i]
	}
	return addKeyName(k)
}

func addKeyName(k engine.Key) lua.Value {
	keyNames.Lock()
	defer keyNames.Unlock()
	list, i := slices.Clone(*keyNames.list.Load()), k.Index()
	list = append(list, make([]lua.Value, max(0, i+1-len(list)))...)
	list[i] = lua.Name(k.Name())
	keyNames.list.Store(&list)
	return list[i]
}

// Get implements engine.Fields.
func (f *fields) Get(k engine.Key) engine.Value { return fieldValue(f.table().Get(keyName(k))) }

// Set implements engine.Fields. It panics if the field is Reserved.
func (f *fields) Set(k engine.Key, v engine.Value) {
	if k == keyID || k == keyAgentName {
		panic("luabind: agent." + k.Name() + " is set by the engine and cannot be written; choose another name")
	}
	setKey(f.table(), k, helper.FromValue(v))
}

func setKey(t *lua.Table, k engine.Key, v lua.Value) {
	if err := t.Set(keyName(k), v); err != nil {
		panic(err)
	}
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

// NewFields makes the fields of an agent; give it to engine.Options.NewFields.
func (r *Runtime) NewFields(worker int, id engine.AgentID, name string) engine.Fields {
	t := r.fields.NewTable()
	if last, _ := r.lastName.Text(); last != name || r.lastName.IsNil() {
		r.lastName = lua.String(name)
	}
	setKey(t, keyID, lua.Number(float64(id)))
	setKey(t, keyAgentName, r.lastName)
	t.Fix()
	return (*fields)(t)
}
