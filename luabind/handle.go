//go:build !luacore

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

// handles are those of pointers. The key does not keep the Go value alive, which may lead
// back to its handle and would then never be freed; the handle does. So as long as there is
// one, no other value has its address.
var handles sync.Map // pointerKey to weak.Pointer[lua.LUserData]

type pointerKey struct {
	of   reflect.Type
	addr uintptr
}

// handleOf returns the handle of a Go value.
func handleOf(ref any) lua.LValue {
	fresh := &lua.LUserData{Value: ref, Metatable: lua.LNil}
	v := reflect.ValueOf(ref)
	if v.Kind() != reflect.Pointer {
		return fresh
	}
	key, entry := pointerKey{v.Type(), v.Pointer()}, weak.Make(fresh)
	for {
		found, known := handles.LoadOrStore(key, entry)
		if !known {
			runtime.AddCleanup(fresh, func(key pointerKey) { handles.CompareAndDelete(key, entry) }, key)
			return fresh
		}
		if u := found.(weak.Pointer[lua.LUserData]).Value(); u != nil {
			return u
		}
		handles.CompareAndDelete(key, found)
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
