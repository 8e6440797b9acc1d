package strlib

import (
	"reflect"
	"unsafe"

	lua "github.com/yuin/gopher-lua"
)

// An error that pcall catches makes the library cut off all variables of calls under way
// from the closures that use them: what the one writes the other no longer sees. It does so
// as it closes the open variables of all calls, not of those alone that the error ends. So
// pcall hides those of the calls around it meanwhile. The list is not exported; writing it
// is the one thing here that reflection alone does not allow.

// OpenVars are the variables of calls under way that closures use.
type OpenVars struct{ list *lua.Upvalue }

// HideOpenVars takes the open variables of a state out of its sight, until ShowOpenVars.
func HideOpenVars(L *lua.LState) OpenVars {
	list := openVars(L)
	hidden := OpenVars{*list}
	*list = nil
	return hidden
}

// ShowOpenVars closes those that have been opened since, and puts the hidden ones back.
func ShowOpenVars(L *lua.LState, hidden OpenVars) {
	CloseOpenVars(L)
	*openVars(L) = hidden.list
}

// CloseOpenVars has closures keep the open variables of a state that are in sight.
func CloseOpenVars(L *lua.LState) {
	list := openVars(L)
	for v := *list; v != nil; v = nextVar(v) {
		v.Close()
		if v.Value() == nil { // its place has been cleared already
			v.SetValue(lua.LNil)
		}
	}
	*list = nil
}

func openVars(L *lua.LState) **lua.Upvalue {
	f := reflect.ValueOf(L).Elem().Field(stateOpen)
	return (**lua.Upvalue)(unsafe.Pointer(f.UnsafeAddr()))
}

func nextVar(v *lua.Upvalue) *lua.Upvalue {
	f := reflect.ValueOf(v).Elem().Field(openNext)
	return *(**lua.Upvalue)(unsafe.Pointer(f.UnsafeAddr()))
}
