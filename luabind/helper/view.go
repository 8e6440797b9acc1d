package helper

import "github.com/bough-dev/bough/luabind/lua"

// hidden is the metatable that scripts see of a view.
var hidden = lua.String("read-only")

// NewView returns a constant table without entries. Reads by scripts call index, and writes by scripts call
// newindex. The metatable is hidden from scripts.
func NewView(index, newindex lua.Builtin) *lua.Table {
	mt := lua.NewTable(0, 3)
	set(nil, mt, lua.Name("__index"), lua.NewFunction("index", index).Value())
	set(nil, mt, nameNewIndex, lua.NewFunction("newindex", newindex).Value())
	set(nil, mt, nameMetatable, hidden)
	t := lua.NewTable(0, 0)
	t.SetMetatable(mt)
	lua.Freeze(t.Value())
	return t
}

var nameMetatable, nameNewIndex = lua.Name("__metatable"), lua.Name("__newindex")

// isView reports whether NewView has made a table.
func isView(t *lua.Table) bool {
	mt := t.Metatable()
	return mt != nil && mt.Get(nameMetatable) == hidden && mt.Get(nameNewIndex).Function() != nil
}
