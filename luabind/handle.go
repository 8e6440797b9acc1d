package luabind

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"weak"

	lua "github.com/yuin/gopher-lua"
)

// A handle is a Go value in a script: it can be kept, compared, used as a key and handed to
// helpers, and not looked into. The handle of a pointer is one and the same wherever it
// comes from, as Lua compares by identity.

// handles are those of pointers, by pointer. A handle that no script holds is forgotten,
// and what it stands for with it.
var handles sync.Map // any to weak.Pointer[lua.LUserData]

// handleOf returns the handle of a Go value.
func handleOf(ref any) lua.LValue {
	fresh := &lua.LUserData{Value: ref, Metatable: lua.LNil}
	if reflect.TypeOf(ref).Kind() != reflect.Pointer {
		return fresh
	}
	entry := weak.Make(fresh)
	for {
		found, known := handles.LoadOrStore(ref, entry)
		if !known {
			runtime.AddCleanup(fresh, func(ref any) { handles.CompareAndDelete(ref, entry) }, ref)
			return fresh
		}
		if u := found.(weak.Pointer[lua.LUserData]).Value(); u != nil {
			return u
		}
		handles.CompareAndDelete(ref, found)
	}
}

// typeOfHandle is how messages call a handle.
func typeOfHandle(u *lua.LUserData) string { return fmt.Sprintf("a handle of %T", u.Value) }

// handleReader reads a handle of type t.
func handleReader(t reflect.Type) readFunc {
	want := fmt.Sprintf("a handle of %v, as Go code puts into a field", t)
	return func(v lua.LValue) (reflect.Value, string) {
		if u, ok := v.(*lua.LUserData); ok && reflect.TypeOf(u.Value).AssignableTo(t) {
			return reflect.ValueOf(u.Value), ""
		}
		return reflect.Value{}, want
	}
}
