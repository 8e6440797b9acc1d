package strlib

import (
	"reflect"

	lua "github.com/yuin/gopher-lua"
)

// Size returns how much room a table has: the places of its list, empty ones too, and
// the other keys that it has ever had; live is how many of these it still has.
func Size(t *lua.LTable) (places, keys, live int) {
	v := reflect.ValueOf(t).Elem()
	return v.Field(tableArray).Len(), v.Field(tableKeys).Len(), v.Field(tableDict).Len() + v.Field(tableWords).Len()
}

// Compact makes a table anew in place, without the keys that were deleted, which the
// library never forgets. What is in it, its length and the order of its keys stay. It
// must not be called while a loop goes through the table.
func Compact(t *lua.LTable) {
	fresh := (*lua.LState)(nil).CreateTable(t.Len(), reflect.ValueOf(t).Elem().Field(tableWords).Len())
	fresh.Metatable = t.Metatable
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		fresh.RawSet(k, v)
	}
	*t = *fresh
}
