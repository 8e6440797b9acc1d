package lua

import (
	"reflect"
	"runtime"
	"sync"
	"weak"
)

// Handle returns the Userdata of a value of Go, without a metatable. That of a pointer is one and the
// same in all States as long as anything refers to it, so that scripts can compare it and use it as
// a key. Handles are not counted.
func Handle(x any) Value {
	v := reflect.ValueOf(x)
	if v.Kind() != reflect.Pointer {
		return Userdata(x, nil)
	}
	key := pointerKey{v.Type(), v.Pointer()}
	s := &handles[key.addr>>4%uintptr(len(handles))]
	s.RLock()
	f := s.m[key].Value()
	s.RUnlock()
	if f == nil {
		f = s.add(key, x)
	}
	return Value{p: &f.object}
}

// pointerKey tells pointers apart: that to a struct and that to its first field are at one address.
type pointerKey struct {
	of   reflect.Type
	addr uintptr
}

// handles are those of pointers, in parts so that workers seldom wait for each other. A part does not
// keep what is pointed to, which may lead back to its handle and would then never be freed; the handle
// does. So as long as there is one, nothing else has that address.
var handles [64]handleMap

type handleMap struct {
	sync.RWMutex
	m map[pointerKey]weak.Pointer[Function]
}

func (s *handleMap) add(key pointerKey, x any) *Function {
	s.Lock()
	defer s.Unlock()
	if f := s.m[key].Value(); f != nil {
		return f
	}
	f := Userdata(x, nil).p.f
	if s.m == nil {
		s.m = map[pointerKey]weak.Pointer[Function]{}
	}
	s.m[key] = weak.Make(f)
	runtime.AddCleanup(f, s.forget, key)
	return f
}

// forget removes a handle that was freed, unless there is a new one since.
func (s *handleMap) forget(key pointerKey) {
	s.Lock()
	defer s.Unlock()
	if s.m[key].Value() == nil {
		delete(s.m, key)
	}
}
