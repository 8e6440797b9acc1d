package lua

import (
	"reflect"
	"runtime"
	"sync"
	"weak"
)

// Handle returns a userdata for a Go value, which scripts can pass around and compare, and call methods of; see
// State.SetHandleMethods. A pointer has the same
// handle in all States as long as anything refers to the handle, so scripts can use handles as keys. The meter does
// not count handles.
func Handle(x any) Value {
	v := reflect.ValueOf(x)
	if v.Kind() != reflect.Pointer {
		return Value{p: &newHandle(x).object}
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

func newHandle(x any) *Function {
	f := &Function{native: &native{payload: x}}
	f.kind, f.f = KindUserdata, f
	return f
}

// pointerKey identifies a pointer. It includes the type, since a pointer to a struct and a pointer to its first
// field have the same address.
type pointerKey struct {
	of   reflect.Type
	addr uintptr
}

// handles holds the handles of pointers. It has several parts, so that workers seldom wait for each other. A part
// holds no pointers that keep the pointed-to values alive: such a value may refer to its own handle, and then neither
// could be freed. A handle keeps its pointed-to value alive, so no other value can have the address while the handle
// exists.
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
	f := newHandle(x)
	if s.m == nil {
		s.m = map[pointerKey]weak.Pointer[Function]{}
	}
	s.m[key] = weak.Make(f)
	runtime.AddCleanup(f, s.forget, key)
	return f
}

// forget removes the entry of a handle that was freed, unless there is a newer handle for the key.
func (s *handleMap) forget(key pointerKey) {
	s.Lock()
	defer s.Unlock()
	if s.m[key].Value() == nil {
		delete(s.m, key)
	}
}

// handleMethods finds the methods of handles.
type handleMethods struct {
	find  func(t reflect.Type) *Table
	known map[reflect.Type]*Table // the results of find
	last  reflect.Type            // the type of the last handle, since the next handle often has the same type
	table *Table                  // the result of find for last
}

// SetHandleMethods makes find return the methods of the handles of a type of Go: h:name(...) calls the function with
// that name in the table, with h as its first argument. find returns nil if such handles have no methods. It is called
// once for each type, and must not run scripts. The tables must be constant. h.name is an error for every handle.
func (s *State) SetHandleMethods(find func(t reflect.Type) *Table) {
	s.methods = handleMethods{find: find, known: map[reflect.Type]*Table{}}
}

// of returns the methods of the handle v, or nil if it has none.
func (m *handleMethods) of(v Value) *Table {
	if m.find == nil {
		return nil
	}
	t := reflect.TypeOf(v.p.f.native.payload)
	if t != m.last {
		table, ok := m.known[t]
		if !ok {
			table = m.find(t)
			m.known[t] = table
		}
		m.last, m.table = t, table
	}
	return m.table
}
