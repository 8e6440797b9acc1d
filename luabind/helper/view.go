package helper

import "github.com/bough-dev/bough/luabind/lua"

// NewView returns a constant table without entries. Reads by scripts call index, and writes by scripts call
// newindex. The metatable is hidden from scripts.
func NewView(index, newindex lua.Builtin) *lua.Table {
	mt := lua.NewTable(0, 3)
	set(nil, mt, lua.Name("__index"), lua.NewFunction("index", index).Value())
	set(nil, mt, lua.Name("__newindex"), lua.NewFunction("newindex", newindex).Value())
	set(nil, mt, lua.Name("__metatable"), lua.String("read-only"))
	t := lua.NewTable(0, 0)
	t.SetMetatable(mt)
	lua.Freeze(t.Value())
	return t
}
